"""Facts that data leave out: what their declaration says instead."""
from __future__ import annotations

from pathlib import Path

import pytest

import lawspeaker

LAW = '''game fair "Fair"
  players 2
  seats red, blue
  phase turn "{you}'s turn"
    each player from first_player, again until day >= 2
    offers action, exactly once
kind Good from goods
kind Stall from stalls
  fact pays: number for each Good = DEFAULT
table
  state day: 0 to 9
player
  state vp: 0 to 99
action sell "Sell {g} at {s}"
  choose s from Stall
  choose g from Good
  requires s.pays[g] > 0 "Nothing is paid for {g}."
  does
    add s.pays[g] to vp
    add 1 to day
score won "Won" = vp
'''
DATA = "goods: [{id: fish}, {id: fur}]\nstalls: [{id: big, pays: {fish: 2, fur: 3}}, {id: small, pays: {fur: 1}}, {id: shut}]\n"


def load(folder: Path, default: str) -> lawspeaker.Game:
    (folder / "data").mkdir()
    (folder / "fair.law").write_text(LAW.replace("DEFAULT", default), "utf-8")
    (folder / "data" / "fair.yaml").write_text(DATA, "utf-8")
    return lawspeaker.load(folder)


@pytest.mark.parametrize(("default", "shut"), [("{}", {"fish": 0, "fur": 0}), ("{fur: 4}", {"fish": 0, "fur": 4})])
def test_a_number_for_each_thing(tmp_path: Path, default: str, shut: dict[str, int]) -> None:
    state = load(tmp_path, default).new(2, seed=1)
    assert [state.look(f"{s}.pays") for s in ("big", "small", "shut")] == [{"fish": 2, "fur": 3}, {"fish": 0, "fur": 1}, shut]
    assert ("sell shut fur" in [o.key for o in state.decision.options]) == (shut["fur"] > 0)


@pytest.mark.parametrize("default", ["{any: 2}", "7", "{big: 1}"])
def test_what_is_no_number_for_each_thing(tmp_path: Path, default: str) -> None:
    with pytest.raises(lawspeaker.RulesetError) as said:
        load(tmp_path, default)
    assert [d.code for d in said.value.diagnostics] == ["type/wrong-value"]


@pytest.mark.parametrize(("fact", "code"), [("size: 0 to 3 = 9", "type/out-of-range"), ("likes: Good = fsh", "name/unknown"),
                                            ("open: flag = 2", "type/wrong-value")])
def test_what_is_said_instead_is_held_against_its_type(tmp_path: Path, fact: str, code: str) -> None:
    with pytest.raises(lawspeaker.RulesetError) as said:
        load(tmp_path, "{}\n  fact " + fact)
    assert [d.code for d in said.value.diagnostics] == [code]
