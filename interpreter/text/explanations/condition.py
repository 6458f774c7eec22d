"""Explanations of the family `condition`: conditions that decide nothing."""
from __future__ import annotations

CODES: dict[str, str] = {
    "condition/constant":
        "The condition always comes out the same, whatever happens in the game, so one of the two ways is never taken: `if 3 > 2`. "
        "Often a name means something else than was meant. A setting may well be constant; it is not reported.",
}
