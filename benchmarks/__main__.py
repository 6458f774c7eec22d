"""`python -m benchmarks`: measures everybody in one run and prints absolute numbers, ratios and targets."""
from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Sequence
from typing import Any

from benchmarks.contestants import GAMES, TITLES, Missing, gather
from benchmarks.loading import Timing, loading
from benchmarks.measure import Rates, measure, ratio
from benchmarks.targets import Verdict, judge


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="how often everybody plays (default 9)")
    parser.add_argument("--seconds", type=float, default=0.5, help="how long a slice is (default 0.5)")
    parser.add_argument("--only", choices=(*GAMES, "loading"), action="append", help="leave out the rest")
    parser.add_argument("--quick", action="store_true", help="3 rounds of 0.1 s: shows that it works, not how fast")
    parser.add_argument("--strict", action="store_true", help="exit code 1 if a target is missed")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    chosen = parser.parse_args(given)
    if chosen.rounds < 1 or chosen.seconds <= 0:
        parser.error("--rounds must be at least 1 and --seconds more than 0")
    if chosen.quick:
        chosen.rounds, chosen.seconds = 3, 0.1
    return chosen


def show_game(game: str, rates: Sequence[Rates], missing: Sequence[Missing], verdicts: Sequence[Verdict]) -> None:
    print(f"\n{TITLES[game]}")
    ours = next((each for each in rates if each.contestant.key == "ours"), None)
    for each in rates:
        line = f"  {each.contestant.title:<48}{each.median:>12,.0f} {each.contestant.unit}/s"
        if ours is not None and not each.contestant.ours:
            found = ratio(ours, each)
            line += f"   ours is {found.median:6.2f} x  ({found.low:.2f} to {found.high:.2f})"
        print(line)
    for absent in missing:
        print(f"  {absent.title:<48}{'–':>12}  {absent.reason}")
    for verdict in verdicts:
        target = verdict.target
        floor = f", floor {target.floor:g}" if target.floor is not None else ""
        print(f"  {target.id}: {verdict.ratio.median:.2f} x {verdict.peer}, wanted {target.least:g}{floor}: {verdict.word}")


def show_loading(timings: Sequence[Timing]) -> None:
    print("\nLoading (T7)")
    for timing in timings:
        if timing.seconds is None:
            print(f"  {timing.title:<48}{'–':>12}  {timing.problem}")
            continue
        word = "met" if timing.seconds <= timing.limit else "missed"
        scale, unit = (1e6, "µs") if timing.limit < 1e-3 else (1.0, "s ")
        print(f"  {timing.title:<48}{timing.seconds * scale:>12.2f} {unit}  wanted {timing.limit * scale:g}: {word}")


def as_json(rates: Sequence[Rates], missing: Sequence[Missing], verdicts: Sequence[Verdict]) -> dict[str, Any]:
    return {
        "rates": [
            {"key": each.contestant.key, "title": each.contestant.title, "unit": each.contestant.unit,
             "per_second": each.median, "rounds": list(each.rounds)}
            for each in rates
        ],
        "missing": [{"key": each.key, "title": each.title, "reason": each.reason} for each in missing],
        "targets": [
            {"id": v.target.id, "peer": v.peer, "wanted": v.target.least, "floor": v.target.floor,
             "ratio": v.ratio.median, "low": v.ratio.low, "high": v.ratio.high, "verdict": v.word}
            for v in verdicts
        ],
    }


def main(given: Sequence[str] | None = None) -> int:
    """Measure, print, and say by the exit code whether that worked."""
    chosen = arguments(given)
    wanted = chosen.only or (*GAMES, "loading")
    document: dict[str, Any] = {"python": platform.python_version(), "rounds": chosen.rounds, "games": {}}
    missed = False
    if not chosen.json:
        print(f"Random playouts, one thread, Python {platform.python_version()}, {chosen.rounds} rounds of "
              f"{chosen.seconds:g} s; medians, ratios within a round.")
    for game in GAMES:
        if game not in wanted:
            continue
        print(f"measuring {TITLES[game]} …", file=sys.stderr)
        contestants, missing = gather(game)
        rates = measure(contestants, chosen.rounds, chosen.seconds)
        verdicts = judge(game, rates)
        missed |= any(verdict.word == "missed" for verdict in verdicts)
        missed |= any(each.key == "ours" for each in missing)
        document["games"][game] = as_json(rates, missing, verdicts)
        if not chosen.json:
            show_game(game, rates, missing, verdicts)
    if "loading" in wanted:
        print("measuring loading …", file=sys.stderr)
        timings = loading("fire_and_axe", 3 if chosen.quick else 7)
        missed |= any(timing.seconds is None or timing.seconds > timing.limit for timing in timings)
        document["loading"] = [
            {"key": t.key, "title": t.title, "limit": t.limit, "seconds": t.seconds, "problem": t.problem} for t in timings
        ]
        if not chosen.json:
            show_loading(timings)
    if chosen.json:
        print(json.dumps(document, indent=2, ensure_ascii=False))
    return 1 if missed and chosen.strict else 0


if __name__ == "__main__":
    sys.exit(main())
