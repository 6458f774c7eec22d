"""The printed program does exactly what the small evaluator, which defines the language, says."""
from __future__ import annotations

import random

import pytest
from playing import Chance, Table, by_the_evaluator, decisions


def compare(table: Table, seed: int, limit: int) -> None:
    printed = table.new(seed)
    oracle = by_the_evaluator(printed)
    chance = Chance(seed)
    for n, _ in enumerate(decisions(printed, Chance(seed), limit)):
        assert list(printed._options) == list(oracle._options), f"options differ before decision {n} of game {seed}"
        assert printed.cells == oracle.cells, f"cells differ before decision {n} of game {seed}"
        printed._exposed = oracle._exposed = False
        if n < limit and not oracle.over:
            oracle.step(chance.pick(oracle))


@pytest.mark.parametrize("seed", range(3))
def test_oracle(table: Table, seed: int) -> None:
    compare(table, seed, 150)


def test_oracle_from_the_start(table: Table) -> None:
    """Also the set-up, which `compare` takes over from the printed program."""
    edition = table.game.edition(table.players)
    from lawspeaker.interpreter.engine.machine import begin
    for first in range(table.players):
        runs = []
        for reader in (edition.machine, edition.evaluator):
            cells, journal = edition.initial, []
            options = reader.run(cells, journal, begin(cells, 7, first, edition.entry))
            runs.append((cells, journal, list(options)))
        assert runs[0] == runs[1]


@pytest.mark.slow
def test_oracle_at_length(table: Table) -> None:
    for seed in range(100, 106):
        compare(table, seed, 800)


def test_whole_random_games_end_as_their_steps_do(table: Table) -> None:
    """The third way to play: whole games in one call.  A game that is cut off there is played step by step."""
    for seed in range(6):
        end, made = table.game.playout(seed, table.players, bot_seed=seed, limit=1500)
        state = table.new(seed)
        assert state.play_on(random.Random(seed).random, 1500) == made
        assert state.hash() == end.hash() and state.over == end.over
