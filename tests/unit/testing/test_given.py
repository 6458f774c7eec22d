"""`given`: positions are written, pieces conserved, watchers quiet; what cannot be is a failure with its place."""
from __future__ import annotations

from collections.abc import Callable

import pytest

from lawspeaker.interpreter.testing.scenario import Result

Run = Callable[[str], Result]


def good(result: Result) -> None:
    assert result.ok, result.message


def test_states_and_places(run: Run) -> None:
    good(run("""
given:
  red.points: 7
  open: true
  marked: blue
  market: [c4, c1]
  red.hand: {worth: 2}
  pot: [red.coin, red.coin, {owner: blue}]
  turn.used: 2
then:
  red.points: 7
  open: true
  marked: blue
  market: [c4, c1]
  red.hand: c2
  deck: [c3]
  number of red.purse: 2
  number of blue.purse: 3
  pot: [blue.coin, red.coin, red.coin]
  turn.used: 2
"""))


def test_a_number_is_so_many_pieces(run: Run) -> None:
    good(run("given:\n  red.purse: 1\n  deck: 0\nthen:\n  red.purse: [coin]\n  deck: []"))


def test_swapped_cards_keep_the_place_in_the_pile(run: Run) -> None:
    good(run("given:\n  market: [c3, c2]\nthen:\n  deck: [c1, c4]"))


def test_the_rest_goes_to_the_box(run: Run) -> None:
    good(run("given:\n  deck: []\n  market: []\nthen:\n  number of (c in Card where c in deck or c in market): 0"))


def test_watchers_do_not_fire_for_the_position(run: Run) -> None:
    good(run("given:\n  red.purse: none\n  pot: [red.coin, red.coin, red.coin, red.coin]\nplay:\n  - red: take c1\nthen:\n  red.points: 0"))


def test_watchers_fire_for_what_is_played(run: Run) -> None:
    good(run("given:\n  red.purse: 1\n  pot: [red.coin, red.coin, red.coin]\nplay:\n  - red: pay\nthen:\n  red.points: +10"))


def test_options_are_those_of_the_position(run: Run) -> None:
    good(run("given:\n  market: [c3]\noffered: [take c3]\nnot_offered: [take c1, take c2]"))


@pytest.mark.parametrize("given, code, place", [
    ("red.points: -1", "scenario/out-of-range", "5:17"),
    ("level: 4", "scenario/out-of-range", "5:12"),
    ("level: gold", "scenario/wrong-value", "5:12"),
    ("open: 1", "scenario/wrong-value", "5:11"),
    ("marked: green", "scenario/unknown-thing", "5:13"),
    ("market: [c1, c2, c3]", "scenario/too-full", "5:13"),
    ("market: [c1, c1]", "scenario/piece-twice", "5:13"),
    ("market: [c9]", "scenario/unknown-thing", "5:14"),
    ("market: [{wort: 1}]", "scenario/unknown-fact", "5:15"),
    ("market: [{worth: 9}]", "scenario/no-such-piece", "5:14"),
    ("market: [{color: gold}, {color: gold}, {color: gold}]", "scenario/no-such-piece", "5:13"),
    ("pot: [coin]", "scenario/which-sort", "5:11"),
    ("pot: 3", "scenario/which-sort", "5:10"),
    ("pot: [red.coin, red.coin, red.coin, red.coin, red.coin]", "scenario/too-many", "5:10"),
    ("red.pints: 3", "name/unknown-field", "5:9"),
    ("fight.dice: [1]", "scenario/no-value-now", "5:5"),
    ("worth_of(red): 3", "scenario/not-a-state", "5:5"),
    ("c1.worth: 3", "scenario/not-a-state", "5:5"),
    ("level: none", "scenario/wrong-value", "5:12"),
])
def test_what_cannot_be(run: Run, given: str, code: str, place: str) -> None:
    result = run(f"seed: 1\ngiven:\n  {given}")
    assert not result.ok and result.message.startswith(f"{code}: "), result.message
    assert f"small/scenarios/a.yaml:{place}\n" in result.message
