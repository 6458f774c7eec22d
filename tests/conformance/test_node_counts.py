"""Numbers that others have published: how many games and positions there are.  Counted through the public interface.

Tic-tac-toe: 255,168 games and 5,478 reachable positions.
Connect four: move sequences of length n from the empty board, 7 ** n while no game can be over and no column full.
"""
from __future__ import annotations

from collections import Counter

import pytest

import lawspeaker
from lawspeaker.interpreter.state import State


def endings(state: State, found: Counter[str]) -> None:
    """Every complete game from here, by who wins."""
    if state.over:
        found["draw" if len(state.winners) != 1 else str(state.winners[0])] += 1
        return
    for i in range(state.count):
        state.step(i)
        endings(state, found)
        state.undo()


def perft(state: State, depth: int) -> int:
    """How many ways there are to make `depth` decisions."""
    if depth == 1:
        return state.count
    total = 0
    for i in range(state.count):
        state.step(i)
        total += perft(state, depth - 1)
        state.undo()
    return total


def positions(state: State, seen: dict[str, int]) -> None:
    """Every reachable position, by its hash."""
    hashed = state.hash()
    if hashed in seen:
        return
    seen[hashed] = state.count
    for i in range(state.count):
        twin = state.clone()
        twin.step(i)
        positions(twin, seen)


def test_tic_tac_toe_games() -> None:
    found: Counter[str] = Counter()
    endings(lawspeaker.load("tic_tac_toe").new(first=0), found)
    assert found == {"0": 131_184, "1": 77_904, "draw": 46_080}
    assert found.total() == 255_168


def test_tic_tac_toe_positions() -> None:
    seen: dict[str, int] = {}
    positions(lawspeaker.load("tic_tac_toe").new(first=0), seen)
    assert len(seen) == 5_478
    assert sum(1 for count in seen.values() if count == 0) == 958         # of them finished: 626 + 316 won, 16 drawn


@pytest.mark.parametrize(("depth", "wanted"), [(1, 7), (2, 49), (3, 343), (4, 2_401), (5, 16_807), (6, 117_649), (7, 823_536)])
def test_connect_four_nodes(depth: int, wanted: int) -> None:
    assert perft(lawspeaker.load("connect_four").new(first=0), depth) == wanted


def test_connect_four_clones_count_the_same() -> None:
    """The same tree by copies instead of undo."""
    def count(state: State, depth: int) -> int:
        if depth == 1:
            return state.count
        total = 0
        for i in range(state.count):
            twin = state.clone()
            twin.step(i)
            total += count(twin, depth - 1)
        return total
    assert count(lawspeaker.load("connect_four").new(first=1), 5) == 16_807
