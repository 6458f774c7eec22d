"""Many games: the same result for any number of processes, faults, interruption, files."""
from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import fake_game
import pytest

from lawspeaker.cli.simulating import batch, report
from lawspeaker.interpreter.bots import Lots, derived_seed

PLAN = batch.Plan("pebbles", 3, ("random",) * 3, games=40, seed=5, limit=1000, loader="fake_game:load")


def test_the_document_has_what_the_contract_says(run, pebbles) -> None:
    code, out, err = run("simulate", "pebbles", "--players", "3", "--games", "20", "--seed", "1", "--jobs", "1", "--json")
    found = json.loads(out)
    assert code == 0 and err == ""
    assert found["finished"] == found["games"] == 20 and found["players"] == 3 and found["seed"] == 1
    assert {"ruleset", "expansions", "decisions", "seconds", "games_per_second", "decisions_per_second", "final_hash"} <= set(found)
    for seat in found["seats"]:
        assert {"wins", "win_rate", "win_rate_95", "score"} <= set(seat)
        assert set(seat["score"]) == {"mean", "sd", "min", "max"}
    assert sum(s["score"]["mean"] for s in found["seats"]) == pytest.approx(12, abs=0.01)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_the_number_of_processes_changes_nothing(method: str) -> None:
    batch._loaded.clear()
    alone = batch.run(PLAN)
    together = batch.run(PLAN, jobs=2, start_method=method)
    assert alone.records == together.records
    assert report.final_hash(alone.records) == report.final_hash(together.records)


def test_other_seeds_give_other_games() -> None:
    assert report.final_hash(batch.run(PLAN).records) != report.final_hash(batch.run(replace(PLAN, seed=6)).records)


def test_lots_are_the_same_everywhere() -> None:
    lots = Lots(derived_seed(1, "bots", 0))
    assert derived_seed(1, "bots", 0) == 2889958457177860359
    assert [lots.below(10) for _ in range(8)] == [3, 5, 7, 6, 1, 8, 4, 7]


def test_greedy_takes_the_most_and_beats_random(run, pebbles) -> None:
    _code, out, _err = run("simulate", "pebbles", "--bot", "greedy,random", "--games", "100", "--jobs", "1", "--json")
    seats = json.loads(out)["seats"]
    assert [s["bot"] for s in seats] == ["greedy", "random"]
    assert seats[0]["wins"] > 80


def test_faults_are_counted_and_told(run, pebbles) -> None:
    code, out, err = run("simulate", "cursed", "--games", "5", "--jobs", "1", "--json")
    found = json.loads(out)
    assert code == 1 and found["finished"] == 0 and len(found["faults"]) == 5
    assert found["faults"][3]["game"] == 3 and found["faults"][3]["message"] == "pebbles.law:3:1: The heap is cursed."
    code, out, err = run("simulate", "cursed", "--games", "5", "--jobs", "1")
    assert code == 1 and "5 games did not reach the end" in err and "cursed" in err


def test_a_game_without_end_is_given_up(run, pebbles) -> None:
    code, out, _err = run("simulate", "pebbles", "--games", "2", "--jobs", "1", "--limit", "3", "--json")
    assert code == 1 and "within 3 decisions" in json.loads(out)["faults"][0]["message"]


def test_ctrl_c_keeps_what_is_finished(run, pebbles, monkeypatch: pytest.MonkeyPatch) -> None:
    real, played = batch.play_game, []

    def play_game(*arguments):
        if len(played) == 7:
            raise KeyboardInterrupt
        played.append(1)
        return real(*arguments)
    monkeypatch.setattr(batch, "play_game", play_game)
    code, out, _err = run("simulate", "pebbles", "--games", "50", "--jobs", "1", "--json")
    found = json.loads(out)
    assert code == 1 and found["interrupted"] and found["finished"] == 7 and found["games"] == 50


def test_ctrl_c_in_several_processes_keeps_what_is_finished() -> None:
    def progress(done: int) -> None:
        if done >= 4:
            raise KeyboardInterrupt
    found = batch.run(replace(PLAN, games=200), jobs=2, progress=progress)
    assert found.interrupted and 4 <= len(found.records) < 200
    assert found.records == [batch.play_game(fake_game.load("pebbles"), PLAN, r.number) for r in found.records]


def test_a_row_for_each_game(run, pebbles, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    assert run("simulate", "pebbles", "--games", "9", "--jobs", "1", "--out", str(file))[0] == 0
    rows = list(csv.DictReader(file.read_text().splitlines()))
    assert len(rows) == 9 and [r["game"] for r in rows] == [str(i) for i in range(9)]
    assert all(int(r["score_red"]) + int(r["score_yellow"]) == 12 for r in rows)
    assert [r["first"] for r in rows] == [""] * 9                # the made-up game does not say who began
    assert sorted(tmp_path.iterdir()) == [file, tmp_path / "games.run.json"]


def test_parquet_without_pyarrow_says_so(run, pebbles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    code, _out, err = run("simulate", "pebbles", "--out", str(tmp_path / "games.parquet"))
    assert code == 2 and "pip install" in err


def test_the_table_can_be_read(run, pebbles) -> None:
    code, out, err = run("simulate", "pebbles", "--games", "30", "--jobs", "2")
    assert code == 0 and err == ""
    assert "Pebbles: 30 finished games, seed 1" in out and "win rate" in out and "games/s" in out and "final hash" in out


def test_wilson() -> None:
    assert [round(x, 4) for x in report.wilson(0, 10)] == [0.0, 0.2775]
    assert [round(x, 4) for x in report.wilson(10, 10)] == [0.7225, 1.0]
    assert report.wilson(0, 0) == (0.0, 1.0)


# ---- what was played, parts of a long run, single games ---------------------------------------------------------------
def test_report_and_file_say_what_was_played(run, tmp_path: Path) -> None:
    import lawspeaker
    overlay = tmp_path / "mine.yaml"
    overlay.write_text("constants: {days_per_turn: {value: 8, source: public}}\n", "utf-8")
    file = tmp_path / "games.csv"
    setting = next(iter(lawspeaker.load("fire_and_axe").compiled.model.settings))
    code, out, _err = run("simulate", "fire_and_axe", "--with", "runes", "-n", "3", "-g", "3", "--bot", "random", "--data", str(overlay), "--set", f"{setting}=false",
                          "--limit", "5000", "--jobs", "1", "--out", str(file), "--json")
    found = json.loads(out)
    game = lawspeaker.load("fire_and_axe", "runes", overlay, {setting: False})
    assert (found["settings"], found["data"], found["limit"], found["rules"]) == ({setting: False}, [str(overlay)], 5000, game.rules_hash)
    assert found["versions"]["lawspeaker"] == lawspeaker.__version__ and found["versions"]["fire_and_axe"] == game.version
    assert found["taken_by"] == dict.fromkeys(game.seats[:3], "random") and sum(s["began"] for s in found["seats"]) == found["played"] == 3
    assert json.loads((tmp_path / "games.run.json").read_text("utf-8")) == found
    assert all(r["first"] in game.seats[:3] for r in csv.DictReader(file.read_text("utf-8").splitlines()))
    out = run("simulate", "fire_and_axe", "-g", "2", "--data", str(overlay), "--set", f"{setting}=false", "--jobs", "1")[1]
    assert f"{setting}=false" in out and f"data {overlay}" in out and "at most 100000 decisions each" in out and "games 0 to 1" in out


def test_parts_of_a_run_are_the_run(run, tmp_path: Path) -> None:
    rows = []
    for name, more in (("all", ("-g", "12")), ("one", ("-g", "5")), ("two", ("-g", "7", "--first-game", "5")), ("three", ("--only", "9", "--only", "2"))):
        file = tmp_path / f"{name}.csv"
        assert run("simulate", "tic_tac_toe", *more, "--jobs", "2", "--out", str(file))[0] == 0
        rows.append(file.read_text("utf-8").splitlines()[1:])
    whole, first, second, single = rows
    assert whole == first + second and single == [whole[2], whole[9]]


@pytest.mark.parametrize("bot", ["random", "greedy", "greedy,random"])
def test_any_game_can_be_kept_and_looked_at(run, tmp_path: Path, bot: str) -> None:
    folder, file = tmp_path / "games", tmp_path / "all.csv"
    run("simulate", "connect_four", "-g", "6", "--bot", bot, "--jobs", "1", "--out", str(file))
    rows = list(csv.DictReader(file.read_text("utf-8").splitlines()))
    code, _out, err = run("simulate", "connect_four", "--only", "4", "--bot", bot, "--jobs", "1", "--save-games", str(folder))
    assert code == 0 and f"lawspeaker replay {folder}" in err
    (kept,) = folder.iterdir()
    import lawspeaker
    state = lawspeaker.restore(kept)
    assert state.hash() == rows[4]["hash"] and str(state.seed) == rows[4]["seed"] and len(state.history) == int(rows[4]["decisions"])
    assert state.people == tuple((bot.split(",") * 2)[:2]) and state.players[state.first] == rows[4]["first"]
    assert run("replay", str(kept), "--verify")[0] == 0
    assert "Final score" in run("play", "--load", str(kept))[1]


def test_a_game_whose_rules_fail_is_kept_up_to_there(run, pebbles, tmp_path: Path) -> None:
    assert run("simulate", "cursed", "-g", "2", "--jobs", "1", "--save-games", str(tmp_path / "g"))[0] == 1
    assert len(list((tmp_path / "g").iterdir())) == 2


def test_sigterm_loses_nothing(tmp_path: Path) -> None:
    """It is sent when the first rows stand in the file."""
    file = tmp_path / "games.csv"
    command = [sys.executable, "-m", "lawspeaker.cli", "simulate", "village", "-g", "100000", "--bot", "random", "--jobs", "2", "--out", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and not (file.exists() and file.read_text("utf-8").count("\n") > 5):
            time.sleep(0.05)
        seen = [line for line in file.read_text("utf-8").splitlines()[1:] if line.count(",") > 5]
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate()
    rows = file.read_text("utf-8").splitlines()[1:]
    assert process.returncode == 1 and "Interrupted" in err and "final hash" in out
    assert set(seen[:-1]) <= set(rows) and [int(r.split(",")[0]) for r in rows] == sorted(int(r.split(",")[0]) for r in rows)
    found = json.loads((tmp_path / "games.run.json").read_text("utf-8"))
    assert found["interrupted"] and found["played"] == len(rows) > 5
