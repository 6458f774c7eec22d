"""What must hold for every ruleset that is shipped: each law is run for all of them, alone and with each expansion, at every number
of players."""
from __future__ import annotations

import sys
from pathlib import Path

import pytest

from lawspeaker.interpreter.extensions import expansions
from lawspeaker.interpreter.rulesets import rulesets

sys.path.insert(0, str(Path(__file__).parent))    # tests import playing.py by its name

import playing


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes a `table` runs at each: a game with its expansions and a number of players."""
    if "table" in metafunc.fixturenames:
        games: list[tuple[str, tuple[str, ...]]] = [(r.name, ()) for r in rulesets()]
        games += [(x.ruleset, (x.name, *x.needs)) for x in expansions() if x.origin == "built in"]
        tables = [playing.Table(name, n, with_) for name, with_ in games for n in range(*playing.seats_of(name, with_))]
        metafunc.parametrize("table", tables, ids=str)
