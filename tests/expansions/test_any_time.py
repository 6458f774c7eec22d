"""`playable any time`: asked as soon as it is possible, on anybody's turn; beside every offer; and once more before the end."""
from __future__ import annotations

from collections.abc import Callable

from tricks import TRICKS

from lawspeaker.interpreter.game import Game

LAW = TRICKS + '''extends phase setup
  after
    for each p in players
      as p
        draw 1 from deck to hand
trick goal "Goal"
  copies 3
  playable any time
  requires vp > 2                                            "You need 3 points."
  does
    add 10 to vp
action gift "Gift for {p}"
  choose p from others
  does
    as p
      add 3 to vp
'''


def test_asked_when_it_becomes_possible(woven: Callable[..., Game]) -> None:
    """Also on the turn of another, in the middle of what he does; who passes may still reveal on a turn of his own."""
    state = woven(LAW).new(3, seed=1, first=0)
    assert "goal" not in [o.key for o in state.decision.options]
    state.apply("gift blue")
    assert (state.decision.player, [o.key for o in state.decision.options]) == (1, ["goal", "pass"])
    twin = state.clone()
    state.apply("goal")
    assert (state.look("blue.vp"), state.decision.player) == (14, 0)
    twin.apply("pass")
    assert (twin.look("blue.vp"), twin.decision.player) == (3, 0)
    twin.apply("gift blue")
    assert twin.decision.player == 0, "it was possible before"
    twin.apply("pass")
    assert twin.decision.player == 1 and "goal" in [o.key for o in twin.decision.options]


def test_once_more_before_the_end(woven: Callable[..., Game]) -> None:
    state = woven(LAW + 'action quit_it "Quit"\n  does\n    end game\n').new(3, seed=1, first=0)
    for key in ("gift blue", "pass", "gift green", "pass", "quit_it"):
        state.apply(key)
    asked = []
    while not state.over:
        asked.append(state.decision.player)
        state.apply("goal")
    assert asked == [1, 2] and state.scores == [0, 14, 14]


def test_both_readers_agree(woven: Callable[..., Game]) -> None:
    from dataclasses import replace

    from lawspeaker.interpreter.bots import Lots
    game = woven(LAW)
    for seed in range(8):
        state, lots = game.new(3, seed=seed), Lots(seed)
        twin = state.clone()
        twin._edition = replace(state._edition, machine=state._edition.evaluator)
        for _ in range(60):
            if state.over:
                break
            i = lots.below(state.count)
            state.step(i)
            twin.step(i)
            assert state.hash() == twin.hash()
