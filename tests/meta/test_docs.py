"""What the documents show is true: law is checked, commands are run, files are written as shown, outputs are compared.

In docs/language.md
  ```law            a fragment of the example of the page; all of them together, with the data, are checked as one ruleset
  ```law beginning with `game` on a line of its own name: a ruleset of its own (but for the example itself, which comes in parts)
  ```step           steps, each block put into a move of the example
  ```law unbuilt, ```step unbuilt   parse, and are refused with `language/not-built-yet`
  ```law expansion  an expansion of the example; all of them are woven into it, and it is played
  ```yaml NAME      a data file of the example; if NAME begins with that of an expansion (`storms/data/…`), of this one
In docs/tutorial.md, in order, in a folder with a copy of the rulesets: see pages.py
"""
from __future__ import annotations

import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import lawspeaker
from lawspeaker.interpreter.bots import Lots
from lawspeaker.interpreter.check import check_woven
from lawspeaker.interpreter.checks import check_ruleset
from lawspeaker.interpreter.compile import Sources, core_source
from lawspeaker.interpreter.rulesets import find_ruleset
from lawspeaker.interpreter.syntax.parse import parse_file
from lawspeaker.interpreter.text.diagnostic import Diagnostic, Sink
from lawspeaker.interpreter.text.render import render_all
from lawspeaker.interpreter.text.source import Source

sys.path.insert(0, str(Path(__file__).parent))

from pages import BLOCK, ROOT, follow

EXAMPLE = "game fjord_market"


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block: where it begins, its language, what stands behind it, its text."""

    line: int
    language: str
    info: str
    text: str


def blocks(name: str) -> list[Block]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return [Block(text.count("\n", 0, m.start()) + 1, m[1], m[2] or "", m[3]) for m in BLOCK.finditer(text)]


def as_law(block: Block) -> str:
    """Steps become a move of the example, with the places that its deeds can count on."""
    if block.language != "step":
        return block.text
    body = "".join(f"    {line}\n" if line else "\n" for line in block.text.splitlines())
    return f'deed steps_{block.line} "Steps"\n  does\n{body}'


def checked(law: list[Source], data: list[Source]) -> list[Diagnostic]:
    sink = Sink()
    check_ruleset(Sources(law, data, core_source()), ROOT / "docs", "docs", sink)
    return sink.diagnostics


LANGUAGE = [b for b in blocks("docs/language.md") if b.language in ("law", "step", "yaml")]
ALONE = [b for b in LANGUAGE if b.language == "law" and b.text.startswith("game ") and not b.text.startswith(EXAMPLE)]
UNBUILT = [b for b in LANGUAGE if b.info == "unbuilt"]
EXPANSIONS = {b.text.split()[1]: b for b in LANGUAGE if b.info == "expansion"}
OF_EXPANSIONS = [b for b in LANGUAGE if b.language == "yaml" and b.info.split("/")[0] in EXPANSIONS]
PARTS = [b for b in LANGUAGE if b not in (*ALONE, *UNBUILT, *EXPANSIONS.values(), *OF_EXPANSIONS)]


def named(block: Block) -> Source:
    return Source(f"language.md:{block.line}", as_law(block))


def example() -> tuple[list[Source], list[Source]]:
    law = [named(b) for b in PARTS if b.language != "yaml"]
    return law, [Source(b.info, b.text) for b in PARTS if b.language == "yaml"]


@pytest.mark.parametrize("block", [b for b in LANGUAGE if b.language != "yaml"], ids=lambda b: str(b.line))
def test_every_block_parses(block: Block) -> None:
    sink = Sink()
    parse_file(named(block), sink)
    assert not sink.diagnostics, render_all(sink.diagnostics)


@pytest.mark.parametrize("block", ALONE, ids=lambda b: str(b.line))
def test_games_are_complete(block: Block) -> None:
    found = checked([named(block)], [])
    assert not found, render_all(found)


def test_the_example_holds_together() -> None:
    found = checked(*example())
    assert not found, render_all(found)


def woven(folder: Path) -> list[str]:
    """The example as a folder, and its expansions beside it; the folders of these."""
    law, data = example()
    texts = {f"fjord_market/{i:02}.law": s.text for i, s in enumerate(law)} | {f"fjord_market/{s.name}": s.text for s in data}
    texts |= {f"{name}/{name}.law": b.text for name, b in EXPANSIONS.items()} | {b.info: b.text for b in OF_EXPANSIONS}
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return [str(folder / name) for name in EXPANSIONS]


def test_the_expansions_are_woven_in(tmp_path: Path) -> None:
    assert len(EXPANSIONS) > 1
    folders = woven(tmp_path)
    sink = Sink()
    ruleset = find_ruleset(tmp_path / "fjord_market", sink)
    assert ruleset is not None
    check_woven(ruleset, folders, sink)
    assert not sink.diagnostics, render_all(sink.diagnostics)
    for wanted in ([], folders):
        state = lawspeaker.load(tmp_path / "fjord_market", wanted).new(2, seed=1)
        lots = Lots(1)
        for _ in range(50):
            if not state.over:
                state.step(lots.below(state.count))
        assert state.history


@pytest.mark.parametrize("block", UNBUILT, ids=lambda b: str(b.line))
def test_what_is_not_built_says_so(block: Block) -> None:
    law, data = example()
    found = checked([*law, named(block)], data)
    assert "language/not-built-yet" in {d.code for d in found}, render_all(found) or "it is built"


# ---- the tutorial -------------------------------------------------------------------------------------------------
TUTORIAL = ROOT / "docs/tutorial.md"
needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="the blocks are written for a Unix shell")


@needs_bash
def test_the_tutorial_can_be_followed(tmp_path: Path) -> None:
    """All but the part on the large game, which takes its time."""
    text = TUTORIAL.read_text(encoding="utf-8")
    begin, end = text.index("## 3. "), text.index("## 4. ")
    follow("tutorial.md", text[:begin] + "\n" * text.count("\n", begin, end) + text[end:], tmp_path / "tutorial", False)


@needs_bash
@pytest.mark.slow
def test_the_whole_tutorial_can_be_followed(tmp_path: Path, bless: bool) -> None:
    text = TUTORIAL.read_text(encoding="utf-8")
    now = follow("tutorial.md", text, tmp_path / "tutorial", bless)
    if bless:
        TUTORIAL.write_text(now, encoding="utf-8")


@pytest.mark.parametrize("name", ["docs/language.md", "docs/verbs.md", "docs/tutorial.md"])
def test_links_lead_somewhere(name: str) -> None:
    page = ROOT / name
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


def test_the_map_names_files_that_exist() -> None:
    """ARCHITECTURE.md speaks of Python files by their names alone."""
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    here = {p.name for folder in ("interpreter", "plugins", "cli", "tests", "src/lawspeaker") for p in (ROOT / folder).rglob("*.py")}
    assert sorted({n for n in re.findall(r"`(?:[\w/]*/)?(\w+\.py)`", page)} - here) == []
