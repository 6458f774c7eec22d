"""Games of a law, played by the printed program step by step, by the evaluator, and as whole games in one call."""
from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from tests.differential.laws import law_of
from tests.differential.reading import loaded, outcome
from tests.differential.values import Report, without_refused, written
from tests.differential.worlds import Law

from lawspeaker.interpreter.engine import evaluator, machine
from lawspeaker.interpreter.engine.evaluator import Evaluator
from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.engine.machine import begin
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.state import State

SHORT = 3000                     # the budget of a decision here: laws that go on for ever are found soon


class Oracle:
    """The evaluator, asked like the machine that runs printed code."""

    def __init__(self, reader: Evaluator) -> None:
        self.run, self.options = reader.run, reader.options
        self.functions = {f.number: partial(self.ask, reader, f) for f in reader.functions_ir}

    @staticmethod
    def ask(reader: Evaluator, f: ir.Function, cells: list[Any], *arguments: Any) -> Any:
        return reader.value(f.value, cells, dict(zip(f.params, arguments)))  # type: ignore[arg-type]


@dataclass
class Difference(Exception):
    what: str
    printed: Any
    wanted: Any

    def __str__(self) -> str:
        return f"{self.what}:\n  printed   {self.printed!r:.600}\n  evaluator {self.wanted!r:.600}"


def play(game: Game, players: int, seed: int, decisions: int, report: Report) -> None:
    """Raises Difference where the readers do not agree."""
    r = Random(seed)
    edition = game.edition(players)
    printed = State(game, edition, game.seat_names(players), seed)
    oracle = State(game, replace(edition, machine=Oracle(edition.evaluator)), game.seat_names(players), seed)  # type: ignore[arg-type]
    first = r.randrange(players)
    same("at the start", outcome(lambda: start(printed, first)), outcome(lambda: start(oracle, first)), printed, oracle)
    seen: set[int] = set()
    for n in range(decisions):
        if not printed._options:
            break
        i = r.randrange(len(printed._options))
        value = printed._options[i]
        got, wanted = outcome(lambda: printed.step(i)), outcome(lambda: oracle.step(i))  # noqa: B023
        if endless(got) or endless(wanted):
            return                                # the two count otherwise
        report.faults += got is not None
        same(f"after decision {n}, {value}", got, wanted, printed, oracle)
        if len(seen) < 4 and r.random() < 0.3:
            seen.add(n)
            told(printed, oracle, players, value)
    told(printed, oracle, players, "at the end")


def start(state: State, first: int) -> None:
    edition = state._edition
    state._cells[:] = edition.initial
    state._journal.clear()
    state._options = edition.machine.run(state._cells, state._journal, begin(state._cells, state.seed, first, edition.entry))


def endless(x: Any) -> bool:
    return isinstance(x, tuple) and x[:2] in (("fault", "endless"), ("fault", "too-deep"))


def same(when: str, got: Any, wanted: Any, printed: State, oracle: State) -> None:
    if got != wanted or (isinstance(wanted, tuple) and wanted[:1] == ("CRASH",)):
        raise Difference(f"what happens {when}", got, wanted)
    if isinstance(got, tuple) and not printed._options:
        return
    if list(printed._options) != list(oracle._options):
        raise Difference(f"options {when}", printed._options, oracle._options)
    if printed._cells != oracle._cells:
        cells = [i for i, (a, z) in enumerate(zip(printed._cells, oracle._cells)) if a != z]
        raise Difference(f"cells {cells} {when}", [printed._cells[i] for i in cells], [oracle._cells[i] for i in cells])
    if printed._journal != oracle._journal:
        raise Difference(f"the journal {when}", printed._journal[-12:], oracle._journal[-12:])


def told(printed: State, oracle: State, players: int, when: Any) -> None:
    """Scores, winners, views, weights, hashes."""
    for what, ask in {"hash": lambda s: s.hash(), "scores": lambda s: s.scores, "winners": lambda s: s.winners, "lines": lambda s: s.score_lines,
                      "views": lambda s: [s.view(p) for p in range(players)], "labels": lambda s: [(o.key, o.label) for o in s.decision.options] if s._options else []}.items():
        got, wanted = outcome(lambda: ask(printed)), outcome(lambda: ask(oracle))  # noqa: B023
        if got != wanted or (isinstance(wanted, tuple) and wanted[:1] == ("CRASH",)):
            raise Difference(f"{what} ({when})", got, wanted)
    program, edition = printed._edition.program, printed._edition
    if not printed._options or printed.decision.kind != "move":
        return
    you = printed.decision.player
    for weights in program.bots.values():
        for o in printed._options[:12]:
            if o and o[0] in weights:
                f = program.functions[weights[o[0]]]
                got = outcome(lambda: edition.machine.functions[f.number](printed._cells, you, *o[1:]))  # noqa: B023
                wanted = outcome(lambda: edition.evaluator.value(f.value, printed._cells, dict(zip(f.params, (you, *o[1:])))))  # noqa: B023
                if got != wanted:
                    raise Difference(f"the weight of {o} ({when})", got, wanted)


def whole(game: Game, players: int, seed: int) -> None:
    """A whole random game in one call ends as its steps do."""
    lots = Random(seed)
    edition = game.edition(players)
    edition.can_play()
    cells: list[Any] = edition.initial
    m = edition.machine
    first = seed % players
    begin(cells, seed, first, edition.entry)
    made = outcome(lambda: m.whole_game(cells, [], first, lots.random, 60))
    stepped: list[Any] = edition.initial
    journal: list[Any] = []
    lots = Random(seed)

    def steps() -> int:
        options = m.run(stepped, journal, begin(stepped, seed, first, edition.entry))
        count = 0
        while options:
            count += 1
            if count > 60:
                return count
            options = m.run(stepped, journal, stepped[0] + (options[int(lots.random() * len(options))],))
        return count
    wanted = outcome(steps)
    if endless(made) or endless(wanted):
        return
    if made != wanted:
        raise Difference("a whole game", made, wanted)
    if isinstance(made, int) and made <= 60 and cells != stepped:
        differing = [i for i, (a, z) in enumerate(zip(cells, stepped)) if a != z]
        raise Difference(f"cells {differing} after a whole game", [cells[i] for i in differing], [stepped[i] for i in differing])


def difference(game: Game, seed: int, report: Report, games: int = 2, decisions: int = 16) -> str | None:
    """What the readers disagree about in some games of a law; None if they agree."""
    evaluator.BUDGET = machine.BUDGET = SHORT
    for players in range(game.players[0], game.players[1] + 1):
        for k in range(games):
            try:
                play(game, players, seed * 100 + k, decisions, report)
                whole(game, players, seed * 100 + k)
            except Difference as e:
                return f"{players} players, game {seed * 100 + k}: {e}"
            except RuleFault as e:
                return f"{players} players, game {seed * 100 + k}: {e}"
    return None


def compare(seed: int, report: Report | None = None) -> Report:
    """The law of a seed, by all ways to play it."""
    report = report or Report()
    law, names, _ = law_of(seed)
    names = without_refused(law, names, report)
    report.asked += 1
    with loaded(written(law, names)) as game:
        found = difference(game, seed, report)
    if found is not None:
        report.differences.append(f"law {seed}, {found}\n" + shrunk(law, names, seed))
    return report


def shrunk(law: Law, names: dict[str, str], seed: int) -> str:
    """The law with as few declarations as still make a difference."""
    from lawspeaker.interpreter.text.diagnostic import RulesetError
    left, found = dict(names), ""
    for name in list(names)[::-1]:
        fewer = {k: v for k, v in left.items() if k != name}
        try:
            with loaded(written(law, fewer)) as game:
                now = difference(game, seed, Report())
        except (RulesetError, AssertionError):
            continue
        if now is not None:
            left, found = fewer, now
    return "shrunk to:\n" + "\n".join(left.values()) + f"\n{found}"
