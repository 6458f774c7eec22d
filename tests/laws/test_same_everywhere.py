"""Same seed, same game: whatever the hash seed of Python is, and on every version of Python that is there."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from functools import cache
from pathlib import Path

import pytest

import lawspeaker

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).parent / "final_hashes.py"
MISSING = 77


def budget() -> None:
    """Of processor time, in the process that begins: a busy machine is no mistake."""
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, (300, 300))


def hashes(python: str, hash_seed: str) -> dict[str, str] | None:
    """What final_hashes.py prints; None if this Python lacks what we need."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "LAWSPEAKER_CACHE": "off", "PYTHONDONTWRITEBYTECODE": "1"}
    if python != sys.executable:
        # the pure parts of our own dependencies do for another Python as well
        environment["PYTHONPATH"] = os.pathsep.join([str(ROOT / "src"), sysconfig.get_path("purelib")])
    else:
        environment["PYTHONPATH"] = os.pathsep.join([str(Path(lawspeaker.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run([python, str(SCRIPT)], env=environment, capture_output=True, text=True, preexec_fn=budget, check=False)
    if done.returncode == MISSING:
        return None
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout)
    return found


@cache
def ours() -> dict[str, str]:
    found = hashes(sys.executable, "0")
    assert found
    return found


@pytest.mark.parametrize("hash_seed", ["1", "4242"])
def test_any_hash_seed(hash_seed: str) -> None:
    assert hashes(sys.executable, hash_seed) == ours()


def pythons(version: str) -> list[str]:
    """Interpreters of this version: on the path, and where pyenv keeps them."""
    found = [shutil.which(f"python{version}")]
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    found += [str(p) for p in sorted(root.glob(f"versions/{version}.*/bin/python"))]
    return [p for p in found if p and subprocess.run([p, "-c", ""], capture_output=True, check=False).returncode == 0]


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_any_python(version: str) -> None:
    if version == f"{sys.version_info[0]}.{sys.version_info[1]}":
        pytest.skip("this is the Python that runs the tests")
    for python in pythons(version):
        found = hashes(python, "0")
        if found is not None:
            assert found == ours()
            return
    pytest.skip(f"no Python {version} with the dependencies")


def test_another_seed_is_another_game() -> None:
    found = ours()
    assert len({h for key, h in found.items() if key.startswith("fire_and_axe-3-")}) > 1
