"""Explanations of the family `place`: places where pieces lie."""
from __future__ import annotations

CODES: dict[str, str] = {
    "place/no-audience":
        "For each place the law says who sees what lies there: `seen by everyone`, `seen by owner` or `seen by nobody`. How many "
        "pieces lie there is always seen.",
    "place/no-index":
        "The place was declared for each of several things (`pile town_pile[TownSize]`), so one of them must be named: "
        "`town_pile[small]`.",
    "place/no-limit":
        "`room` is how much more can lie in a place, so the place needs a limit: `area hold of Good, up to 5`.",
    "place/no-order":
        "Only rows and piles have an order, so only they have a first piece from which to draw, can be shuffled, or have positions. "
        "An area is a heap.",
    "place/unknown-audience":
        "What lies in a place, or a state, is seen by `everyone`, by its `owner` or by `nobody`.",
}
