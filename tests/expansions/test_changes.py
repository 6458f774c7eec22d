"""`becomes`, `waive`, `until`, `later`: what holds always, while a card is in play, or for a time."""
from __future__ import annotations

from collections.abc import Callable

from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.state import State

Woven = Callable[..., Game]
PREPARE = '''action {name} "{name}"
  does
'''


def start(game: Game) -> State:
    return game.new(2, seed=1, first=0)


def play(state: State, *keys: str) -> State:
    for k in keys:
        state.apply(k)
    return state


def keys(state: State) -> list[str]:
    return [o.key for o in state.decision.options]


def purse(state: State, seat: str = "red") -> int:
    return len(state.look(f"{seat}.purse"))


def test_always(woven: Woven) -> None:
    """What sets the value comes before what counts on from it, wherever they stand."""
    state = start(woven('''wage becomes it + 1
wage becomes it * 2 while day = 0
wage becomes 4
'''))
    assert state.look("wage") == 10
    assert purse(play(state, "work")) == 13


def test_with_parameters(woven: Woven) -> None:
    state = start(woven('price becomes it - n\nprice(much) becomes it + 1 while much = 3\n'))
    assert [state.look(f"price({n})") for n in (1, 2, 3)] == [1, 2, 4]
    assert keys(state) == ["work", "shop 1", "shop 2", "pass"]


def test_until_the_end_of_a_turn(woven: Woven) -> None:
    """For the player who made it, twice if it was done twice, and no longer than the turn."""
    state = start(woven('''action urge "Urge"
  does
    until end of turn
      wage becomes it + 3
'''))
    play(state, "urge")
    assert (state.look("red.wage"), state.look("blue.wage")) == (5, 2)
    play(state, "urge")
    assert state.look("red.wage") == 8
    twin = state.clone()
    assert purse(play(state, "work")) == 11
    play(state, "pass")
    assert state.look("red.wage") == 2
    assert twin.look("red.wage") == 8 and play(twin, "work").hash() != state.hash()


def test_until_for_everyone(woven: Woven) -> None:
    state = start(woven('''action urge "Urge"
  does
    until end of round for everyone
      wage becomes 9
'''))
    play(state, "urge")
    assert (state.look("red.wage"), state.look("blue.wage")) == (9, 9)
    play(state, "pass", "work")
    assert purse(state, "blue") == 12
    play(state, "pass")
    assert state.look("blue.wage") == 2


def test_until_the_start_of_the_next_turn(woven: Woven) -> None:
    """Of the same player: in between it goes on."""
    state = start(woven('''action urge "Urge"
  does
    until start of turn
      wage becomes 0
'''))
    play(state, "urge", "pass", "urge", "pass")
    assert (state.look("red.wage"), state.look("blue.wage")) == (2, 0)
    play(state, "pass")
    assert state.look("blue.wage") == 2


def test_until_the_start_of_what_is_nobodys(woven: Woven) -> None:
    """A round is common to all: its start ends what anybody did."""
    state = start(woven('''action urge "Urge"
  does
    until start of round
      wage becomes 9
'''))
    play(state, "urge", "pass", "urge")
    assert (state.look("red.wage"), state.look("blue.wage")) == (9, 9)
    play(state, "pass")
    assert (state.look("red.wage"), state.look("blue.wage")) == (2, 2)


def test_a_limit_that_sinks(woven: Woven) -> None:
    """What lies there stays, and nothing more fits."""
    state = start(woven('''extends player
  area bag of Coin, up to bag_size, seen by everyone
value bag_size = 3
action fill "Fill"
  does
    move 2 Coin from bank to bag
    otherwise add 1 to tired
action shrink "Shrink"
  does
    until end of turn
      bag_size becomes it - 2
'''))
    play(state, "fill", "shrink", "fill")
    assert (len(state.look("red.bag")), state.look("red.tired")) == (2, 1)
    play(state, "shrink", "fill")
    assert (len(state.look("red.bag")), state.look("red.tired")) == (2, 2)


def test_until_so_many_moves(woven: Woven) -> None:
    """Whichever comes first; a use of one is a use of both."""
    state = start(woven('''action urge "Urge {k}"
  choose k from 1 to 2
  does
    until end of round or k shop
      price becomes 0
'''))
    play(state, "urge 1", "urge 2")
    assert keys(state)[1:4] == ["shop 1", "shop 2", "shop 3"]
    play(state, "shop 3")
    assert state.look("price(3)") == 0
    play(state, "shop 3")
    assert state.look("price(3)") == 6 and state.look("red.vp") == 6


def test_what_an_until_captures(woven: Woven) -> None:
    """Names are those of the moment when it was done; the condition is read when the value is."""
    state = start(woven('''action mark "Mark {p} {k}"
  choose p from players
  choose k from 1 to 2
  does
    let twice = 2 * k
    until end of round for everyone
      wage becomes it + twice while you = p and day = 0
'''))
    play(state, "mark blue 2")
    assert (state.look("red.wage"), state.look("blue.wage")) == (2, 6)
    play(state, "mark blue 1", "mark red 1")
    assert (state.look("red.wage"), state.look("blue.wage")) == (4, 8)


def test_waiving(woven: Woven) -> None:
    """A requirement, a limit and a cost, each by the id that its own line cites, where the condition holds."""
    state = start(woven('''action plead "Plead"
  does
    until end of turn
      waive [IN-WORK-01] of work
      waive [IN-WORK-02] of work
      waive [IN-PAY-01] of shop where n = 3
'''))
    assert keys(state) == ["work", "shop 1", "plead", "pass"]
    play(state, "plead")
    assert keys(state) == ["work", "shop 1", "shop 3", "plead", "pass"]
    play(state, "shop 3")
    assert purse(state) == 3 and state.look("red.vp") == 3
    play(state, *["work"] * 4)
    assert purse(state) == 11
    play(state, "pass", "work")
    assert "work" not in keys(state)


def test_a_named_requirement(woven: Woven) -> None:
    state = start(woven('''action dance "Dance"
  requires sober: tired = 0                                  "You are too tired to dance."
  does
    add 1 to tired
action drink "Drink"
  does
    until end of turn
      waive sober of dance
'''))
    play(state, "dance")
    assert [str(r) for r in state.why_not("dance")] == ["You are too tired to dance."]
    play(state, "drink", "dance", "dance", "pass", "pass")
    assert "dance" not in keys(state)


def test_later(woven: Woven) -> None:
    """Once, at the first such moment where the condition holds, the oldest first, with the names of then."""
    state = start(woven('''action vow "Vow {k} for {p}"
  choose p from others
  choose k from 1 to 2
  does
    later at start of turn if active = p
      as p
        set tired to tired * 2 + k
'''))
    play(state, "vow blue 2", "vow blue 1")
    assert state.look("blue.tired") == 0
    play(state, "pass")
    assert state.look("blue.tired") == 5
    play(state, "pass", "pass")
    assert state.look("blue.tired") == 5


def test_later_that_asks(woven: Woven) -> None:
    """It may stop play, and the rest goes on afterwards; taken back step by step it is as before."""
    state = start(woven('''action vow "Vow"
  does
    let then_tired = tired
    later at end of turn
      choose k from 1 to 3 "How much?"
      add k + then_tired to tired
'''))
    play(state, "vow", "vow")
    before = state.hash()
    play(state, "pass")
    assert state.decision.kind == "choose" and state.decision.player == 0
    play(state, "3", "2")
    assert state.look("red.tired") == 5 and state.decision.player == 1
    for _ in range(3):
        state.undo()
    assert state.hash() == before


def test_a_reaction_for_a_time(woven: Woven) -> None:
    state = start(woven('''action guard "Guard"
  does
    until end of round
      at paid_out(n) if n > 1
        add n to tired
'''))
    play(state, "work", "pass", "guard", "guard", "work")
    assert (state.look("red.tired"), state.look("blue.tired")) == (0, 4)


def test_watchers_look_at_changes(woven: Woven) -> None:
    """A watcher that reads a value fires when a change makes it true."""
    state = start(woven('''action urge "Urge"
  does
    until end of turn
      wage becomes it + 1
rule well_paid
  whenever wage >= 4
    add 7 to vp
'''))
    play(state, "urge")
    assert state.look("red.vp") == 0
    play(state, "urge")
    assert state.look("red.vp") == 7
