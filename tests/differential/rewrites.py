"""Whole laws written in two ways, which must play alike: declarations exchanged, a value written in place, steps inside `if always`, one cost
split in two, a verb written where it is done.

Both are played by the printed program; what players see is compared, since cells may have other numbers.
"""
from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

from tests.differential.laws import law_of
from tests.differential.plays import SHORT, endless
from tests.differential.reading import loaded, outcome
from tests.differential.values import Report, without_refused, written

from lawspeaker.interpreter.engine import evaluator, machine
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.text.diagnostic import RulesetError

Names = dict[str, str]
NAMING = re.compile(r" *(let|choose|pick|roll|then|partly|otherwise|replaced|else|option|requires|for each|as|may|repeat|at|later|until|if|do usual|end)\b")


# ---- rewritings ------------------------------------------------------------------------------------------------------
def exchanged(names: Names, r: Random) -> Names:
    """Values and verbs in another order, behind what needs them."""
    moved = [k for k in names if re.fullmatch(r"(v|verb)\d+", k)]
    r.shuffle(moved)
    rest = {k: v for k, v in names.items() if k not in moved}
    return {**rest, **{k: names[k] for k in moved}}


def in_place(names: Names, r: Random) -> Names:
    """A value without parameters that nothing changes, written wherever it is asked for."""
    known = {k: m[1] for k, text in names.items() if (m := re.fullmatch(rf"value {k} = (.*)", text))
             and not any(re.search(rf"\b{k} becomes", t) for t in names.values())}
    if not known:
        return names
    name = r.choice(sorted(known))
    return {k: v if k == name else re.sub(rf"\b{name}\b", lambda _: f"({known[name]})", v) for k, v in names.items()}


def inside_if(names: Names, r: Random) -> Names:
    """Steps that name nothing, inside `if always`."""
    def wrapped(text: str) -> str:
        lines, out = text.split("\n"), []
        below = False
        for i, line in enumerate(lines):
            below = below or bool(re.match(r"  (does|at|before|after|instead|whenever)\b", line)) or text.startswith("to ")
            following = lines[i + 1] if i + 1 < len(lines) else ""
            arms = re.match(r" *(then|partly|otherwise|replaced|else)\b", following)
            deeper = len(following) - len(following.lstrip()) > len(line) - len(line.lstrip())
            plain = below and i > 0 and line.strip() and not NAMING.match(line) and not arms and not deeper and re.match(r" *(set|add|take|move|say|verb_\d|shuffle|draw|discard)\b", line)
            if plain and r.random() < 0.6:
                pad = line[:len(line) - len(line.lstrip())]
                out += [f"{pad}if always", f"  {line}"]
            else:
                out.append(line)
        return "\n".join(out)
    return {k: wrapped(v) if re.match(r"(action|verb|rule|trick)\d", k) else v for k, v in names.items()}


def split_cost(names: Names, r: Random) -> Names:
    """What costs 2 coins costs 1 coin twice."""
    return {k: v.replace("  costs 2 coins", "  costs 1 coins\n  costs 1 coins") for k, v in names.items()}


def inlined(names: Names, r: Random) -> Names:
    """A verb without hole and requirement, and without rules around it, written where it is done."""
    bodies = {k: v.split("\n")[1:] for k, v in names.items() if re.match(r"verb\d", k) and "{what" not in v.split("\n")[0] and "  requires" not in v
              and not any(re.search(rf"(before|after|instead of) verb_{k[4:]}\b", t) for t in names.values())}
    if not bodies:
        return names
    key = r.choice(sorted(bodies))
    sentence = f"verb_{key[4:]}"

    def written_out(text: str) -> str:
        out = []
        for line in text.split("\n"):
            if line.strip() == sentence:
                pad = line[:len(line) - len(line.lstrip())]
                out += [f"{pad}if always", *(pad + x for x in bodies[key])]
            else:
                out.append(line)
        return "\n".join(out)
    return {k: v if k == key else written_out(v) for k, v in names.items()}


def beside_may(rewriting: Callable[[Names, Random], Names]) -> Callable[[Names, Random], Names]:
    """Not of laws with `may`: whether it is asked hangs on what its steps would do, but never on an `if` (program/doable.py)."""
    return lambda names, r: names if any(re.search(r"^ *may ", t, re.M) for t in names.values()) else rewriting(names, r)


REWRITINGS: dict[str, Callable[[Names, Random], Names]] = {"exchanged": exchanged, "in place": in_place, "inside if": beside_may(inside_if), "split cost": split_cost,
                                                              "inlined": beside_may(inlined)}


# ---- playing both ----------------------------------------------------------------------------------------------------
def seen(state: Any, players: int) -> dict[str, Any]:
    """All that anybody can see, but for the places in the law."""
    asked = [] if state.over else [state.decision.player, state.decision.kind, [o.key for o in state.decision.options]]
    return {"over": state.over, "asked": asked, "scores": told(outcome(lambda: state.scores)), "winners": told(outcome(lambda: state.winners)),
            "views": [state.view(p) for p in range(players)]}


def told(x: Any) -> Any:
    """Any fault is the same as any other."""
    return "fault" if isinstance(x, tuple) and x[:1] == ("fault",) else x


def difference(one: Game, two: Game, seed: int, report: Report, decisions: int = 14) -> str | None:
    machine.BUDGET = evaluator.BUDGET = SHORT
    r = Random(seed)
    players = one.players[0]
    a, z = outcome(lambda: one.new(players, seed)), outcome(lambda: two.new(players, seed))
    if isinstance(a, tuple) or isinstance(z, tuple):
        return None if told(a) == told(z) else f"the start: {a!r}, {z!r}"
    for n in range(decisions):
        first, second = seen(a, players), seen(z, players)
        for k in first:
            if first[k] != second[k]:
                return f"{k} before decision {n}:\n  {first[k]!r:.500}\n  {second[k]!r:.500}"
        if a.over:
            break
        i = r.randrange(len(a._options))
        x, y = outcome(lambda i=i: a.step(i)), outcome(lambda i=i: z.step(i))  # type: ignore[misc]
        if endless(x) or endless(y):
            return None
        report.faults += x is not None
        if told(x) != told(y):
            return f"decision {n}, {i}: {x!r:.300}, {y!r:.300}"
    return None


def compare(seed: int, report: Report | None = None) -> Report:
    """The law of a seed, written in all these ways."""
    report = report or Report()
    law, names, _ = law_of(seed)
    names = without_refused(law, names, report)
    r = Random(seed)
    with loaded(written(law, names)) as one:
        for how, rewriting in REWRITINGS.items():
            other = rewriting(names, r)
            if other == names or report.differences:
                continue
            try:
                with loaded(written(law, other)) as two:
                    two.make(two.players[0])
                    report.asked += 1
                    found = difference(one, two, seed, report)
            except RulesetError as e:
                report.codes[f"{how}: {str(e)[:200]}"] += 1            # a name that would stand twice
                report.refused += 1
                continue
            if found is not None:
                changed = [f"{names.get(k)}\n---\n{v}" for k, v in other.items() if names.get(k) != v]
                report.differences.append(f"law {seed}, {how}: {found}\n" + "\n".join(changed or other.values()))
    return report
