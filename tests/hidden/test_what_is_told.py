"""What the log, `look` and the scores on screens tell of what a player does not see; what may be taken back, and by whom."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from secret_things import LAW

import lawspeaker
from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.state import State
from lawspeaker.testing import given

ANN, BOB, CID = range(3)
CASES = Path(__file__).parent.parent / "cases"
TREES = ["oak", "elm", "ash", "fir", "yew", "box_tree"]


def played(law: Callable[[str], Game], *keys: str, hand: list[str] | None = None, **position: Any) -> State:
    start: dict[str, Any] = {name.replace("__", "."): value for name, value in position.items()}
    if hand is not None:
        start |= {"deck": [t for t in TREES if t not in hand], "ann.hand": hand}
    state = given(law(LAW), start, turn="ann")
    for key in keys:
        state.apply(key)
    return state


def told(state: State, player: int) -> list[str]:
    return [str(e) for e in state.log(player)]


# ---- labels in the log ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("keys", "secret"), [
    (("secret", "3"), "3"),
    (("secret", "0"), "0"),                               # written unchanged
    (("later", "3"), "3"),                                # written in a later decision
    (("later", "3", "no"), "No"),
    (("header 3",), "Bid 3"),
    (("side_with", "good"), "Good"),                      # by which way the play takes
])
def test_an_answer_that_is_kept_hidden_is_not_told(law: Callable[[str], Game], keys: tuple[str, ...], secret: str) -> None:
    state = played(law, *keys)
    assert not any(secret in line.replace("0 → 1", "") for line in told(state, BOB))
    assert any(secret in line for line in told(state, ANN))


@pytest.mark.parametrize("old", [0, 3])
def test_what_it_was_before_makes_no_difference(law: Callable[[str], Game], old: int) -> None:
    lines = {b: told(played(law, "secret", b, ann__bid=old), BOB) for b in "035"}
    assert lines["0"] == lines["3"] == lines["5"]


def test_an_open_number_is_told(law: Callable[[str], Game]) -> None:
    assert "Ann: chooses 3" in told(played(law, "open_number", "3"), BOB)


def test_counted_pieces_are_named_where_they_were_seen(law: Callable[[str], Game]) -> None:
    start: dict[str, Any] = {"bank": ["ruby"] * 4 + ["opal"] * 5, "ann__stash": ["ruby", "opal"], "ann__store": ["ruby"]}
    assert "Ann: chooses Ruby" in told(played(law, "give_gem", "ruby", **start), BOB)
    named = played(law, "name_gem", "ruby", **start)      # a ruby lies open, too, but it was chosen from the stash
    assert "Ann: chooses" in told(named, BOB) and "Ann: chooses Ruby" in told(named, ANN)
    assert any("Ruby" in line for line in told(played(law, "take_gem ruby", **{**start, "ann__store": [], "bank": ["ruby"] * 5 + ["opal"] * 5}), BOB))


def test_a_card_is_named_when_it_is_shown(law: Callable[[str], Game]) -> None:
    assert "Ann: chooses Oak" in told(played(law, "play_one", "oak", hand=["oak", "elm"]), BOB)


# ---- questions that tell by being asked ---------------------------------------------------------------------------------
def test_a_question_that_hangs_on_a_hand_leaves_nothing_when_it_is_declined(law: Callable[[str], Game]) -> None:
    asked, not_asked = played(law, "dodge", "no", hand=["oak", "elm"]), played(law, "dodge", hand=["ash", "elm"])
    assert told(asked, BOB) == told(not_asked, BOB) and told(asked, CID) == told(not_asked, CID)
    assert told(asked, ANN) != told(not_asked, ANN)
    assert "Ann: Show it" in told(played(law, "dodge", "yes", hand=["oak", "elm"]), BOB)


def test_headlines_do_not_hang_on_what_is_hidden(law: Callable[[str], Game]) -> None:
    """A state that others do not see was changed, or was not."""
    assert told(played(law, "header 3"), BOB) == told(played(law, "header 0"), BOB)


def test_a_pass_of_a_window_is_not_told(law: Callable[[str], Game]) -> None:
    text = """game w "W"
  players 2
  seats ann, bob
  phase turn "{you}'s turn"
    each player from first_player, again until days >= 4
    offers action, exactly once
  winner has most final_score, then shared
kind Coin
  copies 9
  starts in bank
form trick is none
  card kept in hand
  starts in deck
  discarded to pit
table
  state days: 0 to 9
  area bank of Coin, seen by everyone
  pile deck of Trick, seen by nobody
  pile pit of Trick, seen by everyone
player
  area hand of Trick, seen by owner
  area purse of Coin, seen by everyone
action wait "Wait"
  does
    add 1 to days
trick cheat "Cheat"
  playable at end of any turn
  does
    move 1 coin from bank to purse
trick idle "Idle"
  playable at start of any turn
  requires days > 8 "Never."
  does
    add 1 to days
score s = number of purse
"""
    text = text.replace("form trick is none", "form trick is action")
    game = law(text)
    with_it = given(game, {"deck": ["idle"], "bob.hand": ["cheat"]}, turn="ann")
    without = given(game, {"deck": ["cheat"], "bob.hand": ["idle"]}, turn="ann")
    with_it.apply("wait")
    without.apply("wait")
    assert with_it.decision.find("pass") is not None and with_it.decision.player == 1
    with_it.apply("pass")
    assert told(with_it, 0) == told(without, 0) and not any("Pass" in line for line in told(with_it, 0))
    assert any("Pass" in line for line in told(with_it, 1))


# ---- taking back ------------------------------------------------------------------------------------------------------------
def back(state: State) -> list[int]:
    return [state.may_take_back(p) for p in (ANN, BOB, CID)]


def test_an_effect_that_read_something_hidden_stands(law: Callable[[str], Game]) -> None:
    assert back(played(law, "peek")) == [0, 0, 0]
    assert back(played(law, "peek", hand=["oak"])) == [0, 0, 0]            # nothing was said, and that says something
    assert back(played(law, "count")) == [1, 1, 1]                         # how many lie there is seen by all
    assert back(played(law, "add_secret")) == [1, 1, 1]                    # from hidden to hidden
    assert back(played(law, "draw_one")) == [0, 0, 0]


def test_ones_own_secret_may_be_taken_back_by_oneself(law: Callable[[str], Game]) -> None:
    assert back(played(law, "play_one", "oak", hand=["oak", "elm"])) == [2, 0, 0]
    assert back(played(law, "dodge", hand=["ash"])) == [1, 0, 0]


def test_what_was_taken_back_is_told_without_secrets(law: Callable[[str], Game]) -> None:
    state = played(law, "secret", "3")
    assert state.taken_back(2, BOB) == ["Ann: Secret bid", "a choice of Ann that you do not see"]
    assert state.taken_back(2, ANN) == ["Secret bid", "chooses 3"]
    assert state.undo_barrier == 2


# ---- the cases ----------------------------------------------------------------------------------------------------------------
def test_a_secret_vote_is_nobodys_to_read() -> None:
    state = lawspeaker.load(CASES / "secret_vote").new(3, 1, 0)
    for key in ("auction", "2", "3"):
        state.apply(key)
    assert state.decision.player == CID
    assert state.taken_back(1, CID) == ["a choice of Bob that you do not see"]
    assert not any("3" in line for p in (ANN, CID) for line in told(state, p))
    assert "Bob: chooses 3" in told(state, BOB)


@pytest.mark.parametrize(("text", "value"), [
    ("number of x.stash", 3), ("some x.stash", True), ("number of x.stash > 2", True), ("x.stash", {"count": 3}), ("number of supply.Gem", 11),
    ("number of x.stash.Gem", None), ("x.stash[ruby]", None), ("ruby in x.stash", None), ("first of x.stash", None), ("some x.stash.Gem", None),
    ("number of (g in x.stash where g = ruby)", None), ("total of 2 for (g in x.stash)", None), ("x.stash.Gem", None),
])
def test_look_tells_what_is_seen_and_nothing_else(text: str, value: object) -> None:
    state = lawspeaker.load(CASES / "compiled_leak").new(2, 1, 0)
    if value is None:
        with pytest.raises(RuleFault, match="cannot be seen"):
            state.look(text, player=1)
    else:
        assert state.look(text, player=1) == value
    assert state.look(text, player=0) is not None
    assert state.scores_seen(1) == state.scores_seen(0) == [3, 2]           # the score counts pieces, which everybody can


def test_who_has_seen_the_answers_takes_nothing_back() -> None:
    """The last of those who choose unseen learns what the others chose."""
    for kind, keys in (("auction", ("2", "3", "4")), ("vote", ("yea", "nay", "yea"))):
        state = lawspeaker.load(CASES / "secret_vote").new(3, 1, 0)
        for n, key in enumerate((kind, *keys[:2]), 1):
            state.apply(key)
            assert back(state) == [n, n, n]
        state.apply(keys[2])
        assert back(state) == [0, 0, 0]


def test_a_refusal_out_of_turn_tells_nothing_hidden(law: Callable[[str], Game]) -> None:
    text = LAW.replace('action secret "Secret bid"', """action trap "Trap"
  requires first of deck = oak   "The top card is no oak."
  does
    add 1 to rounds
action secret "Secret bid\"""")
    for top in ("oak", "elm"):
        rest = [t for t in TREES if t != top]
        state = given(law(text), {"deck": [top, *rest]}, turn="ann")
        state.apply("secret")
        assert state.decision.kind == "choose"
        assert any("hangs on what you do not see" in str(r) for r in state.why_not("trap"))
        assert not any("no oak" in str(r) for r in state.why_not("trap"))


def test_a_watcher_that_reads_something_hidden_stands(law: Callable[[str], Game]) -> None:
    text = LAW.replace("score s =", 'rule found\n  whenever first of deck = oak and rounds > 0\n    say "Found."\nscore s =')
    for top, said in (("oak", True), ("elm", False)):
        state = given(law(text), {"deck": [top, *[t for t in TREES if t != top]]}, turn="ann")
        state.apply("count")
        assert ("Found." in told(state, BOB)) == said and back(state) == [0, 0, 0]


def test_greedy_does_not_look_at_what_lies_face_down(law: Callable[[str], Game]) -> None:
    """Of two piles one holds all that is worth something; it is taken as often as the other."""
    from lawspeaker.interpreter.bots import Lots, bot_named
    text = """game piles "Piles"
  players 2
  seats ann, bob
  phase turn "{you}'s turn"
    each player from first_player, again until days >= 2
    offers action, exactly once
  winner has most final_score, then shared
kind Card
  members gold_1, gold_2, gold_3, lead_1, lead_2, lead_3
  starts in left
table
  state days: 0 to 9
  pile left of Card, seen by nobody
  pile right of Card, seen by nobody
  area open of Card, seen by everyone
player
  area mine of Card, seen by everyone
action take_left "From the left"
  does
    add 1 to days
    draw 1 from left to mine
action take_right "From the right"
  does
    add 1 to days
    draw 1 from right to mine
action take_open "The open one"
  requires some open   "None."
  does
    add 1 to days
    move first of open to mine
score gold = number of (c in mine where c = gold_1 or c = gold_2 or c = gold_3)
"""
    game = law(text)
    taken = []
    for seed in range(40):
        state = given(game, {"left": ["gold_1", "gold_2", "gold_3"], "right": ["lead_1", "lead_2", "lead_3"]}, turn="ann")
        taken.append(state.decision.options[bot_named("greedy", Lots(seed))(state)].key)
    assert 8 <= taken.count("take_left") <= 32
    state = given(game, {"left": ["lead_1", "gold_3"], "right": ["lead_2", "lead_3"], "open": ["gold_1"]}, turn="ann")
    assert [state.decision.options[bot_named("greedy", Lots(seed))(state)].key for seed in range(40)].count("take_open") > 20   # what lies open is seen
