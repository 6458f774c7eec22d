"""Files of rules that are edited while they are played → rules and position loaded anew, and what to say about it.

Looks between decisions: a file counts as changed when its time or length differs and its content too, so that saving an
unchanged file does nothing.  What is wrong with the new rules is told, and the old ones stay until the next change.
"""
from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lawspeaker.cli import rules
from lawspeaker.cli.shapes import Game, State


@dataclass(frozen=True, slots=True)
class News:
    """What came of a change: the position to go on with, and lines for the screen."""

    state: State
    lines: tuple[str, ...]
    good: bool                   # the whole position was kept


@dataclass(slots=True)
class Watch:
    """Remembers the files of a game as they were when they were read last."""

    _stamps: dict[Path, tuple[int, int]] = field(default_factory=dict)
    _hashes: dict[Path, bytes] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game) -> Watch:
        found = cls()
        found.changed(game)
        return found

    def changed(self, game: Game) -> list[str]:
        """Names of the files that were changed, came or went since the last look."""
        stamps = {path: rules.stamp(path) for path in rules.files_of(game)}
        if stamps == self._stamps:
            return []
        hashes = {path: self._hashes[path] if self._stamps.get(path) == stamp and path in self._hashes else content(path)
                  for path, stamp in stamps.items()}
        named = [p for p in dict.fromkeys([*hashes, *self._hashes]) if hashes.get(p) != self._hashes.get(p)]
        self._stamps, self._hashes = stamps, hashes
        return [shown(p) for p in named]

    def look(self, state: State) -> News | None:
        """What came of the changes since the last look; None if there were none."""
        names = self.changed(rules.game_of(state))
        if not names:
            return None
        head = f"Changed: {', '.join(names)}."
        try:
            new, kept, problem = rules.reload(state)
        except Exception as e:  # noqa: BLE001 (what is wrong with rules is told; a mistake of ours goes on)
            told = rules.told(e)
            if told is None:
                raise
            return News(state, (head, *told.splitlines(), "The rules have errors, so the old ones go on. Mend the file; Enter looks again."), False)
        if new is state:
            return News(state, (head, problem), False)
        if not problem:
            return News(new, (f"{head} The rules were loaded anew; the position is kept ({count(kept)}).",), True)
        return News(new, (f"{head} The rules were loaded anew.", problem, f"The game goes on from there, after {count(kept)}."), False)


def count(choices: int) -> str:
    return f"{choices} choice{'' if choices == 1 else 's'}"


def content(path: Path) -> bytes:
    try:
        return hashlib.sha256(path.read_bytes()).digest()
    except OSError:
        return b""


def shown(path: Path) -> str:
    """The path from where people are, if it lies below."""
    try:
        return path.resolve().relative_to(Path.cwd().resolve()).as_posix()
    except (ValueError, OSError):
        return path.as_posix()


def told_lines(news: News) -> Sequence[tuple[str, str]]:
    """The lines of the news with their colours."""
    return [(line, "green" if news.good else "yellow") for line in news.lines]
