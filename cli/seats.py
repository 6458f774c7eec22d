"""Who sits where: turns `--players`, `--seat` and `--bot` into one name of a person or bot for each seat."""
from __future__ import annotations

from collections.abc import Sequence

from lawspeaker.cli.mistakes import UsageMistake, nearest
from lawspeaker.cli.shapes import Game
from lawspeaker.interpreter.contributed import bots

HUMAN = "human"
BOTS = ("random", "greedy")
LATER = ("mcts",)                                 # named in the contract, built in a later issue


def number_of_players(game: Game, asked: int | None, at_least: int = 0) -> int:
    """How many play: what was asked for, or the fewest that the game allows."""
    low, high = game.players
    if asked is None:
        return max(low, min(at_least, high))
    if not low <= asked <= high:
        allowed = str(low) if low == high else f"{low} to {high}"
        raise UsageMistake(f"{game.title} is for {allowed} players, not for {asked}.")
    return asked


def _known(name: str, allowed: Sequence[str], of_game: Sequence[str] = ()) -> str:
    if name in allowed:
        if name in of_game and name in bots():
            raise UsageMistake(f'There are two bots "{name}": of the game, and of the plugin "{bots()[name].plugin}".')
        return name
    if name in bots():
        return name
    allowed = (*allowed, *sorted(bots()))
    if name in LATER:
        raise UsageMistake(f'The bot "{name}" is not built yet; it comes with a later version.  Now there are: '
                           f"{', '.join(n for n in allowed if n != HUMAN)}.")
    raise UsageMistake(f'Nobody named "{name}" can take a seat.{nearest(name, allowed)}  Possible: {", ".join(allowed)}.')


def bots_of(names: Sequence[str], players: int, of_game: Sequence[str] = ()) -> tuple[str, ...]:
    """A bot for each seat, one is for all.  None said means the first bot that the game's law declares, else random.

    >>> bots_of(["greedy"], 3)
    ('greedy', 'greedy', 'greedy')
    """
    chosen = [_known(n, (*BOTS, *of_game), of_game) for n in names] or [of_game[0] if of_game else "random"]
    if len(chosen) == 1:
        chosen *= players
    if len(chosen) != players:
        raise UsageMistake(f"{len(chosen)} bots are named for {players} seats: name one for all, or one for each.")
    return tuple(chosen)


def people_of(names: Sequence[str], players: int, seats: Sequence[str], of_game: Sequence[str] = (), sat: Sequence[str] = ()) -> tuple[str, ...]:
    """Who takes each seat: in order, or by name (`red=human`).  What is not said is who `sat` there before, else the last bot named,
    else the game's own bot, else greedy.

    >>> people_of(["human"], 3, ["x", "y", "z"])
    ('human', 'greedy', 'greedy')
    >>> people_of(["y=human"], 3, ["x", "y", "z"], (), ["human", "random", "greedy"])
    ('human', 'human', 'greedy')
    """
    allowed = (HUMAN, *BOTS, *of_game)
    taken: dict[int, str] = {}
    in_order = 0
    for name in names:
        seat, equals, who = name.rpartition("=")
        if equals and seat not in seats:
            raise UsageMistake(f'There is no seat "{seat}".{nearest(seat, seats)}  Seats: {", ".join(seats)}.')
        place = seats.index(seat) if equals else in_order
        in_order += not equals
        if place in taken:
            raise UsageMistake(f"Two take the seat {seats[place]}.")
        if place >= players:
            raise UsageMistake(f"More seats are taken than the {players} players of this game.")
        taken[place] = _known(who, allowed, of_game)
    if sat:
        return tuple(taken[i] if i in taken else _known(who, allowed, of_game) for i, who in enumerate(sat))
    if not names:
        taken[0] = HUMAN
    bots = [w for w in taken.values() if w != HUMAN]
    rest = bots[-1] if bots else of_game[0] if of_game else "greedy"
    return tuple(taken.get(i, rest) for i in range(players))
