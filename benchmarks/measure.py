"""Rates of contestants, measured so that their ratios mean something.

All play a slice in turn, and so in every round; the order is turned round from one round to the next.  A ratio is made
within a round, and the median over the rounds counts: a slow minute of the machine hits both sides.
"""
from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from benchmarks.contestants import Contestant

# Time of this process only: other programs on the machine do not count.
clock = time.process_time


@dataclass(frozen=True, slots=True)
class Rates:
    """Units per second of one contestant, one number for each round."""

    contestant: Contestant
    rounds: tuple[float, ...]

    @property
    def median(self) -> float:
        return median(self.rounds)


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times as fast one is as the other: the median over the rounds, and the range."""

    median: float
    low: float
    high: float


def ratio(one: Rates, other: Rates) -> Ratio:
    """The ratio of two contestants of one measurement."""
    each = [a / b for a, b in zip(one.rounds, other.rounds, strict=True)]
    return Ratio(median(each), min(each), max(each))


def games_for(contestant: Contestant, seconds: float) -> int:
    """How many games fill that time, found by doubling; warms up on the way."""
    games = 1
    while True:
        begin = clock()
        contestant.play(games, 1)
        spent = clock() - begin
        if spent >= seconds / 4:
            return max(1, round(games * seconds / spent))
        games *= 2


def measure(contestants: Sequence[Contestant], rounds: int, seconds: float) -> list[Rates]:
    """Everybody's rates, in the order given."""
    games = [games_for(contestant, seconds) for contestant in contestants]
    rates: list[list[float]] = [[] for _ in contestants]
    order = list(range(len(contestants)))
    for turn in range(rounds):
        for i in order if turn % 2 == 0 else reversed(order):
            begin = clock()
            units = contestants[i].play(games[i], 1000 * (turn + 1))
            rates[i].append(units / (clock() - begin))
    return [Rates(contestant, tuple(found)) for contestant, found in zip(contestants, rates, strict=True)]
