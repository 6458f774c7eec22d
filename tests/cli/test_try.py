"""`lawspeaker try`: the card is dealt where it can be played; where that is never so, the reasons are told."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

import lawspeaker
from lawspeaker.interpreter.testing.authors import pieces
from lawspeaker.interpreter.testing.dealing import Dealer, Found, NotFound, find_position

RUNES = ["sea_serpent", "berserkers", "thors_might", "odins_eye", "rich_plunder"]


@pytest.fixture(scope="module")
def game() -> lawspeaker.Game:
    return lawspeaker.load("fire_and_axe", expansions=["runes"])


# ---- positions -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("card", RUNES)
def test_a_position_is_found(game: lawspeaker.Game, card: str) -> None:
    found = find_position(game, card, players=3, seat=1)
    assert isinstance(found, Found)
    state = found.state
    assert state.decision.player == 1 and card in state.look("yellow.hand")
    assert state.decision.options[found.option].group == card
    assert pieces(state) == pieces(game.new(3, 1))
    assert all(len(state.look(f"{seat}.hand")) <= 3 for seat in state.players)
    state.step(found.option)
    assert card not in state.look("yellow.hand")
    while not state.over:
        state.step(0 if state.count < 3 else state.weighed(game.bots[0], lambda: 0.5))
        if len(state.history) > 200:
            break
    assert pieces(state) == pieces(game.new(3, 1))


def test_every_rune_can_be_tried(game: lawspeaker.Game) -> None:
    cards = [m.name for m in game.compiled.model.moves.values() if m.form.deck is not None]
    assert len(cards) == 16
    assert [c for c in cards if not isinstance(find_position(game, c, players=3), Found)] == []


def test_a_full_hand_changes_a_card(game: lawspeaker.Game) -> None:
    from lawspeaker.testing import given
    state = given(game, {"red.hand": ["unrest", "calm_waters", "fresh_crew"]}, turn="red")
    dealer = Dealer(game, "usurper", state.players, 0)
    before = pieces(state)
    assert dealer.deal(state) and not dealer.deal(state)
    hand = state.look("red.hand")
    assert len(hand) == 3 and "usurper" in hand and pieces(state) == before
    assert state.decision.options and state.history == []


def test_what_is_no_card_is_searched_too(game: lawspeaker.Game) -> None:
    found = find_position(game, "draw_rune", players=3)
    assert isinstance(found, Found) and found.state.decision.options[found.option].key == "draw_rune"


def test_reasons_are_counted(game: lawspeaker.Game) -> None:
    found = find_position(game, "usurper", players=3, limit=40)
    assert isinstance(found, NotFound) and found.decisions == 40 and found.games == 1
    counts = [n for _, n in found.reasons]
    assert counts == sorted(counts, reverse=True) and sum(counts) > 0
    assert any("port" in text for text, _ in found.reasons)


# ---- the command -----------------------------------------------------------------------------------------------------
def test_somebody_plays_the_card(run) -> None:
    code, out, err = run("try", "sea_serpent", "--with", "runes", typed="sea_serpent\nleave\nlog\nquit\n")
    assert code == 0 and err == ""
    assert "red holds sea_serpent, which can be played now (seed 1, after" in out and re.search(r"It is option \d+: Play Sea Serpent", out)
    assert "Sea Serpent: hand → rune in play" in out and "Sea Serpent: rune in play → rune discards" in out


def test_saving_such_a_position_is_refused_politely(run, tmp_path: Path) -> None:
    code, _out, err = run("try", "sea_serpent", "--with", "runes", typed=f"save {tmp_path / 'x.json'}\nquit\n")
    assert code == 0 and "Not saved: " in err and "set up by hand" in err


def test_automatically(run) -> None:
    code, out, err = run("try", "berserkers", "fire_and_axe", "--with", "runes", "--auto", "--players", "4")
    assert code == 0 and err == ""
    assert out.split("\n")[1] == "  Red: Play Berserkers" and "Rolled" in out
    assert out == run("try", "berserkers", "--for", "fire_and_axe", "--with", "runes", "--auto", "--players", "4")[1]


def test_the_seat_of_a_person_is_dealt_the_card(run) -> None:
    out = run("try", "fresh_crew", "--with", "runes", "--seat", "skipper,human,skipper", typed="quit\n")[1]
    assert "yellow holds fresh_crew" in out and "yellow> quit" in out


def test_a_folder_and_what_it_needs(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("new", "expansion", "hammer", "--for", "fire_and_axe")
    run("new", "card", "thunder", "--form", "rune", "--in", "hammer")
    code, out, err = run("try", "thunder", "--with", "hammer", "--auto")
    assert code == 0 and err == "With runes as well, which hammer needs.\n" and "Red plays Thunder." in out


def test_without_a_position_the_reasons_are_told(run) -> None:
    code, out, err = run("try", "usurper", "--with", "runes", "--decisions", "20", "--auto")
    assert code == 1 and out == ""
    assert "usurper could never be played" in err and "What stood against it:" in err and re.search(r"\d+ ×  \w.*\.", err)


@pytest.mark.parametrize(("arguments", "told"), [
    (["berserker", "--with", "runes"], 'Did you mean "berserkers"?'), (["xyz", "--with", "runes"], "Cards are change_demand"),
    (["berserkers"], "Which game?"), (["berserkers", "--with", "runse"], 'Did you mean "runes"?'),
    (["berserkers", "fire_and_ax", "--with", "runes"], 'Did you mean "fire_and_axe"?'), (["berserkers", "fire_and_axe"], "no card or move"),
    (["mark", "tic_tac_toe", "--for", "connect_four"], "Which game, "), (["berserkers", "--with", "."], "There is no expansion in ."),
    (["berserkers", "--with", "runes", "--seat", "nobody"], 'Nobody named "nobody"'),
])
def test_wrong_usage(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], told: str) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run("try", *arguments)
    assert code == 2 and told in err and out == "" and "Traceback" not in err
