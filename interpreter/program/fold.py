"""Instructions with their constants folded: what is known when a game is loaded costs nothing when it is played."""
from __future__ import annotations

from collections.abc import Callable, Iterable

from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.effects import never_fails
from lawspeaker.interpreter.program.ir import Const, Expr

TRUE, FALSE, ZERO = Const(1), Const(0), Const(0)

ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "min": min, "max": max,
    "eq": lambda a, b: int(a == b), "ne": lambda a, b: int(a != b), "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b), "gt": lambda a, b: int(a > b), "ge": lambda a, b: int(a >= b),
    "div": lambda a, b: a // b, "mod": lambda a, b: a % b,
}


def op(name: str, left: Expr, right: Expr, span: int = -1) -> Expr:
    if isinstance(left, Const) and isinstance(right, Const) and not (name in ("div", "mod") and right.value == 0):
        return Const(ARITHMETIC[name](left.value, right.value))
    if name == "add" and left == ZERO:
        return right
    if name in ("add", "sub") and right == ZERO:
        return left
    if name == "mul" and right == Const(1):
        return left
    if name == "mul" and left == Const(1):
        return right
    if name == "add" and isinstance(right, Const) and isinstance(left, ir.Op) and left.op == "add" and isinstance(left.right, Const):
        return op("add", left.left, Const(left.right.value + right.value))
    return ir.Op(name, left, right, span)


def both(items: Iterable[Expr | None]) -> Expr:
    out: list[Expr] = []
    for i in items:
        if i is None or (isinstance(i, Const) and i.value):
            continue
        if isinstance(i, Const):
            return FALSE if all(never_fails(x) for x in out) else ir.And((*out, FALSE))       # what stands before it is asked all the same
        out.extend(i.items if isinstance(i, ir.And) else (i,))
    return TRUE if not out else out[0] if len(out) == 1 else ir.And(tuple(out))


def either(items: Iterable[Expr]) -> Expr:
    out: list[Expr] = []
    for i in items:
        if isinstance(i, Const):
            if i.value:
                return TRUE if all(never_fails(x) for x in out) else ir.Or((*out, TRUE))
            continue
        out.extend(i.items if isinstance(i, ir.Or) else (i,))
    return FALSE if not out else out[0] if len(out) == 1 else ir.Or(tuple(out))


def negate(item: Expr) -> Expr:
    if isinstance(item, Const):
        return Const(0 if item.value else 1)
    if isinstance(item, ir.Not):
        return item.item
    if isinstance(item, ir.Op) and item.op in ("eq", "ne"):
        return ir.Op("ne" if item.op == "eq" else "eq", item.left, item.right)
    return ir.Not(item)


def select(condition: Expr, yes: Expr, no: Expr) -> Expr:
    if isinstance(condition, Const):
        return yes if condition.value else no
    return yes if yes == no and never_fails(condition) else ir.Select(condition, yes, no)


def load(base: int, index: Expr | None) -> Expr:
    if index is None:
        return ir.Load(base)
    if isinstance(index, Const):
        return ir.Load(base + index.value)
    if isinstance(index, ir.Op) and index.op in ("add", "sub") and isinstance(index.right, Const):
        shift = index.right.value if index.op == "add" else -index.right.value
        return ir.Load(base + shift, index.left)
    return ir.Load(base, index)


def between(item: Expr, low: int, high: int) -> Expr:
    if isinstance(item, Const):
        return Const(int(low <= item.value < high))
    if high <= low and never_fails(item):
        return FALSE
    if high == low + 1:
        return ir.Op("eq", item, Const(low))
    return ir.Between(item, low, high)


def need(item: Expr, span: int) -> Expr:
    if isinstance(item, ir.Need) or (isinstance(item, Const) and item.value >= 0):
        return item
    return ir.Need(item, span)


def length(item: Expr) -> Expr:
    return Const(len(item.value)) if isinstance(item, Const) else ir.Length(item)


def contains(lst: Expr, item: Expr) -> Expr:
    if isinstance(lst, Const) and not lst.value and never_fails(item):
        return FALSE
    if isinstance(lst, Const) and isinstance(item, Const):
        return Const(int(item.value in lst.value))
    return ir.Contains(lst, item)


def flat(low: int, count: int, item: Expr) -> Expr:
    """The place of a value in a run that begins at `low`."""
    return ZERO if count == 1 and low == 0 else op("sub", item, Const(low))


def instance(dimensions: tuple[tuple[int, int], ...], indices: list[Expr]) -> Expr:
    """The flat number of an instance, from one value for each dimension."""
    out: Expr = ZERO
    for (low, count), i in zip(dimensions, indices):
        out = op("add", op("mul", out, Const(count)), op("sub", i, Const(low)))
    return out
