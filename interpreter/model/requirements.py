"""`requires` among steps: only a verb of the game has it there, which then is not done; elsewhere nobody would be told."""
from __future__ import annotations

from collections.abc import Iterator

from lawspeaker.interpreter.model.walk import walk
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.diagnostic import Sink

OWN_TIME = (n.Later, n.Reaction, n.Watcher)       # their steps run apart from the verb that they are written in


def check(d: n.Declaration, forms: frozenset[str], sink: Sink) -> None:
    """Report each `requires` that stands among the steps of anything but a verb."""
    move = isinstance(d, n.Entry) and d.word in forms
    of_header = {id(o.block) for x in d.members if isinstance(x, n.ChooseOne) for o in x.options} if isinstance(d, n.Entry) else set()
    of_options = {id(o.block) for x in walk(d) if isinstance(x, n.ChooseOne) for o in x.options}
    for block, in_verb in blocks(d, isinstance(d, n.Procedure)):
        for s in block.steps:
            if not isinstance(s, n.Requires) or in_verb or id(block) in of_header:
                continue
            c = s.condition.span.text
            told = f' "{s.text.plain}"' if s.text is not None else ""
            above = f"Write `requires {c}{told}` above `does`, where players are told of it; or " if move else "Write "
            sink.error("step/requires-among-steps", s.span, "Nobody is told of a `requires` that stands among steps",
                       hint=f"Write `if {c}` behind the label of the option." if id(block) in of_options else f"{above}`if {c}` with the steps below it.")


def blocks(node: object, in_verb: bool) -> Iterator[tuple[n.Block, bool]]:
    """All blocks of steps below a node, each with whether its steps are those of a verb."""
    apart = {id(y) for x in walk(node) if isinstance(x, OWN_TIME) for y in walk(x.block)}
    for x in walk(node):
        if isinstance(x, n.Block):
            yield x, in_verb and id(x) not in apart
