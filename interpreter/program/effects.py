"""What computing an expression can bring about besides its value: whether it can fail, and between which numbers it lies.

The one place that says whether something may be computed earlier, oftener or not at all.  "Can fail" is meant broadly: whatever is
only right behind a guard (a cell chosen by a number that may lie outside its row, a fact of what may be no such thing) counts as well,
since it may be computed nowhere but there.
"""
from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any, TypeAlias

from lawspeaker.interpreter.model.types import HIGH, LOW, NumberType
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.schema import ACTIVE, FIRST, Layout, Table

Interval: TypeAlias = tuple[int, int]
SURE = ("distinct", "in_order", "as_set", "tokens_in", "asked", "widened", "firsts", "used_up", "without", "row_purse", "played", "in_play", "holds")       # natives that only arrange what they are given
OF_BILLS = ("purse", "payable", "payable_here", "most_alike")
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")


class Effects:
    """Of the expressions of one program: functions that are asked about must have been made."""

    def __init__(self, functions: Sequence[ir.Function], tables: Sequence[Table], layout: Layout, ranges: dict[str, Interval],
                 going_on: frozenset[int] = frozenset()) -> None:
        self.functions = functions
        self.tables = tables
        self.layout = layout
        self.ranges = ranges
        self.going_on = going_on                            # cells of the phases that are surely going on
        self.failing: dict[int, bool] = {}                  # functions that were asked about
        self.order = sorted(range(len(layout.cells)), key=lambda i: layout.cells[i].base)
        self.rows = [(layout.cells[i].base, layout.cells[i].base + layout.cells[i].length) for i in self.order]

    # ---- failing ---------------------------------------------------------------------------------------
    def can_fail(self, e: object) -> bool:
        """Whether an expression may only be computed where it stands."""
        return not self.sure(e, ())

    def sure(self, e: object, within: tuple[int, ...]) -> bool:  # noqa: C901
        """Whether an expression can be computed at any time; `within`: the functions that are being asked about."""
        match e:
            case ir.Const() | ir.Reg():
                return True
            case ir.Need():
                between = self.interval(e.item)
                if between is None or between[0] < 0:
                    return False
            case ir.Within():
                between = self.interval(e.item)
                if between is None or not (e.low <= between[0] and between[1] < e.high):
                    return False
            case ir.Possible() | ir.Payable():
                return False
            case ir.Active():
                if e.cell not in self.going_on:
                    return False
            case ir.Item():
                if not self.has_entry(e):
                    return False
            case ir.Op():
                if e.op in ("div", "mod") and not (isinstance(e.right, ir.Const) and e.right.value):
                    return False
            case ir.Native():
                if e.name not in SURE and e.name not in OF_BILLS:
                    return False
            case ir.Load():
                if not self.inside(e.base, e.index, 1):
                    return False
            case ir.SumCells() | ir.Sorts():
                if not self.inside(e.base, e.index, e.length):
                    return False
            case ir.Fact():
                if not self.has_fact(e):
                    return False
            case ir.CallValue():
                if not self.call_is_sure(e, within):
                    return False
        return self.parts_are_sure(e, within)

    def parts_are_sure(self, e: object, within: tuple[int, ...]) -> bool:
        if isinstance(e, tuple):
            return all(self.sure(x, within) for x in e)
        if isinstance(e, ir.Const) or not is_dataclass(e):
            return True
        return all(self.sure(getattr(e, f.name), within) for f in fields(e))

    def call_is_sure(self, e: ir.CallValue, within: tuple[int, ...]) -> bool:
        if e.function in within:
            return False
        f = self.functions[e.function]
        for p, a in zip(f.params, e.arguments):
            wanted = self.interval(ir.Reg(p))
            given = self.interval(a)
            if wanted is not None and (given is None or not (wanted[0] <= given[0] and given[1] <= wanted[1])):
                return False
        if e.function not in self.failing:
            if f.value is None:
                return False
            self.failing[e.function] = not self.sure(f.value, (*within, e.function))
        return not self.failing[e.function]

    def has_entry(self, e: ir.Item) -> bool:
        """Whether a list surely has an entry there: one that is known, or the entry of a change, which is made with all that is read."""
        if isinstance(e.list, ir.Const):
            between = self.interval(e.position)
            return between is not None and between[0] >= 1 and between[1] <= len(e.list.value)
        return e.span < 0 and isinstance(e.list, ir.Reg) and isinstance(e.position, ir.Const)

    def inside(self, base: int, index: ir.Expr | None, length: int) -> bool:
        """Whether these cells surely lie in one row of cells."""
        between = (0, 0) if index is None else self.interval(index)
        if between is None:
            return False
        at = bisect_right(self.rows, (base + between[0], 1 << 60)) - 1
        return at >= 0 and self.rows[at][0] <= base + between[0] and base + between[1] + length <= self.rows[at][1]

    def has_fact(self, e: ir.Fact) -> bool:
        between, values = self.interval(e.index), self.tables[e.table].values
        return between is not None and 0 <= between[0] and between[1] < len(values) \
            and all(v is not None for v in values[between[0]:between[1] + 1])

    # ---- between which numbers -------------------------------------------------------------------------
    def interval(self, e: ir.Expr | None) -> Interval | None:  # noqa: C901
        """The least and the greatest that an expression can be; None if that is not known."""
        match e:
            case ir.Const():
                return (e.value, e.value) if isinstance(e.value, int) else None
            case ir.Reg(name="you"):
                return 0, self.layout.players - 1
            case ir.Reg():
                return self.ranges.get(e.name)
            case ir.Load():
                return self.state(e)
            case ir.Need():
                found = self.interval(e.item)
                return (max(0, found[0]), found[1]) if found is not None and found[1] >= 0 else None
            case ir.Within():
                return e.low, e.high - 1
            case ir.Active():
                return self.interval(e.item)
            case ir.Fact():
                return of_table(self.tables[e.table].values, self.interval(e.index))
            case ir.Select():
                return joined(self.interval(e.yes), self.interval(e.no))
            case ir.Op() if e.op in COMPARISONS:
                return 0, 1
            case ir.Op():
                return self.computed(e)
            case ir.And() | ir.Or() | ir.Not() | ir.Between() | ir.Contains():
                return 0, 1
            case ir.Each() if e.what == "first" and isinstance(e.list, ir.Const) and all(isinstance(v, int) for v in (*e.list.value, e.nothing)):
                return min(*e.list.value, e.nothing, e.nothing), max(*e.list.value, e.nothing, e.nothing)
        return None

    def state(self, e: ir.Load) -> Interval | None:
        """Of a player whom the engine keeps, of a state with limits: nothing else is ever written there."""
        if e.index is None and e.base in (ACTIVE, FIRST):
            return 0, self.layout.players - 1
        if e.index is not None and not self.inside(e.base, e.index, 1):
            return None
        between = (0, 0) if e.index is None else self.interval(e.index)
        assert between is not None
        at = bisect_right(self.rows, (e.base + between[0], 1 << 60)) - 1
        cells = self.layout.cells[self.order[at]]
        t = cells.type
        return (t.low, t.high) if cells.what == "state" and cells.decl is not None and isinstance(t, NumberType) and t.low > LOW and t.high < HIGH else None

    def computed(self, e: ir.Op) -> Interval | None:
        a, z = self.interval(e.left), self.interval(e.right)
        if a is None or z is None:
            return None
        match e.op:
            case "add":
                return a[0] + z[0], a[1] + z[1]
            case "sub":
                return a[0] - z[1], a[1] - z[0]
            case "mul":
                ends = [x * y for x in a for y in z]
                return min(ends), max(ends)
            case "mod" if z[0] == z[1] and z[0] > 0:
                return 0, z[0] - 1
            case "min":
                return min(a[0], z[0]), min(a[1], z[1])
            case "max":
                return max(a[0], z[0]), max(a[1], z[1])
        return None


def of_table(values: tuple[Any, ...], between: Interval | None) -> Interval | None:
    """Of the facts of things between two numbers (of all, where these are not known: whoever has one)."""
    some = values if between is None else values[max(0, between[0]):between[1] + 1]
    known = [v for v in some if v is not None]
    if not known or not all(type(v) is int for v in known) or len(known) > 4096:
        return None
    return min(known), max(known)


def joined(a: Interval | None, z: Interval | None) -> Interval | None:
    return (min(a[0], z[0]), max(a[1], z[1])) if a is not None and z is not None else None


def never_fails(e: object, functions: Sequence[ir.Function] = (), within: tuple[int, ...] = (), moves: bool = False) -> bool:
    """Whether an expression is never a fault where it stands, behind its guards, so that it can be left out.  Calls are looked into
    where the functions are given; `moves`: headers of moves are trusted."""
    if isinstance(e, (ir.Need, ir.Within, ir.Active)) or (isinstance(e, (ir.Possible, ir.Payable)) and not moves) or (isinstance(e, ir.Item) and e.span >= 0):
        return False
    if isinstance(e, ir.Native) and e.name not in SURE and e.name not in OF_BILLS:
        return False
    if isinstance(e, ir.Op) and e.op in ("div", "mod") and not (isinstance(e.right, ir.Const) and e.right.value):
        return False
    if isinstance(e, ir.CallValue) and (e.function in within or e.function >= len(functions) or functions[e.function].value is None
                                        or not never_fails(functions[e.function].value, functions, (*within, e.function), moves)):
        return False
    if isinstance(e, tuple):
        return all(never_fails(x, functions, within, moves) for x in e)
    return isinstance(e, (ir.Const, ir.Reg)) or not is_dataclass(e) or all(never_fails(getattr(e, f.name), functions, within, moves) for f in fields(e))
