"""Copies of positions, with their way back; and positions and games as values that `pickle` can carry to another process.

A game is carried as what it was loaded from (folders by their full path, corrections by their text) and is loaded again there, once in
a process; a position as its game and its cells.
Neither carries a program, so both are refused where the rules or the interpreter are others: what lasts is a save (save.py).
"""
from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from lawspeaker.interpreter.engine.faults import SaveError
from lawspeaker.interpreter.text.source import Source

if TYPE_CHECKING:
    from lawspeaker.interpreter.game import Game
    from lawspeaker.interpreter.rulesets import Ruleset
    from lawspeaker.interpreter.sources import Sources
    from lawspeaker.interpreter.state import State

_known: WeakValueDictionary[tuple[Any, ...], Game] = WeakValueDictionary()      # those that were carried, by what they were loaded from
COPIED = ("_journal", "_marks", "_values", "recorded_hashes")                   # lists beside the cells that are the way back
SAME = ("seed", "first", "people", "_start", "_given")


@dataclass(frozen=True)
class Places:
    """Where the files of a game lie, in full, so that the working folder may change."""

    folder: Path
    expansions: tuple[Path, ...]
    overlays: tuple[Path, ...]


def places(ruleset: Ruleset, sources: Sources) -> Places:
    """Asked when the game is loaded."""
    return Places(full(ruleset.folder), tuple(full(x.folder) for x in sources.expansions), tuple(full(s.name) for s in sources.overlays))


def full(path: str | Path) -> Path:
    return Path(os.path.abspath(path))


# ---- games -------------------------------------------------------------------------------------------------------------
def game_parts(game: Game) -> tuple[Any, ...]:
    """What a game was loaded from, and a hash of it."""
    from lawspeaker.interpreter.save import by_name
    at = game.places
    where = game.name if by_name(game) else str(at.folder)
    overlays = tuple((str(path), s.text) for path, s in zip(at.overlays, game.sources.overlays))
    parts = (where, tuple(x.name if x.known_as == x.name else str(path) for x, path in zip(game.sources.expansions, at.expansions)),
             overlays, tuple(sorted(game.settings.items())), game.fingerprint)
    _known[parts] = game
    return parts


def game_again(*parts: Any) -> Game:
    """The game of these parts, if this process has it, else loaded; SaveError if it says something else now."""
    found = _known.get(parts)
    if found is None:
        from lawspeaker.interpreter.game import load
        where, expansions, overlays, settings, fingerprint = parts
        found = load(where, expansions, [Source(name, text) for name, text in overlays], dict(settings))
        if found.fingerprint != fingerprint:
            raise SaveError(f"The rules of {found.title} have changed since this was pickled: load them, and begin or restore a game.")
        _known[parts] = found
    return found


# ---- positions ---------------------------------------------------------------------------------------------------------
def state_parts(state: State) -> tuple[Any, ...]:
    from lawspeaker.interpreter.cache import interpreter_hash
    beside = {name: getattr(state, name) for name in (*COPIED, *SAME)}
    return (interpreter_hash(), state.game, tuple(state.players), list(state._cells), beside)


def state_again(made_by: str, game: Game, seats: Sequence[str], cells: list[Any], beside: dict[str, Any]) -> State:
    """The position of these parts; SaveError if another interpreter made them."""
    from lawspeaker.interpreter.cache import interpreter_hash
    from lawspeaker.interpreter.state import State
    if made_by != interpreter_hash():
        raise SaveError("This position was pickled by another Lawspeaker or another Python: what lasts is `state.save`.")
    state = State(game, game.edition(len(seats)), list(seats), beside["seed"])
    state.cells = cells
    for name in COPIED:
        setattr(state, name, list(beside[name]))
    for name in SAME:
        setattr(state, name, beside[name])
    return state


def copied(state: State) -> State:
    """An independent copy of a position, with its way back."""
    twin = state.clone()
    for name in COPIED:
        setattr(twin, name, list(getattr(state, name)))
    twin.people, twin._start = state.people, state._start
    return twin
