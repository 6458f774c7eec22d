"""A made-up game behind the shapes of the interface, so that the command line is tested without rules.

Pebbles: take one to three from a heap; `peek` looks at the next hidden number (chance: not taken back); the last pebble
ends the game.  Everything about a position is in a few plain values; undo keeps copies.
"""
from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SEATS = ["red", "yellow", "blue", "black"]


@dataclass(frozen=True)
class FakeOption:
    key: str
    label: str
    group: str
    cites: tuple[str, ...] = ()


@dataclass(frozen=True)
class FakeDecision:
    player: int
    kind: str
    prompt: str
    options: tuple[FakeOption, ...]


@dataclass(frozen=True)
class FakeReason:
    text: str
    cites: tuple[str, ...]


@dataclass(frozen=True)
class FakeEntry:
    text: str
    kind: str = "choice"


class RuleFault(Exception):
    """As the interpreter's: the rules, not the program, are wrong."""


class SaveError(Exception):
    """As the interpreter's."""


@dataclass(frozen=True)
class FakeRuleset:
    name: str = "pebbles"
    title: str = "Pebbles"
    players: tuple[int, int] = (2, 4)
    origin: str = "test"
    path: str = "/nowhere/pebbles"
    version: str = "1.0"


@dataclass
class FakeState:
    game: FakeGame
    players: list[str]
    seed: int
    heap: int = 12
    turn: int = 0
    taken: list[int] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    lines: list[FakeEntry] = field(default_factory=list)
    history: list[str] = field(default_factory=list)
    copies: list[tuple[Any, ...]] = field(default_factory=list)
    barrier: int = 0
    people: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.taken = self.taken or [0] * len(self.players)
        self.hands = self.hands or [[f"secret_of_{p}"] for p in self.players]

    @property
    def over(self) -> bool:
        return self.heap == 0

    @property
    def decision(self) -> FakeDecision:
        options = [FakeOption(f"take {n}", f"Take {n}", "take", ("PE-1",)) for n in range(1, min(3, self.heap) + 1)]
        if self.heap > 3:
            options.append(FakeOption("peek", "Peek at the future", "peek"))
        return FakeDecision(self.turn, "move", f"{self.players[self.turn]}'s turn", tuple(options))

    @property
    def count(self) -> int:
        return min(3, self.heap) + (self.heap > 3)

    def step(self, i: int) -> None:
        options = self.decision.options
        key = options[i].key
        self.copies.append((self.heap, self.turn, list(self.taken), list(self.lines), self.barrier))
        self.history.append(key)
        who = self.players[self.turn]
        self.lines.append(FakeEntry(f"{who}: {options[i].label}"))
        if self.game.faulty and self.heap <= 6:
            raise RuleFault("pebbles.law:3:1: The heap is cursed.")
        if key == "peek":
            number = hashlib.sha256(f"{self.seed} {len(self.history)}".encode()).digest()[0] % 6
            self.lines.append(FakeEntry(f"{who} sees a {number} [PE-2]", "say"))
            self.barrier = 0
        else:
            n = int(key.split()[1])
            self.heap -= n
            self.taken[self.turn] += n
            self.lines.append(FakeEntry(f"{who} takes {n}", "move"))
            self.barrier += 1
        self.turn = (self.turn + 1) % len(self.players)

    def apply(self, what: Any) -> None:
        key = getattr(what, "key", what)
        for i, o in enumerate(self.decision.options):
            if key in (o.key, o.label):
                self.step(i)
                return
        raise ValueError(key)

    def undo(self) -> None:
        self.heap, self.turn, self.taken, self.lines, self.barrier = self.copies.pop()
        self.history.pop()

    @property
    def undo_barrier(self) -> int:
        return self.barrier

    def imagined(self, player: int, lots: object) -> FakeState:
        return self.clone()

    def taken_back(self, count: int, player: int | None = None) -> list[str]:
        return self.history[len(self.history) - count:]

    def clone(self) -> FakeState:
        return FakeState(self.game, self.players, self.seed, self.heap, self.turn, list(self.taken), self.hands,
                         list(self.lines), list(self.history), list(self.copies), self.barrier)

    def reseed(self, seed: int) -> None:
        self.seed = seed

    def hash(self) -> str:
        text = repr((self.heap, self.turn, self.taken, self.lines))
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def scores(self) -> list[int]:
        return list(self.taken)

    @property
    def score_lines(self) -> list[list[tuple[str, str, int]]]:
        return [[("pebbles", "Pebbles taken", n), ("bonus", "Bonus", 0)] for n in self.taken]

    @property
    def winners(self) -> list[int]:
        return [i for i, n in enumerate(self.taken) if n == max(self.taken)]

    def view(self, player: int | None = None) -> dict[str, Any]:
        return {"table": {"heap": self.heap, "bag": {"count": 3}},
                "players": {p: {"taken": self.taken[i],
                                "hand": self.hands[i] if player in (None, i) else {"count": len(self.hands[i])}}
                            for i, p in enumerate(self.players)},
                "phases": {"turn": {"number": len(self.history)}},
                "things": {"port": {"stall": ["fish", "fish"]}, "empty_port": {"stall": []},
                           **{f"cell_{c}_{r}": {"mark": "x" if c == r else None} for c in (1, 2) for r in (1, 2)}}}

    def scores_seen(self, player: int | None) -> list[int]:
        return list(self.scores)

    def look(self, expr: str, player: int | None = None, distinct: bool = False) -> Any:
        if expr == "(p in players)":
            return list(self.players)
        found = re.fullmatch(r"(\w+)\.taken", expr)
        if found:
            return self.taken[self.players.index(found[1])]
        if expr in ("heap", "you"):
            return self.heap if expr == "heap" else self.players[player or 0]
        raise LookupError(f"I do not know {expr}.")

    def log(self, player: int | None = None) -> list[FakeEntry]:
        return list(self.lines)

    def why_not(self, key: str) -> list[FakeReason]:
        if key == "peek":
            return [FakeReason("There are too few pebbles.", ("PE-3",))] if self.heap <= 3 else []
        if re.fullmatch(r"take( \d+)?", key):
            n = int(key.split()[-1]) if " " in key else 1
            return [FakeReason(f"You cannot take {n}.", ("PE-1", "PE-3"))] if not 0 < n <= min(3, self.heap) else []
        raise LookupError(key)

    def save(self, path: str) -> None:
        Path(path).write_text(json.dumps({"players": self.players, "seed": self.seed, "history": self.history,
                                          "people": self.people}))


@dataclass
class FakeGame:
    faulty: bool = False
    name: str = "pebbles"
    title: str = "Pebbles"
    players: tuple[int, int] = (2, 4)
    version: str = "1.0"
    fingerprint: str = "abc"
    folder: str = "/nowhere"

    @property
    def expansions(self) -> list[str]:
        return []

    @property
    def seats(self) -> list[str]:
        return list(SEATS)

    @property
    def catalogue(self) -> list[dict[str, str]]:
        return [{"id": "PE-1", "rule": "Take one to three pebbles.", "where": "p. 1", "source": "seed"}]

    def new(self, players: int | list[str], seed: int, first: int | None = None) -> FakeState:
        return FakeState(self, SEATS[:players] if isinstance(players, int) else list(players), seed)


def load(name: str, expansions: list[str] | None = None, data: list[str] | None = None) -> FakeGame:
    return FakeGame(faulty=name == "cursed")


def restore(path: str, ruleset: str | None = None, expansions: object = None, data: object = None) -> FakeState:
    if ruleset not in (None, "pebbles"):
        raise SaveError(f"{path} is a game of pebbles, not of {ruleset}.")
    try:
        saved = json.loads(Path(path).read_text())
        state = FakeGame().new(saved["players"], saved["seed"])
    except (ValueError, KeyError) as e:
        raise SaveError(f"{path}: This is not a saved game.") from e
    for key in saved["history"]:
        state.apply(key)
    return state
