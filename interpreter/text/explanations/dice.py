"""Explanations of the family `dice`: dice that are rolled in no possible way."""
from __future__ import annotations

CODES: dict[str, str] = {
    "dice/one":
        "`roll 1 die as result` gives one die a name. Several dice are kept in a list state, so that rules can see and change them: "
        "`state dice: list of number, up to 3` and `roll 3 dice into dice`.",
}
