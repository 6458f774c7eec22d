"""What a walk computes anew for each entry although it is always the same: computed once, before the walk.

Only what cannot fail is taken out: of nothing the walk would not have computed it.
"""
from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.liveness import bound, reads

if TYPE_CHECKING:
    from lawspeaker.interpreter.program.print_python import Printer

HARMLESS = ("distinct", "in_order", "tokens_in", "asked", "widened")


def hoisted(p: Printer, x: ir.Each) -> ir.Each:
    """The walk without the calls that are the same for all entries; they are printed before it."""
    inside = {x.reg} | bound(x)
    names: dict[ir.Expr, ir.Reg] = {}

    def outside(e: Any) -> Any:
        if isinstance(e, tuple):
            return tuple(outside(i) for i in e)
        if not is_dataclass(e) or isinstance(e, (ir.Const, ir.Reg)):
            return e
        if isinstance(e, (ir.CallValue, ir.Length)) and calls(e) and not reads(e) & inside and safe(p, e, ()):
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


def safe(p: Printer, e: object, within: tuple[int, ...]) -> bool:
    """Whether an expression can be computed at any time."""
    match e:
        case ir.Need() | ir.Active() | ir.Possible():
            return False
        case ir.Item() if e.span >= 0:
            return False
        case ir.Op() if e.op in ("div", "mod") and not (isinstance(e.right, ir.Const) and e.right.value):
            return False
        case ir.Native() if e.name not in HARMLESS:
            return False
        case ir.CallValue():
            if e.function in within:
                return False
            if e.function not in p.safe:
                p.safe[e.function] = safe(p, p.p.functions[e.function].value, (*within, e.function))
            if not p.safe[e.function]:
                return False
    if isinstance(e, tuple):
        return all(safe(p, y, within) for y in e)
    return not is_dataclass(e) or all(safe(p, getattr(e, f.name), within) for f in fields(e))
