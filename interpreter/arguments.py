"""What callers of the Python interface give: seats, seeds, numbers, names.  What cannot be meant is refused in a sentence."""
from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

from lawspeaker.interpreter.engine.faults import IllegalChoice

if TYPE_CHECKING:
    from lawspeaker.interpreter.game import Game


def listed(given: Any) -> list[Any]:
    """A list of names; one name alone (a text or a path) is a list of it.

    >>> listed("runes"), listed(("runes", "inn")), listed(None)
    (['runes'], ['runes', 'inn'], [])
    """
    if given is None:
        return []
    if isinstance(given, str | os.PathLike):
        return [given]
    if not isinstance(given, Iterable) or isinstance(given, bytes | bytearray):
        raise TypeError(f"A list of names or paths is wanted, or one of them, not {given!r}.")
    return list(given)


def named(given: Any) -> Any:
    """A name or a path; TypeError for anything else."""
    if not isinstance(given, str | os.PathLike):
        raise TypeError(f"A name or a path is wanted, not {given!r}.")
    return given


def whole(given: object) -> int | None:
    """A whole number of any kind (those of numpy, too, but no flag), or None.

    >>> whole(3), whole(True), whole(3.0), whole("3")
    (3, None, None, None)
    """
    if type(given) is int:
        return given
    if isinstance(given, bool) or not isinstance(given, SupportsIndex):
        return None
    return index(given)


def at_least(least: int, given: object, what: str) -> int:
    """A whole number that has a least; ValueError says what it is and what is wrong with it."""
    number = whole(given)
    if number is None or number < least:
        raise ValueError(f"{what} is a whole number from {least}, not {given!r}.")
    return number


def checked_option(number: object, count: int) -> int:
    """The number of an option; IllegalChoice says which there are."""
    i = whole(number)
    if not count:
        raise IllegalChoice("The game is over.")
    if i is None or not 0 <= i < count:
        raise IllegalChoice(f"There is no option {number!r}: they are numbers from 0 to {count - 1}.")
    return i


def checked_text(given: object, what: str) -> str:
    """A text; TypeError for anything else."""
    if not isinstance(given, str):
        raise TypeError(f"{what} is a text, not {given!r}.")
    return given


def checked_dice(given: Any) -> tuple[int, ...]:
    """What dice are to show; ValueError says what is wrong with it."""
    values = tuple(whole(v) for v in given) if isinstance(given, Iterable) and not isinstance(given, str | bytes) else (None,)
    if None in values:
        raise ValueError(f"Dice show whole numbers, given as a list, not {given!r}.")
    return tuple(v for v in values if v is not None)


def checked_seed(seed: object) -> int:
    """A seed of chance; ValueError says what is wrong with it."""
    number = whole(seed)
    if number is None:
        raise ValueError(f"A seed is a whole number, not {seed!r}.")
    if not 0 <= number < 1 << 64:
        raise ValueError(f"A seed is a whole number from 0 to 2**64 - 1, not {seed}.")
    return number


def checked_seats(players: object, game: Game) -> list[str]:
    """The names of the seats, for a number of players or such names; ValueError says what is wrong with them."""
    least, most = game.players
    wanted = f"{least}" if least == most else f"{least} to {most}"
    if players is None:
        players = least
    number = whole(players)
    if number is None and not isinstance(players, str | list | tuple):
        raise ValueError(f"`players` is how many play, or a list of their seats, not {players!r}.")
    count = len(listed(players)) if number is None else number
    if not least <= count <= most:
        raise ValueError(f"{game.title} is for {wanted} players, not {count}.")
    if number is not None:
        return game.seat_names(number)
    seats = listed(players)
    for seat in seats:
        if not isinstance(seat, str) or not seat.strip():
            raise ValueError(f"The name of a seat is a text, not {seat!r}.")
    if len(set(seats)) != len(seats):
        raise ValueError("Two seats have the same name.")
    return seats


def checked_seat(seat: object, seats: Sequence[str]) -> int | None:
    """A seat as its index, from 0, or none; ValueError says what is wrong with it."""
    return None if seat is None else checked_player(seat, seats)


def checked_player(seat: object, seats: Sequence[str]) -> int:
    """A seat, given by its index or its name, as its index; ValueError says what is wrong with it."""
    if isinstance(seat, str):
        if seat in seats:
            return seats.index(seat)
        raise ValueError(f'There is no seat "{seat}": seats are {", ".join(seats)}.')
    number = whole(seat)
    if number is None or not 0 <= number < len(seats):
        raise ValueError(f"There is no seat {seat!r}: seats are 0 to {len(seats) - 1}, in the order {', '.join(seats)}.")
    return number
