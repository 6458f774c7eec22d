"""A plan goes in, a record of each game comes out; the records are the same for any number of processes.

Game number i takes its seeds from (seed, i) alone, so it does not matter who plays it and when.  An interruption or the
death of a worker loses no game that was finished.
"""
from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

from lawspeaker.interpreter.bots import Lots, bot_named, derived_seed
from lawspeaker.interpreter.contributed import use_plugins
from lawspeaker.interpreter.onlookers import Onlookers, onlookers

LOADER = "lawspeaker.cli.rules:load"
CHUNKS_PER_JOB = 32                               # small enough that all processes end together and progress moves
LARGEST_CHUNK = 200


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played.  `players` are seat names or a number; `bots` has one name for each seat."""

    ruleset: str
    players: tuple[str, ...] | int
    bots: tuple[str, ...]
    games: int
    seed: int
    limit: int
    expansions: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    loader: str = LOADER
    settings: tuple[tuple[str, int | bool | str], ...] = ()
    plugins: tuple[str, ...] = ()                 # paths of `--plugin`: workers that are not forked look there too
    first_game: int = 0
    only: tuple[int, ...] = ()                    # these numbers and no others
    save_to: str = ""                             # the folder that gets a save of each game

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the games that are to be played."""
        return self.only or range(self.first_game, self.first_game + self.games)


@dataclass(frozen=True, slots=True)
class Record:
    """How one game went; `fault` is empty if it reached its end."""

    number: int
    seed: int
    decisions: int
    hash: str = ""
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    fault: str = ""
    first: int = -1                               # the seat that began
    told: tuple[str, ...] = ()                    # what is wrong with observers

    @property
    def finished(self) -> bool:
        return not self.fault


@dataclass(slots=True)
class Batch:
    """What was played, in the order of the games."""

    records: list[Record] = field(default_factory=list)
    seconds: float = 0.0
    interrupted: bool = False
    trouble: str = ""

    @property
    def told(self) -> list[str]:
        """What is wrong with observers, each once."""
        return list(dict.fromkeys(t for r in self.records for t in r.told))


Progress = Callable[[int], None]
Ended = Callable[[Sequence[Record]], None]        # hears of games as they end, in no order

_loaded: dict[tuple[object, ...], Any] = {}       # forked workers find here what their parent has loaded
_stop: Event | None = None


def loaded(plan: Plan) -> Any:
    """The game of a plan, loaded once in each process."""
    key = (plan.loader, plan.ruleset, plan.expansions, plan.data, plan.settings)
    if key not in _loaded:
        module, name = plan.loader.split(":")
        _loaded[key] = getattr(import_module(module), name)(
            plan.ruleset, list(plan.expansions), list(plan.data), *([dict(plan.settings)] if plan.settings else []))
    return _loaded[key]


def keep(plan: Plan, game: Any) -> None:
    """Remembers a game that is loaded already."""
    _loaded[plan.loader, plan.ruleset, plan.expansions, plan.data, plan.settings] = game


def run(plan: Plan, jobs: int = 1, progress: Progress = lambda done: None, start_method: str | None = None,
        ended: Ended = lambda records: None) -> Batch:
    """Plays all games of a plan; `progress` hears how many are done, `ended` which.  SIGTERM ends it like Ctrl-C."""
    _onlookers.cache_clear()
    loaded(plan)                                  # wrong rules are told here, once
    batch = Batch()
    start = time.perf_counter()
    count = len(plan.numbers)
    with _terminated_like_interrupted():
        if min(jobs, count) <= 1:
            _run_here(plan, batch, progress, ended)
        else:
            _run_in_processes(plan, min(jobs, count), batch, progress, start_method, ended)
    batch.seconds = time.perf_counter() - start
    batch.records.sort(key=lambda r: r.number)
    return batch


@contextmanager
def _terminated_like_interrupted() -> Iterator[None]:
    """SIGTERM stops what runs inside as Ctrl-C does, so that nothing that was played is lost."""
    def stop(*_: object) -> None:
        raise KeyboardInterrupt
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def play_game(game: Any, plan: Plan, number: int) -> Record:
    """Plays game `number` of a plan.  A fault of the rules is part of the record, never an exception."""
    seed = derived_seed(plan.seed, "game", number)
    bot_seed = derived_seed(plan.seed, "bots", number)
    decisions = 0
    begun: list[Any] = []                         # the state, once there is one
    try:
        alike = len(set(plan.bots)) == 1
        watching = _onlookers()
        if watching is not None or plan.save_to:
            state, decisions = _watched(game, plan, seed, bot_seed, watching, begun)
        elif alike and plan.bots[0] == "random" and hasattr(game, "playout"):
            state, decisions = game.playout(seed, _players(plan), bot_seed, plan.limit)
        elif alike and plan.bots[0] in getattr(game, "bots", ()):
            state, decisions = game.playout(seed, _players(plan), bot_seed, plan.limit, plan.bots[0])
        else:
            state, decisions = _step_through(game, plan, seed, bot_seed)
        first = getattr(state, "first", -1)
        if not state.over:
            return Record(number, seed, decisions, fault=f"The game did not end within {plan.limit} decisions.", first=first)
        return Record(number, seed, decisions, str(state.hash()), tuple(state.scores), tuple(state.winners), first=first,
                      told=tuple(watching.take_failures()) if watching is not None else ())
    except RecursionError:
        return Record(number, seed, decisions, fault="RecursionError: the rules call each other without an end.")
    except Exception as e:  # noqa: BLE001 (one broken game must not cost the others)
        known = type(e).__name__ in ("RuleFault", "PluginFault")
        return Record(number, seed, decisions, fault=str(e) if known else f"{type(e).__name__}: {e}", first=getattr(begun[0], "first", -1) if begun else -1)
    finally:
        if plan.save_to and begun:                # up to a fault, too
            begun[0].people = plan.bots
            begun[0].save(save_path(plan.save_to, number))


def save_path(folder: str, number: int) -> str:
    """Where `--save-games` keeps a game."""
    return str(Path(folder) / f"game-{number:06}.json")


@cache
def _onlookers() -> Onlookers | None:
    """The observers of this process."""
    return onlookers()


def _watched(game: Any, plan: Plan, seed: int, bot_seed: int, watching: Onlookers | None, begun: list[Any]) -> tuple[Any, int]:
    """The same game as the one that is played out at once, step by step: observers are told of it, and it can be saved."""
    state = game.new(players=_players(plan), seed=seed)
    begun.append(state)
    lots, drawn, name = Lots(bot_seed), random.Random(bot_seed).random, plan.bots[0]
    choosers: list[Callable[[Any], int]]
    if len(set(plan.bots)) == 1 and name == "random" and hasattr(game, "playout"):
        choosers = [lambda s: int(drawn() * s.count)]
    elif len(set(plan.bots)) == 1 and name in getattr(game, "bots", ()):
        choosers = [lambda s: int(s.weighed(name, drawn))]
    else:
        choosers = [bot_named(n, lots) for n in (plan.bots[:1] if len(set(plan.bots)) == 1 else plan.bots)]
    if watching is not None:
        watching.began(state)
    n = 0
    while not state.over and n < plan.limit:
        decision = state.decision
        i = choosers[decision.player if len(choosers) > 1 else 0](state)
        key = decision.options[i].key if watching is not None else ""
        state.step(i)
        n += 1
        if watching is not None:
            watching.decided(state, decision.player, key)
    if watching is not None:
        watching.ended(state)
    return state, n


def _players(plan: Plan) -> list[str] | int:
    return plan.players if isinstance(plan.players, int) else list(plan.players)


def _step_through(game: Any, plan: Plan, seed: int, bot_seed: int) -> tuple[Any, int]:
    state = game.new(players=_players(plan), seed=seed)
    lots = Lots(bot_seed)
    if len(set(plan.bots)) == 1:                  # who decides need not be asked
        choose = bot_named(plan.bots[0], lots)
        n = 0
        while not state.over and n < plan.limit:
            state.step(choose(state))
            n += 1
        return state, n
    bots = [bot_named(name, lots) for name in plan.bots]
    n = 0
    while not state.over and n < plan.limit:
        state.step(bots[state.decision.player](state))
        n += 1
    return state, n


# ---- one process -------------------------------------------------------------------------------------------------
def _run_here(plan: Plan, batch: Batch, progress: Progress, ended: Ended) -> None:
    game = loaded(plan)
    try:
        for number in plan.numbers:
            batch.records.append(play_game(game, plan, number))
            ended(batch.records[-1:])
            progress(len(batch.records))
    except KeyboardInterrupt:
        batch.interrupted = True


# ---- several processes -------------------------------------------------------------------------------------------
def _begin_worker(plan: Plan, stop: Event) -> None:
    global _stop
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)     # they may reach all processes of a terminal; the parent decides
    _stop = stop
    if plan.plugins:
        use_plugins(plan.plugins)
    loaded(plan)


def _play_chunk(plan: Plan, numbers: Sequence[int]) -> list[Record]:
    game = loaded(plan)
    records = []
    for number in numbers:
        if _stop is not None and _stop.is_set():
            break
        records.append(play_game(game, plan, number))
    return records


def _chunks(numbers: Sequence[int], jobs: int) -> Iterator[Sequence[int]]:
    size = max(1, min(LARGEST_CHUNK, len(numbers) // (jobs * CHUNKS_PER_JOB)))
    for first in range(0, len(numbers), size):
        yield numbers[first:first + size]


def _run_in_processes(plan: Plan, jobs: int, batch: Batch, progress: Progress, start_method: str | None, ended: Ended) -> None:
    context = get_context(start_method)
    stop = context.Event()
    futures: list[Future[list[Record]]] = []
    with ProcessPoolExecutor(jobs, context, _begin_worker, (plan, stop)) as pool:
        try:
            futures = [pool.submit(_play_chunk, plan, chunk) for chunk in _chunks(plan.numbers, jobs)]
            done = 0
            for future in as_completed(futures):
                ended(future.result())
                done += len(future.result())
                progress(done)
        except KeyboardInterrupt:
            batch.interrupted = True
        except BrokenProcessPool:
            batch.trouble = "A worker process died: it was killed, or the memory was used up."
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)
    batch.records = list(_kept(futures))


def _kept(futures: Sequence[Future[list[Record]]]) -> Iterator[Record]:
    for future in futures:
        if future.done() and not future.cancelled() and future.exception() is None:
            yield from future.result()
