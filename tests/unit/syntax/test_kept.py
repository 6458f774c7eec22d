"""Texts are read once: what was made of them is kept in memory and on disk, and a broken file costs time only."""
from __future__ import annotations

from pathlib import Path

import pytest

from lawspeaker.interpreter.syntax import data, parse
from lawspeaker.interpreter.syntax.kept import SHORTEST
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Source

LAW = 'game long "Long"\n  players 2\n' + "# a comment\n" * SHORTEST + "kind Stone\n"


def read(text: str) -> tuple[object, list[object]]:
    """As another process would read it."""
    parse._once.cache_clear()
    data._once.cache_clear()
    sink = Sink()
    return parse.parse_file(Source("a.law", text), sink), list(sink.diagnostics)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LAWSPEAKER_CACHE", str(tmp_path))
    parse._once.cache_clear()
    return tmp_path


def shown(found: tuple[object, list[object]]) -> str:
    return repr(found)


def test_what_was_kept_is_what_was_read(folder: Path) -> None:
    first = shown(read(LAW))
    assert len(list(folder.glob("law-*"))) == 1
    assert shown(read(LAW)) == first


def test_mistakes_are_kept_too(folder: Path) -> None:
    wrong = LAW + "kind (\n"
    first, again = read(wrong), read(wrong)
    assert first[1] and shown(again) == shown(first)


@pytest.mark.parametrize("content", [b"", b"no pickle", b"\x80\x05K\x01"])
def test_a_broken_file_costs_time_only(folder: Path, content: bytes) -> None:
    first = shown(read(LAW))
    path = next(folder.glob("law-*"))
    path.write_bytes(content)
    assert shown(read(LAW)) == first
    assert path.stat().st_size > 100


def test_data(folder: Path) -> None:
    text = "".join(f"key_{i}: {i}\n" for i in range(300))
    sink = Sink()
    data._once.cache_clear()
    first = data.load_yaml(Source("a.yaml", text), sink)
    data._once.cache_clear()
    again = data.load_yaml(Source("a.yaml", text), sink)
    assert first is not None and again is not None and repr(first) == repr(again) and len(list(folder.glob("data-*"))) == 1


def test_a_text_is_read_once_in_a_process(folder: Path) -> None:
    sink = Sink()
    assert parse.parse_file(Source("a.law", LAW), sink) is parse.parse_file(Source("a.law", LAW), sink)
