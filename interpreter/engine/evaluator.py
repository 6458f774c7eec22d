"""The small evaluator: reads form 3 instruction by instruction.  Slow and obvious; it defines what a program means.

It has the same interface as engine.machine, so that any game can be played by either (tests compare them after every
decision).  It also makes texts, answers "why not?" and evaluates expressions that people type.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lawspeaker.interpreter.engine import endings
from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.engine.machine import BUDGET, LOOKED_AT, ask_again, circle
from lawspeaker.interpreter.engine.natives import Natives
from lawspeaker.interpreter.engine.paying import Trials
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.evaluate import Registers as Registers
from lawspeaker.interpreter.program.evaluate import Values
from lawspeaker.interpreter.program.paying import paying
from lawspeaker.interpreter.program.portions import subsets
from lawspeaker.interpreter.program.schema import OVER, STACK


class Left(Exception):
    """A `Break`."""


class Done(Exception):
    """A block or straight procedure has ended: with a frame, or a value."""

    def __init__(self, value: Any) -> None:
        self.value = value


class Evaluator(Trials, Values):
    """One program, read directly."""

    def __init__(self, functions: list[ir.Function], blocks: list[ir.Block], tables: list[tuple[Any, ...]], moves: list[ir.Move],
                 acts: Natives | None) -> None:
        super().__init__(functions, tables)
        self.blocks_ir = blocks
        self.moves = moves
        self.acts = acts
        self.unwind_block = len(blocks)
        self.again_block = self.unwind_block + 1
        self.watcher_places: list[int] = []      # set by the edition
        self.budget = BUDGET
        self.payments = paying(functions, blocks, moves)

    # ---- statements -------------------------------------------------------------------------------------------
    def stmts(self, stmts: tuple[ir.Stmt, ...], C: list[Any], J: list[Any], R: Registers, up: Any) -> None:
        for s in stmts:
            self.stmt(s, C, J, R, up)

    def stmt(self, s: ir.Stmt, C: list[Any], J: list[Any], R: Registers, up: Any) -> None:  # noqa: C901
        match s:
            case ir.Set():
                R[s.reg] = self.value(s.value, C, R)
            case ir.Store():
                self.store(s, C, J, R)
            case ir.Act():
                result = getattr(self.acts, s.name)(C, J, *[self.value(a, C, R) for a in s.arguments])
                if s.reg:
                    R[s.reg] = result
            case ir.CallStraight():
                result = self.straight(s.function, C, J, [self.value(a, C, R) for a in s.arguments])
                if s.reg:
                    R[s.reg] = result
            case ir.If():
                self.stmts(s.yes if self.value(s.condition, C, R) else s.no, C, J, R, up)
            case ir.For():
                try:
                    for v in self.value(s.list, C, R):
                        self.spend(s.span)
                        R[s.reg] = v
                        self.stmts(s.body, C, J, R, up)
                except Left:
                    pass
            case ir.Break():
                raise Left
            case ir.Fault():
                raise RuleFault(s.code, s.span)
            case ir.Event():
                J += (-1, (s.kind, *[self.value(a, C, R) for a in s.arguments]))
            case ir.Return():
                value = self.value(s.value, C, R)
                raise Done(value if up is None else up + (value,))
            case _:
                raise Done(self.end(s, C, J, R, up))

    def store(self, s: ir.Store, C: list[Any], J: list[Any], R: Registers) -> None:
        value = self.value(s.value, C, R)
        if s.low is not None and s.high is not None and not s.low <= value <= self.value(s.high, C, R):
            raise RuleFault("out-of-range", s.span)
        cell = s.base + (self.value(s.index, C, R) if s.index is not None else 0)
        J += (cell, C[cell])
        C[cell] = int(bool(value)) if s.flag else value

    def straight(self, number: int, C: list[Any], J: list[Any], arguments: list[Any]) -> Any:
        f = self.functions_ir[number]
        try:
            self.stmts(f.body, C, J, dict(zip(f.params, arguments)), None)
        except Done as done:
            return done.value
        return ir.FULLY

    def frame(self, number: int, R: Registers, up: Any) -> Any:
        return (number, up, *[R[p] for p in self.blocks_ir[number].params])

    def end(self, s: ir.Stmt, C: list[Any], J: list[Any], R: Registers, up: Any) -> Any:
        match s:
            case ir.Goto():
                return (*self.frame(s.block, R, up), *((0,) if s.block in self.valued else ()))
            case ir.CallThen():
                entry = (self.functions_ir[s.function].blocks or [0])[0]
                return (entry, self.frame(s.block, R, up), *[self.value(a, C, R) for a in s.arguments])
            case ir.CallBy():
                f = self.functions_ir[s.functions[self.value(s.which, C, R)]]
                return ((f.blocks or [0])[0], self.frame(s.block, R, up), self.value(s.you, C, R), *self.value(s.arguments, C, R))
            case ir.Jump():
                entry = (self.functions_ir[s.function].blocks or [0])[0]
                return (entry, up, *[self.value(a, C, R) for a in s.arguments])
            case ir.JumpBy():
                f = self.functions_ir[s.functions[self.value(s.which, C, R)]]
                return ((f.blocks or [0])[0], up, self.value(s.you, C, R), *self.value(s.arguments, C, R))
            case ir.Ask():
                J += (STACK, C[STACK])
                C[STACK] = self.frame(s.block, R, up)
                return None
            case ir.Unwind():
                return endings.unwind(self.frame(s.block, R, up), s.spans, s.window, self.span_of, self.unwind_block)
            case ir.EndGame():
                J += (OVER, C[OVER], STACK, C[STACK])
                C[OVER] = 1
                C[STACK] = ()
                return None
        raise AssertionError(s)

    @property
    def span_of(self) -> list[int]:
        found: list[int] | None = self.__dict__.get("_span_of")
        if found is None:
            found = self.__dict__["_span_of"] = [*(b.span_of for b in self.blocks_ir), ir.NO_SPAN, ir.NO_SPAN]
        return found

    @property
    def valued(self) -> set[int]:
        found: set[int] | None = self.__dict__.get("_valued")
        if found is None:
            from lawspeaker.interpreter.program.valued import valued_blocks
            found = self.__dict__["_valued"] = valued_blocks(self.blocks_ir)
        return found

    def spend(self, span: int) -> None:
        self.budget -= 1
        if self.budget < 0:
            raise RuleFault("endless", span)

    def in_place_of_printed(self, tick: list[int]) -> dict[str, Callable[..., Any]]:
        """What stands for functions that Python does not take (program/accepted.py); `tick`: the budget of the machine that calls them."""
        def spending(read: Callable[..., Any]) -> Callable[..., Any]:
            def run(*arguments: Any) -> Any:
                self.budget = tick[0]
                try:
                    return read(*arguments)
                finally:
                    tick[0] = self.budget
            return run
        return {
            "VALUE": spending(lambda n, C, given: self.value(self.functions_ir[n].value, C, dict(zip(self.functions_ir[n].params, given)))),  # type: ignore[arg-type]
            "STRAIGHT": spending(lambda n, C, J, given: self.straight(n, C, J, list(given))),
            "BLOCK": spending(lambda n, C, J, f: self.block(C, J, f)),
            "QUESTION": spending(lambda n, C, f: self.asked(C, f)),
            "LISTED": spending(lambda n, C, f: self.listed(C, f)),
            "ASKER": spending(lambda n, C, f: self.player_asked(C, f)),
            "HEADER": spending(lambda n, C, you, out: self.leaves(self.moves[n], C, you, out))}

    # ---- the machine's interface ----------------------------------------------------------------------------------
    def one_block(self, C: list[Any], J: list[Any], f: Any) -> Any:
        return self.block(C, J, f)

    def straight_call(self, number: int, C: list[Any], J: list[Any], arguments: list[Any]) -> Any:
        return self.straight(number, C, J, arguments)

    def run(self, C: list[Any], J: list[Any], f: Any) -> Any:
        self.budget = BUDGET
        while True:
            while f is not None:
                g = f
                try:
                    f = self.block(C, J, g)
                except RuleFault as fault:
                    if fault.code == "endless" and not fault.circle:
                        self.budget = 2 * LOOKED_AT
                        owners = [self.functions_ir[b.function].span for b in self.blocks_ir]
                        fault.circle = circle(lambda x: self.block(C, J, x), g, C, owners, self.watcher_places)
                    raise
            f = C[STACK]
            if not f:
                return ()
            options = self.options(C)
            if options and (len(options) > 1 or f[0] not in self.payments.bills):
                return options
            f = f + (options[0] if options else (),)

    def block(self, C: list[Any], J: list[Any], f: Any) -> Any:
        if f[0] == self.unwind_block:
            return endings.leave(f[1], f[2], self.span_of, self.unwind_block)
        if f[0] == self.again_block:
            return ask_again(C, J, f)
        block = self.blocks_ir[f[0]]
        self.spend(block.place)
        R: Registers = dict(zip(block.params, f[2:]))
        if block.into is not None and block.number in self.valued:
            R[block.into] = f[-1]
        try:
            self.stmts(block.body, C, J, R, f[1])
        except Done as done:
            return done.value
        raise AssertionError(f"block {block.number} has no end")

    def options(self, C: list[Any]) -> Any:
        f = C[STACK]
        return self.asked(C, f) if f else ()

    def asked(self, C: list[Any], f: Any) -> Any:
        options = self.listed(C, f)
        return self.open_ways(C, f, options) if f[0] in self.payments.questions else options

    def player_asked(self, C: list[Any], f: Any) -> int:
        """Who is asked by the question of a frame."""
        block = self.blocks_ir[f[0]]
        assert block.question is not None
        return self.value(block.question.player, C, dict(zip(block.params, f[2:])))  # type: ignore[no-any-return]

    def listed(self, C: list[Any], f: Any) -> Any:
        """All options of a question."""
        block = self.blocks_ir[f[0]]
        q = block.question
        assert q is not None
        R: Registers = dict(zip(block.params, f[2:]))
        match q.kind:
            case "move":
                you = self.player_asked(C, f)
                out: list[Any] = []
                for i, number in enumerate(q.moves):
                    guard = q.guards[i] if q.guards else None
                    if guard is None or self.value(guard, C, dict(R)):
                        self.leaves(self.moves[number], C, you, out)
                if q.may_pass and out:
                    out.append(())
                return out
            case "choose" | "option" | "part":
                assert q.list is not None
                return (*self.value(q.list, C, R), ()) if q.may_pass else self.value(q.list, C, R)
            case "set":
                assert q.list is not None and q.least is not None and q.most is not None
                return subsets(self.value(q.list, C, R), self.value(q.least, C, R), self.value(q.most, C, R))
            case _:
                return (1, 0)

    def payable(self, x: ir.Payable, C: list[Any], R: Registers) -> int:
        return int(self.paid(C, x.function, tuple(self.value(a, C, R) for a in x.arguments)))

    def search(self, C: list[Any], J: list[Any], f: Any, left: list[int], failed: Any = None) -> bool:
        budget, self.budget = self.budget, BUDGET
        try:
            return super().search(C, J, f, left, failed)
        finally:
            self.budget = budget

    def possible(self, x: ir.Possible, C: list[Any], R: Registers) -> int:
        """Moves behind one that has an option are not asked."""
        out: list[Any] = []
        for number in x.moves:
            self.leaves(self.moves[number], C, self.value(x.you, C, R), out)
            if out:
                return 1
        return 0

    def leaves(self, move: ir.Move, C: list[Any], you: int, out: list[Any]) -> None:
        """All legal options of a move."""
        def walk(i: int, R: Registers) -> None:
            if i == len(move.header):
                out.append((move.number, *[R[r] for r in move.chosen]))
                return
            h = move.header[i]
            if isinstance(h, ir.HeadChoose):
                for v in self.value(h.list, C, R):
                    walk(i + 1, {**R, h.reg: v})
            else:
                inner = dict(R)
                if self.value(h.condition, C, inner):
                    walk(i + 1, inner)
        walk(0, {"you": you})
