"""What all readers of declarations share: names, kinds, types, clauses; and the types that only core.law may name.

from_syntax.py reads the declarations with it.
"""
from __future__ import annotations

from collections.abc import Callable

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.sentences import Match, match_sentence, report_no_match
from lawspeaker.interpreter.model.types import (
    FLAG,
    HIGH,
    NUMBER,
    TEXT,
    WRONG,
    BillType,
    ListType,
    NumberType,
    TableType,
    ThingType,
    Type,
)
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.diagnostic import Label, Sink
from lawspeaker.interpreter.text.source import NOWHERE, Span
from lawspeaker.interpreter.text.spell import nearest

NATIVE_TYPES = {"any", "cell", "things", "place", "sort", "thing", "player", "new", "numbers", "bill", "payment", "phase", "move",
                "moment", "text", "datum", "expansion", "audience", "form", "rule", "span", "fact", "kind", "grid", "names", "value"}
RESERVED = {"and", "or", "not", "in", "is", "if", "else", "some", "no", "every", "has", "number", "total", "highest", "lowest",
            "first", "of", "where", "true", "false", "none", "you", "it", "card", "players", "others", "active", "first_player",
            "many", "box"}


class Declarations:
    """A model being collected, and how its lines are read."""

    def __init__(self, sink: Sink) -> None:
        self.sink = sink
        self.model = m.Model()
        self.core = False
        player = m.Kind("Player", NOWHERE, "player")
        player.used = True
        self.model.kinds["Player"] = player
        self.names: dict[str, tuple[str, Span]] = {}
        self.later: list[Callable[[], object]] = []
        self.lost: set[str] = set()               # names in lines that could not be read: what they declare is missing everywhere

    def declare(self, name: str, what: str, span: Span) -> None:
        """Note a name of the game's top level; two meanings of one name are an error."""
        if name in RESERVED:
            self.sink.error("name/reserved", span, f'"{name}" is a word of the language',
                            hint="Choose another name.")
            return
        known = self.names.get(name)
        if known is not None:
            self.sink.error("name/declared-twice", span, f'"{name}" is declared already, as a {known[0]}',
                            more=(Label(known[1], "first declared here"),), hint="Give one of them another name.")
            return
        self.names[name] = (what, span)

    def unbuilt(self, what: str, span: Span) -> None:
        self.model.unbuilt.append((what, span))
        self.sink.error("language/not-built-yet", span, f"{what} is not built yet",
                        text="It is part of the language as designed, but this version cannot run it.",
                        hint="Leave it out for now; the change log will say when it works.")

    def kind(self, name: str, span: Span) -> m.Kind | None:
        k = self.model.kinds.get(name)
        if k is None:
            near = nearest(name, self.model.kinds)
            self.sink.error("name/unknown-kind", span, f'I do not know the kind "{name}"',
                            hint=f'Did you mean "{near}"?' if near else "Declare it with `kind`.")
            k = self.model.kinds.get(near or "")  # read as what was meant, so that nothing follows from the slip
            if k is None:
                return None
        k.used = True
        return k

    def type(self, t: n.Type) -> Type:
        match t:
            case n.NamedType(name="number"):
                return NUMBER
            case n.NamedType(name="flag"):
                return FLAG
            case n.NamedType(name="text"):
                return TEXT
            case n.NamedType():
                if t.name[:1].isupper():
                    k = self.kind(t.name, t.span)
                    return ThingType((k,)) if k else WRONG
                near = nearest(t.name, ["number", "flag", "text", "set", "list", "bill"])
                self.sink.error("name/unknown-type", t.span, f'I do not know the type "{t.name}"',
                                hint=f'Did you mean "{near}"?' if near else
                                "Types are number, 0 to 7, flag, text, a Kind, set of T, list of T, bill of Kind.")
                return WRONG
            case n.RangeType():
                high = t.high if isinstance(t.high, int) else HIGH
                if isinstance(t.high, int) and t.high < t.low:
                    self.sink.error("type/empty-range", t.span, "This range is empty", hint="Write the lower end first.")
                    return NumberType(t.high, t.low)          # as it was meant
                return NumberType(t.low, high)
            case n.OfType():
                if t.outer in ("set", "list"):
                    return ListType(self.type(t.inner), t.outer == "set")
                if t.outer == "bill" and isinstance(t.inner, n.NamedType):
                    k = self.kind(t.inner.name, t.inner.span)
                    return BillType(k) if k else WRONG
                near = nearest(t.outer, ["set", "list", "bill"])
                self.sink.error("name/unknown-type", t.span, f'I do not know the type "{t.outer} of …"',
                                hint=f'Did you mean "{near}"?' if near else "It is set of, list of or bill of.")
                return WRONG
            case n.TableType():
                k = self.kind(t.kind, t.span)
                return TableType(k) if k else WRONG
            case n.OrNone():
                inner = self.type(t.inner)
                if isinstance(inner, ThingType):
                    return ThingType(inner.kinds, True)
                if isinstance(inner, ListType) and isinstance(inner.item, ThingType):
                    return ListType(ThingType(inner.item.kinds, True), inner.is_set)
                if not isinstance(inner, (ListType, type(WRONG))):
                    self.sink.error("type/cannot-be-none", t.span, f"A {inner} cannot be none",
                                    hint="Only things can be `or none`.")
                return inner
        raise AssertionError(t)

    def fact(self, x: n.Field, owner: m.Kind | None) -> m.Fact:
        for t in x.traits:
            self.sink.error("sentence/wrong-place", t.span, "A fact has no such part", hint="Remove what stands after the comma.")
        return m.Fact(x.name, self.type(x.type), x.name_span, x.default, x.data, owner, x.cites)

    def parameters(self, parameters: tuple[n.Parameter, ...] | None) -> list[m.Parameter]:
        out: list[m.Parameter] = []
        for p in parameters or ():
            if any(q.name == p.name for q in out):
                self.sink.error("name/declared-twice", p.span, f'"{p.name}" is declared already', hint="Give one of them another name.")
                continue
            if isinstance(p.type, n.NamedType) and p.type.name in NATIVE_TYPES and p.type.name != "text":
                if not self.core:
                    self.sink.error("name/unknown-type", p.type.span, f'The type "{p.type.name}" is for core.law only',
                                    hint="Use number, flag, a Kind, set of T or list of T.")
                out.append(m.Parameter(p.name, None, p.type.name, p.span))
            else:
                out.append(m.Parameter(p.name, self.type(p.type), "", p.span))
            if p.name in RESERVED:
                self.sink.error("name/reserved", p.span, f'"{p.name}" is a word of the language', hint="Choose another name.")
        return out

    def clause(self, sentence: n.Sentence, where: str, report: bool = True) -> Match | None:
        """The clause that a line of a declaration follows, if it may stand there."""
        found = match_sentence(sentence.verb, sentence.verb_span, sentence.pieces, self.model.clauses)
        fitting = [f for f in found if where in self.contexts(f.verb)]
        if fitting:
            fitting[0].verb.used = True
            return fitting[0]
        if not report:
            return None
        if found:
            self.sink.error("sentence/wrong-place", sentence.span, f'"{found[0].verb.words}" does not belong {inside(where)}',
                            hint=f"It is a line of: {', '.join(sorted(self.contexts(found[0].verb)))}.")
        else:
            known = [c for c in self.model.clauses if where in self.contexts(c)]
            report_no_match(sentence.verb, sentence.verb_span, sentence.span, sentence.pieces, known, self.sink, "line")
        self.lost |= {p.name for p in sentence.pieces if isinstance(p, n.Name)}
        return None

    @staticmethod
    def contexts(clause: m.Verb) -> set[str]:
        head = (clause.native or "").partition(":")[0]
        out = {w.strip() for w in head.split(",")}
        if "kind" in out:
            out.add("grid")
        if "list" in out:
            out.add("state")
        if "pile" in out:
            out.add("place")
        if "card" in out or "form" in out:
            out |= {"move"}
        return out

    def tails(self, tails: tuple[n.Tail, ...], where: str) -> list[tuple[Match, n.Tail]]:
        out: list[tuple[Match, n.Tail]] = []
        for t in tails:
            first = t.pieces[0]
            word = first.word if isinstance(first, n.Word) else first.name if isinstance(first, n.Name) else ""
            sentence = n.Sentence(t.span, word, first.span, t.pieces[1:])
            if not word:
                self.sink.error("sentence/no-pattern", t.span, "I do not understand this part of the line",
                                hint="A part after a comma begins with a word, as in `, up to 3` or `, seen by everyone`.")
                continue
            found = self.clause(sentence, where)
            if found is not None:
                out.append((found, t))
        return out

    def verb(self, d: n.Procedure) -> m.Verb:
        native = None
        steps = d.block.steps
        if len(steps) == 1 and isinstance(steps[0], n.Line) and steps[0].sentence.verb == "native":
            pieces = steps[0].sentence.pieces
            native = pieces[0].plain if len(pieces) == 1 and isinstance(pieces[0], n.Text) else ""
            if not self.core:
                self.sink.error("sentence/native-outside-core", steps[0].span, "Only core.law has native verbs",
                                hint="Write the steps of the verb, or ship a Python function in a plugin.")
        v = m.Verb(d.pattern, d.span, d.block, native, d.cites, core=self.core)
        if not isinstance(d.pattern[0], n.PatternWord) and d.word == "to":
            self.sink.error("sentence/no-verb", d.span, "A verb begins with a word", hint="Put a word before the first hole.")
        for h in v.holes:
            if isinstance(h.type, n.NamedType) and h.type.name in NATIVE_TYPES and self.core:
                continue
            self.type(h.type)
        if d.word == "to":
            for other in self.model.verbs:
                if other.words == v.words:
                    self.sink.error("name/declared-twice", d.span, f'The verb "{v.words}" is declared already',
                                    more=(Label(other.span, "first declared here"),), hint="Use other words.")
        return v

    def whole(self, e: n.Expr, least: int = 1, most: int = 12) -> int:
        if isinstance(e, n.Number) and least <= e.value <= most:
            return e.value
        self.sink.error("type/number-wanted", e.span, f"A number from {least} to {most} must stand here", hint="Write it in digits.")
        return least

    def misplaced(self, x: n.Member, where: str) -> None:
        words = {"Field": "a fact or state", "Place": "a place", "Case": "a case", "Gives": "`gives`", "Ranked": "a rank",
                 "Choose": "a choice", "ChooseOne": "a choice", "Requires": "a requirement", "Costs": "a cost",
                 "Does": "`does`", "Reaction": "a reaction", "Watcher": "a watcher", "Playable": "`playable`",
                 "Change": "a change", "Waive": "a waiver", "Turns": "`each player`", "Repeated": "`again`",
                 "Phase": "a phase", "Line": "this line"}
        name = words.get(type(x).__name__, "this")
        if isinstance(x, (n.Field, n.Place, n.Choose)):
            self.lost.add(x.name)
        self.sink.error("sentence/wrong-place", x.span, f"{name[0].upper()}{name[1:]} does not belong {inside(where)}",
                        hint=f"`lawspeaker explain RULESET {where}` shows what does.")

    def audience(self, e: n.Expr) -> str:
        name = e.name if isinstance(e, n.Name) else ""
        if name in ("everyone", "owner", "nobody"):
            return name
        near = nearest(name, ["everyone", "owner", "nobody"])
        self.sink.error("place/unknown-audience", e.span, "Places are seen by everyone, by their owner or by nobody",
                        hint=f'Did you mean "{near}"?' if near else 'Write "everyone", "owner" or "nobody".')
        return "everyone"

    @property
    def table_paths(self) -> list[n.Expr]:
        paths: list[n.Expr] = self.__dict__.setdefault("_paths", [])
        return paths

    def check_cases(self, value: n.Expr | None, cases: list[tuple[n.Expr | None, n.Expr]], native: bool, span: Span, name: str) -> None:
        if native or (value is not None and not cases):
            return
        if value is None and not cases:
            self.sink.error("value/empty", span, f'What is "{name}"?', hint="Write `= …` behind it, or `gives …` below it.")
        elif value is not None:
            self.sink.error("value/twice", span, f'"{name}" has a value behind `=` and cases below', hint="Keep one of them.")
        elif cases[-1][0] is not None:
            self.sink.error("value/no-last-case", cases[-1][1].span, f'What is "{name}" when no case holds?',
                            hint="End with a line `gives …`.")
        elif any(c is None for c, _ in cases[:-1]):
            self.sink.error("value/case-never-reached", span, f'Cases of "{name}" stand behind the one that always holds',
                            hint="Move the bare `gives` to the end.")


def inside(where: str) -> str:
    """`in a kind`, `in an action`; of what stands behind a comma, behind that line."""
    if where in ("copies", "offers"):
        return f"behind `{where}`"
    return f"in {a_or_an(where)}"


def a_or_an(word: str) -> str:
    """The word with its article.

    >>> a_or_an("action"), a_or_an("task")
    ('an action', 'a task')
    """
    return f"{'an' if word[:1] in 'aeio' else 'a'} {word}"
