"""Small games as texts, played by all three readers of a program, which must agree: steps, the evaluator, whole random games."""
from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import lawspeaker
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.state import State
from lawspeaker.testing import given

HERE = Path(__file__).parent
FRAME = '''game small "Small"
  players 2
  seats ann, bob
  phase turn "{you}'s turn"
    each player from first_player, again until turns >= 6
    offers action, at most once
  winner has most final_score, then shared
score points "Points" = vp
table
  state turns: 0 to 9
player
  state vp: 0 to 99
rule turns_pass
  at end of turn
    add 1 to turns
'''


def law(folder: Path, text: str, frame: str = FRAME) -> Game:
    """A game whose law is a text behind a small frame (turns with one action; points `vp`)."""
    folder = folder / f"small_{len(list(folder.iterdir()))}" / "small"
    folder.mkdir(parents=True)
    (folder / "small.law").write_text(frame + text, encoding="utf-8")
    return lawspeaker.load(folder)


def played(game: Game, position: Mapping[str, object], *choices: str) -> State:
    """Ann makes these choices in the position; the evaluator, asked too, comes to the same cells."""
    state = given(game, position, turn="ann")
    twin = state.clone()
    twin._edition = replace(state._edition, machine=state._edition.evaluator)  # type: ignore[arg-type]
    for choice in choices:
        state.apply(choice)
        twin.apply(choice)
        assert state.cells == twin.cells, f"printed program and evaluator differ after {choice}"
        assert list(state._current()) == list(twin._current())
    return state


def looked(state: State, *texts: str) -> list[object]:
    return [state.look(text) for text in texts]


def whole_games_agree(game: Game, games: int = 10) -> None:
    """Whole random games end as their steps do."""
    for seed in range(games):
        end, made = game.playout(seed, 2, bot_seed=seed, limit=300)
        state = game.new(2, seed)
        assert state.play_on(random.Random(seed).random, 300) == made
        assert state.hash() == end.hash() and state.over == end.over
