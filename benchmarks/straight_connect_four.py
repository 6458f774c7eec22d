"""Connect four in straight Python: what one would write by hand, and the same with a table of lines worked out beforehand.

Same rules as rulesets/classics/connect_four: red or yellow starts by lot, seven columns of six, four in a row win.
The state can be taken back step by step, as ours can.
"""
from __future__ import annotations

from collections.abc import Callable

COLUMNS, ROWS = 7, 6
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def lines_through() -> list[tuple[tuple[int, int, int], ...]]:
    """For each cell the lines of four that hold it, as their three other cells."""
    through: list[list[tuple[int, int, int]]] = [[] for _ in range(COLUMNS * ROWS)]
    for x in range(COLUMNS):
        for y in range(ROWS):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                end_x, end_y = x + 3 * dx, y + 3 * dy
                if 0 <= end_x < COLUMNS and 0 <= end_y < ROWS:
                    line = [(x + k * dx) * ROWS + y + k * dy for k in range(4)]
                    for cell in line:
                        a, b, c = (other for other in line if other != cell)
                        through[cell].append((a, b, c))
    return [tuple(lines) for lines in through]


LINES = lines_through()


class ConnectFour:
    """A position; cell `column * 6 + row` holds 0, or 1 or 2 for the player whose disc lies there."""

    __slots__ = ("cells", "heights", "history", "player", "winner")

    def __init__(self, first: int = 1) -> None:
        self.cells = [0] * (COLUMNS * ROWS)
        self.heights = [0] * COLUMNS
        self.history: list[int] = []
        self.player = first
        self.winner = 0

    @property
    def over(self) -> bool:
        return self.winner != 0 or len(self.history) == COLUMNS * ROWS

    def moves(self) -> list[int]:
        """The columns that have room."""
        return [x for x, height in enumerate(self.heights) if height < ROWS]

    def step(self, column: int) -> None:
        """Drop a disc of the player on turn."""
        cells, player = self.cells, self.player
        cell = column * ROWS + self.heights[column]
        cells[cell] = player
        self.heights[column] += 1
        self.history.append(column)
        if self.four(column, self.heights[column] - 1):
            self.winner = player
        self.player = 3 - player

    def four(self, x: int, y: int) -> bool:
        """Whether the disc at column x, row y completes four: counted both ways in each direction."""
        cells, player = self.cells, self.player
        for dx, dy in DIRECTIONS:
            count = 1
            for sign in (1, -1):
                a, b = x + sign * dx, y + sign * dy
                while 0 <= a < COLUMNS and 0 <= b < ROWS and cells[a * ROWS + b] == player:
                    count += 1
                    a += sign * dx
                    b += sign * dy
            if count >= 4:
                return True
        return False

    def undo(self) -> None:
        """Take the last disc back."""
        column = self.history.pop()
        self.heights[column] -= 1
        self.cells[column * ROWS + self.heights[column]] = 0
        self.player = 3 - self.player
        self.winner = 0


def playout(random: Callable[[], float]) -> ConnectFour:
    """One random game to its end."""
    state = ConnectFour(1 + int(random() * 2))
    while not state.over:
        moves = state.moves()
        state.step(moves[int(random() * len(moves))])
    return state


class ConnectFourLines(ConnectFour):
    """The same, looking the lines through a cell up in a table."""

    __slots__ = ()

    def four(self, x: int, y: int) -> bool:
        cells, player = self.cells, self.player
        for a, b, c in LINES[x * ROWS + y]:
            if cells[a] == player and cells[b] == player and cells[c] == player:
                return True
        return False


def playout_with_lines(random: Callable[[], float]) -> ConnectFour:
    """One random game to its end, with the table."""
    state = ConnectFourLines(1 + int(random() * 2))
    while not state.over:
        moves = state.moves()
        state.step(moves[int(random() * len(moves))])
    return state
