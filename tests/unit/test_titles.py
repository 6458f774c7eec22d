"""A title in the data tells facts of its thing, also those that a user's own data have changed."""
from __future__ import annotations

from pathlib import Path

import pytest

from lawspeaker.interpreter.game import load
from lawspeaker.interpreter.text.diagnostic import RulesetError

LAW = '''game piles "Piles"
  players 2
  seats ann, bob
  phase turn "Turn"
    each player from first_player, again and again
    offers action, exactly once
kind Town from towns
  fact treasure: 0 to 9
player
  state richest: 0 to 9
action end_it "End"
  does
    set richest to highest of t.treasure for (t in Town)
    end game
score r "Richest" = richest
'''


def game(folder: Path, data: str, *over: Path) -> object:
    (folder / "data").mkdir()
    (folder / "piles.law").write_text(LAW)
    (folder / "data" / "towns.yaml").write_text(data)
    return load(folder, data=over)


def test_a_fact_in_the_title(tmp_path: Path) -> None:
    data = 'towns:\n  - {id: york, name: "York ({treasure})", treasure: 3}\n  - {id: bath, treasure: 4, name: "{treasure} of Bath"}\n'
    assert {k: v for k, v in game(tmp_path, data).titles.items() if k in ("york", "bath")} == {"york": "York (3)", "bath": "4 of Bath"}


def test_it_is_that_of_the_users_data(tmp_path: Path) -> None:
    over = tmp_path / "mine.yaml"
    over.write_text("towns:\n  - {id: york, treasure: 8}\n")
    assert game(tmp_path, 'towns:\n  - {id: york, name: "York ({treasure})", treasure: 3}\n', over).titles["york"] == "York (8)"


def test_a_hole_without_its_fact(tmp_path: Path) -> None:
    with pytest.raises(RulesetError) as e:
        game(tmp_path, 'towns:\n  - {id: york, name: "York ({tresure})", treasure: 3}\n')
    found = [d for d in e.value.diagnostics if d.code == "data/title-hole"]
    assert len(found) == 1 and "treasure" in (found[0].hint or "")
