"""Every terminal has a human name, and no broken law makes the reader stumble."""
from __future__ import annotations

import random
from pathlib import Path

import pytest

from lawspeaker.interpreter.syntax.grammar import keywords, parser, spellings
from lawspeaker.interpreter.syntax.mistakes import LINE_WORDS
from lawspeaker.interpreter.syntax.parse import parse_file
from lawspeaker.interpreter.syntax.terminals import NAMES, OPERATORS, SENTENCE, VALUE, human
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.render import render_all, to_json, to_sarif
from lawspeaker.interpreter.text.source import Source

ROOT = Path(__file__).resolve().parents[3]
TEXTS = [p.read_text(encoding="utf-8") for p in sorted((ROOT / "tests/language/samples").rglob("*.law"))]


def test_each_terminal_has_a_name() -> None:
    terminals = {t.name for t in parser().terminals if not t.name.startswith("__IGNORE")} | {"_INDENT", "_DEDENT", "$END"}
    assert terminals <= set(NAMES) | set(spellings())
    assert VALUE | OPERATORS | SENTENCE <= terminals
    assert set(LINE_WORDS) <= keywords()


def test_names_read_well() -> None:
    assert human(frozenset({"FROM"})) == ['"from"']
    assert human(frozenset({"NAME", "NUMBER", "LPAR", "_NL"})) == ["a value", "the end of the line"]


@pytest.mark.parametrize("line, meant", [
    ("chose 2 x from y", None), ("requries a = b", "requires"), ("playble any time", "playable"), ("whenver a in b has c", "whenever"),
    ("agian until x", "again"), ("eahc player from p", "each"), ("first givse 3", "gives"), ("area a off Crew", "of"),
    ("choose x form y", "from"), ("choose oen", "one"), ("state x: number or non", "none"),
])
def test_misspelt_words(line: str, meant: str | None) -> None:
    sink = Sink()
    parse_file(Source("x", f"action a\n  {line}\n" + ("    option b \"c\"\n" if "oen" in line else "")), sink)
    if meant is None:                                # reads as a sentence: the checker knows the verbs
        assert sink.diagnostics == []
    elif sink.diagnostics:
        assert f'"{meant}"' in render_all(sink.diagnostics)


JUNK = ["(", ")", "{", "}", "[", "]", '"', "\\", "#", ",", ":", ".", "=", "<", "-", "&", "'", "\t", "\n", "  ", "\x01", "é", "“", "\n  ",
        "if ", "not ", "[FA-", "every ", "for each ", "else", "does\n", " is ", "\r", "\ud800", "\u2028", "\ufeff"]


@pytest.mark.parametrize("seed", range(60))
def test_broken_law_is_told_not_raised(seed: int) -> None:
    chance = random.Random(seed)
    text = chance.choice(TEXTS)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(text) + 1)
        match chance.randrange(4):
            case 0:
                text = text[:at] + chance.choice(JUNK) + text[at:]
            case 1:
                text = text[:at] + text[at + chance.randint(1, 8):]
            case 2:
                text = text[:at] + "".join(chance.choices(JUNK, k=5)) + text[at:]
            case 3:
                other = chance.randrange(len(text) + 1)
                text = text[:at] + text[other:other + 30] + text[at:]
    sink = Sink()
    parse_file(Source("x.law", text), sink)
    assert len(sink.diagnostics) <= 60
    render_all(sink.diagnostics)
    to_sarif(sink.diagnostics)
    for d in to_json(sink.diagnostics):
        assert d["message"] and 1 <= d["line"] <= text.count("\n") + 1
