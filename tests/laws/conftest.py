"""What must hold for every ruleset that is shipped: each law is run for all of them, alone at every number of players, with expansions at
the fewest and the most."""
from __future__ import annotations

import sys
from pathlib import Path

import pytest

from lawspeaker.interpreter.rulesets import rulesets

sys.path.insert(0, str(Path(__file__).parent))    # tests import playing.py by its name

import playing


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes a `table` runs at each: a game with its expansions and a number of players."""
    if "table" in metafunc.fixturenames:
        tables = [playing.Table(r.name, n) for r in rulesets() for n in range(*playing.seats_of(r.name, ()))]
        tables += playing.with_expansions()
        metafunc.parametrize("table", tables, ids=str)
