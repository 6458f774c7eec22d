"""`fact(x) = E` and `E in x` over known entries x → the entries by that value, found when the game is loaded.

The one place that splits such a condition off a walk.  It is right for a walk that leaves out whatever the condition leaves out (any,
count, sum, collect, first, highest, lowest), and wrong for `every`: an entry without that value is what `every` is false for.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.liveness import bound, reads

if TYPE_CHECKING:
    from lawspeaker.interpreter.program.print_python import Printer

WIDEST = 4096                    # between the least and the greatest value of a table


@dataclass(frozen=True, slots=True)
class Lookup:
    """The entries by a value, the expression for the value that is wanted, what else is asked of them."""

    index: dict[int, tuple[Any, ...]]
    key: ir.Expr
    rest: ir.Expr | None


def lookup(p: Printer, what: str, reg: str, entries: tuple[Any, ...], condition: ir.Expr | None) -> Lookup | None:
    """The first part of a condition that can be split off.  Its key is computed before the walk, and parts that stood before it for
    fewer entries than they would be: none of them may fail, and the key may need no name that one of them binds."""
    if what == "all" or condition is None or not entries:
        return None
    items = list(condition.items) if isinstance(condition, ir.And) else [condition]
    for i, c in enumerate(items):
        found = of_fact(p, c, reg, entries) or of_list(c, reg, entries)
        if found is not None:
            index, key = found
            if reads(key) & ({reg} | {r for x in items[:i] for r in bound(x)}) or bound(key) or p.effects.can_fail(key):
                return None
            rest = fold.both([*items[:i], *items[i + 1:]])
            return Lookup(index, key, None if rest == fold.TRUE else rest)
        if p.effects.can_fail(c):
            return None
    return None


def of_fact(p: Printer, c: ir.Expr, reg: str, entries: tuple[Any, ...]) -> tuple[dict[int, tuple[Any, ...]], ir.Expr] | None:
    if not (isinstance(c, ir.Op) and c.op == "eq"):
        return None
    for fact, key in ((c.left, c.right), (c.right, c.left)):
        if isinstance(fact, ir.Fact) and fact.index == ir.Reg(reg) and reg not in reads(key):
            values = p.p.tables[fact.table].values
            if not all(isinstance(e, int) and 0 <= e < len(values) and isinstance(values[e], int) for e in entries):
                return None
            index: dict[int, tuple[Any, ...]] = {}
            for e in entries:
                index[values[e]] = (*index.get(values[e], ()), e)
            return index, key
    return None


def of_list(c: ir.Expr, reg: str, entries: tuple[Any, ...]) -> tuple[dict[int, tuple[Any, ...]], ir.Expr] | None:
    if not (isinstance(c, ir.Contains) and c.list == ir.Reg(reg) and reg not in reads(c.item)) or not all(isinstance(e, tuple) for e in entries):
        return None
    index: dict[int, tuple[Any, ...]] = {}
    for e in entries:
        for v in dict.fromkeys(e):
            index[v] = (*index.get(v, ()), e)
    return (index, c.item) if index and all(isinstance(v, int) for v in index) else None


def certain(p: Printer, key: ir.Expr, low: int, high: int) -> bool:
    """Whether a key surely lies between two numbers."""
    between = p.effects.interval(key)
    return between is not None and low <= between[0] and between[1] <= high


def of_key(p: Printer, rows: dict[int, Any], key: ir.Expr, nothing: Any) -> str:
    """The row of a key; `nothing` where it has none.  The key is written once."""
    low, high = min(rows), max(rows)
    if high - low < WIDEST and certain(p, key, low, high):
        table = p.table(tuple(rows.get(v, nothing) for v in range(low, high + 1)))
        return f"{table}[{p.e(key)} - {low}]" if low else f"{table}[{p.e(key)}]"
    return f"{p.table(rows)}.get({p.e(key)}, {p.constant(nothing)})"
