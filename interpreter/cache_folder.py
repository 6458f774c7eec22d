"""Where things are kept that can be made again: `$LAWSPEAKER_CACHE`, else `lawspeaker/` of the user's cache folder; `off` for nowhere."""
from __future__ import annotations

import os
from pathlib import Path


def folder() -> Path | None:
    """The folder, which need not exist yet; None to do without."""
    named = os.environ.get("LAWSPEAKER_CACHE")
    if named == "off":
        return None
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "lawspeaker"
    except RuntimeError:
        return None
