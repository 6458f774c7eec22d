"""Choices of several things and payments: every outcome can be reached, each in one way; equal pieces count as often as they lie there."""
from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import comb
from pathlib import Path

import pytest
from alike import HERE, law, played, whole_games_agree

import lawspeaker
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.program import payments, portions
from lawspeaker.interpreter.state import State
from lawspeaker.testing import given


def outcomes(state: State, asked: int = 0) -> Counter[tuple[object, ...]]:
    """What can be chosen by Ann from here on, until she is not asked any more: the cells, by how many ways lead there."""
    if state.over or state.decision.kind == "move":
        return Counter({tuple(x for x in state.cells[16:]): 1})
    out: Counter[tuple[object, ...]] = Counter()
    for i in range(state.count):
        twin = state.clone()
        twin.step(i)
        out += outcomes(twin, asked + 1)
    return out


def kinds_asked(state: State) -> str:
    return state.decision.kind


# ---- 25 of 32 ------------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def hand() -> Game:
    return lawspeaker.load(HERE / "choose_25_of_32")


def cards(state: State) -> list[str]:
    return list(state.look("cards", player=state.decision.player))  # type: ignore[call-overload]


def test_25_of_32_are_chosen_one_after_another(hand: Game) -> None:
    lots = random.Random(1)
    for _ in range(5):
        state = hand.new(2, seed=3)
        who = state.decision.player
        mine = cards(state)
        wanted = sorted(lots.sample(range(32), 25))
        state.apply("throw")
        for i, n in enumerate(wanted):
            if state.decision.kind == "move":
                break
            assert f"({25 - i} more)" in state.decision.prompt
            assert state.decision.player == who
            state.apply(mine[n])
        left = [x for x in mine if x not in {mine[n] for n in wanted}]
        assert list(state.look("cards", player=who)) == left


def test_any_of_32_may_stop_whenever_one_likes(hand: Game) -> None:
    state = hand.new(2, seed=3)
    who, mine = state.decision.player, cards(state)
    state.apply("throw_any")
    assert [o.key for o in state.decision.options] == [*mine, "done"]
    assert state.decision.options[-1].label == "Done"
    assert "(up to 32 more)" in state.decision.prompt
    state.apply(mine[30])
    assert [o.key for o in state.decision.options] == [mine[31], "done"]
    state.undo()
    state.apply(mine[3])
    assert [o.key for o in state.decision.options] == [*mine[4:], "done"]
    state.apply("done")
    assert list(state.look("cards", player=who)) == [*mine[:3], *mine[4:]]


def test_two_of_32_are_two_questions(hand: Game) -> None:
    state = hand.new(2, seed=3)
    mine = cards(state)
    state.apply("throw_twelve")
    assert [o.key for o in state.decision.options] == mine[:31]
    state.apply(mine[29])
    assert [o.key for o in state.decision.options] == mine[30:]


def test_a_whole_set_may_be_named_at_once(hand: Game) -> None:
    state = hand.new(2, seed=3)
    who, mine = state.decision.player, cards(state)
    state.apply("throw_any")
    state.apply(", ".join([mine[9], mine[2], mine[4]]))
    assert list(state.look("cards", player=who)) == [x for i, x in enumerate(mine) if i not in (2, 4, 9)]
    state = hand.new(2, seed=3)
    state.apply("throw")
    with pytest.raises(lawspeaker.IllegalChoice):
        state.apply(", ".join(mine[:24]))
    with pytest.raises(lawspeaker.IllegalChoice):
        state.apply(", ".join([*mine[:24], "card_99"]))
    state.apply(", ".join(mine[7:]))
    assert list(state.look("cards", player=who)) == mine[:7]


def test_others_do_not_read_what_is_chosen_from_a_hand(hand: Game) -> None:
    state = hand.new(2, seed=3)
    who, mine = state.decision.player, cards(state)
    state.apply("throw_any")
    state.apply(mine[3])
    state.apply(mine[7])
    told = [e.text for e in state.log(1 - who)]
    assert not any("Card" in t for t in told) and sum("chooses" in t for t in told) == 1
    assert sum("chooses" in t for t in (e.text for e in state.log(who))) == 2


@pytest.mark.parametrize("move", ["throw", "throw_any", "throw_twelve"])
def test_whole_games_answer_in_parts_too(hand: Game, move: str) -> None:
    whole_games_agree(hand, 3)


# ---- each set once ---------------------------------------------------------------------------------------------------
ROW = '''
kind Gem
  members a, b, c, d, e, f, g, h, i, j
  copies 1, told apart
  starts in shelf
  discarded to chest
table
  area shelf of Gem, seen by everyone
  area chest of Gem, seen by everyone
action take "Take"
  does
    choose AMOUNT xs from shelf "Which?"
    move xs to chest
'''.replace("kind Gem\n  members a, b, c, d, e, f, g, h, i, j\n  copies 1, told apart", "kind Gem\n  copies 10, told apart")


@pytest.mark.parametrize(("amount", "number", "kind"), [
    ("2", comb(10, 2), "set"), ("4", comb(10, 4), "part"), ("9", 10, "set"), ("up to 3", sum(comb(10, n) for n in range(4)), "part"),
    ("any", 2 ** 10, "part"), ("up to 1", 11, "set")])
def test_each_set_is_reached_in_one_way(tmp_path: Path, amount: str, number: int, kind: str) -> None:
    game = law(tmp_path, ROW.replace("AMOUNT", amount))
    state = played(game, {}, "take")
    assert kinds_asked(state) == kind
    found = outcomes(state)
    assert len(found) == number
    assert set(found.values()) == {1}


def test_whether_it_is_asked_in_parts_is_a_matter_of_100(tmp_path: Path) -> None:
    for n, kind in ((6, "set"), (7, "part")):
        game = law(tmp_path, ROW.replace("copies 10", f"copies {n}").replace("AMOUNT", "any"))
        assert kinds_asked(played(game, {}, "take")) == kind


def test_both_readers_answer_alike(tmp_path: Path) -> None:
    game = law(tmp_path, ROW.replace("AMOUNT", "up to 3"))
    played(game, {}, "take", "gem_2", "gem_5", "done", "take", "gem_1")
    whole_games_agree(game)


# ---- equal pieces -------------------------------------------------------------------------------------------------------
def duel() -> Game:
    return lawspeaker.load(HERE / "two_equal_pieces")


def test_two_equal_pieces_are_two(tmp_path: Path) -> None:
    state = given(duel(), {"field": ["wolf", "wolf"]}, turn="ann")
    state.apply("must_two")
    assert [o.key for o in state.decision.options] == ["wolf, wolf"]
    state.apply("wolf, wolf")
    assert state.look("number of field") == 0
    state = given(duel(), {"field": ["wolf"]}, turn="ann")
    state.apply("must_two")
    assert state.look("number of field") == 1 and any("Fewer than two." in e.text for e in state.log())


def test_each_multiset_is_offered_once() -> None:
    state = given(duel(), {"field": ["wolf", "wolf", "bear", "lynx", "lynx"]}, turn="ann")
    state.apply("must_two")
    assert [o.key for o in state.decision.options] == ["wolf, wolf", "wolf, bear", "wolf, lynx", "bear, lynx", "lynx, lynx"]


BEASTS = '''
kind Beast
  members wolf, bear, lynx, hare, fox
  copies 3
  starts in wood
  discarded to wood
kind Ring
  copies 2, told apart
  starts in box
  discarded to box
table
  area wood of Beast, seen by everyone
  area field of Beast or Ring, seen by everyone
  area pen of Beast or Ring, seen by everyone
action send "Send"
  does
    choose AMOUNT bs from field "Which?"
    add number of bs to vp
    for each b in bs
      add 1 to turns
    STEP
'''


@pytest.mark.parametrize("step", ["move bs to pen", "discard bs"])
@pytest.mark.parametrize("amount", ["2", "up to 2", "any", "4"])
def test_multisets_of_counted_pieces(tmp_path: Path, amount: str, step: str) -> None:
    game = law(tmp_path, BEASTS.replace("AMOUNT", amount).replace("STEP", step))
    lying = ["wolf", "wolf", "wolf", "bear", "bear", "lynx", "hare", "fox"]
    for n in (4, 8):
        state = played(game, {"field": lying[:n]}, "send")
        numbers = {"2": [2], "up to 2": [0, 1, 2], "any": range(n + 1), "4": [4]}[amount]
        wanted = {tuple(sorted(x)) for k in numbers for x in combinations(lying[:n], k)}
        found = outcomes(state)
        assert len(found) == len(wanted) and set(found.values()) == {1}
    whole_games_agree(game, 5)


def test_told_apart_and_counted_pieces_together(tmp_path: Path) -> None:
    game = law(tmp_path, BEASTS.replace("AMOUNT", "3").replace("STEP", "move bs to pen"))
    state = played(game, {"field": ["wolf", "wolf", "ring_1", "ring_2"]}, "send")
    keys = [o.key for o in state.decision.options]
    assert sorted(keys) == sorted(["wolf, wolf, ring_1", "wolf, wolf, ring_2", "wolf, ring_1, ring_2"])
    state.apply(keys[0])
    assert state.look("number of pen") == 3 and state.look("number of field") == 1


def test_cards_that_are_counted_lie_in_a_hand(tmp_path: Path) -> None:
    """Equal cards of a hand are chosen as often as they lie there, though they do not lie side by side."""
    game = law(tmp_path, '''
kind Letter from letters
  copies 3
  starts in heap
  discarded to heap
table
  pile heap of Letter, seen by nobody
  row shown of Letter, seen by everyone
action spell "Spell"
  does
    choose 2 xs from shown "Which?"
    discard xs
'''.replace(" from letters", "\n  members a1, b1"))
    state = given(game, {"shown": ["a1", "b1", "a1"]}, turn="ann")
    state.apply("spell")
    assert [o.key for o in state.decision.options] == ["a1, a1", "a1, b1"]
    state.apply("a1, a1")
    assert state.look("shown") == ["b1"]


# ---- payments in parts ------------------------------------------------------------------------------------------------------
def in_parts(bill: payments.Bill, pool: tuple[int, ...], classes: tuple[int, ...], tokens: int, stands: payments.Stands) -> list[tuple[int, ...]]:
    out: list[tuple[int, ...]] = []

    def walk(paid: tuple[int, ...]) -> None:
        for part in portions.next_pieces(bill, pool, classes, tokens, stands, paid):
            if part == ():
                out.append(paid)
            else:
                walk(paid + part)
    walk(())
    return out


def test_parts_of_payments_lead_to_the_same_payments() -> None:
    lots = random.Random(7)
    more = 0
    for _ in range(1500):
        many = lots.randint(1, 4)
        sorts = many + lots.randint(0, 2)
        classes = tuple(i if i < many else lots.choice([payments.WILD, payments.WILD_OF - lots.randrange(many), payments.NO_CLASS]) for i in range(sorts))
        pool = tuple(sorted(lots.choices(range(sorts), k=lots.randint(0, 6))))
        stands = (0, 9999) if lots.random() < 0.6 else (0, lots.randint(1, many))
        bill = tuple((lots.choice([0, 0, 0, 2]), lots.choice([0, 0, 0, 2]), lots.choice([0, 0, 1, 2]), tuple(lots.choice([0, 0, 1, 2]) for _ in range(many)))
                     for _ in range(lots.choice([1, 1, 1, 2])))
        bill = tuple(a for a in bill if sum(a[:3]) + sum(a[3]))
        if not bill:
            continue
        tokens = lots.randint(0, 2)
        listed = payments.payments(bill, pool, classes, tokens, stands)
        if len(listed) > portions.PAID_AT_ONCE:
            continue
        found = in_parts(bill, pool, classes, tokens, stands)
        assert len(found) == len(set(found))
        assert set(found) == {tuple(sorted(p)) for p in listed}, (bill, pool, classes, tokens, stands)
        more += len(found) > 1
    assert more > 300


def test_a_bill_with_very_many_ways_is_paid_piece_by_piece(tmp_path: Path) -> None:
    game = law(tmp_path, '''
kind Bead
  members b1, b2, b3, b4, b5, b6, b7, b8, b9, b10
  copies 4
  starts in box
  discarded to box
player
  state coins: 0 to 9
  area beads of Bead, seen by everyone
payment beads_or_coins
  takes from beads by sort
  coins stand for any Bead
action buy "Buy"
  costs {any: 4} with beads_or_coins
  does
    add 1 to vp
action rest "Rest"
  does
    say "{you} rests."
''')
    position = {"ann.beads": [f"b{n}" for n in range(1, 11) for _ in range(2)], "ann.coins": 1}
    state = played(game, position, "buy")
    assert state.decision.kind == "part" and state.decision.prompt == "How do you pay? (4 more)"
    assert state.decision.options[0].key == "1 coins"
    found = outcomes(state)
    pieces = [-1, *[n for n in range(10) for _ in range(2)]]
    assert len(found) == len(set(combinations(pieces, 4))) and set(found.values()) == {1}
    state = played(game, position, "buy", "b8", "b9", "b10")
    assert state.decision.player == 1 or state.decision.kind == "move"      # the second b10 is the only way
    whole_games_agree(game, 5)
