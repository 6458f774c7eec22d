"""lark tree → nodes of a whole file: declarations and their members.

Steps and expressions have their own readers.  Nothing is looked up: `rune berserkers` is an `Entry` whose word is `rune`.
"""
from __future__ import annotations

from collections.abc import Callable

from lark import Token

from lawspeaker.interpreter.syntax import nodes
from lawspeaker.interpreter.syntax.from_tree_expr import (
    bound_name,
    condition,
    expression,
    maybe_text,
    parameters,
    sentence,
    tails,
    type_,
)
from lawspeaker.interpreter.syntax.from_tree_steps import READERS as STEPS
from lawspeaker.interpreter.syntax.from_tree_steps import (
    block_of,
    change,
    choose,
    choose_one,
    costs,
    line,
    moments,
    reaction,
    requires,
    span_of,
    waive,
)
from lawspeaker.interpreter.syntax.grammar import RESERVED
from lawspeaker.interpreter.syntax.reading import Reading, Twig, cites, named, one, token, tokens, trees
from lawspeaker.interpreter.text.source import Span

DEEPEST = 100                    # later passes use several calls of Python for each level
MOST_LEVELS = 12                 # of indented lines: loops inside each other are read once more for each level, and Python has its own limit
NOT_IN_PATTERNS = RESERVED - frozenset("of in is and has".split())
RANKS = {"FIRST": 1, "SECOND": 2, "THIRD": 3}


def declarations(r: Reading, start: Twig) -> tuple[nodes.Declaration, ...]:
    """The declarations of a `start` tree; those nested too deeply are reported and left out."""
    found = []
    for t in trees(start):
        if not too_deep(r, t) and not too_many_levels(r, t):
            check_indentation(r, t)
            check_names(r, t)
            found.append(DECLARATIONS[t.data](r, t))
    return tuple(found)


def too_deep(r: Reading, tree: Twig) -> bool:
    """Report a tree so deep that the passes, which recurse over nodes, would run out of stack."""
    waiting = [(tree, 1)]
    while waiting:
        t, depth = waiting.pop()
        if depth > DEEPEST:
            r.sink.error("syntax/too-deep", r.span(t), "This is nested too deeply.",
                         text=f"More than {DEEPEST} things stand inside each other or in one chain.",
                         hint="Give a part of it a name of its own: a `value` for an expression, a verb (`to ...`) for steps.")
            return True
        waiting += [(c, depth + 1) for c in trees(t)]
    return False


def too_many_levels(r: Reading, declaration: Twig) -> bool:
    """Report lines inside lines inside lines ..., of which each level costs the later passes twice as much."""
    waiting = [(declaration, 0)]
    while waiting:
        t, level = waiting.pop()
        level += t.data in LINES
        if level > MOST_LEVELS:
            r.sink.error("syntax/too-deep", r.span(t), "This is nested too deeply.", text=f"More than {MOST_LEVELS} lines stand inside each other.",
                         hint="Give a part of it a name of its own: a verb (`to ...`) for steps.")
            return True
        waiting += [(c, level) for c in trees(t)]
    return False


def check_indentation(r: Reading, declaration: Twig) -> None:
    """Report the first line that is not indented by two spaces more than the line it belongs to."""
    waiting = [(declaration, -2)]
    while waiting:
        t, outer = waiting.pop()
        if t.data in LINES:
            begin = r.span(t).begin
            line = r.source.text.rfind("\n", 0, begin) + 1
            line += r.source.text.startswith("\ufeff", line)
            if not r.source.text[line:begin].strip(" \t"):
                if begin - line != outer + 2 and "\t" not in r.source.text[line:begin]:
                    _bad_indentation(r, line, begin, outer + 2)
                    return
                outer = begin - line
        waiting += [(c, outer) for c in reversed(trees(t))]


def check_names(r: Reading, declaration: Twig) -> None:
    """Report words of expressions that are used as names."""
    waiting = [declaration]
    while waiting:
        t = waiting.pop()
        if t.data != "pattern_word":
            for word in tokens(t, "NAME", "CALL"):
                if word in RESERVED:
                    asks = word in ("not", "no", "some", "every") and t.data in ("name", "sentence")
                    r.sink.error("syntax/reserved-word", r.token_span(word), f'"{word}" cannot be a name.', text="It is a word of expressions.",
                                 hint=f"A condition stands in parentheses: `({word} …)`." if asks else f'Choose another name, such as "{word}_one".')
        waiting += reversed(trees(t))


def _bad_indentation(r: Reading, line: int, begin: int, right: int) -> None:
    r.sink.error("syntax/indentation", r.source.span(line, begin), "This line is not indented as it should be.",
                 text=f"It stands {begin - line} spaces from the left; what it belongs to makes that {right}.",
                 hint="Indent with two spaces for each level; `lawspeaker fmt` does it for you.")


# ---- parts of declarations -----------------------------------------------------------------------------------
def _signature(r: Reading, t: Twig) -> tuple[Token | None, tuple[nodes.Parameter, ...] | None]:
    s = one(t, "signature")
    if s is None:
        return None, None
    name = tokens(s)[0]
    return name, parameters(r, s) if name.type == "CALL" else None


def _related(r: Reading, t: Twig, rule: str) -> tuple[str | None, Span | None]:
    """`is Parent` or `for Owner`."""
    part = one(t, rule)
    if part is None:
        return None, None
    name = tokens(part)[0]
    return str(name), r.token_span(name)


def _data(r: Reading, t: Twig) -> tuple[nodes.Path, ...]:
    part = one(t, "data")
    if part is None:
        return ()
    return tuple(nodes.Path(r.span(p), tuple(str(n) for n in tokens(p))) for p in named(part, "path"))


def _members(r: Reading, t: Twig) -> tuple[nodes.Member, ...]:
    body = one(t, "body")
    return tuple(MEMBERS[m.data](r, m) for m in trees(body)) if body is not None else ()


def _index(r: Reading, t: Twig) -> nodes.Type | None:
    part = one(t, "index")
    return type_(r, trees(part)[0]) if part is not None else None


# ---- declarations --------------------------------------------------------------------------------------------
def _entry(r: Reading, t: Twig) -> nodes.Entry:
    word = tokens(t, "NAME")[0]
    name, params = _signature(r, t)
    parent, parent_span = _related(r, t, "parent")
    owner, owner_span = _related(r, t, "owner")
    return nodes.Entry(r.span(t), str(word), r.token_span(word), str(name) if name is not None else None, span_of(r, name),
                       params, maybe_text(r, t), parent, parent_span, owner, owner_span, _data(r, t),
                       condition(r, t, "default"), cites(r, t), _members(r, t))


def _phase(r: Reading, t: Twig) -> nodes.Phase:
    name, params = _signature(r, t)
    if name is None:
        end = r.span(t).begin + len("phase")
        r.sink.error("syntax/phase-without-name", r.source.span(end - len("phase"), end), "A phase without a name.",
                     hint='Write its name after the word, as in: phase turn "{you}\'s turn"')
    name_span = span_of(r, name) or r.span(t)
    return nodes.Phase(r.span(t), str(name) if name is not None else "_", name_span, params, maybe_text(r, t), cites(r, t),
                       _members(r, t))


def _pattern_word(r: Reading, t: Twig) -> nodes.PatternWord:
    word = tokens(t)[0]
    words: tuple[str, ...] = (str(word),)
    if word.endswith("(s)"):
        words = (word[:-3], word[:-3] + "s")
    elif "/" in word:
        words = tuple(word.split("/"))
    if word in NOT_IN_PATTERNS:
        r.sink.error("syntax/reserved-word", r.span(t), f'"{word}" cannot be a word of a verb.',
                     text="It belongs to expressions, and in a sentence it would be read as one.",
                     hint="Choose another word for this pattern.")
    return nodes.PatternWord(r.span(t), words)


def _hole(r: Reading, t: Twig) -> nodes.Hole:
    name = tokens(t, "NAME")[0]
    return nodes.Hole(r.span(t), str(name), r.token_span(name), type_(r, trees(t)[0]))


def _procedure(r: Reading, t: Twig) -> nodes.Procedure:
    pattern = one(t, "pattern")
    assert pattern is not None
    parts = tuple(_hole(r, p) if p.data == "hole" else _pattern_word(r, p) for p in trees(pattern))
    return nodes.Procedure(r.span(t), "clause" if token(t, "CLAUSE") is not None else "to", parts, cites(r, t), block_of(r, t))


def _replaces(r: Reading, t: Twig) -> nodes.Replaces:
    inner = trees(t)[0]
    made = _entry(r, inner) if inner.data == "entry" else _phase(r, inner) if inner.data == "phase" else _procedure(r, inner)
    return nodes.Replaces(r.span(t), made)


def _extends(r: Reading, t: Twig) -> nodes.Extends:
    inner = trees(t)[0]
    return nodes.Extends(r.span(t), _entry(r, inner) if inner.data == "entry" else _phase(r, inner))


def _removes(r: Reading, t: Twig) -> nodes.Removes:
    names = tokens(t, "NAME", "KIND")
    word = "phase" if t.data == "removes_phase" else str(names[0])
    return nodes.Removes(r.span(t), word, str(names[-1]), r.token_span(names[-1]), cites(r, t))


def _together(r: Reading, t: Twig) -> nodes.Together:
    condition_, *inner = trees(t)
    return nodes.Together(r.span(t), expression(r, condition_), tuple(DECLARATIONS[i.data](r, i) for i in inner))


# ---- members -------------------------------------------------------------------------------------------------
def _field(r: Reading, t: Twig) -> nodes.Field:
    word, name = tokens(t)[:2]
    kind = one(t, "type")
    assert kind is not None
    return nodes.Field(r.span(t), str(word), str(name), r.token_span(name), _index(r, t), type_(r, kind), _data(r, t),
                       condition(r, t, "default"), maybe_text(r, t), tails(r, t, "trait"), cites(r, t))


def _place(r: Reading, t: Twig) -> nodes.Place:
    word, name = tokens(t)[:2]
    kinds = one(t, "kinds")
    assert kinds is not None
    of = tokens(kinds, "KIND")
    return nodes.Place(r.span(t), str(word), str(name), r.token_span(name), _index(r, t), tuple(str(k) for k in of),
                       tuple(r.token_span(k) for k in of), tails(r, t, "trait"), cites(r, t))


def _case(r: Reading, t: Twig) -> nodes.Case:
    when, value = trees(t)
    return nodes.Case(r.span(t), expression(r, when), expression(r, value), cites(r, t))


def _ranked(r: Reading, t: Twig) -> nodes.Ranked:
    return nodes.Ranked(r.span(t), RANKS[tokens(t)[0].type], expression(r, trees(t)[0]), cites(r, t))


def _watcher(r: Reading, t: Twig) -> nodes.Watcher:
    return nodes.Watcher(r.span(t), None, None, None, expression(r, trees(t)[0]), block_of(r, t), cites(r, t))


def _watcher_each(r: Reading, t: Twig) -> nodes.Watcher:
    name, source, has = trees(t)[:3]
    return nodes.Watcher(r.span(t), *bound_name(r, name, "`whenever x in S has C`"), expression(r, source),
                         expression(r, has), block_of(r, t), cites(r, t))


def _playable(r: Reading, t: Twig) -> nodes.Playable:
    word = str(t.data).removeprefix("playable_")
    at, says = moments(r, t), one(t, "sentence")
    phases = tokens(t, "NAME") if word == "during" else []
    return nodes.Playable(r.span(t), word, at[0] if at else None, tuple(str(p) for p in phases),
                          tuple(r.token_span(p) for p in phases), sentence(r, says) if says is not None else None,
                          condition(r, t, "if_so"), cites(r, t))


def _repetition(r: Reading, t: Twig) -> nodes.Repetition:
    match t.data:
        case "endlessly":
            return nodes.Repetition(r.span(t), "endless", None)
        case "until_true":
            return nodes.Repetition(r.span(t), "until", expression(r, trees(t)[0]))
        case _:
            return nodes.Repetition(r.span(t), "pass", None)


REPETITIONS = ("endlessly", "until_true", "until_all_pass")


def _turns(r: Reading, t: Twig) -> nodes.Turns:
    again = one(t, *REPETITIONS)
    return nodes.Turns(r.span(t), expression(r, trees(t)[0]), _repetition(r, again) if again is not None else None, cites(r, t))


def _repeated(r: Reading, t: Twig) -> nodes.Repeated:
    return nodes.Repeated(r.span(t), _repetition(r, trees(t)[0]), cites(r, t))


DECLARATIONS: dict[str, Callable[[Reading, Twig], nodes.Declaration]] = {
    "entry": _entry,
    "phase": _phase,
    "procedure": _procedure,
    "change": change,
    "waive": waive,
    "replaces": _replaces,
    "extends": _extends,
    "removes": _removes,
    "removes_phase": _removes,
    "together": _together,
}

MEMBERS: dict[str, Callable[[Reading, Twig], nodes.Member]] = {
    "field": _field,
    "place": _place,
    "case": _case,
    "gives": lambda r, t: nodes.Gives(r.span(t), expression(r, trees(t)[0]), cites(r, t)),
    "choose": choose,
    "choose_one": choose_one,
    "requires": requires,
    "costs": costs,
    "does": lambda r, t: nodes.Does(r.span(t), block_of(r, t), cites(r, t)),
    "ranked": _ranked,
    "reaction": reaction,
    "watcher": _watcher,
    "watcher_each": _watcher_each,
    "playable_at": _playable,
    "playable_during": _playable,
    "playable_instead": _playable,
    "playable_any": _playable,
    "change": change,
    "waive": waive,
    "turns": _turns,
    "repeated": _repeated,
    "phase": _phase,
    "line": line,
}

LINES = frozenset([*DECLARATIONS, *MEMBERS, *STEPS, "option"])       # the rules that begin a line, but for short steps
