"""What a phase says of itself: what it stands in, whether it goes round, what lives through its circle and what for one playing.

The lines of a phase are read from top to bottom: what is written above its circle (`each player`, `again`) lives through the whole
circle, like its parameters; what is written below begins anew with each playing.  A phase without a circle is played once.
"""
from __future__ import annotations

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.walk import walk
from lawspeaker.interpreter.syntax import nodes as n


def outline(p: m.Phase) -> tuple[str, ...]:
    """The phases that are surely going on inside this one, itself first."""
    out = []
    q: m.Phase | None = p
    while q is not None:
        out.append(q.name)
        q = q.parent
    return tuple(out)


def around(p: m.Phase) -> tuple[str, ...]:
    """What surely goes on between two playings of a phase: what it stands in, and its circle."""
    return (*outline(p)[1:], circle_of(p.name))


def circle_of(name: str) -> str:
    """What stands among the phases that go on for one whose circle goes on, but perhaps no playing of it."""
    return f"circle of {name}"


def goes_round(p: m.Phase) -> bool:
    return any(isinstance(x, (n.Turns, n.Repeated)) for x in p.node.members)


def lasting(p: m.Phase) -> list[str]:
    """The states of a phase that live through its whole circle: those written above it."""
    at = next((i for i, x in enumerate(p.node.members) if isinstance(x, (n.Turns, n.Repeated))), 0)
    return [x.name for x in p.node.members[:at] if isinstance(x, n.Field) and x.name in p.states]


def lasts(p: m.Phase, name: str) -> bool:
    return name not in p.states or name in lasting(p)


def has_circle_cells(p: m.Phase) -> bool:
    """Whether something lives through the circle of a phase, and something else for one playing: then both are counted."""
    return goes_round(p) and bool(p.parameters or lasting(p)) and any(s not in lasting(p) for s in p.states)


def counts_passes(p: m.Phase) -> bool:
    """Whether somebody asks if a move was made in this phase: `again until all pass`."""
    return any(r is not None and r.word == "pass" for x in p.node.members
               for r in ((x.repetition,) if isinstance(x, (n.Turns, n.Repeated)) else ()))


def can_be_cut(model: m.Model, p: m.Phase) -> bool:
    """Whether some step ends this phase by its name: then a cell says whether a move was made, which the end must not forget."""
    sources: list[n.Node] = [*(x.entry for x in model.moves.values()), *(r.entry for r in model.rules.values()), *(v.block for v in model.verbs),
                             *(f.entry for f in model.forms.values() if f.entry is not None), *(q.node for q in model.phases.values())]
    return any(isinstance(x, n.End) and x.name == p.name for source in sources for x in walk(source))
