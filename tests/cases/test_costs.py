"""Several costs of one move: what is offered can be paid, all of it; what cannot is not offered, and the reason speaks of what is left."""
from __future__ import annotations

from pathlib import Path

import pytest
from alike import law, played, whole_games_agree
from purses import GOODS, PURSE, cells_of, offered, smithy, why

from lawspeaker.testing import given


# ---- the case ----------------------------------------------------------------------------------------------------
def test_a_form_s_cost_and_a_move_s_come_out_of_one_purse() -> None:
    game = smithy()
    assert [offered(game, {"ann.coins": n}, "blade") for n in (0, 2, 3, 4, 5, 6)] == [False] * 4 + [True] * 2
    state = given(game, {"ann.coins": 5}, turn="ann")
    state.apply("blade")
    assert state.cells[17] == 0


def test_the_reason_speaks_of_what_is_left() -> None:
    state = given(smithy(), {"ann.coins": 4}, turn="ann")
    assert [r.text for r in state.why_not("blade")] == ["You have only 1 coins."]


@pytest.mark.parametrize(("coin", "ores", "can"), [
    (1, [], False), (2, [], True), (1, ["iron"], True), (1, ["gold"], True), (0, ["gold", "iron"], True), (0, ["gold", "gold"], False), (0, ["iron"], False)])
def test_two_bills_with_a_wildcard_are_paid_from_one_purse(coin: int, ores: list[str], can: bool) -> None:
    assert offered(smithy(), {"ann.coins": coin, "ann.ores": ores}, "ring") is can


def test_a_way_that_makes_the_next_cost_unpayable_is_not_offered() -> None:
    state = played(smithy(), {"ann.coins": 1, "ann.ores": ["gold"]}, "ring")
    assert state.decision.player == 1                             # the gold is gold, the coin stands for iron: nothing to ask
    state = played(smithy(), {"ann.coins": 2, "ann.ores": ["gold"]}, "ring")
    assert [o.key for o in state.decision.options] == ["gold", "1 coins"]
    state = played(smithy(), {"ann.coins": 1, "ann.ores": ["gold", "iron"]}, "ring", "1 coins")
    assert state.decision.player == 1


def test_whole_random_games_of_the_smithy() -> None:
    whole_games_agree(smithy(), 20)


# ---- members of the kind -----------------------------------------------------------------------------------------------
def test_two_counters_and_the_order_of_costs(tmp_path: Path) -> None:
    game = law(tmp_path, PURSE + '''
action build "Build"
  costs 2 coins
  costs 1 wood
  costs 2 coins
  does
    add 1 to vp
''')
    assert not offered(game, {"ann.coins": 3, "ann.wood": 1}, "build")
    assert not offered(game, {"ann.coins": 4, "ann.wood": 0}, "build")
    assert offered(game, {"ann.coins": 4, "ann.wood": 1}, "build")
    assert why(game, {"ann.coins": 3, "ann.wood": 1}, "build") == ["You have only 1 coins."]
    assert why(game, {"ann.coins": 4}, "build") == ["You have only 0 wood."]
    whole_games_agree(game)


def test_a_cost_that_gives_what_the_next_one_takes(tmp_path: Path) -> None:
    game = law(tmp_path, PURSE + '''
to pay a sale
  requires wood > 0                               "No wood."
  take 1 from wood
  add 2 to coins
action build "Build"
  costs a sale
  costs 3 coins
  does
    add 1 to vp
''')
    assert offered(game, {"ann.coins": 1, "ann.wood": 1}, "build")
    assert not offered(game, {"ann.coins": 0, "ann.wood": 1}, "build")
    assert why(game, {"ann.coins": 0, "ann.wood": 1}, "build") == ["You have only 2 coins."]
    assert why(game, {"ann.coins": 9, "ann.wood": 0}, "build") == ["No wood."]


def test_a_price_that_the_first_cost_changes(tmp_path: Path) -> None:
    game = law(tmp_path, PURSE + '''
value price = wood
action build "Build"
  costs 1 wood
  costs price coins
  does
    add 1 to vp
''')
    assert offered(game, {"ann.coins": 1, "ann.wood": 2}, "build")
    assert not offered(game, {"ann.coins": 0, "ann.wood": 2}, "build")
    assert offered(game, {"ann.coins": 0, "ann.wood": 1}, "build")


def test_a_counter_and_a_bill_for_which_it_stands(tmp_path: Path) -> None:
    game = law(tmp_path, PURSE + GOODS + '''
action build "Build"
  costs {fish: 1} with with_coins
  costs 2 coins
  does
    add 1 to vp
''')
    assert offered(game, {"ann.coins": 3}, "build")
    assert not offered(game, {"ann.coins": 2}, "build")
    assert offered(game, {"ann.coins": 2, "ann.hold": ["fish"]}, "build")
    state = played(game, {"ann.coins": 2, "ann.hold": ["fish"]}, "build")
    assert state.decision.player == 1                             # paying the bill with a coin is not offered
    state = played(game, {"ann.coins": 3, "ann.hold": ["fish"]}, "build")
    assert [o.key for o in state.decision.options] == ["fish", "1 coins"]
    whole_games_agree(game)


def test_two_bills_from_one_place(tmp_path: Path) -> None:
    game = law(tmp_path, PURSE + GOODS + '''
action build "Build"
  costs {any: 2} with barter
  costs {fish: 1} with barter
  costs {alike: 2} with barter
  does
    add 1 to vp
''')
    assert offered(game, {"ann.hold": ["fish", "fur", "fur", "gem", "gem"]}, "build")
    assert not offered(game, {"ann.hold": ["fur", "fur", "gem", "gem", "gem"]}, "build")
    assert not offered(game, {"ann.hold": ["fish", "fur", "gem", "gem"]}, "build")
    state = played(game, {"ann.hold": ["fish", "fur", "fur", "gem", "gem"]}, "build")
    assert [o.key for o in state.decision.options] == ["fur x2", "gem x2"]
    whole_games_agree(game, 20)


def test_bills_that_have_nothing_in_common_are_not_tried(tmp_path: Path) -> None:
    game = law(tmp_path, PURSE + GOODS + '''
action build "Build"
  costs {fish: 1} with barter
  costs {gem: 1} with barter
  costs 1 coin
  does
    add 1 to vp
''')
    move = given(game, {}, turn="ann")._edition.program.moves[0]
    assert not move.costs
    assert offered(game, {"ann.coins": 1, "ann.hold": ["fish", "gem"]}, "build")
    assert not offered(game, {"ann.coins": 1, "ann.hold": ["fish", "fur"]}, "build")


def test_a_verb_that_asks(tmp_path: Path) -> None:
    game = law(tmp_path, PURSE + GOODS + '''
to pay a good
  choose g from hold "Which?"
  discard g
action build "Build"
  costs a good
  costs {fish: 1} with barter
  does
    add 1 to vp
''')
    assert not offered(game, {"ann.hold": ["fish"]}, "build")
    assert not offered(game, {"ann.hold": ["fur", "gem"]}, "build")
    assert offered(game, {"ann.hold": ["fish", "gem"]}, "build")
    state = played(game, {"ann.hold": ["fish", "gem", "fur"]}, "build")
    assert [o.key for o in state.decision.options] == ["fur", "gem"]
    whole_games_agree(game, 20)


def test_a_verb_that_asks_in_the_only_cost(tmp_path: Path) -> None:
    game = law(tmp_path, PURSE + GOODS + '''
to pay something small
  choose one "What?"
    option gem "A gem"
      discard 1 Good from hold
    option coin "Coins"
      take 2 from coins
action build "Build"
  costs something small
  does
    add 1 to vp
''')
    assert not offered(game, {"ann.coins": 1}, "build")
    assert offered(game, {"ann.coins": 2}, "build")
    state = played(game, {"ann.coins": 1, "ann.hold": ["gem"]}, "build")
    assert [o.key for o in state.decision.options] == ["gem"]


def test_what_falls_short_without_requires_cannot_be_paid(tmp_path: Path) -> None:
    game = law(tmp_path, PURSE.replace('  requires n <= coins                             "You have only {coins} coins."\n', "") + GOODS + '''
to pay {n: number} pieces
  discard n Good from hold
to pay {n: number} strain
  add n to strain
to pay by way of {n: number}
  spend n quickly
to spend {n: number} quickly
  requires n < 9                                  "Too many."
  take n from coins
player
  state strain: 0 to 3
action build "Build"
  costs 3 coins
  does
    add 1 to vp
action feast "Feast"
  costs 2 pieces
  does
    add 1 to vp
action toil "Toil"
  costs 2 strain
  does
    add 1 to vp
action spend_it "Spend"
  costs by way of (coins + 1 if wood = 1 else 2)
  does
    add 1 to vp
''')
    assert not offered(game, {"ann.coins": 2}, "build")
    assert offered(game, {"ann.coins": 3}, "build")
    assert why(game, {"ann.coins": 2}, "build") == ["You cannot pay all of this."]
    assert [offered(game, {"ann.hold": ["fish"] * n}, "feast") for n in (0, 1, 2)] == [False, False, True]
    assert [offered(game, {"ann.strain": n}, "toil") for n in (0, 1, 2, 3)] == [True, True, False, False]
    assert [offered(game, {"ann.coins": n}, "spend_it") for n in (0, 1, 2)] == [False, False, True]
    assert not offered(game, {"ann.coins": 5, "ann.wood": 1}, "spend_it")
    whole_games_agree(game)


def test_a_step_with_arms_says_itself_what_happens(tmp_path: Path) -> None:
    game = law(tmp_path, PURSE + GOODS + '''
to pay a toll of {n: number}
  take n from coins
  partly say "Not all."
  otherwise discard 1 Good from hold
action pass_by "Pass"
  costs a toll of 3
  costs 1 wood
  does
    add 1 to vp
''')
    assert offered(game, {"ann.coins": 1, "ann.wood": 1}, "pass_by")
    assert not offered(game, {"ann.coins": 1}, "pass_by")
    assert not offered(game, {"ann.wood": 1}, "pass_by")
    assert offered(game, {"ann.wood": 1, "ann.hold": ["fur"]}, "pass_by")


def test_nothing_can_always_be_paid(tmp_path: Path) -> None:
    game = law(tmp_path, PURSE + '''
action build "Build"
  costs 0 coins
  costs 0 wood
  does
    add 1 to vp
''')
    assert offered(game, {}, "build")


def test_a_replaced_cost_counts_as_paid(tmp_path: Path) -> None:
    game = law(tmp_path, PURSE + '''
player
  state friend: flag
rule friends_pay_in_wood
  instead of pay n coins if friend
    take n from wood
    otherwise take 1 from vp
action build "Build"
  costs 2 coins
  costs 2 coins
  does
    add 1 to vp
''')
    state = played(game, {"ann.coins": 2, "ann.friend": True, "ann.wood": 4}, "build")
    assert [state.cells[i] for i in cells_of(state, "ann")] == [2, 0]      # both were replaced: the coins are still there
    assert not offered(game, {"ann.coins": 2, "ann.friend": False, "ann.wood": 4}, "build")
    assert not offered(game, {"ann.coins": 1, "ann.friend": True, "ann.wood": 4}, "build")       # what cannot be done is not replaced
    whole_games_agree(game)


def test_rules_around_a_cost_may_take_what_the_next_one_needs(tmp_path: Path) -> None:
    game = law(tmp_path, PURSE + '''
rule tax
  after pay n coins
    take 1 from coins
rule thief
  before pay n wood
    take 1 from wood
action build "Build"
  costs 1 coin
  costs 1 coin
  does
    add 1 to vp
action saw "Saw"
  costs 1 wood
  does
    add 1 to vp
''')
    assert [offered(game, {"ann.coins": n}, "build") for n in (1, 2, 3, 4)] == [False, False, True, True]
    assert [offered(game, {"ann.wood": n}, "saw") for n in (0, 1, 2)] == [False, False, True]
    whole_games_agree(game)


def test_a_cost_in_a_form_and_one_in_an_option(tmp_path: Path) -> None:
    game = law(tmp_path, PURSE + '''
form work is action
  costs 2 coins
work build "Build"
  choose one
    option cheap "with wood"
      costs 1 wood
    option dear "with coins"
      costs 3 coins
    option free "with nothing" if vp > 0
      add 1 to vp
  does
    add 1 to vp
''')

    def options(**position: int) -> list[str]:
        state = given(game, {f"ann.{k}": v for k, v in position.items()}, turn="ann")
        assert list(state._edition.machine.options(state.cells)) == list(state._edition.evaluator.options(state.cells))
        return [o.key for o in state.decision.options if o.key not in ("pass", "rest")] if state.decision.player == 0 else []
    assert options(coins=2) == []
    assert options(coins=2, wood=1) == ["build cheap"]
    assert options(coins=4) == []
    assert options(coins=5, wood=1) == ["build cheap", "build dear"]
    assert options(coins=2, vp=1) == ["build free"]


def test_costs_by_what_was_chosen(tmp_path: Path) -> None:
    game = law(tmp_path, PURSE + '''
action build "Build {n}"
  choose n from 1 to 5
  costs n coins
  costs (6 - n) coins
  costs n wood
  does
    add n to vp
''')
    state = given(game, {"ann.coins": 6, "ann.wood": 3}, turn="ann")
    assert [o.key for o in state.decision.options] == ["rest", "build 1", "build 2", "build 3", "pass"]
    assert not offered(game, {"ann.coins": 5, "ann.wood": 3}, "build")
    whole_games_agree(game)


def test_a_waived_cost_is_not_paid_and_need_not_be_payable(tmp_path: Path) -> None:
    game = law(tmp_path, PURSE + '''
player
  state favour: flag
waive [SM-1] of build where favour
waive [SM-2] of build where coins < 2
action build "Build"
  costs 3 coins                                   [SM-1]
  costs 2 coins                                   [SM-2]
  does
    add 1 to vp
''')
    assert offered(game, {"ann.coins": 2, "ann.favour": True}, "build")
    assert not offered(game, {"ann.coins": 2}, "build")
    assert offered(game, {"ann.coins": 3}, "build")               # 0 are left then, and the second is waived
    assert offered(game, {"ann.coins": 4}, "build")
    state = played(game, {"ann.coins": 4}, "build")
    assert state.cells[cells_of(state, "ann")[0]] == 1
    assert offered(game, {"ann.coins": 5}, "build")
