"""A small game that draws, picks, rolls again and shows; both readers play it side by side."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lawspeaker
from lawspeaker.interpreter.bots import Lots
from lawspeaker.interpreter.program.schema import STACK
from lawspeaker.interpreter.state import State

NAMES = ("axe", "bow", "cup", "drum", "elk", "fur", "gem")
LAW = """game thieves "Thieves"
  players 2 to 3
  seats red, blue, green
  phase setup
    does
      shuffle deck
      for each p in players
        as p
          draw 2 from deck to hand
  phase turn "{you}'s turn"
    each player from first_player, again until day >= 60
    offers action, exactly once
  winner has most final_score
kind Card
  members axe, bow, cup, drum, elk, fur, gem
  starts in deck
kind Coin
  members gold, tin
  copies 6
  starts in bank
table
  state day: 0 to 99
  state dice: list of number, up to 4
  state ran_out: 0 to 99
  pile deck of Card, refilled from discards, seen by nobody
  pile discards of Card, seen by everyone
  pile well of Card, seen by nobody
  area bank of Coin, seen by everyone
  area cellar of Coin, seen by nobody
  area chest of Card, up to 1, seen by nobody
player
  area hand of Card, seen by owner
  area purse of Coin, seen by owner
  state luck: 0 to 200
  state bid: 0 to 9, seen by owner
  state lots: list of number, up to 3, seen by owner
rule nothing_left
  whenever no discards
    add 1 to ran_out
action draw_card "Draw {n}"
  choose n from 1 to 8
  does
    add 1 to day
    draw n from deck to hand
    then
      add 1 to luck
    partly add 2 to luck
    otherwise add 3 to luck
action drop "Drop {c}"
  choose c from hand
  does
    add 1 to day
    move c to discards
action hide "Hide {c}"
  choose c from hand
  requires no chest "The chest is full."
  does
    add 1 to day
    move c to chest
action sink "Sink"
  requires some deck "Nothing lies there."
  does
    add 1 to day
    move first of deck to well
action stir "Stir"
  does
    add 1 to day
    shuffle well
action steal "Steal from {victim}"
  choose victim from (p in others where some p.hand)
  does
    add 1 to day
    pick 1 from victim.hand as stolen
    move stolen to hand
action steal_two "Steal two from {victim}"
  choose victim from others
  does
    add 1 to day
    pick 2 from victim.hand as loot
    then
      add 1 to luck
    partly add 2 to luck
    otherwise add 3 to luck
    move loot to hand
action take_coins "Take coins"
  does
    add 1 to day
    pick 1 from bank as c
    move c to purse
    pick 3 from bank as cs
    move cs to purse
action rob "Rob {victim}"
  choose victim from others
  does
    add 1 to day
    pick 1 from victim.purse as c
    otherwise add 5 to luck
    move c to cellar
    otherwise add 7 to luck
action tip "Tip"
  does
    add 1 to day
    choose up to 2 coins from purse
    move coins to bank
action throw "Throw"
  does
    add 1 to day
    roll 4 dice into dice
    choose any which from dice "Which again?"
    reroll which in dice
    then
      add 1 to luck
    otherwise add 2 to luck
    choose x from (d in dice where d < 6) "One more"
    reroll x in dice
action cast "Cast in secret"
  does
    add 1 to day
    roll 3 dice into lots
    choose x from lots
    reroll x in lots
action spy "Spy on {victim}"
  choose victim from others
  requires possible(drop) or day < 30 "You have nothing to show for it."
  does
    add 1 to day
    show victim.hand to you
    if some deck
      show first of deck to you
    show chest to you
    show well to victim
    if possible(hide)
      add 1 to luck
action pay_two "Pay two"
  does
    add 1 to day
    choose 2 coins from purse
    then
      add 2 to luck
    otherwise add 9 to luck
    move coins to bank
action auction "Bid in secret"
  does
    add 1 to day
    for each p in players where p.luck > 0 at once
      as p
        choose bid_now from 0 to min(luck, 3) "Your bid"
        choose coin from purse
        set bid to bid_now
        take bid_now from luck
        move coin to bank
action use "Use die {x}"
  choose x from dice
  does
    add dice[x] to day
action nest "Follow {victim}"
  choose victim from others
  does
    add 1 to day
    choose c from victim.hand
    choose other from (p in players where c in p.hand)
    pick 1 from other.purse as coin
    let rest = number of other.purse - 1
    add rest to luck
    move coin to bank
    show c to you
score points "Points" = luck
"""


def thieves(folder: Path, law: str = LAW) -> lawspeaker.Game:
    (folder / "thieves.law").write_text(law, "utf-8")
    return lawspeaker.load(folder)


def plain(cells: list[Any]) -> list[Any]:
    """Flags as numbers: the printed code may leave either."""
    return [int(c) if isinstance(c, bool) else c for c in cells]


def played(game: lawspeaker.Game, seed: int, players: int = 3) -> Iterator[tuple[State, State]]:
    """A random game, played by both readers: the printed state and one whose cells the evaluator made, after each decision."""
    state = game.new(players, seed=seed)
    twin = state.clone()
    lots = Lots(seed)
    while not state.over:
        value = state._current()[lots.below(state.count)]
        state._choose(value)
        options = state._edition.evaluator.run(twin._cells, twin._journal, twin._cells[STACK] + (value,))
        assert list(options) == list(state._current())
        assert plain(twin._cells) == plain(state._cells)
        yield state, twin


OWN_DECKS = """game own "Own decks"
  players 2
  seats red, blue
  phase setup
    does
      for each p in players
        as p
          move 2 Good from stock to hold
          move 2 Hand from crew_stock to hold
  phase turn "{you}'s turn"
    each player from first_player, again until day >= 40
    offers action, exactly once
kind Card
  members ace, king, queen, jack
  copies 1 for each player
  starts in own_deck
kind Good
  members fish, wool
  copies 5
  starts in stock
kind Hand
  copies 6
  starts in crew_stock
table
  state day: 0 to 99
  area stock of Good, seen by everyone
  area crew_stock of Hand, seen by everyone
player
  state seen_cards: 0 to many
  pile own_deck of Card, refilled from own_pit, seen by nobody
  pile own_pit of Card, up to 3, seen by everyone
  area cards of Card, seen by owner
  area hold of Good or Hand, seen by owner
  area shed of Good, seen by owner
action take_card "Draw"
  does
    add 1 to day
    draw 2 from own_deck to cards
action throw "Throw {c}"
  choose c from cards
  does
    add 1 to day
    move c to own_pit
    otherwise move c to own_deck
action lose "Lose"
  does
    add 1 to day
    pick 1 from hold as x
    if x is Good as g
      move g to stock
    else
      discard x
action spoil "Spoil"
  does
    add 1 to day
    pick 1 from shed + crew_stock as x
    discard x
action meet "Meet"
  does
    add 1 to day
    pick 1 from players as p
    pick number of p.cards from p.cards as some_cards
    add number of some_cards to seen_cards
    for each c in some_cards
      if c in p.cards
        move c to p.own_pit
    pick 2 from hold.Good as goods
    for each g in goods
      move g to shed
"""
