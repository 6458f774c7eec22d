"""The rule catalogue of a ruleset: `rules.yaml`, with the rules, the worked examples and the rulings, each with its place."""
from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lawspeaker.interpreter.sources import read
from lawspeaker.interpreter.syntax.data import DList, DMap, DScalar, load_yaml
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Span


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule, a worked example (`vector`) or a ruling."""

    id: str
    kind: str
    fields: dict[str, Any]
    span: Span


def read_entries(folder: Path, label: str, sink: Sink) -> list[Entry]:
    path = folder / "rules.yaml"
    if not path.exists():
        return []
    source = read(path, f"{label}/rules.yaml", sink, folder)
    datum = load_yaml(source, sink) if source is not None else None
    out: list[Entry] = []
    seen: dict[str, Span] = {}
    if not isinstance(datum, DMap):
        return out
    for key, kind in (("rules", "rule"), ("vectors", "vector"), ("rulings", "ruling")):
        items = datum.get(key)
        if not isinstance(items, DList):
            continue
        for d in items.items:
            ident = d.get("id") if isinstance(d, DMap) else None
            if not isinstance(d, DMap) or not isinstance(ident, DScalar):
                sink.error("catalogue/no-id", d.span, "This entry of the catalogue has no id", hint="Write `id: …` into it.")
                continue
            if ident.raw in seen:
                sink.error("catalogue/id-twice", ident.span, f'The id "{ident.raw}" stands twice in the catalogue', hint="Remove one.")
            seen[ident.raw] = ident.span
            fields = {e.key: e.value.value if isinstance(e.value, DScalar) else [i.raw for i in e.value if isinstance(i, DScalar)]
                      for e in d.entries if isinstance(e.value, (DScalar, DList))}
            out.append(Entry(ident.raw, kind, fields, d.span))
    return out


def read_catalogue(folder: Path, label: str) -> list[dict[str, Any]]:
    """The rules of a folder as plain records."""
    return [e.fields for e in read_entries(folder, label, Sink()) if e.kind == "rule"]
