"""What hostile input is held against: the command line answers with sentences and exit code 1 or 2, soon, and breaks nothing."""
from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from lawspeaker.cli.main import main

LONGEST = 20.0                   # seconds of a processor for one command, generous: machines differ
Told = Callable[..., str]

LAW = """\
game small "Small"
  players 2
  seats red, blue
  phase turn "{you}'s turn"
    each player from first_player, again and again
    offers action, exactly once
  winner has most final_score, then shared

kind Coin from coins
  fact worth: number
  starts in bank
table
  area bank of Coin, seen by everyone
player
  area purse of Coin, seen by everyone

action take_coin "Take {c}"
  choose c from bank
  does
    move c to purse
    if no bank
      end game

score coins "Coins" = total of c.worth for (c in purse)
"""
DATA = """\
coins:
  - {id: penny, worth: 1}
  - {id: groat, worth: 4}
"""
SCENARIO = """\
- scenario: The last coin ends the game
  cites: []
  ruleset: small
  players: [red, blue]
  turn: red
  play:
    - red: take_coin groat
    - blue: take_coin penny
  then:
    over: true
    red.score: 4
"""


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Told:
    """Runs a command that must fail: what it says, after checking how it says it."""
    def run(*arguments: str, codes: tuple[int, ...] = (1, 2)) -> str:
        capsys.readouterr()
        begin = time.process_time()
        code = main(arguments)
        assert time.process_time() - begin < LONGEST, f"{arguments} took too long"
        said = capsys.readouterr()
        text = said.out + said.err
        assert "Traceback" not in text, text[-2000:]
        assert "mistake in lawspeaker" not in text, text[-2000:]
        assert code in codes, f"{arguments} ended with {code}: {text[-2000:]}"
        assert text.strip()
        return text
    return run


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A small ruleset that is good: data and a scenario, too."""
    folder = tmp_path / "small"
    (folder / "data").mkdir(parents=True)
    (folder / "scenarios").mkdir()
    (folder / "game.law").write_text(LAW, encoding="utf-8")
    (folder / "data" / "coins.yaml").write_text(DATA, encoding="utf-8")
    (folder / "scenarios" / "end.yaml").write_text(SCENARIO, encoding="utf-8")
    return folder
