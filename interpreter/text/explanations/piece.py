"""Explanations of the family `piece`: pieces that are moved."""
from __future__ import annotations

CODES: dict[str, str] = {
    "piece/from-where":
        "Pieces of this sort are only counted, not told apart, so a step must say from where one is taken: `move 1 Crew from hold "
        "to skulls`. A piece that was chosen from a place comes from there.",
    "piece/not-told-apart":
        "Pieces of this kind are only counted: there is no single one that a player could know. `show` needs pieces that are told "
        "apart: declare the copies so, as in `copies 3, told apart`, or write each piece into the data.",
}
