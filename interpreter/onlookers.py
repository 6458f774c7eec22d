"""Observers of plugins are told what happens in a game.  One that fails is told of once and left out; the game goes on."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lawspeaker.interpreter.contributed import Contributed, anybody, contributions


class Onlookers:
    """All observers of a session.  `failures` gathers what is wrong with them, until somebody tells it."""

    def __init__(self, observers: list[Contributed]) -> None:
        self.observers = observers
        self.failures: list[str] = []

    def began(self, state: Any) -> None:
        self._tell("began", state)

    def decided(self, state: Any, player: int, key: str) -> None:
        self._tell("decided", state, player, key)

    def ended(self, state: Any) -> None:
        self._tell("ended", state)

    def _tell(self, what: str, *told: Any) -> None:
        for o in list(self.observers):
            listen: Callable[..., object] | None = getattr(o.what, what, None)
            if listen is None:
                continue
            try:
                listen(*told)
            except Exception as e:  # noqa: BLE001 (a game does not stop for somebody who only looks)
                self.observers.remove(o)
                self.failures.append(f'The observer {type(o.what).__name__} of the plugin "{o.plugin}" is left out: {type(e).__name__}: {e}')

    def take_failures(self) -> list[str]:
        """What is new among the failures."""
        out, self.failures = self.failures, []
        return out


def onlookers() -> Onlookers | None:
    """The observers of all plugins; None if there is none."""
    found = list(contributions().observers) if anybody() else []
    return Onlookers(found) if found else None
