"""A list state never gets longer than it is declared."""
from __future__ import annotations

from pathlib import Path

import pytest

import lawspeaker

LAW = '''game limits "Limits"
  players 2
  phase turn "{you}'s turn"
    each player from first_player, again until day >= 3
    offers action, exactly once
table
  state day: 0 to 9
  state dice: list of number, up to 2
player
  state vp: 0 to many
action throw "Throw {n}"
  choose n from 1 to 3
  does
    roll n dice into dice
    add 1 to day
    add number of dice to vp
score points "Points" = vp
'''


def test_more_dice_than_fit_are_a_fault(tmp_path: Path) -> None:
    (tmp_path / "limits.law").write_text(LAW, "utf-8")
    state = lawspeaker.load(tmp_path).new(2, seed=1)
    state.apply("throw 2")
    before = state.hash()
    with pytest.raises(lawspeaker.RuleFault) as fault:
        state.apply("throw 3")
    assert fault.value.code == "out-of-range" and ":14:5" in str(fault.value)
    assert state.hash() == before
