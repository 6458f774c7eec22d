"""The distributions in examples/ are what strangers would publish: built, installed beside lawspeaker in a clean environment, played.

What lawspeaker itself depends on is taken from the environment of the tests; no index is asked for anything.
"""
from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from lawspeaker import check
from lawspeaker.testing import scenario

ROOT = Path(__file__).resolve().parents[2]
LAW = sorted({p.parent for p in (ROOT / "examples").glob("*/src/**/*.law")})
EXAMPLES = sorted(p.parent for p in (ROOT / "examples").glob("*/pyproject.toml"))


def budget() -> None:
    """Of processor time, in the process that begins: a busy machine is no mistake."""
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, (200, 200))


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "LAWSPEAKER"))}
    return subprocess.run([str(c) for c in command], cwd=cwd, env={**env, "NO_COLOR": "1", "COLUMNS": "120", **environment},
                          capture_output=True, text=True, preexec_fn=budget, stdin=subprocess.DEVNULL)


def build(folder: Path, into: Path) -> Path:
    """The wheel of a folder."""
    done = run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", into / folder.name, folder, cwd=into)
    if done.returncode != 0 and "No module named build" in done.stderr:
        pytest.skip("the package build is not installed")
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (into / folder.name).glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment in which nothing is installed but lawspeaker and the examples, by their wheels."""
    place = tmp_path_factory.mktemp("examples")
    wheels = [build(folder, place) for folder in (ROOT, *EXAMPLES)]
    base = getattr(sys, "_base_executable", sys.executable)
    made = run(base, "-m", "venv", place / "venv", cwd=place)
    if made.returncode != 0:
        pytest.skip(f"no environment can be made here: {made.stderr}")
    python = place / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    done = run(python, "-m", "pip", "--disable-pip-version-check", "install", "--no-index", "--no-deps", *wheels, cwd=place)
    assert done.returncode == 0, done.stdout + done.stderr
    found = run(python, "-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])", cwd=place)
    # behind its own folder, so that the lawspeaker of the wheel comes first
    ours = [p for p in sys.path if Path(p).name in ("site-packages", "dist-packages")]
    (Path(found.stdout.strip()) / "dependencies.pth").write_text("".join(f"{p}\n" for p in ours), encoding="utf-8")
    return place


def command(clean: Path, *arguments: str) -> str:
    """What a command prints, in the clean environment, far from the checkout."""
    elsewhere = clean / "elsewhere"
    elsewhere.mkdir(exist_ok=True)
    program = clean / "venv" / ("Scripts" if os.name == "nt" else "bin") / "lawspeaker"
    done = run(program, *arguments, cwd=elsewhere, LAWSPEAKER_CACHE=str(clean / "cache"))
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_there_are_examples() -> None:
    assert EXAMPLES
    shown = (ROOT / "examples/README.md").read_text(encoding="utf-8")
    assert all(f"[`{p.name}/`]({p.name}/)" in shown for p in EXAMPLES)


@pytest.mark.parametrize("law", LAW, ids=lambda p: p.name)
def test_the_law_is_good_and_tested(law: Path) -> None:
    assert [d for d in check([law]) if str(law) in str(d.span)] == []
    assert scenario(law) >= 10


@pytest.mark.slow
def test_the_wheel_holds_the_law(tmp_path: Path) -> None:
    (folder,) = EXAMPLES
    held = set(zipfile.ZipFile(build(folder, tmp_path)).namelist())
    wanted = {p.relative_to(folder / "src").as_posix() for p in (folder / "src").rglob("*") if p.is_file() and "__pycache__" not in p.parts}
    assert wanted <= held


@pytest.mark.slow
def test_it_is_found_and_played(clean: Path) -> None:
    python = clean / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    where = run(python, "-c", "import lawspeaker, lawspeaker_mead; print(lawspeaker.__file__); print(lawspeaker_mead.__file__)", cwd=clean)
    assert all(line.startswith(str(clean)) for line in where.stdout.splitlines()), where.stdout + where.stderr
    listed = command(clean, "list")
    assert "lawspeaker-mead" in listed and "mead" in listed
    assert "error" not in command(clean, "check", "fire_and_axe", "--with", "runes,mead")
    assert "5 finished games" in command(clean, "simulate", "fire_and_axe", "--with", "runes,mead", "--players", "4", "--games", "5", "--seed", "1")
    assert "Red: Drink" in command(clean, "try", "drink", "--with", "mead", "--auto")
    assert "0 failed" in command(clean, "test", str(Path(where.stdout.splitlines()[1]).parent))


@pytest.mark.slow
def test_the_templates_of_new_expansions_are_in_the_wheel(clean: Path) -> None:
    command(clean, "new", "expansion", "mine", "--for", "tic_tac_toe")
    command(clean, "new", "expansion", "mine", "--for", "tic_tac_toe", "--package")
    assert "2 passed, 0 failed" in command(clean, "test", "mine")


@pytest.mark.slow
def test_its_own_tests_pass(clean: Path) -> None:
    python = clean / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    (folder,) = EXAMPLES
    done = run(python, "-m", "pytest", "-q", folder / "tests", "-p", "no:cacheprovider", cwd=folder, LAWSPEAKER_CACHE=str(clean / "cache"))
    assert done.returncode == 0 and "5 passed" in done.stdout, done.stdout + done.stderr
