"""Explanations of the family `state`: states that change during play."""
from __future__ import annotations

CODES: dict[str, str] = {
    "state/no-start":
        "A state that says no start begins at the low end of its range: `state coins: 0 to many` at 0, and `state luck: -3 to 3` at -3, "
        "where most people expect 0. Say it: `state luck: -3 to 3 = 0`.",
    "state/list-without-end":
        "A list that is a state says how long it can be: `state dice: list of number, up to 3`. So a position has a known size.",
}
