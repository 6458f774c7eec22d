"""Explanations of the family `payment`: how bills are paid."""
from __future__ import annotations

CODES: dict[str, str] = {
    "payment/takes-nothing":
        "A payment says where the payer looks and what a bill speaks of: `takes from crew by colour`, or `by sort` for the pieces "
        "themselves.",
}
