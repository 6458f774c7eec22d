"""Pieces are neither lost nor made: after every decision each lies in exactly one place, and no limit is passed."""
from __future__ import annotations

import pytest
from pieces import Inventory, lying
from playing import Chance, Table, all_mixes, decisions


def conserved(table: Table, games: range, limit: int) -> None:
    for seed in games:
        state = table.new(seed)
        inventory = Inventory(table, state)
        for n, s in enumerate(decisions(state, Chance(seed), limit)):
            s._exposed = False
            try:
                inventory.check(s._cells)
            except AssertionError as e:
                raise AssertionError(f"before decision {n} of game {seed}: {e}") from None


def test_pieces_are_conserved(table: Table) -> None:
    conserved(table, range(35), 60)


@pytest.mark.slow
def test_pieces_are_conserved_at_length(table: Table) -> None:
    conserved(table, range(1000, 1100), 60)
    conserved(table, range(2000, 2002), 1500)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_is_in_the_box(players: int) -> None:
    """The components as the rulebook counts them."""
    table = Table("fire_and_axe", players)
    state = table.new(1)
    inventory = Inventory(table, state)
    assert inventory.by_kind() == {"Crew": 15 * players, "Good": 33, "Town": 15, "Saga": 27}
    crew = [t for t in inventory.start if inventory.layout.things[t].kind.name == "Crew"]
    assert [inventory.start[t] for t in crew] == [15] * players


def test_the_set_up_moves_pieces_only(table: Table) -> None:
    """The initial cells hold the same pieces as the position at the first decision."""
    state = table.new(3)
    inventory = Inventory(table, state)
    cells = state._edition.initial
    assert sorted(inventory.start.elements()) == sorted(t for s in inventory.spots for t in lying(cells, s))


def test_the_inventory_notices(table: Table) -> None:
    """A check that never fails checks nothing: a piece twice, a piece gone, and one that is elsewhere than its cell says."""
    state = table.new(3)
    list(decisions(state, Chance(3), 10))
    inventory = Inventory(table, table.new(3))
    inventory.check(state.cells)
    full = [s for s in inventory.spots if lying(state.cells, s)]
    if not full:
        pytest.skip("a game without pieces")
    for s in full[:8]:
        for wrong in (lambda x: x[1:], lambda x: x + x[:1]) if type(state.cells[s.cell]) is tuple else (lambda x: x + 1, lambda x: x - 1):
            cells = list(state.cells)
            cells[s.cell] = wrong(cells[s.cell])
            with pytest.raises(AssertionError):
                inventory.check(cells)


@pytest.mark.slow
@pytest.mark.parametrize("many", all_mixes(), ids=str)
def test_many_games_end(many: Table) -> None:
    """With the bot that `simulate` takes if nobody says otherwise: every game ends, with the pieces that it began with."""
    bot = next(iter(many.game.bots), None)
    inventory = Inventory(many, many.new(0))
    for seed in range(1000 if "runes" in many.expansions else 200):
        state, decisions = many.game.playout(seed, many.players, bot_seed=seed, limit=50_000, bot=bot)
        assert state.over, f"game {seed} has not ended after {decisions} decisions"
        inventory.check(state._cells)
