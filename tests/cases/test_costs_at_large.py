"""Costs and cards, chance, other players, watchers, limits; and random costs held against a count by hand."""
from __future__ import annotations

import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from alike import HERE, law, played, whole_games_agree
from purses import GOODS, PURSE, cells_of, offered

import lawspeaker
from lawspeaker import RulesetError
from lawspeaker.interpreter.state import State
from lawspeaker.testing import given

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
