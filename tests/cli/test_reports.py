"""The commands that read rules and tell: their JSON shapes (contract, DESIGN §7), their texts, their exit codes."""
from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from lawspeaker.cli import rules
from lawspeaker.interpreter.text.diagnostic import Diagnostic, Label, RulesetError
from lawspeaker.interpreter.text.source import Source

SPAN = Source("market.law", "draw from hnad\n").span(10, 14)
PROBLEM = Diagnostic("name/unknown-place", "error", 'I do not know the place "hnad".', (Label(SPAN),), hint='Did you mean "hand"?')
WARNING = Diagnostic("name/unused", "warning", "Nobody uses this.", (Label(SPAN),))


@dataclass(frozen=True)
class Ran:
    name: str
    ok: bool
    message: str = ""
    file: str = "a.yaml"
    line: int = 3


def test_list(run, pebbles) -> None:
    found = json.loads(run("list", "--json")[1])
    assert set(found) == {"rulesets", "expansions", "plugins"}
    assert found["rulesets"][0]["name"] == "pebbles" and found["rulesets"][0]["players"] == [2, 4]
    assert {"name", "title", "players", "origin"} <= set(found["rulesets"][0])
    out = run("list")[1]
    assert "pebbles" in out and "2–4" in out


def test_check_prints_text_json_and_sarif(run, pebbles, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "check", lambda targets, expansions: [PROBLEM, WARNING])
    monkeypatch.setattr(rules, "check_screen", lambda name: [])
    code, out, _err = run("check", "pebbles")
    assert code == 1 and "market.law:1:11" in out and out.endswith("1 error, 1 warning\n")
    code, out, err = run("check", "pebbles", "--format", "json")
    first = json.loads(out)["diagnostics"][0]
    assert code == 1 and err == ""
    assert set(first) == {"code", "severity", "file", "line", "column", "end_line", "end_column", "message", "hint"}
    assert (first["line"], first["column"], first["end_column"]) == (1, 11, 15)
    assert json.loads(run("check", "pebbles", "--format", "sarif")[1])["version"] == "2.1.0"


def test_check_with_warnings_only_is_good(run, pebbles, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "check", lambda targets, expansions: [WARNING])
    monkeypatch.setattr(rules, "check_screen", lambda name: [])
    assert run("check", "pebbles")[0] == 0
    monkeypatch.setattr(rules, "check", lambda targets, expansions: [])
    code, out, _err = run("check", "pebbles", "--json")
    assert code == 0 and json.loads(out) == {"diagnostics": []}
    assert run("check", "pebbles")[1] == "No problems.\n"


def test_test_finds_files_and_reports(run, pebbles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "game" / "scenarios"
    folder.mkdir(parents=True)
    (folder / "a.yaml").write_text("[]")
    (tmp_path / "game" / "rules.yaml").write_text("[]")
    asked: list[str] = []

    def run_scenarios(paths: list[str]) -> list[Ran]:
        asked.extend(paths)
        return [Ran("good", True), Ran("bad", False, "expected 1\nactual 2")]
    monkeypatch.setattr(rules, "run_scenarios", run_scenarios)
    code, out, _err = run("test", str(tmp_path / "game"))
    assert code == 1 and asked == [str(folder / "a.yaml")]
    assert "FAILED a.yaml:3: bad\n    expected 1\n    actual 2" in out and "1 passed, 1 failed (1 file)." in out
    found = json.loads(run("test", str(folder / "a.yaml"), "--json")[1])
    assert found["passed"] == 1 and found["failed"] == 1
    assert {"name", "file", "ok", "message"} <= set(found["scenarios"][0])


def test_trace(run, pebbles, monkeypatch: pytest.MonkeyPatch) -> None:
    document = {"ruleset": "pebbles", "expansions": [], "rules": [
        {"id": "PE-1", "cited": ["pebbles.law:3"], "scenarios": ["takes three"]}, {"id": "PE-2", "cited": [], "scenarios": []}],
        "uncited": ["PE-2"], "untested": ["PE-2"]}
    monkeypatch.setattr(rules, "trace", lambda name, expansions: document)
    assert json.loads(run("trace", "pebbles", "--json")[1]) == document
    code, out, _err = run("trace", "pebbles")
    assert code == 0 and "takes three" in out and "Without law: PE-2" in out and "2 rules, 1 without law" in out
    out = run("trace", "pebbles", "--missing")[1]
    assert "takes three" not in out
    assert run("trace", "pebbles", "--strict")[0] == 1


def test_explain(run, pebbles, monkeypatch: pytest.MonkeyPatch) -> None:
    def explain(name: str, what: str, expansions: Sequence[str] = ()) -> str:
        if what != "take pebbles":
            raise LookupError(f'I know nothing named "{what}".')
        return "Take one to three pebbles."
    monkeypatch.setattr(rules, "explain", explain)
    assert run("explain", "pebbles", "take", "pebbles")[1] == "Take one to three pebbles.\n"
    code, _out, err = run("explain", "pebbles", "nothing")
    assert code == 1 and err == 'I know nothing named "nothing".\n'
    assert "braces" in run("explain", "screen/unknown-expression")[1]
    assert run("explain", "pebbles")[0] == 2


def test_facts(run, pebbles, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = [{"path": "ports.bayeux.value", "value": 3, "source": "reconstructed", "file": "data/board.yaml", "line": 30},
             {"path": "hold.slots", "value": 7, "source": "seed", "file": "data/constants.yaml", "line": 4}]
    monkeypatch.setattr(rules, "facts", lambda name, source, data: [f for f in facts if source in (None, f["source"])])
    assert json.loads(run("facts", "pebbles", "--json")[1]) == {"facts": facts}
    out = run("facts", "pebbles", "--source", "reconstructed")[1]
    assert "data/board.yaml:30" in out and "hold.slots" not in out and "1 fact (1 reconstructed)." in out
    assert "hold.slots" in run("facts", "pebbles", "--path", "hold")[1]


def test_fmt(run, pebbles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, broken = tmp_path / "a.law", tmp_path / "b.law"
    file.write_text("a  b\n")
    broken.write_text("?\n")

    def formatted(path: Path) -> str:
        if path == broken:
            raise RulesetError([PROBLEM])
        return path.read_text().replace("  ", " ")
    monkeypatch.setattr(rules, "formatted", formatted)
    code, out, _err = run("fmt", "--check", str(file))
    assert code == 1 and "would change" in out and file.read_text() == "a  b\n"
    code, out, _err = run("fmt", "--diff", str(file))
    assert code == 1 and "-a  b\n+a b\n" in out
    code, out, err = run("fmt", str(tmp_path))
    assert code == 1 and file.read_text() == "a b\n" and broken.read_text() == "?\n" and "market.law:1:11" in err
    code, out, _err = run("fmt", str(file))
    assert code == 0 and out == ""
    assert sorted(tmp_path.iterdir()) == [file, broken]
