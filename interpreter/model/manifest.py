"""What an expansion says of itself: its name, whom it is for, what it needs; and how versions are compared.

Read by manifest_from_syntax.py, kept in the cache by extensions.py.  Imports nothing that reads law.
"""
from __future__ import annotations

import re
from dataclasses import dataclass

from lawspeaker.interpreter.text.source import Span

VERSION = re.compile(r"\d{1,6}(\.\d{1,6}){0,3}")


@dataclass(frozen=True, slots=True)
class Said:
    """A word of a manifest and where it stands."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an expansion says of itself.  `version` is empty where nothing is said."""

    name: Said
    title: str
    ruleset: Said
    version: str = ""
    needs: tuple[Said, ...] = ()
    conflicts: tuple[Said, ...] = ()
    after: tuple[Said, ...] = ()
    uses: tuple[Said, ...] = ()
    needs_version: Said | None = None
    needs_language: Said | None = None


def numbers(text: str) -> tuple[int, ...]:
    """The numbers of a version, with no zeros at the end.

    >>> numbers("1.2.0"), numbers("10")
    ((1, 2), (10,))
    """
    out = [int(x) for x in VERSION.match(text)[0].split(".")] if VERSION.match(text) else []  # type: ignore[index]
    while out and out[-1] == 0:
        out.pop()
    return tuple(out)


def fits(least: str, have: str) -> bool:
    """Whether a version is good enough: the same first number, and not older.

    >>> fits("1.2", "1.10"), fits("1.2", "1.1"), fits("1.2", "2.0"), fits("0.1", "0.1.0")
    (True, False, False, True)
    """
    a, b = numbers(least), numbers(have)
    return (a[:1] or (0,)) == (b[:1] or (0,)) and a <= b
