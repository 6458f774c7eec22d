"""`may`: one question for `may choose x from S`, and none where there is nothing to do or to choose."""
from __future__ import annotations

from pathlib import Path

import pytest
from alike import law, looked, played, whole_games_agree

from lawspeaker.testing import given, scenario

POND = '''kind Fish
  copies 6
  starts in pond
  discarded to pond
kind Bird
  members crane, heron, stork
kind Card
  copies 3, told apart
  starts in deck
  discarded to pit
table
  area pond of Fish, seen by everyone
  area net of Fish, up to 2, seen by everyone
  pile deck of Card, seen by nobody
  pile pit of Card, seen by everyone
player
  area hand of Card, seen by owner
  area basket of Fish, seen by everyone
  state coins: 0 to 9
  state heat: -3 to 3
  state seen: Bird or none
  state got: 0 to 9
form swim is action
swim dive "Dive"
  requires coins > 0
  does
    take 1 from coins
action try_it "Try"
  does
'''
ARMS = "    then set got to 2\n    otherwise set got to 3\n"


def test_may_choose_is_one_question(tmp_path: Path) -> None:
    game = law(tmp_path, POND + f'    may choose b from Bird "Which bird?"\n{ARMS}    set seen to b\n    add 1 to vp\n')
    state = played(game, {}, "try_it")
    decision = state.decision
    assert (decision.kind, decision.prompt) == ("choose", "Which bird?")
    assert [o.key for o in decision.options] == ["crane", "heron", "stork", "no"]
    assert [o.label for o in decision.options] == ["Crane", "Heron", "Stork", "No"]
    assert looked(played(game, {}, "try_it", "heron"), "ann.seen", "ann.got", "ann.vp") == ["heron", 2, 1]
    assert looked(played(game, {}, "try_it", "no"), "ann.seen", "ann.got", "ann.vp") == [None, 3, 1]
    whole_games_agree(game)


@pytest.mark.parametrize("answer, heat, got", [("-1", -1, 2), ("0", 0, 2), ("-3", -3, 2), ("no", 2, 3)])
def test_a_number_below_nothing_can_be_chosen(tmp_path: Path, answer: str, heat: int, got: int) -> None:
    """-1 is a number like others, not the absence of one."""
    game = law(tmp_path, POND + f"    may choose h from (-3) to coins\n{ARMS}    set heat to h\n    during swimming\n      set heat to h\nphase swimming\n  state x: flag\n")
    assert looked(played(game, {"ann.heat": 2, "ann.coins": 1}, "try_it", answer), "ann.heat", "ann.got") == [heat, got]
    game = law(tmp_path, POND + f"    choose h from (-3) to coins\n{ARMS}    set heat to h\n")
    if answer != "no":
        assert looked(played(game, {"ann.heat": 2, "ann.coins": 1}, "try_it", answer), "ann.heat", "ann.got") == [heat, got]
    whole_games_agree(game, 3)


def test_what_hangs_on_a_choice_that_hangs_on_a_choice(tmp_path: Path) -> None:
    game = law(tmp_path, POND + '''    may choose b from Bird
    may choose n from 0 to number of (x in Bird where x = b) + coins
    then set got to 2
    otherwise set got to 3
    add n + 1 to vp
''')
    assert looked(played(game, {}, "try_it", "no"), "ann.vp", "ann.got") == [0, 3]
    assert looked(played(game, {}, "try_it", "crane", "no"), "ann.vp", "ann.got") == [0, 3]
    assert looked(played(game, {}, "try_it", "crane", "1"), "ann.vp", "ann.got") == [2, 2]
    whole_games_agree(game)


# step: the position in which there is nothing to do, and one in which there is
NOTHING = {
    "may choose c from hand": ({}, {"ann.hand": ["card_1"]}),
    "may choose n from 1 to coins": ({}, {"ann.coins": 1}),
    "may choose 2 cs from hand": ({"ann.hand": ["card_1"]}, {"ann.hand": ["card_1", "card_2"]}),
    "may choose any cs from hand": ({}, {"ann.hand": ["card_1"]}),
    "may take 2 from coins": ({}, {"ann.coins": 1}),
    "may add 2 to coins": ({"ann.coins": 9}, {"ann.coins": 8}),
    "may move basket to pond": ({}, {"ann.basket": ["fish"]}),
    "may move hand to pit": ({}, {"ann.hand": ["card_1"]}),
    "may move 1 Fish from pond to net": ({"net": ["fish", "fish"]}, {"net": ["fish"]}),
    "may move 1 fish from basket to net": ({}, {"ann.basket": ["fish"]}),
    "may discard hand": ({}, {"ann.hand": ["card_1"]}),
    "may discard 1 Fish from basket": ({}, {"ann.basket": ["fish"]}),
    "may draw 1 from pit to hand": ({}, {"pit": ["card_1"]}),
    "may do swim": ({}, {"ann.coins": 1}),
    "may pay 2": ({"ann.coins": 1}, {"ann.coins": 2}),
    "may waste 2": ({}, {"ann.coins": 1}),
    'may "Waste"\n      waste 2': ({}, {"ann.coins": 1}),
    'may "Show a card"\n      choose c from hand\n      move c to pit': ({}, {"ann.hand": ["card_1"]}),
    'may "Let the other waste"\n      as next_player(you)\n        waste 1': ({}, {"bob.coins": 1}),
}
VERBS = '''to pay {n: number}
  requires n <= coins
  say "Paid."
to waste {n: number}
  take n from coins
'''


@pytest.mark.parametrize("step", NOTHING)
def test_nothing_to_do_is_not_asked(tmp_path: Path, step: str) -> None:
    verbs = VERBS if "pay" in step or "waste" in step else ""
    uses = "".join(f"    let {x}s_seen = {x}\n    say \"{{{x}s_seen}}\"\n" for x in ("c",) if step == "may choose c from hand")
    uses = "    say \"{n}\"\n" if " n from" in step else "    show cs to you\n" if " cs " in step else "    show c to you\n" if step == "may choose c from hand" else uses
    game = law(tmp_path, POND + f"    {step}\n{ARMS}{uses}{verbs}")
    nothing, something = NOTHING[step]
    assert looked(played(game, nothing, "try_it"), "ann.got") == [3]
    state = given(game, something, turn="ann")
    state.apply("try_it")
    assert state.decision.player == 0 and state.look("ann.got") == 0
    state.apply("no")
    assert state.look("ann.got") == 3
    whole_games_agree(game, 3)


ASKED = {
    'may "Maybe"\n      if coins > 8\n        add 1 to vp': "what stands behind an `if` is not looked at, so that the question tells nothing",
    'may "Say so"\n      say "So."': "a word can always be said",
    "may take (6 / coins) from heat": "what could fail is not computed before somebody has said yes",
}


@pytest.mark.parametrize("step", ASKED)
def test_what_is_not_known_is_asked(tmp_path: Path, step: str) -> None:
    game = law(tmp_path, POND + f"    {step}\n{ARMS}")
    state = played(game, {}, "try_it")
    assert state.decision.kind == "yes", ASKED[step]
    state.apply("no")
    assert state.look("ann.got") == 3


def test_a_rule_may_do_something_instead_of_nothing(tmp_path: Path) -> None:
    """Where rules stand around a verb it is asked for, unless what it requires does not hold."""
    game = law(tmp_path, POND + f"    may waste 2\n{ARMS}" + VERBS + "rule lucky\n  instead of waste n if coins = 0\n    add 1 to vp\nrule free\n  instead of pay n\n    add 1 to vp\n"
               "action other\n  does\n    may pay 1\n")
    assert looked(played(game, {}, "try_it", "yes"), "ann.vp") == [1]
    assert played(game, {}, "other").decision.player == 1


def test_scenarios_answer_once(tmp_path: Path) -> None:
    law(tmp_path, POND + '    may choose b from Bird "Which bird?"\n    set seen to b\n')
    folder = next(tmp_path.iterdir()) / "small"
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "birds.yaml").write_text('''- scenario: A bird is seen
  ruleset: small
  players: [ann, bob]
  turn: ann
  play:
    - ann: try_it
    - ann: heron
  then:
    ann.seen: heron
- scenario: No bird is seen
  ruleset: small
  players: [ann, bob]
  turn: ann
  play:
    - ann: try_it
    - ann: "no"
  then:
    ann.seen: none
''', encoding="utf-8")
    assert scenario(folder / "scenarios") == 2
