"""Explanations of the family `state`: states that change during play."""
from __future__ import annotations

CODES: dict[str, str] = {
    "state/list-without-end":
        "A list that is a state says how long it can be: `state dice: list of number, up to 3`. So a position has a known size.",
}
