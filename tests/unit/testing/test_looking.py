"""State.look: expressions of the law on a position, and what a player may see of it."""
from __future__ import annotations

import pytest

from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.text.diagnostic import RulesetError


@pytest.mark.parametrize("text, value", [
    ("red.points", 0), ("level", 2), ("open", False), ("marked", None), ("market", ["c1", "c2"]), ("(c in market)", ["c1", "c2"]),
    ("(c in market where c.worth > 1)", ["c2"]), ("number of deck", 2), ("first of market", "c1"), ("c3.color", "iron"),
    ("red.purse", ["coin"] * 4), ("worth_of(red)", 0), ("red.worth_of(blue)", None), ("players", ["red", "blue"]), ("turn.used", 0),
    ("blue = red", False), ("Color", ["gold", "iron"]), ("market[2]", "c2"), ("some pot", False), ("pot", []), ("market.room", 0),
])
def test_values(game: Game, text: str, value: object) -> None:
    state = game.new(2, 1, 0)
    if text == "red.worth_of(blue)":
        value = state.look("worth_of(blue)")
    assert state.look(text) == value


def test_pieces_of_others_have_their_owner(game: Game) -> None:
    state = game.new(2, 1, 0)
    state.apply("pay")
    assert state.look("pot") == ["red.coin"]
    assert state.look("purse", player=1) == ["coin"] * 4


def test_hidden_places_are_counted(game: Game) -> None:
    state = game.new(2, 1, 0)
    state.apply("take c1")
    assert state.look("deck") == ["c3", "c4"] and state.look("deck", player=0) == {"count": 2}
    assert state.look("red.hand", player=0) == ["c1"] and state.look("red.hand", player=1) == {"count": 1}
    assert state.look("number of deck", player=0) == 2 and state.look("some red.hand", player=1) is True
    assert state.look("hand", player=1) == []


def test_hidden_things_are_not_told(game: Game) -> None:
    state = game.new(2, 1, 0)
    state.apply("take c1")
    for text in ("first of deck", "worth_of(red)", "c1 in red.hand", "number of (c in red.hand where c.worth > 1)"):
        state.look(text, player=0 if "red" in text else None)
        with pytest.raises(RuleFault):
            state.look(text, player=1)
    assert state.look("c1 in market", player=1) is False and state.look("c2 in market", player=1) is True, "the market is open"


@pytest.mark.parametrize("text", ["nobody", "red.pints", "1 +", "", "turn", "red.points + true", "(", "c1.worth.worth", "'"])
def test_what_can_never_be_read(game: Game, text: str) -> None:
    with pytest.raises(RulesetError):
        game.new(2, 1, 0).look(text)


def test_a_phase_that_does_not_go_on(game: Game) -> None:
    with pytest.raises(RuleFault):
        game.new(2, 1, 0).look("fight.dice")


def test_looking_changes_nothing(game: Game) -> None:
    state = game.new(3, 5, "green")
    before = state.hash()
    assert state.look("green.purse") == ["coin"] * 4 and state.look("first_player") == "green"
    assert state.hash() == before and state.count == 5


def test_seats_of_other_names(game: Game) -> None:
    state = game.new(["ada", "bob"], 1, "bob")
    assert state.look("ada.points") == 0 and state.look("active") == "bob"
