"""The hand-written games that we are measured against play by the rules, and the benchmark runs."""
from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


def straight(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "benchmarks" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def count(state: Any, depth: int) -> int:
    """How many sequences of that many moves there are; takes every move back."""
    if depth == 0:
        return 1
    if state.over:
        return 0
    total = 0
    for move in state.moves():
        state.step(move)
        total += count(state, depth - 1)
        state.undo()
    return total


def count_games(state: Any) -> int:
    """How many complete games there are."""
    if state.over:
        return 1
    total = 0
    for move in state.moves():
        state.step(move)
        total += count_games(state)
        state.undo()
    return total


def test_straight_connect_four_knows_the_rules() -> None:
    state = straight("straight_connect_four").ConnectFour()
    assert [count(state, depth) for depth in range(1, 6)] == [7, 49, 343, 2401, 16807]
    assert state.cells == [0] * 42


@pytest.mark.slow
def test_straight_connect_four_sees_when_somebody_has_won() -> None:
    # 7 to the power of 7 would be 823,543: a column is full.  The first game can be won with the seventh disc.
    connect_four = straight("straight_connect_four").ConnectFour
    assert count(connect_four(), 7) == 823_536
    assert count(connect_four(), 8) == 5_673_234


@pytest.mark.slow
def test_straight_tic_tac_toe_has_all_complete_games() -> None:
    assert count_games(straight("straight_tic_tac_toe").TicTacToe()) == 255_168


def budget() -> None:
    """Of processor time, in the process that begins: a busy machine is no mistake."""
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, (120, 120))


def test_the_benchmark_runs() -> None:
    command = [sys.executable, "-m", "benchmarks", "--only", "tic_tac_toe", "--rounds", "1", "--seconds", "0.02", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, preexec_fn=budget)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["games"]["tic_tac_toe"]
    assert {"straight", "ours", "ours_stepped"} <= {rate["key"] for rate in found["rates"]}, found["missing"]
