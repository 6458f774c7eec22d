"""Scenarios that pass by luck: what came of dice and shuffles that nobody dictated decides whether they hold.

A scenario that passes is played again with other seeds; one that writes its own `seed` means that one.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lawspeaker.interpreter.testing.reading import Scenario

SEEDS = (1, 2)                   # tried besides the one that a scenario has without a word


def by_luck(s: Scenario, play: Callable[[Scenario], str]) -> str:
    """What is wrong with a scenario that passes once, or nothing; `play` plays one and says what is wrong."""
    if s.seeded:
        return ""
    for seed in SEEDS:
        trouble = play(replace(s, seed=seed))
        if trouble:
            return (f"{s.span}: This passes only by luck: other dice and shuffles (seed {seed}) give another result.\n"
                    "  Dictate the dice (`- dice: [3, 5]`), give what is drawn, or write `seed: 0` if just this deal is meant.\n"
                    + "\n".join(f"  | {line}" for line in trouble.splitlines()))
    return ""
