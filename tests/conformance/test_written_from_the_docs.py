"""Thirteen games that were written from the reference alone, none of them shipped, against counts of OpenSpiel's own games.

`hex` 5x5, `breakthrough` 6x6, `othello`, `kalah` (mancala), `amazons`, `checkers` in two spellings: how many ways there are to make so many
decisions.  `kuhn`, `leduc`, `liars`: how many ways a deal can end.  Of all: the printed program, stepping and for whole games, does what
the evaluator says.
"""
from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import lawspeaker
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.state import State

GAMES = Path(__file__).parent / "games"
NAMES = sorted(p.name for p in GAMES.iterdir())
COUNTS = {
    "hex": (25, 600, 13_800),
    "breakthrough": (16, 256, 4_308),
    "othello": (4, 12, 56, 244, 1_396),
    "kalah": (6, 35, 185, 942),
    "amazons": (4, 80, 2_176),
    "checkers": (7, 49, 302),
    "checkers2": (7, 49, 302, 1_469, 7_361),
}
FURTHER = {"hex": 303_600, "breakthrough": 71_478, "othello": 8_200, "amazons": 8_704, "checkers": 1_469, "checkers2": 36_768}
KALAH_IN_SIX = 23_233


@cache
def game(name: str) -> Game:
    return lawspeaker.load(GAMES / name)


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


def endings(state: State) -> int:
    """How many ways this deal can end."""
    if state.over:
        return 1
    total = 0
    for i in range(state.count):
        state.step(i)
        total += endings(state)
        state.undo()
    return total


def test_there_are_thirteen_and_one_twice() -> None:
    assert len(NAMES) == 14


@pytest.mark.parametrize("name", COUNTS)
def test_counts(name: str) -> None:
    state = game(name).new(first=0)
    assert tuple(perft(state, depth + 1) for depth in range(len(COUNTS[name]))) == COUNTS[name]


@pytest.mark.parametrize("name", FURTHER)
def test_counts_further_on(name: str) -> None:
    assert perft(game(name).new(first=0), len(COUNTS[name]) + 1) == FURTHER[name]


def test_kalah_in_six() -> None:
    assert perft(game("kalah").new(first=0), 6) == KALAH_IN_SIX


@pytest.mark.parametrize(("name", "each"), [("kuhn", 5), ("liars", 147_420 // 36)])
def test_endings_of_a_deal(name: str, each: int) -> None:
    """Kuhn poker: 30 endings over 6 deals.  Liar's dice: 147,420 over 36 throws."""
    for seed in range(4):
        assert endings(game(name).new(first=0, seed=seed)) == each


SLOW = {"checkers": 8, "othello": 25}        # decisions, where the evaluator takes long


@pytest.mark.parametrize("name", NAMES)
def test_three_ways_to_play(name: str) -> None:
    """At the fewest and the most players: stepping and the evaluator agree after each decision, and so do whole games."""
    for number in sorted(set(game(name).players)):
        stepping_and_the_evaluator(name, number)
        for seed in range(2):
            end, made = game(name).playout(seed, number, bot_seed=seed, limit=400)
            state = game(name).new(number, seed=seed)
            assert state.play_on(random.Random(seed).random, 400) == made
            assert (state.hash(), state.over) == (end.hash(), end.over)


def stepping_and_the_evaluator(name: str, number: int) -> None:
    printed = game(name).new(number, seed=1)
    oracle = printed.clone()
    oracle._edition = replace(printed._edition, machine=printed._edition.evaluator)
    lots = random.Random(1)
    for _ in range(SLOW.get(name, 60)):
        assert list(printed._options) == list(oracle._options)
        assert printed.cells == oracle.cells
        if printed.over:
            break
        i = lots.randrange(printed.count)
        printed.step(i)
        oracle.step(i)
