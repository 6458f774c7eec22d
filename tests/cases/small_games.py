"""Small games as texts, and that every reader of a program plays them alike."""
from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import lawspeaker
from lawspeaker.interpreter.check import check
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.state import State

CASES = Path(__file__).parent


def folder_of(root: Path, law: str) -> Path:
    """The law in a folder of its name below `root`."""
    folder = root / law.split()[1]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{folder.name}.law").write_text(law, "utf-8")
    return folder


def game(root: Path, law: str, *expansions: str) -> Game:
    return lawspeaker.load(folder_of(root, law), expansions=[str(folder_of(root, x)) for x in expansions])


def told(root: Path, law: str, *expansions: str) -> list[str]:
    """The codes of all that `check` says of a game with expansions."""
    return [d.code for d in check([folder_of(root, law)], [str(folder_of(root, x)) for x in expansions])]


def keys(state: State) -> list[str]:
    return [o.key for o in state.decision.options]


def asked(state: State) -> str:
    """The seat of whoever decides."""
    return state.players[state.decision.player]


def plays_alike(game: Game, players: int, seeds: range = range(1, 6), limit: int = 120) -> None:
    """The printed program, the evaluator and whole random games come to the same cells."""
    for seed in seeds:
        printed = game.new(players, seed)
        told = game.new(players, seed)
        told._edition = replace(printed._edition, machine=printed._edition.evaluator)
        lots = random.Random(seed)
        for _ in range(limit):
            assert printed.hash() == told.hash() and printed.over == told.over
            if printed.over:
                break
            assert keys(printed) == keys(told)
            i = lots.randrange(printed.count)
            printed.step(i)
            told.step(i)
        stepped = game.new(players, seed)
        decisions = stepped.play_on(random.Random(seed).random, limit * 20)
        whole = game._whole_game(seed, players, seed, limit * 20)
        assert stepped.over == (whole is not None)
        if whole is not None:
            assert (whole[0].hash(), whole[1]) == (stepped.hash(), decisions)
