"""Law → nodes: every construct, places of everything, recovery, limits."""
from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lawspeaker.interpreter.syntax import nodes
from lawspeaker.interpreter.syntax.parse import MOST_CHARACTERS, parse_expression, parse_file
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Source

ROOT = Path(__file__).resolve().parents[3]
LAWS = sorted(p for folder in ("grammars", "rulesets", "plugins", "tests/language/samples") for p in (ROOT / folder).rglob("*.law"))


def read(text: str) -> nodes.File:
    sink = Sink()
    file = parse_file(Source("x.law", text), sink)
    assert sink.diagnostics == []
    return file


def expression(text: str) -> nodes.Expr:
    sink = Sink()
    found = parse_expression(text, "x", sink)
    assert found is not None and sink.diagnostics == []
    return found


def codes(text: str) -> list[str]:
    sink = Sink()
    parse_file(Source("x.law", text), sink)
    return [d.code for d in sink.diagnostics]


def everything(node: Any) -> Iterator[nodes.Node]:
    if isinstance(node, nodes.Node):
        yield node
        for f in dataclasses.fields(node):
            yield from everything(getattr(node, f.name))
    elif isinstance(node, tuple):
        for part in node:
            yield from everything(part)


# ---- all law that there is -------------------------------------------------------------------------------------
@pytest.mark.parametrize("path", LAWS, ids=lambda p: str(p.relative_to(ROOT)))
def test_all_law_is_read_with_exact_places(path: Path) -> None:
    file = read(path.read_text(encoding="utf-8"))
    assert file.declarations
    for node in everything(file):
        written = node.span.text
        assert written == written.strip() or isinstance(node, nodes.File), node
        for f in dataclasses.fields(node):
            part = getattr(node, f.name)
            if f.name.endswith("_span") and part is not None:
                name = getattr(node, f.name.removesuffix("_span"))
                assert part.text == name, (node, f.name)
            for inner in everything(part):
                if not (isinstance(inner, nodes.Block) and not inner.steps):
                    assert node.span.begin <= inner.span.begin and inner.span.end <= node.span.end, (node, inner)
        match node:
            case nodes.Name():
                assert written == node.name
            case nodes.AllOf():
                assert written == node.kind
            case nodes.Number():
                assert int(written.replace(" ", "")) == node.value
            case nodes.Cite():
                assert written == node.id
            case nodes.Text():
                assert written[0] == written[-1] == '"'
            case nodes.Word():
                assert written == node.word


# ---- expressions -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("text, kind", [
    ("12", nodes.Number), ('"a"', nodes.Text), ("a", nodes.Name), ("Crew", nodes.AllOf), ("none", nodes.NoneValue), ("you", nodes.You),
    ("true", nodes.Flag), ("f(a, b)", nodes.Call), ("a.b", nodes.FieldOf), ("a.Crew", nodes.FieldOf), ("a.f(b)", nodes.CallOf),
    ("a[b]", nodes.At), ("{}", nodes.SetOf), ("{a, b}", nodes.SetOf), ("{any: 2, Crew: 1}", nodes.Bill),
    ("(p in players where p.x)", nodes.Those), ("number of a", nodes.NumberOf), ("first of a", nodes.FirstOf),
    ("total of p.x for (p in a where b)", nodes.Aggregate), ("a + b", nodes.Arithmetic), ("a * b", nodes.Arithmetic),
    ("a <= b", nodes.Compare), ("a > -5", nodes.Compare), ("a in b", nodes.IsIn), ("a not in b", nodes.IsIn), ("a is Crew", nodes.IsA),
    ("a is not none", nodes.IsA), ("some a", nodes.Some), ("no a", nodes.No), ("not a", nodes.Not), ("every p in a has b", nodes.Every),
    ("a and b", nodes.And), ("a or b", nodes.Or), ("a if b else c", nodes.IfElse), ("-5", nodes.Number), ("((a))", nodes.Name),
])
def test_each_kind_of_expression(text: str, kind: type[nodes.Node]) -> None:
    e = expression(text)
    assert type(e) is kind
    assert e.span.text == ("a" if text == "((a))" else text)


def test_what_binds_tighter() -> None:
    e = expression("a or b and not c = 1 + 2 * 3")
    assert isinstance(e, nodes.Or) and isinstance(e.right, nodes.And) and isinstance(e.right.right, nodes.Not)
    compared = e.right.right.what
    assert isinstance(compared, nodes.Compare) and isinstance(compared.right, nodes.Arithmetic)
    assert compared.right.operator == "+" and compared.right.right.span.text == "2 * 3"


def test_brackets_belong_to_what_is_around_them() -> None:
    e = expression("(a + b) * c")
    assert isinstance(e, nodes.Arithmetic)
    assert e.span.text == "(a + b) * c" and e.left.span.text == "a + b"


def test_is_as() -> None:
    e = expression("ship is Port as here")
    assert isinstance(e, nodes.IsA) and (e.kind, e.name, e.negated) == ("Port", "here", False)
    assert e.name_span is not None and e.name_span.text == "here"


def test_minus_of_a_number() -> None:
    field = read("table\n  state x: -5 to many = -3\n").declarations[0]
    assert isinstance(field, nodes.Entry) and isinstance(field.members[0], nodes.Field)
    assert field.members[0].type.span.text == "-5 to many"
    assert isinstance(field.members[0].type, nodes.RangeType) and (field.members[0].type.low, field.members[0].type.high) == (-5, "many")
    assert isinstance(field.members[0].default, nodes.Number) and field.members[0].default.value == -3


# ---- texts -----------------------------------------------------------------------------------------------------
def test_holes_are_expressions_at_their_place() -> None:
    entry = read('value a = 1\naction b "T \\"{max(a, 2)}\\" \\{x\\} {you}"\n').declarations[1]
    assert isinstance(entry, nodes.Entry) and entry.title is not None
    first, call, middle, you = entry.title.parts
    assert (first, middle) == ('T "', '" {x} ')
    assert isinstance(call, nodes.Call) and call.span.text == "max(a, 2)" and (call.span.line, call.span.column) == (2, 16)
    assert isinstance(call.arguments[1], nodes.Number) and call.arguments[1].span.column == 23
    assert isinstance(you, nodes.You)
    assert entry.title.plain == 'T "{max(a, 2)}" {x} {you}'


def test_holes_after_a_mistake_above() -> None:
    sink = Sink()
    file = parse_file(Source("x.law", 'value a = 1 2\naction b "{c} {d e}"\n'), sink)
    entry = file.declarations[0]
    assert isinstance(entry, nodes.Entry) and entry.title is not None
    assert [p.span.text for p in entry.title.parts if not isinstance(p, str)] == ["c"]
    assert [(d.span.line, d.span.column) for d in sink.diagnostics if d.span] == [(1, 13), (2, 18)]


# ---- declarations and steps --------------------------------------------------------------------------------------
def test_entry() -> None:
    entry = read('kind port(a: Player, b: set of Town or none) "Port" is Space for village from ports.x and y = 3   [AB-1, AB-2]\n').declarations[0]
    assert isinstance(entry, nodes.Entry)
    assert (entry.word, entry.parent, entry.owner) == ("kind", "Space", "village")
    assert [p.names for p in entry.data] == [("ports", "x"), ("y",)]
    assert [c.id for c in entry.cites] == ["AB-1", "AB-2"] and [c.span.column for c in entry.cites] == [100, 106]


def test_waive_has_its_own_ids() -> None:
    rule = read("waive [FA-1, FA-2] of settle where x   [FA-3]\nwaive peace of raid\n").declarations
    assert isinstance(rule[0], nodes.Waive) and isinstance(rule[1], nodes.Waive)
    assert [c.id for c in rule[0].ids] == ["FA-1", "FA-2"] and [c.id for c in rule[0].cites] == ["FA-3"]
    assert (rule[0].move, rule[1].name, rule[1].ids) == ("settle", "peace", ())


def test_steps() -> None:
    verb = read("""to do all {n: number} of day(s) die/dice
  let x = 1
  if x = 1   [AB-1]
    stop
  else if x
    end turn
  else
    may "Go on"
      stop
  may do explore
  choose up to 2 xs from a "Which?"
  choose n from 1 to 3
  choose one "How?"
    option a "A" if b
      costs 2 days
      stop
    option b "B"
  for each p in players where p.x at once
    stop
  for each i in 1 to 3
    stop
  repeat n times asking "Again"
    stop
  until end of turn or 2 sail for everyone
    cost becomes it + 1 while x
    waive peace of raid
    at start of own turn
      stop
  later at any foo(a, b) if x
    stop
  at once
    stop
  during attack(here)
    stop
  as p
    draw 1, told apart
  partly draw 1
  replaced stop
""").declarations[0]
    assert isinstance(verb, nodes.Procedure)
    assert [p.words for p in verb.pattern if isinstance(p, nodes.PatternWord)] == [
        ("do",), ("all",), ("of",), ("day", "days"), ("die", "dice")]
    assert [type(s).__name__ for s in verb.block.steps] == [
        "Let", "If", "May", "Choose", "Choose", "ChooseOne", "ForEach", "ForEach", "Repeat", "Until", "Later", "AtOnce", "During", "As",
        "Result", "Result"]
    _, if_, may, some, one, either, each, count, repeat, until, later, *_, partly, replaced = verb.block.steps
    assert isinstance(if_, nodes.If) and len(if_.branches) == 2 and if_.otherwise is not None and len(if_.cites) == 1
    assert isinstance(may, nodes.May) and may.block.span.text == "do explore"
    assert isinstance(some, nodes.Choose) and some.amount is not None and some.amount.word == "up_to"
    assert isinstance(one, nodes.Choose) and one.to is not None and one.source.span.text == "1"
    assert isinstance(either, nodes.ChooseOne) and [len(o.costs) for o in either.options] == [1, 0]
    assert isinstance(each, nodes.ForEach) and each.at_once and each.condition is not None
    assert isinstance(count, nodes.ForEach) and count.to is not None
    assert isinstance(repeat, nodes.Repeat) and repeat.asking is not None
    assert isinstance(until, nodes.Until) and until.everyone and [b.edge for b in until.bounds] == ["end", None]
    assert [type(m).__name__ for m in until.members] == ["Change", "Waive", "Reaction"]
    assert isinstance(later, nodes.Later) and later.moment.arguments == ("a", "b") and later.moment.whose == "any"
    assert isinstance(partly, nodes.Result) and partly.word == "partly" and isinstance(partly.block.steps[0], nodes.Line)
    assert isinstance(replaced, nodes.Result) and isinstance(replaced.block.steps[0], nodes.Stop)


def test_expansions() -> None:
    file = read("""when inn and voyage
  rule toll
    at end of movement
      stop
replaces to pay {n: number} coins
  stop
extends action sail
  before
    stop
removes score travel
removes phase mass
""")
    assert [type(d).__name__ for d in file.declarations] == ["Together", "Replaces", "Extends", "Removes", "Removes"]
    removed = file.declarations[-1]
    assert isinstance(removed, nodes.Removes) and (removed.word, removed.name) == ("phase", "mass")


# ---- layout ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("text", ["", "\n", "# only a comment", "  \n\n  # x\n", "value x = 1", "\ufeffvalue x = 1\n",
                                  "value x = 1\r\naction a\r\n  does\r\n    stop\r\n", "value x = {a,\n  b}\n", "action a\n  does\n    stop\n    "])
def test_unusual_but_right(text: str) -> None:
    read(text)


def test_a_line_ends_before_its_comment() -> None:
    entry = read("action a   # one\n  does     # two\n    stop   # three\n  # four\nvalue x = 1\n").declarations[0]
    assert entry.span.text.endswith("stop")


@pytest.mark.parametrize("text", ["action a\n   does\n     stop\n", "action a\n    does\n        stop\n", "  value x = 1\n"])
def test_odd_indentation_is_told_once_and_read(text: str) -> None:
    sink = Sink()
    assert len(parse_file(Source("x", text), sink).declarations) == 1
    assert [d.code for d in sink.diagnostics] == ["syntax/indentation"]


# ---- mistakes ------------------------------------------------------------------------------------------------------
def test_one_mistake_does_not_hide_the_others() -> None:
    sink = Sink()
    file = parse_file(Source("x", "value a = 1\nvalue b = = 2\nvalue c = 3\nvalue d = (4\nvalue e = 5\n"), sink)
    assert [d.name for d in file.declarations if isinstance(d, nodes.Entry)] == ["a", "c", "e"]
    assert [d.span.line for d in sink.diagnostics if d.span] == [2, 4]
    assert [d.span.line for d in file.declarations] == [1, 3, 5]


def test_many_mistakes_are_cut_short() -> None:
    found = codes("value a = = 1\n" * 100)
    assert len(found) == 21 and found[-1] == "syntax/too-many-mistakes"


@pytest.mark.parametrize("text", ["a b", "", "  ", "(", "a.", "x = ", "1 2", '"{"'])
def test_broken_expressions(text: str) -> None:
    sink = Sink()
    found = parse_expression(text, "a scenario", sink)
    assert sink.failed and (found is None or isinstance(found, nodes.Text))
    assert all(d.span is None or d.span.file == "a scenario" for d in sink.diagnostics)


HUGE = {
    "10 MB": ("x" * 10_000_000, "syntax/file-too-large"),
    "zero bytes": ("value x = 1\n\0\0", "syntax/not-text"),
    "open brackets": ("value x = " + "(" * 10_000, "syntax/unclosed-bracket"),
    "calls": ("value x = " + "f(" * 10_000 + "1" + ")" * 10_000, "syntax/too-deep"),
    "a chain": ("value x = " + " + ".join(["1"] * 10_000), "syntax/too-deep"),
    "levels": ("to x\n" + "".join("  " * (i + 1) + "may\n" for i in range(400)) + "  " * 401 + "stop\n", "syntax/too-deep"),
    "nots": ("value x = " + "not " * 10_000 + "a", "syntax/too-deep"),
    "holes": ('value x = "' + "{a b}" * 20_000 + '"', "syntax/unexpected-word"),
    "one long line": ("a " * 90_000, "syntax/unexpected-word"),
    "junk": ("\x01\x02\x7f\u2028\ufffd" * 30_000, "syntax/not-text"),
    "brackets": ("[" * MOST_CHARACTERS, "syntax/unexpected-word"),
}


@pytest.mark.parametrize("name", HUGE)
def test_hostile_texts(name: str) -> None:
    text, code = HUGE[name]
    began = time.process_time()
    assert codes(text)[0] == code
    assert time.process_time() - began < 20      # a second of a processor; what is meant is: not for ever


def test_many_brackets_around_a_value_are_nothing() -> None:
    assert expression("(" * 10_000 + "a" + ")" * 10_000).span.text == "a"
