"""Explanations of the family `kind`: kinds of things."""
from __future__ import annotations

CODES: dict[str, str] = {
    "kind/no-things":
        "The kind is used, and has no things: no `copies`, no `members`, no data, no kinds below it. What is said of them never "
        "happens.",
    "kind/circle":
        "A kind, or a form of moves, cannot be one of itself, not even by way of others: if `Port is Space`, then `Space is Port` "
        "makes no sense.",
    "kind/member-name":
        "The members of a kind are names in lower case, separated by commas: `members small, large`.",
    "kind/no-size":
        "A grid says how many columns and rows it has: `grid Cell`, below it `size 7 by 6`. Its spaces then are `cell_1_1` to "
        "`cell_7_6`.",
}
