"""The rule catalogue of a ruleset: `rules.yaml`, with the rules, the worked examples and the rulings, each with its place."""
from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lawspeaker.interpreter.sources import read
from lawspeaker.interpreter.syntax.data import Datum, DList, DMap, DScalar, load_yaml
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Span
from lawspeaker.interpreter.text.spell import nearest

LISTS = {"rules": "rule", "vectors": "vector", "rulings": "ruling"}
TEXTS = {"rule": ("rule", "text"), "vector": ("text", "rule"), "ruling": ("ruling", "question", "text")}
KEYS = ("id", "rule", "text", "where", "source", "note", "setting", "rules", "question", "ruling", "reason")
CITED = re.compile(r"[A-Z]{2,}[-A-Z0-9]*-[0-9]\w*")     # as the grammar reads it


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
    if datum is None:
        return out
    if not isinstance(datum, DMap):
        sink.error("catalogue/wrong-form", datum.span, "The catalogue is a map of lists", hint="Write `rules:` and below it `- {id: …, rule: …}` for each.")
        return out
    for e in datum.entries:
        kind = LISTS.get(e.key)
        if kind is None:
            near = nearest(e.key, LISTS)
            sink.error("catalogue/unknown-key", e.key_span, f'The catalogue has no "{e.key}"', hint=f'Did you mean "{near}"?' if near else f"It has {', '.join(LISTS)}.")
        elif not isinstance(e.value, DList):
            sink.error("catalogue/wrong-form", e.value.span, f"`{e.key}` is a list", hint="Write `- {id: …, …}` for each.")
        else:
            for d in e.value.items:
                entry = read_entry(d, kind, seen, sink)
                if entry is not None:
                    out.append(entry)
    return out


def read_entry(d: Datum, kind: str, seen: dict[str, Span], sink: Sink) -> Entry | None:
    """One entry of a list; what is wrong with it goes to the sink."""
    ident = d.get("id") if isinstance(d, DMap) else None
    if not isinstance(d, DMap) or not isinstance(ident, DScalar):
        near = nearest("id", d.keys()) if isinstance(d, DMap) else None
        sink.error("catalogue/no-id", d.span, "This entry of the catalogue has no id", hint=f'Did you mean "id" where "{near}" is written?' if near else "Write `id: …` into it.")
        return None
    if ident.raw in seen:
        sink.error("catalogue/id-twice", ident.span, f'The id "{ident.raw}" stands twice in the catalogue', hint="Remove one.")
    elif kind == "rule" and not CITED.fullmatch(ident.raw):
        sink.error("catalogue/bad-id", ident.span, f'Law cannot cite "{ident.raw}"', hint="Write capitals and a number: `RAID-04`, `FA-RAID-04`.")
    seen[ident.raw] = ident.span
    for e in d.entries:
        if e.key not in KEYS:
            near = nearest(e.key, KEYS)
            sink.error("catalogue/unknown-key", e.key_span, f'An entry of the catalogue has no "{e.key}"',
                       hint=f'Did you mean "{near}"?' if near else f"It has {', '.join(KEYS)}.")
        elif e.key == "rules":
            if not (isinstance(e.value, DList) and all(isinstance(i, DScalar) for i in e.value.items)):
                sink.error("catalogue/wrong-form", e.value.span, "`rules` is a list of ids here", hint="Write `rules: [FA-RAID-04]`.")
        elif not isinstance(e.value, DScalar):
            sink.error("catalogue/wrong-form", e.value.span, f"`{e.key}` is a text", hint="Write it in quotes.")
    told = [key for key in TEXTS[kind] if key in d]
    if not told and not any(e.key not in KEYS for e in d.entries):
        sink.error("catalogue/no-text", ident.span, f'What does "{ident.raw}" say?', hint=f"Write `{TEXTS[kind][0]}: …` into it.")
    fields = {e.key: e.value.value if isinstance(e.value, DScalar) else [i.raw for i in e.value if isinstance(i, DScalar)]
              for e in d.entries if isinstance(e.value, (DScalar, DList))}
    return Entry(ident.raw, kind, fields, d.span)


def read_catalogue(folder: Path, label: str) -> list[dict[str, Any]]:
    """The rules of a folder as plain records."""
    return [e.fields for e in read_entries(folder, label, Sink()) if e.kind == "rule"]
