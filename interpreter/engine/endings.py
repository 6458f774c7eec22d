"""`end X` on the stack of frames: which frame is the inside of X, and how what lies inside it is left.

A frame is `(block, parent, registers…)`.  Each block has the number of the span that is over when it begins (ir.Block.span_of).
The frame to be left to is named by how many frames lie below it: these stay as they are while rules at the ends of inner spans run.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lawspeaker.interpreter.program.ir import NO_SPAN, NOT, WINDOWS, closing


def sought(spans: Sequence[int], targets: tuple[int, ...], window: int) -> int:
    """The position, from 1, of the innermost of these spans in a list of those that go on, the innermost first; 0 if there is none,
    or if it is ending already."""
    outside = not window
    for i, span in enumerate(spans, 1):
        if not outside:
            outside = span == window
        elif span in targets:
            return i
        elif span < NO_SPAN and closing(span) in targets:
            return 0
    return 0


def unwind(f: Any, targets: tuple[int, ...], window: int, span_of: Sequence[int], unwind_block: int) -> Any:
    """The frame to go on with; `f` itself, with the result not done, when no such span goes on."""
    frames = []
    g = f[1]
    while g:
        frames.append(span_of[g[0]])
        g = g[1]
    at = sought(frames, targets, window)
    return leave(f[1], len(frames) - at, span_of, unwind_block) if at else (*f, NOT)


def leave(g: Any, below: int, span_of: Sequence[int], unwind_block: int) -> Any:
    """The innermost span is left: the one with so many frames below it goes on as if it were over, another first, and then the next."""
    while g:
        if NO_SPAN != span_of[g[0]] < WINDOWS:
            if depth(g[1]) == below:
                return (*g, NOT)
            return (g[0], (unwind_block, g[1], below), *g[2:], NOT)
        g = g[1]
    raise AssertionError("no span to end")


def depth(g: Any) -> int:
    n = 0
    while g:
        n, g = n + 1, g[1]
    return n
