"""Explanations of the family `language`: what this version cannot do yet."""
from __future__ import annotations

CODES: dict[str, str] = {
    "language/not-built-yet":
        "The language knows this, and files with it can be read, but this version does not play it: weaving expansions, cards, "
        "bills, and some steps. The change log says when it works.",
}
