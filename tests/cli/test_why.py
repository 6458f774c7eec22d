"""`why`: the label on the screen names a move; the first line says what matters; no inner names."""
from __future__ import annotations

from pathlib import Path

import pytest

import lawspeaker
from lawspeaker.interpreter.engine.faults import IllegalChoice
from lawspeaker.interpreter.testing.scenario import run_files

LAW = '''game inn "The inn"
  players 2
  seats ann, bob
  phase turn "{you}'s turn"
    each player from first_player, again until false
    offers action, exactly once
  winner has most final_score, then shared

kind SeaPort
  members north_harbour, south_harbour
  state closed: flag

player
  state coins: 0 to 9 = 2
  state beers: 0 to 9

action sail "Sail to {p}"
  choose p from (p in SeaPort where not p.closed)
  requires coins >= 1   "You have no coin."
  does
    set p.closed to true
    set coins to coins - 1

action drink "Drink {n} in the inn"
  choose n from 1 to 3
  requires coins >= n   "That is {n} coins."
  does
    choose one "Which beer?"
      option dark "A beer"
        add 1 to beers
      option pale "A beer"
        add 1 to beers

action rest "Rest"
  does
    add 1 to beers

score beer "Beer" = beers
'''


@pytest.fixture
def inn(tmp_path: Path) -> Path:
    folder = tmp_path / "inn"
    folder.mkdir()
    (folder / "inn.law").write_text(LAW, "utf-8")
    return folder


def test_a_label_names_a_move_that_is_not_offered(inn: Path) -> None:
    state = lawspeaker.load(inn).new(2, seed=1, first=0)
    state.apply("Sail to North harbour")
    state.apply("rest")
    state.apply("Sail to South harbour")          # Ann's second coin: now both stand against it
    state.apply("rest")
    told = [str(r) for r in state.why_not("Sail to  NORTH harbour")]
    assert told == [str(r) for r in state.why_not("sail north_harbour")] == ["You have no coin."]
    assert "That is 3 coins." in str(state.why_not("Drink 3 in the inn")[0])
    assert state.why_not("Drink 1 in the inn") and state.why_not("Rest") == []
    with pytest.raises(IllegalChoice, match="You have no coin"):
        state.apply("Sail to North harbour")
    state.apply("rest")
    assert [str(r) for r in state.why_not("sail to NORTH harbour")] == ["There is no sea port to choose."]       # Bob has coins
    with pytest.raises(LookupError):
        state.why_not("Sail to Dublin")


def test_inner_names_are_not_told(inn: Path) -> None:
    state = lawspeaker.load(inn).new(2, seed=1, first=0)
    for choice in ("sail north_harbour", "sail south_harbour"):
        state.apply(choice)
    assert [r.text for r in state.why_not("sail")][0] == "There is no sea port to choose."


def test_what_must_be_decided_first_is_said_first(run, inn: Path) -> None:
    state = lawspeaker.load(inn).new(2, seed=1, first=0)
    state.apply("drink 1")
    assert state.why_not("sail north_harbour")[0].time and state.why_not("sail north_harbour")[0].text == "First something else must be decided: Which beer?"
    out = run("play", str(inn), "--seat", "human,human", "--seed", "1", typed="drink 1\nwhy Sail to North harbour\nwhy rest\n")[1]
    assert "Sail to North harbour is not possible now.  First something else must be decided: Which beer?\n" in out


def test_two_options_of_one_label_are_asked_back(inn: Path) -> None:
    state = lawspeaker.load(inn).new(2, seed=1, first=0)
    state.apply("drink 1")
    with pytest.raises(IllegalChoice, match=r'may be several: dark \("A beer"\), pale \("A beer"\)'):
        state.apply("a beer")
    state.apply("pale")
    (inn / "scenarios").mkdir()
    file = inn / "scenarios" / "beer.yaml"
    file.write_text("- scenario: Beer\n  players: [ann, bob]\n  turn: ann\n  play:\n    - ann: drink 1\n    - ann: A beer\n", "utf-8")
    (found,) = run_files([file])
    assert not found.ok and "may be several: dark" in found.message
