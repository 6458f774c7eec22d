"""Both readers of form 3 agree on everything that expansions can say; so does the printer of whole games."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tricks import DEAL, TRICKS

from lawspeaker.interpreter.bots import Lots
from lawspeaker.interpreter.game import Game

Woven = Callable[..., Game]
EVERYTHING = TRICKS + '''extends phase setup
  after
    for each p in players
      as p
        draw 4 from deck to hand
extends table
  state said: 0 to many
trick boo "Boo"
  copies 6
  playable at end of any work
  does
    add 1 to tired
trick cheer "Cheer"
  copies 4
  playable at paid_out(much) if much > 1
  does
    until end of turn or 2 shop
      wage becomes it + much
      price becomes 0 while n = 2
      waive [IN-WORK-02] of work
trick vow "Vow"
  copies 4
  choose p from others
  does
    let now_tired = tired
    later at start of turn if active = p
      choose k from 1 to 2 "How much?"
      add k + now_tired to tired
trick charm "Charm"
  copies 4
  does
    move card to charms
  active in charms
  wage becomes it + 1
  at end of shop
    add 1 to said
rule around
  before earn n coins if n > 3
    may "Say so"
      add n to said
  instead of earn n coins if tired > 3
    take 1 from tired
    do usual
  after pay n coins
    add 1 to said
'''


def test_printed_and_read(woven: Woven) -> None:
    game = woven(EVERYTHING)
    for players in (2, 3):
        for seed in range(12):
            state = game.new(players, seed=seed)
            twin = state.clone()
            twin._edition = replace(state._edition, machine=state._edition.evaluator)
            lots = Lots(seed)
            for _ in range(120):
                assert list(map(repr, state._current())) == list(map(repr, twin._current()))
                if state.over:
                    break
                i = lots.below(state.count)
                state.step(i)
                twin.step(i)
                assert state.hash() == twin.hash()


def test_whole_games(woven: Woven) -> None:
    """A random game played in one go ends like one that is played step by step with the same lots."""
    import random
    game = woven(EVERYTHING)
    for seed in range(12):
        whole, decisions = game.playout(seed, 3, bot_seed=seed)
        state = game.new(3, seed=seed)
        assert state.play_on(random.Random(seed).random) == decisions
        assert whole.cells == state.cells and whole.over


def test_taking_back(woven: Woven) -> None:
    game = woven(EVERYTHING)
    for seed in range(6):
        state, lots, hashes = game.new(3, seed=seed), Lots(seed), list[str]()
        while not state.over and len(hashes) < 80:
            hashes.append(state.hash())
            state.step(lots.below(state.count))
        while hashes:
            state.undo()
            assert state.hash() == hashes.pop()


def test_saved_and_restored(woven: Woven, tmp_path) -> None:  # type: ignore[no-untyped-def]
    import lawspeaker
    game = woven(TRICKS + DEAL + 'trick nap "Nap"\n  copies 3\n  does\n    end turn\n')
    state = game.new(2, seed=4)
    state.apply("nap")
    state.save(tmp_path / "game.json")
    assert lawspeaker.restore(tmp_path / "game.json").hash() == state.hash()
