"""Many random expressions as values of one game, asked of both readers in many positions."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any

from tests.differential.expressions import FLAG, NUMBER, Writer
from tests.differential.reading import loaded, outcome, refused_lines
from tests.differential.worlds import Law, shakes, world

from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.text.diagnostic import RulesetError

TYPES = [NUMBER, NUMBER, NUMBER, FLAG, FLAG, FLAG, "Cell", "Tile", "maybe Tile", "maybe Cell", "set Tile", "set Cell", "set Card", "set Good", "set Player", "list", "Colour"]
PARAMETERS = ["Tile", "Cell", "Player", "Colour", "Card", "Good", NUMBER]


@dataclass
class Report:
    asked: int = 0
    faults: int = 0
    refused: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)


def written(law: Law, names: dict[str, str]) -> Law:
    return replace(law, parts=[*law.parts, *names.values()])


def declarations(r: Random, writer: Writer, number: int) -> dict[str, str]:
    """Values by name."""
    out = {}
    for i in range(number):
        type_ = writer.pick(TYPES)
        params = [(f"p{i}_{k}", writer.pick(PARAMETERS)) for k in range(writer.pick([0, 0, 0, 1, 1, 2]))]
        scope: dict[str, list[str]] = {}
        for name, t in params:
            scope.setdefault(t, []).append(name)
        e = writer.of(type_, writer.pick([1, 2, 3, 3, 4]), scope)
        head = f"value v{i}" + (f"({', '.join(f'{n}: {t}' for n, t in params)})" if params else "")
        if r.random() < 0.15:
            conditions = [f"  when {writer.flag(2, scope)} gives {writer.of(type_, 2, scope)}" for _ in range(writer.pick([1, 2]))]
            out[f"v{i}"] = head + "\n" + "\n".join(conditions) + f"\n  gives {e}"
        else:
            out[f"v{i}"] = f"{head} = {e}"
        writer.w.calls.setdefault(type_, []).append((f"v{i}", tuple(t for _, t in params)))
    return out


def without_refused(law: Law, names: dict[str, str], report: Report | None = None) -> dict[str, str]:
    """The declarations that the checker takes."""
    for _ in range(40):
        with loaded(written(law, names)) as game:
            try:
                for n in range(game.players[0], game.players[1] + 1):
                    game.make(n)
                return names
            except RulesetError as e:
                bad = owners(law, names, refused_lines(e), report)
                if not bad:
                    raise AssertionError("a law was refused: " + str(e) + "\n" + written(law, names).text()) from None
                names = {k: v for k, v in names.items() if k not in bad}
    raise AssertionError("not one expression was taken")


def owners(law: Law, names: dict[str, str], lines: list[tuple[int, str]], report: Report | None) -> set[str]:
    at = law.text().count("\n") + 1
    whose = {}
    for name, text in names.items():
        for k in range(text.count("\n") + 1):
            whose[at + k] = name
        at += text.count("\n") + 1
    bad = set()
    for line, code in lines:
        if line in whose:
            if report is not None and whose[line] not in bad:
                report.codes[code] += 1
                report.refused += 1
            bad.add(whose[line])
    return bad


def positions(game: Game, players: int, r: Random, number: int) -> list[list[Any]]:
    """Cells after more and more of a random game, played by the evaluator."""
    from lawspeaker.interpreter.engine.machine import begin
    edition = game.edition(players)
    reader = edition.evaluator
    out: list[list[Any]] = []
    cells, journal = edition.initial, []
    options = reader.run(cells, journal, begin(cells, r.randrange(1 << 30), r.randrange(players), edition.entry))
    while len(out) < number:
        out.append(list(cells))
        for _ in range(r.choice([1, 2, 4])):
            if not options:
                return out
            options = reader.run(cells, journal, cells[0] + (options[int(r.random() * len(options))],))
    return out


def compare(seed: int, number: int, places: int = 4, report: Report | None = None) -> Report:
    """`number` expressions of this seed, by both readers."""
    report = report or Report()
    r = Random(seed)
    law, w, sizes = world(r)
    law.parts += shakes(r, sizes, 6)
    writer = Writer(r, w)
    names = without_refused(law, declarations(r, writer, number), report)
    with loaded(written(law, names)) as game:
        for players in range(game.players[0], game.players[1] + 1):
            differing = differences(game, players, Random(seed), places, set(names), report)
            for name in differing:
                report.differences.append(f"seed {seed}, {players} players\n{names[name]}\n{differing[name]}")
    return report


def differences(game: Game, players: int, r: Random, places: int, names: set[str], report: Report) -> dict[str, str]:
    """The values that the readers disagree about."""
    edition = game.edition(players)
    functions = [f for f in edition.program.functions if f.kind == "value" and f.name in names and f.value is not None]
    out: dict[str, str] = {}
    report.asked += len(functions)
    for cells in positions(game, players, r, places):
        for f in functions:
            if f.name in out:
                continue
            for you in range(players):
                given = [argument(r, p, edition.program.ranges) for p in f.params[1:]]
                edition.evaluator.budget = edition.machine.tick[0] = 200_000
                wanted = outcome(partial(edition.evaluator.value, f.value, cells, dict(zip(f.params, [you, *given]))))
                got = outcome(partial(edition.machine.functions[f.number], cells, you, *given))
                report.faults += isinstance(wanted, tuple) and wanted[:1] == ("fault",)
                if got != wanted or (isinstance(wanted, tuple) and wanted[:1] == ("CRASH",)):
                    out[f.name] = f"you {you}, arguments {given}: printed {got!r}, evaluator {wanted!r}"
                    break
    return out


def argument(r: Random, register: str, ranges: dict[str, tuple[int, int]]) -> int:
    low, high = ranges.get(register, (-3, 9))
    return r.randint(low, high)
