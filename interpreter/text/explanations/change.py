"""Explanations of the family `change`: `becomes` and `waive`."""
from __future__ import annotations

CODES: dict[str, str] = {
    "change/never-in-play":
        "What a card says by `becomes`, `at`, `before`, `after` and `instead of` holds while the card lies where it is `active in`. "
        "Without such a place it says when it holds in its `does`: `until end of turn`, and the change below.",
    "change/no-value":
        "`becomes` changes a `value` of the game. A number that expansions may touch is declared as one; a state is changed by the "
        "steps `set`, `add` and `take`.",
    "change/nothing-waived":
        "`waive` lifts those requirements, limits and costs of a move whose own line cites the id, or that have the name. No line of "
        "this move does.",
}
