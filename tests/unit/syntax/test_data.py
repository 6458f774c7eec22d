"""YAML → data with places."""
from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from lawspeaker.interpreter.syntax.data import Datum, DList, DMap, DScalar, at, load_yaml, plain, validate
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.render import render_all
from lawspeaker.interpreter.text.source import Source

ROOT = Path(__file__).resolve().parents[3]
FILES = sorted(p for folder in ("rulesets", "plugins") for p in (ROOT / folder).rglob("*.yaml"))


def load(text: str) -> Datum:
    sink = Sink()
    datum = load_yaml(Source("x.yaml", text), sink)
    assert datum is not None and sink.diagnostics == []
    return datum


def test_values() -> None:
    found = load('a: 5\nb: +5\nc: "5"\nd: true\ne: null\nf:\ng: yes\nh: 1.5\ni: 2024-01-02\nj: -3\nk: [1, x]\nl: {m: n}\no: FALSE\n'
                 "p: !!str 7\n1: one\n")
    assert plain(found) == {"a": 5, "b": 5, "c": "5", "d": True, "e": None, "f": None, "g": "yes", "h": "1.5", "i": "2024-01-02", "j": -3,
                            "k": [1, "x"], "l": {"m": "n"}, "o": False, "p": "7", "1": "one"}
    b, c = at(found, ("b",)), at(found, ("c",))
    assert isinstance(b, DScalar) and b.raw == "+5" and not b.quoted
    assert isinstance(c, DScalar) and c.raw == "5" and c.quoted


def test_places() -> None:
    found = load("# towns\ntowns:\n  - id: bayeux\n    value: 4   # four\n  - {id: rouen, value: 5}\nnote: >-\n  long\n  text\n\n# end\n")
    assert isinstance(found, DMap)
    first, second = at(found, ("towns", 0)), at(found, ("towns", 1))
    assert isinstance(first, DMap) and isinstance(second, DMap)
    assert (first.span.line, first.span.column) == (3, 5) and first.span.text.endswith("value: 4   # four")
    assert second.span.text == "{id: rouen, value: 5}"
    value = first.entry("value")
    assert value is not None and value.key_span.text == "value" and value.value.span.text == "4" and value.value.span.line == 4
    note = found.get("note")
    assert note is not None and plain(note) == "long text" and note.span.text == ">-\n  long\n  text"
    assert found.keys() == ("towns", "note") and "note" in found and found.get("x") is None


@pytest.mark.parametrize("text", ["", "# nothing\n", "\n\n"])
def test_empty_file(text: str) -> None:
    assert plain(load(text)) is None


def test_bom_and_line_ends() -> None:
    found = load("\ufeffa: 1\r\nb: 2\r\n")
    assert isinstance(found, DMap) and plain(found) == {"a": 1, "b": 2}
    assert [e.key_span.text for e in found] == ["a", "b"]


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_all_data_that_there_are(path: Path) -> None:
    waiting: list[Datum] = [load(path.read_text(encoding="utf-8"))]
    while waiting:
        d = waiting.pop()
        match d:
            case DMap():
                assert all(e.key_span.text.strip("\"'") == e.key for e in d)
                waiting += [e.value for e in d]
            case DList():
                waiting += d.items
            case DScalar():
                assert d.quoted or " ".join(d.span.text.split()) == " ".join(d.raw.split())


HOSTILE = {
    "5 MB": ("a: 1\n" * 1_000_000, "data/file-too-large"),
    "zero": ("a: 1\0\n", "data/not-text"),
    "deep": ("[" * 100_000, "data/too-deep"),
    "deep map": ("\n".join(" " * i + "a:" for i in range(500)), "data/too-deep"),
    "bomb": ("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", "data/alias"),
    "python": ("a: !!python/object/apply:os.system [ls]\n", "data/tag"),
    "cut off": ("a: [1, 2\n", "data/not-yaml"),
    "tab": ("a:\n\tb: 1\n", "data/not-yaml"),
    "quotes": ('"' * 10_000, "data/not-yaml"),
    "colons": (":" * 100_000, "data/not-yaml"),
    "same key": ("a: 1\na: 2\n", "data/two-same-keys"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts(name: str) -> None:
    text, code = HOSTILE[name]
    sink = Sink()
    began = time.process_time()
    load_yaml(Source("x.yaml", text), sink)
    assert sink.diagnostics[0].code == code
    assert time.process_time() - began < 20


JUNK = ["[", "]", "{", "}", '"', "'", "\\", "#", ",", ": ", "- ", "&a ", "*a", "!!x ", "|\n", ">-\n", "---\n", "? ", "%YAML 1.9\n", "...\n",
        "\t", "\n", "  ", "\x01", "é", "\r", "\x85", "\u2028", "@", "`", "<<: "]


@pytest.mark.parametrize("seed", range(60))
def test_broken_data_are_told_not_raised(seed: int) -> None:
    chance = random.Random(seed)
    text = chance.choice(FILES).read_text(encoding="utf-8")[:6_000]
    for _ in range(chance.randint(1, 5)):
        place = chance.randrange(len(text) + 1)
        text = text[:place] + "".join(chance.choices(JUNK, k=chance.randint(0, 3))) + text[place + chance.randint(0, 6):]
    sink = Sink()
    datum = load_yaml(Source("x.yaml", text), sink)
    assert datum is not None or sink.failed
    render_all(sink.diagnostics)


def test_validate_says_whether_all_is_well() -> None:
    schema = {"type": "array", "items": {"type": "integer"}}
    sink = Sink()
    assert validate(load("[1, 2]"), schema, sink) and not sink.diagnostics
    assert not validate(load("[1, x]"), schema, sink)
    assert [(d.code, d.span.text) for d in sink.diagnostics if d.span] == [("data/wrong-type", "x")]


def test_validate_keeps_the_number_of_messages_small() -> None:
    sink = Sink()
    validate(load("[" + ", ".join(["x"] * 200) + "]"), {"items": {"type": "integer"}}, sink)
    assert len(sink.diagnostics) == 51 and sink.diagnostics[-1].code == "data/too-many-mistakes"


@pytest.mark.parametrize("schema, text, code, place", [
    ({"properties": {"colour": {}}, "additionalProperties": False}, "color: 1", "data/unknown-key", "color"),
    ({"required": ["id"]}, "a: 1\n", "data/missing-key", "a"),
    ({"properties": {"a": {"const": 3}}}, "a: 4", "data/not-one-of", "4"),
    ({"properties": {"a": {"exclusiveMinimum": 3}}}, "a: 3", "data/out-of-range", "3"),
    ({"propertyNames": {"pattern": "^[a-z]+$"}}, "A1: 3", "data/not-of-form", "A1"),
    ({"properties": {"a": {"oneOf": [{"type": "integer"}, {"type": "null"}]}}}, "a: x", "data/not-of-form", "x"),
    ({"properties": {"a": {"not": {}}}}, "a: x", "data/not-of-form", "x"),
    ({"properties": {"a": {"uniqueItems": True}}}, "a: [x, x]", "data/twice-in-list", "[x, x]"),
])
def test_places_of_mistakes(schema: dict[str, object], text: str, code: str, place: str) -> None:
    sink = Sink()
    validate(load(text), schema, sink)
    assert [(d.code, d.span.text) for d in sink.diagnostics if d.span] == [(code, place)]
