"""Explanations of the family `value`: values that follow from others."""
from __future__ import annotations

CODES: dict[str, str] = {
    "value/arguments":
        "The value, graph or moment takes as many arguments as it was declared with.",
    "value/case-never-reached":
        "Cases are tried from top to bottom, and a bare `gives …` always holds, so nothing below it is ever reached.",
    "value/circle":
        "To know this value one would have to know it already: it asks for itself, perhaps by way of others.",
    "value/empty":
        "Behind the name of a value stands what it is (`value days_left = 7 - days_used`), or below it stand cases (`when … gives "
        "…`, at last `gives …`).",
    "value/no-last-case":
        "A value is always something. The last line of its cases is a bare `gives …` for when no case holds.",
    "value/only-in-play":
        "`possible(…)` reads the headers of moves. It can be asked in rules, moves and values, not in what must be known before "
        "the game begins, and not in what is typed to look at a position.",
    "value/twice":
        "A value has either an expression behind `=` or cases below it, not both.",
}
