"""Explanations of the family `piece`: pieces that are moved."""
from __future__ import annotations

CODES: dict[str, str] = {
    "piece/from-where":
        "Pieces of this sort are only counted, not told apart, so a step must say from where one is taken: `move 1 Crew from hold "
        "to skulls`. A piece that was chosen from a place comes from there.",
}
