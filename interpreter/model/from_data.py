"""Data → things of the model: reads the tree of all YAML files of a ruleset along the `from` paths of the declarations.

Values stay data here; they get types and numbers when a layout is made.  Every key must be read by something: what nobody
reads is reported, so that a misspelt key is never accepted in silence.
"""
from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.overlay import ABOUT, OVERLAY, Overlay
from lawspeaker.interpreter.model.types import ListType
from lawspeaker.interpreter.model.walk import walk
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.syntax.data import Datum, DEntry, DList, DMap, DScalar
from lawspeaker.interpreter.text.diagnostic import Label, Sink
from lawspeaker.interpreter.text.source import Span
from lawspeaker.interpreter.text.spell import did_you_mean, nearest

SOURCES = {"seed", "public", "reconstructed"}
HOLE = re.compile(r"\{([^{}]*)\}")
IDENT = re.compile(r"[a-z][a-z0-9_]*")         # what law can name: no letters that only look like these


@dataclass(slots=True)
class FactOrigin:
    """One datum for `lawspeaker facts`: its path, value, source and place."""

    path: str
    value: object
    source: str
    span: Span


@dataclass(slots=True)
class DataReader:
    model: m.Model
    sink: Sink
    root: dict[str, DEntry] = field(default_factory=dict)
    read: set[int] = field(default_factory=set)              # ids of DEntry that something reads
    origins: list[FactOrigin] = field(default_factory=list)
    laid: Overlay = field(init=False)

    def __post_init__(self) -> None:
        self.laid = Overlay(self.sink)

    # ---- one tree ------------------------------------------------------------------------------------
    def merge(self, datum: Datum | None) -> None:
        """Add the top-level keys of one file."""
        if datum is None:
            return
        if not isinstance(datum, DMap):
            self.sink.error("data/not-a-map", datum.span, "A data file is a map of names to data", hint="Write `name:` and the data below it.")
            return
        for e in datum.entries:
            known = self.root.get(e.key)
            if known is not None and isinstance(known.value, DMap) and isinstance(e.value, DMap):
                self.root[e.key] = DEntry(e.key, known.key_span, DMap(known.value.span, (*known.value.entries, *e.value.entries)))
            elif known is not None:
                self.sink.error("data/key-twice", e.key_span, f'"{e.key}" is in two data files',
                                more=(Label(known.key_span, "first written here"),), hint="Keep one of them.")
            else:
                self.root[e.key] = e

    def overlay(self, datum: Datum | None) -> None:
        """Lay the values of a file over all data read so far."""
        if datum is not None:
            self.root = self.laid.lay(self.root, datum)
            for d in self.laid.sources:
                self.check_source(d)

    def find(self, path: n.Path) -> Datum | None:
        """The datum at a path, or None with a message."""
        here: dict[str, DEntry] = self.root
        found: DEntry | None = None
        for i, name in enumerate(path.names):
            found = here.get(name)
            if found is None:
                near = nearest(name, here)
                where = ".".join(path.names[:i]) or "the data files"
                self.sink.error("data/unknown-path", path.span, f'There is no "{name}" in {where}',
                                hint=f'Did you mean "{near}"?' if near else f"There are {', '.join(here)}." if here else "There are no data.")
                found = here.get(near or "")      # read as what was meant, so that nothing follows from the slip
            if found is None:
                return None
            self.read.add(id(found))
            here = {e.key: e for e in found.value.entries} if isinstance(found.value, DMap) else {}
        return found.value if found is not None else None

    # ---- things --------------------------------------------------------------------------------------
    def things(self) -> None:
        """The things of every kind, from `members`, `size` and data."""
        for k in list(self.model.kinds.values()):
            for card in k.cards:
                self.add(card)
            for name, span in k.members:
                self.add(m.ThingDatum(name, title_of(name), k, span))
            if k.size is not None:
                self.grid(k)
            for path in k.data:
                datum = self.find(path)
                if datum is not None:
                    self.of_kind(k, datum, ".".join(path.names))
            if k.name != "Player" and not k.members and not k.size and not k.data and not k.cards and not k.children and k.copies is not None:
                self.add(m.ThingDatum(k.word, k.title or title_of(k.word), k, k.span))

    def add(self, t: m.ThingDatum) -> None:
        for other in t.kind.things:
            if other.id == t.id:
                self.sink.error("data/thing-twice", t.span, f'There are two {t.kind.name}s "{t.id}"',
                                more=(Label(other.span, "first written here"),), hint="Ids of one kind differ.")
                return
        t.kind.things.append(t)
        self.model.things.setdefault(t.id, []).append(t)

    def grid(self, k: m.Kind) -> None:
        assert k.size is not None
        columns, rows = k.size
        for row in range(1, rows + 1):
            for column in range(1, columns + 1):
                t = m.ThingDatum(f"{k.word}_{column}_{row}", f"column {column}, row {row}", k, k.span)
                t.facts = {"column": DScalar(k.span, column, str(column)), "row": DScalar(k.span, row, str(row))}
                self.add(t)

    def of_kind(self, k: m.Kind, datum: Datum, path: str) -> None:
        if isinstance(datum, DMap):
            for e in datum.entries:
                if e.key in ABOUT and not isinstance(e.value, DMap):
                    self.read.add(id(e))
                    continue
                self.read.add(id(e))
                self.thing(k, e.key, e.key_span, e.value, f"{path}.{e.key}")
            return
        if not isinstance(datum, DList):
            self.sink.error("data/list-wanted", datum.span, f"The {k.name}s are a list of data, or a map of ids to data",
                            hint="Write `- {id: …, …}` for each.")
            return
        for d in datum.items:
            if isinstance(d, DScalar) and isinstance(d.value, str):
                self.thing(k, d.value, d.span, DMap(d.span, ()), f"{path}.{d.value}")
                continue
            ident = d.get("id") if isinstance(d, DMap) else None
            if not isinstance(d, DMap) or not isinstance(ident, DScalar) or not isinstance(ident.value, str):
                near = nearest("id", d.keys()) if isinstance(d, DMap) else None
                self.sink.error("data/no-id", d.span, f"This {k.name} has no id", hint=f'Did you mean "id" where "{near}" is written?' if near
                                else "Write `id: name` into it, in lower case.")
                self.mark(d)
                continue
            entry = d.entry("id")
            assert entry is not None
            self.read.add(id(entry))
            self.thing(k, ident.value, ident.span, d, f"{path}.{ident.value}")

    def thing(self, k: m.Kind, ident: str, span: Span, datum: Datum, path: str) -> None:
        if not IDENT.fullmatch(ident):
            self.sink.error("data/bad-id", span, f'"{ident}" cannot be the id of a thing', hint="Use lower case letters, digits and `_`.")
            self.mark(datum)
            return
        t = m.ThingDatum(ident, title_of(ident), k, span)
        if not isinstance(datum, DMap):
            self.sink.error("data/map-wanted", datum.span, f'The {k.name} "{ident}" is a map of facts', hint="Write `{fact: value, …}`.")
            return
        name, title = datum.get("name") or datum.get("title"), None
        for e in datum.entries:
            if e.key in ("name", "title"):
                self.read.add(id(e))
        if isinstance(name, DScalar) and isinstance(name.value, str):
            title = name
            key = "name" if "name" in datum else "title"
            self.origin(f"{path}.{key}", name, datum, key)
        self.add(t)
        self.about(datum, path, {f.name for a in k.ancestors() for f in a.facts.values()} | {
            p.names[0] for a in k.ancestors() for f in a.facts.values() for p in f.data})
        for a in k.ancestors():
            for f in a.facts.values():
                self.fact(t, f, datum, path)
        if title is not None:
            t.title = self.titled(t, title)

    def titled(self, t: m.ThingDatum, title: DScalar) -> str:
        """A title with its holes filled: `"Town of {treasure}"` tells a fact of the thing, as it stands in the data now."""
        def told(hole: re.Match[str]) -> str:
            value = t.facts.get(hole[1])
            if isinstance(value, DScalar):
                return value.raw
            facts = [name for name, x in t.facts.items() if isinstance(x, DScalar)]
            self.sink.error("data/title-hole", title.span, f'This title speaks of "{hole[1]}", which the {t.kind.name} "{t.id}" does not give',
                            hint=did_you_mean(hole[1], facts) or (f"Facts that it gives are {', '.join(facts)}." if facts else "Leave the braces out."))
            return ""
        return HOLE.sub(told, str(title.value))

    def fact(self, t: m.ThingDatum, f: m.Fact, datum: DMap, path: str) -> None:
        names = f.data[0].names if f.data else (f.name,)
        here: Datum | None = datum
        for name in names:
            entry = here.entry(name) if isinstance(here, DMap) else None
            if entry is not None:
                self.read.add(id(entry))
            here = entry.value if entry is not None else None
        if here is not None:
            t.facts[f.name] = here
            self.mark(here)
            self.origin(f"{path}.{'.'.join(names)}", here, datum, names[0])

    def mark(self, d: Datum) -> None:
        """A value is read as a whole."""
        if isinstance(d, DMap):
            for e in d.entries:
                self.read.add(id(e))
                self.mark(e.value)
        elif isinstance(d, DList):
            for i in d.items:
                self.mark(i)

    # ---- where data come from ---------------------------------------------------------------------------
    def about(self, d: DMap, path: str, fields: set[str]) -> None:
        for e in d.entries:
            if e.key not in ABOUT:
                continue
            self.read.add(id(e))
            if e.key == "source":
                self.check_source(e.value)
            elif e.key == "fields" and isinstance(e.value, DMap):
                for f in e.value.entries:
                    self.read.add(id(f))
                    if f.key not in fields | {"name", "title", "id"} | set(d.keys()):
                        near = nearest(f.key, fields | set(d.keys()))
                        self.sink.error("data/unknown-key", f.key_span, f'There is no "{f.key}" here to have a source',
                                        hint=f'Did you mean "{near}"?' if near else "Remove it.")
                    self.check_source(f.value)

    def check_source(self, d: Datum) -> None:
        if not isinstance(d, DScalar) or d.value not in SOURCES | {OVERLAY}:
            text = d.raw if isinstance(d, DScalar) else "this"
            near = nearest(text, SOURCES)
            self.sink.error("data/unknown-source", d.span, f'"{text}" is no source',
                            hint=f'Did you mean "{near}"?' if near else "It is seed, public or reconstructed.")

    def origin(self, path: str, value: Datum, owner: DMap, key: str) -> None:
        fields = owner.get("fields")
        own = fields.get(key) if isinstance(fields, DMap) else None
        source = own or owner.get("source")
        self.come_from(path, value, source.raw if isinstance(source, DScalar) else "")

    def come_from(self, path: str, value: Datum, source: str) -> None:
        self.origins.append(FactOrigin(path, plain(value), self.laid.source_of(value, source), value.span))

    # ---- the table's facts and graphs ----------------------------------------------------------------------
    def table_facts(self, paths: list[n.Expr]) -> None:
        for e in paths:
            path = as_path(e)
            datum = self.find(path) if path is not None else None
            if datum is None:
                continue
            if not isinstance(datum, DMap):
                self.sink.error("data/map-wanted", datum.span, "Facts of the table are a map of names to values", hint="Write `name: value`.")
                continue
            for entry in datum.entries:
                self.read.add(id(entry))
                if entry.key in ABOUT:
                    continue
                if entry.key in self.model.table_facts:
                    continue
                f = m.Fact(entry.key, m_type(self.unwrap(entry)), entry.key_span)
                self.table_fact(f, entry, ".".join(path.names) if path else "")
                self.model.table_facts[entry.key] = f
        for f in self.model.table_facts.values():
            if f.data:
                datum = self.find(f.data[0])
                if datum is not None:
                    f.value = datum
                    f.missing = False
                    self.mark(datum)
                    self.come_from(".".join(f.data[0].names), datum, self.source_beside(f.data[0]))

    def source_beside(self, path: n.Path) -> str:
        here: dict[str, DEntry] = self.root
        out = ""
        for name in path.names:
            e = here.get(name)
            if e is None:
                break
            if isinstance(e.value, DMap):
                s = e.value.get("source")
                out = s.raw if isinstance(s, DScalar) else out
                for x in e.value.entries:
                    if x.key in ABOUT:
                        self.read.add(id(x))
                    if x.key == "source":
                        self.check_source(x.value)
                here = {x.key: x for x in e.value.entries}
        return out

    def unwrap(self, e: DEntry) -> Datum:
        """`{value: 7, source: seed}` is 7."""
        d = e.value
        if isinstance(d, DMap) and "value" in d:
            return d.get("value")  # type: ignore[return-value]
        return d

    def table_fact(self, f: m.Fact, e: DEntry, path: str) -> None:
        d = e.value
        if isinstance(d, DMap) and "value" in d:
            self.about(d, path, {"value"})
            entry = d.entry("value")
            assert entry is not None
            self.read.add(id(entry))
            f.value = entry.value
            self.origin(f"{path}.{e.key}", entry.value, d, "value")
            for x in d.entries:
                if x.key not in ABOUT | {"value"}:
                    near = nearest(x.key, ABOUT | {"value"})
                    self.sink.error("data/unknown-key", x.key_span, f'I do not know the key "{x.key}" here',
                                    hint=f'Did you mean "{near}"?' if near else "Known are value, source, ref and note.")
                    self.read.add(id(x))
        elif isinstance(d, DMap) and nearest("value", d.keys()):
            near = nearest("value", d.keys())
            self.sink.error("data/unknown-key", d.entry(near or "").key_span if near and d.entry(near) else d.span,  # type: ignore[union-attr]
                            f'"{e.key}" has no value', hint=f'Did you mean "value" where "{near}" is written?')
            self.mark(d)
            f.value = DScalar(d.span, 0, "0")
        else:
            f.value = d
            self.mark(d)
            self.come_from(f"{path}.{e.key}", d, "")
        f.missing = False
        f.source = e

    def graphs(self) -> None:
        for g in self.model.graphs.values():
            for path in g.data:
                datum = self.find(path)
                if isinstance(datum, DMap):
                    self.graph(g, datum)
                    source = self.source_beside(path)
                    for e in datum.entries:
                        if e.key not in ABOUT:
                            self.come_from(f"{'.'.join(path.names)}.{e.key}", e.value, source)
                elif datum is not None:
                    self.sink.error("data/map-wanted", datum.span, "Links are a map of ids to lists of ids", hint="Write `here: [there, …]`.")

    def graph(self, g: m.Graph, datum: DMap) -> None:
        known = {t.id: t for k in self.model.kinds.values() if k.is_a(g.kind) for t in k.things}

        def check(text: str, span: Span) -> bool:
            if text in known:
                return True
            near = nearest(text, known)
            self.sink.error("data/unknown-thing", span, f'There is no {g.kind.name} "{text}"', hint=f'Did you mean "{near}"?' if near else "Declare it.")
            return False
        places: dict[tuple[str, str], Span] = {}
        for e in datum.entries:
            self.read.add(id(e))
            if e.key in ABOUT:
                continue
            check(e.key, e.key_span)
            if not isinstance(e.value, DList):
                self.sink.error("data/list-wanted", e.value.span, "Links are a list of ids", hint="Write `[a, b]`.")
                continue
            for i in e.value.items:
                if isinstance(i, DScalar) and isinstance(i.value, str) and check(i.value, i.span):
                    if i.value in g.links.setdefault(e.key, []):
                        self.sink.error("data/thing-twice", i.span, f'"{i.value}" stands here twice', hint="Remove one.")
                    g.links[e.key].append(i.value)
                    places[(e.key, i.value)] = i.span
                elif not isinstance(i, DScalar) or not isinstance(i.value, str):
                    self.sink.error("data/id-wanted", i.span, "An id must stand here", hint="Write the id of a thing.")
        for (a, z), span in places.items():
            if (z, a) not in places and a in known and z in known:
                self.sink.error("data/one-way-link", span, f'"{a}" is linked to "{z}", but not the other way round',
                                hint=f"Add {a} to the list of {z}, or remove this.")

    # ---- what nobody reads ---------------------------------------------------------------------------------
    def idle(self, parts: Sequence[n.Node]) -> None:
        """What only a part reads that does not apply is read by nobody now, and right all the same."""
        for x in walk(tuple(parts)):
            names = x.names[:1] if isinstance(x, n.Path) else ()
            if isinstance(x, n.Sentence) and x.verb == "facts" and len(x.pieces) == 2:
                names = (x.pieces[1].span.text.split(".")[0],)
            for name in names:
                if name in self.root:
                    self.read.add(id(self.root[name]))
                    self.mark(self.root[name].value)

    def unread(self) -> None:
        known = set(self.root)
        for e in self.root.values():
            self.unread_below(e, "the data files", known)

    def unread_below(self, e: DEntry, where: str, known: set[str]) -> None:
        if id(e) not in self.read:
            if e.key in ABOUT:
                if e.key == "source":
                    self.check_source(e.value)
                return
            wanted = self.wanted()
            near = nearest(e.key, wanted)
            self.sink.error("data/unknown-key", e.key_span, f'Nothing reads "{e.key}"',
                            hint=f'Did you mean "{near}"?' if near else "Declare a fact for it, or remove it.")
            return
        if isinstance(e.value, DMap):
            for x in e.value.entries:
                self.unread_below(x, e.key, set(e.value.keys()))
        elif isinstance(e.value, DList):
            for d in e.value.items:
                if isinstance(d, DMap):
                    for x in d.entries:
                        self.unread_below(x, e.key, set(d.keys()))

    def wanted(self) -> set[str]:
        out = {"id", "name", *ABOUT}
        for k in self.model.kinds.values():
            out |= set(k.facts) | {x for f in k.facts.values() for p in f.data for x in p.names} | {x for p in k.data for x in p.names}
        for g in self.model.graphs.values():
            out |= {x for p in g.data for x in p.names}
        return out | set(self.model.table_facts)


def plain(d: Datum) -> object:
    if isinstance(d, DScalar):
        return d.value
    if isinstance(d, DList):
        return [plain(i) for i in d.items]
    return {e.key: plain(e.value) for e in d.entries}


def as_path(e: n.Expr) -> n.Path | None:
    if isinstance(e, n.Name):
        return n.Path(e.span, (e.name,))
    if isinstance(e, n.FieldOf):
        inner = as_path(e.target)
        return n.Path(e.span, (*inner.names, e.name)) if inner else None
    return None


def m_type(d: Datum):  # type: ignore[no-untyped-def]
    """The type of a single datum that no declaration types: decided when things are known."""
    from lawspeaker.interpreter.model.types import FLAG, NUMBER, WRONG
    if isinstance(d, DScalar) and isinstance(d.value, bool):
        return FLAG
    if isinstance(d, DScalar) and isinstance(d.value, int):
        return NUMBER
    if isinstance(d, DList) and all(isinstance(i, DScalar) and isinstance(i.value, int) for i in d.items):
        return ListType(NUMBER)
    return WRONG


def title_of(ident: str) -> str:
    return ident.replace("_", " ").capitalize()
