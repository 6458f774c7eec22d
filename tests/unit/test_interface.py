"""The Python interface: copies and pickles, arguments out of range, one name for a list, what help shows."""
from __future__ import annotations

import copy
import pickle
import pydoc
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lawspeaker
from lawspeaker.interpreter.engine.faults import IllegalChoice, SaveError
from lawspeaker.interpreter.state import State
from lawspeaker.interpreter.text.source import Source

TIC_TAC_TOE = Path(__file__).resolve().parents[2] / "rulesets" / "classics" / "tic_tac_toe"
COPIES: dict[str, Callable[[Any], Any]] = {"copy": copy.copy, "deepcopy": copy.deepcopy, "pickle": lambda x: pickle.loads(pickle.dumps(x))}


def played(n: int = 6) -> State:
    state = lawspeaker.load("fire_and_axe", expansions="runes").new(3, seed=5)
    for _ in range(n):
        state.step(state.count - 1)
    return state


@pytest.mark.parametrize("how", COPIES)
def test_a_copy_of_a_position_is_independent_and_remembers(how: str, tmp_path: Path) -> None:
    state = played()
    twin = COPIES[how](state)
    assert twin is not state and (twin.hash(), twin.history, twin.seed, twin.first) == (state.hash(), state.history, state.seed, state.first)
    assert [str(e) for e in twin.log()] == [str(e) for e in state.log()]
    before, way = state.hash(), list(state.history)
    twin.save(tmp_path / "a.json")
    twin.step(0)
    twin.undo()
    twin.undo()
    assert (state.hash(), state.history) == (before, way) and twin.history == way[:-1]
    state.step(0)
    state.undo()
    assert state.hash() == before and lawspeaker.restore(tmp_path / "a.json").hash() == before
    assert twin.game is state.game


@pytest.mark.parametrize("how", COPIES)
def test_a_copy_of_a_game_plays_the_same(how: str) -> None:
    game = lawspeaker.load("fire_and_axe", expansions=["runes"], settings={})
    assert COPIES[how](game).new(3, seed=1).hash() == game.new(3, seed=1).hash()


def test_a_pickle_goes_to_another_process(tmp_path: Path) -> None:
    state = played()
    (tmp_path / "x").write_bytes(pickle.dumps(state))
    code = "import pickle, sys; s = pickle.load(open(sys.argv[1], 'rb')); s.undo(); s.step(s.count - 1); print(s.hash(), len(s.history))"
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "x")], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [state.hash(), "6"]
    assert len(pickle.dumps(state)) < 100_000     # no programs


def test_a_pickle_of_other_rules_is_refused_in_words(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(TIC_TAC_TOE, tmp_path / "mine"))
    carried = pickle.dumps(lawspeaker.load(folder).new(2, seed=1))
    law = folder / "tic_tac_toe.law"
    law.write_text(law.read_text("utf-8").replace("Three in a row", "A line"), "utf-8")
    import gc
    gc.collect()
    with pytest.raises(SaveError, match="have changed since"):
        pickle.loads(carried)
    parts = list(played(0).__reduce__()[1])
    with pytest.raises(SaveError, match="another Lawspeaker"):
        played(0).__reduce__()[0]("0", *parts[1:])


def elsewhere(carried: object, folder: Path, code: str) -> str:
    """What another process in another folder says of `x`."""
    done = subprocess.run([sys.executable, "-c", f"import pickle, sys; x = pickle.load(sys.stdin.buffer); print({code})"], input=pickle.dumps(carried),
                          capture_output=True, cwd=folder, check=True)
    return done.stdout.decode().strip()


def test_games_of_folders_and_corrections_are_found_from_other_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "below").mkdir()
    shutil.copytree(TIC_TAC_TOE, tmp_path / "mine")
    text = "constants: {days_per_turn: {value: 8, source: public}}\n"
    (tmp_path / "o.yaml").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    state = lawspeaker.load("mine").new(2, seed=1)
    state.step(0)
    corrected = [lawspeaker.load("fire_and_axe", data="o.yaml"), lawspeaker.load("fire_and_axe", data=[Source("nowhere.yaml", text)])]
    monkeypatch.chdir(tmp_path / "below")                              # the folders were named from where the program was
    assert elsewhere(state, tmp_path / "below", "x.hash()") == state.hash()
    for game in corrected:
        assert elsewhere(game, tmp_path / "below", "x.new(3, 1).look('days_per_turn')") == "8"
    state.save(tmp_path / "below" / "a.json")
    assert lawspeaker.restore(tmp_path / "below" / "a.json").hash() == state.hash()


@pytest.mark.parametrize("how", COPIES)
def test_what_is_asked_and_what_is_wrong_are_carried_too(how: str) -> None:
    state = played()
    option = state.decision.options[-1]
    twin = COPIES[how](option)
    assert (twin.key, twin.label, twin.index) == (option.key, option.label, option.index)
    assert [o.key for o in COPIES[how](state.decision).options] == [o.key for o in state.decision.options]
    for call in (lambda: lawspeaker.load("nowhere"), lambda: state.look("nobody"), lambda: state.step(999), lambda: state.apply("sail nowhere")):
        with pytest.raises((lawspeaker.RulesetError, IllegalChoice)) as e:
            call()
        other = COPIES[how](e.value)
        assert type(other) is type(e.value) and str(other) == str(e.value)
    state.apply(twin)
    assert state.history[-1] == option.key


def test_what_cannot_be_saved_says_why(tmp_path: Path) -> None:
    for change in (lambda s: s.dictate([3]), lambda s: s.reseed(7)):
        state = played(1)
        change(state)
        with pytest.raises(SaveError, match="cells, dice or seed"):
            state.save(tmp_path / "a.json")
    with pytest.raises(SaveError, match="no clone"):
        played(1).clone().save(tmp_path / "a.json")


BAD: list[tuple[Callable[[State], Any], type[Exception], str]] = [
    (lambda s: s.game.new(9), ValueError, "for 3 to 5 players, not 9"), (lambda s: s.game.new(0), ValueError, "not 0"),
    (lambda s: s.game.new(-1), ValueError, "not -1"), (lambda s: s.game.new("ann"), ValueError, "for 3 to 5 players, not 1"),
    (lambda s: s.game.new(True), ValueError, "how many play"), (lambda s: s.game.new(2.0), ValueError, "how many play"),
    (lambda s: s.game.new(["a", "b", 3]), ValueError, "name of a seat"), (lambda s: s.game.new(["a", "b", "a"]), ValueError, "same name"),
    (lambda s: s.game.new(3, first=3), ValueError, "seats are 0 to 2"), (lambda s: s.game.new(3, first=-1), ValueError, "no seat -1"),
    (lambda s: s.game.new(3, first="zed"), ValueError, 'no seat "zed"'), (lambda s: s.game.new(3, seed=-1), ValueError, "from 0 to"),
    (lambda s: s.game.new(3, seed=1 << 64), ValueError, "from 0 to"), (lambda s: s.game.new(3, seed="7"), ValueError, "whole number"),
    (lambda s: s.reseed(-3), ValueError, "from 0 to"), (lambda s: s.game.playout(-3), ValueError, "from 0 to"),
    (lambda s: s.game.playout(1, bot="nobody"), ValueError, 'no bot "nobody"'), (lambda s: s.weighed("nobody", lambda: 0.0), ValueError, "no bot"),
    (lambda s: s.view(3), ValueError, "seats are 0 to 2"), (lambda s: s.log(-1), ValueError, "no seat -1"), (lambda s: s.log(True), ValueError, "no seat True"),
    (lambda s: s.look("you", 7), ValueError, "no seat 7"), (lambda s: s.scores_seen(5), ValueError, "no seat 5"),
    (lambda s: s.step(-1), IllegalChoice, "no option -1"), (lambda s: s.step(999), IllegalChoice, "from 0 to"), (lambda s: s.step("a"), IllegalChoice, "no option 'a'"),
    (lambda s: s.apply(3), IllegalChoice, "`step` takes its number"), (lambda s: s.apply("sail nowhere"), IllegalChoice, "not offered"),
    (lambda s: s.step(True), IllegalChoice, "no option True"), (lambda s: s.step(0.0), IllegalChoice, "no option 0.0"),
    (lambda s: s.look(3), TypeError, "An expression is a text, not 3"), (lambda s: s.why_not(3), TypeError, "is a text, not 3"),
    (lambda s: s.may_take_back(9), ValueError, "no seat 9"), (lambda s: s.taken_back(9, 0), ValueError, "Only 1 can be taken back, not 9"),
    (lambda s: s.taken_back(-1), ValueError, "from 0, not -1"), (lambda s: s.taken_back(1, 9), ValueError, "no seat 9"),
    (lambda s: s.imagined(9, None), ValueError, "no seat 9"), (lambda s: s.imagined(None, None), ValueError, "no seat None"),
    (lambda s: s.ask(None, "x"), IllegalChoice, "no seat None"), (lambda s: s.ask(0, 3), IllegalChoice, "is a text, not 3"),
    (lambda s: s.ask(True, "x"), IllegalChoice, "no seat True"), (lambda s: s.reseed("x"), ValueError, "whole number"),
    (lambda s: s.dictate(3), ValueError, "as a list, not 3"), (lambda s: s.dictate("ab"), ValueError, "as a list"), (lambda s: s.dictate([1.5]), ValueError, "as a list"),
    (lambda s: s.game.random_games(1, players=9), ValueError, "not 9"), (lambda s: s.game.random_games(1, seed="x"), ValueError, "whole number"),
    (lambda s: s.game.random_games(-1), ValueError, "from 0, not -1"), (lambda s: s.game.playout(1, limit=-1), ValueError, "from 0, not -1"),
    (lambda s: s.save(3), TypeError, "a path is wanted, not 3"), (lambda s: lawspeaker.restore(3), TypeError, "a path is wanted, not 3"),
    (lambda s: lawspeaker.restore("x", upto=-1), ValueError, "from 0, not -1"), (lambda s: lawspeaker.load(None), TypeError, "not None"),
    (lambda s: lawspeaker.load("tic_tac_toe", 3), TypeError, "one of them, not 3"), (lambda s: lawspeaker.load("tic_tac_toe", [3]), TypeError, "not 3"),
    (lambda s: lawspeaker.load("tic_tac_toe", data=[3]), TypeError, "not 3"), (lambda s: lawspeaker.load("tic_tac_toe", data=b"x"), TypeError, "not b'x'"),
    (lambda s: lawspeaker.check(3), TypeError, "one of them, not 3"), (lambda s: lawspeaker.check([3]), TypeError, "not 3"),
]


@pytest.mark.parametrize("number", range(len(BAD)))
def test_what_is_out_of_range_is_refused_in_words(number: int) -> None:
    call, kind, words = BAD[number]
    state = played(1)
    before = state.hash()
    with pytest.raises(kind) as e:
        call(state)
    assert words in str(e.value) and str(e.value).endswith((".", "]")) and state.hash() == before


class Three:
    """A whole number of another library."""

    def __index__(self) -> int:
        return 3


def test_whole_numbers_of_other_libraries_are_numbers() -> None:
    game = lawspeaker.load("fire_and_axe")
    state = game.new(Three(), seed=Three(), first=0)  # type: ignore[arg-type]
    assert state.hash() == game.new(3, seed=3, first=0).hash() and (type(state.seed), len(state.players)) == (int, 3)
    board = lawspeaker.load("connect_four").new()
    key = board.decision.options[3].key
    board.step(Three())  # type: ignore[arg-type]
    assert board.history == [key]


def test_one_name_stands_for_a_list(tmp_path: Path) -> None:
    assert lawspeaker.load("fire_and_axe", "runes").expansions == ["runes"]
    assert lawspeaker.check("tic_tac_toe") == [] == lawspeaker.check(TIC_TAC_TOE)
    overlay = tmp_path / "o.yaml"
    overlay.write_text("constants: {days_per_turn: {value: 8, source: public}}\n", "utf-8")
    for path in (overlay, str(overlay)):
        assert lawspeaker.load("fire_and_axe", data=path).sources.overlays[0].name == str(overlay)


def test_help_shows_the_public_interface() -> None:
    assert {*lawspeaker.__all__} <= set(dir(lawspeaker)) and "_HOME" not in dir(lawspeaker)
    text = pydoc.plain(pydoc.render_doc(lawspeaker))
    for name in ("class Game", "class State", "load(name", "restore(path", "check(targets", "class IllegalChoice", "from 0"):
        assert name in text, name
    assert {'State', 'Game', 'load'} <= set(lawspeaker.__all__) and all(hasattr(lawspeaker, name) for name in lawspeaker.__all__)
    for cls in (lawspeaker.Game, lawspeaker.State, lawspeaker.Decision, lawspeaker.Option):
        for name, value in vars(cls).items():
            if not name.startswith("_") and (callable(value) or isinstance(value, property)):
                assert value.__doc__, f"{cls.__name__}.{name} says nothing"
    for name in lawspeaker.__all__:
        assert name == "__version__" or getattr(lawspeaker, name).__doc__
