"""Misspells the words of a ruleset one at a time, and checks the whole again: what test_mutation.py is made of.

Words are those of the law (names, kinds, keywords, ids of rules, also in the holes of texts) and of the data (keys, and
values that are ids).  Free texts and comments are not words.  Only the changed file is read again.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lawspeaker.interpreter import checks
from lawspeaker.interpreter import compile as compiling
from lawspeaker.interpreter.checks import CHECKS, read_scenarios
from lawspeaker.interpreter.citations import Citations, citations
from lawspeaker.interpreter.compile import Compiled, compile_model
from lawspeaker.interpreter.sources import Sources, read_sources
from lawspeaker.interpreter.syntax.data import Datum, DList, DMap, DScalar, load_yaml
from lawspeaker.interpreter.syntax.parse import parse_file
from lawspeaker.interpreter.testing.reading import Scenario
from lawspeaker.interpreter.text.diagnostic import Diagnostic, Sink
from lawspeaker.interpreter.text.source import Source

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
CITE = re.compile(r"[A-Z]{2,}(?:-[A-Z0-9]+)*-[0-9]+")
PARTS = re.compile(r'#[^\n]*|"(?:[^"\\\n]|\\.)*"|\[[A-Z]{2,}[-A-Z0-9]*-[0-9][^\]\n]*\]|[A-Za-z_][A-Za-z0-9_]*')
HOLE = re.compile(r"(?<!\\)\{([^{}]*)\}")
FREE = {"name", "title", "note", "ref"}          # keys whose values are texts


@dataclass(frozen=True)
class Mutant:
    """One word at one place, and what is written instead."""

    file: str
    begin: int
    end: int
    word: str
    wrong: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.word} -> {self.wrong}"


def misspelt(word: str, turn: int) -> str:
    """A slip of typing: two letters swapped, or one dropped, by turns; a single letter becomes two.

    >>> misspelt("hold", 0), misspelt("hold", 1), misspelt("p", 0)
    ('hlod', 'hod', 'pp')
    """
    if len(word) == 1:
        return word + word
    swaps = [i for i in range(len(word) - 1) if word[i] != word[i + 1] and word[i].isalpha() and word[i + 1].isalpha()
             and word[i].isupper() == word[i + 1].isupper()]
    if turn % 2 == 0 and swaps:
        i = swaps[len(swaps) // 3]
        return word[:i] + word[i + 1] + word[i] + word[i + 2:]
    letter = next(i for i in range(len(word) // 2, len(word)) if word[i].isalnum())
    return word[:letter] + word[letter + 1:]


def words_of_law(text: str) -> Iterator[tuple[int, int]]:
    """Where the words of a law file stand."""
    for m in PARTS.finditer(text):
        part = m[0]
        if part.startswith('"'):
            for hole in HOLE.finditer(part):
                yield from ((m.start() + hole.start(1) + w.start(), m.start() + hole.start(1) + w.end()) for w in WORD.finditer(hole[1]))
        elif part.startswith("["):
            yield from ((m.start() + c.start(), m.start() + c.end()) for c in CITE.finditer(part))
        elif not part.startswith("#"):
            yield m.start(), m.end()


def words_of_data(datum: Datum | None) -> Iterator[tuple[int, int]]:
    """Where the keys and ids of a data file stand."""
    if isinstance(datum, DMap):
        for e in datum.entries:
            yield e.key_span.begin, e.key_span.end
            if e.key not in FREE:
                yield from words_of_data(e.value)
    elif isinstance(datum, DList):
        for i in datum.items:
            yield from words_of_data(i)
    elif isinstance(datum, DScalar) and isinstance(datum.value, str):
        yield datum.span.begin, datum.span.end


class Ruleset:
    """A ruleset whose files are read once; `check` reads only what differs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.label = folder.name
        self.sources = read_sources(folder, [], Sink(), self.label)

    def check(self, mutant: Mutant | None = None) -> list[Diagnostic]:
        """What is said of the rules; with one word misspelt, only the first thing that is said of it."""
        sources = self.sources
        if mutant is not None:
            def changed(s: Source) -> Source:
                return s if s.name != mutant.file else Source(s.name, s.text[:mutant.begin] + mutant.wrong + s.text[mutant.end:])
            sources = Sources([changed(s) for s in sources.law], [changed(s) for s in sources.data], sources.core)
        sink = Sink()
        compiled = compile_model(sources, sink)
        for check in CHECKS:
            if mutant is not None and sink.diagnostics:
                break
            check(compiled, self.folder, self.label, sink)
        return sink.diagnostics

    def mutants(self) -> list[Mutant]:
        out: list[Mutant] = []
        same = spellings(self.sources)
        for s in [*self.sources.law, *self.sources.data]:
            places = words_of_law(s.text) if s.name.endswith(".law") else words_of_data(load_yaml(s, Sink()))
            for begin, end in places:
                word = s.text[begin:end]
                if WORD.fullmatch(word) or CITE.fullmatch(word):
                    wrong = misspelt(word, len(out))
                    if {word, wrong} in same:
                        wrong = misspelt(word, len(out) + 1)
                    out.append(Mutant(s.name, begin, end, word, wrong, s.place(begin)[0]))
        return out


def spellings(sources: Sources) -> list[set[str]]:
    """Words that a pattern takes for one another: `die/dice`, `day(s)`."""
    out = []
    for s in (*sources.law, sources.core):
        out += [set(x.groups()) for x in re.finditer(r"\b([a-z_]+)/([a-z_]+)\b", s.text)]
        out += [{x[1], x[1] + "s"} for x in re.finditer(r"\b([a-z_]+)\(s\)", s.text)]
    return out


@cache
def read_once() -> None:
    """Files that were read already are not read again: by law, data and citations alike.  For this process only."""
    def kept(read, known):  # type: ignore[no-untyped-def]
        def again(source: Source, sink: Sink):  # type: ignore[no-untyped-def]
            found = known.get((source.name, source.text))
            if found is None:
                own = Sink()
                found = read(source, own), own.diagnostics
                if not own.diagnostics:
                    known[(source.name, source.text)] = found
            sink.diagnostics.extend(d for d in found[1] if d not in sink.diagnostics)
            return found[0]
        return again
    compiling.parse_file = kept(parse_file, Kept())
    compiling.load_yaml = kept(load_yaml, Kept())
    told: dict[str, Citations] = {}
    scenarios = {}

    def scenarios_once(folder: Path, label: str, sink: Sink) -> list[Scenario]:
        if label not in scenarios:
            scenarios[label] = read_scenarios(folder, label, sink)
        return scenarios[label]
    checks.read_scenarios = scenarios_once

    def citations_once(compiled: Compiled, folder: Path, label: str, sink: Sink, added: object = ()) -> Citations:
        if label not in told:
            told[label] = citations(compiled, folder, label, sink)
        c = told[label]
        return Citations(c.entries, compiled.model.cited, c.scenarios)
    checks.citations = citations_once


class Kept(dict):  # type: ignore[type-arg]
    """The newest few hundred: thousands of mutants are not kept."""

    def __setitem__(self, key: object, value: object) -> None:
        if len(self) < 60:
            super().__setitem__(key, value)


@cache
def ruleset(name: str) -> Ruleset:
    from lawspeaker.interpreter.rulesets import shipped_folders
    return Ruleset(next(p for p in shipped_folders() if p.name == name))


def accepted(name: str, mutants_: list[Mutant]) -> list[str]:
    """Those that nothing is said about, or that make us stumble.  Runs in a process of its own."""
    read_once()
    r = ruleset(name)
    out = []
    for m in mutants_:
        try:
            if not r.check(m):
                out.append(str(m))
        except Exception as e:  # noqa: BLE001 - a stumble is what we look for
            out.append(f"{m}: {type(e).__name__}: {e}")
    return out
