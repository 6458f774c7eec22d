"""Walks over counted places for the printer of Python: cells say how many pieces of each sort lie there."""
from __future__ import annotations

from typing import TYPE_CHECKING

from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.lookup import lookup, of_key

if TYPE_CHECKING:
    from lawspeaker.interpreter.program.print_python import Printer


def sorts(p: Printer, s: ir.Sorts) -> str:
    """What lies in a counted place, as something to walk over."""
    if not s.pieces:
        return f"compress({p.table(tuple(range(s.low, s.low + s.length)))}, {counts(p, s)})"
    sort, many = p.name(), p.name()
    return f"[{sort} for {sort}, {many} in enumerate({counts(p, s)}, {s.low}) if {many}{f' for _ in range({many})' if s.pieces else ''}]"


def counts(p: Printer, s: ir.Sorts | ir.SumCells) -> str:
    if isinstance(s.index, ir.Const):
        return f"C[{s.base + s.index.value}:{s.base + s.index.value + s.length}]"
    if not brief(s.index):
        return f"row(C, {p.at(s.base, s.index)}, {s.length})"
    return f"C[{p.at(s.base, s.index)}:{p.at(s.base + s.length, s.index)}]"


def brief(e: ir.Expr) -> bool:
    """Whether an expression may be written twice."""
    return isinstance(e, (ir.Reg, ir.Const)) or (isinstance(e, ir.Op) and e.op in ("add", "sub", "mul") and brief(e.left) and brief(e.right))


def each_sort(p: Printer, x: ir.Each, s: ir.Sorts) -> str:
    """A walk over the sorts of a counted place: each is asked once, however many lie there."""
    many = p.name()
    found = lookup(p, x.what, x.reg, tuple(range(s.low, s.low + s.length)), x.condition)
    if found is None:
        rest, where, present = x.condition, f"for {x.reg}, {many} in enumerate({counts(p, s)}, {s.low}) if {many}", many
    else:
        rest, inside = found.rest, of_key(p, found.index, found.key, ())
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
        case "all":
            return f"all({condition} {where})"
        case "count":
            return f"sum([{present if s.pieces else 1} {walk}])"
        case "sum":
            return f"sum([{f'{present} * ' if s.pieces else ''}{value} {walk}])"
        case "highest" | "lowest":
            return f"{'max' if x.what == 'highest' else 'min'}([{value} {walk}], default=0)"
        case "first":
            return f"next(({x.reg} {walk}), {p.constant(x.nothing)})"
    return f"tuple([{x.reg} {walk}{f' for _ in range({present})' if s.pieces else ''}])"


def each_sort_of(p: Printer, reg: str, s: ir.Sorts) -> str:
    """The walk over the sorts that lie in a counted place."""
    many = p.name()
    return f"for {reg}, {many} in enumerate({counts(p, s)}, {s.low}) if {many}"
