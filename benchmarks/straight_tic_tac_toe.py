"""Tic-tac-toe in straight Python: what one would write by hand for speed without leaving plain lists.

Same rules as rulesets/classics/tic_tac_toe: x or o starts by lot, three in a row win.
The state can be taken back step by step, as ours can.
"""
from __future__ import annotations

from collections.abc import Callable

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
# For each cell the lines that hold it, as their two other cells.
PAIRS = tuple(
    tuple((line[line.index(cell) - 1], line[line.index(cell) - 2]) for line in LINES if cell in line) for cell in range(9)
)


class TicTacToe:
    """A position; a cell holds 0, or 1 or 2 for the player whose mark stands there."""

    __slots__ = ("cells", "history", "player", "winner")

    def __init__(self, first: int = 1) -> None:
        self.cells = [0] * 9
        self.history: list[int] = []
        self.player = first
        self.winner = 0

    @property
    def over(self) -> bool:
        return self.winner != 0 or len(self.history) == 9

    def moves(self) -> list[int]:
        """The empty cells."""
        return [cell for cell, mark in enumerate(self.cells) if not mark]

    def step(self, cell: int) -> None:
        """Set the mark of the player on turn."""
        cells, player = self.cells, self.player
        cells[cell] = player
        self.history.append(cell)
        for a, b in PAIRS[cell]:
            if cells[a] == player and cells[b] == player:
                self.winner = player
                break
        self.player = 3 - player

    def undo(self) -> None:
        """Take the last mark back."""
        self.cells[self.history.pop()] = 0
        self.player = 3 - self.player
        self.winner = 0


def playout(random: Callable[[], float]) -> TicTacToe:
    """One random game to its end."""
    state = TicTacToe(1 + int(random() * 2))
    while not state.over:
        moves = state.moves()
        state.step(moves[int(random() * len(moves))])
    return state
