"""`runs_dry`: a draw from an empty pile stops in its middle, rules run and may ask others, and the draw goes on."""
from __future__ import annotations

from pathlib import Path

import lawspeaker
from lawspeaker.interpreter.game import Game

LAW = '''game dry "Dry"
  players 3
  seats red, blue, green
  run setup
  phase turn "{you}'s turn"
    each player from first_player, again until day >= 5
    offers action, exactly once
kind Card from cards
  copies 2
  starts in deck
  discarded to discards
table
  state day: 0 to 9
  state got: 0 to 9
  pile deck of Card, seen by nobody
  pile discards of Card, seen by everyone
  pile spare of Card, seen by nobody
player
  area hand of Card, seen by owner
phase setup "Setup"
  does
    for each p in players
      as p
        draw 2 from deck to hand
action pull "Pull {n}"
  choose n from 1 to 4
  does
    add 1 to day
    draw n from deck to hand
    then
      set got to 3
    partly set got to 2
    otherwise
      set got to 1
action other "Other"
  does
    add 1 to day
    draw 1 from spare to hand
    otherwise
      set got to 7
rule new_deck
  at runs_dry(pile) if pile = deck
    let most = highest of number of p.hand for (p in players)
    for each p in players where number of p.hand = most and no discards at once
      as p
        choose c from hand "Give a card back"
        discard c
    move discards to deck
    shuffle deck
score cards "Cards" = number of hand
'''
DATA = "cards: [ace, king, queen, jack]\n"


def game(tmp_path: Path) -> Game:
    (tmp_path / "dry.law").write_text(LAW, "utf-8")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "cards.yaml").write_text(DATA, "utf-8")
    return lawspeaker.load(tmp_path)


def test_others_are_asked_in_the_middle(tmp_path: Path) -> None:
    state = game(tmp_path).new(3, seed=2, first=0)
    state.apply("pull 4")
    asked = []
    while state.decision.kind == "choose":
        asked.append(state.decision.player)
        assert state.decision.prompt == "Give a card back"
        state.step(0)
    assert asked[:1] == [0] and state.look("got") == 3
    hands = [len(state.look(f"{p}.hand")) for p in ("red", "blue", "green")]
    assert sum(hands) + len(state.look("deck")) + len(state.look("discards")) == 8
    before = state.hash()
    state.undo()
    state.step(0)
    assert state.hash() == before


def test_another_pile_is_nobodys_affair(tmp_path: Path) -> None:
    state = game(tmp_path).new(3, seed=2, first=0)
    state.apply("other")
    assert state.look("got") == 7 and state.decision.player == 1


def test_both_readers_agree(tmp_path: Path) -> None:
    from dataclasses import replace

    from lawspeaker.interpreter.bots import Lots
    made = game(tmp_path)
    for seed in range(20):
        state, lots = made.new(3, seed=seed), Lots(seed)
        twin = state.clone()
        twin._edition = replace(state._edition, machine=state._edition.evaluator)
        while not state.over:
            i = lots.below(state.count)
            state.step(i)
            twin.step(i)
            assert state.hash() == twin.hash()
        assert made.playout(seed, 3, bot_seed=seed)[0].over
