"""What packaging promises: one list of folders in three places, a wheel with all data, files that name no machine."""
from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("interpreter", "cli", "plugins", "grammars", "rulesets")
# Where code may name a game: its own rules, the tests and the benchmarks.
GAMES = re.compile(
    r"fire[ _]?(and|&)[ _]?axe|knarr|\bvillage\b|tic[ _-]?tac[ _-]?toe|connect[ _-]?(four|4)|catan\b", re.IGNORECASE
)
MOST_LINES = 600
# Places that exist on one machine only, and addresses of package indexes.  Written so that this file does not match.
ELSEWHERE = re.compile("|".join(["/" + "work/", "/" + "root/", "/" + "home/[a-z]", r"(https?:)?//[^\s/]*/simp" + "le"]))
INDEX = re.compile(r"(--(extra-)?index-url|--find-links|files\.python" + r"hosted|^-[if] )", re.MULTILINE)


def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def tracked() -> list[Path]:
    """The files of the repository: what git knows, or would add."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    paths = [ROOT / name for name in done.stdout.decode().split("\0") if name]
    return [path for path in paths if path.is_file() and not path.is_symlink()]


def modules() -> list[Path]:
    return [path for path in tracked() if path.suffix == ".py"]


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_the_three_lists_of_folders_agree() -> None:
    wheel = pyproject()["tool"]["hatch"]["build"]["targets"]["wheel"]
    links = {path.name for path in (ROOT / "src/lawspeaker").iterdir() if path.is_symlink() or path.is_dir()}
    assert links - {"__pycache__"} == set(PACKAGES)
    assert {name for name in wheel["only-include"] if not name.startswith("src/")} == set(PACKAGES)
    assert wheel["sources"] == {"src/lawspeaker": "lawspeaker"} | {name: f"lawspeaker/{name}" for name in PACKAGES}
    for name in PACKAGES:
        assert (ROOT / name / "__init__.py").is_file(), f"{name} is no package"


def test_the_links_are_relative_and_lead_to_the_folders() -> None:
    for name in PACKAGES:
        link = ROOT / "src/lawspeaker" / name
        if not link.is_symlink():
            pytest.skip("a checkout without symbolic links")
        assert link.readlink().as_posix() == f"../../{name}"


def test_no_file_names_this_machine_or_an_index() -> None:
    found = []
    for path in tracked():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{shown(path)}: {match.group()}" for match in ELSEWHERE.finditer(text)]
        if path.suffix in {".lock", ".txt", ".toml", ".cfg"} or path.name == "Makefile":
            found += [f"{shown(path)}: {match.group()}" for match in INDEX.finditer(text)]
    assert found == []


def test_the_lock_pins_everything_with_hashes() -> None:
    lines = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8").splitlines()
    pins = {}
    for number, line in enumerate(lines):
        if line and not line.startswith(("#", " ")):
            name, found, _ = line.partition("==")
            assert found, f"not pinned: {line}"
            assert lines[number + 1].lstrip().startswith("--hash="), f"no hash: {line}"
            pins[name] = line
    project = pyproject()
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    names = {re.split(r"[<>=\[ ;]", each)[0].lower().replace(".", "-").replace("_", "-") for each in wanted}
    assert names <= pins.keys(), f"run `make lock`: {sorted(names - pins.keys())}"


def test_modules_are_short() -> None:
    lengths = {shown(path): len(path.read_text(encoding="utf-8").splitlines()) for path in modules()}
    assert {name: count for name, count in lengths.items() if count > MOST_LINES} == {}


def test_modules_say_what_they_do() -> None:
    silent = []
    for path in modules():
        text = path.read_text(encoding="utf-8")
        if text.strip() and ast.get_docstring(ast.parse(text)) is None:
            silent.append(shown(path))
    assert silent == []


@pytest.mark.parametrize("folder", ["interpreter", "grammars"])
def test_the_interpreter_names_no_game(folder: str) -> None:
    found = []
    for path in tracked():
        if path.suffix not in {".py", ".lark", ".law"} or not shown(path).startswith(f"{folder}/"):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if match := GAMES.search(line):
                found.append(f"{shown(path)}:{number}: {match.group()}")
    assert found == []


def test_rulesets_hold_no_python() -> None:
    python = [shown(path) for path in modules() if shown(path).startswith("rulesets/")]
    assert python == ["rulesets/__init__.py"]


@pytest.mark.slow
def test_the_wheel_holds_all_files(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    if done.returncode != 0 and "No module named build" in done.stderr:
        pytest.skip("the package build is not installed")
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    here = {shown(path) for path in tracked()}
    wanted = {f"lawspeaker/{name}" for name in here if name.split("/")[0] in PACKAGES}
    wanted |= {name.removeprefix("src/") for name in here if name.startswith("src/")}
    assert wanted == held
