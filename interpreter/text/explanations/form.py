"""Explanations of the family `form`: forms whose moves are cards."""
from __future__ import annotations

CODES: dict[str, str] = {
    "form/no-card":
        "Facts, copies, and where a piece starts and is discarded to belong to cards. A form makes its moves cards by the line "
        "`card kept in` and the place they are played from.",
    "form/of-form":
        "Where cards are kept is the same for all cards of a form, so the form says it.",
}
