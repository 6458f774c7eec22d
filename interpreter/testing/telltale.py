"""What else may lie where a player does not see it, and what the law tells of it by a value that is read from there alone.

For leaks.py, which plays pairs of positions.  Kinds and ranges come from the declarations, which a cached program has forgotten.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.engine.records import Move, records
from lawspeaker.interpreter.engine.seeing import Reads, hidden
from lawspeaker.interpreter.engine.undoing import Tracer
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.model.types import FlagType, NumberType, ThingType
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.evaluate import Registers
from lawspeaker.interpreter.program.schema import COUNTS
from lawspeaker.interpreter.program.secrecy import parts, statements
from lawspeaker.interpreter.program.spots import STATE
from lawspeaker.interpreter.state import State

MOST = 6                         # values of a number that are tried


def alternatives(game: Game, state: State) -> tuple[dict[int, tuple[Any, ...]], dict[int, tuple[int, ...]]]:
    """Of the cells of hidden states, which values they may have; of hidden places of counted pieces, which sorts may lie there."""
    layout = game.looker(state.players).layout
    values: dict[int, tuple[Any, ...]] = {}
    for c in layout.cells:
        if c.what == "state" and c.seen != "everyone":
            offered = tuple(values_of(c.type, layout))
            values.update({c.base + i: offered for i in range(c.length)})
    sorts: dict[int, tuple[int, ...]] = {}
    for t in layout.places:
        if t.how == COUNTS and t.seen != "everyone" and t.decl is not None:
            fitting = tuple(n for k in t.decl.kinds for n in range(*layout.range(k)) if layout.things[n].owner is None)
            sorts.update({t.first + i: fitting for i in range(t.count)})
    return values, sorts


def values_of(t: Any, layout: Any) -> Iterator[Any]:
    match t:
        case FlagType():
            yield from (0, 1)
        case NumberType():
            yield from range(t.low, min(t.high, t.low + MOST) + 1)
        case ThingType():
            for kind in t.kinds:
                yield from range(*layout.range(kind))
            if t.optional:
                yield ir.NONE


class Telltale(Tracer):
    """Carries a decision out and notes which sentences and open states have a value that is read from hidden things alone."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.tells: list[tuple[str, int, Reads]] = []
        self.defined: dict[str, list[ir.Expr]] = {}
        self.chosen = {b.into for b in self.blocks_ir if b.into is not None} | {m for move in self.moves for m in move.chosen}
        for body in [*(b.body for b in self.blocks_ir), *(f.body for f in self.functions_ir)]:
            for s in statements(body):
                if isinstance(s, ir.Set):
                    self.defined.setdefault(s.reg, []).append(s.value)
        self.quiet = not any(self.secrecy.reads_hidden(e, f) and self.alone(e, ()) for f in self.functions_ir
                             for body in (f.body, *(self.blocks_ir[n].body for n in f.blocks or ())) for e in told_aloud(body))

    def stmt(self, s: ir.Stmt, C: list[Any], J: list[Any], R: Registers, up: Any) -> None:
        match s:
            case ir.Store():
                reads = self.reading(s.value, C, R)[1]
                if reads and self.alone(s.value, ()):
                    cell = s.base + (self.value(s.index, C, R) if s.index is not None else 0)
                    self.tells.append(("state", cell, reads))
            case ir.Event(kind="say"):
                for i, a in enumerate(s.arguments[1:]):
                    reads = self.reading(a, C, R)[1]
                    if reads and self.alone(a, ()):
                        self.tells.append(("say", i, reads))
        super().stmt(s, C, J, R, up)

    def alone(self, e: object, deep: tuple[str, ...]) -> bool:
        """Whether an expression reads nothing that was chosen and no state that everybody sees."""
        match e:
            case ir.Reg():
                if e.name in self.chosen or e.name in deep:
                    return e.name in deep
                return all(self.alone(v, (*deep, e.name)) for v in self.defined.get(e.name, ()))
            case ir.Load():
                spot = self.spots.of_cell.get(e.base)
                return not (spot is not None and spot.how == STATE and spot.seen == "everyone") and self.alone(e.index, deep)
            case ir.CallValue():
                return self.alone(self.functions_ir[e.function].value, deep) and all(self.alone(a, deep) for a in e.arguments)
        return all(self.alone(x, deep) for x in parts(e))

    def told(self, one: State, i: int, other: State, j: int, player: int) -> tuple[str, str, str] | None:
        """Where a choice that is made in two positions tells a player of what differs between them, and what it tells in each."""
        if self.quiet:
            return None
        first, second = self.after(one, i, player), self.after(other, j, player)
        for where, a, b in zip(("log", "view"), first, second):
            if list(a) == list(b) and a != b:
                key = next(k for k in a if a[k] != b[k])
                return where, a[key], b[key]
        return None

    def after(self, state: State, i: int, player: int) -> tuple[dict[Any, str], dict[Any, str]]:
        """Sentences and open states that a choice tells of hidden things alone, each with its words.  What is uncovered may be named."""
        twin = state.clone()
        self.tells = []
        self.trace(state._cells, state.decision.options[i].value)
        told = [(kind, n, {r.spot for r in reads if r.hidden(player)}) for kind, n, reads in self.tells if hidden(reads, player)]
        try:
            twin.step(i)
        except RuleFault:
            return {}, {}
        left = {spot for _, _, spots in told for spot in spots if spot.how == STATE or spot.pieces(twin._cells)}
        told = [(kind, n, spots) for kind, n, spots in told if spots & left]
        if twin.over or not told:
            return {}, {}
        uncovered = {state._texts.title(x.thing) for x in records(twin)[-1].news
                     if isinstance(x, Move) and not x.source.visible(player) and x.there.visible(player)}
        says = [str(e) for e in twin.log(player) if e.kind == "say"] if any(kind == "say" for kind, _, _ in told) else []
        cells = self.spots.of_cell
        states = {n: f"{cells[n].name} {twin._cells[n]}" for kind, n, _ in told if kind == "state" and n in cells and cells[n].visible(player)}
        return {n: text for n, text in enumerate(says) if not any(t in text for t in uncovered)}, states


def told_aloud(body: tuple[ir.Stmt, ...]) -> Iterator[ir.Expr]:
    """The values that statements say or write down."""
    for s in statements(body):
        if isinstance(s, ir.Store):
            yield s.value
        elif isinstance(s, ir.Event) and s.kind == "say":
            yield from s.arguments[1:]
