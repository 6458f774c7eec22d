"""`python -m tests.differential --expressions 200000 --laws 2000 --seed 1`: the big run.  Prints its seeds, and what differs."""
from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ["LAWSPEAKER_CACHE"] = "off"

from tests.differential import pairs, plays, rewrites, values
from tests.differential.values import Report

IN_ONE_LAW = 250                 # expressions
CHUNK = 20                       # seeds that one process takes at a time


def chunk(task: tuple[str, int, int]) -> Report:
    """Some seeds of one kind."""
    kind, begin, end = task
    report = Report()
    for seed in range(begin, end):
        try:
            if kind == "expressions":
                values.compare(seed, IN_ONE_LAW, report=report)
            elif kind == "laws":
                plays.compare(seed, report)
            elif kind == "pairs":
                pairs.compare(seed, report)
            else:
                found = rewrites.compare(seed)
                report.asked, report.faults = report.asked + found.asked, report.faults + found.faults
                report.refused += found.refused
                report.differences += found.differences
        except Exception as e:                    # the seed is what matters
            report.differences.append(f"{kind}, seed {seed}: {type(e).__name__}: {e}")
    return report


def run(kind: str, seeds: range, jobs: int) -> Report:
    """All seeds of one kind, in several processes."""
    total = Report()
    begun = time.time()
    tasks = [(kind, b, min(b + CHUNK, seeds.stop)) for b in range(seeds.start, seeds.stop, CHUNK)]
    with ProcessPoolExecutor(jobs) as pool:
        for n, r in enumerate(pool.map(chunk, tasks)):
            total.asked += r.asked
            total.faults += r.faults
            total.refused += r.refused
            total.differences += r.differences
            for d in r.differences:
                print(f"\n{d}", flush=True)
            if n % 10 == 9 or n == len(tasks) - 1:
                print(f"{kind}: seeds {seeds.start} to {tasks[n][2] - 1}, {total.asked} compared, {total.faults} faults alike, {total.refused} refused, "
                      f"{len(total.differences)} differences, {time.time() - begun:.0f} s", flush=True)
    return total


def main() -> int:
    ask = argparse.ArgumentParser(prog="python -m tests.differential", description="Printed programs against the evaluator.")
    ask.add_argument("--expressions", type=int, default=0, metavar="N", help=f"random expressions ({IN_ONE_LAW} in one law)")
    ask.add_argument("--laws", type=int, default=0, metavar="N", help="random laws, played")
    ask.add_argument("--pairs", type=int, default=0, metavar="N", help="games of random expressions, each also written otherwise")
    ask.add_argument("--rewrites", type=int, default=0, metavar="N", help="random laws, each also written otherwise in several ways")
    ask.add_argument("--seed", type=int, default=1, help="the first seed")
    ask.add_argument("--jobs", type=int, default=1, help="processes")
    given = ask.parse_args()
    seeds = {"expressions": -(-given.expressions // IN_ONE_LAW), "laws": given.laws, "pairs": given.pairs, "rewrites": given.rewrites}
    differing = sum(len(run(kind, range(given.seed, given.seed + n), given.jobs).differences) for kind, n in seeds.items() if n)
    print("no difference" if not differing else f"{differing} differences")
    return int(differing > 0)


if __name__ == "__main__":
    raise SystemExit(main())
