"""Tests of your own games and expansions: scenarios, plays, positions, leaks, random games.

    from lawspeaker import load
    from lawspeaker.testing import random_games, scenario

    def test_the_scenarios() -> None:
        scenario("my_expansion/scenarios")

    def test_random_games() -> None:
        random_games(load("fire_and_axe", expansions=["my_expansion"]), 5, players=3)

What is public stands here; each function says what it does.
"""
from __future__ import annotations

from lawspeaker.interpreter.testing.authors import (
    assert_no_leak as assert_no_leak,
)
from lawspeaker.interpreter.testing.authors import (
    given as given,
)
from lawspeaker.interpreter.testing.authors import (
    play as play,
)
from lawspeaker.interpreter.testing.authors import (
    random_games as random_games,
)
from lawspeaker.interpreter.testing.authors import (
    scenario as scenario,
)

__all__ = ["assert_no_leak", "given", "play", "random_games", "scenario"]
