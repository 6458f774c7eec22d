"""The tests of this folder are a package that a command runs, too (`python -m tests.differential`)."""
from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing goes into the cache, and the short budget of these games ends with them."""
    from lawspeaker.interpreter.engine import evaluator, machine
    monkeypatch.setenv("LAWSPEAKER_CACHE", "off")
    monkeypatch.setattr(machine, "BUDGET", machine.BUDGET)
    monkeypatch.setattr(evaluator, "BUDGET", evaluator.BUDGET)
    yield
