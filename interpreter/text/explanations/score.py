"""Explanations of the family `score`: what is counted at the end."""
from __future__ import annotations

CODES: dict[str, str] = {
    "score/no-comparison":
        "A score that gives points for the first and second place says what the players are ranked by: `compares number of "
        "settlements`.",
    "score/no-first":
        "A score that compares players gives something for the first place: `first gives 10`, and perhaps `second gives 5`.",
    "score/parameters":
        "A score is counted for each player, perhaps for each thing of one kind as well: `score saga_majority(h: Homeland)`. More "
        "than one kind is not possible.",
}
