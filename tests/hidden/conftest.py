"""Games of a few lines, as texts, in a temporary folder."""
from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import lawspeaker
from lawspeaker.interpreter.game import Game

sys.path.insert(0, str(Path(__file__).parent))    # tests import secret_things.py by its name


@pytest.fixture
def law(tmp_path: Path) -> Callable[[str], Game]:
    """Makes a game of a text."""
    def make(text: str) -> Game:
        folder = tmp_path / f"game{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        (folder / "game.law").write_text(text, "utf-8")
        return lawspeaker.load(folder)
    return make
