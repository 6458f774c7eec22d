"""Form 1: what was written.  One frozen class for each thing the grammar knows; nothing is looked up here.

Every node has the span it was written at.  Strings with holes (`"Sail to {there}"`) are `Text` nodes whose parts are
plain strings and expressions.  Expressions, sentences and types stand in nodes_expressions.py; all names are here.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, Union

from lawspeaker.interpreter.syntax.nodes_expressions import *  # noqa: F403
from lawspeaker.interpreter.syntax.nodes_expressions import (
    Cites,
    Expr,
    Node,
    Parameter,
    Path,
    Piece,
    Sentence,
    Tail,
    Text,
    Type,
)
from lawspeaker.interpreter.text.source import Span


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
    """`start|end of [own|any] name`, `start|end of [own|any] name(a, b)`, `[any] name`, `[any] name(a, b)`."""

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

    @property
    def words(self) -> str:
        """The line as it stands in the law, without citations."""
        return " ".join(self.span.text.split("[")[0].split())


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
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Together(Node):
    """`when inn and voyage`: declarations that apply only with these expansions or settings."""

    condition: Expr
    declarations: tuple["Declaration", ...]


Declaration: TypeAlias = Union[Entry, Phase, Procedure, Change, Waive, Replaces, Extends, Removes, Together]


@dataclass(frozen=True, slots=True)
class File(Node):
    declarations: tuple[Declaration, ...]
