"""What is said of folders: files that are missing or unreadable, catalogues, overlays, settings; each code once."""
from __future__ import annotations

from pathlib import Path

import pytest

import lawspeaker
from lawspeaker.interpreter.check import check
from lawspeaker.interpreter.syntax.parse import parse_expression
from lawspeaker.interpreter.text.diagnostic import Diagnostic, RulesetError, Sink

LAW = """\
game small "Small"
  players 2
  seats red, blue
  setting long_game: flag = false
  setting goal: 1 to 9 = 3
  phase turn "{you}'s turn"
    each player from first_player, again and again
    offers action, exactly once
  winner has most final_score, then shared
kind Card from cards
  fact worth: number
player
  state vp: 0 to many
action gain "Gain {c}"                                       [SM-A-01]
  choose c from Card
  does
    add c.worth + goal to vp
    if long_game
      add 1 to vp
score points "Points" = vp
"""
DATA = "cards:\n  - {id: ace, worth: 11}\n  - {id: ten, worth: 10}\nmore:\n  here: {there: 3}\n"


@pytest.fixture
def small(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    (folder / "data").mkdir(parents=True)
    (folder / "small.law").write_text(LAW, encoding="utf-8")
    (folder / "data" / "cards.yaml").write_text(DATA.partition("more:")[0], encoding="utf-8")
    return folder


def told(folder: Path) -> dict[str, Diagnostic]:
    return {d.code: d for d in check([folder])}


def refused(folder: Path | str, **how: object) -> dict[str, Diagnostic]:
    with pytest.raises(RulesetError) as e:
        lawspeaker.load(folder, **how)  # type: ignore[arg-type]
    return {d.code: d for d in e.value.diagnostics}


def test_it_is_good(small: Path) -> None:
    assert told(small) == {}


def test_folders_and_files(small: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert "file/no-law" in told(tmp_path / "empty")
    assert "ruleset/unknown" in told(tmp_path / "nothing")
    assert "connect_four" in refused("conect_four")["ruleset/unknown"].hint
    (small / "more.law").write_bytes(b"kind \xff\n")
    assert told(small)["file/not-text"].span is not None
    (small / "more.law").unlink()
    (small / "more.law").mkdir()
    assert told(small)["file/unreadable"].span is not None


def test_a_name_that_differs_by_a_slip(small: Path) -> None:
    small.rename(small.parent / "smal")
    assert told(small.parent / "smal")["game/other-name"].severity == "warning"


def test_one_key_in_two_files(small: Path) -> None:
    (small / "data" / "more.yaml").write_text("cards: []\n", encoding="utf-8")
    assert len(told(small)["data/key-twice"].labels) == 2


def test_catalogues(small: Path) -> None:
    (small / "rules.yaml").write_text("rules:\n  - {id: SM-A-01, rule: A.}\n  - {id: SM-A-01, rule: B.}\n  - {rule: C.}\n", encoding="utf-8")
    found = told(small)
    assert {"catalogue/id-twice", "catalogue/no-id"} <= set(found)
    (small / "small.law").write_text(LAW.replace("[SM-A-01]", ""), encoding="utf-8")
    assert told(small)["catalogue/no-citation"].severity == "warning"
    (small / "small.law").write_text(LAW.replace("[SM-A-01]", "[SM-A-1]"), encoding="utf-8")
    assert "SM-A-01" in told(small)["catalogue/unknown-id"].hint


def test_overlays(small: Path) -> None:
    overlay = small.parent / "corrections.yaml"
    overlay.write_text("cards:\n  - {id: aec, worth: 12}\n  - {worth: 3}\n  - {id: ten, wroth: 9}\ncrads: []\n", encoding="utf-8")
    found = refused(small, data=[overlay])
    assert {"overlay/unknown-id", "overlay/no-id", "overlay/unknown-key"} <= set(found)
    assert "ace" in found["overlay/unknown-id"].hint


def test_expansions_and_settings(small: Path) -> None:
    assert "dragons" in refused(small, expansions=["dragons"])["expansion/unknown"].title
    assert "long_game" in refused(small, settings={"long_gmae": True})["setting/unknown"].hint
    for wrong in (3, "yes"):
        assert "setting/wrong-value" in refused(small, settings={"long_game": wrong})
    for wrong in (0, 10, True, "3"):
        assert "setting/wrong-value" in refused(small, settings={"goal": wrong})
    assert lawspeaker.load(small, settings={"long_game": True, "goal": 9}).new(seed=1).count == 2


def test_expressions_that_are_empty() -> None:
    sink = Sink()
    assert parse_expression("  ", "typed", sink) is None
    assert [d.code for d in sink.diagnostics] == ["syntax/nothing-to-read"]
