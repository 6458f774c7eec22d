"""Explanations of the family `expansion`: expansions that do not fit the ruleset."""
from __future__ import annotations

CODES: dict[str, str] = {
    "expansion/unknown":
        "The ruleset has no expansion of this name, here or among the installed ones. `lawspeaker list` shows the expansions of "
        "every ruleset.",
}
