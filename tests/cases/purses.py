"""What the tests of costs share: purses, goods, and whether a move is offered to Ann."""
from __future__ import annotations

from alike import HERE

import lawspeaker
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


def smithy() -> Game:
    return lawspeaker.load(HERE / "two_costs")


def cells_of(state: State, seat: str) -> list[int]:
    layout = state._edition.program.layout
    who = state.players.index(seat)
    return [next(c.base for c in layout.cells if c.name == name) + who for name in ("coins", "wood")]
