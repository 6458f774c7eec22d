"""Rulings on runes that none of the sixteen designs calls for, held with runes that do: cards of an expansion of the expansion."""
from __future__ import annotations

import pytest

import lawspeaker
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.state import State
from lawspeaker.testing import given, play

LAW = '''expansion more_runes "More runes" for fire_and_axe
  needs runes

rune torch "Torch"
  copies 2
  text "A town burns down."
  choose port from (p in Port where some p.town)
  does
    move port.town to box

rune storm "Storm"
  text "Your own ship loses everything."
  does
    discard hold

rune panic "Panic"
  text "Your crew runs away."
  playable at start of own attack
  does
    discard hold

rune pickpocket "Pickpocket"
  text "An opponent discards all runes."
  choose victim from (p in others where some p.hand)
  does
    discard victim.hand
'''
SEATS = ["red", "yellow", "blue"]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("plugins") / "more_runes"
    folder.mkdir()
    (folder / "cards.law").write_text(LAW, "utf-8")
    return lawspeaker.load("fire_and_axe", expansions=["runes", str(folder)])


def at_sea(game: Game, *hand: str, **more: object) -> State:
    position = {"red.ship": "york", "red.hold": ["crew", "crew", "fur"], "red.hand": list(hand), "yellow.ship": "north_sea",
                "yellow.hold": ["crew", "crew"], "rune_discards": [], **more}
    return given(game, position, players=SEATS, turn="red")


def test_a_raid_saga_counts_a_town_that_a_rune_removed(game: Game) -> None:
    """A-17, A-18: the town is gone, and who is on turn takes the saga."""
    open_sagas = {"saga_spaces": ["saga_02", "saga_05", "saga_09"], "saga_deck": ["saga_08", "saga_11"], "jomsborg.town": {"treasure": 4}}
    state = play(at_sea(game, "torch", **open_sagas), "torch jomsborg", "leave")
    assert state.look("red.sagas") == ["saga_09"]
    assert state.look("saga_spaces") == ["saga_02", "saga_05", "saga_08"]
    assert state.look("red.vp") == 1 + 2          # the VP of the saga, and not those of the treasure
    assert state.look("number of red.towns") == 0


def test_a_town_that_a_rune_removed_counts_with_those_that_were_raided(game: Game) -> None:
    two = {"era": 2, "saga_spaces": ["saga_02", "saga_05", "saga_12"], "saga_deck": ["saga_11"]}
    state = play(at_sea(game, "torch", "torch", **two), "torch iona", "leave")
    assert state.look("saga_spaces") == ["saga_02", "saga_05", "saga_12"]
    assert play(state, "torch dublin", "leave").look("red.sagas") == ["saga_12"]
    raided = at_sea(game, "torch", **two, **{"red.ship": "iona"})
    assert play(raided, "torch dublin", "leave", ("raid", [6])).look("red.sagas") == ["saga_12"]


def test_a_rune_that_ends_the_turn_of_its_player_is_discarded(game: Game) -> None:
    state = play(at_sea(game, "storm", "berserkers"), "storm", "clockwise")
    assert state.look("red.ship") == "wintering"
    assert state.players[state.decision.player] == "yellow"
    assert state.look("rune_discards") == ["storm"]
    assert state.look("number of rune_in_play") == 0
    assert state.look("red.hand") == ["berserkers"]
    assert state.look("blue_hole") == "west"


def test_a_rune_that_ends_an_attack_ends_what_other_runes_did_to_it(game: Game) -> None:
    state = play(at_sea(game, "berserkers", "panic", **{"york.town": {"treasure": 3}}), "raid", "berserkers", "leave", "panic", "leave")
    assert state.players[state.decision.player] == "yellow"
    assert state.look("rune_discards") == ["panic", "berserkers"]
    assert state.look("red.ship") == "wintering"
    state = play(state, "sail york", ("raid", [3]))                     # 3 is not above 3, the berserkers are gone
    assert state.look("number of york.town") == 1
    assert state.look("number of yellow.hold") == 1


def test_the_wind_turns_for_who_plays_not_for_whose_runes_are_discarded(game: Game) -> None:
    """A-42."""
    state = at_sea(game, "pickpocket", **{"yellow.hand": ["unrest", "calm_waters"]})
    state = play(state, "pickpocket yellow", "red: clockwise")
    assert state.players[state.decision.player] == "red"
    assert state.decision.kind == "move"
    assert state.look("blue_hole") == "west"
    assert sorted(state.look("rune_discards")) == ["calm_waters", "pickpocket", "unrest"]
