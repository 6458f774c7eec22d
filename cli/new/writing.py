"""Files to be written → files on disk, all of them or none; what is there already is never touched."""
from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path
from string import Template

from lawspeaker.cli.mistakes import UsageMistake


def filled(template: str, words: dict[str, str]) -> str:
    """A template of this folder with its words."""
    text = (files("lawspeaker.cli.new") / "templates" / f"{template}.txt").read_text("utf-8")
    return Template(text).substitute(words)


def write_new(folder: Path, contents: dict[str, str]) -> list[Path]:
    """Make a folder with these files.  UsageMistake if something of this name is there."""
    if folder.exists() or folder.is_symlink():
        raise UsageMistake(f"{folder} is there already, and nothing is overwritten.\n"
                           "Choose another name, or another place with --into FOLDER.")
    if not folder.parent.is_dir():
        raise UsageMistake(f"There is no folder {folder.parent} to write into.  Make it first, or name another one with --into.")
    written = []
    try:
        for name, text in contents.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            written.append(path)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)             # it was not there before
        raise
    return written


class Edits:
    """Changes to files that can be taken back together."""

    def __init__(self) -> None:
        self._before: dict[Path, str | None] = {}

    def write(self, path: Path, text: str) -> None:
        self._before.setdefault(path, path.read_text("utf-8") if path.exists() else None)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def take_back(self) -> None:
        for path, text in self._before.items():
            if text is None:
                path.unlink(missing_ok=True)
                if not any(path.parent.iterdir()):
                    path.parent.rmdir()
            else:
                path.write_text(text, encoding="utf-8")
        self._before.clear()

    @property
    def paths(self) -> list[Path]:
        return list(self._before)
