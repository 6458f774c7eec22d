"""No law, no data and no folder reaches Python, files, imports or the network: each way that somebody may try is a case.

Everything happens in a process of its own that is watched by an audit hook (watched.py), with Python in all folders that
would leave a trace if it were run, and a secret outside that must be in nothing that is said.  What printed programs reach is
read off their source (printed.py).

What is trusted: the interpreter, Python plugins (`lawspeaker list` marks them), and the cache, whose files are programs.  It
lies in the folder of the user, under names that are hashes; no ruleset or expansion can name or bring a file of it.
"""
from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))    # tests import the modules beside them by name
from escape_cases import CASES, DATA, GAME, RULES, SCENARIO, SCREEN, Case  # noqa: E402
from printed import ways_out  # noqa: E402

HERE = Path(__file__).parent
LONGEST = 10.0
SECRET = "Sesam-4711"
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")
ALL = ("check", "explain", "trace", "test", "simulate", "play")


class Watched:
    """The process that is watched: one question, one answer; begun anew where a case has ended it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.process: subprocess.Popen[str] | None = None

    def begin(self) -> None:
        """Begin, and get warm: what is imported for all commands is nothing that a ruleset brings about."""
        self.process = subprocess.Popen([sys.executable, "-P", str(HERE / "watched.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        encoding="utf-8", env={**os.environ, "LAWSPEAKER_CACHE": str(self.root / "cache"), "LAWSPEAKER_PATH": ""})
        for ruleset in ("small", "broken"):
            answer = self.ask(folder=str(self.root), ruleset=ruleset, commands=ALL, words=["take_coin"], **{"with": []})
            assert "crash" not in answer and answer["loads"] == (ruleset == "small"), answer

    def ask(self, **order: Any) -> dict[str, Any]:
        if self.process is None:
            self.begin()
        assert self.process is not None and self.process.stdin is not None and self.process.stdout is not None
        watchdog = threading.Timer(LONGEST, self.process.kill)
        watchdog.start()
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        watchdog.cancel()
        if not line:
            self.end()
        assert line, f"it was ended, or took more than {LONGEST} s"
        answer: dict[str, Any] = json.loads(line)
        return answer

    def end(self) -> None:
        if self.process is not None:
            self.process.communicate()
            self.process = None


class Here:
    """Where a case is written, and asked about."""

    def __init__(self, watched: Watched, root: Path) -> None:
        self.watched, self.root = watched, root
        self.canary = root / "canary"
        (root / "outside").mkdir()
        (root / "outside" / "secret.yaml").write_text(f"coins:\n  - {{id: penny, worth: {SECRET}}}\n", "utf-8")
        self.write({"small/game.law": GAME, "small/data/coins.yaml": DATA, "small/scenarios/end.yaml": SCENARIO, "small/screen.yaml": SCREEN,
                    "small/rules.yaml": RULES})

    def write(self, files: dict[str, str]) -> None:
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.replace("@CANARY@", str(self.canary)).replace("@SECRET@", str(self.root / "outside" / "secret.yaml")), "utf-8")

    def ask(self, ruleset: str = "small", expansions: tuple[str, ...] = (), commands: tuple[str, ...] = ("check",), words: tuple[str, ...] = ("take_coin",),
            settings: dict[str, object] | None = None) -> dict[str, Any]:
        answer = self.watched.ask(folder=str(self.root), ruleset=ruleset, commands=commands, words=words, settings=settings, **{"with": expansions})
        said = answer.get("said", "")
        assert not answer.get("crash"), answer["crash"]
        assert not answer["unexpected"], answer["unexpected"]
        assert not answer["printed"], answer["printed"][:10]
        assert not self.canary.exists()
        assert SECRET not in said
        assert "Traceback" not in said and "mistake in lawspeaker" not in said, said[-3000:]
        assert all(code in (0, 1, 2) for _, code in answer["codes"]), answer["codes"]
        assert not CONTROL.search(said), repr(CONTROL.search(said))
        return answer


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    found = Watched(tmp_path_factory.mktemp("watched"))
    Here(found, found.root).write({"broken/game.law": "game broken\n", "broken/data/x.yaml": "a: [\n"})
    yield found
    found.end()


@pytest.fixture
def here(watched: Watched, tmp_path: Path) -> Here:
    return Here(watched, tmp_path)


def test_there_are_many_ways() -> None:
    assert len(CASES) >= 30


@pytest.mark.parametrize("name", CASES)
def test_no_way_out(here: Here, name: str) -> None:
    case: Case = CASES[name]
    law = GAME
    for old, new in case.change:
        assert old in law, old
        law = law.replace(old, new)
    here.write({"small/game.law": law, **({"more/more.law": case.more} if case.more is not None else {}), **case.files})
    if case.prepare is not None:
        case.prepare(here.root)
    expansions = case.expansions if case.more is not None else ()
    answer = here.ask(case.ruleset, expansions, case.commands, settings=case.settings)
    assert answer["loads"] == case.loads, answer["said"][-3000:]
    assert case.says in answer["said"], answer["said"][-3000:]
