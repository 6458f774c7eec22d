"""Form 1: what was written.  One frozen class for each thing the grammar knows; nothing is looked up here.

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


# ---- members of declarations ---------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Field(Node):
    """`state|fact|setting name[index]: type from path = E "text", trait`."""

    word: str                    # state, fact, setting
    name: str
    name_span: Span
    index: Type | None
    type: Type
    data: tuple[Path, ...]
    default: Expr | None
    text: Text | None
    traits: tuple[Tail, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Place(Node):
    """`area|pile|row|bag name[index] of Kind or Kind, trait, …`."""

    word: str
    name: str
    name_span: Span
    index: Type | None
    kinds: tuple[str, ...]
    kind_spans: tuple[Span, ...]
    traits: tuple[Tail, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Case(Node):
    """`when C gives E`."""

    condition: Expr
    value: Expr
    cites: Cites


@dataclass(frozen=True, slots=True)
class Gives(Node):
    value: Expr
    cites: Cites


@dataclass(frozen=True, slots=True)
class Ranked(Node):
    """`first|second|third gives E` of a score."""

    rank: int
    value: Expr
    cites: Cites


@dataclass(frozen=True, slots=True)
class Requires(Node):
    name: str | None
    condition: Expr
    text: Text | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class Costs(Node):
    """`costs 1 sailing day`: the pieces after `costs`; the verb is `pay`."""

    pieces: tuple[Piece, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Does(Node):
    block: "Block"
    cites: Cites


@dataclass(frozen=True, slots=True)
class Moment(Node):
    """`start|end of [own|any] name`, `[any] name`, `[any] name(a, b)`."""

    edge: str | None             # start, end
    whose: str | None            # own, any
    name: str
    name_span: Span
    arguments: tuple[str, ...]
    argument_spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Reaction(Node):
    """`at MOMENT or MOMENT if C`, `before|after|instead of SENTENCE if C`, and in `extends` a bare `before|after`."""

    word: str                    # at, before, after, instead
    moments: tuple[Moment, ...]
    sentence: Sentence | None
    condition: Expr | None
    block: "Block"
    cites: Cites


@dataclass(frozen=True, slots=True)
class Watcher(Node):
    """`whenever C`, or `whenever name in source has C`."""

    name: str | None
    name_span: Span | None
    source: Expr | None
    condition: Expr
    block: "Block"
    cites: Cites


@dataclass(frozen=True, slots=True)
class Playable(Node):
    """`playable at MOMENT`, `during PHASE or PHASE`, `instead of SENTENCE`, `any time`, each with `if C`."""

    word: str                    # at, during, instead, any
    moment: Moment | None
    phases: tuple[str, ...]
    phase_spans: tuple[Span, ...]
    sentence: Sentence | None
    condition: Expr | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class Repetition(Node):
    """`again and again` (endless), `again until C` (until), `again until all pass` (pass)."""

    word: str                    # endless, until, pass
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Turns(Node):
    """`each player from E[, repetition]`."""

    source: Expr
    repetition: Repetition | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class Repeated(Node):
    repetition: Repetition
    cites: Cites


@dataclass(frozen=True, slots=True)
class Line(Node):
    """A sentence, in a declaration (a clause) or in a block (a step)."""

    sentence: Sentence
    tails: tuple[Tail, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Change(Node):
    """`target becomes E while C`; the target is a Name, Call, FieldOf or CallOf."""

    target: Expr
    value: Expr
    condition: Expr | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class Waive(Node):
    """`waive [ids] of move where C`, or `waive name of move where C`."""

    ids: Cites
    name: str | None
    name_span: Span | None
    move: str
    move_span: Span
    condition: Expr | None
    cites: Cites


# ---- steps -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Block(Node):
    steps: tuple["Step", ...]


@dataclass(frozen=True, slots=True)
class Amount(Node):
    """`up to N` (up_to), `any` (any), `N` (exactly)."""

    word: str
    number: Expr | None


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`choose [amount] name from source ["prompt"]`; `to` is the high end of `from 1 to 3`."""

    amount: Amount | None
    name: str
    name_span: Span
    source: Expr
    to: Expr | None
    prompt: Text | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class Option(Node):
    key: str
    key_span: Span
    label: Text
    condition: Expr | None
    costs: tuple[Costs, ...]
    block: Block                 # empty without steps
    cites: Cites


@dataclass(frozen=True, slots=True)
class ChooseOne(Node):
    prompt: Text | None
    options: tuple[Option, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Let(Node):
    name: str
    name_span: Span
    value: Expr
    cites: Cites


@dataclass(frozen=True, slots=True)
class End(Node):
    name: str
    name_span: Span
    cites: Cites


@dataclass(frozen=True, slots=True)
class Stop(Node):
    cites: Cites


@dataclass(frozen=True, slots=True)
class May(Node):
    label: Text | None
    block: Block
    cites: Cites


@dataclass(frozen=True, slots=True)
class If(Node):
    """Branches in order (condition, block); `otherwise` is the `else` block."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    """`for each name in source [to high] [where C] [at once]`."""

    name: str
    name_span: Span
    source: Expr
    to: Expr | None
    condition: Expr | None
    at_once: bool
    block: Block
    cites: Cites


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    times: Expr
    asking: Text | None
    block: Block
    cites: Cites


@dataclass(frozen=True, slots=True)
class As(Node):
    who: Expr
    block: Block
    cites: Cites


@dataclass(frozen=True, slots=True)
class During(Node):
    phase: Expr                  # a Name or a Call
    block: Block
    cites: Cites


@dataclass(frozen=True, slots=True)
class Bound(Node):
    """`start of X`, `end of X` (edge), or `2 sail` (count)."""

    edge: str | None
    count: Expr | None
    name: str
    name_span: Span


@dataclass(frozen=True, slots=True)
class Until(Node):
    bounds: tuple[Bound, ...]
    everyone: bool
    members: tuple[Union[Change, Waive, Reaction], ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Later(Node):
    moment: Moment
    condition: Expr | None
    block: Block
    cites: Cites


@dataclass(frozen=True, slots=True)
class AtOnce(Node):
    block: Block
    cites: Cites


@dataclass(frozen=True, slots=True)
class Result(Node):
    """An arm after a step: then, partly, otherwise, replaced."""

    word: str
    block: Block
    cites: Cites


Step: TypeAlias = Union[Line, Let, End, Stop, Choose, ChooseOne, May, If, ForEach, Repeat, As, During, Until, Later, AtOnce,
                        Result, Requires]

# ---- declarations --------------------------------------------------------------------------------------------
Member: TypeAlias = Union[Field, Place, Case, Gives, Ranked, Choose, ChooseOne, Requires, Costs, Does, Reaction, Watcher,
                          Playable, Change, Waive, Turns, Repeated, "Phase", Line]


@dataclass(frozen=True, slots=True)
class Entry(Node):
    """`WORD name(parameters) "Title" is Parent for Owner from path = E`, with an indented body."""

    word: str
    word_span: Span
    name: str | None             # none: `table`, `player`
    name_span: Span | None
    parameters: tuple[Parameter, ...] | None     # None: written without parentheses
    title: Text | None
    parent: str | None
    parent_span: Span | None
    owner: str | None
    owner_span: Span | None
    data: tuple[Path, ...]
    value: Expr | None
    cites: Cites
    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class Phase(Node):
    name: str
    name_span: Span
    parameters: tuple[Parameter, ...] | None
    title: Text | None
    cites: Cites
    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class PatternWord(Node):
    """A word of a pattern; alternatives come from `day(s)` (day, days) and `die/dice`."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hole(Node):
    name: str
    name_span: Span
    type: Type


@dataclass(frozen=True, slots=True)
class Procedure(Node):
    """`to PATTERN` (a verb) or `clause PATTERN` (a line of declarations)."""

    word: str                    # to, clause
    pattern: tuple[Union[PatternWord, Hole], ...]
    cites: Cites
    block: Block


@dataclass(frozen=True, slots=True)
class Replaces(Node):
    declaration: Union[Entry, Phase, Procedure]


@dataclass(frozen=True, slots=True)
class Extends(Node):
    declaration: Union[Entry, Phase]


@dataclass(frozen=True, slots=True)
class Removes(Node):
    word: str
    name: str
    name_span: Span


@dataclass(frozen=True, slots=True)
class Together(Node):
    """`when inn and voyage`: declarations that apply only with these expansions or settings."""

    condition: Expr
    declarations: tuple["Declaration", ...]


Declaration: TypeAlias = Union[Entry, Phase, Procedure, Change, Waive, Replaces, Extends, Removes, Together]


@dataclass(frozen=True, slots=True)
class File(Node):
    declarations: tuple[Declaration, ...]
