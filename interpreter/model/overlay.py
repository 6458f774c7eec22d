"""Data + an overlay file → the data with the overlay's values: maps are merged by key, lists of `{id: …}` by id, all else is replaced.

An overlay corrects, it never adds: a key or id that the data do not have is a mistake.  Values keep their own place, so that
`facts` shows the overlay's file; their source is what is written there (`source`, `fields`), else "overlay".
"""
from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from lawspeaker.interpreter.syntax.data import Datum, DEntry, DList, DMap, DScalar
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Source
from lawspeaker.interpreter.text.spell import nearest

OVERLAY = "overlay"
ABOUT = {"source", "fields", "ref", "note", "theme"}


@dataclass(slots=True)
class Overlay:
    """Lays files over data and remembers where the values of each come from."""

    sink: Sink
    files: set[Source] = field(default_factory=set)
    written: dict[tuple[Source, int], str] = field(default_factory=dict)
    sources: list[Datum] = field(default_factory=list)         # what is written as a source, to be checked

    def source_of(self, value: Datum, otherwise: str) -> str:
        """Where a value comes from, if an overlay gave it."""
        if value.span.source not in self.files:
            return otherwise
        return self.written.get((value.span.source, value.span.begin), OVERLAY)

    def lay(self, root: dict[str, DEntry], over: Datum) -> dict[str, DEntry]:
        """The top-level keys of the data with those of one file over them."""
        if isinstance(over, DScalar) and over.value is None:
            return root
        if not isinstance(over, DMap):
            self.sink.error("data/not-a-map", over.span, "A data file is a map of names to data", hint="Write `name:` and the data below it.")
            return root
        self.files.add(over.span.source)
        return {e.key: e for e in self.maps(DMap(over.span, tuple(root.values())), over, "the data", ()).entries}

    def value(self, base: Datum, over: Datum, where: str, siblings: Collection[str] = ()) -> Datum:
        match base, over:
            case DMap(), DMap():
                return self.maps(base, over, where, siblings)
            case DMap(), DScalar() if "value" in base:         # `{value: 7, source: seed}` under a bare 8
                return self.maps(base, DMap(over.span, (DEntry("value", over.span, over),)), where, ())
            case DList(), DList() if by_id(base) and over.items:
                return self.lists(base, over, where)
            case _:
                return over

    def maps(self, base: DMap, over: DMap, where: str, siblings: Collection[str]) -> DMap:
        self.note(over)
        entries = {e.key: e for e in base.entries}
        for e in over.entries:
            if e.key in ("source", "fields"):
                continue
            known = entries.get(e.key)
            if known is None and e.key not in ABOUT and e.key not in siblings:
                near = nearest(e.key, [*entries, *siblings])
                self.sink.error("overlay/unknown-key", e.key_span, f'There is no "{e.key}" in {where} to be corrected',
                                hint=f'Did you mean "{near}"?' if near else f"There are {', '.join(entries)}." if entries else "There is nothing here that an overlay could correct.")
                continue
            inside = f"{where}.{e.key}" if where != "the data" else e.key
            entries[e.key] = DEntry(e.key, e.key_span if known is None else known.key_span,
                                    self.value(known.value, e.value, inside) if known is not None else e.value)
        return DMap(over.span, tuple(entries.values()))

    def lists(self, base: DList, over: DList, where: str) -> DList:
        items = {ident(d): d for d in base.items}
        siblings = {k for d in base.items if isinstance(d, DMap) for k in d.keys()}
        for d in over.items:
            name = ident(d)
            if name is None:
                self.sink.error("overlay/no-id", d.span, f"Which of {where} is corrected here?", hint="Write `id: …` into it.")
            elif name not in items:
                near = nearest(name, [k for k in items if k])
                self.sink.error("overlay/unknown-id", d.span, f'There is no "{name}" in {where} to be corrected',
                                hint=f'Did you mean "{near}"?' if near else "An overlay corrects what is there; it adds nothing.")
            else:
                items[name] = self.value(items[name], d, f"{where}.{name}", siblings)
        return DList(base.span, tuple(items.values()))

    # ---- where the values come from ---------------------------------------------------------------------------
    def note(self, over: DMap) -> None:
        """What a map of the overlay says of its own values."""
        source, fields = over.get("source"), over.get("fields")
        own = {e.key: e.value for e in fields.entries} if isinstance(fields, DMap) else {}
        self.sources += [*([source] if source is not None else []), *own.values()]
        for e in over.entries:
            said = own.get(e.key, source)
            if isinstance(said, DScalar) and e.key not in ABOUT:
                for d in below(e.value):
                    self.written[d.span.source, d.span.begin] = said.raw


def below(d: Datum) -> Iterable[Datum]:
    yield d
    for child in d.items if isinstance(d, DList) else [e.value for e in d.entries] if isinstance(d, DMap) else []:
        yield from below(child)


def ident(d: Datum) -> str | None:
    found = d.get("id") if isinstance(d, DMap) else None
    return found.raw if isinstance(found, DScalar) else None


def by_id(d: DList) -> bool:
    """Whether a list is one of things with ids."""
    return bool(d.items) and all(ident(i) is not None for i in d.items)
