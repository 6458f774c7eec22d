"""A small game and expansions of it as texts, woven in a temporary folder."""
from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import lawspeaker
from lawspeaker.interpreter.game import Game

sys.path.insert(0, str(Path(__file__).parent))    # tests import tricks.py by its name

BASE = '''game inn "The inn"
  version "1.2"
  players 2 to 3
  seats red, blue, green
  setting rich: flag = false "Everybody starts with more"
  run setup
  phase round
    again until day >= 4
    phase turn "{you}'s turn"
      each player from first_player
      state worked: 0 to 9
      offers action, as often as wanted
  winner has most final_score, then shared

table
  state day: 0 to 9
  area bank of Coin, seen by everyone
kind Coin
  copies 60
  starts in bank
  discarded to bank
player
  state vp: 0 to many
  state tired: 0 to 9
  area purse of Coin, seen by everyone

phase setup "Setup"
  does
    for each p in players
      as p
        earn 3 coins

value wage = 2
value price(n: number) = n * 2
to earn {n: number} coin(s)
  move n Coin from bank to purse
to pay {n: number} coin(s)
  requires n <= number of purse                              "You have {number of purse} coins."                     [IN-PAY-02]
  discard n Coin from purse
moment paid_out(n: number)

action work "Work"
  requires turn.worked < 3                                   "You have worked enough."                               [IN-WORK-01]
  limit once per you per round                               "Once each round."                                      [IN-WORK-02]
  does
    add 1 to turn.worked
    earn wage coins
    now paid_out(wage)
action shop "Buy {n}"                                        [IN-SHOP-01]
  choose n from 1 to 3
  costs price(n) coins                                       [IN-PAY-01]
  does
    add n to vp
action rest "Rest"
  requires tired > 0                                         "You are not tired."
  does
    set tired to 0
rule night
  at end of turn if place_in_order(you) = number of players
    add 1 to day
score points "Points" = vp
'''


@pytest.fixture
def woven(tmp_path: Path) -> Callable[..., Game]:
    """`woven(expansion, …, settings=…)`: the game of BASE with expansions, each the text of its law (`expansion NAME …` may be left out)."""
    count = 0

    def weave(*laws: str, base: str = BASE, settings: dict[str, int | bool] | None = None, data: str = "") -> Game:
        nonlocal count
        count += 1
        folder = tmp_path / f"{count}" / "inn"
        folder.mkdir(parents=True)
        (folder / "inn.law").write_text(base, "utf-8")
        return lawspeaker.load(folder, expansions=[str(p) for p in expansion_folders(folder.parent, laws, data)], settings=settings)
    return weave


def expansion_folders(root: Path, laws: Sequence[str], data: str = "") -> list[Path]:
    out = []
    for i, law in enumerate(laws):
        if not re.search(r"^expansion\b", law, re.M):
            law = f'expansion more_{i + 1} "More" for inn\n' + law
        name = re.search(r"^expansion (\w+)", law, re.M)
        assert name is not None
        folder = root / name[1]
        folder.mkdir()
        (folder / f"{name[1]}.law").write_text(law, "utf-8")
        if data:
            (folder / "data").mkdir()
            (folder / "data" / "data.yaml").write_text(data, "utf-8")
        out.append(folder)
    return out
