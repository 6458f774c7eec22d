"""From a folder of law and data to programs: the order of all passes, in one place.

parse (syntax) → collect (model) → data → make_program (form 3) → print (Python source).  Problems are collected in a sink; only
the façade (game.py) raises.
"""
from __future__ import annotations

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
from lawspeaker.interpreter.text.diagnostic import Sink


@dataclass(slots=True)
class Compiled:
    """A ruleset as a model, with what was noticed on the way."""

    model: m.Model
    origins: list[FactOrigin]
    files: list[n.File]
    readable: bool = True        # false: some declarations are missing, because a file has mistakes in its writing


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
