"""The final scores, part by part, and who won."""
from __future__ import annotations

from lawspeaker.cli import console
from lawspeaker.cli.shapes import State


def show(state: State) -> None:
    """Prints them."""
    seats = [str(p) for p in state.players]
    rows = []
    titles = list(dict.fromkeys((name, title) for lines in state.score_lines for name, title, _points in lines))
    for name, title in titles:
        points = [sum(p for n, t, p in lines if (n, t) == (name, title)) for lines in state.score_lines]
        rows.append([title, *(str(p) for p in points)])
    if len(rows) != 1:
        rows.append(["Total", *(str(s) for s in state.scores)])
    console.table(["", *seats], rows, title="Final score", right=frozenset(range(1, len(seats) + 1)))
    console.out(winners(state), "bold")


def winners(state: State) -> str:
    """A sentence."""
    names = [str(state.players[w]) for w in state.winners]
    if not names:
        return "Nobody wins."
    if len(names) == 1:
        return f"{names[0][:1].upper()}{names[0][1:]} wins."
    said = f"{', '.join(names[:-1])} and {names[-1]} share the win."
    return said[:1].upper() + said[1:]
