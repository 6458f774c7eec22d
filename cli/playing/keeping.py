"""Where a game at the table is kept: the file that people name, else one that is kept without being asked; and how to go on.

A game without `--save` is kept in `$LAWSPEAKER_STATE`, else in `lawspeaker/saves` of the user's state folder (`$XDG_STATE_HOME`, else
`~/.local/state`); `LAWSPEAKER_STATE=off` keeps nothing.  The newest of them are kept, and `play --resume` goes on with the last that
is not over.
"""
from __future__ import annotations

import json
import os
import shlex
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from lawspeaker.cli import console
from lawspeaker.cli.shapes import State

KEPT = 20                                         # games that are kept without being asked


@dataclass(slots=True)
class Keeping:
    """The file of a game: `path` empty for none, `named` if people named it; `rules` is what the command calls the rules."""

    path: str = ""
    named: bool = False
    rules: str = ""
    saved: bool = False                           # whether the file holds the position as it is now
    failed: bool = False                          # it was told that nothing can be written

    def keep(self, state: State) -> None:
        """After each decision; without a word, but one if it fails."""
        self.saved = False
        if not self.path or self.failed:
            return
        if not self.named:
            try:
                Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            except OSError:
                pass                              # told below
        problem = write(state, self.path)
        self.saved, self.failed = not problem, bool(problem) and not self.named
        if problem:
            console.complain(problem)

    def save(self, state: State, name: str) -> None:
        """What `save FILE` does: the game is kept there from now on."""
        if not name and not self.named:
            console.out("Save to which file?  For instance: save evening.json", "yellow")
            return
        path = str(Path(name).expanduser()) if name else self.path
        problem = write(state, path)
        if problem:
            console.complain(problem)
            return
        if not self.named:
            self.forget()
        self.path, self.named, self.saved = path, True, True
        console.out(f"Saved, and kept there from now on.  Go on with: {self.command()}")

    def forget(self) -> None:
        """A game that has a file of its own needs no other."""
        if self.path:
            try:
                Path(self.path).unlink(missing_ok=True)
            except OSError:
                pass

    def command(self) -> str:
        """How to go on."""
        return shlex.join(["lawspeaker", "play", *([self.rules] if self.rules else []), "--load", self.path])

    def told(self) -> str:
        """A sentence for the beginning of an evening."""
        if not self.path:
            return "The game is not kept: `save FILE` keeps it."
        if self.named:
            return f"Each decision is kept in {self.path}."
        return f"Each decision is kept in {self.path}; `lawspeaker play --resume` goes on, should you leave."


def write(state: State, path: str) -> str:
    """What is wrong if the game cannot be written there."""
    try:
        state.save(path)
    except OSError as e:
        return f"Not saved: {e.filename or path}: {e.strerror or e}"
    except Exception as e:  # noqa: BLE001 (a position that was set up cannot be saved: that is no reason to leave)
        if type(e).__name__ != "SaveError":
            raise
        return f"Not saved: {e}"
    return ""


# ---- kept without being asked --------------------------------------------------------------------------------------------
def folder() -> Path | None:
    """Where such games lie; None to keep none."""
    named = os.environ.get("LAWSPEAKER_STATE")
    if named == "off":
        return None
    if named:
        return Path(named)
    base = os.environ.get("XDG_STATE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".local" / "state") / "lawspeaker" / "saves"
    except RuntimeError:
        return None


def new_file(game: str) -> str:
    """A file for a game that begins now; the oldest make room."""
    place = folder()
    if place is None:
        return ""
    for old in kept()[KEPT - 1:]:
        try:
            old.unlink(missing_ok=True)
        except OSError:
            pass
    return str(place / f"{game}-{datetime.now():%Y%m%d-%H%M%S}-{os.getpid()}.json")


def kept() -> list[Path]:
    """The files, the newest first."""
    place = folder()
    try:
        found = [(p.stat().st_mtime_ns, p) for p in place.glob("*.json")] if place is not None else []
    except OSError:
        return []
    return [p for _, p in sorted(found, reverse=True)]


def last(ruleset: str | None) -> Path | None:
    """The newest that is not over, of this ruleset if one is named."""
    for path in kept():
        try:
            document = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError):
            continue
        if isinstance(document, dict) and not document.get("over") and ruleset in (None, document.get("ruleset"), Path(str(document.get("folder"))).name):
            return path
    return None
