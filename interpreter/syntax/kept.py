"""What was read from a text, on disk: nodes of law and trees of data, by the text and by the source of what reads them.

Reading a kept tree takes a tenth of parsing.  A missing, broken or unwritable cache costs time only.  Does not decide what is kept
in memory: `parse.py` and `data.py` do that.
"""
from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

from lawspeaker.interpreter.cache_folder import folder, write

T = TypeVar("T")
SHORTEST = 1_000                 # characters; a shorter text is read as fast as a file is opened


def kept(what: str, name: str, text: str, read: Callable[[str, str], T]) -> T:
    """What `read` makes of a text with this name, from disk if it was made before by the same source."""
    where = folder()
    if where is None or len(text) < SHORTEST:
        return read(name, text)
    path = where / f"{what}-{sha256(repr((own_hash(), name, text)).encode()).hexdigest()[:40]}"
    try:
        return pickle.loads(path.read_bytes())  # type: ignore[no-any-return]
    except Exception:  # noqa: BLE001 - whatever is wrong with a cached file, the text is read anew
        pass
    found = read(name, text)
    try:
        write(path, pickle.dumps(found, pickle.HIGHEST_PROTOCOL))
    except RecursionError:                # nested deeper than pickle can go
        pass
    return found


@cache
def own_hash() -> str:
    """A hash of the source of `syntax/` and `text/`, of the grammar, and of the Python that runs them."""
    h = sha256(repr((sys.version_info[:3], sys.implementation.cache_tag)).encode())
    here = Path(__file__).parent
    for path in sorted([*here.glob("*.py"), *(here.parent / "text").glob("**/*.py")]):
        h.update(path.name.encode())
        h.update(path.read_bytes())
    h.update(files("lawspeaker.grammars").joinpath("law.lark").read_bytes())
    return h.hexdigest()
