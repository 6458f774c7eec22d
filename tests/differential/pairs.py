"""Laws written in two ways that must play alike: they show faults that are made before a program is, which both of its readers share.

`a = b` turned round, conditions doubled, numbers hidden behind states that never change; values written in place; steps inside
`if always`; declarations exchanged.
"""
from __future__ import annotations

from random import Random
from typing import Any

from tests.differential.expressions import FLAG, NUMBER, Node, Writer, turned
from tests.differential.reading import loaded, outcome
from tests.differential.values import PARAMETERS, TYPES, Report, positions, without_refused, written
from tests.differential.worlds import shakes, world


def compare(seed: int, report: Report | None = None, number: int = 60) -> Report:
    """Expressions of a seed and each of them written otherwise, as values of one game."""
    report = report or Report()
    r = Random(seed)
    law, w, sizes = world(r)
    law.parts += shakes(r, sizes, 5)
    writer = Writer(r, w)
    names: dict[str, str] = {}
    for i in range(number):
        type_ = writer.pick(TYPES)
        param = writer.pick(PARAMETERS) if r.random() < 0.4 else None
        scope = {param: ["p"]} if param else {}
        e = writer.of(type_, writer.pick([2, 3, 3]), scope)
        head = f"(p: {param})" if param else ""
        names[f"v{i}"] = f"value v{i}{head} = {e}"
        names[f"w{i}"] = f"value w{i}{head} = {otherwise(e, type_, r)}"
        writer.w.calls.setdefault(type_, []).append((f"v{i}", (param,) if param else ()))
    names = without_refused(law, names, report)
    with loaded(written(law, names)) as game:
        for players in range(game.players[0], game.players[1] + 1):
            edition = game.edition(players)
            by_name = {f.name: f for f in edition.program.functions if f.kind == "value" and f.value is not None}
            both = [(by_name[f"v{i}"], by_name[f"w{i}"]) for i in range(number) if f"v{i}" in names and f"w{i}" in names]
            report.asked += len(both)
            for cells in positions(game, players, Random(seed), 3):
                for a, z in both:
                    for you in range(players):
                        given = [r.randint(*edition.program.ranges.get(p, (-3, 9))) for p in a.params[1:]]
                        one, two = (told(outcome(lambda f=f: edition.evaluator.value(f.value, cells, dict(zip(f.params, (you, *given))))))  # type: ignore[misc]  # noqa: B023
                                    for f in (a, z))
                        report.faults += one == "fault"
                        if one != two:
                            report.differences.append(f"seed {seed}, {players} players, you {you}, given {given}\n{names[a.name]}\n  {one!r}\n{names[z.name]}\n  {two!r}")
                            return report
    return report


def told(x: Any) -> Any:
    """A value; any fault is the same as any other."""
    return "fault" if isinstance(x, tuple) and x[:1] == ("fault",) else x


def otherwise(e: Node, type_: str, r: Random) -> Node:
    out = turned(e, r)
    if r.random() < 0.2 and type_ in (NUMBER, FLAG):
        nothing = "0" if type_ == NUMBER else "false"
        return Node(f"({{}} if always else {nothing})", (out,))
    return out
