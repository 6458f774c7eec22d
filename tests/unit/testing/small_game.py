"""A small game made for these tests: counted coins, cards told apart in a hidden pile, dice, a phase that may go on, a watcher."""
from __future__ import annotations

from pathlib import Path

LAW = '''
game small "Small"
  players 2 to 3
  seats red, blue, green
  run setup
  phase turn "{you}'s turn"
    each player from first_player, again and again
    state used: 0 to 3
    offers action, again and again
  winner has most final_score, then shared

kind Color
  members gold, iron

kind Coin
  copies 4 for each player
  starts in owner.purse
  discarded to owner.purse

kind Card from cards
  fact worth: number
  fact color: Color
  starts in deck

table
  state open: flag = false
  state marked: Player or none
  state level: 1 to 3 = 2
  pile deck of Card, seen by nobody
  row market of Card, up to 2, seen by everyone
  area pot of Coin, seen by everyone

player
  state points: 0 to many
  area purse of Coin, seen by everyone
  area hand of Card, up to 3, seen by owner

phase setup "Setup"
  does
    draw 2 from deck to market

phase fight "a fight"
  state dice: list of number, up to 2

value worth_of(p: Player) = total of c.worth for (c in p.hand)

action pay "Pay a coin"
  requires some purse                                        "Your purse is empty."   [SM-PAY-01]
  requires turn.used < 3                                     "You have paid enough."  [SM-PAY-02]
  does
    move 1 Coin from purse to pot
    add 1 to turn.used

action take "Take {card}"
  choose card from market
  does
    move card to hand

action roll "Roll"
  does
    during fight
      roll 2 dice into fight.dice
      if some (d in fight.dice where d = 6)
        add 6 to points

action done "Done"
  does
    end turn

rule rich
  whenever p in players has number of p.purse = 0
    as p
      add 10 to points

score points_made "Points" = points
score cards "Cards" = number of hand
'''

CARDS = """
cards:
  c1: {worth: 1, color: gold}
  c2: {worth: 2, color: gold}
  c3: {worth: 3, color: iron}
  c4: {worth: 4, color: iron}
"""

RULES = """
rules:
  - {id: SM-PAY-01, text: Who pays has a coin.}
  - {id: SM-PAY-02, text: Nobody pays more than three.}
"""


def write_game(folder: Path) -> Path:
    """The folder of the game; its scenarios go into `scenarios/` below it."""
    place = folder / "small"
    (place / "data").mkdir(parents=True)
    (place / "scenarios").mkdir()
    (place / "small.law").write_text(LAW.lstrip(), "utf-8")
    (place / "data" / "cards.yaml").write_text(CARDS, "utf-8")
    (place / "rules.yaml").write_text(RULES, "utf-8")
    return place
