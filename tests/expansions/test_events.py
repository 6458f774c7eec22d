"""Rules around the verbs of a game: `before`, `after`, `instead of`, and the result `replaced`."""
from __future__ import annotations

from collections.abc import Callable

from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.state import State

Woven = Callable[..., Game]


def start(game: Game) -> State:
    return game.new(2, seed=1, first=0)


def purse(state: State, seat: str = "red") -> int:
    return len(state.look(f"{seat}.purse"))


def test_before_and_after(woven: Woven) -> None:
    """With the verb's own words; after it only if it was done."""
    state = start(woven('''rule counted
  before earn n coins if n = wage
    add n to tired
  after earn m coins if m > 2
    add m to vp
  after pay n coins
    add 5 to tired
'''))
    assert (state.look("red.vp"), state.look("red.tired")) == (3, 0)
    state.apply("work")
    assert (purse(state), state.look("red.vp"), state.look("red.tired")) == (5, 3, 2)
    state.apply("shop 1")
    assert state.look("red.tired") == 7


def test_before_and_after_a_move(woven: Woven) -> None:
    state = start(woven('''rule counted
  before work
    set tired to number of purse
  after work
    set vp to number of purse
'''))
    state.apply("work")
    assert (state.look("red.tired"), state.look("red.vp")) == (3, 5)


def test_instead(woven: Woven) -> None:
    """One replacement applies once; `do usual` goes on with the next, at last with the verb."""
    state = start(woven('''rule doubled
  instead of earn n coins if day = 0
    add 1 to tired
    do usual
    do usual
rule robbed
  instead of earn m coins if m < 3
    take 1 from vp
    add m to tired
'''))
    assert purse(state) == 6
    state.apply("work")
    assert (purse(state), state.look("red.tired")) == (6, 6)


RESULT = '''action try_it "Try"
  does
    earn 2 coins
    then
      add 1 to vp
    otherwise
      add 10 to vp
{more}rule robbed
  instead of earn n coins if n = 2
    {what}
'''


def test_the_result_is_replaced(woven: Woven) -> None:
    for what, more, points in (("add 1 to tired", "", 10), ("do usual", "", 1), ("add 1 to tired", "    replaced\n      add 100 to vp\n", 100)):
        state = start(woven(RESULT.format(what=what, more=more)))
        state.apply("try_it")
        assert state.look("red.vp") == points, (what, more)


def test_rules_that_ask(woven: Woven) -> None:
    """A rule around a verb may stop play in its middle."""
    state = start(woven('''rule asked
  before earn n coins if place_in_order(you) = 1
    may "Count {n}"
      add n to tired
  instead of earn n coins if n = 2
    choose more from 1 to 3 "How much more?"
    do usual
    move more Coin from bank to purse
'''))
    assert state.decision.prompt == "Count 3"
    state.apply("yes")
    state.apply("work")
    assert state.decision.prompt == "How much more?"
    state.apply("3")
    assert state.decision.prompt == "Count 2"
    state.apply("no")
    assert (purse(state), state.look("red.tired")) == (8, 3)
