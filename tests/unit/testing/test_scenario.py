"""Scenarios are played: seats, dice, refusals, offers, `then`; a failure shows expected and actual, and the log of the play."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from lawspeaker.interpreter.testing.scenario import Result, run_files, scenario_files

Run = Callable[[str], Result]


def good(result: Result) -> None:
    assert result.ok, result.message


def test_a_play(run: Run) -> None:
    good(run("""
turn: blue
cites: [SM-PAY-01]
play:
  - blue: pay
  - blue: pay a coin
  - blue: roll
  - dice: [6, 1]
  - blue: done
  - red: take c1
refused:
  - red: take c4
offered: [pay, take c2]
not_offered: [take c1]
then:
  blue.points: +6
  blue.score: 6
  blue.score.points_made: 6
  red.score.cards: +1
  red.hand: [{worth: 1, color: gold}]
  red.points: +0
  number of blue.purse: -2
  pot: 2
  player: red
  over: false
  winners: []
  first_player: blue
"""))


def test_first_and_turn(run: Run) -> None:
    good(run("turn: blue\nfirst: red\nthen:\n  player: blue\n  first_player: red"))
    good(run("first: blue\nthen:\n  player: blue"))
    good(run("then:\n  player: red"))


def test_a_refusal_says_why(run: Run) -> None:
    good(run("given:\n  turn.used: 3\nrefused:\n  - red: pay\n    because: SM-PAY-02\n  - red: pay\n    because: You have paid enough."))
    result = run("given:\n  turn.used: 3\nrefused:\n  - red: pay\n    because: SM-PAY-01")
    assert "  expected SM-PAY-01\n  actual   You have paid enough. [SM-PAY-02]" in result.message


def test_expected_and_actual_stand_side_by_side(run: Run) -> None:
    result = run("play:\n  - red: pay\n  - red: roll\n  - dice: [2, 3]\nthen:\n  red.points: +5\n  market: [c2, c1]\n  pot: [blue.coin]\n  turn.used: 1")
    assert not result.ok
    assert result.message == """\
small/scenarios/a.yaml:8:5: It comes out otherwise.
                  expected     actual
   8: red.points  +5           +0 (from 0 to 0)
   9: market      [c2, c1]     [c1, c2]
  10: pot         [blue.coin]  [red.coin]
  The play:
    red: pay  (Pay a coin)
    red: roll
      dice: 2, 3
    – red is asked: Red's turn"""


@pytest.mark.parametrize("text, message", [
    ("play:\n  - blue: pay", "blue is not asked now.\n  expected blue\n  actual   red"),
    ("play:\n  - red: pai", '"pai" is not offered now.  Did you mean "pay"?\n  Offered: pay, take c1, take c2, roll, done'),
    ("play:\n  - green: pay", 'No seat is called "green".'),
    ("play:\n  - red: roll\n  - dice: [2]", "Not all dice that fall here are dictated.\n  expected [2]\n  actual   [2, "),
    ("play:\n  - red: roll\n  - dice: [2, 3, 4]", "Dice were dictated that nobody rolls: 4."),
    ("play:\n  - red: roll\n  - dice: [2, 7]", "The rules fail here: "),
    ("play:\n  - red: roll\n  - dice: [2, 3]\n  - red: roll", "Not all dice that fall here are dictated.\n  expected []"),
    ("refused:\n  - red: pay", '"pay" must be refused, and is offered.'),
    ("refused:\n  - red: fly", 'There is no move "fly".'),
    ("offered: [take c3]", '"take c3" must be offered, and is not.'),
    ("not_offered: [pay]", '"pay" must not be offered, and is.'),
    ("then:\n  red.score.card: 1", 'Did you mean "cards"?'),
    ("then:\n  red.hand.room: 2", "expected  actual\n  4: red.hand.room  2         3"),
    ("then:\n  fight.dice: [1]", "(no value now) The state of a phase is read"),
    ("then:\n  market: [c1, c1]", "[c1, c1]  [c1, c2]"),
    ("then:\n  player: blu", 'Did you mean "blue"?'),
    ("cites: [SM-PAY-3]", 'The catalogue has no rule "SM-PAY-3".'),
    ("tehn:\n  over: true", 'A scenario has no "tehn".'),
    ("ruleset: smal", "The rules cannot be loaded."),
    ("with: [nowhere]", "There is no expansion"),
    ("with: [runes]", "is an expansion for"),
])
def test_failures(run: Run, text: str, message: str) -> None:
    result = run(text)
    assert not result.ok and message in result.message, result.message


def test_without_dictated_dice_the_seed_decides(run: Run) -> None:
    good(run("seed: 4\nplay:\n  - red: roll"))


def test_results_have_their_place(small: Path) -> None:
    path = small / "scenarios" / "b.yaml"
    path.write_text("# two\n\n- scenario: one\n  players: 2\n\n- scenario: two\n  players: 9\n", "utf-8")
    one, two = run_files([small])
    assert (one.name, one.file, one.line, one.ok) == ("one", "small/scenarios/b.yaml", 3, True)
    assert (two.name, two.line, two.ok) == ("two", 6, False) and "2 to 3 players, not 9" in two.message


def test_broken_rules_are_told(small: Path) -> None:
    (small / "small.law").write_text("game small\n  playrs 2\n", "utf-8")
    (small / "scenarios" / "b.yaml").write_text("- scenario: one\n  players: 2\n", "utf-8")
    [result] = run_files([small])
    assert not result.ok and "The rules cannot be loaded." in result.message


HOSTILE = {
    "binary": b"\x00\xff\xfe" * 999, "zero bytes": b"\0" * 99, "empty": b"", "cut off": b'- scenario: "a', "a scalar": b"hello",
    "a map": b"scenario: a", "scalars": b"- 1\n- a\n- [x]\n", "no utf-8": "- scenario: \xe9".encode("latin-1"), "deep": b"[" * 100_000,
    "10 MB": b"- scenario: x\n" * 750_000, "alias": b"- &a {scenario: x}\n- *a\n", "tag": b"- !!python/name:os.system {}\n",
    "wrong types": b"- scenario: a\n  players: [red, blue]\n  turn: [x]\n  seed: a\n  given: [1]\n  play: {a: 1}\n  then: 5\n",
    "wrong steps": b"- scenario: a\n  players: 2\n  play: [dice: 3, {}, [1], {red: [1]}]\n  refused: [{because: [a]}]\n",
    "huge numbers": b"- scenario: a\n  players: 99999999999\n- scenario: b\n  players: -1\n",
    "deep expression": b"- scenario: a\n  players: 2\n  then:\n    ? '" + b"not " * 3000 + b"over'\n    : 1\n",
    "long key": b"- scenario: a\n  players: 2\n  then:\n    ? '" + b"a" * 300_000 + b"'\n    : 1\n",
    "odd keys": b"- scenario: a\n  players: 2\n  given: {'': 1, '1 +': 2, Card: [], over: true, players: [red]}\n",
    "odd values": b"- scenario: a\n  players: 2\n  then: {'': 1, '1/0': 2, turn: 3, pay: 1, box: [], winners: 3, red.score: x, market: {a: {b: 1}}}\n",
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=list(HOSTILE))
def test_hostile_files_give_messages(small: Path, content: bytes) -> None:
    (small / "scenarios" / "h.yaml").write_bytes(content)
    results = run_files([small / "scenarios" / "h.yaml"])
    assert results and not any(r.ok for r in results)
    assert all(r.message and len(r.message) < 5_000 for r in results)


def test_files_of_folders(small: Path) -> None:
    (small / "scenarios" / "deeper").mkdir()
    for name in ("scenarios/b.yml", "scenarios/deeper/c.yaml", "data/d.yaml", "scenarios/e.txt"):
        (small / name).write_text("", "utf-8")
    names = [p.name for p in scenario_files([small])]
    assert names == ["b.yml", "c.yaml"] == [p.name for p in scenario_files([small / "scenarios"])]
    assert scenario_files([small / "gone.yaml", small / "gone.yaml"]) == [small / "gone.yaml"]
    [gone] = run_files([small / "gone.yaml"])
    assert not gone.ok and "cannot be read" in gone.message
