"""The value of an expression, read instruction by instruction: the meaning of the pure half of form 3.

`engine.evaluator` adds statements and questions to it.
"""
from __future__ import annotations

from typing import Any, TypeAlias

from lawspeaker.interpreter.program import ir, pure
from lawspeaker.interpreter.program.pure import RuleFault

Registers: TypeAlias = dict[str, Any]


class Values:
    """Functions and tables of a program; cells and registers are given with each question."""

    def __init__(self, functions: list[ir.Function], tables: list[tuple[Any, ...]]) -> None:
        self.functions_ir = functions
        self.tables = tables

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
                return pure.need(self.value(x.item, C, R), x.span)
            case ir.Within():
                return pure.within(self.value(x.item, C, R), x.low, x.high, x.code, x.span)
            case ir.Active():
                if not C[x.cell]:
                    raise RuleFault("phase-not-going-on", x.span)
                return self.value(x.item, C, R)
            case ir.Tuple():
                return tuple(self.value(i, C, R) for i in x.items)
            case ir.Length():
                return len(self.value(x.item, C, R))
            case ir.Item():
                return pure.item(self.value(x.list, C, R), self.value(x.position, C, R), x.span)
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
                return pure.sorts(C, x.base + self.value(x.index, C, R), x.length, x.low, x.pieces)
            case ir.Each():
                return self.each(x, C, R)
            case ir.Fold():
                R[x.acc] = self.value(x.start, C, R)
                for v in self.value(x.list, C, R):
                    R[x.reg] = v
                    R[x.acc] = self.value(x.step, C, R)
                return R[x.acc]
            case ir.CallValue():
                f = self.functions_ir[x.function]
                assert f.value is not None
                return self.value(f.value, C, dict(zip(f.params, [self.value(a, C, R) for a in x.arguments])))
            case ir.Native():
                return pure.PURE[x.name](*[self.value(a, C, R) for a in x.arguments])
            case ir.Possible():
                return self.possible(x, C, R)
            case ir.Payable():
                return self.payable(x, C, R)
        raise AssertionError(x)

    def possible(self, x: ir.Possible, C: list[Any], R: Registers) -> int:
        """Headers of moves are known to the evaluator of a whole program."""
        raise NotImplementedError(x)

    def payable(self, x: ir.Payable, C: list[Any], R: Registers) -> int:
        """Likewise the procedures that pay."""
        raise NotImplementedError(x)

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
                return pure.div(a, b, x.span)
            case "mod":
                return pure.mod(a, b, x.span)
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
                return x.nothing
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
