"""Numbers as they are written: each within the limits of the game's numbers, wherever it stands."""
from __future__ import annotations

from lawspeaker.interpreter.model.types import HIGH, LOW
from lawspeaker.interpreter.model.walk import walk
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Span


def check(d: n.Declaration, sink: Sink) -> None:
    for x in walk(d):
        if isinstance(x, n.Number) and abs(x.value) > HIGH:
            beyond(x.span, x.value, sink)
        elif isinstance(x, n.RangeType):
            for end in (x.low, x.high):
                if isinstance(end, int) and not LOW <= end <= HIGH:
                    beyond(x.span, end, sink)


def beyond(span: Span, value: int, sink: Sink) -> None:
    """What is or always comes out beyond the limits."""
    sink.error("type/beyond-limits", span, f"The numbers of a game go from {LOW} to {HIGH}, and {value} is beyond",
               hint="Use a smaller one; `0 to many` is a range without an upper end of its own." if value > 0 else "Use a greater one.")
