"""`possible(MOVE)` in headers: whether a move, to know whether it is legal, would have to know that already."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.building import Builder


def check_circles(b: Builder) -> None:
    """Report every move whose header asks, perhaps by way of others, whether the move itself is possible."""
    if "possible" not in b.made:
        return
    asked = {move.number: set(moves_asked(b, (move.header, move.costs), set())) for move in b.moves}
    for move in b.moves:
        reached: set[int] = set()
        todo = list(asked[move.number])
        while todo:
            number = todo.pop()
            if number not in reached:
                reached.add(number)
                todo.extend(asked[number])
        if move.number in reached:
            b.sink.error("move/asks-itself", b.spans[move.span], f'Whether "{move.name}" is possible hangs on whether "{move.name}" is possible',
                         hint="Ask for what the other move requires instead of `possible`.")


def moves_asked(b: Builder, e: object, seen: set[int]) -> Iterator[int]:
    """The moves that an expression, or a value that it calls, asks for."""
    if isinstance(e, ir.Possible):
        yield from e.moves
    if isinstance(e, ir.CallValue) and e.function not in seen:
        seen.add(e.function)
        yield from moves_asked(b, b.functions[e.function].value, seen)
    if isinstance(e, tuple):
        for x in e:
            yield from moves_asked(b, x, seen)
    elif is_dataclass(e):
        for f in fields(e):
            yield from moves_asked(b, getattr(e, f.name), seen)
