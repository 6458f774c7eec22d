"""What players read: titles of moves instead of lines of law, and numbers that agree with their words."""
from __future__ import annotations

from pathlib import Path

import pytest

import lawspeaker
from lawspeaker.interpreter.engine.texts import agreeing, plural, singular

INN = '''game inn "Inn"
  players 2
  seats ann, bob
  phase turn "{you}'s turn"
    each player from first_player, again until rounds > 4
    offers deed, exactly once
  winner has most final_score, then shared
table
  state rounds: 0 to 9
player
  state coins: 0 to 9 = 1
form deed is action
deed rest "Rest at the inn"
  does
    may do short_nap
    add 1 to rounds
deed drink "Drink"
  does
    may take 1 from coins
    add 1 to rounds
deed pay_up "Pay {coins} coin(s)"
  does
    say "{you} pays {coins} coin(s) and throws {coins + 1} die/dice."
    set coins to 2
    add 1 to rounds
action short_nap "Take a short nap"
  does
    add 1 to coins
score s = coins
'''


@pytest.fixture
def inn(tmp_path: Path) -> lawspeaker.Game:
    (tmp_path / "inn.law").write_text(INN, "utf-8")
    return lawspeaker.load(tmp_path)


def test_a_may_asks_with_the_title_of_its_move(inn: lawspeaker.Game) -> None:
    state = inn.new(first="ann")
    state.apply("rest")
    assert (state.decision.prompt, state.decision.options[0].label) == ("Take a short nap", "Take a short nap")


def test_a_line_of_plain_words_is_a_text(inn: lawspeaker.Game) -> None:
    state = inn.new(first="ann")
    state.apply("drink")
    assert state.decision.prompt == "Take 1 from coins"


def test_words_agree_with_numbers(inn: lawspeaker.Game) -> None:
    state = inn.new(first="ann")
    assert "Pay 1 coin" in [o.label for o in state.decision.options]
    state.apply("pay_up")
    assert "Ann pays 1 coin and throws 2 dice." in [line.text for line in state.log()]
    state.apply("rest")
    state.apply("no")
    assert "Pay 2 coins" in [o.label for o in state.decision.options]


@pytest.mark.parametrize(("text", "number", "said"), [
    (" coin(s)", 1, " coin"), (" coin(s)", 0, " coins"), (" die/dice", 1, " die"), (" die/dice", 3, " dice"),
    (" red coin(s) left", 2, " red coins left"), (" win/loss", 1, " win/loss"), (" coin(s)", None, " coin(s)")])
def test_agreeing(text: str, number: int | None, said: str) -> None:
    assert agreeing(text, number) == said


@pytest.mark.parametrize("word", ["rune", "die", "body", "box", "day", "glass"])
def test_one_and_several(word: str) -> None:
    assert singular(plural(word)) == word
