"""`end X` from anywhere: at the start and at the end of X, from inside and from outside; and what lives as long as a phase."""
from __future__ import annotations

import sys
from pathlib import Path

import pytest

import lawspeaker
from lawspeaker.testing import given

sys.path.insert(0, str(Path(__file__).parent))

from small_games import CASES, asked, game, keys, plays_alike, told

GAME = '''game steps "Steps"
  players 3
  seats ann, bob, cid
  phase round
    again until rounds >= 3
    phase turn "{you}'s turn"
      each player from first_player
      offers deed, as often as wanted
      does
        add 1 to marks
  winner has most final_score, then shared
table
  state rounds: 0 to 9
  state marks: 0 to 99
  state seen: Player or none
player
  state n: 0 to 99
  state ends: 0 to 99
  state frozen: flag
rule count
  at end of round
    add 1 to rounds
    set seen to active
rule over
  at end of turn
    add 1 to ends
form deed is action
deed go "Go"
  does
    add 1 to n
'''


# ---- at the start ------------------------------------------------------------------------------------------------
def test_who_is_skipped_is_not_asked() -> None:
    state = given(lawspeaker.load(CASES / "end_at_start"), {"bob.frozen": True}, turn="ann")
    state.apply("act")
    assert asked(state) == "cid"
    assert not state.look("bob.frozen")                # the rule that skips ran
    assert state.look("bob.starts") == 1               # one before it too
    assert state.look("bob.finals") == 1               # rules at the end once
    assert state.look("ends") == 1                     # what is inside is dropped: Ann's marks only
    said = "\n".join(map(str, state.log()))
    assert "Bob begins." not in said                   # and so are the rules behind the one that skips


def test_a_round_of_skipped_players_ends() -> None:
    state = lawspeaker.load(CASES / "end_at_start", settings={"skip_all": True}).new(3, 1)
    assert state.over
    assert [state.look(f"{p}.finals") for p in state.players] == [3, 3, 3]


def test_all_readers_end_alike() -> None:
    plays_alike(lawspeaker.load(CASES / "end_at_start"), 3)


@pytest.mark.parametrize("what", ["start", "end"])
def test_an_outer_phase_ends_from_a_rule_of_an_inner_one(tmp_path: Path, what: str) -> None:
    """The rules at the end of the inner one run all the same, each once, and `active` is what it was outside."""
    law = game(tmp_path, GAME + f'''
rule enough
  precedes over
  at {what} of turn if place_in_order(you) = 2
    end round
''')
    state = law.new(3, 1, 0)
    state.apply("go")
    state.apply("pass")
    if what == "end":
        assert asked(state) == "bob"
        state.apply("pass")
    assert asked(state) == "ann"                       # the next round
    assert state.look("rounds") == 1
    assert [state.look(f"{p}.ends") for p in state.players] == [1, 1, 0]
    assert state.look("seen = first_player")
    plays_alike(law, 3)


def test_a_move_that_is_ended_at_its_start_is_paid_and_not_done(tmp_path: Path) -> None:
    law = game(tmp_path, GAME + '''
table
  state taxed: 0 to 9
to pay {n: number} step(s)
  requires n <= n_left                                         "Too far."
  add n to taxed
value n_left = 9 - taxed
deed walk "Walk"
  costs 2 steps
  limit once per turn                                          "Once."
  does
    add 10 to n
  at end of walk
    add 1 to marks
rule mire
  before walk if frozen
    end walk
''')
    state = given(law, {"ann.frozen": True}, turn="ann")
    state.apply("walk")
    assert (state.look("taxed"), state.look("ann.n"), state.look("marks")) == (2, 0, 1)
    assert "walk" not in keys(state)
    plays_alike(law, 3)


def test_a_form_a_later_step_and_an_until_block_end_what_begins(tmp_path: Path) -> None:
    law = game(tmp_path, GAME + '''
form trick is deed
trick nap "Nap"
  does
    later at start of turn if active = you
      end turn
trick spell "Spell"
  does
    until end of round for everyone
      at start of trick
        end trick
trick jump "Jump"
  does
    add 50 to n
''')
    state = law.new(3, 1, 0)
    for key in ("nap", "pass", "pass", "pass"):
        state.apply(key)
    assert asked(state) == "bob"                       # Ann sleeps
    state.apply("spell")
    state.apply("jump")
    assert state.look("bob.n") == 0
    state.apply("pass")
    state.apply("jump")
    assert state.look("cid.n") == 0
    plays_alike(law, 3)


def test_a_span_around_steps_ends_at_its_start(tmp_path: Path) -> None:
    law = game(tmp_path, GAME + '''
phase storm
deed brave "Brave it"
  does
    during storm
      add 20 to n
    add 1 to n
rule calm
  at start of storm if frozen
    end storm
rule spent
  at end of storm
    add 5 to marks
''')
    state = given(law, {"ann.frozen": True}, turn="ann")
    state.apply("brave")
    assert (state.look("ann.n"), state.look("marks")) == (1, 5)
    state = given(law, {}, turn="ann")
    state.apply("brave")
    assert (state.look("ann.n"), state.look("marks")) == (21, 5)
    plays_alike(law, 3)


def test_a_skipped_player_has_passed(tmp_path: Path) -> None:
    """`again until all pass` ends although whoever is out of it is skipped each time; a move before an ending is a move."""
    law = game(tmp_path, GAME + '''
deed hold "Hold an auction"
  does
    run auction
phase auction
  each player from active, again until all pass
  offers offer, at most once
rule out
  at start of auction if frozen
    end auction
form offer is action
offer raise_it "Raise"
  requires n < 9                                               "Enough."
  does
    add 1 to n
    if n = 2
      end auction
''')
    state = given(law, {"bob.frozen": True, "cid.frozen": True}, turn="ann")
    for key in ("hold", "raise_it", "raise_it", "pass"):
        assert asked(state) == "ann"
        state.apply(key)
    assert "hold" in keys(state)                       # three passes in a row: bob, cid, ann
    plays_alike(law, 3)


# ---- at the end --------------------------------------------------------------------------------------------------
def test_nothing_is_ended_at_its_own_end(tmp_path: Path) -> None:
    """Also not another one of the same name, in which it stands."""
    law = game(tmp_path, GAME + '''
deed extra "An extra turn"
  does
    run bonus
    add 1 to n
phase bonus
  offers step, exactly once
form step is action
step dance "Dance"
  does
    if n < 3
      do extra
    add 10 to n
rule again
  at end of bonus
    end bonus
    then add 40 to marks
    otherwise add 1 to marks
''')
    assert "step/ending-already" in told(tmp_path, (tmp_path / "steps" / "steps.law").read_text("utf-8"))
    state = law.new(3, 1, 0)
    for key in ("extra", "dance", "dance", "dance", "dance"):
        if key in keys(state):
            state.apply(key)
    assert state.look("marks") < 40
    plays_alike(law, 3, limit=30)


def test_what_was_cut_off_does_not_count_as_a_use(tmp_path: Path) -> None:
    law = game(tmp_path, GAME + '''
value price = 5
deed cheap "Cheap"
  does
    until 2 shop
      price becomes 1
deed shop "Shop"
  does
    add price to n
    if n = 1
      end turn
  at end of shop
    add 1 to marks
''')
    state = law.new(3, 1, 0)
    for key in ("cheap", "shop", "pass", "pass"):
        state.apply(key)
    assert asked(state) == "ann"
    for paid in (2, 3, 8):                             # the first was cut off
        state.apply("shop")
        assert state.look("ann.n") == paid
    plays_alike(law, 3)


def test_watchers_see_what_was_done_at_once_before_an_ending(tmp_path: Path) -> None:
    law = game(tmp_path, GAME + '''
to stumble
  add 1 to n
  end turn
deed trip "Trip"
  does
    at once
      set frozen to true
      stumble
rule thaw
  whenever p in players has p.frozen
    set p.frozen to false
    add 10 to p.n
''')
    state = law.new(3, 1, 0)
    for seat in ("ann", "bob"):                        # twice: watchers go on watching
        assert asked(state) == seat
        state.apply("trip")
        assert state.look(f"{seat}.n") == 11
    plays_alike(law, 3)


# ---- what lives as long as a phase ---------------------------------------------------------------------------------
def test_a_circle_begins_with_its_parameter() -> None:
    law = lawspeaker.load(CASES / "grid_and_phase_stale_parameter")
    state = law.new(3, 1, 0)
    players = []
    while not state.over:
        players.append(state.decision.player)
        state.step(0)
    assert players == [1, 2, 0, 1, 2, 0, 1, 2, 0]
    plays_alike(law, 3)


def test_the_toast_of_the_reference_empties_the_barrel() -> None:
    """The state above the circle lives through it: two rounds for three players are six horns, beginning with the host."""
    law = lawspeaker.load(CASES / "grid_and_phase_toast_of_the_docs")
    for host in range(3):
        state = law.new(3, 1, host)
        state.apply("invite")
        drinkers = []
        while keys(state)[0] == "raise_horn":
            drinkers.append(state.decision.player)
            state.apply("raise_horn")
        assert drinkers == [(host + i) % 3 for i in range(6)]
    plays_alike(law, 3)


LASTING = '''
phase feast(host: Player, most: 1 to 9)
  requires feast.most > 1
  state eaten: 0 to 20 = feast.most
  each player from feast.host, again until feast.eaten >= 6
  state bites: 0 to 9
  offers dish, as often as wanted
form dish is action
dish bite "Bite"
  requires feast.bites < 2                                     "No more in this turn."
  does
    add 1 to feast.bites
    add 1 to feast.eaten
    add 1 to n
deed invite "Invite"
  does
    run feast(next_player(you), 2)
deed snub "Invite to nothing"
  does
    run feast(you, 1)
'''


def test_above_the_circle_for_all_of_it_below_for_each_playing(tmp_path: Path) -> None:
    law = game(tmp_path, GAME + LASTING)
    state = law.new(3, 1, 0)
    state.apply("invite")
    asked_in = []
    while "bite" in keys(state):
        asked_in.append(asked(state))
        state.apply("bite")
    assert asked_in == ["bob", "bob", "cid", "cid"]    # from 2 to 6, two bites for each
    state.apply("invite")                              # and anew
    assert asked(state) == "bob"
    assert state.look("feast.eaten") == 2
    state.apply("bite")
    assert state.look("feast.bites") == 1
    plays_alike(law, 3)


def test_a_phase_is_skipped_by_its_parameter(tmp_path: Path) -> None:
    """Above the circle it is asked once for all of it."""
    state = game(tmp_path, GAME + LASTING).new(3, 1, 0)
    state.apply("snub")
    assert "snub" in keys(state)
    state.apply("invite")
    assert asked(state) == "bob"


def test_a_requirement_below_the_circle_is_asked_for_each_playing(tmp_path: Path) -> None:
    law = game(tmp_path, GAME + LASTING.replace("  offers dish", "  requires not frozen\n  offers dish"))
    state = given(law, {"cid.frozen": True}, turn="ann")
    state.apply("invite")
    seats = []
    while "bite" in keys(state):
        seats.append(asked(state))
        state.apply("bite")
    assert seats == ["bob", "bob", "ann", "ann"]
    plays_alike(law, 3)


def test_between_two_playings_the_state_of_one_is_refused(tmp_path: Path) -> None:
    assert "phase/state-of-a-playing" in told(tmp_path, GAME + LASTING.replace("until feast.eaten >= 6", "until feast.bites >= 2"))


def test_a_phase_in_itself_keeps_what_the_outer_one_had(tmp_path: Path) -> None:
    law = game(tmp_path, GAME + LASTING + '''
dish inner "A feast in a feast"
  requires feast.most = 2                                      "Enough."
  does
    run feast(feast.host, 5)
''')
    state = law.new(3, 1, 0)
    for key in ("invite", "bite", "inner", "bite", "pass"):
        state.apply(key)
    assert (state.look("feast.most"), state.look("feast.eaten"), state.look("feast.bites")) == (2, 3, 1)
    assert asked(state) == "bob"
    plays_alike(law, 3)


@pytest.mark.parametrize("requires", ["", "      requires n < 90\n"])
def test_a_watcher_ends_the_turn_that_begins(tmp_path: Path, requires: str) -> None:
    """Whose turn it is has changed inside the turn, so that `end turn` has something to end."""
    law = game(tmp_path, GAME.replace("      offers deed", f"{requires}      offers deed") + '''
rule too_cold
  whenever active.frozen
    end turn
''')
    state = given(law, {"bob.frozen": True}, turn="ann")
    state.apply("pass")
    assert asked(state) == "cid"
    plays_alike(law, 3)


def test_who_is_skipped_is_on_turn_for_watchers(tmp_path: Path) -> None:
    law = game(tmp_path, GAME.replace("      offers deed", "      requires not frozen\n      offers deed") + '''
rule thaw
  whenever active.frozen
    add 7 to n
''')
    state = given(law, {"bob.frozen": True}, turn="ann")
    state.apply("pass")
    assert asked(state) == "cid"
    assert state.look("bob.n") == 7
    plays_alike(law, 3)
