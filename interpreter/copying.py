"""Copies of positions, with their way back; and positions and games as values that `pickle` can carry to another process.

A game is carried as what it was loaded from and is loaded again there, once in a process; a position as its game and its cells.
Neither carries a program, so both are refused where the rules or the interpreter are others: what lasts is a save (save.py).
"""
from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from lawspeaker.interpreter.engine.faults import SaveError

if TYPE_CHECKING:
    from lawspeaker.interpreter.game import Game
    from lawspeaker.interpreter.state import State

_known: WeakValueDictionary[tuple[Any, ...], Game] = WeakValueDictionary()      # those that were carried, by what they were loaded from
COPIED = ("_journal", "_marks", "_values", "recorded_hashes")                   # lists beside the cells that are the way back
SAME = ("seed", "first", "people", "_start", "_given")


# ---- games -------------------------------------------------------------------------------------------------------------
def game_parts(game: Game) -> tuple[Any, ...]:
    """What a game was loaded from, and a hash of it."""
    from lawspeaker.interpreter.save import by_name
    where = game.name if by_name(game) else os.path.abspath(game.ruleset.folder)
    parts = (where, tuple(x.name if x.known_as == x.name else os.path.abspath(x.folder) for x in game.sources.expansions),
             tuple(os.path.abspath(s.name) for s in game.sources.overlays), tuple(sorted(game.settings.items())), game.fingerprint)
    _known[parts] = game
    return parts


def game_again(*parts: Any) -> Game:
    """The game of these parts, if this process has it, else loaded; SaveError if it says something else now."""
    found = _known.get(parts)
    if found is None:
        from lawspeaker.interpreter.game import load
        where, expansions, data, settings, fingerprint = parts
        found = load(where, expansions, data, dict(settings))
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


# ---- what callers give -------------------------------------------------------------------------------------------------
def listed(given: Any) -> list[Any]:
    """A list of names; one name alone (a text or a path) is a list of it.

    >>> listed("runes"), listed(("runes", "inn")), listed(None)
    (['runes'], ['runes', 'inn'], [])
    """
    if given is None:
        return []
    return [given] if isinstance(given, str | os.PathLike) else list(given)


def checked_seed(seed: object) -> int:
    """A seed of chance; ValueError says what is wrong with it."""
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise ValueError(f"A seed is a whole number, not {seed!r}.")
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"A seed is a whole number from 0 to 2**64 - 1, not {seed}.")
    return seed


def checked_seats(players: object, game: Game) -> list[str]:
    """The names of the seats, for a number of players or such names; ValueError says what is wrong with them."""
    least, most = game.players
    wanted = f"{least}" if least == most else f"{least} to {most}"
    if players is None:
        players = least
    if isinstance(players, bool) or not isinstance(players, int | str | list | tuple):
        raise ValueError(f"`players` is how many play, or a list of their seats, not {players!r}.")
    count = players if isinstance(players, int) else len(listed(players))
    if not least <= count <= most:
        raise ValueError(f"{game.title} is for {wanted} players, not {count}.")
    if isinstance(players, int):
        return game.seat_names(players)
    seats = listed(players)
    for seat in seats:
        if not isinstance(seat, str) or not seat.strip():
            raise ValueError(f"The name of a seat is a text, not {seat!r}.")
    if len(set(seats)) != len(seats):
        raise ValueError("Two seats have the same name.")
    return seats


def checked_seat(seat: object, seats: Sequence[str]) -> int | None:
    """A seat as its index, from 0, or none; ValueError says what is wrong with it."""
    if seat is None:
        return None
    if isinstance(seat, str):
        if seat in seats:
            return seats.index(seat)
        raise ValueError(f'There is no seat "{seat}": seats are {", ".join(seats)}.')
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < len(seats):
        raise ValueError(f"There is no seat {seat!r}: seats are 0 to {len(seats) - 1}, in the order {', '.join(seats)}.")
    return seat
