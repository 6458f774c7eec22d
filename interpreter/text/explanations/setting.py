"""Explanations of the family `setting`: settings of a game."""
from __future__ import annotations

CODES: dict[str, str] = {
    "setting/type":
        "Whoever starts the game writes a setting on the command line or in a scenario, so it is a number, a range, a flag or a "
        "thing of a kind.",
    "setting/wrong-default":
        "What stands behind `=` is what the setting is when nobody sets it: a value of its type and in its range, written out. "
        "States and values are not known yet when the settings are read.",
    "setting/no-default":
        "A setting has a value of its own, with which the game is played when nobody says otherwise: `setting long_game: flag = "
        "false`.",
    "setting/unknown":
        "The law of the game declares its settings (`setting long_game: flag = false`), and this is none of them.",
    "setting/wrong-value":
        "The value that was given does not fit the type that the law declares for the setting.",
}
