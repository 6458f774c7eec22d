"""What only the alphabet would decide: two expansions that do not know each other set one value, or replace one verb.

And rules that shall each run before the other.  Expansions are woven by name where nothing else is said, which is no reason to win.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeVar

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.sentences import match_sentence
from lawspeaker.interpreter.model.walk import walk
from lawspeaker.interpreter.model.weave import Part
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.diagnostic import Label, Sink
from lawspeaker.interpreter.text.source import Source, Span

T = TypeVar("T", n.Change, n.Reaction)
OWN_ORDER = ("add", "multiply", "or", "and")      # changes of one of these sorts come to the same in any order


def check(model: m.Model, parts: Sequence[Part], sink: Sink) -> None:
    order = Order(parts)
    for name, sites in changes(model).items():
        for a, b in order.undecided(sites):
            how = disagreement(a, b)
            if how:
                report(order, name, a.span, b.span, how, sink)
    for words, replacements in of_verbs(model).items():
        for x, y in order.undecided(replacements):
            if not (goes_on(x) and goes_on(y)):
                report(order, words, x.span, y.span, "do something instead of", sink)
    circles(model, sink)


class Order:
    """Which expansion a place of the law belongs to, and whether of two one says that it comes later."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.after = {p.name: p.after for p in parts}
        self.owner: dict[int, str] = {id(f.span.source): p.name for p in parts for f in p.files}

    def of(self, source: Source) -> str | None:
        return self.owner.get(id(source))

    def undecided(self, found: list[T]) -> Iterator[tuple[T, T]]:
        for a, b in combinations(found, 2):
            first, second = self.of(a.span.source), self.of(b.span.source)
            if first is None or second is None or first == second or first in self.after[second] or second in self.after[first]:
                continue
            yield a, b


def report(order: Order, what: str, a: Span, b: Span, how: str, sink: Sink) -> None:
    first, second = order.of(a.source), order.of(b.source)
    sink.error("weave/no-order", b, f'"{first}" and "{second}" both {how} {what}, and nothing says which comes later',
               more=(Label(a, f'"{first}" does it here'),),
               hint=f"Write `loads after {first}` into the expansion {second}, or the other way round.")


# ---- changes of values -----------------------------------------------------------------------------------------
def changes(model: m.Model) -> dict[str, list[n.Change]]:
    """The changes of each value, wherever they stand."""
    out: dict[str, list[n.Change]] = {}
    for s in model.sites:
        if isinstance(s.change, n.Change) and isinstance(s.change.target, (n.Name, n.Call)):
            out.setdefault(s.change.target.name, []).append(s.change)
    return out


def disagreement(a: n.Change, b: n.Change) -> str:
    """What two changes do of which the order matters; empty: it does not.  What sets comes before what counts on, so these agree."""
    one, other = sort_of(a.value), sort_of(b.value)
    if "set" in (one, other):
        return "set" if one == other and a.value.span.text != b.value.span.text else ""
    return "" if one == other and one in OWN_ORDER else "change"


def sort_of(e: n.Expr) -> str:
    """How a change makes the new value of `it`."""
    if not speaks_of_it(e):
        return "set"
    sort = {n.Or: "or", n.And: "and"}.get(type(e), "")
    if isinstance(e, n.Arithmetic):
        sort = {"+": "add", "-": "add", "*": "multiply"}.get(e.operator, "")
    if not isinstance(e, (n.Arithmetic, n.Or, n.And)) or not sort:
        return "another way"
    mine, other = (e.left, e.right) if speaks_of_it(e.left) else (e.right, e.left)
    turned = isinstance(e, n.Arithmetic) and e.operator == "-" and mine is e.right
    return sort if (is_it(mine) or sort_of(mine) == sort) and not speaks_of_it(other) and not turned else "another way"


def is_it(e: n.Expr) -> bool:
    return isinstance(e, n.Name) and e.name == "it"


def speaks_of_it(e: n.Expr) -> bool:
    return any(isinstance(x, n.Name) and x.name == "it" for x in walk(e))


# ---- replacements of verbs ---------------------------------------------------------------------------------------
def of_verbs(model: m.Model) -> dict[str, list[n.Reaction]]:
    """What is done instead of each verb, by rules and by cards in play."""
    out: dict[str, list[n.Reaction]] = {}
    found = [r for rule in model.rules.values() for r in rule.events]
    found += [x for move in model.moves.values() for x in move.entry.members if isinstance(x, n.Reaction)]
    for r in found:
        if r.word == "instead" and r.sentence is not None:
            matches = match_sentence(r.sentence.verb, r.sentence.verb_span, r.sentence.pieces, model.verbs)
            if matches:
                out.setdefault(f"`{matches[0].verb.words}`", []).append(r)
    return out


def goes_on(r: n.Reaction) -> bool:
    """Whether a replacement leads on to the next one: `do usual`."""
    return any(isinstance(x, n.Sentence) and x.verb == "do" and [getattr(p, "name", getattr(p, "word", "")) for p in x.pieces] == ["usual"]
               for x in walk(r.block))


# ---- rules before each other --------------------------------------------------------------------------------------
def circles(model: m.Model, sink: Sink) -> None:
    """Rules each of which precedes the next, and the last the first: each circle is told once, at its first rule."""
    told: set[frozenset[str]] = set()
    for start in model.rules.values():
        found = circle_from(model, start)
        if found is None or frozenset(x for x, _ in found) in told:
            continue
        told.add(frozenset(x for x, _ in found))
        names = [x for x, _ in found]
        round_trip = ", ".join(f"{x} precedes {y}" for x, y in zip(names, (*names[1:], names[0]), strict=True))
        sink.error("rule/precedes-circle", found[0][1], f"Each of these rules shall run before the other: {round_trip}"
                   if len(found) > 1 else f'The rule "{names[0]}" precedes itself',
                   more=tuple(Label(span, f'"{name}" says so here') for name, span in found[1:]), hint="Take out one of these lines.")


def circle_from(model: m.Model, start: m.Rule) -> list[tuple[str, Span]] | None:
    """The shortest way from a rule back to itself: each rule with the line that leads on."""
    ways: list[list[tuple[str, Span]]] = [[(start.name, span)] for _, span in start.precedes]
    ends = [name for name, _ in start.precedes]
    seen: set[str] = set()
    while ways:
        way, name = ways.pop(0), ends.pop(0)
        if name == start.name:
            return way
        rule = model.rules.get(name)
        if rule is None or name in seen:
            continue
        seen.add(name)
        for following, span in rule.precedes:
            ways.append([*way, (name, span)])
            ends.append(following)
    return None
