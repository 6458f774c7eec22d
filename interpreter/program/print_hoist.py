"""What a walk computes anew for each entry although it is always the same: computed once, before the walk.

Only what cannot fail is taken out: of nothing the walk would not have computed it.
"""
from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.liveness import inner, reads

if TYPE_CHECKING:
    from lawspeaker.interpreter.program.print_python import Printer


def hoisted(p: Printer, x: ir.Each) -> ir.Each:
    """The walk without the calls that are the same for all entries; they are printed before it."""
    inside = {x.reg} | inner(x)
    names: dict[ir.Expr, ir.Reg] = {}

    def outside(e: Any) -> Any:
        if isinstance(e, tuple):
            return tuple(outside(i) for i in e)
        if not is_dataclass(e) or isinstance(e, (ir.Const, ir.Reg)):
            return e
        if isinstance(e, (ir.CallValue, ir.Length)) and calls(e) and not reads(e) & inside and not p.effects.can_fail(e):
            if e not in names:
                names[e] = ir.Reg(p.name())
                p.line(f"{names[e].name} = {p.e(e)}")
            return names[e]
        return replace(e, **{f.name: outside(getattr(e, f.name)) for f in fields(e)})  # type: ignore[type-var]
    return replace(x, condition=outside(x.condition), value=outside(x.value))


def calls(e: object) -> bool:
    if isinstance(e, ir.CallValue):
        return True
    return is_dataclass(e) and any(calls(y) for f in fields(e) for y in (lambda v: v if isinstance(v, tuple) else (v,))(getattr(e, f.name)))
