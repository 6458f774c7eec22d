"""The position is its cells and nothing else: copied at any decision they play on in the same way."""
from __future__ import annotations

from collections import Counter

import pytest
from playing import Chance, Table, all_of, decisions


def goes_on_alike(table: Table, seed: int, at: int, on: int) -> None:
    """Game `seed` is copied at its decision number `at`; both then make the same `on` decisions."""
    state = table.new(seed)
    list(decisions(state, Chance(seed), at))
    twin = table.new(seed + 999)                  # another seed, another history: all that counts is in the cells
    twin.cells = state.cells
    clone = state.clone()
    assert all_of(twin) == all_of(state) == all_of(clone)
    a, b, c = Chance(at), Chance(at), Chance(at)
    for x, y, z in zip(decisions(state, a, on), decisions(twin, b, on), decisions(clone, c, on), strict=True):
        assert x.hash() == y.hash() == z.hash()
        assert list(x._current()) == list(y._current()) == list(z._current())
    assert all_of(twin) == all_of(state) == all_of(clone)


def test_copy_at_any_decision(table: Table) -> None:
    for at in range(0, 60):
        goes_on_alike(table, at // 20, at, 30)


def test_copy_in_the_middle_of_an_effect(table: Table) -> None:
    """At questions that stand inside a move: asking to roll again, what is lost, whether the last crew settles."""
    seen: Counter[str] = Counter()
    for seed in range(20):
        asked = [(n, s.decision.kind) for n, s in enumerate(decisions(table.new(seed), Chance(seed), 100)) if not s.over]
        for at, kind in asked:
            if kind != "move" and seen[kind] < 12:
                goes_on_alike(table, seed, at, 30)
                seen[kind] += 1
    if table.name == "fire_and_axe":
        assert set(seen) >= {"choose", "yes", *(("option", "set") if "runes" in table.expansions else ())}


@pytest.mark.slow
def test_copy_to_the_end(table: Table) -> None:
    for seed in range(5):
        for at in (1, 17, 60, 133, 250):
            goes_on_alike(table, seed, at, 1500)


def test_cells_are_immutable_values(table: Table) -> None:
    """Numbers and tuples of them: nothing that two positions could share and change."""
    def plain(x: object) -> bool:
        return type(x) is int or type(x) is bool or (type(x) is tuple and all(map(plain, x)))
    for state in decisions(table.new(3), Chance(3), 120):
        assert all(map(plain, state.cells))


def test_a_clone_is_independent(table: Table) -> None:
    state = table.new(5)
    list(decisions(state, Chance(5), 4))
    before = all_of(state)
    list(decisions(state.clone(), Chance(6), 50))
    assert all_of(state) == before
