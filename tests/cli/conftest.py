"""Puts the made-up game of fake_game.py behind the command line's door to the rules."""
from __future__ import annotations

import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from lawspeaker.cli import rules
from lawspeaker.cli.main import main

sys.path.insert(0, str(Path(__file__).parent))    # worker processes that are spawned import fake_game by its name

import fake_game

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def pebbles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The only ruleset is Pebbles."""
    monkeypatch.setattr(rules, "load", fake_game.load)
    monkeypatch.setattr(rules, "restore", fake_game.restore)
    monkeypatch.setattr(rules, "rulesets", lambda: [fake_game.FakeRuleset(), fake_game.FakeRuleset("cursed")])
    monkeypatch.setattr(rules, "expansions", lambda: [])
    monkeypatch.setattr(rules, "plugins", lambda: [])
    from lawspeaker.cli.simulating import batch
    batch._loaded.clear()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Calls the command line: arguments, and what is typed; gives the exit code, stdout and stderr."""
    def call(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", StringIO(typed))
        capsys.readouterr()
        code = main(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err
    return call
