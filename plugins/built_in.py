"""The plugin that lawspeaker itself is: the games below `rulesets/` and the expansions below `plugins/`, by the hooks that all use."""
from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lawspeaker.interpreter.rulesets import shipped_folders


def lawspeaker_rulesets() -> Iterable[Path]:
    return shipped_folders()


def lawspeaker_expansions() -> Iterable[Path]:
    return sorted({p.parent for p in Path(__file__).parent.glob("*/*.law")})
