"""How a name that nothing uses is left out: what the author of a line is told to write."""
from __future__ import annotations

from collections.abc import Sequence

from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.source import Span


def leave_out(lines: Sequence[n.Node], name: str, at: Span) -> str:
    """The hint for a name that one of these lines binds: not every line can do without its name."""
    line = next((x for x in lines if x.span.begin <= at.begin < x.span.end), None)
    match line:
        case n.Requires() | n.If():
            return f"Leave out `as {name}`."
        case n.Choose():
            return "Use what is chosen, or leave the choice out."
        case n.Let() | n.Line():
            return "Use it, or leave this line out."
    return "Use it, or leave it out."
