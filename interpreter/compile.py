"""From a folder of law and data to programs: the order of all passes, in one place.

parse (syntax) → collect (model) → data → make_program (form 3) → print (Python source).  Problems are collected in a sink; only
the façade (game.py) raises.
"""
from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.from_data import DataReader, FactOrigin
from lawspeaker.interpreter.model.from_syntax import Collector
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.syntax.data import load_yaml
from lawspeaker.interpreter.syntax.parse import parse_file
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Source


@dataclass(slots=True)
class Sources:
    """The texts of a ruleset, in the order they are read."""

    law: list[Source]
    data: list[Source]
    core: Source
    overlays: list[Source] = field(default_factory=list)

    def fingerprint(self) -> str:
        """A hash of everything that decides how the game is played; names of files do not count, their order does."""
        h = hashlib.sha256()
        for group in (self.law, self.data, [self.core], self.overlays):
            h.update(b"|")
            for s in group:
                h.update(len(s.text).to_bytes(8, "big"))
                h.update(s.text.encode())
        return h.hexdigest()


@dataclass(slots=True)
class Compiled:
    """A ruleset as a model, with what was noticed on the way."""

    model: m.Model
    origins: list[FactOrigin]
    files: list[n.File]
    readable: bool = True        # false: some declarations are missing, because a file has mistakes in its writing


def core_source() -> Source:
    from importlib.resources import files
    return Source("grammars/core.law", (files("lawspeaker.grammars") / "core.law").read_text("utf-8"))


def compile_model(sources: Sources, sink: Sink) -> Compiled:
    """Syntax and model of the sources; what is wrong goes to the sink.

    Where a file cannot be read, what it declares is missing: then nothing is said of names, which would be blamed on others.
    """
    core = parse_file(sources.core, sink)
    files = [parse_file(s, sink) for s in sources.law]
    data = [load_yaml(s, sink) for s in sources.data]
    overlays = [load_yaml(s, sink) for s in sources.overlays]
    readable = not sink.failed
    told = sink if readable else Sink()
    collector = Collector(told)
    collector.collect([core], core=True)
    collector.collect(files)
    model = collector.finish()
    reader = DataReader(model, told)
    for d in data:
        reader.merge(d)
    for d in overlays:
        reader.overlay(d)
    reader.things()
    reader.table_facts(collector.table_paths)
    reader.graphs()
    reader.unread()
    return Compiled(model, reader.origins, files, readable)


def read_sources(folder: Path, overlays: list[Path], sink: Sink, name: str = "") -> Sources:
    """All `.law` files and `data/*.yaml` of a folder; unreadable files are diagnostics."""
    label = name or folder.name
    law = [read(p, f"{label}/{p.relative_to(folder).as_posix()}", sink) for p in sorted(folder.glob("*.law"))]
    data = [read(p, f"{label}/{p.relative_to(folder).as_posix()}", sink) for p in sorted((folder / "data").glob("*.yaml"))]
    extra = [read(p, str(p), sink) for p in overlays]
    return Sources([s for s in law if s], [s for s in data if s], core_source(), [s for s in extra if s])


def read(path: Path, name: str, sink: Sink) -> Source | None:
    try:
        return Source(name, path.read_text("utf-8"))
    except UnicodeDecodeError as e:
        sink.error("file/not-text", Source(name, "").span(0, 0), "This file is not text",
                   text=f"Byte {e.start} is not UTF-8.", hint="Save it as UTF-8 text.")
    except OSError as e:
        sink.error("file/unreadable", Source(name, "").span(0, 0), f"This file cannot be read: {e.strerror or e}", hint="Check its name.")
    return None


SETTINGS: dict[str, Any] = {}
