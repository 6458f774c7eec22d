"""A folder with the small game, and a function that runs scenarios written beside it."""
from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path

import pytest

from lawspeaker.interpreter.game import Game, load
from lawspeaker.interpreter.testing.scenario import Result, run_files

SMALL = Path(__file__).with_name("small_game.py")
HEAD = "- scenario: a test\n  players: [red, blue]\n"


def _write_game(folder: Path) -> Path:
    spec = importlib.util.spec_from_file_location("small_game", SMALL)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    place: Path = module.write_game(folder)
    return place


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the small game; messages name files from its parent."""
    monkeypatch.chdir(tmp_path)
    return _write_game(tmp_path)


@pytest.fixture
def game(small: Path) -> Game:
    return load(small)


@pytest.fixture
def run(small: Path) -> Callable[[str], Result]:
    """The result of one scenario, of which only the keys after `players` are given."""
    def run_one(text: str) -> Result:
        path = small / "scenarios" / "a.yaml"
        path.write_text(HEAD + "".join(f"  {line}\n" for line in text.strip("\n").split("\n")), "utf-8")
        [result] = run_files([path])
        return result
    return run_one
