"""`lawspeaker new`: what it writes works as it is, for every game; bad input is told with a way out; nothing is overwritten."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import lawspeaker
from lawspeaker.cli.new import card, names
from lawspeaker.testing import random_games, scenario

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(p.name for p in {f.parent for f in (ROOT / "rulesets").glob("**/*.law")})


@pytest.fixture(autouse=True)
def _there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def files(folder: str) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): p.read_text("utf-8") for p in Path(folder).rglob("*") if p.is_file()}


# ---- expansions ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_a_new_expansion_works_for_every_game(run, game: str) -> None:
    code, out, err = run("new", "expansion", "thors_hammer", "--for", game)
    assert code == 0 and err == "" and "thors_hammer/thors_hammer.law" in out and f"lawspeaker check {game} --with thors_hammer" in out
    assert set(files("thors_hammer")) == {"thors_hammer.law", "rules.yaml", "README.md", "scenarios/thors_hammer.yaml"}
    assert run("test", "thors_hammer")[1].startswith("2 passed, 0 failed")
    assert run("check", game, "--with", "thors_hammer") == (0, "No problems.\n", "")
    assert run("fmt", "--check", "thors_hammer")[0] == 0
    loaded = lawspeaker.load(game, expansions=["thors_hammer"])
    assert loaded.expansions == ["thors_hammer"]
    assert random_games(loaded, 1) > 0


def test_the_points_are_really_given(run) -> None:
    run("new", "expansion", "late", "--for", "tic_tac_toe", "--title", "The last laugh")
    state = lawspeaker.load("tic_tac_toe", expansions=["late"], settings={"late_points": 4}).new(2, seed=1, first="o")
    assert state.scores == [4, 0]
    assert ("late", "The last laugh", 4) in state.score_lines[0]


def test_for_a_copy_of_a_game(run) -> None:
    import shutil
    shutil.copytree(ROOT / "rulesets/classics/connect_four", "connect_four_mine")
    law = Path("connect_four_mine/connect_four.law")
    law.write_text(law.read_text("utf-8").replace("game connect_four ", "game connect_four_mine "), "utf-8")
    assert run("new", "expansion", "gravity", "--for", "./connect_four_mine")[0] == 0
    assert "expansion gravity \"Gravity\" for connect_four_mine" in files("gravity")["gravity.law"]
    assert run("test", "gravity")[1].startswith("2 passed")


@pytest.mark.parametrize(("arguments", "told"), [
    (["Thor's Hammer", "--for", "tic_tac_toe"], "For instance: thors_hammer"), (["2ravens", "--for", "tic_tac_toe"], "For instance: ravens"),
    (["…", "--for", "tic_tac_toe"], "small letters, digits and _"), (["players", "--for", "tic_tac_toe"], "is a word of the language"),
    (["import", "--for", "tic_tac_toe"], "import_expansion"),
    (["x", "--for", "tic_tac_to"], 'Did you mean "tic_tac_toe"?'), (["x", "--for", "nowhere"], "Rulesets: "),
    (["x", "--for", "runes"], "--for fire_and_axe"), (["runes", "--for", "fire_and_axe"], "more_runes"),
    (["tic_tac_toe", "--for", "tic_tac_toe"], "tic_tac_toe_plus"), (["x", "--for", "tic_tac_toe", "--into", "nowhere"], "There is no folder nowhere"),
    (["x", "--for", "tic_tac_toe", "--title", 'The "X"'], "leave out quotes"), (["there", "--for", "tic_tac_toe"], "nothing is overwritten"),
    (["x"], "--for"),
])
def test_bad_input_is_told(run, arguments: list[str], told: str) -> None:
    Path("there").mkdir()
    code, out, err = run("new", "expansion", *arguments)
    assert code == 2 and told in err and out == "" and "Traceback" not in err
    assert [p.name for p in Path().iterdir()] == ["there"] and not list(Path("there").iterdir())


def test_a_broken_game_is_told_as_such(run) -> None:
    Path("bad").mkdir()
    Path("bad/bad.law").write_text('game bad "Bad"\n  players 2\n  seets a, b\n', "utf-8")
    code, _out, err = run("new", "expansion", "x", "--for", "bad")
    assert code == 1 and "seets" in err and not Path("x").exists()


# ---- distributions ---------------------------------------------------------------------------------------------------
def test_a_distribution_has_all_it_needs(run) -> None:
    code, out, _err = run("new", "expansion", "thors_hammer", "--for", "fire_and_axe", "--package")
    assert code == 0 and "pip install ./lawspeaker-thors-hammer" in out
    inside = "src/lawspeaker_thors_hammer"
    made = files("lawspeaker-thors-hammer")
    assert set(made) == {"pyproject.toml", "README.md", "tests/test_thors_hammer.py", f"{inside}/__init__.py", f"{inside}/thors_hammer/rules.yaml",
                         f"{inside}/thors_hammer/thors_hammer.law", f"{inside}/thors_hammer/scenarios/thors_hammer.yaml"}
    import tomllib
    project = tomllib.loads(made["pyproject.toml"])
    assert project["project"]["entry-points"]["lawspeaker"] == {"thors_hammer": "lawspeaker_thors_hammer"}
    assert run("test", f"lawspeaker-thors-hammer/{inside}")[1].startswith("2 passed")
    found = run("--plugin", f"lawspeaker-thors-hammer/{inside}", "list", "--json")[1]
    assert '"thors_hammer"' in found


@pytest.mark.slow
def test_the_tests_of_a_distribution_pass(run) -> None:
    """Its tests, with its package on the path and found as a plugin."""
    run("new", "expansion", "late", "--for", "tic_tac_toe", "--package")
    source = Path("lawspeaker-late/src").resolve()
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(source)]), "LAWSPEAKER_PATH": str(source / "lawspeaker_late")}
    plugin = [] if "pytest_plugin" in str(entry_points()) else ["-p", "lawspeaker.interpreter.testing.pytest_plugin"]
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", *plugin], cwd="lawspeaker-late", env=env, capture_output=True, text=True)
    assert done.returncode == 0 and "6 passed" in done.stdout, done.stdout + done.stderr


def entry_points() -> object:
    from importlib.metadata import entry_points
    return entry_points(group="pytest11")


# ---- cards -------------------------------------------------------------------------------------------------------------
@pytest.fixture
def hammer(run) -> Path:
    assert run("new", "expansion", "hammer", "--for", "fire_and_axe")[0] == 0
    return Path("hammer")


def test_a_card_of_another_expansion(run, hammer: Path) -> None:
    code, out, err = run("new", "card", "thunder", "--form", "rune", "--in", "hammer", "--title", "Thunder Clap")
    assert code == 0 and err == "" and "hammer/cards.law" in out and "lawspeaker try thunder --with hammer" in out
    made = files("hammer")
    assert 'rune thunder "Thunder Clap" [HAMMER-02]\n  copies 1\n' in made["cards.law"]
    assert '  needs language "1.0"\n  needs runes\n' in made["hammer.law"]
    assert "HAMMER-02" in made["rules.yaml"] and "red.hand: [thunder]" in made["scenarios/cards.yaml"]
    assert run("new", "card", "lightning", "--form", "rune", "--in", "hammer")[0] == 0
    assert files("hammer")["hammer.law"].count("needs runes") == 1 and "HAMMER-03" in files("hammer")["rules.yaml"]
    assert scenario(hammer) == 4
    out = run("check", "fire_and_axe", "--with", "runes,hammer")[1]
    assert "hammer/" not in out and "error" not in out
    assert run("fmt", "--check", "hammer")[0] == 0


def test_the_card_is_in_the_game(run, hammer: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(hammer)
    assert run("new", "card", "thunder", "--form", "rune")[0] == 0
    game = lawspeaker.load("fire_and_axe", expansions=["runes", "."])
    assert "thunder" in game.compiled.model.things
    assert random_games(game, 1, players=3) > 100


def test_a_need_that_was_forgotten_is_named(run, hammer: Path) -> None:
    run("new", "card", "thunder", "--form", "rune", "--in", "hammer")
    law = hammer / "hammer.law"
    law.write_text(law.read_text("utf-8").replace("  needs runes\n", ""), "utf-8")
    code, out, _err = run("check", "fire_and_axe", "--with", "hammer")
    assert code == 1 and 'The expansion "runes" has this form: write `needs runes` into yours.' in out
    assert "does not belong in a rule" not in out


@pytest.mark.parametrize(("arguments", "told"), [
    (["thunder", "--form", "run", "--in", "hammer"], "Forms with cards: rune (of runes)."),
    (["thunder", "--form", "task", "--in", "hammer"], "are no cards"), (["thunder", "--form", "rune"], "There is no expansion in ."),
    (["thunder", "--form", "rune", "--in", "nowhere"], "--in FOLDER"), (["berserkers", "--form", "rune", "--in", "hammer"], "new_berserkers"),
    (["crew", "--form", "rune", "--in", "hammer"], "is a thing"), (["Thunder Clap", "--form", "rune", "--in", "hammer"], "For instance: thunder_clap"),
    (["thunder", "--form", "rune", "--in", "hammer", "--title", "{x}"], "leave out quotes"),
])
def test_bad_cards_change_nothing(run, hammer: Path, arguments: list[str], told: str) -> None:
    before = files("hammer")
    code, out, err = run("new", "card", *arguments)
    assert code == 2 and told in err and out == "" and "Traceback" not in err
    assert files("hammer") == before


def test_a_broken_expansion_is_left_as_it_is(run, hammer: Path) -> None:
    law = hammer / "hammer.law"
    law.write_text(law.read_text("utf-8") + "\nscore hammer_two \"Two\" = nonsense\n", "utf-8")
    before = files("hammer")
    code, _out, err = run("new", "card", "thunder", "--form", "rune", "--in", "hammer")
    assert code == 1 and "nonsense" in err and files("hammer") == before


def test_facts_without_a_default_are_filled_in(run, tmp_path: Path) -> None:
    Path("deck").mkdir()
    Path("deck/deck.law").write_text('''expansion deck "Deck" for tic_tac_toe

extends player
  area hand of Spell, seen by owner

extends table
  pile stack of Spell, seen by nobody

form spell is action
  card kept in hand
  starts in stack
  discarded to stack
  fact power: 2 to 5
  fact friend: Player or none
  fact quick: flag
''', "utf-8")
    code, out, err = run("new", "card", "spark", "--form", "spell", "--in", "deck")
    assert code == 0, err
    law = files("deck")["cards.law"]
    assert "  power 2\n" in law and "  friend none\n" in law and "  quick false\n" in law and "copies" not in law
    assert scenario(Path("deck")) == 1


def test_rules_are_added_where_rules_stand() -> None:
    from lawspeaker.cli.new.writing import Edits
    path = Path("rules.yaml")
    path.write_text("rules:\n  - {id: X-07, rule: \"a\"}\n  - id: X-03\n    rule: b\n\nvectors:\n  - {id: X-EX-01}\n", "utf-8")
    assert card.add_rule(path, "x", "T", Edits()) == "X-08"
    assert path.read_text("utf-8").index("X-08") < path.read_text("utf-8").index("vectors:")
    assert lawspeaker.interpreter.catalogue.read_entries(Path(), "", lawspeaker.interpreter.text.diagnostic.Sink())[2].id == "X-08"


def test_what_cannot_be_written_leaves_nothing_behind(run, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Path.write_text

    def full(self: Path, text: str, *rest: object, **more: object) -> int:
        if self.suffix == ".md":
            raise OSError(28, "No space left on device", str(self))
        return honest(self, text, *rest, **more)  # type: ignore[arg-type]
    monkeypatch.setattr(Path, "write_text", full)
    code, _out, err = run("new", "expansion", "x", "--for", "tic_tac_toe")
    assert code == 1 and "No space left on device" in err and not Path("x").exists()


def test_names() -> None:
    assert names.proposed("Ægir & Sons") == "gir_sons" and names.rule_id("a_b", 12) == "A-B-12"
