"""What stands on a screen, before it is laid out: panels of texts.  Also how values of the game become texts.

Knows neither rich nor the game; values are what `state.view` and `state.look` give (ids, numbers, lists, counts).
"""
from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

OWNED = re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*")
NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Facts:
    """Named texts under each other."""

    title: str
    items: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """A table of texts."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Board:
    """Cells in rows, the highest row first; `across` names the columns, `up` the rows in the same order."""

    title: str
    across: tuple[str, ...]
    up: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Panel = Facts | Listing | Board


@dataclass(frozen=True, slots=True)
class Names:
    """How ids are called on the screen."""

    titles: Mapping[str, str]

    def of(self, id_: str) -> str:
        """The title of an id, or the id made readable.

        >>> Names({"tusk": "Tusk"}).of("north_sea")
        'North sea'
        """
        title = self.titles.get(id_)
        if title is not None:
            return title
        owner, _, thing = id_.partition(".")
        if OWNED.fullmatch(id_):                  # a piece of another player: `red.crew`
            return f"{self.of(owner)}'s {self.of(thing)}"
        words = id_.replace("_", " ")
        return words[:1].upper() + words[1:]

    def text(self, value: Any) -> str:
        """A value as a text: equal pieces are counted, hidden ones are a number.

        >>> Names({}).text(["crew", "crew", "tusk"]), Names({}).text({"count": 4}), Names({}).text({"count": 4, "known": ["axe"]})
        ('Crew ×2, Tusk', '4', '4 (Axe)')
        """
        match value:
            case None:
                return NOTHING
            case bool():
                return "yes" if value else "no"
            case int() | float():
                return str(value)
            case str():
                return self.of(value)
            case {"count": count, **rest} if not rest:
                return self.text(count)
            case {"count": count, "known": known, **rest} if not rest:
                return f"{self.text(count)} ({self.text(known)})"
            case dict():
                parts = [f"{self.of(str(k))}{' ' if isinstance(v, int) or is_count(v) else ': '}{self.text(v)}" for k, v in value.items() if not is_empty(v)]
                return ("; " if any(": " in p for p in parts) else ", ").join(parts) or NOTHING
            case list() | tuple() | set() | frozenset():
                return self._several([self.text(v) for v in value])
            case _:
                return str(getattr(value, "title", value))

    @staticmethod
    def _several(texts: list[str]) -> str:
        counts: dict[str, int] = {}
        for t in texts:
            counts[t] = counts.get(t, 0) + 1
        return ", ".join(t if n == 1 or t.lstrip("-").isdigit() else f"{t} ×{n}"
                         for t, n in _spread(counts)) or NOTHING


def _spread(counts: dict[str, int]) -> list[tuple[str, int]]:
    """Equal numbers (dice) stand one by one, equal pieces together."""
    spread: list[tuple[str, int]] = []
    for t, n in counts.items():
        spread += [(t, 1)] * n if t.lstrip("-").isdigit() else [(t, n)]
    return spread


def is_count(value: Any) -> bool:
    """Whether it only says how many there are."""
    return isinstance(value, dict) and set(value) == {"count"}


def is_empty(value: Any) -> bool:
    """Whether a value says nothing that a player would miss."""
    if isinstance(value, dict):
        return all(is_empty(v) for v in value.values())
    return value is None or value is False or value == 0 or (isinstance(value, list | tuple) and not value)
