"""Who is measured: a Contestant plays so many random games and says how many units (games, decisions) that were.

Each factory imports its system only when called and raises what goes wrong; `gather` turns that into a Missing with
the reason, so that a peer that is not installed is said and never fatal.
"""
from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from typing import Any

GAMES = ("connect_four", "tic_tac_toe", "like_ours")
TITLES = {"connect_four": "Connect four", "tic_tac_toe": "Tic-tac-toe", "like_ours": "Fire & Axe beside Catan"}
# Nothing plays so long: a game that does is a fault, and is reported as one.
LIMIT = 100_000
DECISIONS = 1500  # of one random game of the big games: played at random they hardly ever end

WHOLE = (                         # key, game, expansions, title
    ("ours_knarr", "knarr", (), "Knarr"),
    ("ours_knarr_artifacts", "knarr", ("artifacts",), "Knarr with artifacts"),
    ("ours_village", "village", (), "Village"),
    ("ours_village_all", "village", ("inn", "captains", "voyage", "life_goals"), "Village with everything"),
)

Play = Callable[[int, int], int]  # (games, seed) -> units


@dataclass(frozen=True, slots=True)
class Contestant:
    """One system playing one game."""

    key: str
    game: str
    title: str
    unit: str
    play: Play
    ours: bool = False


@dataclass(frozen=True, slots=True)
class Missing:
    """A contestant that cannot be measured here."""

    key: str
    game: str
    title: str
    reason: str


# ---- ours ------------------------------------------------------------------------------------------


def ours_playout(game: str) -> Play:
    import lawspeaker

    rules = lawspeaker.load(game)

    def play(games: int, seed: int) -> int:
        rules.random_games(games, 2, seed, LIMIT)
        return games

    return play


def ours_stepped(game: str) -> Play:
    import lawspeaker

    rules = lawspeaker.load(game)

    def play(games: int, seed: int) -> int:
        draw = random.Random(seed).random
        for i in range(seed, seed + games):
            state = rules.new(players=2, seed=i)
            while not state.over:
                state.step(int(draw() * state.count))
        return games

    return play


def ours_big(game: str, stepped: bool, *expansions: str) -> Play:
    import lawspeaker

    rules = lawspeaker.load(game, expansions=expansions)

    def play(games: int, seed: int) -> int:
        decisions = 0
        for i in range(seed, seed + games):
            decisions += rules.new(players=4, seed=i).play_on(random.Random(i).random, DECISIONS)
        return decisions

    def step(games: int, seed: int) -> int:
        draw = random.Random(seed).random
        decisions = 0
        for i in range(seed, seed + games):
            state = rules.new(players=4, seed=i)
            made = 0
            while not state.over and made < DECISIONS:
                state.step(int(draw() * state.count))
                made += 1
            decisions += made
        return decisions

    return step if stepped else play


def ours_games(game: str, *expansions: str) -> Play:
    """Of games that end when played at random: whole ones, as the peers play them."""
    import lawspeaker

    rules = lawspeaker.load(game, expansions=expansions)

    def play(games: int, seed: int) -> int:
        return rules.random_games(games, 4, seed, LIMIT)

    return play


# ---- straight Python ---------------------------------------------------------------------------------


def straight(game: str) -> Play:
    from benchmarks import straight_connect_four, straight_tic_tac_toe

    playout: Callable[[Callable[[], float]], object]
    playout = {"connect_four": straight_connect_four.playout, "connect_four_lines": straight_connect_four.playout_with_lines,
               "tic_tac_toe": straight_tic_tac_toe.playout}[game]

    def play(games: int, seed: int) -> int:
        draw = random.Random(seed).random
        for _ in range(games):
            playout(draw)
        return games

    return play


# ---- peers -------------------------------------------------------------------------------------------


def open_spiel(game: str) -> Play:
    import pyspiel  # type: ignore[import-not-found, unused-ignore]

    if game.startswith("python_"):
        from open_spiel.python.games import tic_tac_toe  # type: ignore[import-not-found, unused-ignore]  # noqa: F401
    rules = pyspiel.load_game(game)

    def play(games: int, seed: int) -> int:
        draw = random.Random(seed).random
        for _ in range(games):
            state = rules.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
        return games

    return play


def petting_zoo(game: str) -> Play:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from pettingzoo import classic  # type: ignore[import-not-found, unused-ignore]

    module: Any = getattr(classic, {"connect_four": "connect_four_v3", "tic_tac_toe": "tictactoe_v3"}[game])
    env = module.env()

    def play(games: int, seed: int) -> int:
        draw = random.Random(seed).random
        for _ in range(games):
            env.reset()
            for _agent in env.agent_iter():
                observation, _reward, ended, cut, _info = env.last()
                if ended or cut:
                    break
                actions = observation["action_mask"].nonzero()[0]
                env.step(int(actions[int(draw() * len(actions))]))
        return games

    return play


def catanatron() -> Play:
    from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found, unused-ignore]

    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)

    def play(games: int, seed: int) -> int:
        decisions = 0
        for i in range(seed, seed + games):
            random.seed(i)  # its players draw from the global generator
            game = Game([RandomPlayer(colour) for colour in colours], seed=i)
            game.play()
            state = game.state
            decisions += len(state.actions if hasattr(state, "actions") else state.action_records)
        return decisions

    return play


# ---- all ---------------------------------------------------------------------------------------------


def version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "not installed"


def entries(game: str) -> Iterator[tuple[str, str, str, Callable[[], Play], bool]]:
    """(key, title, unit, factory, is it ours) of everybody who plays this game; ours first."""
    if game == "like_ours":
        yield "ours", "Lawspeaker, Fire & Axe, random play", "decisions", lambda: ours_big("fire_and_axe", False), True
        yield "ours_stepped", "Lawspeaker, Fire & Axe, stepped", "decisions", lambda: ours_big("fire_and_axe", True), True
        yield "ours_fire_and_axe_runes", "Lawspeaker, Fire & Axe with runes, random play", "decisions", \
            lambda: ours_big("fire_and_axe", False, "runes"), True
        for key, name, with_, words in WHOLE:
            yield key, f"Lawspeaker, {words}, whole random games", "decisions", partial(ours_games, name, *with_), True
        title = f"Catanatron {version('catanatron')}, Catan"
        yield "catanatron", title, "decisions", catanatron, False
        return
    yield "ours", "Lawspeaker, whole playouts", "games", lambda: ours_playout(game), True
    yield "ours_stepped", "Lawspeaker, stepped from Python", "games", lambda: ours_stepped(game), True
    yield "straight", "straight hand-written Python", "games", lambda: straight(game), False
    if game == "connect_four":
        yield "straight_lines", "the same with a table of all lines", "games", lambda: straight("connect_four_lines"), False
    spiel = f"OpenSpiel {version('open_spiel')}"
    yield "open_spiel", f"{spiel}, C++ stepped from Python", "games", lambda: open_spiel(game), False
    if game == "tic_tac_toe":  # the one of our games that OpenSpiel has in Python too
        yield "open_spiel_python", f"{spiel}, Python game", "games", lambda: open_spiel(f"python_{game}"), False
    yield "pettingzoo", f"PettingZoo {version('pettingzoo')}", "games", lambda: petting_zoo(game), False


def gather(game: str) -> tuple[list[Contestant], list[Missing]]:
    """Everybody who can play this game here, having played it once, and everybody who cannot."""
    found: list[Contestant] = []
    missing: list[Missing] = []
    for key, title, unit, factory, ours in entries(game):
        try:
            play = factory()
            play(1, 0)
        except ImportError as error:
            missing.append(Missing(key, game, title, f"not installed ({error.name or error})"))
        except Exception as error:  # whatever a peer raises: the others are still measured
            missing.append(Missing(key, game, title, f"{type(error).__name__}: {error}".splitlines()[0][:200]))
        else:
            found.append(Contestant(key, game, title, unit, play, ours))
    return found, missing
