"""Mead, an expansion for Fire & Axe: tells lawspeaker where its law lies."""
from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent


def lawspeaker_expansions() -> list[Path]:
    """The folders of the expansions in this package."""
    return [HERE / "mead"]
