"""A position of a game whose law was changed → the same choices on the new rules, as far as they lead.

Rules are loaded anew from where they were read.  Positions are not translated: the game is played again from its seed and first
player, choice by choice, beside the old one.  So a position that was set up by hand cannot be kept.
"""
from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from lawspeaker.interpreter.decision import Decision
from lawspeaker.interpreter.engine.asking import Asking, key_of
from lawspeaker.interpreter.engine.faults import IllegalChoice, RuleFault
from lawspeaker.interpreter.game import Game, load
from lawspeaker.interpreter.state import State


@dataclass(frozen=True, slots=True)
class Reloaded:
    """What came of it: the position on the new rules, how many choices it keeps, and why not all (empty if all)."""

    state: State
    kept: int
    problem: str


def reload(state: State) -> Reloaded:
    """The position on the rules as they stand in their files now; RulesetError if these have errors.

    What was chosen is chosen again, by the same players, until a choice is impossible; the state is the last one reached.
    """
    game = load_again(state.game)
    try:
        fresh = game.new(state.players, state.seed, state.first)
    except (ValueError, TypeError) as e:
        return Reloaded(game.new(seed=state.seed), 0, f"The game cannot be continued by these players: {e}")
    except RuleFault as e:
        return Reloaded(state, len(state._values), f"With the new rules the game cannot begin, so the old ones go on: {e}")
    if state._given is not None:
        return Reloaded(fresh, 0, "The position was set up by hand, and cannot be reached by playing.")
    return replayed(state, fresh)


def replayed(state: State, fresh: State) -> Reloaded:
    """The choices of a state, made in a fresh one: each by its key, by the player who made it."""
    beside = state.game.new(state.players, state.seed, state.first)
    for i, value in enumerate(state._values):
        old = beside.decision
        key, who = key_of(beside, value), state.players[value.player if isinstance(value, Asking) else old.player]
        problem = ask(fresh, key) if isinstance(value, Asking) else choose(fresh, key, old)
        if problem:
            return Reloaded(fresh, i, f'Choice {i + 1} of {len(state._values)}, "{key}" by {who}, is no longer possible: {problem}')
        beside._choose(value)
    if beside.hash() != state.hash():
        return Reloaded(fresh, len(state._values), "The position is a copy that does not remember how it was reached.")
    return Reloaded(fresh, len(state._values), "")


def ask(fresh: State, key: str) -> str:
    """Give an old order again (engine/asking.py); why it cannot be given, or nothing."""
    try:
        fresh.apply(key)
    except (IllegalChoice, RuleFault) as e:
        return str(e)
    return ""


def choose(fresh: State, key: str, old: Decision) -> str:
    """Make one of the old choices; why it cannot be made, or nothing."""
    if fresh.over:
        return "the game is over by then."
    now = fresh.decision
    if now.player != old.player:
        return f"{fresh.players[now.player]} decides there now."
    index = next((o.index for o in now.options if o.key == key), None)
    try:
        if index is not None:
            fresh.step(index)
            return ""
        reasons = " ".join(str(r) for r in fresh.why_not(key))
        return reasons or f"it is not offered. {now.prompt}".rstrip()
    except RuleFault as e:
        return str(e)
    except (LookupError, IllegalChoice):
        return f"it is not offered. {now.prompt}".rstrip()


def load_again(game: Game) -> Game:
    """The same ruleset, expansions, corrections of data and settings, read from their files now."""
    where = game.name if game.ruleset.origin == "built in" else game.ruleset.folder
    return load(where, [x.known_as or x.folder for x in game.sources.expansions], [Path(s.name) for s in game.sources.overlays], game.settings)


# ---- the files ---------------------------------------------------------------------------------------------------------
def folders_of(game: Game) -> list[Path]:
    """Where the law of a game lies: its ruleset and its expansions."""
    return [game.ruleset.folder, *(x.folder for x in game.sources.expansions)]


def files_of(game: Game) -> list[Path]:
    """The files that decide how a game is played, as they lie there now: law, data and corrections of data."""
    found = [p for folder in folders_of(game) for pattern in ("*.law", "data/*.yaml") for p in sorted(folder.glob(pattern))]
    return found + [Path(s.name) for s in game.sources.overlays]


def stamp(path: Path) -> tuple[int, int]:
    """When a file was written, and how long it is; zeros for one that is gone."""
    try:
        found = os.stat(path)
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size
