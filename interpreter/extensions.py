"""What plugins contribute.  Expansions and third-party plugins come with the next version; the slot is here."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Expansion:
    name: str
    title: str
    ruleset: str
    needs: tuple[str, ...]
    origin: str
    version: str


@dataclass(frozen=True, slots=True)
class Plugin:
    name: str
    version: str
    origin: str


def expansions() -> list[Expansion]:
    """All expansions that can be played with."""
    return []


def plugins() -> list[Plugin]:
    """All Python plugins that are installed."""
    return []
