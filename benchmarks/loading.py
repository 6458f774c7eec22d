"""How long it takes until one can play: loading with and without a cache, `lawspeaker --help`, clone().

Loading is timed in fresh processes with a cache folder of their own.  What is timed is `import lawspeaker` and `load`
together, in the process; for `--help` it is the whole process, as a user feels it.
"""
from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

LOAD = """
import time
begin = time.perf_counter()
import lawspeaker
lawspeaker.load({game!r})
print(time.perf_counter() - begin)
"""
HELP = "import sys; from lawspeaker.cli.main import main; sys.argv[0] = 'lawspeaker'; main()"


@dataclass(frozen=True, slots=True)
class Timing:
    """One duration in seconds, the most it should be, or why it could not be taken."""

    key: str
    title: str
    limit: float
    seconds: float | None
    problem: str = ""


def run(arguments: list[str], cache: str) -> tuple[float, str]:
    """Wall time and output of one fresh process."""
    environment = {**os.environ, "XDG_CACHE_HOME": cache, "LAWSPEAKER_CACHE": str(Path(cache) / "lawspeaker")}
    begin = time.perf_counter()
    done = subprocess.run(arguments, env=environment, capture_output=True, text=True, timeout=120)
    spent = time.perf_counter() - begin
    if done.returncode != 0:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise RuntimeError(lines[-1] if lines else f"exit code {done.returncode}")
    return spent, done.stdout


def time_load(game: str, repeats: int) -> tuple[float, float]:
    """Seconds without and with a filled cache."""
    arguments = [sys.executable, "-c", LOAD.format(game=game)]
    cold, warm = [], []
    for _ in range(repeats):
        with tempfile.TemporaryDirectory(prefix="lawspeaker-bench-") as cache:
            cold.append(float(run(arguments, cache)[1]))
            warm.append(float(run(arguments, cache)[1]))
    return median(cold), median(warm)


def time_help(repeats: int) -> float:
    """Seconds from the command to its help, as the installed script starts it."""
    with tempfile.TemporaryDirectory(prefix="lawspeaker-bench-") as cache:
        return median(run([sys.executable, "-c", HELP, "--help"], cache)[0] for _ in range(repeats))


def time_clone(game: str, repeats: int) -> float:
    """Seconds of a clone in the middle of a game, for each 256 cells of it."""
    import lawspeaker

    state = lawspeaker.load(game).new(players=4, seed=1)
    for _ in range(60):
        if not state.over:
            state.step(0)
    loops = 2000
    times = []
    for _ in range(repeats):
        begin = time.perf_counter()
        for _ in range(loops):
            state.clone()
        times.append((time.perf_counter() - begin) / loops)
    return median(times) * 256 / max(256, len(state.cells))


def loading(game: str, repeats: int) -> list[Timing]:
    """All timings of target T7."""
    timings: list[Timing] = []
    titles = ("load, nothing cached", "load, cached", "lawspeaker --help", "clone(), per 256 cells")
    try:
        cold, warm = time_load(game, repeats)
        timings += [Timing("load_cold", titles[0], 2.0, cold), Timing("load_cached", titles[1], 0.3, warm)]
    except Exception as error:
        timings.append(Timing("load_cold", titles[0], 2.0, None, str(error)))
        timings.append(Timing("load_cached", titles[1], 0.3, None, str(error)))
    others: tuple[tuple[str, str, float, Callable[[], float]], ...] = (
        ("help", titles[2], 0.3, lambda: time_help(repeats)),
        ("clone", titles[3], 2e-6, lambda: time_clone(game, repeats)),
    )
    for key, title, limit, take in others:
        try:
            timings.append(Timing(key, title, limit, take()))
        except Exception as error:
            timings.append(Timing(key, title, limit, None, str(error)))
    return timings
