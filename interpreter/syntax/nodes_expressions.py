"""Form 1, the small parts: expressions, sentences, citations, types.  nodes.py has the rest and gives all names.

Every node has the span it was written at.  Strings with holes (`"Sail to {there}"`) are `Text` nodes whose parts are
plain strings and expressions.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, Union

from lawspeaker.interpreter.text.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    span: Span


# ---- expressions ---------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A string: plain parts and the expressions of its {holes}, in order."""

    parts: tuple[Union[str, "Expr"], ...]

    @property
    def plain(self) -> str:
        """The text as it is written, holes in braces."""
        return "".join(p if isinstance(p, str) else "{" + p.span.text + "}" for p in self.parts)


@dataclass(frozen=True, slots=True)
class Name(Node):
    name: str


@dataclass(frozen=True, slots=True)
class AllOf(Node):
    """A capitalised kind used as an expression: all things of it."""

    kind: str


@dataclass(frozen=True, slots=True)
class NoneValue(Node):
    pass


@dataclass(frozen=True, slots=True)
class You(Node):
    pass


@dataclass(frozen=True, slots=True)
class Flag(Node):
    value: bool


@dataclass(frozen=True, slots=True)
class Call(Node):
    name: str
    name_span: Span
    arguments: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class FieldOf(Node):
    """`target.name`; the name of a kind is capitalised (`hold.Crew`)."""

    target: "Expr"
    name: str
    name_span: Span


@dataclass(frozen=True, slots=True)
class CallOf(Node):
    target: "Expr"
    name: str
    name_span: Span
    arguments: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class At(Node):
    target: "Expr"
    index: "Expr"


@dataclass(frozen=True, slots=True)
class SetOf(Node):
    items: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class Pair(Node):
    name: str
    value: "Expr"


@dataclass(frozen=True, slots=True)
class Bill(Node):
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Those(Node):
    """`(x in S where C)`."""

    name: str
    name_span: Span
    source: "Expr"
    condition: "Expr"


@dataclass(frozen=True, slots=True)
class NumberOf(Node):
    what: "Expr"


@dataclass(frozen=True, slots=True)
class FirstOf(Node):
    what: "Expr"


@dataclass(frozen=True, slots=True)
class Aggregate(Node):
    """`total|highest|lowest of E for (x in S where C)`; the condition may be missing."""

    which: str
    value: "Expr"
    name: str
    name_span: Span
    source: "Expr"
    condition: "Expr | None"


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    operator: str                # + - * / %
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class Compare(Node):
    operator: str                # = != < <= > >=
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class IsIn(Node):
    what: "Expr"
    where: "Expr"
    negated: bool


@dataclass(frozen=True, slots=True)
class IsA(Node):
    """`x is Kind`, `x is not Kind`, `x is none`, `x is not none`, `x is Kind as name`; kind is None for `none`."""

    what: "Expr"
    kind: str | None
    negated: bool
    name: str | None
    name_span: Span | None


@dataclass(frozen=True, slots=True)
class Some(Node):
    what: "Expr"


@dataclass(frozen=True, slots=True)
class No(Node):
    what: "Expr"


@dataclass(frozen=True, slots=True)
class Not(Node):
    what: "Expr"


@dataclass(frozen=True, slots=True)
class Every(Node):
    """`every x in S has C`."""

    name: str
    name_span: Span
    source: "Expr"
    condition: "Expr"


@dataclass(frozen=True, slots=True)
class And(Node):
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class Or(Node):
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class IfElse(Node):
    """`value if condition else other`."""

    value: "Expr"
    condition: "Expr"
    other: "Expr"


Expr: TypeAlias = Union[Number, Text, Name, AllOf, NoneValue, You, Flag, Call, FieldOf, CallOf, At, SetOf, Bill, Those,
                        NumberOf, FirstOf, Aggregate, Arithmetic, Compare, IsIn, IsA, Some, No, Not, Every, And, Or, IfElse]


# ---- sentences -------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Word(Node):
    """A keyword inside a sentence: to from of in by as at for with and is each has."""

    word: str


Piece: TypeAlias = Union[Expr, Word]


@dataclass(frozen=True, slots=True)
class Sentence(Node):
    """`verb piece piece …`.  Bare names among the pieces may be words of the pattern or expressions: the checker decides."""

    verb: str
    verb_span: Span
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Tail(Node):
    """`, piece piece …` after a sentence or a field."""

    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Cite(Node):
    """One id inside `[FA-SAIL-05, FA-SAIL-07]`."""

    id: str


Cites: TypeAlias = tuple[Cite, ...]


# ---- types -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class NamedType(Node):
    """`flag`, `number`, `Kind`, `Player`, `thing`, `place`, …"""

    name: str


@dataclass(frozen=True, slots=True)
class RangeType(Node):
    """`0 to 7`, `0 to many`, `0 to days_per_turn`: the high end is a number or a name."""

    low: int
    high: int | str


@dataclass(frozen=True, slots=True)
class OfType(Node):
    """`set of T`, `list of T`, `bill of Kind`."""

    outer: str
    inner: "Type"


@dataclass(frozen=True, slots=True)
class TableType(Node):
    """`number for each Kind`."""

    kind: str


@dataclass(frozen=True, slots=True)
class OrNone(Node):
    inner: "Type"


Type: TypeAlias = Union[NamedType, RangeType, OfType, TableType, OrNone]


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Path(Node):
    """`hold.open_slots_by_era`: where data lie."""

    names: tuple[str, ...]
