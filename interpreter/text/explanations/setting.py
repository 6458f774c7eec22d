"""Explanations of the family `setting`: settings of a game."""
from __future__ import annotations

CODES: dict[str, str] = {
    "setting/no-default":
        "A setting has a value of its own, with which the game is played when nobody says otherwise: `setting long_game: flag = "
        "false`.",
    "setting/unknown":
        "The law of the game declares its settings (`setting long_game: flag = false`), and this is none of them.",
    "setting/wrong-value":
        "The value that was given does not fit the type that the law declares for the setting.",
}
