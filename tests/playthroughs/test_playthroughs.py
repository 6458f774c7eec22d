"""Whole games as people would tell them: the log of a game that the house bot plays, held against the one that was read and approved.

`pytest --bless` writes the texts anew; the difference is then read like any other change.
"""
from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pytest

import lawspeaker

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Told:
    """One game: `shows` is an expression that must be as written when the game begins; `decisions`: how many are told."""

    name: str
    game: str
    players: int
    seed: int
    expansions: tuple[str, ...] = ()
    shows: tuple[str, object] | None = None
    decisions: int = 1000


def artifact(name: str, seed: int, players: int = 2) -> Told:
    return Told(f"knarr_{name}", "knarr", players, seed, ("artifacts",), ("artifacts_in_play", [name]))


def village(players: int, seed: int, *parts: str) -> Told:
    """A mix of the expansions of Village; the voyage brings the captains."""
    expansions = tuple(x for p in parts for x in (("captains", "voyage") if p == "voyage" else (p,)))
    return Told("_".join(("village", *parts)), "village", players, seed, expansions)


GAMES = [
    Told("connect_four", "connect_four", 2, 1),
    Told("fire_and_axe", "fire_and_axe", 3, 1, decisions=160),
    Told("fire_and_axe_runes", "fire_and_axe", 3, 8, ("runes",), decisions=160),
    Told("knarr", "knarr", 3, 1),
    artifact("amulet", 13), artifact("weathervane", 16), artifact("silver_coin", 1), artifact("cauldron", 4),
    artifact("golden_bracelet", 3), artifact("helmet", 2), artifact("mead_cup", 3, 3),
    village(2, 1), village(3, 2, "inn"), village(2, 3, "voyage"), village(2, 4, "life_goals"), village(5, 5, "inn", "voyage"),
    village(2, 6, "inn", "life_goals"), village(3, 7, "voyage", "life_goals"), village(4, 8, "inn", "voyage", "life_goals"),
]


def told(t: Told) -> str:
    game = lawspeaker.load(t.game, expansions=list(t.expansions))
    state = game.new(t.players, seed=t.seed)
    if t.shows is not None:
        assert state.look(t.shows[0]) == t.shows[1]
    lots, bot, made = random.Random(t.seed).random, next(iter(game.bots), None), 0
    while not state.over and made < t.decisions:
        state.step(state.weighed(bot, lots) if bot is not None else int(lots() * state.count))
        made += 1
    lines = [x.text if x.kind == "choice" else f"    {x.text}" for x in state.log()]
    return "\n".join([f"{game.title}, {', '.join(state.players)}, seed {t.seed}", *lines, f"Scores: {state.scores}"]) + "\n"


@pytest.mark.parametrize("game", GAMES, ids=lambda t: t.name)
def test_the_game_goes_as_it_was_told(game: Told, bless: bool) -> None:
    golden = HERE / f"{game.name}.txt"
    now = told(game)
    if bless:
        golden.write_text(now, "utf-8")
    assert golden.read_text("utf-8") == now


def test_each_artifact_has_a_game() -> None:
    kinds = lawspeaker.load("knarr", expansions=["artifacts"]).compiled.model.kinds["Artifact"].things
    assert {f"knarr_{t.id}" for t in kinds} <= {g.name for g in GAMES}


def test_each_mix_of_village_has_a_game() -> None:
    mixes = {frozenset(g.expansions) - {"captains"} for g in GAMES if g.game == "village"}
    assert len(mixes) == 8 and mixes <= {frozenset(x) for n in range(4) for x in combinations(("inn", "voyage", "life_goals"), n)}
