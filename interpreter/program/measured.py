"""How much a verb really did: what stands for a number in the rules after it.

A number of a verb is measured where a step of the verb adds, takes, moves, draws or discards just as many.  Steps in loops are not
measured, since they would be several numbers.
"""
from __future__ import annotations

from collections.abc import Callable

from lawspeaker.interpreter.program import collections as c
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.code import Code
from lawspeaker.interpreter.program.collections import PlaceSet
from lawspeaker.interpreter.syntax import nodes as n

NOTHING = ir.Const(-1)                            # no step has done anything that is measured


def register(code: Code, e: n.Expr) -> str | None:
    """Where the amount of a step is noted, if it is a number of the verb."""
    return code.measures.get(e.name) if isinstance(e, n.Name) and not code.loops else None


def note(code: Code, reg: str, amount: ir.Expr) -> None:
    """Several steps with the same number: the least of what they did counts."""
    amount = code.set(amount, "amount")
    least = fold.select(fold.op("lt", ir.Reg(reg), fold.ZERO), amount, fold.op("min", ir.Reg(reg), amount))
    code.emit(ir.Set(reg, fold.select(fold.op("gt", amount, fold.ZERO), least, ir.Reg(reg))))


def by_place(code: Code, e: n.Expr, place: object) -> Callable[[], None]:
    """Of a step that moves pieces: call what comes back when they have moved.  They are counted in a place that they leave, or come to."""
    reg = register(code, e)
    if reg is None or not isinstance(place, PlaceSet):
        return lambda: None
    lying = c.number_of(code.b, PlaceSet(place.table, place.instance, place.type, None, place.missing))
    before = code.set(lying, "before")

    def moved() -> None:
        now = code.set(lying, "now")
        note(code, reg, fold.op("max", fold.op("sub", now, before), fold.op("sub", before, now)))
    return moved

