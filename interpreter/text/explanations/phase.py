"""Explanations of the family `phase`: phases of the game."""
from __future__ import annotations

CODES: dict[str, str] = {
    "phase/nothing-offered":
        "The phase offers moves of a form, and the game has none of that form, so nobody could ever do anything. Declare one: `task "
        "raid \"Raid\"`.",
}
