"""The small evaluator: reads form 3 instruction by instruction.  Slow and obvious; it defines what a program means.

It has the same interface as engine.machine, so that any game can be played by either (tests compare them after every
decision).  It also makes texts, answers "why not?" and evaluates expressions that people type.
"""
from __future__ import annotations

from typing import Any, TypeAlias

from lawspeaker.interpreter.engine import natives
from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.engine.machine import BUDGET, subsets
from lawspeaker.interpreter.engine.natives import Natives
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.schema import OVER, STACK

Registers: TypeAlias = dict[str, Any]


class Left(Exception):
    """A `Break`."""


class Done(Exception):
    """A block or straight procedure has ended: with a frame, or a value."""

    def __init__(self, value: Any) -> None:
        self.value = value


class Evaluator:
    """One program, read directly."""

    def __init__(self, functions: list[ir.Function], blocks: list[ir.Block], tables: list[tuple[Any, ...]], moves: list[ir.Move],
                 acts: Natives | None) -> None:
        self.functions_ir = functions
        self.blocks_ir = blocks
        self.tables = tables
        self.moves = moves
        self.acts = acts
        self.unwind_block = len(blocks)
        self.budget = BUDGET

    # ---- expressions ---------------------------------------------------------------------------------------
    def value(self, x: ir.Expr, C: list[Any], R: Registers) -> Any:  # noqa: C901
        match x:
            case ir.Const():
                return x.value
            case ir.Reg():
                return R[x.name]
            case ir.Load():
                return C[x.base + (self.value(x.index, C, R) if x.index is not None else 0)]
            case ir.Fact():
                return self.tables[x.table][self.value(x.index, C, R)]
            case ir.Op():
                return self.operation(x, C, R)
            case ir.And():
                return int(all(self.value(i, C, R) for i in x.items))
            case ir.Or():
                return int(any(self.value(i, C, R) for i in x.items))
            case ir.Not():
                return int(not self.value(x.item, C, R))
            case ir.Select():
                return self.value(x.yes if self.value(x.condition, C, R) else x.no, C, R)
            case ir.Between():
                return int(x.low <= self.value(x.item, C, R) < x.high)
            case ir.Bind():
                R[x.reg] = self.value(x.value, C, R)
                return self.value(x.condition, C, R)
            case ir.Need():
                return natives.need(self.value(x.item, C, R), x.span)
            case ir.Active():
                if not C[x.cell]:
                    raise RuleFault("phase-not-going-on", x.span)
                return self.value(x.item, C, R)
            case ir.Tuple():
                return tuple(self.value(i, C, R) for i in x.items)
            case ir.Length():
                return len(self.value(x.item, C, R))
            case ir.Item():
                return natives.item(self.value(x.list, C, R), self.value(x.position, C, R), x.span)
            case ir.Contains():
                return int(self.value(x.item, C, R) in self.value(x.list, C, R))
            case ir.Join():
                joined = [v for i in x.items for v in self.value(i, C, R)]
                return tuple(sorted(set(joined))) if x.merge else tuple(joined)
            case ir.Range():
                return tuple(range(self.value(x.low, C, R), self.value(x.high, C, R) + 1))
            case ir.SumCells():
                first = x.base + self.value(x.index, C, R)
                return sum(C[first:first + x.length])
            case ir.Sorts():
                return natives.sorts(C, x.base + self.value(x.index, C, R), x.length, x.low, x.pieces)
            case ir.Each():
                return self.each(x, C, R)
            case ir.CallValue():
                f = self.functions_ir[x.function]
                assert f.value is not None
                return self.value(f.value, C, dict(zip(f.params, [self.value(a, C, R) for a in x.arguments])))
            case ir.Native():
                return natives.PURE[x.name](*[self.value(a, C, R) for a in x.arguments])
        raise AssertionError(x)

    def operation(self, x: ir.Op, C: list[Any], R: Registers) -> int:  # noqa: C901
        a, b = self.value(x.left, C, R), self.value(x.right, C, R)
        match x.op:
            case "add":
                return a + b  # type: ignore[no-any-return]
            case "sub":
                return a - b  # type: ignore[no-any-return]
            case "mul":
                return a * b  # type: ignore[no-any-return]
            case "div":
                return natives.div(a, b, x.span)
            case "mod":
                return natives.mod(a, b, x.span)
            case "min":
                return min(a, b)  # type: ignore[no-any-return]
            case "max":
                return max(a, b)  # type: ignore[no-any-return]
            case "eq":
                return int(a == b)
            case "ne":
                return int(a != b)
            case "lt":
                return int(a < b)
            case "le":
                return int(a <= b)
            case "gt":
                return int(a > b)
            case "ge":
                return int(a >= b)
        raise AssertionError(x.op)

    def each(self, x: ir.Each, C: list[Any], R: Registers) -> Any:
        found = []
        for v in self.value(x.list, C, R):
            R[x.reg] = v
            holds = x.condition is None or bool(self.value(x.condition, C, R))
            if x.what == "all":
                if not holds:
                    return 0
            elif holds:
                if x.what == "any":
                    return 1
                if x.what == "first":
                    return v
                found.append(self.value(x.value, C, R) if x.value is not None else v)
        match x.what:
            case "any":
                return 0
            case "all":
                return 1
            case "first":
                return ir.NONE
            case "count":
                return len(found)
            case "sum":
                return sum(found)
            case "highest":
                return max(found, default=0)
            case "lowest":
                return min(found, default=0)
            case "collect":
                return tuple(found)
        raise AssertionError(x.what)

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
                return self.unwind(self.frame(s.block, R, up), s.spans)
            case ir.EndGame():
                J += (OVER, C[OVER], STACK, C[STACK])
                C[OVER] = 1
                C[STACK] = ()
                return None
        raise AssertionError(s)

    def unwind(self, f: Any, targets: tuple[int, ...]) -> Any:
        g = f[1]
        while g:
            if g[0] < self.unwind_block and self.blocks_ir[g[0]].span_of in targets:
                return self.leave(f[1], targets)
            g = g[1]
        return f + (ir.NOT,)

    def leave(self, g: Any, targets: tuple[int, ...]) -> Any:
        while g:
            span = self.blocks_ir[g[0]].span_of if g[0] < self.unwind_block else -1
            if span in targets:
                return g + (ir.FULLY,)
            if span >= 0:
                return (g[0], (self.unwind_block, g[1], targets), *g[2:], ir.NOT)
            g = g[1]
        raise AssertionError("no span to end")

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

    # ---- the machine's interface ----------------------------------------------------------------------------------
    def run(self, C: list[Any], J: list[Any], f: Any) -> Any:
        self.budget = BUDGET
        while True:
            while f is not None:
                f = self.block(C, J, f)
            f = C[STACK]
            if not f:
                return ()
            options = self.options(C)
            if options:
                return options
            f = f + ((),)

    def block(self, C: list[Any], J: list[Any], f: Any) -> Any:
        if f[0] == self.unwind_block:
            return self.leave(f[1], f[2])
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
        if not f:
            return ()
        block = self.blocks_ir[f[0]]
        q = block.question
        assert q is not None
        R: Registers = dict(zip(block.params, f[2:]))
        match q.kind:
            case "move":
                you = self.value(q.player, C, R)
                out: list[Any] = []
                for number in q.moves:
                    self.leaves(self.moves[number], C, you, out)
                if q.may_pass and out:
                    out.append(())
                return out
            case "choose" | "option":
                assert q.list is not None
                return self.value(q.list, C, R)
            case "set":
                assert q.list is not None and q.least is not None and q.most is not None
                return subsets(self.value(q.list, C, R), self.value(q.least, C, R), self.value(q.most, C, R))
            case _:
                return (1, 0)

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
            elif isinstance(h, ir.HeadLet):
                walk(i + 1, {**R, h.reg: self.value(h.value, C, R)})
            else:
                inner = dict(R)
                if self.value(h.condition, C, inner):
                    walk(i + 1, inner)
        walk(0, {"you": you})
