"""Copies that are told apart: each is a piece of its own, with a number behind its name."""
from __future__ import annotations

from pathlib import Path

import lawspeaker

LAW = '''game family "Family"
  players 2
  seats red, blue
  run setup
  phase turn "{you}'s turn"
    each player from first_player, again until day >= 3
    offers action, exactly once
kind Member from family
  fact generation: number
  fact heads: number
  copies heads for each player, told apart
  starts in owner.home
kind Stone
  copies 3, told apart
  starts in field
table
  state day: 0 to 9
  area field of Stone or Member, seen by everyone
player
  area home of Member, seen by everyone
phase setup "Setup"
  does
    move stone_2 to box
action go "Send {m}"
  choose m from (x in home where x.generation = 1)
  does
    move m to field
    add 1 to day
score members "Members" = number of home + 10 * number of (x in field.Member where x.owner = you)
'''
DATA = "family:\n  - {id: elder, generation: 1, heads: 2}\n  - {id: child, generation: 2, heads: 1}\n"


def test_each_copy_is_a_piece(tmp_path: Path) -> None:
    (tmp_path / "family.law").write_text(LAW, "utf-8")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "family.yaml").write_text(DATA, "utf-8")
    state = lawspeaker.load(tmp_path).new(2, seed=1, first=0)
    assert state.look("red.home") == ["elder_1", "elder_2", "child_1"] and state.look("field") == ["stone_1", "stone_3"]
    assert [o.key for o in state.decision.options] == ["go elder_1", "go elder_2"]
    assert [o.label for o in state.decision.options] == ["Send Elder 1", "Send Elder 2"]
    state.apply("go elder_2")
    state.apply("go elder_1")
    assert state.look("field") == ["red.elder_2", "blue.elder_1", "stone_1", "stone_3"]
    assert state.look("red.home") == ["elder_1", "child_1"] and state.scores == [12, 12]
