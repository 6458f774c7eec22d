"""The expansion is found, its scenarios hold, games with it come to an end, and nobody reads what is hidden from him."""
from __future__ import annotations

import lawspeaker_mead

import lawspeaker
from lawspeaker.testing import assert_no_leak, given, play, random_games, scenario

WITH = ["runes", "mead"]


def test_it_is_found() -> None:
    assert "mead" in [x.name for x in lawspeaker.expansions()]


def test_the_scenarios() -> None:
    assert scenario(lawspeaker_mead.HERE / "mead") == 11


def test_courage_ends_with_the_attack() -> None:
    state = given(lawspeaker.load("fire_and_axe", WITH), {"red.ship": "bayeux", "red.hold": ["crew"], "red.cellar": ["cask", "keg"]},
                  turn="red")
    raided = play(state, "raid", ("drink cask", []))
    assert raided.look("attack_roll(1)") == 3
    assert play(raided, ("pass", [6])).look("attack_roll(1)") == 1


def test_random_games() -> None:
    random_games(lawspeaker.load("fire_and_axe", WITH), 2, players=4)


def test_nothing_hidden_is_told() -> None:
    assert_no_leak(lawspeaker.load("fire_and_axe", WITH), 1, players=3, limit=60)
