"""What plugins contribute, as the interpreter sees it.

The interpreter does not know plugins: whoever asks for the contributions makes `plugins/discovery.py` look, once for each
list of places.  Nothing here happens for a shipped game without expansions.
"""
from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from lawspeaker.interpreter.text.diagnostic import Diagnostic

PATH_VARIABLE = "LAWSPEAKER_PATH"
TYPES = ("number", "flag", "list of number")      # of functions in Python


class PluginFault(Exception):
    """Python of a plugin failed while a game was played; the text names it."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """A plugin that was found.  `kind` is python (trusted code) or law."""

    name: str
    version: str
    origin: str                  # built in, a distribution, or a path
    kind: str
    gives: tuple[str, ...] = ()  # `expansion runes`, `bot cautious`


@dataclass(frozen=True, slots=True)
class Found:
    """A folder of law that a plugin contributes.  `label` stands before file names in messages."""

    folder: Path
    label: str
    origin: str
    plugin: str


@dataclass(frozen=True, slots=True)
class LawFunction:
    """A pure Python function that law may call like a value: `cube(n)`.

    `parameters` and `result` are "number", "flag" or "list of number".  Numbers are whole; a list comes as a tuple.  Equal
    arguments must give equal results: a function that reads clocks, files or chance breaks saves and undo.
    """

    name: str
    function: Callable[..., Any]
    parameters: tuple[str, ...] = ("number",)
    result: str = "number"


@dataclass(frozen=True, slots=True)
class Contributed:
    """Something else that a plugin contributes, with the name and version of the plugin."""

    what: Any
    plugin: str
    version: str = ""


@dataclass(slots=True)
class Contributions:
    """All that was found.  Two of one name are in neither dictionary but among the problems."""

    plugins: list[Plugin] = field(default_factory=list)
    rulesets: list[Found] = field(default_factory=list)       # beyond those that are shipped
    expansions: list[Found] = field(default_factory=list)
    verbs: dict[str, Found] = field(default_factory=dict)
    functions: dict[str, Contributed] = field(default_factory=dict)
    bots: dict[str, Contributed] = field(default_factory=dict)
    observers: list[Contributed] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    told: bool = False           # whether the command line has said what the problems are
    hooks: Any = None            # of discovery.py, for commands


_local: tuple[str, ...] = ()                      # paths that were named by `--plugin`
_found: tuple[object, Contributions] | None = None


def use_plugins(paths: Iterable[str | Path]) -> None:
    """Look for plugins at these paths too, in place of those named before; what was found is forgotten."""
    global _local, _found
    _found = None
    _local = tuple(dict.fromkeys(os.path.abspath(os.path.expanduser(p)) for p in paths))


def local_plugins() -> tuple[str, ...]:
    """The paths that `use_plugins` was given."""
    return _local


def contributions() -> Contributions:
    """All that plugins contribute, looked for at the first call."""
    global _found
    places = [p for p in os.environ.get(PATH_VARIABLE, "").split(os.pathsep) if p]
    key = (tuple(places), _local, os.getcwd(), tuple(sys.path))
    if _found is None or _found[0] != key:
        discovery = import_module("lawspeaker.plugins.discovery")
        _found = (key, discovery.discover([(p, "--plugin") for p in _local] + [(p, PATH_VARIABLE) for p in places]))
    return _found[1]


def anybody() -> bool:
    """Whether there could be a plugin besides our own: a quick look, without reading what distributions say of themselves in full."""
    if _local or os.environ.get(PATH_VARIABLE):
        return True
    return installed_somewhere(tuple(dict.fromkeys(sys.path)))


@cache
def installed_somewhere(places: tuple[str, ...]) -> bool:
    """Whether a distribution in one of these folders has entry points for us."""
    for place in places:
        try:
            names = os.listdir(place or ".")
        except OSError:                           # a zip file, or nothing
            continue
        for name in names:
            if name.endswith((".dist-info", ".egg-info")):
                try:
                    with open(os.path.join(place, name, "entry_points.txt"), "rb") as f:
                        if b"[lawspeaker]" in f.read():
                            return True
                except OSError:
                    continue
    return False


def plugins() -> list[Plugin]:
    """All plugins that are installed or named, by name."""
    return contributions().plugins


def bots() -> dict[str, Contributed]:
    """The bots of plugins by name; nobody is looked for where there is nobody."""
    return contributions().bots if anybody() else {}


def functions() -> dict[str, Contributed]:
    """The functions of plugins that law may call, by name."""
    return contributions().functions if anybody() else {}
