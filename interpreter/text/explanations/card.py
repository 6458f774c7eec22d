"""Explanations of the family `card`: cards in play."""
from __future__ import annotations

CODES: dict[str, str] = {
    "card/once-for-all":
        "Copies of a card are counted, not told apart. What changes a value counts once for each copy that lies where the card is active; "
        "what stands behind `at`, `before` and `after` runs once in all. Where each copy shall work, the steps say so: "
        "`repeat patrons[harbour_master] times`.",
}
