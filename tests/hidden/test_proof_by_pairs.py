"""`assert_no_leak` wakes where something is told, by the law or by the engine, and sleeps where what is told was asked for."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from secret_things import LAW

from lawspeaker.interpreter.engine import log, telling, undoing
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.state import State
from lawspeaker.testing import assert_no_leak

Law = Callable[[str], Game]

CARDS = '''game cards "Cards"
  players 2
  seats ann, bob
  run setup
  phase turn "{you}'s turn"
    each player from first_player, again until turns >= 16
    offers action, exactly once
  winner has most final_score, then shared
kind Card
  members c1, c2, c3, c4, c5, c6, c7, c8, c9, c10
  starts in deck
table
  state turns: 0 to 20
  state open_number: 0 to 20
  state secret: 1 to 6, seen by nobody
  state guess: 1 to 6
  pile deck of Card, seen by nobody
  area pit of Card, seen by everyone
player
  area hand of Card, seen by owner
  state right: 0 to 20
phase setup
  does
    roll 1 die as d
    set secret to d
    shuffle deck
    for each p in players
      as p
        draw 3 from deck to hand
action wait "Wait"
  does
    add 1 to turns
MORE
score s = right
'''


def cards(more: str) -> str:
    return CARDS.replace("MORE", more.strip("\n"))


TOLD_BY_LAW = {
    "a label": ('''
action hint "Wait for {first of deck}"
  does
    add 1 to turns
''', "options"),
    "a label that counts": ('''
action hint "Of {number of (c in deck where c = c1)}"
  does
    add 1 to turns
''', "options"),
    "an option": ('''
action hint "Hint"
  requires some (c in deck where c = c1)   "It is not there."
  does
    add 1 to turns
''', "(options|refusal)"),
    "a prompt": ('''
action hint "Hint"
  does
    add 1 to turns
    may "Is it {secret}?"
      add 1 to right
''', "prompt"),
    "a sentence": ('''
action hint "Hint"
  does
    add 1 to turns
    say "On top lies {first of deck}."
''', "log"),
    "a sentence about a number": ('''
action hint "Hint"
  does
    add 1 to turns
    let n = secret
    say "It is {n}."
''', "log"),
    "an open count": ('''
action hint "Hint"
  does
    add 1 to turns
    set open_number to number of (c in deck where c = c1 or c = c2)
''', "view"),
    "a refusal": ('''
action hint "Hint"
  requires turns > 17   "Not before {first of deck}."
  does
    add 1 to turns
''', "refusal"),
}


@pytest.mark.parametrize("what", TOLD_BY_LAW)
def test_what_the_law_tells_is_found(law: Law, what: str) -> None:
    more, where = TOLD_BY_LAW[what]
    with pytest.raises(AssertionError, match=f"(ann|bob) reads of .*, which (ann|bob) does not see, in the {where}"):
        assert_no_leak(law(cards(more)), 3)


@pytest.mark.parametrize("more", [
    '''
action guess_it "Guess {n}"
  choose n from 1 to 6
  does
    add 1 to turns
    set guess to n
    if n = secret
      add 1 to right
      say "Right!"
    else
      say "Wrong."
''', '''
action ask "Higher or lower than {n}?"
  choose n from 1 to 6
  does
    add 1 to turns
    if n < secret
      say "Higher."
    if n > secret
      say "Lower."
''', '''
action how_near "How near is {n}?"
  choose n from 1 to 6
  does
    add 1 to turns
    set open_number to highest of (n - secret if n > secret else secret - n) for (p in players)
''', '''
action name_one "Is {c} on top?"
  choose c from Card
  does
    add 1 to turns
    if first of deck = c
      say "It is {c}."
''', '''
action put_away "Put {c} away"
  choose c from hand
  does
    add 1 to turns
    move c to box
''', '''
action put_down "Put {c} down"
  choose c from hand
  does
    add 1 to turns
    move c to pit
    if some deck
      draw 1 from deck to hand
''', '''
action uncover "Uncover"
  requires some deck   "It is empty."
  does
    add 1 to turns
    move first of deck to pit
    say "{first of pit} lies open."
''', '''
action peek "Peek"
  requires some deck   "It is empty."
  does
    add 1 to turns
    show first of deck to you
'''], ids=["a guess", "higher or lower", "a distance", "a card that is guessed", "to the box", "to the pit", "uncovered", "shown"])
def test_an_answer_and_an_open_card_are_no_leak(law: Law, more: str) -> None:
    assert assert_no_leak(law(cards(more)), 2) > 100


# ---- faults of ours, planted ------------------------------------------------------------------------------------------------
def test_the_game_of_secrets_has_no_leak(law: Law) -> None:
    assert assert_no_leak(law(LAW), 6) > 1000


def test_a_number_in_the_log_is_found(law: Law, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = telling.may_read
    monkeypatch.setattr(telling, "may_read", lambda record, viewer: honest(record, viewer) or (record.sealed and not any(
        isinstance(x, telling.Changed) and not x.spot.visible(viewer) for x in record.news)))         # as if only what was changed were secret
    with pytest.raises(AssertionError, match="in the log line"):
        assert_no_leak(law(LAW), 30)


def test_a_bare_pass_is_found(law: Law, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "untold", lambda record, viewer: False)
    monkeypatch.setattr(log, "untold", lambda record, viewer: False)
    with pytest.raises(AssertionError, match="in the log line"):
        assert_no_leak(law(LAW), 30)


def test_a_headline_is_found(law: Law, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = log.short_turn
    monkeypatch.setattr(log, "short_turn", lambda unit, last, viewer: honest(unit, last, None))
    with pytest.raises(AssertionError, match="in the log line"):
        assert_no_leak(law(LAW), 30)


def test_what_is_told_of_an_undo_is_found(law: Law, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undoing, "may_read", lambda record, viewer: True)
    with pytest.raises(AssertionError, match="in the undo"):
        assert_no_leak(law(LAW), 30)


def test_a_barrier_that_tells_is_found(law: Law, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = State.may_take_back
    monkeypatch.setattr(State, "may_take_back", lambda self, player=None: 0 if any(self._cells[s.cell] for s in undoing_spots(self)) else honest(self, player))
    with pytest.raises(AssertionError, match="in the undo"):
        assert_no_leak(law(LAW), 30)


def undoing_spots(state: State) -> list[Any]:
    return [s for s in state._edition.program.spots.all if s.name == "bid"]


@pytest.mark.parametrize("name", ["look", "scores_seen", "view"])
def test_a_counted_place_that_is_told_is_found(law: Law, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    honest = getattr(State, name)
    if name == "look":
        monkeypatch.setattr(State, name, lambda self, text, player=None, distinct=False: honest(self, text, None, distinct))
    elif name == "view":
        monkeypatch.setattr(State, name, lambda self, player=None: honest(self, None))
    else:
        monkeypatch.setattr(State, name, lambda self, player: self.scores)
    text = LAW.replace("score s = number of shown", "score s = number of shown + 2 * number of stash.Gem\nscore t = total of 1 for (g in stash where g = ruby)")
    with pytest.raises(AssertionError, match="which (ann|bob|cid) does not see, in the (look|points|view)"):
        assert_no_leak(law(text), 30)
