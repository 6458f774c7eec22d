"""Blocks whose frames end with a value: those that go on after a call, a question or an ending."""
from __future__ import annotations

from collections.abc import Iterable

from lawspeaker.interpreter.program import ir


def valued_blocks(blocks: Iterable[ir.Block]) -> set[int]:
    out: set[int] = set()

    def visit(stmts: tuple[ir.Stmt, ...]) -> None:
        for s in stmts:
            if isinstance(s, (ir.CallThen, ir.CallBy, ir.Ask, ir.Unwind)):
                out.add(s.block)
            elif isinstance(s, ir.If):
                visit(s.yes)
                visit(s.no)
    for b in blocks:
        visit(b.body)
    return out
