"""Games are kept: who sits where, in the same file, wherever folders are moved to, and without being asked."""
from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import lawspeaker
from lawspeaker.cli import console
from lawspeaker.interpreter.fingerprint import law_text

ROOT = Path(__file__).resolve().parents[2]
TIC_TAC_TOE = ROOT / "rulesets" / "classics" / "tic_tac_toe"


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of rules in a working folder of its own."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.chdir(home)
    shutil.copytree(TIC_TAC_TOE, home / "games" / "mine")
    return home


def choices(file: Path) -> list[str]:
    return list(json.loads(file.read_text("utf-8"))["choices"])


# ---- who sits where, and the same file ------------------------------------------------------------------------------
def test_the_seats_of_a_saved_game_are_taken_as_they_were(run, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    run("play", "tic_tac_toe", "--seat", "random,human", "--save", str(file), typed="1\n")
    kept = choices(file)
    assert json.loads(file.read_text("utf-8"))["people"] == ["random", "human"] and kept
    code, out, err = run("play", "--load", str(file), typed="1\n")
    assert code == 0 and err == "" and "x is random, o is human" in out
    assert choices(file)[:len(kept)] == kept and len(choices(file)) > len(kept)          # it goes on being kept in the same file
    out = run("play", "--load", str(file), "--seat", "o=greedy", "--save", str(tmp_path / "other.json"))[1]
    assert "x is random, o is greedy" in out and "Final score" in out


@pytest.mark.parametrize("option", [("--seed", "3"), ("--players", "2"), ("--set", "a=1")])
def test_what_a_saved_game_has_itself_is_refused(run, tmp_path: Path, option: tuple[str, str]) -> None:
    file = tmp_path / "evening.json"
    run("play", "tic_tac_toe", "--save", str(file), typed="1\n")
    code, _out, err = run("play", "--load", str(file), *option)
    assert code == 2 and f"--load and {option[0]}" in err


def test_it_is_said_which_rules_go_on(run, mine: Path) -> None:
    run("play", "tic_tac_toe", "--save", "e.json", typed="1\n")
    assert "the rules of Tic-tac-toe" in (out := run("play", "--load", "e.json", typed="")[1]) and "built in" in out
    out = run("play", "games/mine", "--load", "e.json", typed="")[1]
    assert "from games/mine: they say what they said" in out
    code, _out, err = run("play", "connect_four", "--load", "e.json")
    assert code == 1 and "a game of Tic-tac-toe, not of" in err


# ---- places -----------------------------------------------------------------------------------------------------
def test_a_save_holds_no_absolute_path(run, mine: Path) -> None:
    for place in (mine / "e.json", mine / "games" / "e.json", mine.parent / "e.json", mine / "games" / "mine" / "e.json"):
        run("play", "games/mine", "--save", str(place), typed="1\n")
        assert str(mine) not in place.read_text("utf-8"), place
        assert len(lawspeaker.restore(place).history) >= 1


@pytest.mark.parametrize("moved", ["games", "mine", "save", "all"])
def test_a_moved_folder_is_found_or_asked_for(run, mine: Path, moved: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file = mine / "games" / "e.json"
    run("play", "games/mine", "--save", str(file), typed="1\n")
    if moved == "games":                          # save and rules together
        (mine / "games").rename(mine / "spiele")
        file = mine / "spiele" / "e.json"
    elif moved == "all":
        mine.rename(mine.parent / "elsewhere")
        monkeypatch.chdir(mine.parent / "elsewhere")
        file = mine.parent / "elsewhere" / "games" / "e.json"
    elif moved == "mine":                         # into the working folder
        (mine / "games" / "mine").rename(mine / "mine")
    else:
        file = Path(shutil.move(file, mine / "mine.json"))
        monkeypatch.chdir(mine / "games")
    assert run("replay", str(file), "--verify")[0] == 0


def test_a_lost_folder_is_named(run, mine: Path) -> None:
    run("play", "games/mine", "--save", "e.json", typed="1\n")
    (mine / "games" / "mine").rename(mine / "games" / "renamed")
    code, _out, err = run("play", "--load", "e.json")
    assert code == 1 and 'the folder "./games/mine"' in err and "lawspeaker play FOLDER --load e.json" in err
    assert run("play", "games/renamed", "--load", "e.json", typed="")[0] == 0


# ---- what counts as the same rules --------------------------------------------------------------------------------
def test_comments_and_layout_do_not_count_and_words_do() -> None:
    one = 'to go\n  gain 1 beer\n  if a = b\n    stop\n'
    assert law_text(one) == law_text('# Going\nto   go\n\n     gain 1 beer   # one\n     if a=b\n\n       # well\n       stop\n\n')
    assert law_text("x (\n  a,\n  b)\n") == law_text("x (a, b)")
    assert law_text('say "a  # b"\n') != law_text('say "a # b"\n')
    for other in (one.replace("1", "2"), one.replace("    stop", "  stop"), one.replace("gain", "lose"), one.replace("1 beer", "11 beer")):
        assert law_text(other) != law_text(one)


def test_a_changed_comment_leaves_a_save_readable_and_a_changed_rule_does_not(run, mine: Path) -> None:
    law = mine / "games" / "mine" / "tic_tac_toe.law"
    run("play", "games/mine", "--save", "e.json", typed="1\n")
    text = law.read_text("utf-8")
    law.write_text("# Mine.\n\n" + text.replace("\n", "   # so\n"), "utf-8")
    assert run("replay", "e.json", "--verify")[0] == 0
    law.write_text(text.replace("c.mark is none", "c.mark is none or false"), "utf-8")
    code, _out, err = run("replay", "e.json")
    assert code == 1 and "other rules" in err


def test_layout_of_data_does_not_count_and_values_do(run, mine: Path) -> None:
    (mine / "cards.yaml").write_text("constants: {days_per_turn: {value: 8, source: public}}\n", "utf-8")
    run("play", "fire_and_axe", "--data", "cards.yaml", "--save", "e.json", typed="1\n")
    (mine / "cards.yaml").write_text("# mine\nconstants:\n  days_per_turn:\n    value: 8\n    source: public\n", "utf-8")
    assert run("replay", "e.json")[0] == 0
    (mine / "cards.yaml").write_text("constants: {days_per_turn: {value: 9, source: public}}\n", "utf-8")
    assert run("replay", "e.json")[0] == 1


def test_a_save_does_not_hang_on_how_cells_are_laid_out(tmp_path: Path) -> None:
    """Where a thing is declared later, all cells have other numbers: the positions are the same."""
    from lawspeaker.interpreter.save import position_hash
    law = 'game nim "Nim"\n  players 2\n  seats ann, bob\n  phase turn "{{you}}"\n    each player from first_player, again until heap = 0\n' \
          '    offers action, exactly once\n  winner has most final_score, then shared\n\ntable\n{}\nplayer\n  state won: 0 to 1\n\n' \
          'action take "Take one"\n  does\n    set heap to heap - 1\n    add 0 to depth\n\nscore won "Won" = won\n'
    one, other = ("  state heap: 0 to 9 = 5\n  state depth: 0 to 9 = 1\n", "  state depth: 0 to 9 = 1\n  state heap: 0 to 9 = 5\n")
    hashes, cells = set(), set()
    for i, table in enumerate((one, other)):
        folder = tmp_path / f"n{i}"
        folder.mkdir()
        (folder / "nim.law").write_text(law.format(table), "utf-8")
        state = lawspeaker.load(folder).new(2, seed=1, first=0)
        hashes.add(position_hash(state))
        cells.add(state.hash())
    assert len(hashes) == 1 and len(cells) == 2


def test_a_save_of_the_first_format_is_refused_in_words(run, tmp_path: Path) -> None:
    file = tmp_path / "old.json"
    state = lawspeaker.load("tic_tac_toe").new(2, seed=4)
    old = {"lawspeaker": 1, "version": "1.0", "ruleset": "tic_tac_toe", "title": "Tic-tac-toe", "expansions": [], "settings": {}, "data": [],
           "rules": "0" * 64, "players": ["x", "o"], "seed": 4, "first": state.players[state.first], "choices": ["mark cell_2_2"], "hashes": ["a", "b"]}
    file.write_text(json.dumps(old), "utf-8")
    code, _out, err = run("play", "--load", str(file))
    assert code == 1 and "older Lawspeaker (format 1)" in err and "cannot be continued" in err
    file.write_text(json.dumps({**old, "rules": state.game.fingerprint}), "utf-8")
    assert lawspeaker.restore(file).history == ["mark cell_2_2"]          # where not a byte of the rules was changed


# ---- kept without being asked ---------------------------------------------------------------------------------------
def test_a_game_is_kept_without_being_asked(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAWSPEAKER_STATE", str(tmp_path / "state"))
    code, _out, err = run("play", "--resume")
    assert code == 2 and "No game that is not over is kept" in err
    out = run("play", "tic_tac_toe", "--seat", "human,random", typed="1\n")[1]
    assert "play --resume` goes on" in out and "the game is kept.  Go on with: lawspeaker play --load" in out
    code, out, err = run("play", "--resume", typed="1\n")
    assert code == 0 and err == "" and "x is human, o is random" in out
    (file,) = (tmp_path / "state").iterdir()
    assert len(choices(file)) >= 4
    run("play", "--resume", "tic_tac_toe", typed="1\n" * 9)
    assert json.loads(file.read_text("utf-8"))["over"] and run("play", "--resume")[0] == 2
    assert run("play", "tic_tac_toe", "--seat", "random")[0] == 0 and len(list((tmp_path / "state").iterdir())) == 1     # bots alone keep nothing


def test_a_game_that_is_saved_is_not_kept_twice(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAWSPEAKER_STATE", str(tmp_path / "state"))
    file = tmp_path / "mine.json"
    run("play", "tic_tac_toe", typed=f"1\nsave {file}\n1\n")
    assert not list((tmp_path / "state").iterdir()) and len(choices(file)) >= 4


# ---- leaving --------------------------------------------------------------------------------------------------------
def test_ctrl_c_clears_the_line_and_twice_asks(pebbles, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    import fake_game

    from lawspeaker.cli.playing.session import Session
    typed: list[object] = [KeyboardInterrupt, "1", KeyboardInterrupt, KeyboardInterrupt, "no", None, "no", KeyboardInterrupt, KeyboardInterrupt, "yes"]

    def ask(prompt: str) -> str | None:
        said = typed.pop(0)
        print(prompt)
        if said is KeyboardInterrupt:
            raise KeyboardInterrupt
        return said  # type: ignore[return-value]
    monkeypatch.setattr(console, "somebody_sits_there", lambda: True)
    monkeypatch.setattr(console, "ask", ask)
    game = fake_game.load("pebbles")
    state = game.new(2, 1)
    Session(game, state, ("human", "random")).run()
    out = capsys.readouterr().out
    assert not typed and out.count("The line is cleared") == 3 and out.count("Leave the table?") == 3
    assert state.history[0] == "take 1" and len(state.history) == 2 and "You left the table" in out


def test_ctrl_c_in_a_step_takes_it_back_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    state = lawspeaker.load("fire_and_axe").new(3, seed=2)
    before = (list(state.cells), state.history)
    real = state._edition.machine.run

    def run(cells, journal, frame):
        real(cells, journal, frame)
        raise KeyboardInterrupt
    monkeypatch.setattr(state._edition.machine, "run", run)
    with pytest.raises(KeyboardInterrupt):
        state.step(0)
    monkeypatch.setattr(state._edition.machine, "run", real)
    assert (state.cells, state.history) == before
    state.step(0)
    assert len(state.history) == 1
