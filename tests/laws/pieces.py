"""Where all pieces of a position are, read from its layout alone: what conservation and limits are held against."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from playing import Table

from lawspeaker.interpreter.program.schema import COUNTS, PILE, ROW, Layout, PlaceTable
from lawspeaker.interpreter.state import State
from lawspeaker.interpreter.syntax import nodes as n


@dataclass(frozen=True)
class Spot:
    """One instance of a place."""

    number: int
    cell: int
    how: int
    low: int
    stride: int
    table: PlaceTable
    owner: int                   # of a player's place, else -1


def layout_of(state: State) -> Layout:
    """The layout with its declarations, which a program that runs has forgotten."""
    return state.game.looker(state.game.seat_names(len(state.players))).layout


def spots(layout: Layout) -> list[Spot]:
    out = []
    for t in layout.places:
        per_owner = 1
        for _, count in t.dimensions[1:]:
            per_owner *= count
        for i in range(t.count):
            owner = i // per_owner if t.owner == "player" else -1
            out.append(Spot(t.first + i, t.base + i * t.stride, t.how, t.low, t.stride, t, owner))
    return out


def lying(cells: list[Any], spot: Spot) -> list[int]:
    """The pieces of a place; counted ones as often as they lie there."""
    if spot.how != COUNTS:
        return list(cells[spot.cell])
    return [spot.low + i for i in range(spot.stride) for _ in range(cells[spot.cell + i])]


class Inventory:
    """What a position must hold: checks one position after another against the first."""

    def __init__(self, table: Table, state: State) -> None:
        self.layout = layout_of(state)
        self.spots = spots(self.layout)
        self.state = state
        self.kinds = {s.number: {k.name for k in s.table.decl.kinds} if s.table.decl is not None else set() for s in self.spots}
        self.limits = [(s, limit) for s in self.spots if (limit := limit_of(table, state, s)) is not None]
        self.start = Counter(t for s in self.spots for t in lying(state.cells, s))

    def by_kind(self) -> Counter[str]:
        return Counter({name: n for name in self.layout.ranges
                        if (n := sum(c for t, c in self.start.items() if self.layout.things[t].kind.name == name))})

    def check(self, cells: list[Any]) -> None:
        found: Counter[int] = Counter()
        first, end = self.layout.pieces
        for s in self.spots:
            here = lying(cells, s)
            if s.how == COUNTS:
                assert all(cells[s.cell + i] >= 0 for i in range(s.stride)), s.table.name
            elif s.how not in (ROW, PILE):
                assert here == sorted(here), f"{s.table.name} is not in order"
            assert s.how == PILE or s.how == ROW or s.how == COUNTS or type(cells[s.cell]) is tuple
            for t in here:
                found[t] += 1
                assert s.table.decl is None or any(k.name in self.kinds[s.number] for k in self.layout.things[t].kind.ancestors()), \
                    f"{self.layout.things[t].id} lies in {s.table.name}"
                if first <= t < end:
                    assert cells[self.layout.where + t] == s.number, f"{self.layout.things[t].id} lies in {s.table.name}, cells say elsewhere"
        assert found == self.start, "pieces were lost or made"
        for s, limit in self.limits:
            assert len(lying(cells, s)) <= limit(cells), f"{s.table.name} holds more than its limit"
        self.ranges(cells)

    def ranges(self, cells: list[Any]) -> None:
        """Every state of things, flags and numbers is in its range."""
        from lawspeaker.interpreter.model.types import FlagType, NumberType, ThingType
        for c in self.layout.cells:
            if c.what != "state":
                continue
            for value in cells[c.base:c.base + c.length]:
                if isinstance(c.type, NumberType):
                    assert c.type.low <= value <= c.type.high, f"{c.name} is {value}"
                elif isinstance(c.type, FlagType):
                    assert value in (0, 1), f"{c.name} is {value}"
                elif isinstance(c.type, ThingType):
                    ranges = [self.layout.range(k) for k in c.type.kinds]
                    neutral = c.type.optional or c.owner not in ("table", "player")      # a phase that does not go on
                    assert (neutral and value == -1) or any(low <= value < high for low, high in ranges), f"{c.name} is {value}"


def limit_of(table: Table, state: State, spot: Spot) -> Any:
    """How many may lie in a place, as a function of the cells; None if there is no limit."""
    capacity = spot.table.decl.capacity if spot.table.decl is not None else None
    match capacity:
        case None:
            return None
        case n.Number():
            return lambda cells: capacity.value
        case n.Name():
            fact = table.game.compiled.model.table_facts.get(capacity.name)
            if fact is not None:
                return lambda cells: fact.value.value
            program = state._edition.program
            f = next(f for f in program.functions if f.name == capacity.name and f.kind == "value")
            arguments = (spot.owner,) if f.params else ()
            function = state._edition.evaluator.value
            return lambda cells: function(f.value, cells, dict(zip(f.params, arguments, strict=True)))
        case n.Call():                   # of the thing that the place belongs to: `up to open_spaces(section)`
            looker = state.game.looker(state.game.seat_names(len(state.players)))
            owner = layout_of(state).things[spot.table.dimensions[0][0] + (spot.number - spot.table.first)]
            assert len(spot.table.dimensions) == 1 and [a.name for a in capacity.arguments] == [owner.kind.name.lower()]  # type: ignore[union-attr]
            most = looker.sight(f"{capacity.name}({owner.kind.name}.{owner.id})").ir
            return lambda cells: looker.value(most, cells, None)
    raise AssertionError(f"the limit of {spot.table.name} is read in no way that this test knows")
