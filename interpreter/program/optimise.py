"""Faster spellings of walks for the printer of Python: slices, unrolled loops, tables instead of filters.

Each function returns None (or the walk as it was) where its pattern does not fit; none changes what is meant.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from lawspeaker.interpreter.program import ir

if TYPE_CHECKING:
    from lawspeaker.interpreter.program.print_python import Printer


def as_slice(p: Printer, x: ir.Each) -> str | None:
    return None


def unrolled(p: Printer, x: ir.Each) -> str | None:
    return None


def index_walk(p: Printer, x: ir.Each) -> tuple[ir.Each, str]:
    return x, p.walked(x.list)
