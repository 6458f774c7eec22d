"""A pass, and whether the others may know of it: who passes at a question that nobody knew was asked tells what is in his hand.

Somebody else knows that a question was asked if one of the moves that it offered follows from what that player sees.  What the
rest was, nobody needs to know for that.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.engine.seeing import Reads, hidden, sighted

if TYPE_CHECKING:
    from lawspeaker.interpreter.state import Decision, State


def not_known_to(before: State, decision: Decision) -> frozenset[int]:
    """The players who cannot know that this question, which offers moves, was asked."""
    cells, question = before._cells, decision.question
    ev = sighted(before._edition)
    offered: list[Reads] = []
    for i, number in enumerate(question.moves):
        def options(i: int = i, number: int = number) -> list[Any]:
            out: list[Any] = []
            guard = question.guards[i] if question.guards else None
            if guard is None or ev.value(guard, cells, dict(decision._registers)):
                ev.leaves(before._edition.program.moves[number], cells, decision.player, out)
            return out
        held, ev.noted = ev.noted, set()
        try:
            if options():
                offered.append(frozenset(ev.noted))
        except RuleFault:
            continue
        finally:
            ev.noted = held
    others = [p for p in range(len(before.players)) if p != decision.player]
    return frozenset(p for p in others if all(hidden(reads, p) for reads in offered))
