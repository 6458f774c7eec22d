"""Exit codes, help, and that nobody sees a traceback."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lawspeaker.cli import rules
from lawspeaker.cli.app import app
from lawspeaker.interpreter.text.diagnostic import RulesetError, Sink
from lawspeaker.interpreter.text.source import Source

COMMANDS = ["list", "check", "test", "play", "simulate", "replay", "trace", "explain", "facts", "fmt"]
HEAVY = {"lark", "ruamel.yaml", "jsonschema", "rich.console", "multiprocessing", "pluggy"}


def test_help_names_every_command(run) -> None:
    code, out, _err = run("--help")
    assert code == 0
    assert all(f"  {c}" in out for c in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    result = CliRunner().invoke(app, [command, "--help"])
    assert result.exit_code == 0 and "--help" in result.output


def test_nothing_heavy_is_imported_for_help() -> None:
    code = f"import sys; from lawspeaker.cli import app; print(*({HEAVY!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_help_is_quick() -> None:
    resource = pytest.importorskip("resource")

    def seconds() -> float:
        """Of a processor: a busy machine is no mistake."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "lawspeaker.cli", "--help"], capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return float(after.ru_utime - before.ru_utime)
    assert min(seconds() for _ in range(3)) < 1.0        # 0.3 on a quiet machine (SPEED.md, T7)


@pytest.mark.parametrize("arguments", [["nonsense"], ["simulate"], ["simulate", "pebbles", "--games", "many"], ["play"],
                                       ["simulate", "pebble"], ["replay", "nowhere.json"], ["test", "nowhere"],
                                       ["fmt", "nowhere.law"], ["simulate", "pebbles", "--players", "9"],
                                       ["simulate", "pebbles", "--bot", "mcts"], ["play", "pebbles", "--seat", "hal"],
                                       ["facts", "pebbles", "--source", "sed"], ["simulate", "pebbles", "--out", "x.xls"],
                                       ["play", "pebbles", "--with", "runes"]])
def test_wrong_usage_is_2_and_says_why(run, pebbles, arguments: list[str]) -> None:
    code, out, err = run(*arguments)
    assert code == 2 and err.strip() and "Traceback" not in err


def test_a_misspelt_ruleset_gets_a_hint(run, pebbles) -> None:
    assert 'Did you mean "pebbles"?' in run("play", "pebles")[2]


def test_wrong_rules_are_rendered(run, pebbles, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(*_: object) -> object:
        sink = Sink()
        sink.error("name/unknown-place", Source("market.law", "draw from hnad\n").span(10, 14), 'I do not know the place "hnad".')
        raise RulesetError(sink.diagnostics)
    monkeypatch.setattr(rules, "load", load)
    code, out, err = run("simulate", "pebbles")
    assert code == 1 and out == ""
    assert "market.law:1:11" in err and "1 error" in err


def test_a_mistake_of_ours_is_called_so(run, pebbles, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "rulesets", lambda: 1 / 0)
    code, _out, err = run("list")
    assert code == 1 and "mistake in lawspeaker" in err and "Traceback" not in err


def test_ctrl_c_is_no_traceback(run, pebbles, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> object:
        raise KeyboardInterrupt
    monkeypatch.setattr(rules, "rulesets", interrupted)
    code, _out, err = run("list")
    assert code == 130 and "Traceback" not in err


def test_a_closed_pipe_is_no_traceback() -> None:
    command = f"{sys.executable} -m lawspeaker.cli play --help | head -c 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env={**os.environ})
    assert done.stderr == ""


def test_broken_files_are_told(run, pebbles, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_bytes(b"\xff\x00\xfe")
    for arguments in (["replay", str(bad)], ["play", "--load", str(bad)], ["fmt", str(bad)]):
        code, _out, err = run(*arguments)
        assert code in (1, 2) and str(bad) in err and "Traceback" not in err and "mistake in lawspeaker" not in err
