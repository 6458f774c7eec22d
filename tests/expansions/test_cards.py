"""Forms of cards: kept, played, active; windows at moments, beside phases."""
from __future__ import annotations

from collections.abc import Callable

from tricks import DEAL, TRICKS

from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.state import State

Woven = Callable[..., Game]
def start(game: Game, players: int = 2) -> State:
    return game.new(players, seed=1, first=0)


def play(state: State, *keys: str) -> State:
    for k in keys:
        state.apply(k)
    return state


def keys(state: State) -> list[str]:
    return [o.key for o in state.decision.options]


def test_counted_cards(woven: Woven) -> None:
    """As many as it says, each played from the hand, with the facts it gives."""
    state = start(woven(TRICKS + DEAL + '''trick coin_trick "Coin trick"
  copies 2
  worth 4
  does
    earn 1 coin
trick nap "Nap"
  does
    end turn
'''))
    assert state.look("red.hand") == ["coin_trick", "coin_trick", "nap"]
    assert [o.label for o in state.decision.options if o.key == "coin_trick"] == ["Play Coin trick"]
    play(state, "coin_trick", "coin_trick")
    assert (state.look("red.vp"), state.look("shown")) == (8, ["coin_trick", "coin_trick"])
    assert "coin_trick" not in keys(state)
    assert [str(r) for r in state.why_not("coin_trick")] == ["You do not hold Coin trick. [TR-01]"]
    play(state, "nap")
    assert (state.look("red.vp"), state.decision.player) == (9, 1)
    assert "nap" not in keys(state)
    play(state, "pass")


def test_cards_of_their_own(woven: Woven) -> None:
    """Without copies each card is one piece, and knows where it lies."""
    state = start(woven(TRICKS + DEAL + '''trick coin_trick "Coin trick"
  does
    move card to charms
    earn 1 coin
'''))
    play(state, "coin_trick")
    assert (state.look("red.charms"), state.look("shown"), state.look("red.vp")) == (["coin_trick"], [], 1)


def test_active_cards(woven: Woven) -> None:
    """What a card says while it lies where it is active: for its owner, or for all in a common place."""
    state = start(woven(TRICKS + DEAL + '''trick charm "Charm"
  copies 2
  does
    move card to charms
  active in charms
  wage becomes it + 1
  at end of shop
    add 10 to vp
trick fair "Fair"
  does
    move card to shown
  active in shown
  price becomes 1 while n = 3
  at start of turn
    add 1 to tired
  after pay n coins
    add n to tired
'''))
    assert state.look("red.wage") == 2
    play(state, "charm", "charm", "fair")
    assert (state.look("red.wage"), state.look("blue.wage")) == (4, 2)
    play(state, "shop 3")
    assert (state.look("red.vp"), state.look("red.tired")) == (16, 1)
    play(state, "pass")
    assert (state.look("blue.tired"), state.look("red.tired")) == (1, 1)
    play(state, "shop 3")
    assert (state.look("blue.vp"), state.look("red.vp"), state.look("blue.tired")) == (3, 16, 2)


def test_a_window_of_ones_own(woven: Woven) -> None:
    """At the moment, for the one whose it is, until a pass; not offered elsewhere."""
    state = start(woven(TRICKS + DEAL + '''trick cheer "Cheer"
  copies 2
  playable at paid_out(much) if much > 1
  does
    add much * 10 to vp
'''))
    assert keys(state) == ["work", "shop 1", "pass"]
    assert [str(r) for r in state.why_not("cheer")] == ["It is playable at paid_out(much) if much > 1. [TR-01, TR-02]"]
    play(state, "work")
    assert (keys(state), state.decision.prompt) == (["cheer", "pass"], "Now: paid out")
    before = state.hash()
    play(state, "cheer", "cheer")
    assert (state.look("red.vp"), keys(state)) == (42, ["shop 1", "shop 2", "pass"])
    state.undo()
    state.undo()
    assert state.hash() == before
    play(state, "pass")
    assert keys(state) == ["shop 1", "shop 2", "pass"]


def test_a_window_for_all(woven: Woven) -> None:
    """Everybody with something to play is asked, clockwise from the active player, until all pass in a row."""
    law = TRICKS + '''extends phase setup
  after
    for each p in players
      as p
        draw 2 from deck to hand
trick boo "Boo"
  copies 6
  playable at end of any work
  does
    add 1 to tired
'''
    state = start(woven(law), 3)
    play(state, "work")
    asked = []
    for choice in ("boo", "pass", "boo", "pass", "boo", "pass"):
        asked.append((state.decision.player, choice))
        play(state, choice)
    assert asked == [(0, "boo"), (0, "pass"), (1, "boo"), (1, "pass"), (2, "boo"), (2, "pass")]
    assert state.decision.player == 0 and keys(state) == ["boo", "pass"]
    play(state, "boo")
    assert [state.look(f"{p}.tired") for p in ("red", "blue", "green")] == [2, 1, 1]


def test_own_among_any(woven: Woven) -> None:
    """In one window some cards are for the one whose moment it is, others for all."""
    law = TRICKS + '''extends phase setup
  after
    for each p in players
      as p
        draw 1 from deck to hand
    move deck to active.hand
trick boo "Boo"
  copies 2
  playable at start of any turn
trick hey "Hey"
  playable at start of own turn
  does
    add 5 to vp
'''
    state = start(woven(law))
    assert (state.decision.player, "hey" in keys(state) or state.look("blue.hand") == ["hey"]) == (0, True)
    seen = set()
    while state.decision.prompt.startswith("At the start of"):
        seen |= {(state.decision.player, k) for k in keys(state) if k != "pass"}
        play(state, "pass")
    assert (1, "hey") not in seen and (0, "boo") in seen


def test_beside_what_a_phase_offers(woven: Woven) -> None:
    state = start(woven(TRICKS + DEAL + '''trick cheer "Cheer"
  playable during turn if turn.worked > 0
'''))
    assert "cheer" not in keys(state)
    play(state, "work")
    assert "cheer" in keys(state)


def test_windows_end_with_what_is_ended(woven: Woven) -> None:
    """A card that ends the turn from a window inside a move leaves nothing undone and nothing open."""
    state = start(woven(TRICKS + DEAL + '''trick nap "Nap"
  copies 2
  worth 3
  playable at paid_out(much)
  does
    add much to tired
    end turn
'''))
    play(state, "work", "nap")
    assert (state.decision.player, state.look("red.vp"), state.look("red.tired"), state.look("shown")) == (1, 3, 2, ["nap"])
    play(state, "pass", "work", "nap")
    assert (state.look("red.vp"), state.decision.player) == (6, 1)


def test_choices_are_told_behind_the_title(woven: Woven) -> None:
    state = start(woven(TRICKS + DEAL + '''trick wink "Wink"
  choose p from others
  choose n from 1 to 2
  does
    as p
      add n to tired
'''), 3)
    assert [(o.key, o.label) for o in state.decision.options if o.key.startswith("wink")] == [
        ("wink blue 1", "Play Wink: Blue, 1"), ("wink blue 2", "Play Wink: Blue, 2"),
        ("wink green 1", "Play Wink: Green, 1"), ("wink green 2", "Play Wink: Green, 2")]
