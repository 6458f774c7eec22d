"""The README can be followed word for word: its blocks marked `run` are run, in order, in a copy of the rules.

```sh run        the block must end with exit code 0
```sh run=1      … with exit code 1
```python run    the same, as a Python program
```yaml run      the same, as scenarios
"""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(\w+)(?: +run(?:=(\d+))?)?[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RUN = re.compile(r"^```\w+ +run")


def budget() -> None:
    """Of processor time, in the process that begins: a busy machine is no mistake."""
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, (120, 120))


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block: where it begins, its language, its text, and the exit code if it is to be run."""

    line: int
    language: str
    text: str
    code: int | None


def blocks(name: str) -> list[Block]:
    text = (ROOT / name).read_text(encoding="utf-8")
    found = []
    for match in BLOCK.finditer(text):
        code = int(match.group(2) or 0) if RUN.match(match.group()) else None
        found.append(Block(text.count("\n", 0, match.start()) + 1, match.group(1), match.group(3), code))
    return found


def environment() -> dict[str, str]:
    """With the folder of this Python first, where its `lawspeaker` is."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    return {**os.environ, "PATH": path, "NO_COLOR": "1", "COLUMNS": "120"}


def command(block: Block, folder: Path) -> list[str]:
    """How a block is run."""
    match block.language:
        case "python":
            return [sys.executable, "-c", block.text]
        case "yaml":
            (folder / "shown.yaml").write_text(block.text, encoding="utf-8")
            return ["lawspeaker", "test", "shown.yaml"]
        case _:
            return ["bash", "-euc", block.text]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("readme")
    shutil.copytree(ROOT / "rulesets", place / "rulesets")
    return place


@pytest.mark.skipif(shutil.which("lawspeaker", path=environment()["PATH"]) is None, reason="lawspeaker is not installed")
@pytest.mark.skipif(shutil.which("bash") is None, reason="the blocks are written for a Unix shell")
def test_the_blocks_do_what_they_say(folder: Path) -> None:
    to_run = [block for block in blocks("README.md") if block.code is not None]
    assert len(to_run) >= 5
    for block in to_run:
        done = subprocess.run(
            command(block, folder), cwd=folder, env=environment(), capture_output=True, text=True, preexec_fn=budget, stdin=subprocess.DEVNULL
        )
        place = f"README.md:{block.line}\n{block.text}\n{done.stdout}{done.stderr}"
        assert done.returncode == block.code, place
        assert "Traceback" not in done.stderr, place


def test_the_law_that_is_shown_is_the_law_that_is_shipped() -> None:
    whole = next(block for block in blocks("README.md") if block.language == "law" and block.text.startswith("game "))
    shipped = (ROOT / "rulesets/classics/tic_tac_toe/tic_tac_toe.law").read_text(encoding="utf-8")
    lines = [line for line in shipped.splitlines() if not line.startswith("#")]
    assert [line for line in whole.text.replace("my_game", "tic_tac_toe").splitlines() if line] == [x for x in lines if x]


@pytest.mark.parametrize("name", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/glossary.md", "examples/README.md",
                                  "examples/lawspeaker-mead/README.md"])
def test_links_lead_somewhere(name: str) -> None:
    page = ROOT / name
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert missing == []
