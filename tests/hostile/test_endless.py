"""Rules that never end stop within a second, with the place of the loop; the position is as it was before the choice."""
from __future__ import annotations

import time
from pathlib import Path

import pytest

import lawspeaker
from lawspeaker.cli.main import main
from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.state import State

FRAME = """\
game loops "Loops"
  players 2
  phase turn
    each player from first_player, again and again
    offers action, exactly once
  winner has most final_score, then shared
player
  state vp: 0 to many
table
  state on: flag
  state count: 0 to many
score points "Points" = vp
action wait "Wait"
  does
    add 1 to vp
"""

# name: the law, and a word of the line where the loop is
LOOPS = {
    "a verb that calls itself": ("""\
action spin "Spin"
  does
    go round
to go round
  set on to (not on)
  go round
""", ("go round",)),
    "two verbs that call each other": ("""\
action spin "Spin"
  does
    go round
to go round
  go back
to go back
  set on to (not on)
  go round
""", ("go round", "go back")),
    "nested repetitions": ("""\
action spin "Spin"
  does
    repeat 9999 times
      repeat 9999 times
        repeat 9999 times
          set on to (not on)
""", ("repeat",)),
    "a long list in a list": ("""\
action spin "Spin"
  does
    for each a in 1 to 9999
      for each b in 1 to 9999
        for each c in 1 to 9999
          set count to c
""", ("for each",)),
    "watchers that wake each other": ("""\
action spin "Spin"
  does
    set on to (not on)
rule off
  whenever on
    set on to false
rule on_again
  whenever not on
    set on to true
""", ("rule", "whenever", "set on")),
    "a phase inside itself": ("""\
action spin "Spin"
  does
    run round_trip
phase round_trip
  does
    run round_trip
""", ("round_trip",)),
    "a phase without decisions": ("""\
action spin "Spin"
  does
    run idle
phase idle
  again and again
  does
    set on to (not on)
""", ("idle", "again", "set on")),
    "a phase whose moves are never legal": ("""\
form trick is action
trick never "Never"
  requires vp < 0                                            "Never."
  does
    add 1 to vp
action spin "Spin"
  does
    run idle
phase idle
  again and again
  offers trick, at most once
""", ("idle", "offers", "again")),
    "a moment that comes again": ("""\
moment bell
action spin "Spin"
  does
    now bell
rule ring
  at bell
    set on to (not on)
    now bell
""", ("bell",)),
}


def begin(folder: Path, law: str) -> State:
    (folder / "loops").mkdir()
    (folder / "loops" / "loops.law").write_text(FRAME + law, encoding="utf-8")
    return lawspeaker.load(folder / "loops").new(seed=1)


@pytest.mark.parametrize("name", LOOPS)
def test_endless_rules_stop(tmp_path: Path, name: str) -> None:
    law, words = LOOPS[name]
    state = begin(tmp_path, law)
    before, options = state.hash(), list(state._current())
    start = time.process_time()
    with pytest.raises(RuleFault) as e:
        state.apply("spin")
        raise AssertionError("it ended")
    seconds = time.process_time() - start
    assert e.value.code in ("endless", "too-deep"), e.value
    place = e.value.place
    assert place is not None and place.file.endswith("loops/loops.law"), f"no place: {e.value}"  # type: ignore[attr-defined]
    line = (FRAME + law).splitlines()[place.line - 1]  # type: ignore[attr-defined]
    assert place.line > FRAME.count("\n") and any(w in line for w in words), f"{e.value} is told of the line {line!r}"  # type: ignore[attr-defined]
    assert seconds < 5, f"it took {seconds:.2f} s"            # of a processor; one, if nobody shares its caches
    assert state.hash() == before and list(state._current()) == options
    state.apply("wait")
    state.undo()
    assert state.hash() == before


def test_an_endless_set_up_stops(tmp_path: Path) -> None:
    law = FRAME.replace("  phase turn", "  run setup\n  phase turn") + 'phase setup\n  does\n    repeat 9999 times\n      repeat 9999 times\n        set on to (not on)\n'
    (tmp_path / "loops").mkdir()
    (tmp_path / "loops" / "loops.law").write_text(law, encoding="utf-8")
    game = lawspeaker.load(tmp_path / "loops")
    with pytest.raises(RuleFault) as e:
        game.new(seed=1)
    assert e.value.place is not None


@pytest.mark.parametrize("name", LOOPS)
def test_the_command_line_says_where(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    """Simulations play whole games in a printed program of their own: it stops, too."""
    begin(tmp_path, LOOPS[name][0])
    start = time.process_time()
    code = main(["simulate", str(tmp_path / "loops"), "--games", "2", "--limit", "50", "--jobs", "1"])
    said = capsys.readouterr()
    text = said.out + said.err
    assert code == 1 and "loops.law" in text and "Traceback" not in text, text
    assert time.process_time() - start < 15


def test_a_long_effect_that_ends_is_no_fault(tmp_path: Path) -> None:
    """The budget is far above what a game needs: a few thousand steps in one decision are played."""
    state = begin(tmp_path, 'action spin "Spin"\n  does\n    for each a in 1 to 60\n      for each b in 1 to 60\n        set count to a * b\n')
    state.apply("spin")
    assert not state.over
