"""Records of games go in, the report comes out: as a document (contract DESIGN §7) and as a table.

Does not play.  A shared win counts as a win for each who shares it.
"""
from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from typing import Any

from lawspeaker.cli import console
from lawspeaker.cli.simulating.batch import Batch, Plan, Record

SHOWN_FAULTS = 10
Z95 = 1.959963984540054                           # the normal distribution's two-sided 95 %


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a win rate (Wilson's score interval; it behaves at 0 and at 1).

    >>> [round(x, 3) for x in wilson(5, 10)]
    [0.237, 0.763]
    """
    if not games:
        return 0.0, 1.0
    p, z2 = wins / games, Z95 * Z95 / games
    middle = (p + z2 / 2) / (1 + z2)
    half = Z95 * math.sqrt(p * (1 - p) / games + z2 / games / 4) / (1 + z2)
    return max(0.0, middle - half), min(1.0, middle + half)


def final_hash(records: Sequence[Record]) -> str:
    """One hash over the final positions of all finished games, in the order of the games."""
    whole = hashlib.sha256()
    for r in records:
        if r.finished:
            whole.update(f"{r.number} {r.hash}\n".encode())
    return whole.hexdigest()


def about(game: Any, plan: Plan, seats: Sequence[str]) -> dict[str, Any]:
    """What was to be played, with which rules: enough to play it again."""
    import platform

    from lawspeaker import __version__
    return {"ruleset": game.name, "expansions": list(plan.expansions), "settings": dict(plan.settings), "data": list(plan.data),
            "versions": {"lawspeaker": __version__, game.name: getattr(game, "version", ""), "python": platform.python_version()},
            "rules": getattr(game, "rules_hash", ""), "players": len(seats), "games": len(plan.numbers), "first_game": plan.numbers[0] if len(plan.numbers) else 0,
            "only": list(plan.only), "seed": plan.seed, "limit": plan.limit, "taken_by": dict(zip(seats, plan.bots, strict=True)),
            "save_games": plan.save_to}


def report(game: Any, plan: Plan, seats: Sequence[str], batch: Batch, jobs: int) -> dict[str, Any]:
    """The document of `simulate --json`."""
    finished = [r for r in batch.records if r.finished]
    decisions = sum(r.decisions for r in batch.records)
    seconds = max(batch.seconds, 1e-9)
    return {
        **about(game, plan, seats), "jobs": jobs, "played": len(batch.records), "finished": len(finished),
        "interrupted": batch.interrupted, "decisions": decisions, "seconds": round(batch.seconds, 3),
        "games_per_second": round(len(batch.records) / seconds, 3), "decisions_per_second": round(decisions / seconds, 1),
        "decisions_per_game": round(decisions / len(batch.records), 2) if batch.records else 0.0,
        "final_hash": final_hash(batch.records),
        "seats": [_seat(i, name, plan.bots[i], finished, sum(1 for r in batch.records if r.first == i)) for i, name in enumerate(seats)],
        "faults": [{"game": r.number, "seed": r.seed, "message": r.fault} for r in batch.records if r.fault],
    }


def _seat(i: int, name: str, bot: str, finished: Sequence[Record], began: int) -> dict[str, Any]:
    wins = [r for r in finished if i in r.winners]
    low, high = wilson(len(wins), len(finished))
    return {"seat": name, "bot": bot, "began": began, "wins": len(wins), "shared": sum(1 for r in wins if len(r.winners) > 1),
            "win_rate": round(len(wins) / len(finished), 4) if finished else None,
            "win_rate_95": [round(low, 4), round(high, 4)], "score": _spread([r.scores[i] for r in finished])}


def _spread(scores: Sequence[int]) -> dict[str, Any]:
    if not scores:
        return {"mean": None, "sd": None, "min": None, "max": None}
    mean = sum(scores) / len(scores)
    variance = sum((s - mean) ** 2 for s in scores) / (len(scores) - 1) if len(scores) > 1 else 0.0
    return {"mean": round(mean, 3), "sd": round(math.sqrt(variance), 3), "min": min(scores), "max": max(scores)}


def draw(found: dict[str, Any], title: str) -> None:
    """The report for people."""
    extra = f" with {', '.join(found['expansions'])}" if found["expansions"] else ""
    console.table(
        ["seat", "bot", "began", "wins", "win rate", "95 % interval", "mean", "sd", "min", "max"],
        [_row(s) for s in found["seats"]], right=frozenset(range(2, 10)), bold=frozenset({0, 4}),
        title=f"{title}{extra}: {found['finished']} finished games, seed {found['seed']}")
    console.out(_run_told(found))
    shared = sum(s["shared"] for s in found["seats"])
    if shared:
        console.out("Wins include shared ones; rates of the seats may then add up to more than 100 %.")
    console.out(f"{found['games_per_second']:,.1f} games/s · {found['decisions_per_second']:,.0f} decisions/s · "
                f"{found['decisions_per_game']:,.1f} decisions per game · {found['seconds']:.2f} s "
                f"in {found['jobs']} process{'' if found['jobs'] == 1 else 'es'}")
    console.out(f"final hash {found['final_hash']}")
    if found["interrupted"]:
        console.note(f"Interrupted: {found['played']} of {found['games']} games were played and are counted above.", "yellow")
    faults = found["faults"]
    if faults:
        console.complain(f"{len(faults)} game{'' if len(faults) == 1 else 's'} did not reach the end:")
    for f in faults[:SHOWN_FAULTS]:
        console.complain(f"  game {f['game']} (seed {f['seed']}): {f['message']}")
    if len(faults) > SHOWN_FAULTS:
        console.complain(f"  … and {len(faults) - SHOWN_FAULTS} more (--json lists all)")


def _run_told(found: dict[str, Any]) -> str:
    """What was played, in a line: what stands in the title already is left out."""
    numbers = f"games {', '.join(map(str, found['only']))}" if found["only"] else f"games {found['first_game']} to {found['first_game'] + found['games'] - 1}"
    versions = ", ".join(f"{k} {v}" for k, v in found["versions"].items() if v)
    parts = [numbers, f"at most {found['limit']} decisions each", *(f"{k}={str(v).lower()}" for k, v in found["settings"].items()),
             *(f"data {d}" for d in found["data"]), versions]
    return " · ".join(parts) + (f" · rules {found['rules'][:12]}" if found["rules"] else "")


def _row(s: dict[str, Any]) -> list[str]:
    began = str(s["began"])
    if s["win_rate"] is None:
        return [s["seat"], s["bot"], began, "0", *["–"] * 6]
    low, high = s["win_rate_95"]
    score = s["score"]
    return [s["seat"], s["bot"], began, str(s["wins"]), f"{100 * s['win_rate']:.1f} %", f"{100 * low:.1f} – {100 * high:.1f} %",
            f"{score['mean']:.2f}", f"{score['sd']:.2f}", str(score["min"]), str(score["max"])]
