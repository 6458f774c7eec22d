"""`lawspeaker simulate`: plays many games and reports who won, how high and how fast."""
from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lawspeaker.cli import console, rules
from lawspeaker.cli.mistakes import UsageMistake
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
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=(1 << 64) - 1, help="Equal seeds give equal games.")] = 1,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, help="Processes; 0 takes all cores.")] = 0,
    out: Annotated[Path | None, typer.Option("--out", help="Write a row for each game, F.csv as they end or "
                                                  "F.parquet, and beside it what was played: F.run.json.")] = None,
    first_game: Annotated[int, typer.Option("--first-game", min=0, help="The number of the first game: parts of a long run are played "
                                            "apart, as --games 500 --first-game 500.")] = 0,
    only: Annotated[list[int] | None, typer.Option("--only", min=0, metavar="N", help="Play game number N and no other; may be "
                                                   "repeated.")] = None,
    save_games: Annotated[Path | None, typer.Option("--save-games", metavar="DIR", help="Keep each game in DIR, for `replay` and "
                                                    "`play --load`.  Takes longer.")] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="Give a game up after so many decisions.")] = 100_000,
    data: Data = None,
    set_: Set = None,
    json: Json = False,
) -> None:
    """Play many games with bots and report wins, scores and speed.

    Ctrl-C and SIGTERM end it early and report the games that are finished.
    """
    from lawspeaker.cli.simulating import batch, report, table_file
    if out is not None:
        table_file.possible(out)
    expansions = rules.known_expansions(parts(with_), ruleset)
    settings = settings_of(set_)
    game = rules.load(rules.known(ruleset), expansions, data or [], **({"settings": settings} if settings else {}))
    n = number_of_players(game, players)
    plan = batch.Plan(ruleset, n, bots_of(parts(bot), n, getattr(game, "bots", ())), games, seed, limit, tuple(expansions), tuple(data or ()),
                      settings=tuple(settings.items()), plugins=local_plugins(), first_game=first_game, only=tuple(sorted(set(only or ()))),
                      save_to=str(save_games) if save_games is not None else "")
    if save_games is not None:
        _make(save_games)
    batch.keep(plan, game)
    seats = list(game.new(players=n, seed=seed).players)
    used = min(jobs or cores(), len(plan.numbers))
    rows = table_file.Rows(out, seats, report.about(game, plan, seats)) if out is not None else None
    played = batch.run(plan, used, _progress(len(plan.numbers)), ended=rows.add if rows is not None else lambda records: None)
    console.progress_done()
    found = report.report(game, plan, seats, played, used)
    if rows is not None:
        rows.finish(played.records, found)
    if json:
        console.document(found)
    else:
        report.draw(found, game.title)
        if out is not None:
            console.note(f"A row for each game: {out}; what was played: {table_file.beside(out)}")
        if save_games is not None and played.records:
            console.note(f"Look at a game: lawspeaker replay {batch.save_path(plan.save_to, played.records[0].number)}")
    for trouble in played.told:
        console.complain(trouble)
    if played.trouble:
        console.complain(played.trouble)
    if found["faults"] or played.interrupted or played.trouble:
        raise typer.Exit(1)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise UsageMistake(f"--save-games {folder}: {e.strerror or e}.") from None


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
