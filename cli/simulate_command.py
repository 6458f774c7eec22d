"""`lawspeaker simulate`: plays many games and reports who won, how high and how fast."""
from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lawspeaker.cli import console, rules
from lawspeaker.cli.seats import bots_of, number_of_players
from lawspeaker.cli.words import Data, Json, Ruleset, Set, With, parts, settings_of
from lawspeaker.interpreter.contributed import local_plugins

if TYPE_CHECKING:
    from lawspeaker.cli.simulating.batch import Progress

BETWEEN = 0.2                                     # seconds between two looks of the progress


def simulate(
    ruleset: Ruleset,
    with_: With = None,
    players: Annotated[int | None, typer.Option("--players", "-n", help="How many play; the fewest if not said.")] = None,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="How many games.")] = 100,
    bot: Annotated[list[str] | None, typer.Option("--bot", metavar="NAME,…",
                                                  help="random, greedy, a bot of the game or of a plugin: one for all seats, or one for each.  Not said: the game's own bot, else random.")] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", help="Equal seeds give equal games.")] = 1,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, help="Processes; 0 takes all cores.")] = 0,
    out: Annotated[Path | None, typer.Option("--out", help="Write a row for each game: F.csv or F.parquet.")] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="Give a game up after so many decisions.")] = 100_000,
    data: Data = None,
    set_: Set = None,
    json: Json = False,
) -> None:
    """Play many games with bots and report wins, scores and speed.

    Ctrl-C ends it early and reports the games that are finished.
    """
    from lawspeaker.cli.simulating import batch, report, table_file
    if out is not None:
        table_file.possible(out)
    expansions = rules.known_expansions(parts(with_), ruleset)
    settings = settings_of(set_)
    game = rules.load(rules.known(ruleset), expansions, data or [], **({"settings": settings} if settings else {}))
    n = number_of_players(game, players)
    plan = batch.Plan(ruleset, n, bots_of(parts(bot), n, getattr(game, "bots", ())), games, seed, limit, tuple(expansions), tuple(data or ()),
                      settings=tuple(settings.items()), plugins=local_plugins())
    batch.keep(plan, game)
    seats = list(game.new(players=n, seed=seed).players)
    used = min(jobs or cores(), games)
    played = batch.run(plan, used, _progress(games))
    console.progress_done()
    found = report.report(game.name, plan, seats, played, used)
    if out is not None:
        table_file.write(out, seats, played.records)
    if json:
        console.document(found)
    else:
        report.draw(found, game.title)
        if out is not None:
            console.note(f"A row for each game: {out}")
    for trouble in played.told:
        console.complain(trouble)
    if played.trouble:
        console.complain(played.trouble)
    if found["faults"] or played.interrupted or played.trouble:
        raise typer.Exit(1)


def cores() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:                        # not on every system
        return os.cpu_count() or 1


def _progress(games: int) -> Progress:
    start = time.monotonic()
    last = start

    def tell(done: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < BETWEEN or not done:
            return
        last = now
        left = (now - start) / done * (games - done)
        console.progress(f"{done} of {games} games · {100 * done // games} % · {done / (now - start):,.1f} games/s · "
                         f"{_clock(left)} left")
    return tell


def _clock(seconds: float) -> str:
    """Seconds as people say them.

    >>> _clock(75)
    '1:15'
    """
    minutes, rest = divmod(int(seconds + 0.5), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
