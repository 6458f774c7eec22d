"""From a folder of law and data to programs: the order of all passes, in one place.

parse (syntax) → collect (model) → data → make_program (form 3) → print (Python source).  Problems are collected in a sink; only
the façade (game.py) raises.
"""
from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.from_data import DataReader, FactOrigin
from lawspeaker.interpreter.model.from_syntax import Collector
from lawspeaker.interpreter.sources import Sources as Sources
from lawspeaker.interpreter.sources import core_source as core_source
from lawspeaker.interpreter.sources import read_sources as read_sources
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.syntax.data import load_yaml
from lawspeaker.interpreter.syntax.parse import parse_file
from lawspeaker.interpreter.text.diagnostic import Diagnostic, Sink


@dataclass(slots=True)
class Compiled:
    """A ruleset as a model, with what was noticed on the way."""

    model: m.Model
    origins: list[FactOrigin]
    files: list[n.File]
    readable: bool = True        # false: some declarations are missing, because a file has mistakes in its writing
    lost: frozenset[str] = frozenset()           # words of the declarations that could not be read: they may declare them


def compile_model(sources: Sources, sink: Sink) -> Compiled:
    """Syntax and model of the sources; what is wrong goes to the sink.

    What could not be read may declare any word it has: nothing is said of these, which would be blamed on others.
    """
    core = parse_file(sources.core, sink)
    files = [parse_file(s, sink) for s in sources.law]
    data = [load_yaml(s, sink) for s in sources.data]
    overlays = [load_yaml(s, sink) for s in sources.overlays]
    readable = not sink.failed
    lost = frozenset() if readable else lost_words(files)
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
    if not readable and all(d is not None for d in data):
        sink.diagnostics.extend(d for d in told.diagnostics if d.severity == "error" and not speaks_of(d, lost))
    return Compiled(model, reader.origins, files, readable, lost)


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


def speaks_of(d: Diagnostic, words: Collection[str]) -> bool:
    """Whether a message is about one of these words, or about the game as a whole."""
    quoted = {w for q in QUOTED.findall(f"{d.title} {d.hint}") for w in WORD.findall(q)}
    return d.code.startswith(WHOLE_GAME) or bool(quoted & set(words))
