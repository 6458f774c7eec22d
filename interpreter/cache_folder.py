"""Where things are kept that can be made again: `$LAWSPEAKER_CACHE`, else `lawspeaker/` of the user's cache folder; `off` for nowhere."""
from __future__ import annotations

import os
import tempfile
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


def write(path: Path | None, content: bytes) -> None:
    """Atomically; a failure is no failure."""
    if path is None:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as f:
            f.write(content)
        os.replace(name, path)
    except OSError:
        return
