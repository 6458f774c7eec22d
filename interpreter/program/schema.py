"""Model + number of players → the layout: which number each thing has, which cell each state and place.

Cells 0 to 15 belong to the engine (below); then come states, places, watchers' bits and where each piece lies.  Things share
one numbering: players, counted sorts, pieces that are told apart, everything else; each kind is a contiguous range.
"""
from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lawspeaker.interpreter.model.model import Kind, Place, ThingDatum

STACK, OVER, SEED, ACTIVE, FIRST, WATCH, QUEUE, DICTATED = range(8)
ORDER = -1                       # in what is read: the order of the players, which begins with whoever is on turn
STREAMS = ("setup", "deck", "dice", "pick", "first")
STREAM_CELL = {name: 8 + i for i, name in enumerate(STREAMS)}
ORDERS = 13                      # when who wants to be asked for what is playable any time; 0: nobody has said anything
ALWAYS, NEVER = -1, -2           # of an order, where no moment is named
ENGINE_CELLS = 16

AREA, ROW, PILE, COUNTS = range(4)


@dataclass(slots=True)
class Thing:
    number: int
    id: str
    title: str
    kind: Kind
    owner: int | None
    datum: ThingDatum | None


@dataclass(slots=True)
class Table:
    """Constant values that law looks up by number: a fact of all things, the neighbours of each."""

    values: tuple[Any, ...]
    name: str


@dataclass(slots=True)
class Cells:
    """A run of cells that belongs to one declaration: `name` for people, `what`: engine, state, place, count, where, bits, known."""

    base: int
    length: int
    name: str
    what: str
    owner: str                   # table, player, a kind's name, a phase's name, engine
    seen: str
    decl: Any = None
    dimensions: tuple[tuple[int, int], ...] = ()      # (lowest, how many) for each index: owner first
    type: Any = None


@dataclass(slots=True)
class PlaceTable:
    """All instances of one place: instance i has the place number first + i and its cell(s) at base + i * stride."""

    decl: Place | None
    first: int
    count: int
    base: int
    stride: int
    how: int                     # AREA, ROW, PILE (a tuple in one cell) or COUNTS (one cell for each sort from low on)
    low: int
    dimensions: tuple[tuple[int, int], ...]
    name: str
    seen: str
    owner: str


@dataclass(slots=True)
class Layout:
    players: int
    seats: list[str]
    things: list[Thing] = field(default_factory=list)
    ranges: dict[str, tuple[int, int]] = field(default_factory=dict)
    counted: tuple[int, int] = (0, 0)
    pieces: tuple[int, int] = (0, 0)
    cells: list[Cells] = field(default_factory=list)
    initial: list[Any] = field(default_factory=list)
    places: list[PlaceTable] = field(default_factory=list)
    place_of: dict[int, PlaceTable] = field(default_factory=dict)     # id(decl) → table
    state_of: dict[int, Cells] = field(default_factory=dict)          # id(decl) → cells
    where: int = -1                                                   # cell of piece t: where + t
    box: int = -1                                                     # number of the place `box`
    by_id: dict[str, list[int]] = field(default_factory=dict)
    known: int = -1                                                   # who was shown piece t: known + t; -1: nothing is ever shown

    def range(self, kind: Kind) -> tuple[int, int]:
        return self.ranges[kind.name]

    def take(self, cells: Cells, values: list[Any]) -> Cells:
        assert len(values) == cells.length
        cells.base = len(self.initial)
        self.initial.extend(values)
        self.cells.append(cells)
        return cells

    def alone(self) -> Layout:
        """The layout without the declarations it was made from: numbers, titles and cells are all that playing needs."""
        things = [replace(t, kind=None, datum=None) for t in self.things]  # type: ignore[arg-type]
        return replace(self, things=things, cells=[replace(c, decl=None, type=None) for c in self.cells],
                       places=[replace(p, decl=None) for p in self.places], place_of={}, state_of={})

    def place(self, number: int) -> tuple[PlaceTable, int]:
        """The table of a place number and the instance in it."""
        for t in self.places:
            if t.first <= number < t.first + t.count:
                return t, number - t.first
        raise KeyError(number)


def kind_order(kind: Kind) -> list[Kind]:
    """The kind and all below it, so that each is a contiguous range: own members first, then the children in order."""
    out = [kind]
    for c in kind.children:
        out.extend(kind_order(c))
    return out
