"""The files of a ruleset → texts with names, in the order they are read, and a hash of them all.  Nothing is understood here."""
from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.files import is_plain, leads_out
from lawspeaker.interpreter.text.source import Source, Span

if TYPE_CHECKING:
    from lawspeaker.interpreter.extensions import Expansion


@dataclass(frozen=True, slots=True)
class Added:
    """The texts of an expansion, and whom it is woven after: names of other expansions, all the way (`after` has what it needs too)."""

    name: str
    label: str
    folder: Path
    law: tuple[Source, ...]
    data: tuple[Source, ...]
    after: frozenset[str] = frozenset()
    needs: frozenset[str] = frozenset()
    conflicts: frozenset[str] = frozenset()
    known_as: str = ""           # how it is found again: its name where it is installed, else its folder
    libraries: tuple[Source, ...] = ()


@dataclass(slots=True)
class Sources:
    """The texts of a ruleset, in the order they are read; those of expansions in weaving order."""

    law: list[Source]
    data: list[Source]
    core: Source
    overlays: list[Source] = field(default_factory=list)
    expansions: list[Added] = field(default_factory=list)
    libraries: list[Source] = field(default_factory=list)       # words of plugins, which the law `uses`

    def all_libraries(self) -> list[Source]:
        """The libraries of ruleset and expansions, each file once."""
        return list({s.name: s for group in (self.libraries, *(x.libraries for x in self.expansions)) for s in group}.values())

    def fingerprint(self) -> str:
        """A hash of everything that decides how the game is played; names of files do not count, their order does."""
        h = hashlib.sha256()
        for group in (self.law, self.data, [self.core], self.overlays):
            h.update(b"|")
            for s in group:
                h.update(len(s.text).to_bytes(8, "big"))
                h.update(s.text.encode())
        for s in self.all_libraries():
            h.update(repr(("library", s.text)).encode())
        for x in self.expansions:
            h.update(repr((x.name, sorted(x.after), sorted(x.needs), sorted(x.conflicts))).encode())
            for s in (*x.law, *x.data):
                h.update(len(s.text).to_bytes(8, "big"))
                h.update(s.text.encode())
        return h.hexdigest()


def core_source() -> Source:
    from importlib.resources import files
    return Source("grammars/core.law", (files("lawspeaker.grammars") / "core.law").read_text("utf-8"))


def read_sources(folder: Path, overlays: Sequence[Path | Source], sink: Sink, name: str = "") -> Sources:
    """All `.law` files and `data/*.yaml` of a folder; unreadable files are diagnostics."""
    label = name or folder.name
    law = [read(p, f"{label}/{p.relative_to(folder).as_posix()}", sink, folder) for p in sorted(folder.glob("*.law"))]
    leads_away = leads_out(folder / "data", folder)
    if leads_away:
        outside(Source(f"{label}/data", "").span(0, 0), sink)
    files = sorted((folder / "data").glob("*.yaml")) if not leads_away else []
    data = [read(p, f"{label}/{p.relative_to(folder).as_posix()}", sink, folder) for p in files]
    extra = [p if isinstance(p, Source) else read(p, str(p), sink) for p in overlays]
    own = [s for s in law if s]
    return Sources(own, [s for s in data if s], core_source(), [s for s in extra if s], libraries=read_libraries(own, sink))


TOP = re.compile(r"^(\S+)", re.M)
USES = re.compile(r"^[ \t]+uses[ \t]+([a-z]\w*)", re.M)


def read_libraries(law: Sequence[Source], sink: Sink) -> list[Source]:
    """The files of the libraries that a `game` or `expansion` uses, by name; whether they all exist is looked at later (compile.py)."""
    names = {m[1] for s in law for m in USES.finditer(s.text) if used_by(s.text[:m.start()]) in ("game", "expansion")}
    if not names:
        return []
    from lawspeaker.interpreter.contributed import contributions
    found = [contributions().verbs[n] for n in sorted(names) if n in contributions().verbs]
    files = [read(p, f"{f.label}/{p.name}", sink, f.folder) for f in found for p in sorted(f.folder.glob("*.law"))]
    return [s for s in files if s is not None]


def used_by(text: str) -> str:
    """The word that the last declaration of a text begins with."""
    words = TOP.findall(text)
    return words[-1] if words else ""


def read_expansions(chosen: Sequence[Expansion], sink: Sink) -> list[Added]:
    """The texts of expansions, with whom each is woven after: what it `loads after` and what it needs, all the way."""
    names = {x.name: x for x in chosen}

    def closure(x: Expansion, follow: Callable[[Expansion], Iterable[str]]) -> frozenset[str]:
        out: set[str] = set()
        todo = [x.name]
        while todo:
            for other in follow(names[todo.pop()]):
                if other in names and other not in out:
                    out.add(other)
                    todo.append(other)
        return frozenset(out)
    out = []
    for x in chosen:
        own = read_sources(x.folder, [], sink, x.label)
        out.append(Added(x.name, x.label, x.folder, tuple(own.law), tuple(own.data), closure(x, lambda e: (*e.after, *e.needs)),
                         closure(x, lambda e: e.needs), frozenset(x.conflicts), str(x.folder.resolve()) if Path(x.origin).is_dir() else x.name,
                         libraries=tuple(own.libraries)))
    return out


def outside(at: Span, sink: Sink) -> None:
    sink.error("file/outside", at, "This link leads out of the folder", hint="Put a copy of what lies there here.")


def read(path: Path, name: str, sink: Sink, folder: Path | None = None) -> Source | None:
    """The text of a file, or a diagnostic; one of a folder must lie in it."""
    at = Source(name, "").span(0, 0)
    if path.exists() and not is_plain(path):
        sink.error("file/unreadable", at, "This is no file", hint="Law and data are files; put it elsewhere.")
        return None
    if folder is not None and leads_out(path, folder):
        outside(at, sink)
        return None
    try:
        return Source(name, path.read_text("utf-8"))
    except UnicodeDecodeError as e:
        sink.error("file/not-text", Source(name, "").span(0, 0), "This file is not text",
                   text=f"Byte {e.start} is not UTF-8.", hint="Save it as UTF-8 text.")
    except OSError as e:
        sink.error("file/unreadable", Source(name, "").span(0, 0), f"This file cannot be read: {e.strerror or e}", hint="Check its name.")
    return None
