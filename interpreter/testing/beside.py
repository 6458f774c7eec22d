"""Where a file of scenarios lies → which expansions it is about, when it lies beside the law of one.

Law is not read here: an expansion is known by the look of the line that declares it.  A scenario beside it needs neither
`ruleset` nor `with`; and what nobody has installed is found in that folder, or in one next to it.
"""
from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lawspeaker.interpreter.text.files import belongs

FOLDER = "scenarios"
EXPANSION = re.compile(r"^expansion +(\w+)(?: +\"[^\"\n]*\")? +for +(\w+)", re.M)
NEEDS = re.compile(r"^  needs +(\w+) *(?:#.*)?$", re.M)


@dataclass(frozen=True, slots=True)
class Declared:
    """What the law of a folder says of itself as an expansion."""

    name: str
    ruleset: str
    needs: tuple[str, ...]
    file: Path


def folder_of_law(path: Path) -> Path | None:
    """The folder of law in whose `scenarios` a file lies."""
    found = next((p.parent for p in path.resolve().parents if p.name == FOLDER), None)
    return found if found is not None and any(found.glob("*.law")) else None


def declared(folder: Path) -> Declared | None:
    """The expansion that a folder holds; None for anything else."""
    for file in sorted(folder.glob("*.law")):
        if not belongs(file, folder):
            continue
        try:
            text = file.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        found = EXPANSION.search(text)
        if found is not None:
            return Declared(found[1], found[2], tuple(NEEDS.findall(text)), file)
    return None


def expansions(named: Sequence[str], path: Path) -> tuple[str, ...]:
    """The expansions that the scenarios of a file are played with, by name or folder; the one beside it if none is named.

    That one comes with what it needs."""
    folder = folder_of_law(path)
    own = declared(folder) if folder is not None else None
    if folder is None or own is None:
        return tuple(named)
    from lawspeaker.interpreter.extensions import expansions as all_expansions
    installed = {x.name: x.folder.resolve() for x in all_expansions()}
    out = []
    wanted = [*named] or [own.name]
    for name in [*wanted, *(n for n in own.needs if own.name in wanted and n not in wanted)]:
        there = folder if name == own.name else folder.parent / name
        near = name == own.name or (name not in installed and declared(there) is not None)
        out.append(as_named(there) if near and installed.get(name) != there.resolve() else name)
    return tuple(out)


def as_named(folder: Path) -> str:
    """The folder as people see it: from where they are, if it lies below."""
    try:
        return folder.resolve().relative_to(Path.cwd().resolve()).as_posix()
    except (ValueError, OSError):
        return str(folder)
