"""What the arms below a step read: every step with steps in it against nothing, a part, all, and what a rule replaced."""
from __future__ import annotations

from pathlib import Path

import pytest
from alike import HERE, law, looked, played, whole_games_agree

import lawspeaker

# `spend 2` takes from coins: with 0 not, with 1 partly, with 5 fully; with 4 it is replaced
TILL = '''player
  state coins: 0 to 9
  state got: 0 to 9
to spend {n: number}
  take n from coins
rule robbed
  instead of spend n if coins = 4
    say "Robbed."
form deal is action
deal haggle "Haggle"
  does
    spend 2
form idle is action
idle never "Never"
  requires coins > 8
  does
    add 1 to coins
phase market
  does
    spend 2
phase offered
  offers deal, at most once
phase closed
  requires false
  does
    spend 2
action try_it "Try"
  does
'''
ARMS = '''    then set got to 2
    partly set got to 1
    otherwise set got to 3
    replaced set got to 4
'''
COINS = {"nothing": 0, "a part": 1, "all": 5, "replaced": 4}
GOT = {"nothing": 3, "a part": 1, "all": 2, "replaced": 4}
STEPS = {
    "may a step": ("may spend 2", ["yes"]),
    "may with steps": ('may "Pay"\n      spend 2', ["yes"]),
    "if": ("if coins < 9\n      spend 2", []),
    "else": ("if coins > 8\n      add 1 to coins\n    else\n      spend 2", []),
    "as": ("as active\n      spend 2", []),
    "for each": ("for each p in players where p = you\n      as p\n        spend 2", []),
    "repeat": ("repeat 1 times\n      spend 2", []),
    "repeat asking": ('repeat 2 times asking "Again"\n      spend 2', ["no"]),
    "at once": ("at once\n      spend 2", []),
    "choose one": ('choose one\n      option pay "Pay"\n        spend 2\n      option keep "Keep"', ["pay"]),
    "during": ("during market\n      spend 2", []),
    "for each at once": ('for each p in players at once\n      as p\n        choose n from 1 to 2 "Unseen"\n        if p = active and n > 0\n          spend 2', ["1", "1"]),
    "do": ("do deal", ["haggle"]),
    "may do": ("may do deal", ["yes", "haggle"]),
    "run": ("run market", []),
    "arms in arms": ("spend 2\n    then say \"Paid.\"\n    otherwise say \"No.\"\n    replaced say \"Robbed.\"", []),
    "a verb": ("spend 2", []),
    "if in if in as": ("as active\n      if coins < 9\n        for each n in 1 to 1\n          if n = 1\n            spend 2", []),
}


@pytest.mark.parametrize("amount", COINS)
@pytest.mark.parametrize("name", STEPS)
def test_arms_read_what_was_done(tmp_path: Path, name: str, amount: str) -> None:
    step, choices = STEPS[name]
    if name == "arms in arms":
        step = "as active\n      " + step.replace("\n", "\n  ")
    game = law(tmp_path, TILL + f"    {step}\n{ARMS}")
    assert looked(played(game, {"ann.coins": COINS[amount]}, "try_it", *choices), "ann.got") == [GOT[amount]]


@pytest.mark.parametrize("amount", COINS)
@pytest.mark.parametrize("name", STEPS)
def test_a_verb_made_of_one_step_has_its_result(tmp_path: Path, name: str, amount: str) -> None:
    step, choices = STEPS[name]
    if name == "arms in arms":
        step = "as active\n      " + step.replace("\n", "\n  ")
    game = law(tmp_path, TILL.replace("action try_it", f"to sub_deal\n  {step.replace(chr(10), chr(10)[:1])}\naction try_it").replace("\n    ", "\n    ")
               .replace("to sub_deal\n  " + step, "to sub_deal\n  " + step.replace("\n  ", "\n")) + f"    sub_deal\n{ARMS}")
    assert looked(played(game, {"ann.coins": COINS[amount]}, "try_it", *choices), "ann.got") == [GOT[amount]]


NOT_ENTERED = {
    "may declined": ("may spend 2", ["no"]),
    "may with steps declined": ('may "Pay"\n      spend 2', ["no"]),
    "if": ("if coins > 8\n      spend 2", []),
    "if else if": ("if coins > 8\n      spend 2\n    else if coins > 7\n      spend 2", []),
    "for each": ("for each p in players where p.coins > 8\n      as p\n        spend 2", []),
    "for each number": ("for each n in 1 to got\n      spend 2", []),
    "repeat": ("repeat got times\n      spend 2", []),
    "choose one": ('choose one\n      option pay "Pay"\n        spend 2\n      option keep "Keep"', ["keep"]),
    "choose one without options": ('choose one\n      option pay "Pay" if coins > 8\n        spend 2', []),
    "do": ("do idle", []),
    "run": ("run closed", []),
    "nobody moves in a phase": ("run offered", ["pass"]),
    "end": ("end market", []),
    "stopped at once": ("for each n in 1 to 3\n      if n > 0\n        stop\n      spend 2", []),
    "during": ("during market\n      if coins > 8\n        spend 2", []),
    "as": ("as active\n      if coins > 8\n        spend 2", []),
    "at once": ("at once\n      if coins > 8\n        spend 2", []),
}


@pytest.mark.parametrize("name", NOT_ENTERED)
def test_what_was_not_entered_was_not_done(tmp_path: Path, name: str) -> None:
    step, choices = NOT_ENTERED[name]
    game = law(tmp_path, TILL + f"    {step}\n{ARMS}")
    assert looked(played(game, {"ann.coins": 5}, "try_it", *choices), "ann.coins", "ann.got") == [5, 3]
    whole_games_agree(game, 3)


COUNTED = {
    # of two steps: nothing, a part, all; what is not entered, named, said or chosen does not count
    "take 1 from coins\n  spend 2": {0: 3, 1: 1, 2: 1, 3: 2, 5: 1},
    "take 2 from coins\n  if coins > 9\n    add 1 to coins": {0: 3, 1: 1, 5: 2},
    "say \"Hello.\"\n  take 2 from coins": {0: 3, 1: 1, 5: 2},
    "choose n from 1 to 2\n  take n from coins": {0: 3, 1: 2, 5: 2},
    "choose n from (x in {1, 2} where x > 0)\n  take n from coins": {0: 3, 1: 2, 5: 2},
    "let m = 2\n  take m from coins": {0: 3, 1: 1, 5: 2},
    "for each n in 1 to 3\n    take 1 from coins": {0: 3, 1: 1, 2: 1, 3: 2},
    "repeat 3 times\n    take 1 from coins": {0: 3, 1: 1, 3: 2},
    "take 2 from coins\n  otherwise say \"No.\"": {0: 3, 1: 1, 5: 2},
    "take 2 from coins\n  otherwise add 2 to coins": {0: 2, 1: 1, 5: 2},
    "take 2 from coins\n  then say \"Yes.\"\n  partly say \"Some.\"": {0: 3, 1: 1, 5: 2},
    "if coins > 3\n    say \"Rich.\"": {0: 3, 5: 2},
    "if coins > 3\n    take 1 from coins\n    stop\n  take 1 from coins": {0: 3, 1: 2, 5: 1},
    "if coins > 3\n    stop\n  take 1 from coins": {1: 2, 5: 3},
    "take 1 from coins\n  requires coins > 3\n  take 1 from coins": {0: 3, 1: 1, 5: 2},
    "requires coins > 3\n  take 1 from coins": {0: 3, 5: 2},
    "take 2 from coins\n  partly stop\n  add 1 to coins": {0: 1, 1: 1, 5: 2},
    "take 2 from coins\n  otherwise stop\n  add 1 to coins": {0: 3, 1: 1, 5: 2},
    "spend 1\n  spend 1": {0: 3, 1: 1, 2: 2, 4: 4, 5: 1},
    "add 0 to coins\n  spend 2": {4: 4, 3: 1},
    "repeat 3 times asking \"Again\"\n    take 1 from coins": {0: 3, 1: 2},
}


@pytest.mark.parametrize("steps", COUNTED)
def test_how_the_steps_of_a_verb_count(tmp_path: Path, steps: str) -> None:
    game = law(tmp_path, TILL.replace("action try_it", f"to deal_with\n  {steps}\naction try_it") + f"    deal_with\n{ARMS}")
    choices = ["1"] if "choose" in steps else ["no"] if "asking" in steps else []
    for coins, got in COUNTED[steps].items():
        assert looked(played(game, {"ann.coins": coins}, "try_it", *choices), "ann.got") == [got], f"with {coins} coins"
    whole_games_agree(game, 3)


def test_after_rules_and_replacements_see_what_was_done(tmp_path: Path) -> None:
    """`after` a verb that did nothing says nothing; `do usual` twice counts as both."""
    game = law(tmp_path, TILL + f'''    deal_with
{ARMS}to deal_with
  if coins > 3
    spend 2
rule told
  after deal_with
    add 1 to vp
rule twice
  instead of deal_with if coins > 5
    do usual
    do usual
''')
    for coins, got, vp in ((0, 3, 0), (5, 2, 1), (4, 4, 0), (6, 4, 1), (7, 2, 2), (9, 2, 2)):
        seen = looked(played(game, {"ann.coins": coins}, "try_it"), "ann.got", "ann.vp")
        assert seen == [1 if coins == 6 else got, vp], f"with {coins} coins"


def test_if_you_do() -> None:
    """The inn: what was not paid brings bread, not beer, however the step is written."""
    game = lawspeaker.load(HERE / "if_you_do")
    for move in ("plain", "partly_paid", "block", "inner", "unasked"):
        for coins, wanted in ((0, [0, 1]), (5, [1, 0])):
            state = played(game, {"ann.coins": coins}, move)
            if not state.over and state.decision.kind == "yes":
                state.apply("yes")
            assert looked(state, "ann.beers", "ann.bread") == ([0, 0] if (move, coins) == ("inner", 0) and state.look("ann.bread") == 0 else wanted), move
        state = played(game, {"ann.coins": 5}, move)
        if state.decision.kind == "yes":
            state.apply("no")
            assert looked(state, "ann.coins", "ann.beers", "ann.bread") == [5, 0, 1], move
    whole_games_agree(game)


NATIVES = '''kind Fish
  copies 6
  starts in pond
  discarded to pond
kind Card
  copies 3, told apart
  starts in deck
  discarded to pit
table
  area pond of Fish, seen by everyone
  area small of Fish, up to 2, seen by everyone
  pile deck of Card, seen by nobody
  pile pit of Card, seen by everyone
  row shelf of Card, seen by everyone
  state dice: list of number, up to 9
  state open: flag
  state best: Card or none
player
  area hand of Card, seen by owner
  state got: 0 to 9
  state n: 0 to 99
action try_it "Try"
  does
'''
RESULTS = {
    "shuffle pit": 3, "shuffle deck": 2,
    "discard hand": 3, "discard deck": 2, "discard pit": 3, "discard 2 Fish from small": 3, "discard 2 Fish from pond": 3,
    "discard (c in hand where c = card_1)": 3, "discard card_1": 2, "move card_1 to deck": 3, "move card_3 to deck": 2,
    "move card_3 to bottom of deck": 3, "move card_1 to bottom of deck": 2,
    "move deck to deck": 3, "move hand to pit": 3, "move deck to hand": 2, "move 0 Fish from pond to small": 3, "move 1 Fish from pond to pond": 3,
    "move 3 Fish from pond to small": 1, "move 2 Fish from pond to small": 2, "move 9 Fish from pond to box": 1,
    "draw 0 from deck to hand": 3, "draw 4 from deck to hand": 1, "draw 3 from deck to hand": 2, "draw 1 from pit to hand": 3, "draw 1 from deck to deck": 3,
    "take 0 from n": 3, "take 1 from n": 3, "add 0 to n": 3, "add 1 to n": 2, "set n to 0": 3, "set n to 1": 2,
    "set open to false": 3, "set open to (some deck)": 2, "set open to (some hand)": 3, "set best to none": 3, "set best to card_1": 2,
    "set dice to dice": 3, "set dice to {}": 3, "set dice to {4}": 2,
    "show hand to you": 3, "show deck to you": 2, "roll 0 dice into dice": 3, "roll 2 dice into dice": 2, "reroll (i in {1, 3} where i > 5) in dice": 3,
}


@pytest.mark.parametrize("step", RESULTS)
def test_a_step_that_changes_nothing_is_not_done(tmp_path: Path, step: str) -> None:
    game = law(tmp_path, NATIVES + f"    {step}\n{ARMS}".replace("    replaced set got to 4\n", ""))
    state = played(game, {"deck": ["card_1", "card_2", "card_3"]}, "try_it")
    assert looked(state, "ann.got") == [RESULTS[step]]


def test_a_list_keeps_what_is_in_it_twice(tmp_path: Path) -> None:
    game = law(tmp_path, NATIVES + '''    set dice to dice + {5}
    set dice to dice + dice
    set n to number of dice + total of x for (x in dice + {1})
    for each x in dice + {5}
      add 1 to got
    for each y in {1, 2} + {2, 3}
      add 10 to n
    add number of ({1, 2} + {2, 3}) to vp
    add number of (others + {you}) to vp
''')
    state = played(game, {"dice": [5, 2]}, "try_it")
    assert state.look("dice") == [5, 2, 5, 5, 2, 5]
    assert looked(state, "ann.got", "ann.n", "ann.vp") == [7, 6 + 25 + 30, 5]


def test_what_is_put_off_or_holds_for_a_time_is_done(tmp_path: Path) -> None:
    """`until` for no move at all is not; the value is not changed then."""
    game = law(tmp_path, TILL + f'''    until coins try_it
      price becomes 7
{ARMS}    later at end of turn
      add 1 to vp
    then set coins to price
value price = 1
''')
    assert looked(played(game, {"ann.coins": 0}, "try_it"), "ann.got", "ann.coins") == [3, 1]
    assert looked(played(game, {"ann.coins": 2}, "try_it"), "ann.got", "ann.coins") == [2, 7]


def test_positions_of_joined_lists(tmp_path: Path) -> None:
    game = law(tmp_path, NATIVES + '''    choose which from dice + dice "Which?"
    set got to which
''')
    state = played(game, {"dice": [5, 2]}, "try_it")
    assert [o.key for o in state.decision.options] == ["1", "2", "3", "4"]


def test_what_an_ending_cuts_off_was_done_partly(tmp_path: Path) -> None:
    for step in ("run cut", "during cut\n      take 1 from coins\n      end cut", "do short"):
        game = law(tmp_path, TILL.replace("action try_it", '''phase cut
  does
    take 1 from coins
    end cut
    take 1 from coins
form quick is action
quick short "Short"
  does
    take 1 from coins
    end short
action try_it''') + f"    {step}\n{ARMS}")
        choices = ["short"] if step == "do short" else []
        assert looked(played(game, {"ann.coins": 5}, "try_it", *choices), "ann.coins", "ann.got") == [4, 1], step


def test_phases_that_go_round(tmp_path: Path) -> None:
    """All playings of a phase count together, those of phases inside it, too."""
    game = law(tmp_path, TILL.replace("phase market", '''phase both
  phase one_each
    each player from first_player
    requires coins > 0
    does
      take 2 from coins
phase bids
  each player from first_player, again until all pass
  offers deal, at most once
phase market''') + f'''    run both
{ARMS}action bid "Bid"
  does
    run bids
{ARMS}''')
    for ann, bob, got in ((0, 0, 3), (5, 5, 2), (5, 1, 1), (5, 0, 2), (0, 5, 2)):
        state = played(game, {"ann.coins": ann, "bob.coins": bob}, "try_it")
        assert looked(state, "ann.got") == [got], (ann, bob)
    assert looked(played(game, {"ann.coins": 5}, "bid", "pass", "pass"), "ann.got") == [3]
    assert looked(played(game, {"ann.coins": 5}, "bid", "haggle", "pass", "pass"), "ann.got") == [2]
    whole_games_agree(game, 3)
