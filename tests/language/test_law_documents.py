"""Documents `bad/law_*.md`: small games with mistakes that only show when the rules are understood, and what the author is told.

An example is what stands between two ```text blocks: ```law blocks (one file), ```law one and ```law two (expansions of these names),
```yaml blocks (data), each checked together
with the last ```law frame and, where it has none of its own, ```yaml frame block, which are a good game without them.  `pytest --bless` writes the text blocks anew.
"""
from __future__ import annotations

import re
from pathlib import Path

import pytest

from lawspeaker.interpreter.checks import check_program, place
from lawspeaker.interpreter.compile import compile_model
from lawspeaker.interpreter.sources import Added, Sources, core_source
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.render import render_all
from lawspeaker.interpreter.text.source import Source

BAD = Path(__file__).parent / "bad"
DOCUMENTS = sorted(BAD.glob("law_*.md"))
BLOCK = re.compile(r"^```(law frame|yaml frame|law one|law two|law|yaml|text)\n(.*?)^```$", re.M | re.S)
EXPANSIONS = ("one", "two")


def told(frame: str, law: str, data: str, added: dict[str, str] | None = None) -> str:
    """What the author of this game is told; `added` are its expansions."""
    sink = Sink()
    files = [Source(name, text) for name, text in (("frame.law", frame), ("example.law", law)) if text]
    sources = Sources(files, [Source("example.yaml", data)] if data else [], core_source())
    sources.expansions = [expansion(name, text, added or {}) for name, text in (added or {}).items()]
    compiled = compile_model(sources, sink)
    check_program(compiled, Path(), "", sink)
    return render_all(sorted(sink.diagnostics, key=place)) + "\n" if sink.diagnostics else ""


def expansion(name: str, text: str, added: dict[str, str]) -> Added:
    """An expansion as it is woven in, with what its manifest says of the others."""
    def said(word: str) -> frozenset[str]:
        return frozenset(x for x in re.findall(rf"^  {word} (\w+)", text, re.M) if x in added or word == "conflicts")
    return Added(name, name, Path(name), (Source(f"{name}/{name}.law", text),), (), said("loads after") | said("needs"), said("needs"), said("conflicts"))


def examples(text: str) -> list[tuple[str, str, str, dict[str, str]]]:
    """Frame, law, data and expansions of each example."""
    frame, common, law, data, out = "", "", "", "", []
    added: dict[str, str] = {}
    for m in BLOCK.finditer(text):
        match m[1]:
            case "law frame":
                frame = m[2]
            case "yaml frame":
                common = m[2]
            case "law":
                law = m[2]
            case "yaml":
                data = m[2]
            case "law one" | "law two":
                added[m[1].removeprefix("law ")] = m[2]
            case _:
                out.append((frame, law, data or common, added))
                law, data, added = "", "", {}
    return out


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda p: p.stem)
def test_document(document: Path, bless: bool) -> None:
    before = document.read_text(encoding="utf-8")
    found = iter([told(*e) for e in examples(before)])
    now = BLOCK.sub(lambda m: f"```text\n{next(found)}```" if m[1] == "text" else m[0], before)
    if bless and now != before:
        document.write_text(now, encoding="utf-8")
    else:
        assert before == now
    assert "```text\n```" not in now, "an example in which nothing is wrong"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda p: p.stem)
def test_frames_are_good(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    frames = {m[1]: m[2] for m in BLOCK.finditer(text) if m[1].endswith("frame")}
    if frames:
        assert told(frames["law frame"], "", frames.get("yaml frame", "")) == ""
