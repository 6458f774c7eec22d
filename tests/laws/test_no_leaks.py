"""Two positions that differ only in what a player does not see show this player the same everything."""
from __future__ import annotations

import pytest
from playing import Table

from lawspeaker.testing import assert_no_leak


def test_nothing_leaks(table: Table) -> None:
    assert_no_leak(table.game, 1, players=table.players, seed=3, limit=30)


@pytest.mark.slow
def test_nothing_leaks_at_length(table: Table) -> None:
    assert_no_leak(table.game, 1, players=table.players, seed=11, limit=150)
