"""Imports point one way: the contracts of import-linter in pyproject.toml hold."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_imports_point_one_way() -> None:
    pytest.importorskip("importlinter")
    # A process of its own: import-linter changes sys.path and keeps a cache.
    program = "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
    done = subprocess.run(
        [sys.executable, "-c", program, "--no-cache"],
        cwd=ROOT, capture_output=True, text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
