"""Cards at the moments of other cards: what is being played is not in the hand; it can be named, copied and cancelled."""
from __future__ import annotations

import sys
from pathlib import Path

import pytest

import lawspeaker
from lawspeaker.interpreter.state import State
from lawspeaker.testing import given

sys.path.insert(0, str(Path(__file__).parent))

from small_games import CASES, asked, game, keys, plays_alike, told

DUEL = '''game duel "Duel"
  players 3
  seats ann, bob, cid
  phase turn "{you}'s turn"
    each player from first_player, again until turns >= 6
    offers deed, as often as wanted
  winner has most final_score, then shared
table
  state turns: 0 to 9
  pile deck of Spell, seen by nobody
  area pit of Spell, seen by everyone
player
  area hand of Spell, seen by owner
  area shelf of Spell, seen by everyone
  state n: 0 to 99
  state hit: 0 to 9
rule over
  at end of turn
    add 1 to turns
form deed is action
deed nothing "Nothing"
  does
    add 1 to n
form spell "Cast {card}" is deed
  card kept in hand
  starts in deck
  discarded to pit
  at end of spell
    discard card
spell bolt "Bolt"
  COPIES
  choose victim from others
  requires n < 90                                              "Enough."
  does
    add 10 to n
    add 1 to victim.hit
spell counter "Counter"
  COPIES
  playable at start of any spell(who, what) if who != you
  does
    end what
spell mirror "Mirror"
  playable at start of any spell(who, what) if who != you
  does
    do what
spell boomerang "Boomerang"
  does
    move card to hand
    add 1 to n
spell statue "Statue"
  does
    move card to shelf
spell bare "Bare"
  does
    add 1 to n
score s = n
'''


def duel(tmp_path: Path, copies: bool, more: str = "") -> lawspeaker.Game:
    return game(tmp_path, DUEL.replace("  COPIES\n", "  copies 3\n" if copies else "") + more)


def answer(state: State, **wanted: str) -> None:
    """Everybody passes but those who have something to play, once each."""
    for _ in range(20):
        if state.decision.prompt == "Ann's turn":
            return
        seat = asked(state)
        key = wanted.get(seat)
        if key in keys(state):
            state.apply(key)
            del wanted[seat]
        else:
            state.apply("pass" if "pass" in keys(state) else keys(state)[0])


@pytest.mark.parametrize("copies", [False, True])
def test_a_card_is_cancelled(tmp_path: Path, copies: bool) -> None:
    state = given(duel(tmp_path, copies), {"ann.hand": ["bolt"], "bob.hand": ["counter"], "cid.hand": ["mirror"]}, turn="ann")
    state.apply("bolt bob")
    assert asked(state) == "bob"
    assert keys(state) == ["counter", "pass"]
    answer(state, bob="counter")
    assert (state.look("ann.n"), state.look("bob.hit")) == (0, 0)
    assert [state.look(f"number of {p}.hand") for p in ("ann", "bob", "cid")] == [0, 0, 1]
    assert state.look("number of pit") == 2               # rules at the end of both ran


@pytest.mark.parametrize("copies", [False, True])
def test_a_card_is_copied_with_its_header_and_goes_nowhere_twice(tmp_path: Path, copies: bool) -> None:
    state = given(duel(tmp_path, copies), {"ann.hand": ["bolt"], "cid.hand": ["mirror"]}, turn="ann")
    state.apply("bolt bob")
    state.apply("mirror")
    assert keys(state) == ["bolt ann", "bolt bob"]        # the copy chooses for itself
    state.apply("bolt ann")
    answer(state)
    assert (state.look("ann.n"), state.look("cid.n")) == (10, 10)
    assert (state.look("ann.hit"), state.look("bob.hit")) == (1, 1)
    assert state.look("number of pit") == 2
    assert state.look("number of ann.hand") == 0


def test_what_the_header_forbids_is_not_copied(tmp_path: Path) -> None:
    state = given(duel(tmp_path, False), {"ann.hand": ["bolt"], "cid.hand": ["mirror"], "cid.n": 95}, turn="ann")
    state.apply("bolt bob")
    state.apply("mirror")
    answer(state)
    assert (state.look("ann.n"), state.look("cid.n")) == (10, 95)


def test_a_counter_is_countered_by_another_copy(tmp_path: Path) -> None:
    """`end what` ends what the window speaks of, not the innermost card of this name."""
    state = given(duel(tmp_path, True), {"ann.hand": ["bolt", "counter"], "bob.hand": ["counter"]}, turn="ann")
    state.apply("bolt bob")
    state.apply("counter")
    assert asked(state) == "ann"
    assert keys(state) == ["counter", "pass"]
    state.apply("counter")
    answer(state)
    assert state.look("ann.n") == 10
    assert state.look("number of pit") == 3


def test_all_readers_play_alike(tmp_path: Path) -> None:
    deal = '''
phase setup
  does
    for each s in deck
      choose p from players
      move s to p.hand
'''
    for copies in ("", "  copies 3\n"):
        law = (DUEL + deal).replace("  COPIES\n", copies).replace('  phase turn "', '  run setup\n  phase turn "')
        plays_alike(game(tmp_path, law), 3)


@pytest.mark.parametrize("copies", [False, True])
def test_a_card_is_not_in_the_hand_while_it_is_played(tmp_path: Path, copies: bool) -> None:
    """In its own window, in a step that plays another one, and beside what a phase offers; a second copy is another card."""
    law = duel(tmp_path, copies, '''
spell echo "Echo"
  COPIES
  playable at start of own spell
  does
    add 1 to n
spell twice "Twice"
  COPIES
  does
    add 5 to n
    do spell
'''.replace("  COPIES\n", "  copies 2\n" if copies else ""))
    state = given(law, {"ann.hand": ["bare", "echo"]}, turn="ann")
    state.apply("bare")
    state.apply("echo")
    assert state.decision.prompt == "Ann's turn"          # it is not offered at its own start
    assert state.look("ann.n") == 2
    state = given(law, {"ann.hand": ["twice"]}, turn="ann")
    state.apply("twice")
    assert state.decision.prompt == "Ann's turn"
    if copies:
        state = given(law, {"ann.hand": ["twice", "twice"]}, turn="ann")
        state.apply("twice")
        assert keys(state) == ["twice"]
        state.apply("twice")
        assert state.decision.prompt == "Ann's turn"
        assert (state.look("ann.n"), state.look("number of pit")) == (10, 2)


def test_a_rune_is_played_once_inside_runes() -> None:
    law = lawspeaker.load("fire_and_axe", expansions=["runes", str(CASES / "card_played_inside_itself")])
    state = given(law, {"yellow.hand": ["counter"], "red.hand": ["fresh_crew"], "red.ship": "york", "yellow.ship": "york"},
                  players=["red", "yellow", "blue"], turn="red")
    before = state.look("yellow.vp")
    state.apply("fresh_crew")
    offered = 0
    while asked(state) == "yellow":
        offered += "counter" in keys(state)
        state.step(0)
    assert offered == 1
    assert state.look("yellow.vp") == before + 1
    assert state.look("number of yellow.hand") == 0


# ---- where a card goes -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("copies", [False, True])
@pytest.mark.parametrize(("key", "place"), [("boomerang", "hand"), ("statue", "shelf"), ("bare", "")])
def test_what_its_effect_moved_is_not_discarded_by_its_form(tmp_path: Path, copies: bool, key: str, place: str) -> None:
    state = given(duel(tmp_path, copies), {"ann.hand": [key]}, turn="ann")
    state.apply(key)
    where = {p: state.look(f"number of {'ann.' if p != 'pit' else ''}{p}") for p in ("hand", "shelf", "pit")}
    assert where == {"hand": 0, "shelf": 0, "pit": 0} | {place or "pit": 1}


def test_the_form_may_move_it_first_and_discard_it_at_the_end(tmp_path: Path) -> None:
    law = DUEL.replace("  COPIES\n", "").replace('''  at end of spell
    discard card''', '''  does
    move card to shelf
    do its effect
    discard card
    otherwise add 7 to n''')
    state = given(game(tmp_path, law), {"ann.hand": ["bare", "boomerang"]}, turn="ann")
    state.apply("bare")
    assert (state.look("ann.n"), state.look("number of pit")) == (1, 1)
    state.apply("boomerang")
    assert (state.look("ann.n"), state.look("number of pit"), state.look("number of ann.hand")) == (9, 1, 1)


# ---- who moves -----------------------------------------------------------------------------------------------------
def test_a_moment_says_who_moves_and_a_rule_may_end_the_card(tmp_path: Path) -> None:
    law = duel(tmp_path, False, '''
rule ward
  at start of spell(caster, s) if s = bolt and caster.hit > 2
    end s
rule pay
  at end of turn(p)
    add p.hit to p.n
action gloat "Gloat"
  playable at end of any deed(p) if p != you and p.n > 0
  does
    add p.n to n
''')
    state = given(law, {"ann.hand": ["bolt"], "ann.hit": 3}, turn="ann")
    state.apply("bolt bob")
    assert (state.look("ann.n"), state.look("number of pit")) == (0, 1)
    state.apply("nothing")
    assert (asked(state), keys(state)) == ("bob", ["gloat", "pass"])
    state.apply("gloat")
    assert state.look("bob.n") == 1


def test_more_names_than_there_are_is_an_error(tmp_path: Path) -> None:
    assert "value/arguments" in told(tmp_path, DUEL.replace("  COPIES\n", "") + '''
rule pay
  at end of turn(p, x)
    add p.hit to p.n
''')


def test_only_what_is_being_played_can_be_ended(tmp_path: Path) -> None:
    assert "step/not-being-played" in told(tmp_path, DUEL.replace("  COPIES\n", "") + '''
deed pick "Pick"
  choose x from hand
  does
    end x
''')


def test_a_card_in_a_name_is_played_from_the_hand_and_carried_out_elsewhere(tmp_path: Path) -> None:
    law = duel(tmp_path, False, '''
deed use "Use {x}"
  choose x from hand
  does
    do x
deed read "Read {x}"
  choose x from pit
  does
    do x
    then add 20 to n
''')
    state = given(law, {"ann.hand": ["bare", "statue"]}, turn="ann")
    state.apply("use bare")
    state.apply("bare")
    assert (state.look("ann.n"), state.look("number of pit")) == (1, 1)
    state.apply("read bare")
    state.apply("bare")
    assert (state.look("ann.n"), state.look("number of pit")) == (22, 1)
    assert "bare" not in keys(state)                      # carrying out is over


def test_a_window_tells_whose_turn_begins(tmp_path: Path) -> None:
    law = duel(tmp_path, False, '''
spell sleep "Sleep"
  playable at start of any turn(p) if p != you
  does
    end turn
''')
    state = given(law, {"ann.hand": ["sleep"]}, turn="ann")
    state.apply("pass")
    assert asked(state) == "ann"
    assert state.decision.prompt == "At the start of Bob's turn"
    state.apply("sleep")
    assert asked(state) == "cid"


# ---- what is put off ---------------------------------------------------------------------------------------------------
def test_what_is_put_off_at_a_moment_waits_for_the_next(tmp_path: Path) -> None:
    law = game(tmp_path, DUEL.replace("  COPIES\n", "") + '''
rule echo
  at start of turn if n = 0
    later at start of turn if active = you
      add 10 to n
    until end of turn
      at start of turn
        add 40 to n
    add 1 to n
''')
    state = given(law, {}, turn="ann")
    while asked(state) != "ann" or state.look("turns") < 3:
        state.apply("pass")
    assert state.look("ann.n") == 11
    plays_alike(law, 3)


# ---- what a moment says ------------------------------------------------------------------------------------------------
BELLS = '''
moment bell(x: 1 to 9)
moment dong(y: 1 to 9)
deed ring "Ring"
  does
    now bell(3)
    now dong(2)
'''


@pytest.mark.parametrize("line", ["at bell(k) or dong(j)", "at bell(k) or end of turn", "at start of spell(k, x) or end of turn(k)", "at start of spell(k) or dong(k)"])
def test_several_moments_of_one_block_say_the_same(tmp_path: Path, line: str) -> None:
    law = DUEL.replace("  COPIES\n", "") + BELLS + f"rule r\n  {line}\n    add 1 to n\n    say \"{{k}}\"\n"
    assert "rule/other-names" in told(tmp_path, law)


def test_several_moments_that_say_the_same(tmp_path: Path) -> None:
    law = game(tmp_path, DUEL.replace("  COPIES\n", "") + BELLS + '''
rule r
  at bell(k) or dong(k)
    add k to n
rule q
  at start of spell(p) or end of turn(p)
    add 20 to p.n
''')
    state = given(law, {}, turn="ann")
    state.apply("ring")
    assert state.look("ann.n") == 5
    state.apply("pass")
    assert state.look("ann.n") == 25


def test_what_is_not_said_each_time_is_used_behind_if_only(tmp_path: Path) -> None:
    times = "  playable at bell(k) if k > 2\n  playable at dong(k) if k > 2\n  does\n"
    law = DUEL.replace("  COPIES\n", "") + BELLS + f'action echo "Echo"\n{times}'
    assert "move/not-always-said" in told(tmp_path, law + "    add k to n\n")
    state = given(game(tmp_path, law + "    add 7 to n\n"), {}, turn="ann")
    state.apply("ring")
    assert keys(state) == ["echo", "pass"]                    # at the bell: 3
    state.apply("pass")
    assert "ring" in keys(state)                              # not at the dong: 2


@pytest.mark.parametrize("copies", [False, True])
def test_who_has_played_a_card_is_not_asked_for_it_again(tmp_path: Path, copies: bool) -> None:
    """A card that stays in the hand and can be played any time: once when it becomes possible, then beside what is offered."""
    law = game(tmp_path, DUEL.replace("  COPIES\n", "").replace("  at end of spell\n    discard card\n", "") + '''
spell glow "Glow"
  COPIES
  playable any time
  requires n > 1                                               "Not yet."
  does
    add 1 to n
    add 1 to n
'''.replace("  COPIES\n", "  copies 2\n" if copies else ""))
    state = given(law, {"ann.hand": ["glow"], "ann.n": 1}, turn="ann")
    for key in ("nothing", "glow", "nothing", "nothing"):
        assert key in keys(state)
        state.apply(key)
    assert state.look("ann.n") == 6
    assert "nothing" in keys(state)


@pytest.mark.parametrize("copies", ["", "  copies 2\n"])
def test_a_header_leaves_out_its_own_card(tmp_path: Path, copies: str) -> None:
    """As the reference says it is written."""
    law = game(tmp_path, DUEL.replace("  COPIES\n", "") + f'''
spell purge "Purge"
{copies}  choose s from (s in hand where s != card)
  does
    discard s
''')
    state = given(law, {"ann.hand": ["purge", "bare"]}, turn="ann")
    assert [k for k in keys(state) if k.startswith("purge")] == ["purge bare"]
