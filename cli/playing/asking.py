"""`ask`: when a player wants to be asked for what is playable any time, told and ordered at the table.

Only the words are understood here; what an order does is the business of the rules (`State.ask`).
"""
from __future__ import annotations

from collections.abc import Sequence

from lawspeaker.cli import console
from lawspeaker.cli.shapes import Decision, State

HOW = ("Write `ask CARD WHEN`: now, always (at every moment), never (before the end), usual, or a moment such as `start of turn`; "
       "for somebody else `ask SEAT CARD WHEN`.")


def ask(state: State, rest: str, decision: Decision, people: Sequence[int]) -> bool:
    """Carry out `ask …`; true if something is ordered, so that the decision may be another now."""
    words = rest.split()
    seats = list(state.players)
    player = seats.index(words.pop(0)) if words and words[0] in seats and seats.index(words[0]) in people else decision.player
    if not words:
        tell(state, player)
        return False
    card, when = words[0], " ".join(words[1:]) or "now"
    try:
        state.ask(player, card, when)
    except ValueError as e:                       # IllegalChoice: what is wrong, in words
        console.out(f"{e}\n{HOW}" if len(words) < 2 else str(e), "yellow")
        return False
    if when != "now":
        tell(state, player)
    return True


def tell(state: State, player: int) -> None:
    """What a player has ordered."""
    ordered = state.orders[state.players[player]]
    for card, when in ordered.items():
        console.out(f"{card}: {when}")
    console.out("Everything else that is playable any time: when it becomes possible, at each turn, and at the end." if ordered else
                f"You are asked as usual: when something becomes possible, once each turn, and at the end.  {HOW}")
