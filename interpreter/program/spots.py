"""Layout → spots: one entry for each state and each place of each owner, with the cell it lies in and who may see it.

View and log read cells through this; cells that belong to the engine have no spot.  Visibility is decided here and nowhere else.
Spots know no declarations, so that a program that runs needs none.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.program.schema import AREA, COUNTS, Cells, Layout

if TYPE_CHECKING:
    from lawspeaker.interpreter.model.types import Type

STATE = -1


@dataclass(frozen=True, slots=True)
class Spot:
    """A state or a place: `of` is the thing or seat it belongs to, `seat` the player whose it is, `index` its entry."""

    name: str
    owner: str                   # table, player, the name of a kind or of a phase, engine (the box)
    of: int | None
    index: int | None
    index_kind: str              # the kind of things the index counts, or nothing for numbers
    seen: str
    seat: int | None
    cell: int
    length: int
    how: int                     # STATE or how the place keeps its pieces
    low: int
    shape: str                   # of a state: number, flag, thing, list of …
    place: int                   # number of the place, -1 for a state
    kinds: tuple[str, ...]       # what may lie in a place

    def visible(self, viewer: int | None) -> bool:
        """Whether a player sees what is here; nobody in particular (None) sees everything."""
        return viewer is None or self.seen == "everyone" or (self.seen == "owner" and self.seat == viewer)

    def pieces(self, cells: list[Any]) -> list[int]:
        """The numbers of what lies here, in the order of the place; sorts as often as they are there."""
        if self.how == COUNTS:
            return [self.low + i for i in range(self.length) for _ in range(cells[self.cell + i])]
        return list(cells[self.cell])


def tells_all(spot: Spot, shown: int, lying: int) -> bool:
    """Whether a player to whom so many of the pieces were shown knows the place as if it were open: the order of a pile or a
    row is nothing that was shown."""
    return 0 < shown == lying and (spot.how == AREA or lying == 1)


class Spots:
    """All spots of a layout; `phases` are the cells that say whether a phase is going on."""

    def __init__(self, layout: Layout) -> None:
        self.all: list[Spot] = []
        self.phases: dict[str, int] = {}
        for c in layout.cells:
            if c.what == "state":
                self.states(layout, c)
            elif c.what == "engine" and c.owner != "engine":
                self.phases[c.owner] = c.base
        for t in layout.places:
            seats = seat_finder(layout, t.owner, t.decl)
            for i in range(t.count):
                of, index = split(t.dimensions, i, t.owner != "table")
                kinds = tuple(dict.fromkeys(k.title or k.name for k in t.decl.kinds)) if t.decl is not None else ()
                self.all.append(Spot(t.name, t.owner, of, index, index_kind(t.decl), t.seen, seats(of, index), t.base + i * t.stride,
                                     t.stride, t.how, t.low, "", t.first + i, kinds))
        self.known, self.pieces = layout.known, layout.pieces
        self.of_cell = {s.cell + i: s for s in self.all for i in range(s.length)}
        self.of_place = {s.place: s for s in self.all if s.place >= 0}

    def shown(self, spot: Spot, cells: list[Any], viewer: int) -> list[int]:
        """The pieces of a place hidden from a player that were shown to this player, in the order of the data: the order of
        the place stays hidden."""
        if self.known < 0 or spot.how in (STATE, COUNTS):
            return []
        low, high = self.pieces
        return sorted(t for t in cells[spot.cell] if low <= t < high and viewer in cells[self.known + t])

    def states(self, layout: Layout, c: Cells) -> None:
        seats = seat_finder(layout, c.owner, c.decl)
        owned = c.owner != "table" and c.owner not in self.phases
        for i in range(c.length):
            of, index = split(c.dimensions, i, owned)
            self.all.append(Spot(c.name, c.owner, of, index, index_kind(c.decl), c.seen, seats(of, index), c.base + i, 1, STATE, 0,
                                 shape(c.type), -1, ()))


def split(dimensions: tuple[tuple[int, int], ...], i: int, owned: bool) -> tuple[int | None, int | None]:
    """Which owner and which index instance number i belongs to."""
    values: list[int] = []
    for low, count in reversed(dimensions):
        values.insert(0, low + i % count)
        i //= count
    of = values.pop(0) if owned and values else None
    return of, values[0] if values else None


def index_kind(decl: Any) -> str:
    """The kind that a declaration is indexed by; nothing for numbers."""
    return str(getattr(getattr(decl, "index", None), "name", ""))


def seat_finder(layout: Layout, owner: str, decl: Any) -> Callable[[int | None, int | None], int | None]:
    by_player = index_kind(decl) == "Player"

    def seat(of: int | None, index: int | None) -> int | None:
        if owner == "player":
            return of
        owned = layout.things[of].owner if of is not None else None
        return owned if owned is not None else index if by_player else None
    return seat


def shape(t: Type | None) -> str:
    """What the values of a type look like."""
    # by the names of the types: the engine reads this module, and must not need the model
    match type(t).__name__:
        case "FlagType":
            return "flag"
        case "ThingType":
            return "thing"
        case "ListType":
            return f"list of {shape(t.item)}"  # type: ignore[union-attr]
        case _:
            return "number"


def told(value: Any, form: str, name: Callable[[int], str]) -> Any:
    """The value of a state as plain data; `name` makes ids of things.

    >>> told((3, 1), "list of number", str), told(-1, "thing", str), told(1, "flag", str)
    ([3, 1], None, True)
    """
    if form.startswith("list of "):
        return [told(v, form.removeprefix("list of "), name) for v in value]
    if form == "thing":
        return name(value) if value >= 0 else None
    return bool(value) if form == "flag" else value
