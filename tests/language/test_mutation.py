"""A misspelt word is never accepted in silence: each word of Fire & Axe and the classics is misspelt, law and data alike.

Only a name that is bound and mentioned nowhere else may have any spelling: nobody could know which was meant.
"""
from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))    # worker processes import mutants.py by its name

import mutants
from mutants import WORD, Mutant, Ruleset

from lawspeaker.interpreter.checks import read_scenarios
from lawspeaker.interpreter.syntax.data import Datum, DEntry, DScalar, load_yaml
from lawspeaker.interpreter.text.diagnostic import Sink

RULESETS = ("tic_tac_toe", "connect_four", "fire_and_axe")
SAMPLE = 300
BINDING = ("game", "kind", "phase", "rule", "score", "bot", "action")      # and the forms of the game


def words_of(d: Datum) -> Iterator[str]:
    if isinstance(d, DScalar):
        yield from WORD.findall(d.raw)
    else:
        for x in d:
            if isinstance(x, DEntry):
                yield from WORD.findall(x.key)
                yield from words_of(x.value)
            else:
                yield from words_of(x)


def mentions(r: Ruleset) -> Counter[str]:
    """How often each word stands in law, data (keys and ids) and scenarios (options, expressions, values)."""
    found: Counter[str] = Counter()
    for s in r.sources.law:
        found.update(s.text[a:z] for a, z in mutants.words_of_law(s.text))
    for s in r.sources.data:
        found.update(w for a, z in mutants.words_of_data(load_yaml(s, Sink())) for w in WORD.findall(s.text[a:z]))
    for s in read_scenarios(r.folder, r.label, Sink()):
        found.update(w for x in (*s.play, *s.refused) for y in (x.who, x.what) for w in WORD.findall(y.text))
        found.update(w for y in (*s.offered, *s.not_offered, *s.players) for w in WORD.findall(y.text))
        found.update(w for e in (*s.given, *s.then) for w in (*WORD.findall(e.key), *words_of(e.value)))
    return found


def exempt(r: Ruleset) -> set[tuple[str, int]]:
    """Places where a name is bound that nothing else mentions, so that it may be spelt in any way; and the parameters of
    moments, which only tell people what a rule is given."""
    found = mentions(r)
    out = set()
    for s in r.sources.law:
        binds = "|".join([*BINDING, *re.findall(r"^form (\w+)", s.text, re.M)])
        for x in re.finditer(rf"^ *(?:{binds}) (\w+)|^  (?:seats|members) (.+)", s.text, re.M):
            group = 1 if x[1] else 2
            out |= {(s.name, x.start(group) + w.start()) for w in WORD.finditer(x[group]) if found[w[0]] == 1}
        for x in re.finditer(r"^moment \w+\((.*)\)", s.text, re.M):
            out |= {(s.name, x.start(1) + p.start()) for p in re.finditer(r"\w+(?=:)", x[1])}
    for s in r.sources.data:
        out |= {(s.name, x.start(1)) for x in re.finditer(r"\bid: (\w+)", s.text) if found[x[1]] == 1}
    return out


def in_processes(name: str, chosen: list[Mutant]) -> list[str]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        parts = pool.map(mutants.accepted, [name] * 8, [chosen[i::8] for i in range(8)])
        return sorted(x for part in parts for x in part)


def candidates(name: str) -> list[Mutant]:
    r = mutants.ruleset(name)
    free = exempt(r)
    return [m for m in r.mutants() if (m.file, m.begin) not in free]


@pytest.mark.parametrize("name", RULESETS)
def test_rulesets_check_without_a_word(name: str) -> None:
    assert mutants.ruleset(name).check() == []


@pytest.mark.parametrize("name", RULESETS)
def test_a_sample_of_misspelt_words(name: str) -> None:
    found = candidates(name)
    assert in_processes(name, found[::max(1, len(found) // SAMPLE)]) == []


@pytest.mark.slow
def test_every_misspelt_word() -> None:
    assert in_processes("fire_and_axe", candidates("fire_and_axe")) == []


@pytest.mark.parametrize("name", RULESETS)
def test_few_words_are_exempt(name: str) -> None:
    """The exemption is for names that nothing mentions, not a way out."""
    r = mutants.ruleset(name)
    assert len(exempt(r)) < len(r.mutants()) // 12
