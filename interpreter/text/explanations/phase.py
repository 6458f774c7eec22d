"""Explanations of the family `phase`: phases of the game."""
from __future__ import annotations

CODES: dict[str, str] = {
    "phase/nothing-offered":
        "The phase offers moves of a form, and the game has none of that form, so nobody could ever do anything. Declare one: `task "
        "raid \"Raid\"`.",
    "phase/state-of-a-playing":
        "The lines of a phase above its circle (`each player`, `again`) hold for all of it, those below for each playing. Where the circle "
        "is asked whom it begins with, or whether it is over, no playing is going on, so its states have no value. A state that is "
        "written above the circle lives through it.",
}
