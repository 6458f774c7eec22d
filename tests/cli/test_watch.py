"""`play --watch`: rules edited while they are played; the position is kept as far as the new rules allow."""
from __future__ import annotations

import shutil
import sys
from io import StringIO
from pathlib import Path

import pytest

import lawspeaker
from lawspeaker.cli.main import main
from lawspeaker.cli.playing.watch import Watch
from lawspeaker.interpreter.reload import files_of, reload

ROOT = Path(__file__).resolve().parents[2]
FOUR = "makes_four"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT / "rulesets/classics/connect_four", tmp_path / "mine"))


def law(folder: Path) -> Path:
    return folder / "connect_four.law"


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


class Typing:
    """A person at the prompt: lines, and things done to files before a line is typed."""

    def __init__(self, *lines: object) -> None:
        self.lines = list(lines)

    def readline(self) -> str:
        while self.lines:
            line = self.lines.pop(0)
            if isinstance(line, str):
                return line + "\n"
            line()  # type: ignore[operator]
        return ""

    def isatty(self) -> bool:
        return False


def played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path, *lines: object) -> tuple[int, str]:
    monkeypatch.setattr(sys, "stdin", Typing(*lines))
    capsys.readouterr()
    code = main(["play", str(folder), "--watch", "--seat", "human,human", "--seed", "1", "--no-hand-over"])
    said = capsys.readouterr()
    return code, said.out + said.err


# ---- the function ------------------------------------------------------------------------------------------------
def test_a_change_that_allows_it_keeps_the_position(folder: Path) -> None:
    state = lawspeaker.load(folder).new(2, seed=3, first="yellow")
    for key in ("drop 4", "drop 4", "drop 3"):
        state.apply(key)
    change(law(folder), "lines(Cell, 4)", "lines(Cell, 5)")
    found = reload(state)
    assert (found.kept, found.problem) == (3, "") and found.state is not state
    assert found.state.history == state.history and found.state.view() == state.view()
    assert (found.state.seed, found.state.first) == (3, state.first)
    assert found.state.game.fingerprint != state.game.fingerprint
    found.state.undo()
    assert found.state.history == state.history[:-1]


def test_the_new_rules_are_really_played(folder: Path) -> None:
    state = lawspeaker.load(folder).new(2, seed=3, first="red")
    for key in ("drop 1", "drop 2", "drop 1", "drop 2", "drop 1", "drop 2"):
        state.apply(key)
    change(law(folder), "lines(Cell, 4)", "lines(Cell, 5)")
    new = reload(state).state
    state.apply("drop 1")
    new.apply("drop 1")
    assert state.over and not new.over


def test_a_choice_that_is_no_longer_possible_is_named(folder: Path) -> None:
    state = lawspeaker.load(folder).new(2, seed=3, first="red")
    for key in ("drop 4", "drop 4", "drop 4", "drop 1"):
        state.apply(key)
    change(law(folder), "height(x) < 6", "height(x) < 2")
    found = reload(state)
    assert found.kept == 2 and found.state.history == ["drop 4", "drop 4"]
    assert found.problem.startswith('Choice 3 of 4, "drop 4" by red, is no longer possible: ') and "full" in found.problem


def test_a_game_that_is_over_sooner_says_so(folder: Path) -> None:
    state = lawspeaker.load(folder).new(2, seed=3, first="red")
    for key in ("drop 1", "drop 2", "drop 1", "drop 2", "drop 1", "drop 2"):
        state.apply(key)
    change(law(folder), "lines(Cell, 4)", "lines(Cell, 2)")
    found = reload(state)
    assert found.kept == 3 and found.state.over and "the game is over by then" in found.problem


def test_errors_are_raised_and_other_seats_are_told(folder: Path) -> None:
    state = lawspeaker.load(folder).new(2, seed=3)
    change(law(folder), "height(x) < 6", "hieght(x) < 6")
    with pytest.raises(lawspeaker.RulesetError, match="hieght"):
        reload(state)
    change(law(folder), "hieght(x) < 6", "height(x) < 6")
    change(law(folder), "players 2", "players 3")
    change(law(folder), "seats red, yellow", "seats red, yellow, blue")
    found = reload(state)
    assert found.kept == 0 and "for 3 players" in found.problem


def test_settings_and_corrections_of_data_are_loaded_again(tmp_path: Path) -> None:
    overlay = tmp_path / "mine.yaml"
    overlay.write_text("constants:\n  days_per_turn: {value: 8, source: public}\n", "utf-8")
    game = lawspeaker.load("fire_and_axe", data=[overlay])
    state = game.new(3, seed=1)
    assert overlay in files_of(game)
    state.step(0)
    overlay.write_text("constants:\n  days_per_turn: {value: 9, source: public}\n", "utf-8")
    found = reload(state)
    assert found.problem == "" and found.state.look("days_per_turn") == 9 and state.look("days_per_turn") == 8


# ---- files -------------------------------------------------------------------------------------------------------
def test_only_content_counts_as_a_change(folder: Path) -> None:
    game = lawspeaker.load(folder)
    watch = Watch.of(game)
    assert watch.changed(game) == []
    law(folder).write_bytes(law(folder).read_bytes())
    assert watch.changed(game) == []
    (folder / "second.law").write_text("# nothing\n", "utf-8")
    assert [Path(n).name for n in watch.changed(game)] == ["second.law"]
    (folder / "second.law").unlink()
    assert [Path(n).name for n in watch.changed(game)] == ["second.law"]
    assert watch.changed(game) == []


# ---- the screen --------------------------------------------------------------------------------------------------
def test_the_screen_tells_what_was_reloaded(monkeypatch, capsys, folder: Path) -> None:
    code, out = played(monkeypatch, capsys, folder, "drop 4", lambda: change(law(folder), "lines(Cell, 4)", "lines(Cell, 5)"), "", "drop 3",
                       "quit")
    assert code == 0
    assert "connect_four.law" in out and "The rules were loaded anew; the position is kept (1 choice)." in out


def test_a_line_typed_after_a_change_is_not_taken(monkeypatch, capsys, folder: Path) -> None:
    out = played(monkeypatch, capsys, folder, lambda: change(law(folder), "lines(Cell, 4)", "lines(Cell, 5)"), "drop 4", "log", "quit")[1]
    assert '"drop 4" was not taken: choose again.' in out and "Nothing has happened yet." in out


def test_errors_are_shown_and_the_old_rules_go_on(monkeypatch, capsys, folder: Path) -> None:
    code, out = played(monkeypatch, capsys, folder, "drop 4", lambda: change(law(folder), "height(x) < 6", "hieght(x) < 6"), "", "drop 4",
                       lambda: change(law(folder), "hieght(x) < 6", "height(x) < 6"), "", "log", "quit")
    assert code == 0
    assert "hieght" in out and 'Did you mean "height"?' in out and "the old ones go on" in out
    assert "the position is kept (2 choices)" in out and "Traceback" not in out


def test_the_last_position_that_can_be_reached(monkeypatch, capsys, folder: Path) -> None:
    out = played(monkeypatch, capsys, folder, "drop 4", "drop 4", "drop 4", lambda: change(law(folder), "height(x) < 6", "height(x) < 2"), "",
                 "quit")[1]
    assert 'Choice 3 of 3, "drop 4"' in out and "The game goes on from there, after 2 choices." in out


def test_a_fault_can_be_mended_at_the_table(monkeypatch, capsys, folder: Path) -> None:
    change(law(folder), "    set here.disc to you\n", "    set here.disc to you\n    add 1 / (height(x) - height(x)) to fours\n")
    code, out = played(monkeypatch, capsys, folder, "drop 4",
                       lambda: change(law(folder), "    add 1 / (height(x) - height(x)) to fours\n", ""), "", "drop 4", "log", "quit")
    assert code == 0 and "The rules fail here.  Mend them, then press Enter." in out
    assert out.count("Drop into column 4") >= 2


def test_without_watching_nothing_is_loaded_anew(monkeypatch, capsys, folder: Path) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("drop 4\n"))
    assert main(["play", str(folder), "--seat", "human,human", "--seed", "1"]) == 0
    assert "loaded anew" not in capsys.readouterr().out


# ---- expansions --------------------------------------------------------------------------------------------------------
def test_expansions_in_folders_are_loaded_anew(run, tmp_path: Path) -> None:
    assert run("new", "expansion", "late", "--for", "tic_tac_toe", "--into", str(tmp_path))[0] == 0
    game = lawspeaker.load("tic_tac_toe", expansions=[str(tmp_path / "late")])
    state = game.new(2, seed=1, first="o")
    state.apply("mark cell_2_2")
    watch = Watch.of(game)
    assert tmp_path / "late/late.law" in files_of(game) and state.scores == [1, 0]
    change(tmp_path / "late/late.law", "= 1 \"points", "= 5 \"points")
    assert [Path(n).name for n in watch.changed(game)] == ["late.law"]
    found = reload(state)
    assert (found.kept, found.problem) == (1, "") and found.state.scores == [5, 0]
    assert found.state.game.expansions == ["late"] and found.state.game.fingerprint != game.fingerprint


def test_a_card_that_is_gone_stops_the_replay(run, tmp_path: Path) -> None:
    from lawspeaker.testing import play
    run("new", "expansion", "hammer", "--for", "fire_and_axe", "--into", str(tmp_path))
    hammer = tmp_path / "hammer"
    for name in ("thunder", "lightning"):
        assert run("new", "card", name, "--form", "rune", "--in", str(hammer))[0] == 0
    game = lawspeaker.load("fire_and_axe", expansions=["runes", str(hammer)])
    seed = next(s for s in range(1, 400) if "thunder" in game.new(3, s, "red").look("red.hand"))
    state = game.new(3, seed, "red")
    for key in ("load crew", "thunder", "leave", "load fish"):
        state.apply(key)
    kept = reload(state)
    assert (kept.kept, kept.problem) == (4, "") and play(kept.state).look("red.hand") == []
    law = hammer / "cards.law"
    law.write_text(law.read_text("utf-8").replace("    say \"{you} plays Thunder.\"", "    end turn"), "utf-8")
    found = reload(state)
    assert found.kept == 3 and 'Choice 4 of 4, "load fish" by red' in found.problem and "decides there now" in found.problem
