"""Formatting keeps the meaning, is done in one go, and does not touch law that is laid out well."""
from __future__ import annotations

import random
from pathlib import Path

import pytest

from lawspeaker.interpreter.syntax.parse import parse_file
from lawspeaker.interpreter.syntax.show import Lexeme, format_file, lexemes, shape
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Source

ROOT = Path(__file__).resolve().parents[3]
LAWS = sorted(p for folder in ("grammars", "rulesets", "plugins", "tests/language/samples") for p in (ROOT / folder).rglob("*.law"))


def formatted(text: str) -> str:
    sink = Sink()
    result = format_file(Source("x.law", text), sink)
    assert sink.diagnostics == []
    return result


def meaning(text: str) -> object:
    return shape(parse_file(Source("x.law", text), Sink()))


@pytest.mark.parametrize("path", LAWS, ids=lambda p: str(p.relative_to(ROOT)))
def test_all_law_is_in_canonical_layout(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert formatted(text) == text


def spread(x: Lexeme, chance: random.Random) -> str:
    """The spaces before a lexeme, changed where that changes nothing."""
    return " " * chance.choice([1, 1, 2, 3]) if x.gap > 0 else ""


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("path", LAWS, ids=lambda p: str(p.relative_to(ROOT)))
def test_any_layout_becomes_canonical(path: Path, seed: int) -> None:
    text, chance = path.read_text(encoding="utf-8"), random.Random(seed)
    untidy = []
    for line in text.split("\n"):
        level = (len(line) - len(line.lstrip())) // 2
        indent = ("    ", "\t", "   ")[seed] * level
        untidy.append(indent + "".join(spread(x, chance) + x.text for x in lexemes(line.lstrip())) + chance.choice(["", "  "]))
        if chance.random() < 0.05:
            untidy += ["", "", "# a remark", ""]
    result = formatted("\n".join(untidy))
    assert meaning(result) == meaning(text)
    assert formatted(result) == result


def test_what_it_does() -> None:
    assert formatted("""\
\ufeffkind  Good
    fact  x :number=-3   # why
    # of the kind

    row  r [ Colour ]of Good ,up  to 4      [AB-1,AB-2]


to pay {n:number} day(s) die/dice
    set x to max( a,b )-1*( c+2 )
    # at the end
value y={a ,b}
value z = (p in players
    where p.x)
""") == """\
kind Good
  fact x: number = -3    # why
  # of the kind

  row r[Colour] of Good, up to 4            [AB-1, AB-2]

to pay {n: number} day(s) die/dice
  set x to max(a, b) - 1 * (c + 2)
  # at the end
value y = {a, b}
value z = (p in players
    where p.x)
"""


@pytest.mark.parametrize("text", ["", "\n\n", "# a\n", "value x = 1", "\tvalue x = 1\n", "x\r\n"])
def test_small_texts(text: str) -> None:
    result = formatted(text)
    assert formatted(result) == result


def test_broken_law_stays_as_it_is() -> None:
    sink = Sink()
    text = "value  x = = 1\n"
    assert format_file(Source("x.law", text), sink) == text
    assert [d.code for d in sink.diagnostics] == ["syntax/unknown-word"] or sink.failed


def test_tabs_and_spaces_that_do_not_agree_are_left_alone() -> None:
    sink = Sink()
    text = "action a\n  does\n\tstop\n"
    assert format_file(Source("x.law", text), sink) == text
    assert sink.failed
