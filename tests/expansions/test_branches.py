"""`choose one` in the header of a move: each branch with its own requirements, costs and steps."""
from __future__ import annotations

from collections.abc import Callable

from lawspeaker.interpreter.game import Game

LAW = '''action craft "Craft {n}"
  choose n from 1 to 2
  choose one
    option own "with your own hands"
      requires tired = 0                                     "You are tired."                                        [XX-01]
      add n to tired
    option hired "for {n + 3} coins"
      costs n + 3 coins                                      [IN-PAY-01]
    option gift "as a gift" if day > 0
  does
    add n to vp
'''


def test_branches(woven: Callable[..., Game]) -> None:
    state = woven(LAW).new(2, seed=1, first=0)
    def crafts() -> list[tuple[str, str]]:
        return [(o.key, o.label) for o in state.decision.options if o.key.startswith("craft")]
    assert crafts() == [("craft 1 own", "Craft 1: with your own hands"), ("craft 2 own", "Craft 2: with your own hands")]
    state.apply("work")
    assert [k for k, _ in crafts()] == ["craft 1 own", "craft 1 hired", "craft 2 own", "craft 2 hired"]
    assert dict(crafts())["craft 2 hired"] == "Craft 2: for 5 coins"
    state.apply("craft 2 own")
    assert (state.look("red.tired"), state.look("red.vp"), len(state.look("red.purse"))) == (2, 2, 5)
    assert [str(r) for r in state.why_not("craft 1 own")] == ["You are tired. [XX-01]"]
    assert [str(r) for r in state.why_not("craft 1 gift")] == ["This cannot be chosen now."]
    state.apply("craft 1 hired")
    assert (state.look("red.vp"), len(state.look("red.purse"))) == (3, 1)
    assert [str(r) for r in state.why_not("craft 1 hired")] == ["You have 1 coins. [IN-PAY-01, IN-PAY-02]"]
    state.undo()
    state.undo()
    assert [k for k, _ in crafts()] == ["craft 1 own", "craft 1 hired", "craft 2 own", "craft 2 hired"]
    assert any("Craft 2: with your own hands" not in str(line) for line in state.log())
