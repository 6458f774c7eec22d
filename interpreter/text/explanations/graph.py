"""Explanations of the family `graph`: links between things."""
from __future__ import annotations

CODES: dict[str, str] = {
    "graph/no-data":
        "The links of a graph stand in the data: `graph neighbours for Space from board.links`. There each thing has the list of "
        "things it is linked to, in both directions.",
    "graph/no-kind":
        "A graph links things of one kind, which stands behind `for`: `graph neighbours for Space from board.links`.",
}
