"""Explanations of the family `game`: the declaration of the game."""
from __future__ import annotations

CODES: dict[str, str] = {
    "game/missing":
        "One file of a ruleset declares the game, with its players and its outline: `game chess \"Chess\"`, below it `players 2`, "
        "`seats white, black`, at least one phase, and `winner has most final_score`.",
    "game/no-phase":
        "The outline of a game says what is played, in order: phases, written out (`phase turn`) or declared elsewhere (`run "
        "setup`). Without one there is nothing to play.",
    "game/other-name":
        "A ruleset is found by the name of its folder, and scenarios name it so. Where the name behind `game` differs by a slip of "
        "typing, one of them is most likely wrong.",
    "game/seat-name":
        "Seats have names in lower case, separated by commas: `seats red, blue, dark_green`. They are shown capitalised.",
}
