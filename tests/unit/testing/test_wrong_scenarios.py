"""What is said of scenarios that are written wrongly: each code once."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from lawspeaker.interpreter.check import check
from lawspeaker.interpreter.testing.scenario import Result, run_files

Run = Callable[[str], Result]

# the keys of a scenario below its name and players, and what is said of them
KEYS = {
    "scenario/dice-first": "play:\n  - dice: [3]\n",
    "scenario/list-wanted": "play: pay\n",
    "scenario/map-wanted": "then: 3\n",
    "scenario/no-number": "then:\n  marked: +1\n",
    "scenario/number-wanted": "seed: one\n",
    "scenario/one-step": "play:\n  - {red: pay, blue: pay}\n",
    "scenario/place-twice": "given:\n  market: []\n  '(c in market)': []\n",
    "scenario/step-wanted": "play: [pay]\n",
    "scenario/thing-wanted": "given:\n  marked: [red]\n",
    "scenario/unknown-key": "thne:\n  open: true\n",
    "scenario/unknown-score": "then:\n  red.score.crads: 1\n",
    "scenario/unknown-seat": "then:\n  player: rde\n",
    "scenario/which": "given:\n  marked: {}\n",
    "scenario/word-wanted": "turn: [red]\n",
    "scenario/wrong-value": "then:\n  level: high\n",
}


@pytest.mark.parametrize("code", KEYS)
def test_keys(run: Run, code: str) -> None:
    result = run(KEYS[code])
    assert not result.ok
    assert f"{code}: " in result.message, result.message
    assert ".yaml:" in result.message


# whole files
FILES = {
    "scenario/list-wanted": "scenario: a\n",
    "scenario/map-wanted": "- a\n",
    "scenario/no-name": "- players: [red, blue]\n",
    "scenario/no-players": "- scenario: a\n",
    "scenario/seat-twice": "- scenario: a\n  players: [red, red]\n",
    "scenario/two-same-names": "- {scenario: a, players: 2}\n- {scenario: a, players: 2}\n",
    "scenario/unknown-name": "- scenario: a\n  players: [red, bule]\n  play:\n    - red: pya\n    - red: take c11\n  then:\n    number of Crad: 3\n"
                             "    red.score.crads: 3\n",
}


@pytest.mark.parametrize("code", FILES)
def test_files(small: Path, code: str) -> None:
    path = small / "scenarios" / "wrong.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(FILES[code], encoding="utf-8")
    found = [d for d in check([small]) if d.code == code]
    assert found and all(d.span is not None and d.span.file.endswith("wrong.yaml") and d.hint for d in found), check([small])
    if code == "scenario/unknown-name":
        assert [d.title.split('"')[1] for d in found] == ["bule", "pya", "c11", "crads", "Crad"] or len(found) >= 4
    else:
        assert not all(r.ok for r in run_files([path]))


def test_a_thing_that_is_always_there(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text("- {scenario: a, ruleset: fire_and_axe, players: [red, yellow, blue], given: {red.ship: none}}\n", encoding="utf-8")
    (result,) = run_files([path])
    assert "scenario/never-none: " in result.message


def test_ids_of_rules(small: Path) -> None:
    """`scenario/unknown-rule`: the catalogue knows no such rule."""
    (small / "rules.yaml").write_text("rules:\n  - {id: SM-PAY-01, rule: Pay.}\n", encoding="utf-8")
    path = small / "scenarios" / "wrong.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text("- {scenario: a, players: [red, blue], cites: [SM-PAY-09]}\n", encoding="utf-8")
    (result,) = run_files([path])
    assert "scenario/unknown-rule: " in result.message
