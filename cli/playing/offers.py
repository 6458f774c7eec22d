"""Numbered options, grouped by the move they belong to, in as many columns as fit."""
from __future__ import annotations

from collections.abc import Sequence

from lawspeaker.cli.playing.panels import Names
from lawspeaker.cli.shapes import Option

INDENT = 2
WIDEST = 60                                       # a longer label has its line for itself


def lines(options: Sequence[Option], width: int, names: Names) -> list[tuple[str, str]]:
    """Lines with their styles."""
    groups: dict[str, list[int]] = {}
    for i, o in enumerate(options):
        groups.setdefault(o.group or "", []).append(i)
    made: list[tuple[str, str]] = []
    for group, indices in groups.items():
        if len(groups) > 1 and group:
            made.append((f"{' ' * INDENT}{names.of(group)}", "dim"))
        made += [(line, "") for line in _columns([_entry(i, options) for i in indices], width)]
    return made


def _entry(i: int, options: Sequence[Option]) -> str:
    digits = len(str(len(options)))
    return f"{i + 1:>{digits + INDENT + 1}}  {options[i].label}"


def _columns(entries: list[str], width: int) -> list[str]:
    """Entries in columns, to be read downwards; a few stay one under the other."""
    widest = max(len(e) for e in entries) + 2
    fit = max(1, width // widest) if len(entries) > 4 and widest <= WIDEST else 1
    rows = -(-len(entries) // fit)
    return ["".join(e.ljust(widest) for e in entries[r::rows]).rstrip() for r in range(rows)]
