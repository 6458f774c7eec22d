"""The pytest plugin: scenario files are collected where they lie in a folder `scenarios`, and fail with the message alone."""
from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

PLUGIN = "lawspeaker.interpreter.testing.pytest_plugin"


def run_pytest(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    # A process of its own, where the plugin may be installed already, and may be not.
    installed = any(e.value == PLUGIN for e in entry_points(group="pytest11"))
    return subprocess.run([sys.executable, "-m", "pytest", *([] if installed else ["-p", PLUGIN]), "-p", "no:cacheprovider", "-q", *arguments, str(folder)],
                          cwd=folder, capture_output=True, text=True, env={**os.environ, "PYTEST_ADDOPTS": ""})


def test_items_and_messages(small: Path) -> None:
    (small / "scenarios" / "a.yaml").write_text(
        "- scenario: a good one\n  players: 2\n- scenario: a bad one\n  players: 2\n  then:\n    level: 3\n", "utf-8")
    (small / "scenarios" / "b.yaml").write_text("hello", "utf-8")
    (small / "data" / "more.yaml").write_text("{}", "utf-8")
    done = run_pytest(small, "--continue-on-collection-errors")
    assert "1 failed, 1 passed, 1 error" in done.stdout, done.stdout
    assert "level  3         2" in done.stdout and "A file of scenarios is a list" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_nothing_heavy_is_imported_at_the_start() -> None:
    program = (f"import sys, {PLUGIN}\n"
               "heavy = [m for m in sys.modules if m.split('.')[0] in ('lark', 'ruamel', 'jsonschema') or m == 'lawspeaker.interpreter.game']\n"
               "sys.exit(str(heavy) if heavy else 0)")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
