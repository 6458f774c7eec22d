"""The command line with the real interpreter and the rulesets that are shipped: every command, and bad input of all kinds."""
from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import lawspeaker
from lawspeaker.interpreter.explain import Book
from lawspeaker.interpreter.trace import cited

ROOT = Path(__file__).resolve().parents[2]
TIC_TAC_TOE = ROOT / "rulesets" / "classics" / "tic_tac_toe"
GAME = "fire_and_axe"


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A folder of rules that may be spoilt."""
    return Path(shutil.copytree(TIC_TAC_TOE, tmp_path / "mine"))


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    file = tmp_path / "evening.json"
    state = lawspeaker.load("tic_tac_toe").new(2, seed=4)
    for key in ("mark cell_2_2", "mark cell_1_1", "mark cell_3_1"):
        state.apply(key)
    state.save(file)
    return file


# ---- each command ------------------------------------------------------------------------------------------------
def test_list(run) -> None:
    found = json.loads(run("list", "--json")[1])
    assert {"tic_tac_toe", "connect_four", GAME} <= {r["name"] for r in found["rulesets"]}


def test_shipped_rules_have_no_problems(run) -> None:
    code, out, err = run("check", "--json")
    assert (code, json.loads(out)["diagnostics"], err) == (0, [], "")


@pytest.mark.parametrize("form", ["text", "json", "sarif"])
def test_check_of_a_spoilt_folder(run, copied: Path, form: str) -> None:
    law = copied / "tic_tac_toe.law"
    law.write_text(law.read_text("utf-8").replace("c.mark is none", "c.makr is none"), "utf-8")
    for target in (copied, law):
        code, out, err = run("check", str(target), "--format", form)
        assert code == 1 and err == "" and "makr" in out
    if form == "json":
        (first, *_) = json.loads(out)["diagnostics"]
        assert first["file"].endswith("tic_tac_toe.law") and first["line"] == 17 and "mark" in first["hint"]


def test_check_of_scenarios_and_catalogue(run, copied: Path) -> None:
    (copied / "rules.yaml").write_text("rules:\n  - {id: TT-01, rule: Mark a cell., where: p1, source: seed}\n", "utf-8")
    law = copied / "tic_tac_toe.law"
    law.write_text(law.read_text("utf-8").replace("    set c.mark to you", "    set c.mark to you [TT-1]"), "utf-8")
    scenarios = copied / "scenarios" / "tic_tac_toe.yaml"
    scenarios.write_text(scenarios.read_text("utf-8").replace("  play:", "  plya:", 1), "utf-8")
    codes = [d["code"] for d in json.loads(run("check", str(copied), "--json")[1])["diagnostics"]]
    assert "catalogue/unknown-id" in codes
    assert any(c.startswith("scenario/") for c in codes)


def test_test(run) -> None:
    code, out, _err = run("test", "tic_tac_toe", "--json")
    found = json.loads(out)
    assert code == 0 and found["failed"] == 0 and found["passed"] == len(found["scenarios"]) > 3


def test_play_to_the_end_and_go_on(run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    code, out, err = run("play", "tic_tac_toe", "--seat", "human,human", "--seed", "1", "--save", str(file),
                         typed="mark column 1, row 1\nwhy mark cell_1_1\nundo\n1\nlook\nlog\nnonsense\n99\n")
    assert code == 0 and err == ""
    assert "Mark column 1, row 1" in out and "not possible now" in out and "Taken back" in out
    code, out, err = run("play", "--load", str(file), "--seat", "random,random")
    assert code == 0 and "Final score" in out


def test_play_shows_the_screen_of_a_game(run) -> None:
    code, out, err = run("play", GAME, "--seat", "human,skipper", "--seed", "3", typed="load crew\nwhy sail\nset out for norway\nlog\nall\n")
    assert code == 0 and err == ""
    assert "Your ship" in out and "FA-LOAD-09" in out
    assert "Red: Set out for Norway" in out and "Red: ship Wintering → Norway" in out
    assert "Saga deck" in out and "saga_" not in out.split("Saga deck")[1].split("\n")[0]


def test_simulate_is_the_same_for_any_number_of_processes(run) -> None:
    hashes = {json.loads(run("simulate", "tic_tac_toe", "-g", "40", "--seed", "5", "--jobs", j, "--json")[1])["final_hash"] for j in "12"}
    assert len(hashes) == 1


def test_replay(run, saved: Path) -> None:
    code, out, err = run("replay", str(saved))
    assert code == 0 and err == "" and "Mark column 2, row 2" in out and "mark none →" in out and "3 decisions" in out
    assert "all positions are equal" in run("replay", str(saved), "--verify")[1]
    document = json.loads(saved.read_text("utf-8"))
    document["choices"][2] = "mark cell_3_3"
    saved.write_text(json.dumps(document), "utf-8")
    code, _out, err = run("replay", str(saved), "--verify")
    assert code == 1 and "differs" in err


def test_trace(run) -> None:
    found = json.loads(run("trace", GAME, "--json")[1])
    rules = {r["id"]: r for r in found["rules"]}
    assert set(found) == {"ruleset", "expansions", "rules", "uncited", "untested"} and found["ruleset"] == GAME
    assert any("08_attacks_and_raid.law:" in place for place in rules["FA-RAID-07"]["cited"]) and rules["FA-RAID-07"]["scenarios"]
    assert run("trace", GAME, "--missing")[0] == 0


@pytest.fixture(scope="module")
def book() -> Book:
    game = lawspeaker.load(GAME)
    return Book(game, game.compiled, cited(game))


@pytest.mark.parametrize(("what", "told"), [
    ("FA-RAID-07", "one crew of the ship is discarded"), ("raid", "[FA-RAID-01]"), ("Port", "kind Port is MapSpace"),
    ("attack", 'phase attack(target: Port)'), ("dublin", "value: 3"), ("defence", "value defence(p: Port)"),
    ("suffer losses", "Cover a skull with"), ("discard", "discarded to"), ("phase", "offers {what}"), ("verbs", "roll {n} die/dice"),
    ("names", "action: load, sail"), ("bloody_axe", "score bloody_axe"), ("A-12", "Ruling: Only a rune"), ("place_in_order", "first player"),
])
def test_what_is_explained(book: Book, what: str, told: str) -> None:
    assert told in book.explain(what)


def test_explain(run) -> None:
    code, out, err = run("explain", GAME, "suffer", "losses")
    assert code == 0 and "Cover a skull with" in out and "FA-LOSS-06: " in out and err == ""


def test_explain_suggests(run) -> None:
    code, _out, err = run("explain", GAME, "FA-RAID-77")
    assert code == 1 and 'Did you mean "FA-RAID-' in err


def test_what_an_expansion_needs_is_explained_with_it(run) -> None:
    """Base and replacement side by side, with the citations of both."""
    code, out, err = run("explain", "village", "travel", "--with", "voyage")
    assert code == 0 and err == "With captains as well, which voyage needs.\n"
    assert any("[VB-110, VB-117]" in line and " | " in line for line in out.splitlines()) and "[VP-021, VP-022" in out


def test_facts_and_overlays(run, tmp_path: Path) -> None:
    overlay = tmp_path / "mine.yaml"
    overlay.write_text("ports:\n  - {id: dublin, value: 4}\nconstants:\n  days_per_turn: {value: 8, source: public}\n", "utf-8")
    facts = {f["path"]: f for f in json.loads(run("facts", GAME, "--data", str(overlay), "--json")[1])["facts"]}
    dublin, days = facts["ports.dublin.value"], facts["constants.days_per_turn"]
    assert (dublin["value"], dublin["source"], dublin["file"], dublin["line"]) == (4, "overlay", str(overlay), 2)
    assert (days["value"], days["source"], days["line"]) == (8, "public", 4)
    assert facts["ports.cork.value"]["file"].endswith("board.yaml")
    overlay.write_text("ports:\n  - {id: dublim, value: 4}\nconstant: {}\n", "utf-8")
    code, out, err = run("facts", GAME, "--data", str(overlay))
    assert code == 1 and out == "" and 'Did you mean "dublin"?' in err and 'Did you mean "constants"?' in err


def test_fmt_changes_nothing_shipped(run) -> None:
    assert run("fmt", "--check", str(ROOT / "rulesets"), str(ROOT / "grammars"))[:2] == (0, "")


# ---- bad input -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("command", ["check", "play", "simulate", "trace", "facts", "test"])
@pytest.mark.parametrize("law", [b"", b"\xff\xfe\x00", b"game", b"game x\n  players 2\n", b"kind \x00", b'game x "X"\n\tplayers 2\n',
                                 b"action a\n" * 3, b"(" * 5000, b"game x\n  players 2\n  phase p\n    offers action, exactly once\n"])
def test_broken_law_gives_sentences(run, tmp_path: Path, command: str, law: bytes) -> None:
    (tmp_path / "bad.law").write_bytes(law)
    code, _out, err = run(command, str(tmp_path), typed="1\n")
    assert code in (1, 2) and "mistake in lawspeaker" not in err and "Traceback" not in err


@pytest.mark.parametrize("field", ["choices", "players", "seed", "first", "ruleset", "rules", "hashes", "expansions", "data", "settings"])
@pytest.mark.parametrize("value", [None, 7, [], {"x": 1}, ["x"], "\0"])
def test_broken_saves_give_sentences(run, saved: Path, field: str, value: object) -> None:
    document = json.loads(saved.read_text("utf-8"))
    document[field] = value
    saved.write_text(json.dumps(document), "utf-8")
    code, _out, err = run("replay", str(saved), "--verify")
    assert code in (0, 1) and "mistake in lawspeaker" not in err


def test_a_save_of_other_rules_is_refused(run, copied: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    assert run("play", str(copied), "--seat", "random", "--save", str(file))[0] == 0
    assert run("replay", str(file), "--verify")[0] == 0
    law = copied / "tic_tac_toe.law"
    law.write_text(law.read_text("utf-8").replace("Three in a row", "A line"), "utf-8")
    code, _out, err = run("replay", str(file))
    assert code == 1 and "other rules" in err


@pytest.mark.parametrize("arguments", [
    ["play", "tic_tac_toe", "--players", "3"], ["play", "tic_tac_toe", "--seat", "nobody"], ["simulate", GAME, "--bot", "skiper"],
    ["simulate", "tic_tac_to"], ["check", "nowhere"], ["trace", "nowhere"], ["facts", GAME, "--source", "hearsay"],
])
def test_wrong_usage(run, arguments: list[str]) -> None:
    code, out, err = run(*arguments)
    assert code == 2 and err and "Traceback" not in err and not out


# ---- what a log says ------------------------------------------------------------------------------------------------
def test_the_log_is_the_one_of_each_player() -> None:
    state = lawspeaker.load(GAME).new(3, seed=2, first="red")
    for key in ("load crew", "load fish", "set_out denmark", "sail frisian_sea"):
        state.apply(key)
    told = [str(e) for e in state.log(player=1)]
    assert told[0] == "Red: Load Crew" and "Fish: goods supply → hold" in told and "Red: ship Denmark → Frisian Sea" in told
    assert [(e.player, e.index) for e in state.log() if e.kind == "choice"] == [(0, 0), (0, 1), (0, 2), (0, 3)]
    assert state.undo_barrier == 4 and state.history[-1] == "sail frisian_sea"
    state.undo()
    assert [str(e) for e in state.log(player=1)] == told[:len(state.log(player=1))]


@pytest.mark.parametrize("with_", ["", "  with: [mine]\n"])
def test_check_reads_names_in_scenarios_of_an_expansion(run, tmp_path: Path, with_: str) -> None:
    (tmp_path / "mine" / "scenarios").mkdir(parents=True)
    (tmp_path / "mine" / "mine.law").write_text('expansion mine "More" for fire_and_axe\n', "utf-8")
    (tmp_path / "mine" / "scenarios" / "a.yaml").write_text(
        f"- scenario: A slip\n  ruleset: fire_and_axe\n{with_}  players: [yellow, green, red]\n  turn: yelow\n  then:\n    over: false\n", "utf-8")
    code, out, err = run("check", str(tmp_path / "mine"))
    assert code == 1 and 'No seat is called "yelow"' in out + err


def test_ask_at_the_table(run) -> None:
    """Orders for what is playable any time: told, given, and wrong ones explained."""
    typed = "ask\nask gaol always\nask open_chest sometimes\nask open_chest always\nask\nquit\n"
    code, out, err = run("play", "village", "--with", "captains,voyage", "--players", "2", "--seat", "human,human", "--seed", "3", typed=typed)
    assert code == 0, err
    assert "You are asked as usual" in out and "not playable any time" in out and 'There is no moment "sometimes"' in out
    assert out.count("open_chest: always") == 2


def test_what_an_expansion_needs_is_added_and_said(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, more in (("beer", "action brew \"Brew\"\n  does\n    say \"Hm.\"\n"), ("mead", "  needs beer\naction drink \"Drink\"\n  does\n    say \"Ah.\"\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.law").write_text(f'expansion {name} "{name}" for tic_tac_toe\n{more}', "utf-8")
    for arguments in (["simulate", "tic_tac_toe", "--games", "1", "--jobs", "1"], ["trace", "tic_tac_toe"], ["check", "tic_tac_toe"]):
        code, _, err = run(*arguments, "--with", "./mead")
        assert (code, "With beer as well, which mead needs." in err) == (0, True), arguments


def test_a_name_that_is_a_folder_too(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tic_tac_toe").mkdir()
    for command in ("test", "check", "trace"):
        code, _, err = run(command, "tic_tac_toe")
        assert code == 0 and "tic_tac_toe is the one that is installed, not the folder tic_tac_toe here: for that write ./tic_tac_toe" in err
