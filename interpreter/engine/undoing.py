"""What a decision revealed → how far somebody may take back, and what he reads of it.

A decision cannot be taken back if chance fell in it, if a piece was uncovered that lay where the one who takes back did not see it
(for anybody: who has seen a card has seen it), or if what came of it was read from something hidden from him, or from the one who
would have to decide again.  The last is found by carrying the decision out once more with an evaluator that notes what each
condition, text and value reads.  What goes from one hidden state into another reveals nothing; neither does who is asked.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.engine.records import Move, Record, capital, records, rewind
from lawspeaker.interpreter.engine.seeing import EMPTY, LENGTH, NOTHING, TAINT, Reads, Sighted, hidden
from lawspeaker.interpreter.engine.telling import may_read
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.evaluate import Registers
from lawspeaker.interpreter.program.spots import Spot

if TYPE_CHECKING:
    from lawspeaker.interpreter.state import State


@dataclass(frozen=True, slots=True)
class Seen:
    """Something that came of a decision: what it was read from, and where it went (None: where everybody sees it)."""

    reads: Reads
    target: Spot | None

    def told(self, viewer: int) -> bool:
        return (self.target is None or self.target.visible(viewer)) and hidden(self.reads, viewer)


class Tracer(Sighted):
    """Carries a decision out and collects what came of what it read."""

    def __init__(self, state: State) -> None:
        edition = state._edition
        ev, p = edition.evaluator, edition.program
        super().__init__(ev.functions_ir, ev.blocks_ir, ev.tables, ev.moves, ev.acts, p.layout, p.spots)
        self.secrecy = edition.secrecy
        names = {f"{m.name} is possible for" for m in p.moves if m.any_time}
        self.asking = {f.number for f in p.functions if f.name in names}     # whom to ask, which is no effect
        self.seen: set[Seen] = set()
        self.carried: dict[int, dict[str, Reads]] = {}
        self.returned: Reads = NOTHING

    def trace(self, cells: list[Any], value: Any) -> frozenset[Seen]:
        self.seen, self.carried = set(), {}
        try:
            self.run(list(cells), [], cells[0] + (value,))
        except RuleFault:
            pass                                  # a position that somebody has changed by hand
        return frozenset(self.seen)

    def sink(self, reads: Reads, target: Spot | None = None) -> None:
        if reads:
            self.seen.add(Seen(reads, target))

    def options(self, C: list[Any]) -> Any:
        before, self.noted = self.noted, set()
        try:
            return super().options(C)
        finally:
            self.noted = before

    def value(self, x: ir.Expr, C: list[Any], R: Registers) -> Any:
        if isinstance(x, ir.CallValue) and x.function in self.asking:
            return self.reading_nothing(x, C, R)
        return super().value(x, C, R)

    def reading_nothing(self, x: ir.CallValue, C: list[Any], R: Registers) -> Any:
        before, self.noted = self.noted, set()
        try:
            return super().value(x, C, R)
        finally:
            self.noted = before

    # ---- statements ------------------------------------------------------------------------------------------------
    def stmt(self, s: ir.Stmt, C: list[Any], J: list[Any], R: Registers, up: Any) -> None:
        match s:
            case ir.Set():
                R[s.reg], R[TAINT + s.reg] = self.reading(s.value, C, R)
                R.pop(LENGTH + s.reg, None)
                R.pop(EMPTY + s.reg, None)
                if isinstance(s.value, ir.Load) and isinstance(R[s.reg], tuple):
                    R[LENGTH + s.reg] = R[EMPTY + s.reg] = self.reading(ir.Length(s.value), C, R)[1]
                elif isinstance(s.value, ir.Sorts):
                    R[EMPTY + s.reg] = self.reading(ir.SumCells(s.value.base, s.value.index, s.value.length), C, R)[1]
                return
            case ir.Store():
                cell, reads = s.base, NOTHING
                if s.index is not None:
                    shift, reads = self.reading(s.index, C, R)
                    cell += shift
                self.sink(reads)
                self.sink(self.reading(s.value, C, R)[1], self.spots.of_cell.get(cell))
            case ir.Act():
                for a in s.arguments:
                    if not self.plain_piece(a):
                        self.sink(self.reading(a, C, R)[1])
            case ir.CallStraight():
                given = [self.reading(a, C, R) for a in s.arguments]
                result = self.called(s.function, C, J, given)
                if s.reg:
                    R[s.reg], R[TAINT + s.reg] = result, self.returned
                return
            case ir.If():
                holds, reads = self.reading(s.condition, C, R)
                self.sink(reads)
                self.stmts(s.yes if holds else s.no, C, J, R, up)
                return
            case ir.For():
                self.sink(self.reading(s.list, C, R)[1])
            case ir.Event():
                for a in s.arguments:
                    self.sink(self.reading(a, C, R)[1])
            case ir.Return():
                self.returned = self.reading(s.value, C, R)[1]
        super().stmt(s, C, J, R, up)

    def plain_piece(self, a: ir.Expr) -> bool:
        """Whether a piece is only taken from where it lies, as by drawing: its way says who sees it."""
        return isinstance(a, ir.Item) and isinstance(a.list, ir.Load) and isinstance(a.position, ir.Const) or (
            isinstance(a, ir.Each) and a.what == "first" and a.condition is None and isinstance(a.list, ir.Load)) or (
            isinstance(a, ir.Load) and a.base in self.where)

    def called(self, number: int, C: list[Any], J: list[Any], given: list[tuple[Any, Reads]]) -> Any:
        """A straight procedure; what its result was read from is in `returned`."""
        f = self.functions_ir[number]
        self.returned = NOTHING
        self.entry = {TAINT + p: reads for p, (_, reads) in zip(f.params, given)}
        return self.straight(number, C, J, [v for v, _ in given])

    entry: dict[str, Reads] = {}

    def stmts(self, stmts: tuple[ir.Stmt, ...], C: list[Any], J: list[Any], R: Registers, up: Any) -> None:
        if self.entry:
            R.update(self.entry)
            self.entry = {}
        super().stmts(stmts, C, J, R, up)

    # ---- frames: what registers were read from goes with them ---------------------------------------------------------
    def block(self, C: list[Any], J: list[Any], f: Any) -> Any:
        if f[0] < self.unwind_block:
            block = self.blocks_ir[f[0]]
            carried = self.carried.get(f[0])
            if carried is None:                   # from before this decision
                function = self.functions_ir[block.function]
                unseen = self.secrecy.unseen_answers(function.number)
                carried = {r: frozenset((self.unknown,)) for r in block.params if r in unseen or self.secrecy.reads_hidden(ir.Reg(r), function)}
            self.entry = {TAINT + r: reads for r, reads in carried.items() if reads}
        return super().block(C, J, f)

    def end(self, s: ir.Stmt, C: list[Any], J: list[Any], R: Registers, up: Any) -> Any:
        match s:
            case ir.CallThen() | ir.Jump():
                f = self.functions_ir[s.function]
                self.carry((f.blocks or [0])[0], {p: self.reading(a, C, R)[1] for p, a in zip(f.params, s.arguments)})
            case ir.CallBy() | ir.JumpBy():
                for x in (s.which, s.you, s.arguments):
                    self.sink(self.reading(x, C, R)[1])
        if isinstance(s, (ir.Goto, ir.CallThen, ir.CallBy, ir.Ask, ir.Unwind)):
            self.carry(s.block, {r: R.get(TAINT + r, NOTHING) for r in self.blocks_ir[s.block].params})
        return super().end(s, C, J, R, up)

    def carry(self, block: int, reads: dict[str, Reads]) -> None:
        known = self.carried.setdefault(block, {})
        for reg, r in reads.items():
            known[reg] = known.get(reg, NOTHING) | r


# ---- how far -------------------------------------------------------------------------------------------------------------
def free(state: State, player: int | None) -> int:
    """How many decisions a player may take back; None: those that everybody may."""
    made = records(state)
    players = range(len(state.players))
    twin = state.clone()
    end, tracer = len(state._journal), None
    for i in range(len(made) - 1, -1, -1):
        record = made[i]
        if record.chance or any(uncovered(record, p) for p in (players if player is None else (player,))):
            return len(made) - 1 - i
        rewind(twin._cells, state._journal, state._marks[i], end)
        end = state._marks[i]
        if record.trace is None:
            tracer = tracer or Tracer(state)
            record.trace = tracer.trace(twin._cells, state._values[i])
        if any(x.told(p) for x in record.trace for p in (players if player is None else (player, record.player))):
            return len(made) - 1 - i
    return len(made)


def uncovered(record: Record, player: int) -> bool:
    """Whether somebody came to see a piece that had lain where a player did not see it."""
    viewers = {s.seat for x in record.news if isinstance(x, Move) for s in (x.source, x.there)} - {None} | {player, None}
    everybody = [v if v is not None else -1 for v in viewers]         # -1: somebody who owns nothing of this
    return any(not x.source.visible(player) and any(not x.source.visible(v) and x.there.visible(v) for v in everybody)
               for x in record.news if isinstance(x, Move))


def taken_back(state: State, count: int, player: int | None) -> list[str]:
    """What the last decisions were, the oldest first, in words that a player may read: his own by their labels, those of others
    with their seat in front."""
    made = records(state)
    out = []
    for record in made[len(made) - count:] if count else ():
        seat = capital(state._texts.title(record.player))
        if record.player == player:
            out.append(record.label)
        elif may_read(record, player):
            out.append(f"{seat}: {record.label}")
        else:
            out.append(f"a choice of {seat} that you do not see" if player is not None else f"{seat}: {record.label}")
    return out
