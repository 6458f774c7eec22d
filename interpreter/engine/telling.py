"""Records → what one player may know of them: whether a choice is named, whether it is told at all, what counts as one decision.

A choice is named unless it was made unseen, is kept where this player does not see it, names pieces that he sees neither
before nor after, was made from what he does not see, or has words that were read from there.  A question that was put only
because of something hidden leaves nothing behind when it is declined: what came of it is told as if it came of the decision before.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lawspeaker.interpreter.engine.records import Changed, Move, Record
from lawspeaker.interpreter.engine.seeing import hidden


def may_read(record: Record, viewer: int | None) -> bool:
    """Whether a player may know what was chosen."""
    if viewer is None or viewer == record.player:
        return True
    return not (record.sealed or hidden(record.told, viewer) or any(p.hidden(viewer) for p in record.picked))


def label_for(record: Record, viewer: int | None) -> str:
    """What was chosen, as far as a player may know it."""
    return record.label if may_read(record, viewer) else record.short


def untold(record: Record, viewer: int | None) -> bool:
    """Whether a player is told nothing of a choice, since that there was one would tell something."""
    if viewer is None or viewer == record.player or not (record.declined or not may_read(record, viewer)):
        return False
    if record.more and not may_read(record, viewer):
        return True                               # how many were chosen is not told either
    asked_anyway = any(not hidden(reads, viewer) for reads in record.open)
    return record.veiled or (bool(record.open) and not asked_anyway)


@dataclass(slots=True)
class Unit:
    """What a player takes for one decision: one, and what came of those behind it that he is told nothing of."""

    records: list[Record]

    @property
    def player(self) -> int:
        return self.records[0].player

    @property
    def news(self) -> list[Any]:
        return self.records[0].news if len(self.records) == 1 else list(joined(self.records))

    @property
    def ends_turn(self) -> bool:
        return any(isinstance(x, tuple) and x[0] == "turn" for x in self.news)


def units(made: Sequence[Record], viewer: int | None) -> list[Unit]:
    out: list[Unit] = []
    for record in made:
        if out and untold(record, viewer):
            out[-1].records.append(record)
        else:
            out.append(Unit([record]))
    return out


def joined(made: Sequence[Record]) -> Iterator[Move | Changed | tuple[Any, ...]]:
    """The news of several records as if they were of one: a state changed once, and only the last turn began."""
    news = [x for record in made for x in record.news]
    changed: dict[int, Changed] = {}
    out: list[Any] = []
    for x in news:
        if isinstance(x, Changed):
            before = changed.get(id(x.spot))
            if before is not None:
                out.remove(before)
            new = changed[id(x.spot)] = Changed(x.spot, before.old if before is not None else x.old, x.new)
            out.append(new)
        elif isinstance(x, tuple) and x[0] == "turn":
            out = [y for y in out if not (isinstance(y, tuple) and y[0] == "turn")]
            out.append(x)
        else:
            out.append(x)
    yield from (x for x in out if not (isinstance(x, Changed) and x.old == x.new))
