"""A ruleset → its catalogued rules, the law that cites each, the scenarios that test each.

What `trace`, `explain` and the checks of citations read.  Scenarios are only looked at, not run.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lawspeaker.interpreter.catalogue import Entry, read_entries
from lawspeaker.interpreter.compile import Compiled
from lawspeaker.interpreter.sources import Added, read
from lawspeaker.interpreter.syntax.data import Datum, DList, DMap, DScalar, load_yaml
from lawspeaker.interpreter.text.diagnostic import Label, Sink
from lawspeaker.interpreter.text.source import Span


@dataclass(frozen=True, slots=True)
class Told:
    """A scenario as far as it is needed here: its name, what it cites, where it stands."""

    name: str
    cites: tuple[tuple[str, Span], ...]
    reasons: tuple[tuple[str, Span], ...]         # what stands after `because`: rule ids, or sentences
    span: Span

    @property
    def place(self) -> str:
        return f"{self.span.file}:{self.span.line}"


@dataclass(slots=True)
class Citations:
    """The catalogue by id, the places in law for each id, the scenarios in the order of their files."""

    entries: dict[str, Entry]
    law: dict[str, list[Span]]
    scenarios: list[Told]

    def of_kind(self, kind: str) -> list[Entry]:
        return [e for e in self.entries.values() if e.kind == kind]

    def testing(self, ident: str) -> list[Told]:
        """The scenarios that cite an id."""
        return [s for s in self.scenarios if any(c == ident for c, _ in s.cites)]

    def places(self, ident: str) -> list[str]:
        """`file:line` of the law that cites an id, each line once."""
        return list(dict.fromkeys(f"{s.file}:{s.line}" for s in self.law.get(ident, ())))


def citations(compiled: Compiled, folder: Path, label: str, sink: Sink, added: Sequence[Added] = ()) -> Citations:
    """Catalogue, law and scenarios of a ruleset and of the expansions that are woven in."""
    places = [(folder, label), *((x.folder, x.label) for x in added)]
    entries: dict[str, Entry] = {}
    for where, its_label in places:
        for e in read_entries(where, its_label, sink):
            if e.id in entries and entries[e.id].span.source is not e.span.source:
                sink.error("catalogue/id-twice", e.span, f'The id "{e.id}" stands in two catalogues',
                           more=(Label(entries[e.id].span, "and here"),), hint="Give one of them another id.")
            entries.setdefault(e.id, e)
    return Citations(entries, compiled.model.cited, [t for where, its_label in places for t in scenarios(where, its_label)])


def scenarios(folder: Path, label: str) -> Iterator[Told]:
    """All scenarios of a ruleset's files.  Files of a wrong form are another check's affair."""
    for path in sorted((folder / "scenarios").glob("**/*.y*ml")):
        quiet = Sink()
        source = read(path, f"{label}/{path.relative_to(folder).as_posix()}", quiet)
        datum = load_yaml(source, quiet) if source is not None else None
        for d in datum.items if isinstance(datum, DList) else ():
            if isinstance(d, DMap):
                yield told(d)


def told(d: DMap) -> Told:
    name, refused = d.get("scenario"), d.get("refused")
    reasons = [r for x in (refused.items if isinstance(refused, DList) else ()) if isinstance(x, DMap) for r in ids(x.get("because"))]
    return Told(name.raw if isinstance(name, DScalar) else "", tuple(ids(d.get("cites"))), tuple(reasons), d.span)


def ids(d: Datum | None) -> Iterator[tuple[str, Span]]:
    for i in d.items if isinstance(d, DList) else (d,):
        if isinstance(i, DScalar):
            yield i.raw, i.span
