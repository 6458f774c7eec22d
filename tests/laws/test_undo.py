"""Undo takes a decision back exactly; what is chosen again leads to the same position again."""
from __future__ import annotations

import pytest
from playing import Chance, Table, all_of, decisions

from lawspeaker.interpreter.bots import Lots
from lawspeaker.interpreter.engine.faults import IllegalChoice


def test_undo_to_every_earlier_decision(table: Table) -> None:
    state = table.new(11)
    seen, keys = [], []
    chance = Chance(11)
    while not state.over and len(seen) < 80:
        seen.append((state.hash(), list(state._current())))
        i = chance.pick(state)
        keys.append(state.decision.options[i].key)
        state.step(i)
    end = all_of(state)
    for hashed, options in reversed(seen):
        state.undo()
        assert (state.hash(), list(state._current())) == (hashed, options)
    with pytest.raises(IllegalChoice):
        state.undo()
    assert state.hash() == seen[0][0]
    for key, (hashed, _) in zip(keys, seen, strict=True):
        assert state.hash() == hashed
        state.apply(key)
    assert all_of(state) == end


def test_undo_and_replay_in_any_order(table: Table) -> None:
    """A walk to and fro: at each number of decisions the position depends on the choices alone."""
    lots = Lots(77)
    state, chance = table.new(4), Chance(4)
    way: list[tuple[int, str]] = []                   # choice, and the hash before it
    for _ in range(400):
        if way and (state.over or lots.below(3) == 0):
            for _ in range(1 + lots.below(min(6, len(way)))):
                state.undo()
                i, hashed = way.pop()
                assert state.hash() == hashed
        else:
            i = chance.pick(state)
            way.append((i, state.hash()))
            state.step(i)
    again = table.new(4)
    for i, hashed in way:
        assert again.hash() == hashed
        again.step(i)
    assert all_of(again) == all_of(state)
    assert again.history == state.history


def test_the_history_follows(table: Table) -> None:
    state = table.new(2)
    for n, s in enumerate(decisions(state, Chance(2), 20)):
        assert len(s.history) == n
    n = len(state.history)
    state.undo()
    assert len(state.history) == n - 1
