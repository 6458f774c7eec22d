"""What an expression, or a whole decision, reads that somebody may not see: the one place that everybody asks.

`look`, the log, the undo barrier, refusals and scores on screens ask here.  An expression is evaluated as always and each read of a
place or state is noted.  If nothing that was noted is hidden from a player, the value follows from what that player sees: in any
other position that looks the same the same cells would be read, and hold the same.  So what is told is exact (one's own hand,
what was shown, how many lie somewhere) and nothing hidden is ever told.

How many pieces lie in a place is seen by all: counting it is no read, and an empty place hides nothing.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from lawspeaker.interpreter.engine.evaluator import Evaluator
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.evaluate import Registers
from lawspeaker.interpreter.program.schema import COUNTS, Layout
from lawspeaker.interpreter.program.spots import STATE, Spot, Spots, tells_all

TAINT = "~"                      # before the name of a register: what its value was read from
LENGTH = "#"                     # the same: what its length was read from
EMPTY = "?"                      # the same: what it was read from that it is empty, or is not


@dataclass(frozen=True, slots=True)
class Read:
    """What was read: a state, what lies in a place, or (with `among`) whether a piece that lies there lies in one of some places.
    `knows`: the players to whom it was shown."""

    spot: Spot
    among: tuple[Spot, ...] = ()
    knows: tuple[int, ...] = ()

    def hidden(self, viewer: int | None) -> bool:
        return not self.spot.visible(viewer) and viewer not in self.knows and (
            not self.among or not all(s.visible(viewer) for s in self.among))


Reads = frozenset[Read]
NOTHING: Reads = frozenset()


def hidden(reads: Iterable[Read], viewer: int | None) -> bool:
    """Whether any of what was read is hidden from a player; nobody in particular (None) sees everything."""
    return viewer is not None and any(r.hidden(viewer) for r in reads)


class Sighted(Evaluator):
    """An evaluator that notes what it reads of what not everybody sees, in `noted`."""

    def __init__(self, functions: list[ir.Function], blocks: list[ir.Block], tables: list[tuple[Any, ...]], moves: list[ir.Move],
                 acts: Any, layout: Layout, spots: Spots) -> None:
        super().__init__(functions, blocks, tables, moves, acts)
        self.noted: set[Read] = set()
        self.spots, self.layout = spots, layout
        self.where = range(layout.where + layout.pieces[0], layout.where + layout.pieces[1])
        self.unknown = Read(Spot("unknown", "engine", None, None, "", "nobody", None, -1, 0, STATE, 0, "", -1, ()))    # something hidden, whatever it is
        self.secret = {cell: s for cell, s in spots.of_cell.items() if s.seen != "everyone"}

    def reading(self, x: ir.Expr, C: list[Any], R: Registers) -> tuple[Any, Reads]:
        """The value of an expression, and what it was read from."""
        before, self.noted = self.noted, set()
        try:
            found = self.value(x, C, R)
            return found, frozenset(self.noted)
        finally:
            self.noted = before

    def call(self, function: int, C: list[Any], *arguments: Any) -> Any:
        """The value of a function, its reads noted."""
        f = self.functions_ir[function]
        return self.value(f.value, C, dict(zip(f.params, arguments))) if f.value is not None else self.straight(function, C, [], list(arguments))

    # ---- reads of cells --------------------------------------------------------------------------------------
    def value(self, x: ir.Expr, C: list[Any], R: Registers) -> Any:
        match x:
            case ir.Reg():
                self.noted |= R.get(TAINT + x.name, NOTHING)
            case ir.Op(op="gt", left=ir.Length(item=ir.Reg() as reg), right=ir.Const(value=0)) if EMPTY + reg.name in R:
                self.noted |= R[EMPTY + reg.name]
                return int(len(R[reg.name]) > 0)
            case ir.Length(item=ir.Reg() as reg) if LENGTH + reg.name in R:
                self.noted |= R[LENGTH + reg.name]
                return len(R[reg.name])
            case ir.Length(item=ir.Load() as load):
                return len(C[load.base + self.index(load, C, R)])
            case ir.Load():
                self.read(x.base + self.index(x, C, R), C)
            case ir.SumCells():
                first = x.base + self.value(x.index, C, R)
                spot = self.secret.get(first)
                if spot is not None and x.length < spot.length:
                    self.read(first, C)
            case ir.Sorts():
                self.read(x.base + self.value(x.index, C, R), C)
            case ir.Op(op="eq" | "ne", left=ir.Load() as load) if self.lies(load, C, R):
                place = self.value(x.right, C, R)
                self.ask(load.base + self.index(load, C, R), (place,), C)
                return int((C[load.base + self.index(load, C, R)] == place) == (x.op == "eq"))
            case ir.Between(item=ir.Load() as load) if self.lies(load, C, R):
                self.ask(load.base + self.index(load, C, R), range(x.low, x.high), C)
                return int(x.low <= C[load.base + self.index(load, C, R)] < x.high)
        return super().value(x, C, R)

    def index(self, x: ir.Load, C: list[Any], R: Registers) -> int:
        found: int = self.value(x.index, C, R) if x.index is not None else 0
        return found

    def lies(self, x: ir.Load, C: list[Any], R: Registers) -> bool:
        """Whether a cell is read that says where a piece lies."""
        return bool(self.where) and x.base + self.index(x, C, R) in self.where

    def read(self, cell: int, C: list[Any]) -> None:
        """Note that a cell is read."""
        if cell in self.where:
            self.ask(cell, (), C)
            return
        spot = self.secret.get(cell)
        if spot is None:
            return
        if spot.how == STATE:
            self.noted.add(Read(spot))
        elif spot.how == COUNTS:
            if spot.length > 1 and any(C[spot.cell:spot.cell + spot.length]):
                self.noted.add(Read(spot))
        elif C[spot.cell]:
            self.noted.add(Read(spot, (), self.told_all(spot, C)))

    def told_all(self, spot: Spot, C: list[Any]) -> tuple[int, ...]:
        """The players to whom all that lies in a place was shown."""
        if self.layout.known < 0:
            return ()
        return tuple(p for p in range(self.layout.players) if tells_all(spot, len(self.spots.shown(spot, C, p)), len(C[spot.cell])))

    def ask(self, cell: int, places: Iterable[int], C: list[Any]) -> None:
        """Note that it is asked whether a piece lies in one of some places; without places: in which it lies."""
        here = self.spots.of_place.get(C[cell])
        if here is None or here.seen == "everyone":
            return
        thing = cell - self.layout.where
        asked = tuple(self.spots.of_place[p] for p in places if p in self.spots.of_place)
        knows = C[self.layout.known + thing] if self.layout.known >= 0 else ()
        if not asked:
            self.noted.add(Read(here, (), knows))
        elif any(s.pieces(C) for s in asked):             # nothing lies in an empty place, as everybody sees
            self.noted.add(Read(here, tuple(s for s in asked if s.pieces(C)), knows))


def sighted(edition: Any) -> Sighted:
    """The evaluator of an edition that notes what it reads; made at its first use."""
    found: Sighted | None = edition.sighted
    if found is None:
        ev, p = edition.evaluator, edition.program
        found = edition.sighted = Sighted(ev.functions_ir, ev.blocks_ir, ev.tables, ev.moves, ev.acts, p.layout, p.spots)
    return found


def seen_by(viewer: int | None, ev: Sighted, make: Callable[[], Any]) -> tuple[Any, bool]:
    """What `make` gives with this evaluator, and whether a player may know it."""
    before, ev.noted = ev.noted, set()
    try:
        found = make()
        return found, not hidden(ev.noted, viewer)
    finally:
        ev.noted = before
