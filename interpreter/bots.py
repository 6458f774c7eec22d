"""Players that need nobody: a position goes in, the number of an option comes out.

Deterministic from a seed, on every platform, Python version and hash seed: the lots are drawn by an own small generator.
Only `greedy` looks ahead, one step, at its own score: in a position that it imagines, where what it does not see was dealt anew.
Bots of plugins and weights of law see what the program sees.
"""
from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from lawspeaker.interpreter import contributed
from lawspeaker.interpreter.contributed import Contributed, PluginFault
from lawspeaker.interpreter.program.pure import RuleFault

_MASK = (1 << 64) - 1


class Position(Protocol):
    """What bots use of a state."""

    @property
    def count(self) -> int: ...
    @property
    def decision(self) -> Any: ...
    @property
    def scores(self) -> Sequence[int]: ...

    def clone(self) -> Any: ...

    def imagined(self, player: int, lots: Lots) -> Any: ...

    def weighed(self, bot: str, random: Callable[[], float]) -> int: ...


class Lots:
    """Numbers by chance: splitmix64, whose stream is the same everywhere.

    >>> [Lots(1).below(6), Lots(1).below(6), Lots(2).below(6)]
    [3, 3, 3]
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def number(self) -> int:
        """The next number of 64 bits."""
        self._state = z = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def part(self) -> float:
        """A number from 0 up to 1."""
        return (self.number() >> 11) / (1 << 53)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1; the bias of 64 bits over a few options cannot be measured."""
        return (self.number() * n) >> 64


def derived_seed(seed: int, *words: object) -> int:
    """A seed of 63 bits for one use of many, the same for the same words.

    >>> derived_seed(1, "game", 0) == derived_seed(1, "game", 0) != derived_seed(1, "game", 1)
    True
    """
    text = ":".join(str(w) for w in (seed, *words))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1


class Bot(Protocol):
    """Chooses one of `state.count` options of the player whose decision it is."""

    def __call__(self, state: Position, /) -> int: ...


def random_bot(lots: Lots) -> Bot:
    """Takes any option, each as likely as the others."""
    below = lots.below

    def choose(state: Position) -> int:
        return below(state.count)
    return choose


def greedy_bot(lots: Lots) -> Bot:
    """Takes an option after which its own score is highest, as far as it can know; lots decide among equals."""
    def choose(state: Position) -> int:
        count = state.count
        if count == 1:
            return 0
        me: int = state.decision.player
        best: list[int] = []
        record = 0
        seed = lots.number()
        mine = state.imagined(me, lots)
        if mine is None:                          # what comes of it hangs on what others chose unseen
            return lots.below(count)
        for i in range(count):
            twin = mine.clone()
            twin.reseed(seed)                     # another future of the dice: a player cannot foresee them
            try:
                twin.step(i)
                score = twin.scores[me]
            except RuleFault:                     # what was imagined cannot be
                score = mine.scores[me]
            if not best or score > record:
                best, record = [i], score
            elif score == record:
                best.append(i)
        return best[lots.below(len(best))]
    return choose


def law_bot(name: str, lots: Lots) -> Bot:
    """A bot that the game's law declares: moves by lot, by the weights it gives them."""
    def choose(state: Position) -> int:
        return state.weighed(name, lots.part)
    return choose


def plugin_bot(name: str, given: Contributed, lots: Lots) -> Bot:
    """A bot of a plugin; what it does wrong is told with its name."""
    def failed(how: str) -> PluginFault:
        return PluginFault(f'The bot "{name}" of the plugin "{given.plugin}" {how}')
    try:
        inner = given.what(lots.number() >> 1)
    except Exception as e:
        raise failed(f"cannot be made: {type(e).__name__}: {e}") from e
    if not callable(inner):
        raise failed("cannot choose: what makes it gives no function")

    def choose(state: Position) -> int:
        try:
            i = inner(state)
        except Exception as e:
            raise failed(f"failed: {type(e).__name__}: {e}") from e
        if not isinstance(i, int) or not 0 <= i < state.count:
            raise failed(f"chose {i!r}, which is no number from 0 to {state.count - 1}")
        return i
    return choose


def bot_named(name: str, lots: Lots) -> Bot:
    """One of `BOTS`, else a bot of a plugin, else one of the game's law."""
    if name in BOTS:
        return BOTS[name](lots)
    given = contributed.bots().get(name)
    return plugin_bot(name, given, lots) if given is not None else law_bot(name, lots)


BOTS: dict[str, Callable[[Lots], Bot]] = {"random": random_bot, "greedy": greedy_bot}
