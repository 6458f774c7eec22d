"""Games played by chance, as the laws need them: rare moves are preferred, so that raids, losses and settlements come early.

Everything is drawn from an own generator, so that a failing game can be played again.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

import lawspeaker
from lawspeaker.interpreter.bots import Lots
from lawspeaker.interpreter.extensions import expansions
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.rulesets import rulesets
from lawspeaker.interpreter.state import State


@cache
def game(name: str, expansions: tuple[str, ...] = ()) -> Game:
    return lawspeaker.load(name, expansions=list(expansions))


def seats_of(name: str, expansions: tuple[str, ...]) -> tuple[int, int]:
    """The fewest players, and one more than the most."""
    least, most = game(name, expansions).players
    return least, most + 1


def combinations_of(name: str) -> list[tuple[str, ...]]:
    """Each expansion with what it needs, and all of them together."""
    own = [x for x in expansions() if x.origin == "built in" and x.ruleset == name]
    found = [tuple(dict.fromkeys((*x.needs, x.name))) for x in own] + [tuple(x.name for x in own)] * bool(own)
    return list({tuple(sorted(f)): f for f in found}.values())


def with_expansions() -> list[Table]:
    """Tables of games with expansions, at the fewest and the most players."""
    out = []
    for r in rulesets():
        for with_ in combinations_of(r.name):
            least, beyond = seats_of(r.name, with_)
            out += [Table(r.name, n, with_) for n in sorted({least, beyond - 1})]
    return out


def all_mixes() -> list[Table]:
    """Every game that has expansions with every mix of them, at every number of players; what is only needed by others comes with these."""
    out = []
    for r in rulesets():
        own = [x for x in expansions() if x.origin == "built in" and x.ruleset == r.name]
        chosen = [x for x in own if not any(x.name in y.needs for y in own)]
        for some in (x for n in range(len(chosen) + 1) for x in combinations(chosen, n)) if own else ():
            with_ = tuple(dict.fromkeys(name for x in some for name in (*x.needs, x.name)))
            out += [Table(r.name, n, with_) for n in range(*seats_of(r.name, with_))]
    return out


@dataclass(frozen=True)
class Table:
    """A game with expansions, and a number of players."""

    name: str
    players: int
    expansions: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "-".join([self.name, *self.expansions, str(self.players)])

    @property
    def game(self) -> Game:
        return game(self.name, self.expansions)

    def new(self, seed: int) -> State:
        return self.game.new(players=self.players, seed=seed)


class Chance:
    """Chooses by lot, so that much happens: kinds of moves that were seldom made are preferred, and mostly those after
    which the same player goes on."""

    def __init__(self, seed: int) -> None:
        self.lots = Lots(seed)
        self.made: Counter[object] = Counter()

    def pick(self, state: State) -> int:
        """The number of an option."""
        options = state._current()
        if state.decision.kind != "move":
            return self.lots.below(len(options))
        player = state.decision.player
        for _ in range(6):
            i = self.draw(options)
            if self.lots.below(24) == 0:
                break
            twin = state.clone()
            twin.step(i)
            if twin.over or twin.decision.player == player:
                break
        self.made[options[i][:1]] += 1
        return i

    def draw(self, options: list[tuple[int, ...]]) -> int:
        least = min(self.made[o[:1]] for o in options)
        rare = [i for i, o in enumerate(options) if self.made[o[:1]] == least]
        return rare[self.lots.below(len(rare))] if self.lots.below(2) else self.lots.below(len(options))


def decisions(state: State, chance: Chance, limit: int) -> Iterator[State]:
    """The state before each decision and at last after all of them, while chance plays it on."""
    for _ in range(limit):
        yield state
        if state.over:
            return
        state.step(chance.pick(state))
    yield state


def by_the_evaluator(state: State) -> State:
    """The same position, played on by the small evaluator instead of the printed program."""
    twin = state.clone()
    twin._edition = replace(state._edition, machine=state._edition.evaluator)
    return twin


def words(state: State) -> list[tuple[str, str, tuple[str, ...]]]:
    """All that can be read on the options."""
    return [] if state.over else [(o.key, o.label, o.cites) for o in state.decision.options]


def all_of(state: State) -> tuple[object, ...]:
    """Everything that a player or a program can see of a state."""
    asked = () if state.over else (state.decision.player, state.decision.kind, state.decision.prompt, state.decision.cites)
    return (state.hash(), state.over, state.count, asked, words(state), state.scores, state.winners, state.score_lines)
