"""A folder or file → a text that says where it lies from a save, and back.  Such a text is never an absolute path."""
from __future__ import annotations

import os
from pathlib import Path


def nearby(path: Path, beside: Path) -> str:
    """The way from the folder `beside`, else from the working folder; of what shares no folder with them only the name."""
    full = path.resolve()
    for start in (beside.resolve(), Path.cwd().resolve()):
        try:
            way = Path(os.path.relpath(full, start))
            shared = Path(os.path.commonpath([full, start]))
        except ValueError:                        # on another drive
            continue
        if way.parts[:1] != ("..",) or not wide(shared):
            return "./" + way.as_posix() if way.parts[:1] != ("..",) else way.as_posix()
    return "./" + full.name


def wide(folder: Path) -> bool:
    """Whether a folder holds everything: a way through it says nothing of what lies beside each other."""
    try:
        home = Path.home().resolve()
    except RuntimeError:
        home = Path(folder.anchor)
    return folder == home or folder in home.parents or len(folder.parts) <= 1


def find(text: str, beside: Path) -> Path | None:
    """What such a text means now: seen from the save, or from the working folder; or what has its name there, or is the working
    folder.  None if there is nothing."""
    here = Path.cwd()
    if "\0" in text:
        return None
    name = Path(text).name
    ways = [beside / text, here / text]
    if name not in ("", ".", ".."):
        ways += [beside / name, here / name, *([here] if here.name == name else [])]
    return next((Path(os.path.relpath(w) if w.is_relative_to(here) else os.path.normpath(w)) for w in ways if w.exists()), None)
