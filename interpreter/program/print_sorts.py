"""Walks over counted places for the printer of Python: cells say how many pieces of each sort lie there."""
from __future__ import annotations

from typing import TYPE_CHECKING

from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.liveness import reads

if TYPE_CHECKING:
    from lawspeaker.interpreter.program.print_python import Printer


def sorts(p: Printer, s: ir.Sorts) -> str:
    """What lies in a counted place, as something to walk over."""
    if not s.pieces:
        return f"compress({p.table(tuple(range(s.low, s.low + s.length)))}, {counts(p, s)})"
    sort, many = p.name(), p.name()
    return f"[{sort} for {sort}, {many} in enumerate({counts(p, s)}, {s.low}) if {many}{f' for _ in range({many})' if s.pieces else ''}]"


def counts(p: Printer, s: ir.Sorts) -> str:
    if isinstance(s.index, ir.Const):
        return f"C[{s.base + s.index.value}:{s.base + s.index.value + s.length}]"
    return f"C[{p.at(s.base, s.index)}:{p.at(s.base + s.length, s.index)}]"


def each_sort(p: Printer, x: ir.Each, s: ir.Sorts) -> str:
    """A walk over the sorts of a counted place: each is asked once, however many lie there."""
    many = p.name()
    found = of_fact(p, x, s)
    if found is None:
        rest, where, present = x.condition, f"for {x.reg}, {many} in enumerate({counts(p, s)}, {s.low}) if {many}", many
    else:
        rest, inside = found
        cell = f"C[{p.at(s.base - s.low, s.index)} + {x.reg}]"
        where, present = f"for {x.reg} in {inside} if {cell}", cell
        if x.what == "count" and s.pieces and rest is None:
            return f"sum([{cell} for {x.reg} in {inside}])"
    condition = p.e(rest) if rest is not None else "True"
    walk = where if rest is None else f"{where} and {condition}"
    value = p.e(x.value) if x.value is not None else "0"
    match x.what:
        case "any":
            return f"any(True {walk})"
        case "all" if found is not None:
            return f"all({p.e(x.condition) if x.condition is not None else 'True'} for {x.reg}, {many} in enumerate({counts(p, s)}, {s.low}) if {many})"
        case "all":
            return f"all({condition} {where})"
        case "count":
            return f"sum([{present if s.pieces else 1} {walk}])"
        case "sum":
            return f"sum([{f'{present} * ' if s.pieces else ''}{value} {walk}])"
        case "highest" | "lowest":
            return f"{'max' if x.what == 'highest' else 'min'}([{value} {walk}], default=0)"
        case "first":
            return f"next(({x.reg} {walk}), -1)"
    return f"tuple([{x.reg} {walk}{f' for _ in range({present})' if s.pieces else ''}])"


def each_sort_of(p: Printer, reg: str, s: ir.Sorts) -> str:
    """The walk over the sorts that lie in a counted place."""
    many = p.name()
    return f"for {reg}, {many} in enumerate({counts(p, s)}, {s.low}) if {many}"


def of_fact(p: Printer, x: ir.Each, s: ir.Sorts) -> tuple[ir.Expr | None, str] | None:
    """`(v in crew where v.colour = c)`: what is left of the condition, and the sorts of that colour, known when the game is loaded."""
    items = list(x.condition.items) if isinstance(x.condition, ir.And) else [x.condition] if x.condition is not None else []
    for i, c in enumerate(items):
        if not (isinstance(c, ir.Op) and c.op == "eq" and isinstance(c.left, ir.Fact) and c.left.index == ir.Reg(x.reg)):
            continue
        if x.reg in reads(c.right) or not plain(c.right):        # it is asked for even if nothing lies there
            continue
        values = p.p.tables[c.left.table].values
        every = range(s.low, s.low + s.length)
        if s.low + s.length > len(values) or not all(type(values[e]) is int for e in every):
            continue
        low, high = min(values[e] for e in every), max(values[e] for e in every)
        if high - low > 4096:
            continue
        table = p.table(tuple(tuple(e for e in every if values[e] == v) for v in range(low, high + 1)))
        key = p.e(c.right)
        inside = f"{table}[{key} - {low}]" if low else f"{table}[{key}]"
        if not certain(p, c.right, low, high):
            inside = f"({inside} if {low} <= {key} <= {high} else ())"
        rest = fold.both([*items[:i], *items[i + 1:]])
        return None if rest == fold.TRUE else rest, inside
    return None


def plain(x: ir.Expr) -> bool:
    """Whether an expression can be computed at any time."""
    return isinstance(x, (ir.Const, ir.Reg)) or (isinstance(x, ir.Fact) and plain(x.index))


def certain(p: Printer, key: ir.Expr, low: int, high: int) -> bool:
    """Whether the key surely lies in the index."""
    if isinstance(key, ir.Const):
        return low <= key.value <= high  # type: ignore[no-any-return]
    if isinstance(key, ir.Need):
        key = key.item
    if key == ir.Reg("you"):
        return low <= 0 and p.p.layout.players - 1 <= high
    between = p.p.ranges.get(key.name) if isinstance(key, ir.Reg) else None
    return between is not None and low <= between[0] and between[1] <= high
