"""Private knowledge: who was shown which piece, and how it is lost.  Only for games whose law shows something.

A cell for each piece that is told apart holds the players who know it, in order of seats.  A piece that moves, or whose pile
is shuffled, is known to nobody.
"""
from __future__ import annotations

from lawspeaker.interpreter.engine.natives import Cells, Journal, Natives
from lawspeaker.interpreter.program.ir import FULLY, NOT
from lawspeaker.interpreter.program.schema import COUNTS, Layout


class Knowing(Natives):
    """Natives that keep what players know."""

    ACTS = (*Natives.ACTS, "show")

    def __init__(self, layout: Layout, discards: tuple[int, ...]) -> None:
        super().__init__(layout, discards)
        self.known = layout.known

    def put(self, C: Cells, J: Journal, t: int, p: int, bottom: int = 0) -> None:
        super().put(C, J, t, p, bottom)
        self.forget(C, J, t)

    def forget(self, C: Cells, J: Journal, t: int) -> None:
        if self.first_piece <= t < self.end_piece and C[self.known + t]:
            J += (self.known + t, C[self.known + t])
            C[self.known + t] = ()

    def shuffle(self, C: Cells, J: Journal, p: int, stream: int) -> int:
        result = super().shuffle(C, J, p, stream)
        for t in C[self.at[p]] if self.how[p] != COUNTS else ():
            self.forget(C, J, t)
        return result

    def show(self, C: Cells, J: Journal, who: int, things: tuple[int, ...]) -> int:
        for t in things:
            cell = self.known + t
            if who not in C[cell]:
                J += (cell, C[cell])
                C[cell] = tuple(sorted((*C[cell], who)))
        if things:
            J += (-1, ("show", who, tuple((t, C[self.where + t]) for t in things)))
        return FULLY if things else NOT


def natives(layout: Layout, discards: tuple[int, ...]) -> Natives:
    """The natives that a game needs."""
    return Knowing(layout, discards) if layout.known >= 0 else Natives(layout, discards)
