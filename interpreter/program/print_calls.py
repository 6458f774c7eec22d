"""Calls of values for the printer of Python: those that are little more than a call are written where they are asked for."""
from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING

from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.collections import substitute
from lawspeaker.interpreter.program.liveness import reads
from lawspeaker.interpreter.program.optimise import as_position, as_set, as_slice, index_walk

if TYPE_CHECKING:
    from lawspeaker.interpreter.program.print_python import Printer

SMALL = 45                       # instructions and their parts in a value that is written out


def written_out(p: Printer, x: ir.CallValue) -> str | None:
    """A value that is a few comparisons, one look into a table, or one search in a slice, is written where it is asked for."""
    f = p.p.functions[x.function]
    if f.value is None or not all(isinstance(a, (ir.Reg, ir.Const)) for a in x.arguments):
        return None
    if isinstance(f.value, ir.Fold) and isinstance(f.value.list, ir.Load) and isinstance(f.value.start, ir.Const):
        args = ", ".join(p.e(a) for a in x.arguments)          # mostly nothing changes it
        changes = given(replace(f, value=f.value.list), x)
        return f"({p.e(f.value.start)} if not {p.e(changes)} else f{x.function}(C, {args}))"
    if not isinstance(f.value, ir.Each):
        value = unfolded(p, f.value)
        return p.e(given(replace(f, value=value), x)) if is_small(value) else None
    body = given(f, x)
    assert isinstance(body, ir.Each)
    if body.what == "collect":
        y, lst = index_walk(p, body)
        return lst if y.condition is None and isinstance(y.list, ir.Const) and ":=" not in lst else None
    return as_slice(p, body) or as_position(p, body) or as_set(p, body)


def asked_for(x: ir.Each) -> ir.Expr | None:
    """What the entries of a list are compared with, if that is all that is asked."""
    c = x.condition
    return c.right if isinstance(c, ir.Op) and c.op == "eq" and c.left == ir.Reg(x.reg) and x.reg not in reads(c.right) else None


def given(f: ir.Function, x: ir.CallValue) -> ir.Expr:
    """The value of a function with these arguments, which are registers and constants."""
    body = f.value
    assert body is not None
    for p, a in zip(f.params, x.arguments):
        body = substitute(body, p, a)
    return body


def unfolded(p: Printer, e: ir.Expr) -> ir.Expr:
    """Changes that always hold, as an expression; what is changed is computed where it is asked for, so it must not fail."""
    if isinstance(e, ir.Fold) and isinstance(e.list, ir.Const) and len(e.list.value) == 1 and not p.effects.can_fail(e.start):
        step = substitute(e.step, e.reg, ir.Const(e.list.value[0]))
        if times(step, e.acc) == 1:
            return substitute(step, e.acc, unfolded(p, e.start))
    return e


def times(e: object, reg: str) -> int:
    """How often a register is read."""
    if isinstance(e, ir.Reg):
        return int(e.name == reg)
    if isinstance(e, tuple):
        return sum(times(y, reg) for y in e)
    return sum(times(getattr(e, f.name), reg) for f in fields(e)) if is_dataclass(e) else 0


def is_small(e: object) -> bool:
    """Whether an expression is no longer than a call, or hardly."""
    def size(e: object) -> int:
        if isinstance(e, (ir.Each, ir.Fold, ir.CallValue, ir.Bind, ir.Need, ir.Native, ir.Possible, ir.Payable, ir.Active, ir.Select)):
            return SMALL + 1
        if isinstance(e, tuple):
            return sum(size(y) for y in e)
        return 1 + sum(size(getattr(e, f.name)) for f in fields(e)) if is_dataclass(e) and not isinstance(e, ir.Const) else 1
    return size(e) <= SMALL
