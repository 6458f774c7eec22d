"""Cards of which several may be in play, whose rules run once for all of them: most likely each copy was meant to work."""
from __future__ import annotations

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.walk import walk
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.diagnostic import Sink


def check(model: m.Model, sink: Sink) -> None:
    for move in model.moves.values():
        if move.active_in is None or not has_copies(move):
            continue
        for x in move.entry.members:
            if isinstance(x, n.Reaction) and x.word in ("at", "before", "after") and not counts(x, move.name):
                place = move.active_in.span.text
                sink.warning("card/once-for-all", x.span, f'This runs once, however many copies of "{move.name}" lie in {place}',
                             text="Copies are counted and not told apart. Only changes (`becomes`) add up.",
                             hint=f"Write `repeat {place}[{move.name}] times` above its steps and indent them, if each copy shall work.")


def has_copies(move: m.MoveDecl) -> bool:
    datum = next((t for t in move.card.cards if t.id == move.name), None) if move.card is not None else None
    copies = datum.facts.get("copies") if datum is not None else None
    return copies is not None and not (isinstance(copies, n.Number) and copies.value <= 1)


def counts(x: n.Reaction, card: str) -> bool:
    """Whether the steps ask how many copies lie there."""
    return any(isinstance(y, n.At) and isinstance(y.index, n.Name) and y.index.name == card for y in walk(x))
