"""A path that somebody named → the plugins that lie there: folders of law, and Python with hooks.

In a folder that holds several, Python is imported only where its text speaks of our hooks: nobody's setup.py is run.
"""
from __future__ import annotations

import hashlib
import re
import sys
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.plugins.trouble import guarded

HOOKS = re.compile(r"^\s*(def lawspeaker_|@hookimpl)", re.M)


@dataclass(frozen=True, slots=True)
class Place:
    """Something that lies somewhere; `label` is its path as people would write it."""

    name: str
    path: Path
    label: str
    python: bool


def look(path: Path, text: str) -> list[Place]:
    """What lies at a path: one thing, or several in a folder."""
    label = text.rstrip("/") or text
    if path.is_file():
        return [Place(path.stem, path, label, True)] if path.suffix == ".py" else \
            [Place(path.parent.resolve().name, path.parent, path.parent.as_posix(), False)] if path.suffix == ".law" else []
    one = one_folder(path, label)
    if one is not None:
        return [one]
    out: list[Place] = []
    for inner in sorted(path.iterdir()) if path.is_dir() else ():
        inner_label = f"{label}/{inner.name}"
        if inner.is_dir():
            found = one_folder(inner, inner_label, careful=True)
            out += [found] if found is not None else []
        elif inner.suffix == ".py" and has_hooks(inner):
            out.append(Place(inner.stem, inner, inner_label, True))
    return out


def one_folder(path: Path, label: str, careful: bool = False) -> Place | None:
    """A folder as one plugin: a package with hooks, else a folder of law, else (where it was named itself) any package."""
    package, name = path / "__init__.py", path.resolve().name
    if package.is_file() and has_hooks(package):
        return Place(name, path, label, True)
    if any(path.glob("*.law")):
        return Place(name, path, label, False)
    return Place(name, path, label, True) if package.is_file() and not careful else None


def has_hooks(path: Path) -> bool:
    try:
        return bool(HOOKS.search(path.read_text("utf-8")))
    except (OSError, UnicodeDecodeError):
        return False


def load_python(place: Place, sink: Sink) -> ModuleType | None:
    """The module of a file or package, under a name of its own."""
    file = place.path / "__init__.py" if place.path.is_dir() else place.path
    name = f"lawspeaker_local_{hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:8]}_{re.sub('[^0-9a-zA-Z_]', '_', place.name)}"
    spec = spec_from_file_location(name, file, submodule_search_locations=[str(place.path)] if place.path.is_dir() else None)
    if spec is None or spec.loader is None:
        return None
    module = module_from_spec(spec)
    sys.modules[name] = module
    loader = spec.loader

    def run() -> ModuleType:
        loader.exec_module(module)
        return module
    with redirect_stdout(sys.stderr):
        if guarded(run, sink, "plugin/broken", f'The plugin "{place.name}" in {place.label} cannot be imported', "Mend it; it is left out.") is not None:
            return module
    sys.modules.pop(name, None)
    return None
