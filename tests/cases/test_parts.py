"""What stands below `when` is checked in a mix in which it applies, without being asked for."""
from __future__ import annotations

from pathlib import Path

import pytest

from lawspeaker.interpreter.check import check
from lawspeaker.interpreter.extensions import use_plugins

GAME = '''game inn "Inn"
  players 2
  setting icy: flag = false
  setting deep: 0 to 3 = 0
  phase turn "Turn"
    each player from first_player
    offers action
  winner has most vp
player
  state vp: 0 to 9
action work "Work"
  does
    add deep + (1 if icy else 2) to vp
'''
SLIP = '  action {name} "{name}"\n    does\n      add 1 to vpp\n'


def told(root: Path, **folders: str) -> list[str]:
    """What is said of the folder named last; all folders are made of texts, and installed."""
    for name, law in folders.items():
        (root / name).mkdir()
        (root / name / f"{name}.law").write_text(law, "utf-8")
    use_plugins([root / name for name in folders])
    try:
        return [f"{d.code} {d.span.text if d.span else ''}" for d in check([root / list(folders)[-1]])]
    finally:
        use_plugins(())


@pytest.mark.parametrize("condition", ["icy", "deep > 2", "deep = 1 and icy", "not icy", "icy or deep = 3"])
def test_a_part_of_a_setting(tmp_path: Path, condition: str) -> None:
    assert told(tmp_path, inn=GAME + f"when {condition}\n" + SLIP.format(name="slide")) == ["name/unknown vpp"]


def test_what_applies_with_its_setting_is_good(tmp_path: Path) -> None:
    assert told(tmp_path, inn=GAME + "when icy and deep = 2\n" + SLIP.format(name="slide").replace("vpp", "vp")) == []


BEER = 'expansion beer "Beer" for inn\nextends player\n  state beers: 0 to 9\naction drink "Drink"\n  does\n    add 1 to beers\n'
MEAD = 'expansion mead "Mead" for inn\n{more}action sip "Sip"\n  does\n    add 1 to vp\n'


def test_a_part_for_another_expansion(tmp_path: Path) -> None:
    part = 'when beer\n  action mix "Mix"\n    does\n      add 1 to {state}\n'
    assert told(tmp_path, inn=GAME, beer=BEER, mead=MEAD.format(more="") + part.format(state="bears")) == ["name/unknown bears"]


def test_a_part_for_another_expansion_may_use_what_that_one_has(tmp_path: Path) -> None:
    part = 'when beer\n  action mix "Mix"\n    does\n      add 1 to beers\n'
    assert told(tmp_path, inn=GAME, beer=BEER, mead=MEAD.format(more="") + part) == []


def test_a_part_without_another_one_that_is_needed_by_nobody(tmp_path: Path) -> None:
    part = 'when not beer\n  action fast "Fast"\n    does\n      add 1 to beers\n'
    assert told(tmp_path, inn=GAME, beer=BEER, mead=MEAD.format(more="") + part) == ["name/unknown beers"]


def test_a_part_in_a_part(tmp_path: Path) -> None:
    part = 'when beer\n  action mix "Mix"\n    does\n      add 1 to beers\n  when deep = 3\n    action dive "Dive"\n      does\n        add 1 to bears\n'
    assert told(tmp_path, inn=GAME, beer=BEER, mead=MEAD.format(more="") + part) == ["name/unknown bears"]


def test_a_part_for_what_is_not_installed_is_left_alone(tmp_path: Path) -> None:
    part = 'when wine\n  action mix "Mix"\n    does\n      add 1 to wines\n'
    assert told(tmp_path, inn=GAME, mead=MEAD.format(more="  loads after wine\n") + part) == []
