"""Playing with typed lines: what is shown, how options are named, undo, save, why, leaving."""
from __future__ import annotations

from pathlib import Path

import fake_game
import pytest

from lawspeaker.cli import console
from lawspeaker.cli.playing import answer, session

OPTIONS = fake_game.load("pebbles").new(2, 1).decision.options


@pytest.mark.parametrize(("typed", "index"), [("1", 0), ("take 2", 1), ("TAKE 3", 2), ("Take 3", 2), ("peek", 3), ("pe", 3),
                                              ("Peek at", 3), ("take_1", 0), ("  2 ", 1)])
def test_options_by_number_key_label_and_beginning(typed: str, index: int) -> None:
    assert answer.read(typed, OPTIONS) == answer.Chosen(index)


@pytest.mark.parametrize(("typed", "told"), [("take", "may be several: 1 Take 1, 2 Take 2, 3 Take 3"), ("0", "from 1 to 4"),
                                             ("5", "from 1 to 4"), ("", "number of an option"), ("peak", 'Did you mean "peek"?'),
                                             ("sell everything", "not possible now")])
def test_wrong_answers_explain(typed: str, told: str) -> None:
    found = answer.read(typed, OPTIONS)
    assert isinstance(found, answer.Mistake) and told in found.text


def test_commands() -> None:
    assert answer.read("why take 5", OPTIONS) == answer.Command("why", "take 5")
    assert answer.read("/save My File.json", OPTIONS) == answer.Command("save", "My File.json")
    assert answer.read("?", OPTIONS) == answer.Command("help")


def test_a_game_against_a_bot_to_the_end(run, pebbles) -> None:
    code, out, err = run("play", "pebbles", "--seed", "3", typed="3\n" * 20)
    assert code == 0 and err == ""
    assert "red is human, yellow is greedy" in out and "Final score" in out and "Pebbles taken" in out
    assert "wins." in out or "share the win." in out
    assert "\x1b" not in out


def test_the_screen_shows_the_position(run, pebbles) -> None:
    out = run("play", "pebbles", typed="")[1]
    for text in ("Heap", "12", "Turn", "Players", "Score", "secret of red".capitalize(), "1  Take 1", "4  Peek at the future",
                 "Fish ×2", "Take\n", "Mark"):
        assert text in out, text
    assert "ecret of yellow" not in out and "Empty port" not in out


def test_the_end_of_input_leaves_politely(run, pebbles, tmp_path: Path) -> None:
    code, out, _err = run("play", "pebbles", typed="take 1\n")
    assert code == 0 and "not saved" in out
    file = tmp_path / "evening.json"
    code, out, _err = run("play", "pebbles", "--seed", "1", "--save", str(file), typed="take 1\n")
    assert code == 0 and "the game is kept.  Go on with: lawspeaker play --load" in out and file.exists()


def test_save_and_go_on(run, pebbles, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    out = run("play", "pebbles", "--seat", "human,human", typed=f"3\n2\nsave {file}\nquit\n")[1]
    assert "Saved, and kept there from now on." in out
    code, out, _err = run("play", "--load", str(file), "--seat", "human,human", typed="")
    assert code == 0 and "red> " in out
    assert fake_game.restore(str(file)).history == ["take 3", "take 2"]
    code, _out, err = run("play", "cursed", "--load", str(file))
    assert code == 1 and "a game of pebbles, not of cursed" in err


def test_saving_to_nowhere_does_not_end_the_game(run, pebbles) -> None:
    code, out, err = run("play", "pebbles", typed="save /nowhere/x.json\nsave\n1\n")
    assert code == 0 and "Not saved" in err and "Save to which file?" in out


def test_why(run, pebbles) -> None:
    out = run("play", "pebbles", typed="why take 5\nwhy peek\nwhy 1\nwhy\nwhy nonsense\n")[1]
    assert "take 5 is not possible now" in out and "You cannot take 5.  [PE-1, PE-3]" in out
    assert "PE-1: Take one to three pebbles." in out
    assert "4 Peek at the future is possible." in out and "1 Take 1 is possible.  [PE-1]" in out
    assert "Why what?" in out and 'no move "nonsense"' in out


def test_undo_goes_back_to_the_last_decision_of_a_person(run, pebbles) -> None:
    out = run("play", "pebbles", "--seat", "human,greedy", typed="1\nundo\n2\n")[1]
    assert "Taken back: take 1, take 3" in out
    assert out.count("│ Heap  12 │") == 2


def test_undo_stops_at_chance(run, pebbles) -> None:
    out = run("play", "pebbles", "--seat", "human,human", typed="undo\npeek\nundo\n1\nundo\nundo\n")[1]
    assert "There is nothing to take back." in out
    assert "revealed or left to chance" in out and out.count("Taken back") == 1


def test_the_log_tells_what_happened_since(run, pebbles) -> None:
    out = run("play", "pebbles", "--seat", "human,greedy", typed="1\nlog\nhelp\nlook\nall\n")[1]
    assert out.count("  yellow takes 3") == 2                   # as news, and in the log
    assert "undo          take back" in out


def test_a_forced_option_is_taken(run, pebbles) -> None:
    out = run("play", "pebbles", "--seat", "human,human", typed="3\n3\n3\n2\n")[1]
    assert "has one option only: Take 1" in out and "Final score" in out
    out = run("play", "pebbles", "--seat", "human,human", "--ask-always", typed="3\n3\n3\n2\n1\n")[1]
    assert "one option only" not in out and "Final score" in out


def test_bots_alone_are_watched(run, pebbles) -> None:
    code, out, _err = run("play", "pebbles", "--seat", "random,greedy", "--seed", "4")
    assert code == 0 and "yellow takes" in out and "Final score" in out


def test_people_hand_the_screen_over(pebbles, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed = iter(["", "1", "", "2"])
    monkeypatch.setattr(console, "somebody_sits_there", lambda: True)
    monkeypatch.setattr(console, "ask", lambda prompt: next(typed, None))
    monkeypatch.setattr(console, "clear", lambda: print("<CLEAR>"))
    game = fake_game.load("pebbles")
    session.Session(game, game.new(2, 1), ("human", "human")).run()
    out = capsys.readouterr().out
    screens = out.split("<CLEAR>")
    assert "It is yellow's decision" in out and "looks away" in out
    for screen in screens:
        assert not ("Secret of red" in screen and "Secret of yellow" in screen)


def test_binary_input_is_a_wrong_answer(run, pebbles) -> None:
    code, out, err = run("play", "pebbles", typed="\x00\x01\x02[bold]\n1\n")
    assert code == 0 and "not possible now" in out and "Traceback" not in err


def test_replay_tells_and_verifies(run, pebbles, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    run("play", "pebbles", "--seat", "human,human", "--save", str(file), typed="3\n2\npeek\n")
    code, out, _err = run("replay", str(file))
    assert code == 0 and "red: Take 3" in out and "yellow takes 2" in out and "3 decisions" in out
    code, out, _err = run("replay", str(file), "--verify")
    assert code == 0 and "all positions are equal" in out


# ---- words ------------------------------------------------------------------------------------------------------------
NAMED = [fake_game.FakeOption(k, label, k.split()[0]) for k, label in (
    ("sail north_sea", "Sail to the North Sea"), ("sail irish_sea", "Sail to the Irish Sea"), ("load fish_1", "Load fish"),
    ("load fish_2", "Load fish"), ("raid dublin", "Raid Dublin, a Port"))]


@pytest.mark.parametrize(("typed", "index"), [("irish", 1), ("north sea", 0), ("dublin", 4), ("port", 4), ("IRISH sail", 1), ("load fish 2", 3), ("du ra", 4)])
def test_any_word_of_an_option_names_it(typed: str, index: int) -> None:
    assert answer.read(typed, NAMED) == answer.Chosen(index)


@pytest.mark.parametrize(("typed", "told"), [("sea", "1 Sail to the North Sea, 2 Sail to the Irish Sea"),
                                             ("load fish", "3 Load fish (load fish_1), 4 Load fish (load fish_2)"), ("norse", "not possible now")])
def test_what_fits_two_options_is_asked_back(typed: str, told: str) -> None:
    found = answer.read(typed, NAMED)
    assert isinstance(found, answer.Mistake) and told in found.text


@pytest.mark.parametrize(("typed", "told"), [("log many", 'a number of lines, as in `log 50`, not "many"'), ("undo 3", "`undo` stands alone"),
                                             ("quit now", "`quit` stands alone"), ("help sailing", 'no command "sailing"'), ("log 0", "not \"0\"")])
def test_an_argument_that_is_not_understood_is_told(typed: str, told: str) -> None:
    found = answer.read(typed, NAMED)
    assert isinstance(found, answer.Mistake) and told in found.text


def test_one_panel_is_looked_at(run, pebbles) -> None:
    out = run("play", "pebbles", typed="look table\nlook heap\nhelp log\n")[1]
    assert out.count("Heap") == 2 and out.count("secret of red".capitalize()) == 1
    assert 'There is no panel "heap".  There are: ' in out and "Table" in out
    assert "log 50" in out and "save FILE" not in out.split("help log")[1]


def test_own_results_are_shown_before_what_others_do(run, pebbles, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much others did: their lines may be too many to be shown."""
    monkeypatch.setattr(session, "NEWS", 3)
    out = run("play", "pebbles", "--seat", "human,random,random,random", "--players", "4", "--seed", "2", typed="take 1\n")[1]
    mine = out.index("red takes 1")
    assert mine < out.index("earlier lines")
