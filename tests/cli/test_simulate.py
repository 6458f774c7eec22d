"""Many games: the same result for any number of processes, faults, interruption, files."""
from __future__ import annotations

import csv
import json
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
    assert list(tmp_path.iterdir()) == [file]


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
