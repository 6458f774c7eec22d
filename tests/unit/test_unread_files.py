"""What lies in the folder of a ruleset and nothing reads; the catalogue's own form."""
from __future__ import annotations

from pathlib import Path

import pytest

from lawspeaker.cli import rules
from lawspeaker.interpreter.check import check

GAME = '''game inn "Inn"
  players 2
  seats red, blue
  phase turn "Turn"
    each player from first_player
    offers action
  winner has most vp
table
  facts from numbers
player
  state vp: 0 to 9
action work "Work"                                           [IN-WORK-01]
  does
    add pay to vp
'''
SCENARIO = "- scenario: x\n  players: [red, blue]\n  turn: red\n  play:\n    - red: work\n  then: {red.vp: 2}\n"
RULES = 'rules:\n  - {id: IN-WORK-01, rule: "You may work."}\n'


@pytest.fixture
def inn(tmp_path: Path) -> Path:
    write(tmp_path / "inn", {"inn.law": GAME, "data/numbers.yaml": "numbers: {pay: 2}\n", "scenarios/work.yaml": SCENARIO, "rules.yaml": RULES})
    return tmp_path / "inn"


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


def told(folder: Path) -> list[str]:
    return [f"{d.code} {d.span.file.rpartition('/inn/')[2] if d.span else ''}" for d in check([folder])]


@pytest.mark.parametrize("name", [
    "data/more.yml", "data/more.YAML", "data/sub/more.yaml", "data/notes.txt", "data/more.json", "data/more.law", "scenarios/notes.txt", "scenarios/x.law",
    "rules.yml", "rule.yaml", "screen.yml", "numbers.yaml", "more.LAW", "more.law.txt", "dta/x.yaml", "scenario/x.yaml", "more/x.law", "more/deep/x.yaml"])
def test_a_file_that_nothing_reads(inn: Path, name: str) -> None:
    write(inn, {name: "x: 3\n"})
    assert told(inn) == [f"file/not-read {name}"]


@pytest.mark.parametrize("files", [
    {"README.md": "x", "data/README.md": "x", "LICENSE": "x"}, {".git/x.yaml": "x", "data/.hidden.yml": "x", "data/x.yaml~": "x"},
    {"data/numbers.yaml.before": "x", "inn.law.bak": "x"}, {"__pycache__/x.json": "x", "setup.py": "x", "picture.png": "x"}, {"scenarios/deep/more.yml": SCENARIO.replace("x\n", "y\n", 1)},
    {"storms/storms.law": 'expansion storms "Storms" for inn\n', "storms/data/storms.yaml": "a: 3\n"}, {"playthroughs/a.txt": "x"}])
def test_what_is_read_or_is_no_concern_of_ours(inn: Path, files: dict[str, str]) -> None:
    write(inn, files)
    assert told(inn) == []


@pytest.mark.parametrize(("text", "code"), [
    ("hello\n", "catalogue/wrong-form"), ("- a\n", "catalogue/wrong-form"), ("", "catalogue/wrong-form"), ("rules: 3\n", "catalogue/wrong-form"),
    ("ruls: []\n" + RULES, "catalogue/unknown-key"), (RULES.replace("rule:", "rle:"), "catalogue/unknown-key"), (RULES + "  - {id: IN-2, rule: [a]}\n", "catalogue/wrong-form"),
    (RULES + "  - {rule: a}\n", "catalogue/no-id"), (RULES + "  - {id: IN-2}\n", "catalogue/no-text"), (RULES + "  - {id: 3, rule: a}\n", "catalogue/bad-id"), (RULES + "  - {id: in-2, rule: a}\n", "catalogue/bad-id"),
    (RULES + "  - {id: IN-WORK-01, rule: a}\n", "catalogue/id-twice"), (RULES + "vectors:\n  - {id: IN-V1, text: a, rules: IN-WORK-01}\n", "catalogue/wrong-form")])
def test_the_form_of_the_catalogue(inn: Path, text: str, code: str) -> None:
    write(inn, {"rules.yaml": text})
    assert [t for t in told(inn) if "no-citation" not in t] == [f"{code} rules.yaml"]


@pytest.mark.parametrize(("numbers", "code"), [
    ("[1, 2]", "data/map-wanted"), ("{pay: yes}", "data/wrong-value"), ("{pay: two}", "data/unknown-thing"), ("hello", "data/map-wanted"), ("{pay: 2, pay: 3}", "data/two-same-keys")])
def test_data_of_a_wrong_type_is_told_once(inn: Path, numbers: str, code: str) -> None:
    write(inn, {"data/numbers.yaml": f"numbers: {numbers}\n"})
    assert told(inn) == [f"{code} data/numbers.yaml"]


def test_the_screen_of_an_expansion_is_looked_at(inn: Path) -> None:
    from lawspeaker.interpreter.extensions import use_plugins
    write(inn.parent / "more", {"more.law": 'expansion more "More" for inn\n', "screen.yaml": "screen:\n  - panel: Day\n    itmes: {}\n"})
    use_plugins([inn, inn.parent / "more"])
    try:
        assert [d.code for d in rules.check_screen(str(inn.parent / "more"))] == ["screen/wrong-form"]
        write(inn.parent / "more", {"screen.yaml": 'screen:\n  - panel: Day\n    items: {VP: "{vpp}"}\n'})
        assert [d.code for d in rules.check_screen("more")] == ["screen/unknown-expression"]
        write(inn.parent / "more", {"screen.yaml": 'screen:\n  - panel: Day\n    items: {VP: "{vp}"}\n'})
        assert rules.check_screen("more") == []
    finally:
        use_plugins(())
