"""`when inn and voyage`: whether a part of an expansion applies, by the expansions and settings that are played with.

A part that could never apply is an error: all combinations of the names it speaks of are tried.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from lawspeaker.interpreter.model.walk import walk
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.spell import nearest

MOST = 4096                      # combinations that are tried
COMPARE: dict[str, Callable[[int, int], bool]] = {
    "=": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}


class CannotTell(Exception):
    """The condition speaks of something that is no expansion and no setting."""

    def __init__(self, what: n.Expr) -> None:
        self.what = what


@dataclass(slots=True)
class Conditions:
    """What is played with: `on` are expansions, `settings` names with their values, `ranges` what a setting can be; `installed`
    gives the names of all expansions that there are."""

    on: frozenset[str]
    settings: Mapping[str, Any] = field(default_factory=dict)
    ranges: Mapping[str, Sequence[int]] = field(default_factory=dict)
    installed: Callable[[], frozenset[str]] = frozenset

    def hold(self, e: n.Expr, needs: frozenset[str], conflicts: frozenset[str], mentioned: frozenset[str], sink: Sink) -> bool:
        """Whether the condition holds now.  `needs` are surely played with where it stands, `conflicts` surely not; `mentioned` are
        expansions that the manifest speaks of, installed or not."""
        names = {x.name for x in walk(e) if isinstance(x, n.Name)}
        unknown = names - self.on - set(self.settings) - mentioned
        if unknown:
            known = self.installed() | self.on | set(self.settings)
            for x in walk(e):
                if isinstance(x, n.Name) and x.name in unknown - known:
                    near = nearest(x.name, known)
                    sink.error("weave/unknown-condition", x.span, f'"{x.name}" is no expansion and no setting of this game',
                               hint=f'Did you mean "{near}"?' if near else
                               f"An expansion that is not installed everywhere is named in the manifest: `loads after {x.name}`.")
                    return False
        values: dict[str, int] = {name: int(self.settings[name]) if name in self.settings else int(name in self.on) for name in names}
        try:
            if not self.possible(e, names, needs, conflicts):
                sink.error("weave/never-applies", e.span, "This part can never apply",
                           hint="It asks for something that this expansion excludes, or for the contrary of what it needs.")
            return bool(told(e, values))
        except CannotTell as wrong:
            sink.error("weave/unknown-condition", wrong.what.span, "A part applies by the names of expansions and settings only",
                       hint="Write `when a and not b`, or compare a setting with a number.")
            return False

    def possible(self, e: n.Expr, names: set[str], needs: frozenset[str], conflicts: frozenset[str]) -> bool:
        choices: dict[str, Sequence[int]] = {name: (1,) if name in needs else (0,) if name in conflicts else self.ranges.get(name, (0, 1)) for name in sorted(names)}
        count = 1
        for c in choices.values():
            count *= len(c)
        if count > MOST:
            return True
        return any(told(e, dict(zip(choices, combination, strict=True))) for combination in product(*choices.values()))


def ways(e: n.Expr, now: Mapping[str, int], ranges: Mapping[str, Sequence[int]]) -> Iterator[dict[str, int]]:
    """Values of the names of a condition with which it holds, those first that differ least from what is now."""
    names = sorted({x.name for x in walk(e) if isinstance(x, n.Name)})
    choices = [sorted(ranges.get(name, (0, 1)), key=lambda v, name=name: v != now.get(name, 0)) for name in names]  # type: ignore[misc]
    count = 1
    for c in choices:
        count *= len(c)
    if count <= MOST:
        found = (dict(zip(names, values, strict=True)) for values in product(*choices))
        yield from sorted((v for v in found if told(e, v)), key=lambda v: sum(v[name] != now.get(name, 0) for name in names))


def told(e: n.Expr, values: Mapping[str, int]) -> int:
    """The value of a condition, given those of its names."""
    match e:
        case n.Name() if e.name in values:
            return values[e.name]
        case n.Number():
            return e.value
        case n.Flag():
            return int(e.value)
        case n.Not():
            return int(not told(e.what, values))
        case n.And():
            return int(bool(told(e.left, values)) and bool(told(e.right, values)))
        case n.Or():
            return int(bool(told(e.left, values)) or bool(told(e.right, values)))
        case n.Compare():
            return int(COMPARE[e.operator](told(e.left, values), told(e.right, values)))
    raise CannotTell(e)
