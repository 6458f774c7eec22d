"""Whether a file belongs to a folder of rules: a folder may come from anybody, and must not show what lies elsewhere."""
from __future__ import annotations

import os
from pathlib import Path


def is_plain(path: Path) -> bool:
    """Whether it is a file with an end: no folder, no pipe that waits for ever, no device."""
    return path.is_file()


def leads_out(path: Path, folder: Path) -> bool:
    """Whether a link leads out of the folder.  Where each file is a link to that of a copy of the whole folder, as some
    installers do it, nothing is led out."""
    real, root = Path(os.path.realpath(path)), Path(os.path.realpath(folder))
    if root == real or root in real.parents:
        return False
    own = (root.name, *Path(os.path.relpath(path, folder)).parts)
    return real.parts[-len(own):] != own


def belongs(path: Path, folder: Path) -> bool:
    """Whether the file may be read as one of the folder's own."""
    return is_plain(path) and not leads_out(path, folder)
