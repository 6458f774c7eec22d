"""Explanations of the family `rule`: rules that run by themselves."""
from __future__ import annotations

CODES: dict[str, str] = {
    "rule/core-verb":
        "Rules come before, after or instead of verbs that the game declares with `to …`. What every game has, such as `move` and `add`, is "
        "too small for that: watch what it changes with `whenever`, or let the game do it by a verb of its own.",
    "rule/instead-of-move":
        "A move is chosen by a player, so nothing is done instead of it. Replace a verb that the move does, or offer another move.",
    "rule/no-moment":
        "A rule says when it runs: `at end of turn`, `at town_taken(x)`, or `whenever` something becomes true.",
    "rule/other-names":
        "`at A(x) or B(x)` is one block for several moments, so its names must mean the same at each of them. Where they do not, write a "
        "block for each moment.",
    "rule/precedes-circle":
        "`precedes` puts one rule before another. If a precedes b, b precedes c and c precedes a, none of them can be the first.",
    "rule/whose-moment":
        "`own` and `any` say who is asked whether a card is played. A rule happens by itself; whose moment it is, is `you`.",
}
