"""Scenarios that cannot fail, or pass by luck, are told; one that cannot be read hides no other."""
from __future__ import annotations

from pathlib import Path

import pytest

from lawspeaker.interpreter.check import check
from lawspeaker.interpreter.testing.scenario import run_files

GAME = '''game inn "Inn"
  players 2 to 3
  seats red, blue, green
  setting goal: 5 to 9 = 6
  run setup
  phase turn "Turn"
    each player from first_player
    offers action
  winner has most vp
kind Card
  members ace, ten, jack, queen, king
  starts in deck
table
  pile deck of Card, seen by nobody
player
  state vp: 0 to 99
  row hand of Card, seen by owner
phase setup
  does
    shuffle deck
action gamble "Gamble"
  does
    roll 1 die as x
    if x > 3
      add goal to vp
action draw "Draw"
  does
    draw 1 from deck to hand
action work "Work"
  does
    add 1 to vp
'''


@pytest.fixture
def inn(tmp_path: Path) -> Path:
    (tmp_path / "inn" / "scenarios").mkdir(parents=True)
    (tmp_path / "inn" / "inn.law").write_text(GAME, "utf-8")
    return tmp_path / "inn"


def results(inn: Path, *scenarios: str) -> list[tuple[bool, str]]:
    text = "".join(f"- scenario: number {i}\n  players: [red, blue]\n  turn: red\n" + "".join(f"  {line}\n" for line in s.splitlines())
                   for i, s in enumerate(scenarios))
    (inn / "scenarios" / "a.yaml").write_text(text, "utf-8")
    return [(r.ok, r.message) for r in run_files([inn])]


def test_what_dice_decide_must_be_dictated(inn: Path) -> None:
    luck = [results(inn, f"play:\n  - red: gamble\nthen: {{red.vp: {vp}}}") for vp in (0, 6)]
    assert not any(ok for [(ok, _)] in luck)
    assert any("passes only by luck" in message and "- dice:" in message for [(_, message)] in luck)
    assert results(inn, "play:\n  - red: gamble\n  - dice: [5]\nthen: {red.vp: 6}") == [(True, "")]


def test_what_a_shuffle_decides_is_given_or_the_seed_is_written(inn: Path) -> None:
    by_seed = {card: results(inn, f"play:\n  - red: draw\nthen: {{red.hand: [{card}]}}")[0] for card in ("ace", "ten", "jack", "queen", "king")}
    assert not any(ok for ok, _ in by_seed.values())
    lucky = [card for card, (_, message) in by_seed.items() if "passes only by luck" in message]
    assert len(lucky) == 1
    assert results(inn, f"seed: 0\nplay:\n  - red: draw\nthen: {{red.hand: [{lucky[0]}]}}")[0][0]
    assert results(inn, "given: {deck: [king, ace]}\nplay:\n  - red: draw\nthen: {red.hand: [king]}")[0][0]
    assert results(inn, "play:\n  - red: draw\nthen: {number of red.hand: 1}")[0][0]


def test_an_anchor_hides_no_other_scenario(inn: Path) -> None:
    found = results(inn, "given: &start {red.vp: 3}\nplay:\n  - red: work\nthen: {red.vp: 4}", "given: *start\nplay:\n  - red: work\nthen: {red.vp: 4}",
                    "play:\n  - red: work\nthen: {red.vp: 1}")
    assert [ok for ok, _ in found] == [True, False, True]
    assert "data/alias" in found[1][1]


def test_a_key_that_stands_twice_hides_no_other_scenario(inn: Path) -> None:
    found = results(inn, "turn: blue\nplay:\n  - red: work\nthen: {red.vp: 1}", "play:\n  - red: work\nthen: {red.vp: 1}")
    assert [ok for ok, _ in found] == [False, True] and "data/two-same-keys" in found[0][1]


def test_a_seat_that_the_game_does_not_have(inn: Path) -> None:
    (inn / "scenarios" / "b.yaml").write_text("- scenario: x\n  players: [red, bleu]\n  play:\n    - red: work\n  then: {red.vp: 1}\n", "utf-8")
    [result] = run_files([inn])
    assert not result.ok and 'Did you mean "blue"?' in result.message


@pytest.mark.parametrize("text, code", [
    ("play:\n  - red: work\nthen:", "scenario/empty"),
    ("play:\nthen: {red.vp: 0}", "scenario/empty"),
    ("play:\n  - red: work", "scenario/expects-nothing"),
    ("given: {red.vp: 3}\nthen: {red.vp: 3}", "scenario/expects-nothing"),
    ("settings: {gaol: 7}\nthen: {red.vp: 0}", "setting/unknown"),
    ("settings: {goal: 70}\nthen: {red.vp: 0}", "setting/wrong-value"),
    ("with: [beer]\nthen: {red.vp: 0}", "scenario/unknown-name"),
    ("given: {rde.vp: 3}\nthen: {red.vp: 3}", "scenario/unknown-seat"),
    ("given: {green.vp: 3}\nthen: {red.vp: 0}", "scenario/unknown-seat"),
    ("first: green\nthen: {red.vp: 0}", "scenario/unknown-seat"),
])
def test_check_tells(inn: Path, text: str, code: str) -> None:
    results(inn, text)
    assert [d.code for d in check([inn])] == [code]


def test_check_leaves_good_ones_alone(inn: Path) -> None:
    results(inn, "given: {red.vp: 3, deck: [king]}\nthen: {first of deck: king}", "play:\n  - red: work\nrefused:\n  - red: work")
    assert check([inn]) == []
