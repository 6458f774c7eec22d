"""Several costs of one move: what is offered can be paid, all of it; what cannot is not offered, and the reason speaks of what is left."""
from __future__ import annotations

import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from alike import HERE, law, played, whole_games_agree

import lawspeaker
from lawspeaker import RulesetError
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.state import State
from lawspeaker.testing import given

PURSE = '''
player
  state coins: 0 to 20
  state wood: 0 to 20
to pay {n: number} coin(s)
  requires n <= coins                             "You have only {coins} coins."
  take n from coins
to pay {n: number} wood
  requires n <= wood                              "You have only {wood} wood."
  take n from wood
action rest "Rest"
  does
    say "{you} rests."
'''
GOODS = '''
kind Good
  members fish, fur, gem
  copies 9
  starts in stock
  discarded to stock
table
  area stock of Good, seen by everyone
player
  area hold of Good, seen by everyone
payment barter
  takes from hold by sort
payment with_coins is barter
  coins stand for any Good
'''


def offered(game: Game, position: dict[str, object], move: str) -> bool:
    """Whether Ann is offered a move; both readers must agree."""
    state = given(game, position, turn="ann")
    edition = state._edition
    options = list(edition.machine.options(state.cells))
    assert options == list(edition.evaluator.options(state.cells))
    mine = [o.key.split()[0] for o in state.decision.options] if state.decision.player == 0 else []
    before = list(state.cells)
    assert state.decision.player != 0 or bool(state.why_not(move)) == (move not in mine)
    assert list(state.cells) == before
    return move in mine


def why(game: Game, position: dict[str, object], move: str) -> list[str]:
    state = given(game, {**position, "bob.coins": 20, "bob.wood": 20}, turn="ann")
    return [r.text for r in state.why_not(move)]


# ---- the case ----------------------------------------------------------------------------------------------------
def smithy() -> Game:
    return lawspeaker.load(HERE / "two_costs")


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


def cells_of(state: State, seat: str) -> list[int]:
    layout = state._edition.program.layout
    who = state.players.index(seat)
    return [next(c.base for c in layout.cells if c.name == name) + who for name in ("coins", "wood")]


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


CARDS = PURSE + '''
kind Junk
  members rag, bone
  starts in box
  discarded to pit
form spell is action
  card kept in hand
  starts in deck
  discarded to pit
  does
    discard card
    do its effect
table
  pile deck of Spell, seen by nobody
  area pit of Spell or Junk, seen by everyone
player
  area hand of Spell or Junk, seen by owner
payment cards
  takes from hand by sort
'''


def test_no_card_pays_for_itself(tmp_path: Path) -> None:
    game = law(tmp_path, CARDS + '''
to pay {n: number} card(s)
  repeat n times
    choose x from hand "Which do you throw away?"
    move x to pit
spell bolt "Bolt"
  copies 2
  costs 1 card
  does
    add 1 to vp
spell wall "Wall"
  costs 1 card
  does
    add 2 to vp
''')
    assert not offered(game, {"ann.hand": ["wall"]}, "wall")
    assert not offered(game, {"ann.hand": ["bolt"]}, "bolt")
    assert offered(game, {"ann.hand": ["bolt", "bolt"]}, "bolt")
    state = played(game, {"ann.hand": ["wall", "bolt", "rag"]}, "wall")
    assert sorted(o.key for o in state.decision.options) == ["bolt", "rag"]
    state = played(game, {"ann.hand": ["wall", "bolt", "rag"]}, "wall", "rag")
    assert state.look("number of hand", player=0) == 1 or state.decision.player == 1
    whole_games_agree(game)


def test_chance_in_costs_that_hang_together_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulesetError) as e:
        law(tmp_path, PURSE + '''
to pay a risk
  roll 1 die as x
  take x from coins
action build "Build"
  costs a risk
  costs 1 coin
  does
    add 1 to vp
''')
    assert "move/cost-unforeseen" in str(e.value) and "decided by chance" in str(e.value)


def test_what_cannot_be_foreseen_is_refused_where_it_stands(tmp_path: Path) -> None:
    for what, why_not in (("end turn", "may end something"), ("do rest", "offers moves")):
        with pytest.raises(RulesetError) as e:
            law(tmp_path, PURSE + f"""
to pay attention
  {what}
action build "Build"
  costs 1 coin
  costs attention
  does
    add 1 to vp
""")
        assert "move/cost-unforeseen" in str(e.value) and why_not in str(e.value) and "costs attention" in str(e.value)


def test_chance_in_a_cost_that_cannot_fall_short(tmp_path: Path) -> None:
    game = law(tmp_path, PURSE + '''
player
  state luck: 0 to 6
to pay a throw
  requires coins > 0                              "No coins."
  take 1 from coins
  roll 1 die as x
  set luck to x
action build "Build"
  costs a throw
  does
    add luck to vp
''')
    assert [offered(game, {"ann.coins": n}, "build") for n in (0, 1)] == [False, True]
    whole_games_agree(game)


def test_a_verb_that_gives_to_others_and_one_with_conditions(tmp_path: Path) -> None:
    game = law(tmp_path, PURSE + '''
to pay {n: number} coins to {p: Player}
  requires n <= coins                             "You have only {coins} coins."
  take n from coins
  add n to p.coins
to pay tribute
  for each p in others
    if p.wood > 0
      take 1 from coins
    else
      take 2 from coins
action bribe "Bribe {p}"
  choose p from others
  costs 2 coins to p
  costs 2 coins
  does
    add 1 to vp
action bow "Bow"
  costs tribute
  does
    add 1 to vp
''')
    assert [offered(game, {"ann.coins": n}, "bribe") for n in (3, 4)] == [False, True]
    assert [offered(game, {"ann.coins": n, "bob.wood": w}, "bow") for n in (0, 1, 2) for w in (0, 1)] == [False, False, False, True, True, True]
    whole_games_agree(game)


def test_somebody_else_is_asked_while_one_pays(tmp_path: Path) -> None:
    game = law(tmp_path, PURSE + GOODS + '''
to pay a gift to {p: Player}
  choose x from hold "Give what?"
  as p
    choose y from hold "Give what back?"
    discard y
  discard x
action swap "Swap with {p}"
  choose p from others
  costs a gift to p
  costs {gem: 1} with barter
  does
    add 1 to vp
''')
    assert not offered(game, {"ann.hold": ["gem", "fur"]}, "swap")                   # Bob has nothing to give
    assert not offered(game, {"ann.hold": ["gem"], "bob.hold": ["fish"]}, "swap")
    state = played(game, {"ann.hold": ["gem", "fur"], "bob.hold": ["fish", "fur"]}, "swap bob", "fur")
    assert state.decision.player == 1 and [o.key for o in state.decision.options] == ["fish", "fur"]
    whole_games_agree(game, 20)


def test_watchers_look_when_all_costs_are_paid(tmp_path: Path) -> None:
    """A rule that gives coins to whoever has none does not come between two costs."""
    game = law(tmp_path, PURSE + '''
rule alms
  whenever p in players has p.coins = 0
    as p
      add 2 to coins
action build "Build"
  costs 2 coins
  costs 2 coins
  does
    add 1 to vp
action buy "Buy"
  costs 2 coins
  does
    add coins to vp
''')
    assert not offered(game, {"ann.coins": 2, "bob.coins": 5}, "build")
    state = played(game, {"ann.coins": 4, "bob.coins": 5}, "build")
    assert state.cells[cells_of(state, "ann")[0]] == 2
    whole_games_agree(game)


def test_whether_it_is_possible_knows_of_all_costs(tmp_path: Path) -> None:
    game = law(tmp_path, PURSE + '''
action build "Build"
  costs 2 coins
  costs 2 coins
  does
    add 1 to vp
action boast "Boast"
  requires possible(build)                        "You could not build."
  does
    add 1 to vp
''')
    assert not offered(game, {"ann.coins": 3}, "boast")
    assert offered(game, {"ann.coins": 4}, "boast")


def test_a_tax_that_an_expansion_adds(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    (folder / "smithy").mkdir(parents=True)
    (folder / "smithy" / "smithy.law").write_text((HERE / "two_costs" / "forge.law").read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "tax").mkdir()
    (folder / "tax" / "tax.law").write_text('''expansion tax "Taxes" for forge
extends work blade
  costs 1 coin
''', encoding="utf-8")
    game = lawspeaker.load(folder / "smithy", [str(folder / "tax")])
    assert [offered(game, {"ann.coins": n}, "blade") for n in (5, 6)] == [False, True]


def test_a_word_for_all_players_is_no_limit_of_each(tmp_path: Path) -> None:
    with pytest.raises(RulesetError) as e:
        law(tmp_path, 'action work "Work"\n  limit once per player per turn "Enough."\n  does\n    add 1 to vp\n')
    assert "move/limit-of-each" in str(e.value) and "limit once per you per turn" in str(e.value)


# ---- limits ----------------------------------------------------------------------------------------------------------------
LIMITED = '''game limited "Limited"
  players 2
  seats ann, bob
  phase round
    again until rounds >= 2
    phase turn "{you}'s turn"
      each player from first_player
      offers action, as often as wanted
    after_round
  winner has most final_score, then shared
score points "Points" = vp
table
  state rounds: 0 to 9
player
  state vp: 0 to 99
rule rounds_pass
  at end of round
    add 1 to rounds
action together "Together"
  limit once per round                            "Somebody has done it in this round."
  does
    add 1 to vp
action apart "Apart"
  limit once per you per round                    "You have done it in this round."
  does
    add 1 to vp
'''.replace("    after_round\n", "")


def test_a_limit_counts_for_all_players_together_or_for_each(tmp_path: Path) -> None:
    game = law(tmp_path, "", LIMITED)
    state = given(game, {}, turn="ann")
    state.apply("apart")
    assert [r.text for r in state.why_not("apart")] == ["You have done it in this round."]
    state.apply("together")
    assert state.decision.player == 1                             # Ann has nothing left
    assert [o.key for o in state.decision.options] == ["apart", "pass"]
    assert [r.text for r in state.why_not("together")] == ["Somebody has done it in this round."]
    state.apply("apart")
    assert [o.key for o in state.decision.options] == ["together", "apart", "pass"]       # the next round
    whole_games_agree(game)


# ---- against a count by hand -------------------------------------------------------------------------------------------------
SORTS = ("fish", "fur", "gem")
Purse = tuple[int, int, tuple[int, ...]]                          # coins, wood, goods by sort


def paid_by_hand(cost: str, purse: Purse) -> set[Purse]:
    """What may be left when a cost is paid; found by trying every way, not as the engine does it."""
    coins, wood, goods = purse
    amount = int("".join(x for x in cost if x.isdigit()))
    if "wood" in cost:
        return {(coins, wood - amount, goods)} if amount <= wood else set()
    if "coins" in cost and "with" not in cost:
        return {(coins - amount, wood, goods)} if amount <= coins else set()
    shape = cost[1:cost.index(":")]
    out: set[Purse] = set()
    for tokens in range(min(coins, amount) + 1 if "with_coins" in cost else 1):
        for taken in product(*[range(n + 1) for n in goods]):
            if sum(taken) + tokens == amount and fits(shape, taken):
                out.add((coins - tokens, wood, tuple(a - b for a, b in zip(goods, taken))))
    return out


def fits(shape: str, taken: tuple[int, ...]) -> bool:
    if shape in SORTS:
        return all(n == 0 or SORTS[i] == shape for i, n in enumerate(taken))
    if shape == "alike":
        return sum(1 for n in taken if n) <= 1
    return shape == "any" or max(taken) <= 1


def test_random_costs_against_a_count_by_hand(tmp_path: Path) -> None:
    lots = random.Random(11)

    def cost() -> str:
        match lots.randrange(4):
            case 0:
                return f"{lots.randint(1, 2)} coins"
            case 1:
                return f"{lots.randint(1, 2)} wood"
        return f"{{{lots.choice([*SORTS, 'any', 'alike', 'different'])}: {lots.randint(1, 2)}}} with {lots.choice(['barter', 'with_coins'])}"
    moves = [[cost() for _ in range(lots.randint(2, 4))] for _ in range(24)]
    text = "".join(f'action m{i} "Move {i}"\n' + "".join(f"  costs {c}\n" for c in costs) + "  does\n    add 1 to vp\n" for i, costs in enumerate(moves))
    game = law(tmp_path, PURSE + GOODS + text)
    yes = 0
    for _ in range(12):
        purse: Purse = (lots.randint(0, 3), lots.randint(0, 2), tuple(lots.randint(0, 2) for _ in SORTS))
        position = {"ann.coins": purse[0], "ann.wood": purse[1], "ann.hold": [s for s, n in zip(SORTS, purse[2]) for _ in range(n)]}
        state = given(game, position, turn="ann")
        edition = state._edition
        assert list(edition.machine.options(state.cells)) == list(edition.evaluator.options(state.cells))
        offers = {o.key for o in state.decision.options}
        for i, costs in enumerate(moves):
            left = {purse}
            for c in costs:
                left = {after for before in left for after in paid_by_hand(c, before)}
            assert (f"m{i}" in offers) == bool(left), (costs, purse)
            if left:
                yes += 1
                assert set(outcomes_of(state, f"m{i}")) == left, (costs, purse)
    assert yes > 40


def outcomes_of(state: State, move: str) -> list[Purse]:
    """What Ann has left, for all answers to how she pays."""
    twin = state.clone()
    twin.apply(move)
    out: list[Purse] = []

    def walk(s: State) -> None:
        if s.over or s.decision.kind == "move":
            out.append((of_ann(s, "coins"), of_ann(s, "wood"), tuple(of_ann(s, "hold").count(x) for x in SORTS)))
            return
        for i in range(s.count):
            t = s.clone()
            t.step(i)
            walk(t)
    walk(twin)
    return out


def of_ann(state: State, what: str) -> Any:
    layout = state._edition.program.layout
    if what == "hold":
        place = next(p for p in layout.places if p.name == "hold")
        return [layout.things[place.low + i].id for i in range(place.stride) for _ in range(state.cells[place.base + i])]
    return state.cells[next(c.base for c in layout.cells if c.name == what)]
