"""Values that read no cell → tables: `partners(p)` is the same all game long, so it is found when the game is loaded."""
from __future__ import annotations

from dataclasses import fields, is_dataclass

from lawspeaker.interpreter.model.types import ThingType, Type
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.building import Builder
from lawspeaker.interpreter.program.evaluate import Values
from lawspeaker.interpreter.program.pure import RuleFault

MOST = 2000                      # entries of one table


def reads_cells(b: Builder, e: object, you: bool = True) -> bool:
    """Whether an expression depends on the position (or, when asked, on who `you` is)."""
    if isinstance(e, (ir.Load, ir.SumCells, ir.Sorts, ir.Active, ir.Possible, ir.Payable)):
        return True
    if isinstance(e, ir.Reg):
        return you and e.name == "you"
    if isinstance(e, ir.CallValue):
        body = b.functions[e.function].value
        if body is None or reads_cells(b, body, False) or (uses_you(b, body) and reads_cells(b, e.arguments[0])):
            return True
        return any(reads_cells(b, a) for a in e.arguments[1:])
    if is_dataclass(e):
        for f in fields(e):
            v = getattr(e, f.name)
            for x in v if isinstance(v, tuple) else (v,):
                if is_dataclass(x) and reads_cells(b, x, you):
                    return True
    return False


def uses_you(b: Builder, e: object) -> bool:
    if isinstance(e, ir.Reg):
        return e.name == "you"
    if isinstance(e, ir.CallValue):
        body = b.functions[e.function].value
        return (body is not None and uses_you(b, body) and uses_you(b, e.arguments[0])) or any(uses_you(b, a) for a in e.arguments[1:])
    if is_dataclass(e):
        return any(uses_you(b, x) for f in fields(e) for x in (lambda v: v if isinstance(v, tuple) else (v,))(getattr(e, f.name)) if is_dataclass(x))
    return False


def tabulated(b: Builder, name: str, params: tuple[str, ...], types: list[Type | None], body: ir.Expr) -> ir.Expr | None:
    """The body as a look-up, if it reads no cell and has one thing as its parameter, or as what it always is; None otherwise."""
    if not params and not isinstance(body, ir.Const) and not reads_cells(b, body) and not b.sink.failed:
        try:
            return ir.Const(Values(b.functions, [t.values for t in b.tables]).value(body, [], {"you": 0}))
        except (RuleFault, TypeError, IndexError, KeyError):
            return None
    if len(params) != 1 or not isinstance(types[0], ThingType) or types[0].optional or isinstance(body, (ir.Const, ir.Fact)):
        return None
    if reads_cells(b, body) or b.sink.failed:
        return None
    ranges = [b.layout.range(k) for k in types[0].kinds]
    low, high = min(r[0] for r in ranges), max(r[1] for r in ranges)
    if high - low > MOST:
        return None
    evaluator = Values(b.functions, [t.values for t in b.tables])
    out: list[object] = [None] * low
    try:
        for t in range(low, high):
            out.append(evaluator.value(body, [], {params[0]: t, "you": 0}) if any(lo <= t < hi for lo, hi in ranges) else None)
    except (RuleFault, TypeError, IndexError):
        return None
    return ir.Fact(b.table(f"value {name}", tuple(out)), ir.Reg(params[0]))
