"""Bills: the payments that are offered are those that a search over all subsets of pieces finds."""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, product
from pathlib import Path

import pytest

import lawspeaker
from lawspeaker.interpreter.bots import Lots
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.program.payments import NO_CLASS, TOKEN, WILD, own_class, payable, payments, purse

Pieces = tuple[int, ...]


# ---- the search ---------------------------------------------------------------------------------------------------
def brute(bill: tuple, pool: Pieces, classes: Pieces, tokens: int, stands: tuple[int, int]) -> set[Pieces]:  # type: ignore[type-arg]
    """Every way to lay pieces and tokens upon single demands, tried one by one."""
    if not bill:
        return {()}
    found = set()
    items = [*pool, *[TOKEN] * tokens]
    for a in bill:
        size = a[0] + a[1] + a[2] + sum(a[3])
        for chosen in set(combinations(sorted(items), size)):
            if any(fits(a, order, classes, stands) for order in arrangements(a, chosen)):
                found.add(tuple(sorted(chosen)))
    return found


def arrangements(a: tuple, chosen: Pieces) -> Iterator[list[Pieces]]:  # type: ignore[type-arg]
    """All ways to give each piece to one of the demands, which get as many as they ask for."""
    sizes = [a[0], a[1], a[2], *a[3]]
    for given in product(range(len(sizes)), repeat=len(chosen)):
        if Counter(given) == Counter({i: n for i, n in enumerate(sizes) if n}):
            yield [tuple(t for t, g in zip(chosen, given, strict=True) if g == i) for i in range(len(sizes))]


def fits(a: tuple, given: list[Pieces], classes: Pieces, stands: tuple[int, int]) -> bool:  # type: ignore[type-arg]
    def of(t: int) -> int:
        return WILD if t == TOKEN or classes[t] <= WILD else classes[t]
    if any(of(t) == NO_CLASS for part in given for t in part):
        return False
    alike, different = ([of(t) for t in part if of(t) != WILD] for part in given[:2])
    if len(set(alike)) > 1 or len(set(different)) < len(different):
        return False
    return all((t != TOKEN and own_class(classes[t]) == c) or (of(t) == WILD and stands[0] <= c < stands[1]) for c, part in enumerate(given[3:]) for t in part)


def test_payments_are_those_of_a_search() -> None:
    lots = Lots(7)
    seen: Counter[int] = Counter()
    for _ in range(400):
        classes = tuple([*(lots.below(5) - 2 for _ in range(5)), -10 - lots.below(3) if lots.below(2) else 1])
        pool = tuple(sorted(lots.below(6) for _ in range(lots.below(6))))
        shapes = [lots.below(3) if lots.below(3) == 0 else 0 for _ in range(3)]
        alternative = (*shapes, tuple(lots.below(3) if lots.below(3) == 0 else 0 for _ in range(3)))
        bill = (alternative,) if sum(shapes) + sum(alternative[3]) else ()
        if sum(shapes) + sum(alternative[3]) > 5:
            continue
        tokens = lots.below(3)
        stands = [(0, 9999), (0, 2), (1, 3)][lots.below(3)]
        expected = brute(bill, pool, classes, tokens, stands)
        got = payments(bill, pool, classes, tokens, stands)
        assert set(got) == expected and len(got) == len(set(got)), (bill, pool, classes, tokens)
        assert payable(bill, purse(pool, classes, 3, stands), tokens) == bool(expected), (bill, pool, classes, tokens)
        seen[min(len(expected), 3)] += 1
    assert all(seen[n] > 15 for n in (0, 1, 3)), seen


# ---- in law ---------------------------------------------------------------------------------------------------------
LAW = '''game market "Market"
  players 2
  run setup
  phase turn "{you}'s turn"
    each player from first_player, again until day >= 6
    offers action, exactly once
kind Colour
  members red, blue, green
kind Cube from cubes
  fact colour: Colour
  copies 6
  starts in supply
  discarded to supply
kind Ware from wares
  fact price: bill of Colour
table
  state day: 0 to 9
  area supply of Cube, seen by everyone
  area sold of Cube, seen by everyone
player
  state jokers: 0 to 3 = 1
  state vp: 0 to many
  area purse of Cube, seen by everyone
payment cubes
  takes from purse by colour
  puts into sold
  jokers stand for any Cube
payment plain is cubes
  jokers stand for nothing
  puts into supply
phase setup "Setup"
  does
    for each p in players
      as p
        move 2 dark_red from supply to purse
        move 1 light_red from supply to purse
        move 2 blue_cube from supply to purse
action buy "Buy {w}"
  choose w from Ware
  costs w.price with cubes
  does
    add 1 to vp
    add 1 to day
action give "Give"
  does
    add 1 to day
    pay {different: 2} with plain
    then
      add 10 to vp
    otherwise
      add 1 to vp
action free "Free"
  costs {} with cubes
  does
    add price_of(rug)[red] to vp
    add 1 to day
value price_of(w: Ware) = w.price
score points "Points" = vp
'''
DATA = '''cubes:
  - {id: dark_red, colour: red}
  - {id: light_red, colour: red}
  - {id: blue_cube, colour: blue}
  - {id: green_cube, colour: green}
wares:
  - {id: rug, price: {red: 2}}
  - {id: pot, price: {alike: 4}}
  - {id: hat, price: {different: 3}}
  - {id: cup, price: {one_of: [{green: 2}, {blue: 2}]}}
'''


@pytest.fixture
def game(tmp_path: Path) -> Callable[..., Game]:
    def load(law: str = LAW, data: str = DATA) -> Game:
        (tmp_path / "market.law").write_text(law, "utf-8")
        (tmp_path / "data").mkdir(exist_ok=True)
        (tmp_path / "data" / "data.yaml").write_text(data, "utf-8")
        return lawspeaker.load(tmp_path)
    return load


def test_what_can_be_paid_is_offered(game: Callable[..., Game]) -> None:
    state = game().new(2, seed=1, first=0)
    assert [o.key for o in state.decision.options] == ["buy rug", "buy pot", "buy hat", "buy cup", "give", "free"]
    state.apply("buy rug")
    keys = [o.key for o in state.decision.options]
    assert keys == ["dark_red x2", "dark_red, light_red", "dark_red, 1 jokers", "light_red, 1 jokers"]
    state.apply("dark_red, 1 jokers")
    assert (state.look("red.jokers") if "red" in state.players else state.look("player_1.jokers")) == 0
    assert state.look("sold") == ["dark_red"] and state.look("player_1.vp") == 1


def test_a_forced_payment_is_not_asked(game: Callable[..., Game]) -> None:
    state = game().new(2, seed=1, first=0)
    state.apply("buy pot")
    assert state.look("sold") == ["dark_red", "dark_red", "light_red"] and state.look("player_1.jokers") == 0
    state.apply("buy cup")
    state.apply("blue_cube x2")
    assert state.look("player_2.purse") == ["dark_red", "dark_red", "light_red"]
    assert [str(r) for r in state.why_not("buy hat")] == ["You cannot pay for this."]
    state.apply("free")
    assert state.look("player_1.vp") == 3


def test_paying_as_a_step(game: Callable[..., Game]) -> None:
    state = game().new(2, seed=1, first=0)
    state.apply("give")
    assert [o.key for o in state.decision.options] == ["dark_red, blue_cube", "light_red, blue_cube"]
    state.apply("light_red, blue_cube")
    assert state.look("player_1.vp") == 10 and len(state.look("supply")) == 24 - 10 + 2
    state.apply("give")
    state.apply("light_red, blue_cube")
    state.apply("give")
    assert state.look("player_1.vp") == 20
    state.apply("give")
    state.apply("give")
    assert state.look("player_1.vp") == 21 and state.look("player_1.purse") == ["dark_red"]


def test_both_readers_agree(game: Callable[..., Game]) -> None:
    from dataclasses import replace
    made = game()
    for seed in range(20):
        state, lots = made.new(2, seed=seed), Lots(seed)
        twin = state.clone()
        twin._edition = replace(state._edition, machine=state._edition.evaluator)
        while not state.over:
            assert list(map(repr, state._current())) == list(map(repr, twin._current()))
            i = lots.below(state.count)
            state.step(i)
            twin.step(i)
            assert state.hash() == twin.hash()
        whole, _ = made.playout(seed, 2, bot_seed=seed)
        assert whole.over


def test_bills_of_a_kind_below_and_of_nothing(game: Callable[..., Game]) -> None:
    """A bill of influence is paid by what goes by items, of which influence is one kind; `{}` is a bill in any company."""
    law = LAW.replace("kind Cube from cubes\n  fact colour: Colour\n", "kind Item\n  fact colour: Colour\nkind Stone is Item from stones\n"
                      "kind Cube is Item from cubes\n").replace("  copies 6\n  starts in supply\n  discarded to supply\n", "", 1).replace(
        "kind Item\n", "kind Item\n  copies 6\n  starts in supply\n  discarded to supply\n").replace("of Cube, seen", "of Item, seen").replace(
        "by colour", "by sort").replace("jokers stand for any Cube", "jokers stand for any Item").replace(
        "fact price: bill of Colour", "fact price: bill of Item").replace("price_of(rug)[red]", "price_of(rug)[dark_red]") + '''action ask "Ask"
  costs fee with cubes
  does
    add 1 to day
value fee
  when day = 0 gives {}
  when day = 1 gives {blue_cube: 2}
  gives {} if day > 9 else {any: 1}
'''
    data = DATA.replace("wares:", "stones:\n  - {id: pebble, colour: green}\nwares:").replace("{red: 2}", "{dark_red: 2}").replace(
        "{green: 2}, {blue: 2}", "{green_cube: 2}, {blue_cube: 2}")
    state = game(law, data).new(2, seed=1, first=0)
    state.apply("ask")
    assert state.look("sold") == [] and state.decision.player == 1
    state.apply("ask")
    state.apply("blue_cube x2")
    assert state.look("sold") == ["blue_cube", "blue_cube"]
    state.apply("ask")
    assert [o.key for o in state.decision.options] == ["dark_red", "light_red", "blue_cube", "1 jokers"]
