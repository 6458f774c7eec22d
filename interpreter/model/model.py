"""Form 2: what the rules declare.  Kinds, things, states, places, values, verbs, moves, phases, rules, scores, with their names
resolved; the expressions and steps inside are still syntax, given types when they are turned into form 3.

The model does not depend on the number of players: things that each player owns are numbered by the program's layout.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from lawspeaker.interpreter.model.types import Type
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.source import Span


@dataclass(slots=True, eq=False)
class ThingDatum:
    """A thing of the data: its id, title, the facts it has (data; of a card expressions) and where it was written."""

    id: str
    title: str
    kind: Kind
    span: Span
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Kind:
    name: str
    span: Span
    title: str = ""
    parent: Kind | None = None
    children: list[Kind] = field(default_factory=list)
    data: tuple[n.Path, ...] = ()
    facts: dict[str, Fact] = field(default_factory=dict)
    states: dict[str, State] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    members: list[tuple[str, Span]] = field(default_factory=list)
    copies: n.Expr | None = None
    copies_per_player: bool = False
    told_apart: bool = False
    starts_in: n.Expr | None = None
    discarded_to: n.Expr | None = None
    size: tuple[int, int] | None = None           # of a grid
    cards: list[ThingDatum] = field(default_factory=list)         # of a form: its moves
    things: list[ThingDatum] = field(default_factory=list)
    cites: n.Cites = ()
    used: bool = False

    def is_a(self, other: Kind) -> bool:
        k: Kind | None = self
        while k is not None:
            if k is other:
                return True
            k = k.parent
        return False

    @property
    def counted(self) -> bool:
        """Pieces of one sort are only counted, not told apart."""
        k: Kind | None = self
        while k is not None:
            if k.copies is not None:
                return not k.told_apart
            k = k.parent
        return False

    @property
    def word(self) -> str:
        """The kind's name as a variable: `Port` is `port`."""
        return "".join("_" + c.lower() if c.isupper() and i else c.lower() for i, c in enumerate(self.name))

    def ancestors(self) -> list[Kind]:
        """The kind and what it is, itself first."""
        out: list[Kind] = []
        k: Kind | None = self
        while k is not None:
            out.append(k)
            k = k.parent
        return out

    def find(self, what: str, name: str) -> Any:
        for k in self.ancestors():
            found = getattr(k, what).get(name)
            if found is not None:
                return found
        return None


@dataclass(slots=True, eq=False)
class Fact:
    name: str
    type: Type
    span: Span
    default: n.Expr | None = None
    data: tuple[n.Path, ...] = ()
    owner: Kind | None = None                     # None: the table
    cites: n.Cites = ()
    used: bool = False
    value: Any = None                             # of a fact of the table, raw
    missing: bool = True
    source: Any = None                            # the datum it was read from


@dataclass(slots=True, eq=False)
class State:
    name: str
    type: Type
    span: Span
    node: n.Field
    owner: Any                                    # Kind, Phase, or "table"
    index: n.Type | None = None
    default: n.Expr | None = None
    seen: str = "everyone"
    capacity: n.Expr | None = None                # of a list
    cites: n.Cites = ()
    read: bool = False
    written: bool = False


@dataclass(slots=True, eq=False)
class Place:
    word: str                                     # area, pile, row, bag
    name: str
    kinds: tuple[Kind, ...]
    span: Span
    owner: Any                                    # Kind or "table"
    index: n.Type | None = None
    capacity: n.Expr | None = None
    seen: str | None = None
    refilled: n.Expr | None = None
    cites: n.Cites = ()
    read: bool = False


@dataclass(slots=True, eq=False)
class Graph:
    name: str
    kind: Kind
    span: Span
    data: tuple[n.Path, ...]
    links: dict[str, list[str]] = field(default_factory=dict)
    cites: n.Cites = ()
    used: bool = False


@dataclass(slots=True, eq=False)
class Parameter:
    name: str
    type: Type | None                             # None: types that only core.law uses (`place`, `thing`, …)
    word: str
    span: Span


@dataclass(slots=True, eq=False)
class Value:
    name: str
    parameters: list[Parameter]
    span: Span
    value: n.Expr | None
    cases: list[tuple[n.Expr | None, n.Expr]]
    native: bool = False
    help: str = ""
    cites: n.Cites = ()
    used: bool = False
    type: Type | None = None                      # inferred


@dataclass(slots=True, eq=False)
class Verb:
    """A pattern with its steps; `words` is the name in messages (`suffer losses in {z}`)."""

    pattern: tuple[n.PatternWord | n.Hole, ...]
    span: Span
    block: n.Block
    native: str | None                            # the help text
    cites: n.Cites = ()
    used: bool = False
    core: bool = False

    @property
    def first(self) -> tuple[str, ...]:
        w = self.pattern[0]
        return w.words if isinstance(w, n.PatternWord) else ()

    @property
    def words(self) -> str:
        out = []
        for p in self.pattern:
            out.append("/".join(p.words) if isinstance(p, n.PatternWord) else "{" + p.name + "}")
        return " ".join(out)

    @property
    def name(self) -> str:
        """The words alone, joined: `suffer_losses_in`."""
        return "_".join(p.words[0] for p in self.pattern if isinstance(p, n.PatternWord))

    @property
    def holes(self) -> list[n.Hole]:
        return [p for p in self.pattern if isinstance(p, n.Hole)]


@dataclass(slots=True, eq=False)
class Form:
    name: str
    span: Span
    parent: Form | None
    entry: n.Entry | None
    used: bool = False
    core: bool = False
    card: Kind | None = None                      # the kind of its cards, if the form itself says `card kept in`
    kept: n.Expr | None = None                    # where they are played from
    active: n.Expr | None = None                  # where what they say holds
    playable: list[n.Playable] = field(default_factory=list)

    @property
    def deck(self) -> Form | None:
        """The form, itself or one it is, that makes its moves cards."""
        return next((f for f in self.ancestors() if f.card is not None), None)

    def ancestors(self) -> list[Form]:
        """The form and what it is, itself first."""
        out: list[Form] = []
        f: Form | None = self
        while f is not None:
            out.append(f)
            f = f.parent
        return out

    def is_a(self, other: Form) -> bool:
        return other in self.ancestors()


@dataclass(slots=True, eq=False)
class MoveDecl:
    name: str
    form: Form
    entry: n.Entry
    span: Span
    number: int = -1
    named: bool = False                           # by a step or a value, not only by its form
    active: n.Expr | None = None
    own_playable: list[n.Playable] = field(default_factory=list)
    printed: n.Text | None = None                 # the text of a card

    @property
    def playable(self) -> list[n.Playable]:
        """When it may be played; empty: when its form is offered.  Own lines replace those of the form."""
        if self.own_playable:
            return self.own_playable
        return next((f.playable for f in self.form.ancestors() if f.playable), [])

    @property
    def does(self) -> bool:
        """Whether it does something of its own when it is made."""
        return any(isinstance(x, n.Does) for x in self.entry.members)

    @property
    def card(self) -> Kind | None:
        deck = self.form.deck
        return deck.card if deck is not None else None

    @property
    def active_in(self) -> n.Expr | None:
        """Where it must lie for what it says by `at`, `becomes` …; none: this speaks of the move itself."""
        return self.active or next((f.active for f in self.form.ancestors() if f.active is not None), None)


@dataclass(slots=True, eq=False)
class Phase:
    name: str
    node: n.Phase
    span: Span
    parameters: list[Parameter]
    states: dict[str, State] = field(default_factory=dict)
    parent: Phase | None = None
    used: bool = False
    number: int = -1


@dataclass(slots=True, eq=False)
class MomentDecl:
    name: str
    parameters: list[Parameter]
    span: Span
    used: bool = False
    core: bool = False


@dataclass(slots=True, eq=False)
class Rule:
    name: str
    entry: n.Entry
    span: Span
    reactions: list[n.Reaction]
    watchers: list[n.Watcher]
    events: list[n.Reaction] = field(default_factory=list)        # before, after and instead of verbs
    precedes: list[tuple[str, Span]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class ScoreDecl:
    name: str
    entry: n.Entry
    span: Span
    parameter: Parameter | None
    value: n.Expr | None
    cases: list[tuple[n.Expr | None, n.Expr]]
    compares: n.Expr | None = None
    ranks: dict[int, n.Expr] = field(default_factory=dict)
    ties: str = "all"


@dataclass(slots=True, eq=False)
class Payment:
    """How bills are paid: the clauses it has, each with its holes, and the payment whose other lines it takes over."""

    name: str
    span: Span
    parent: str | None
    parent_span: Span | None
    lines: list[tuple[str, dict[str, n.Expr], n.Line]] = field(default_factory=list)
    cites: n.Cites = ()
    used: bool = False


@dataclass(slots=True, eq=False)
class BotDecl:
    """A bot written in law: how heavily it weighs moves (a move's or form's name, the weight)."""

    name: str
    title: str
    span: Span
    weights: list[tuple[n.Name, n.Expr]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Setting:
    name: str
    type: Type
    span: Span
    default: n.Expr | None
    text: str
    used: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """A place of the law that changes a value, or waives a requirement: always, while a card is in play (`move`), or for a time (`until`)."""

    change: n.Change | n.Waive
    move: MoveDecl | None = None
    until: n.Until | None = None


@dataclass(slots=True)
class Game:
    name: str = ""
    title: str = ""
    span: Span | None = None
    least: int = 1
    most: int = 1
    seats: list[str] = field(default_factory=list)
    outline: list[n.Phase | n.Line] = field(default_factory=list)
    winner: list[n.Expr | None] = field(default_factory=list)     # None: final_score
    cites: n.Cites = ()
    version: str = ""


@dataclass(slots=True)
class Model:
    game: Game = field(default_factory=Game)
    kinds: dict[str, Kind] = field(default_factory=dict)
    table_states: dict[str, State] = field(default_factory=dict)
    table_places: dict[str, Place] = field(default_factory=dict)
    table_facts: dict[str, Fact] = field(default_factory=dict)
    graphs: dict[str, Graph] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    verbs: list[Verb] = field(default_factory=list)
    clauses: list[Verb] = field(default_factory=list)
    forms: dict[str, Form] = field(default_factory=dict)
    moves: dict[str, MoveDecl] = field(default_factory=dict)
    phases: dict[str, Phase] = field(default_factory=dict)
    moments: dict[str, MomentDecl] = field(default_factory=dict)
    rules: dict[str, Rule] = field(default_factory=dict)
    scores: dict[str, ScoreDecl] = field(default_factory=dict)
    settings: dict[str, Setting] = field(default_factory=dict)
    bots: dict[str, BotDecl] = field(default_factory=dict)
    payments: dict[str, Payment] = field(default_factory=dict)
    sites: list[Site] = field(default_factory=list)
    untils: list[n.Until] = field(default_factory=list)
    laters: list[n.Later] = field(default_factory=list)
    header_reads: dict[str, frozenset[int]] = field(default_factory=dict)      # of moves that are playable any time (program/windows.py)
    captured: dict[int, Any] = field(default_factory=dict)        # of these, by id: the names they read (program/changes.py)
    expansions: dict[str, Span] = field(default_factory=dict)
    cited: dict[str, list[Span]] = field(default_factory=dict)
    things: dict[str, list[ThingDatum]] = field(default_factory=dict)
    unbuilt: list[tuple[str, Span]] = field(default_factory=list)

    @property
    def player(self) -> Kind:
        return self.kinds["Player"]
