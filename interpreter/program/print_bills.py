"""Bills for the printer of Python: what is known when the game is loaded is worked out then."""
from __future__ import annotations

from typing import TYPE_CHECKING

from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.payments import planned
from lawspeaker.interpreter.program.print_sorts import counts

if TYPE_CHECKING:
    from lawspeaker.interpreter.program.print_python import Printer


def bill(p: Printer, x: ir.Native) -> str:
    """What a payer has, counted from the cells of his place; whether a known bill can be paid."""
    first, *rest = x.arguments
    others = "".join(", " + p.e(a) for a in rest)
    if x.name == "purse":
        if isinstance(first, ir.Sorts) and first.pieces and isinstance(rest[0], ir.Const):
            here = p.table(rest[0].value[first.low:first.low + first.length])
            return f"counted_purse({counts(p, first)}, {here}, {first.low}{others})"
        return f"purse({p.e(first)}{others})"
    if isinstance(first, ir.Const):
        return f"settled({p.table(planned(first.value))}{others})"
    if isinstance(first, ir.Fact):
        plans = tuple(planned(v) if isinstance(v, tuple) else () for v in p.p.tables[first.table].values)
        return f"settled({p.table(plans)}[{p.e(first.index)}]{others})"
    return f"payable({p.e(first)}{others})"
