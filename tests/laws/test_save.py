"""A saved game that is restored is the same game."""
from __future__ import annotations

from pathlib import Path

import pytest
from playing import Chance, Table, all_of, decisions

import lawspeaker
from lawspeaker.interpreter.save import SaveError


@pytest.mark.parametrize("limit", [0, 1, 7, 45])
def test_save_and_restore(table: Table, limit: int, tmp_path: Path) -> None:
    state = table.new(limit + 1)
    list(decisions(state, Chance(limit), limit))
    before = all_of(state)
    file = tmp_path / "game.save"
    state.save(file)
    assert all_of(state) == before
    again = lawspeaker.restore(file)
    assert all_of(again) == before
    assert (again.players, again.seed, again.history) == (state.players, state.seed, state.history)
    other = tmp_path / "again.save"
    again.save(other)
    assert other.read_bytes() == file.read_bytes()
    while state.history:
        state.undo()
        again.undo()
        assert again.hash() == state.hash()
    list(decisions(state, Chance(9), 20))
    list(decisions(again, Chance(9), 20))
    assert all_of(again) == all_of(state)


def test_a_save_is_written_whole_or_not_at_all(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = table.new(1)
    file = tmp_path / "game.save"
    state.save(file)
    before = file.read_bytes()
    state.step(0)

    def broken(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")
    monkeypatch.setattr("json.dump", broken)
    with pytest.raises(OSError):
        state.save(file)
    assert file.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["game.save"]


def test_a_save_of_other_rules_is_refused(table: Table, tmp_path: Path) -> None:
    state = table.new(1)
    file = tmp_path / "game.save"
    state.save(file)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(state.game.rules_hash, "0" * 64), encoding="utf-8")
    with pytest.raises(SaveError, match="other rules"):
        lawspeaker.restore(file)


def test_a_copy_is_not_saved_as_a_game(table: Table, tmp_path: Path) -> None:
    """Its way to the position is not known: a save of it could only be wrong."""
    state = table.new(1)
    list(decisions(state, Chance(1), 5))
    twin = state.clone()
    with pytest.raises(SaveError):
        twin.save(tmp_path / "game.save")
    assert not list(tmp_path.iterdir())
