"""From a folder of law and data to programs: the order of all passes, in one place.

parse (syntax) → weave → collect (model) → data → make_program (form 3) → print (Python source).  Problems are collected in a sink; only
the façade (game.py) raises.
"""
from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from lawspeaker.interpreter.contributed import contributions
from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.checks import undecided
from lawspeaker.interpreter.model.conditions import Conditions
from lawspeaker.interpreter.model.from_data import DataReader, FactOrigin
from lawspeaker.interpreter.model.from_syntax import Collector
from lawspeaker.interpreter.model.libraries import known_only, words_only
from lawspeaker.interpreter.model.walk import walk
from lawspeaker.interpreter.model.weave import Part, Woven, weave
from lawspeaker.interpreter.program.program import Program
from lawspeaker.interpreter.sources import Added
from lawspeaker.interpreter.sources import Sources as Sources
from lawspeaker.interpreter.sources import core_source as core_source
from lawspeaker.interpreter.sources import read_sources as read_sources
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.syntax.data import DEntry, DMap, load_yaml
from lawspeaker.interpreter.syntax.parse import parse_file
from lawspeaker.interpreter.text.diagnostic import Diagnostic, Sink
from lawspeaker.interpreter.text.files import belongs


@dataclass(slots=True)
class Compiled:
    """A ruleset as a model, with what was noticed on the way."""

    model: m.Model
    origins: list[FactOrigin]
    files: list[n.File]
    readable: bool = True        # false: some declarations are missing, because a file has mistakes in its writing
    lost: frozenset[str] = frozenset()           # words of the declarations that could not be read: they may declare them
    woven: Woven = field(default_factory=Woven)
    lent: frozenset[str] = frozenset()           # files of libraries: nobody need use all of their words
    added: tuple[Added, ...] = ()                # the expansions that are woven in
    settings: dict[str, Any] = field(default_factory=dict)       # as they were given
    program: Program | None = None                # made of it for the fewest players, once it was checked


def compile_model(sources: Sources, sink: Sink, settings: Mapping[str, Any] | None = None) -> Compiled:
    """Syntax and model of the sources, expansions woven in; what is wrong goes to the sink.  Settings decide which `when` parts apply.

    What could not be read may declare any word it has: nothing is said of these, which would be blamed on others.
    """
    core = parse_file(sources.core, sink)
    files = [parse_file(s, sink) for s in sources.law]
    added = [(x, [parse_file(s, sink) for s in x.law]) for x in sources.expansions]
    libraries = [parse_file(s, sink) for s in sources.all_libraries()]
    data = [load_yaml(s, sink) for s in (*sources.data, *(s for x in sources.expansions for s in x.data))]
    overlays = [load_yaml(s, sink) for s in sources.overlays]
    readable = not sink.failed
    words_only(libraries, sink)
    everything = [*files, *libraries, *(f for _, own in added for f in own)]
    lost = frozenset() if readable else lost_words(everything)
    told = sink if readable else Sink()
    parts = [Part(x.name, tuple(own), x.after, x.needs, x.conflicts) for x, own in added]
    known_only(everything, lambda: contributions().verbs, told)
    woven = weave([*files, *libraries], parts, conditions(everything, [x.name for x in sources.expansions], settings or {}), told)
    collector = Collector(told, expansion_with_form)
    collector.collect(core.declarations, core=True)
    collector.collect(woven.declarations)
    collector.cite(woven.gone)
    model = collector.finish()
    undecided.check(model, parts, told)
    note_asked(everything, model)
    reader = DataReader(model, told)
    for d in data:
        reader.merge(d)
    for d in overlays:
        reader.overlay(d)
    reader.things()
    reader.table_facts(collector.table_paths)
    reader.graphs()
    reader.idle(woven.idle)
    reader.unread()
    lost |= collector.lost
    if not readable:
        lost |= {name for e in reader.root.values() for name in keys_of(e)}
    if not readable and all(d is not None for d in data):
        sink.diagnostics.extend(d for d in told.diagnostics if d.severity == "error" and not speaks_of(d, lost))
    return Compiled(model, reader.origins, everything, readable, lost, woven, frozenset(f.span.file for f in libraries), tuple(sources.expansions), dict(settings or {}))


def conditions(files: list[n.File], expansions: list[str], given: Mapping[str, Any]) -> Conditions:
    """What `when` parts may ask for: the expansions that are woven in, and the settings as they are given or as they start."""
    settings: dict[str, Any] = {}
    for x in settings_in(files):
        start = x.default.value if isinstance(x.default, (n.Flag, n.Number)) else 0
        settings[x.name] = given.get(x.name, start)
    return Conditions(frozenset(expansions), settings, ranges_of(files), installed)


def settings_in(files: list[n.File]) -> Iterator[n.Field]:
    """The settings that a game and its expansions declare."""
    for f in files:
        for d in f.declarations:
            for x in d.members if isinstance(d, n.Entry) and d.word in ("game", "expansion") else ():
                if isinstance(x, n.Field) and x.word == "setting":
                    yield x


def ranges_of(files: list[n.File]) -> dict[str, range]:
    """What the settings with a range can be."""
    return {x.name: range(x.type.low, x.type.high + 1) for x in settings_in(files) if isinstance(x.type, n.RangeType) and isinstance(x.type.high, int)}


def installed() -> frozenset[str]:
    """The names of all expansions there are; looked for only where law speaks of one that is not played with."""
    from lawspeaker.interpreter.extensions import expansions
    return frozenset(x.name for x in expansions())


def expansion_with_form(form: str) -> str:
    """The expansion whose law declares a form of this name, by the look of it; looked for only where nobody else declares it."""
    from lawspeaker.interpreter.extensions import expansions
    pattern = re.compile(rf"^form +{re.escape(form)}\b", re.M)
    return next((x.name for x in expansions() if any(pattern.search(p.read_text("utf-8", "replace")) for p in x.folder.glob("*.law") if belongs(p, x.folder))), "")


def note_asked(files: list[n.File], model: m.Model) -> None:
    """A setting that only decides which parts apply is used."""
    for f in files:
        for d in f.declarations:
            for x in walk(d) if isinstance(d, n.Together) else ():
                for y in walk(x.condition) if isinstance(x, n.Together) else ():
                    if isinstance(y, n.Name) and y.name in model.settings:
                        model.settings[y.name].used = True


WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
QUOTED = re.compile(r'"([^"]+)"')
WHOLE_GAME = ("game/", "phase/nothing", "rule/no-moment", "data/unknown-key", "move/none")      # what a lost declaration may bring about


def lost_words(files: list[n.File]) -> frozenset[str]:
    """All words outside the declarations that were read."""
    out: set[str] = set()
    for f in files:
        text, at = f.span.source.text, 0
        for d in [*f.declarations, None]:
            end = d.span.begin if d is not None else len(text)
            out.update(WORD.findall(text[at:end]))
            at = d.span.end if d is not None else end
    return frozenset(out)


def keys_of(e: DEntry) -> set[str]:
    """A key of the data and all keys below it."""
    return {e.key} | ({k for x in e.value.entries for k in keys_of(x)} if isinstance(e.value, DMap) else set())


def speaks_of(d: Diagnostic, words: Collection[str]) -> bool:
    """Whether a message is about one of these words, or about the game as a whole."""
    quoted = {w for q in QUOTED.findall(f"{d.title} {d.hint}") for w in WORD.findall(q)}
    return d.code.startswith(WHOLE_GAME) or bool(quoted & set(words))
