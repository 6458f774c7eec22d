"""Programs on disk, by content: what was made from the same texts by the same interpreter is not made again.

Lives in `$LAWSPEAKER_CACHE`, else in `lawspeaker/` of the user's cache folder.  A missing, broken or unwritable cache only
costs time.  `LAWSPEAKER_CACHE=off` does without.
"""
from __future__ import annotations

import hashlib
import json
import marshal
import pickle
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.cache_folder import folder, write
from lawspeaker.interpreter.edition import Edition, make_edition
from lawspeaker.interpreter.program.foreign import same

if TYPE_CHECKING:
    from lawspeaker.interpreter.game import Game

_own: str | None = None


def interpreter_hash() -> str:
    """A hash of the interpreter's own source and of the Python that runs it."""
    global _own
    if _own is None:
        h = hashlib.sha256(repr((sys.version_info[:3], sys.implementation.cache_tag)).encode())
        root = Path(__file__).parent
        for path in sorted(root.glob("**/*.py")):
            h.update(path.name.encode())
            h.update(path.read_bytes())
        _own = h.hexdigest()
    return _own


def path_of(*words: object) -> Path | None:
    base = folder()
    if base is None:
        return None
    h = hashlib.sha256(interpreter_hash().encode())
    for w in words:
        h.update(b"|" + repr(w).encode())
    return base / h.hexdigest()[:40]


def read_about(fingerprint: str) -> dict[str, Any] | None:
    path = path_of("about", fingerprint)
    try:
        return json.loads(path.read_text()) if path is not None and path.exists() else None
    except (OSError, ValueError):
        return None


def write_about(fingerprint: str, about: dict[str, Any]) -> None:
    write(path_of("about", fingerprint), json.dumps(about).encode())


def cached_edition(game: Game, players: int) -> Edition:
    """The edition of a game for this many players: read from disk, or made and written there."""
    path = path_of("edition", game.fingerprint, sorted(game.settings.items()), players)
    if path is not None and path.exists():
        try:
            program, code, extra = pickle.loads(path.read_bytes())
            if same(program.foreign):
                return make_edition(program, marshal.loads(code), extra)
        except Exception:  # noqa: BLE001 - whatever is wrong with a cached file, it is made anew
            pass
    program, code, extra = game.make(players)
    program = program.alone()
    if path is not None:
        write(path, pickle.dumps((program, marshal.dumps(code), extra), pickle.HIGHEST_PROTOCOL))
    return make_edition(program, code, extra)
