"""Bills for the printer of Python: what is known when the game is loaded is worked out then, and of the rest no more than is asked for.

The cells of a payer say how many pieces of each sort there are, so a bill with one demand is a comparison of cells; only for
others what the payer has is counted by class.
"""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.payments import ALIKE, ANY, NAMED, WILD, WILD_OF, own_class, planned
from lawspeaker.interpreter.program.print_calls import given
from lawspeaker.interpreter.program.print_sorts import counts

if TYPE_CHECKING:
    from lawspeaker.interpreter.program.print_python import Printer

NATIVES = ("purse", "payable", "payable_here", "most_alike")
ZERO = ir.Const(0)


# ---- in headers ----------------------------------------------------------------------------------------------------
def heads_of(p: Printer, m: ir.Move) -> tuple[ir.Head, ...]:
    """The header of a move as it is printed: purses that one bill asks for are looked into directly, cheap requirements come before
    bills."""
    made = p.heads.get(m.number)
    if made is None:
        made = p.heads[m.number] = asked_once(cheap_first(p, looked_into(p, list(m.header))))
    return made


def asked_once(heads: Iterable[ir.Head]) -> tuple[ir.Head, ...]:
    """A header in which no requirement says what must hold where an earlier one fails: `not A or B` behind A is B.

    Requirements only read, registers are bound once, and nothing writes between them, so what has held still holds; A is asked where it
    stood.  The header itself keeps both: it is what tells why not, and walks on behind a refusal."""
    out: list[ir.Head] = []
    held: list[ir.Expr] = []
    for h in heads:
        if isinstance(h, ir.HeadRequire):
            parts = h.condition.items if isinstance(h.condition, ir.And) else (h.condition,)
            kept = []
            for x in parts:
                if isinstance(x, ir.Or):
                    x = fold.either([i for i in x.items if not (isinstance(i, ir.Not) and i.item in held)])
                kept.append(x)
                held.append(x)
            h = replace(h, condition=fold.both(kept))
        out.append(h)
    return tuple(out)


def looked_into(p: Printer, heads: list[ir.Head]) -> list[ir.Head]:
    """A header without the purses of which no more than some cells, or one bill, is asked."""
    for bound in [h.condition for h in heads if isinstance(h, ir.HeadRequire)]:
        if not (isinstance(bound, ir.Bind) and bound.condition == fold.TRUE and isinstance(bound.value, ir.Native) and bound.value.name == "purse"):
            continue
        purse, reg = bound.value, ir.Reg(bound.reg)
        if not isinstance(purse.arguments[0], ir.Sorts) or not purse.arguments[0].pieces:
            continue
        loops = [isinstance(h, ir.HeadChoose) for h in heads]
        asking = [(i, x) for i, h in enumerate(heads) for x in bills(h, reg)]
        closed = {id(x): compared(p, purse, x.arguments[0], x.arguments[2]) for _, x in asking}
        left = [i for i, x in asking if closed[id(x)] is None]
        if len(left) > 1 or (left and any(loops[:left[0]])):
            continue                                     # asked for several times: counted once
        for _, x in asking:
            if closed[id(x)] is None:
                closed[id(x)] = ir.Native("payable_here", (x.arguments[0], *purse.arguments, x.arguments[2]))
        heads = [replaced(h, closed) for h in heads if not (isinstance(h, ir.HeadRequire) and h.condition is bound)]
    return heads


def bills(e: object, purse: ir.Reg) -> list[ir.Native]:
    """The bills that a purse is asked for."""
    if isinstance(e, ir.Native) and e.name == "payable" and e.arguments[1] == purse:
        return [e]
    if isinstance(e, tuple):
        return [x for y in e for x in bills(y, purse)]
    return [x for f in fields(e) for x in bills(getattr(e, f.name), purse)] if is_dataclass(e) else []


def replaced(e: Any, by: dict[int, ir.Expr | None]) -> Any:
    if id(e) in by:
        return by[id(e)]
    if isinstance(e, tuple):
        return tuple(replaced(x, by) for x in e)
    if not is_dataclass(e) or isinstance(e, (ir.Const, ir.Reg)):
        return e
    new = {f.name: replaced(getattr(e, f.name), by) for f in fields(e)}
    return replace(e, **new) if any(new[k] is not getattr(e, k) for k in new) else e  # type: ignore[type-var]


def compared(p: Printer, purse: ir.Native, bill: ir.Expr, tokens: ir.Expr) -> ir.Expr | None:
    """Whether a bill can be paid, as a comparison of cells; None if more must be looked at."""
    if isinstance(bill, ir.CallValue) and all(isinstance(a, (ir.Reg, ir.Const)) for a in bill.arguments):
        f = p.p.functions[bill.function]
        return compared(p, purse, given(f, bill), tokens) if isinstance(f.value, (ir.Select, ir.Tuple)) else None
    if isinstance(bill, ir.Select):
        yes, no = (compared(p, purse, b, tokens) for b in (bill.yes, bill.no))
        return fold.select(bill.condition, yes, no) if yes is not None and no is not None else None
    if bill == ir.Const(()):
        return fold.TRUE
    demand = single(bill)
    return None if demand is None or tokens != ZERO else one_demand(purse, *demand)


def one_demand(purse: ir.Native, how: int, n: ir.Expr, needs: tuple[tuple[int, ir.Expr], ...]) -> ir.Expr | None:
    sorts, classes, many, stands = purse.arguments
    assert isinstance(sorts, ir.Sorts) and isinstance(classes, ir.Const) and isinstance(many, ir.Const) and isinstance(stands, ir.Const)
    here: tuple[int, ...] = classes.value[sorts.low:sorts.low + sorts.length]
    first, last = stands.value
    wild = any(c <= WILD for c in here)
    if how == NAMED:
        if wild and len(needs) > 1:
            return None
        return fold.both([fold.op("ge", cells(sorts, [i for i, c in enumerate(here) if own_class(c) == need or (c <= WILD and first <= need < last)]), k)
                          for need, k in needs])
    if wild or min(here) < 0:
        return None
    if how == ANY:
        return fold.op("ge", ir.SumCells(sorts.base, sorts.index, sorts.length), n)
    if how == ALIKE and len(set(here)) == len(here) and many.value >= len(here):
        return fold.op("ge", ir.Native("most_alike", (sorts,)), n)
    return None


Demand = tuple[int, ir.Expr, tuple[tuple[int, ir.Expr], ...]]


def single(bill: ir.Expr) -> Demand | None:
    """The one demand of a bill: how it is looked at, how many, the classes it names and how many of each."""
    if isinstance(bill, ir.Const) and len(bill.value) == 1:
        how, n, known, _ = planned(bill.value)[0]
        return how, ir.Const(n), tuple((c, ir.Const(k)) for c, k in known)
    if isinstance(bill, ir.Native) and bill.name == "widened" and (inner := single(bill.arguments[0])) is not None:
        before = bill.arguments[1]
        assert isinstance(before, ir.Const)
        return inner[0], inner[1], tuple((c + before.value, k) for c, k in inner[2])
    if isinstance(bill, ir.Tuple) and len(bill.items) == 1 and isinstance(bill.items[0], ir.Tuple):
        alike, different, anything, named = bill.items[0].items
        items = named.items if isinstance(named, ir.Tuple) else tuple(ir.Const(k) for k in named.value) if isinstance(named, ir.Const) else None
        if items is None or different != ZERO:
            return None
        needs = tuple((c, k) for c, k in enumerate(items) if k != ZERO)
        if needs:
            return (NAMED, ZERO, needs) if alike == anything == ZERO else None
        if anything == ZERO:
            return ALIKE, alike, ()
        if alike == ZERO:
            return ANY, anything, ()
    return None


def cells(sorts: ir.Sorts, which: list[int]) -> ir.Expr:
    out: ir.Expr = ZERO
    for i in which:
        out = fold.op("add", out, fold.load(sorts.base + i, sorts.index))
    return out


def cheap_first(p: Printer, heads: list[ir.Head]) -> tuple[ir.Head, ...]:
    """Requirements that only look at cells before bills, among those that come before all choices; where none of them can fail."""
    leading = next((i for i, h in enumerate(heads) if isinstance(h, ir.HeadChoose)), len(heads))
    begun = heads[:leading]
    out: list[ir.Head] = []
    for h in begun:
        at = len(out)
        if isinstance(h, ir.HeadRequire) and cheap(h.condition) and not p.effects.can_fail(h.condition):
            while at > 0 and costly(out[at - 1]) and not p.effects.can_fail(out[at - 1].condition):  # type: ignore[union-attr]
                at -= 1
        out.insert(at, h)
    return (*out, *heads[leading:])


def cheap(e: object, *registers: str) -> bool:
    """Whether an expression only compares cells and numbers."""
    if isinstance(e, (ir.Const, ir.SumCells)):
        return True
    if isinstance(e, ir.Load):
        return e.index is None or cheap(e.index, *registers)
    if isinstance(e, ir.Fact):
        return cheap(e.index, *registers)
    if isinstance(e, ir.Reg):
        return e.name == "you" or e.name in registers
    if isinstance(e, ir.Op):
        return e.op not in ("div", "mod") and cheap(e.left, *registers) and cheap(e.right, *registers)
    if isinstance(e, (ir.And, ir.Or)):
        return all(cheap(i, *registers) for i in e.items)
    return isinstance(e, (ir.Not, ir.Between)) and cheap(e.item, *registers)


def costly(h: ir.Head) -> bool:
    """A bill or a purse."""
    c = h.condition if isinstance(h, ir.HeadRequire) else None
    if isinstance(c, ir.Bind):
        c = c.value
    return isinstance(c, ir.Native) and c.name in NATIVES


# ---- as text -------------------------------------------------------------------------------------------------------
def bill(p: Printer, x: ir.Native) -> str:
    """What a payer has, counted from the cells of his place; whether a bill can be paid."""
    first, *rest = x.arguments
    others = "".join(", " + p.e(a) for a in rest)
    if x.name == "most_alike":
        assert isinstance(first, ir.Sorts)
        return f"max({counts(p, first)})"
    if x.name == "purse":
        if isinstance(first, ir.Sorts) and first.pieces and isinstance(rest[0], ir.Const):
            here = rest[0].value[first.low:first.low + first.length]
            wild = tuple((i, own_class(c) if c <= WILD_OF else -1) for i, c in enumerate(here) if c <= WILD)
            if rest[1] == ir.Const(first.length) and all(c == i or c <= WILD for i, c in enumerate(here)):
                return f"row_purse({counts(p, first)}, {p.table(wild)}, {first.low}, {p.e(rest[0])}, {p.e(rest[2])})"
            return f"counted_purse({counted(p, first, rest[0])}{others})"
        return f"purse({p.e(first)}{others})"
    if x.name == "payable_here":
        sorts, classes = rest[0], rest[1]
        assert isinstance(sorts, ir.Sorts) and isinstance(classes, ir.Const)
        return f"payable_here({p.e(first)}, {counted(p, sorts, classes)}{''.join(', ' + p.e(a) for a in rest[1:])})"
    if isinstance(first, ir.Const):
        return f"settled({p.table(planned(first.value))}{others})"
    if isinstance(first, ir.Fact) and (exact := exactly(p, first, rest)) is not None:
        return exact
    if isinstance(first, ir.Fact):
        plans = tuple(planned(v) if isinstance(v, tuple) else () for v in p.p.tables[first.table].values)
        return f"settled({p.table(plans)}[{p.e(first.index)}]{others})"
    return f"payable({p.e(first)}{others})"


def exactly(p: Printer, bills: ir.Fact, rest: list[ir.Expr]) -> str | None:
    """A bill of a table, of named classes only, with a purse in which nothing stands for others."""
    purse = p.purses.get(rest[0].name) if isinstance(rest[0], ir.Reg) else None
    if purse is None or rest[1] != ZERO or not isinstance(purse.arguments[1], ir.Const) or any(c <= WILD for c in purse.arguments[1].value):
        return None
    plans = [planned(v) if isinstance(v, tuple) else () for v in p.p.tables[bills.table].values]
    if any(len(plan) > 1 or any(how != NAMED for how, *_ in plan) for plan in plans):
        return None
    needs, i, n = p.table(tuple(plan[0][2] if plan else () for plan in plans)), p.name(), p.name()
    return f"(not [1 for {i}, {n} in {needs}[{p.e(bills.index)}] if {p.e(rest[0])}[0][{i}] < {n}])"


def counted(p: Printer, sorts: ir.Sorts, classes: ir.Const) -> str:
    """The cells of a payer, their classes, the first sort."""
    return f"{counts(p, sorts)}, {p.table(classes.value[sorts.low:sorts.low + sorts.length])}, {sorts.low}"
