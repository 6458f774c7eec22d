"""Data of scenarios (`bayeux`, `{treasure: 5}`, `red.crew`, `+5`) → things, numbers and flags of a game.

Both `given` and `then` are read with these; what names nothing is reported where it stands.
"""
from __future__ import annotations

from typing import Any

from lawspeaker.interpreter.looking import Looker
from lawspeaker.interpreter.model.model import Kind
from lawspeaker.interpreter.model.types import FlagType, ListType, NumberType, TextType, ThingType, Type
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.syntax.data import Datum, DEntry, DList, DMap, DScalar
from lawspeaker.interpreter.text.diagnostic import Diagnostic, Label, RulesetError, Sink
from lawspeaker.interpreter.text.source import Span
from lawspeaker.interpreter.text.spell import did_you_mean


class Unreadable(Exception):
    """A datum that names nothing; what is wrong has been reported."""


def is_none(d: Datum) -> bool:
    return isinstance(d, DScalar) and not d.quoted and d.raw in ("none", "null", "~", "")


def relocated(e: RulesetError, text: str, span: Span) -> list[Diagnostic]:
    """Diagnostics of an expression, at the place where it stands in the file."""
    shift = span.begin + span.text.find(text) if text in span.text else None
    out = []
    for d in e.diagnostics:
        labels = []
        for label in d.labels:
            s = label.span
            if s.source.text == text:
                s = Span(span.source, shift + s.begin, shift + s.end) if shift is not None else span
            labels.append(Label(s, label.text))
        out.append(Diagnostic(d.code, d.severity, d.title, tuple(labels), d.text, d.hint))
    return out


# ---- things --------------------------------------------------------------------------------------------------------
def things(lk: Looker, d: Datum, kinds: tuple[Kind, ...], owner: int | None, sink: Sink) -> list[int]:
    """All things of these kinds that a datum can mean: one for an id, any number for facts."""
    if isinstance(d, DMap):
        return with_facts(lk, d, kinds, sink)
    if not isinstance(d, DScalar) or not d.raw:
        sink.error("scenario/thing-wanted", d.span, f"The id of a {named(kinds)} must stand here", hint="Write an id, or facts: `{treasure: 5}`.")
        raise Unreadable
    found = [t for t in by_id(lk, d.raw) if of_kinds(lk, t, kinds)]
    if len(found) > 1 and owner is not None:
        found = [t for t in found if lk.layout.things[t].owner == owner] or found
    if not found:
        known = [lk.texts.thing_id(t.number) for t in lk.layout.things if of_kinds(lk, t.number, kinds)]
        sink.error("scenario/unknown-thing", d.span, f'There is no {named(kinds)} "{d.raw}"',
                   hint=did_you_mean(d.raw, known) or f"Known are {', '.join(known[:12])}.")
        raise Unreadable
    return found


def by_id(lk: Looker, text: str) -> list[int]:
    if text in lk.layout.seats:
        return [lk.layout.seats.index(text)]
    seat, dot, rest = text.partition(".")
    if dot and seat in lk.layout.seats:
        mine = lk.layout.seats.index(seat)
        return [t for t in lk.layout.by_id.get(rest, []) if lk.layout.things[t].owner == mine]
    return lk.layout.by_id.get(text, [])


def named(kinds: tuple[Kind, ...]) -> str:
    return " or ".join(k.name for k in kinds) or "thing"


def of_kinds(lk: Looker, t: int, kinds: tuple[Kind, ...]) -> bool:
    if t < lk.layout.players:
        return any(k.name == "Player" for k in kinds)
    return any(lk.layout.things[t].kind.is_a(k) for k in kinds)


def with_facts(lk: Looker, d: DMap, kinds: tuple[Kind, ...], sink: Sink) -> list[int]:
    found = [t.number for t in lk.layout.things if of_kinds(lk, t.number, kinds)]
    for e in d.entries:
        check_fact(lk, e, kinds, sink)
        found = [t for t in found if has_fact(lk, t, e, sink)]
    return found


def check_fact(lk: Looker, e: DEntry, kinds: tuple[Kind, ...], sink: Sink) -> None:
    below = {id(x): x for k in kinds for x in lk.builder.model.kinds.values() if x.is_a(k)}
    known = {f for k in below.values() for a in k.ancestors() for f in a.facts}
    if any(a.copies_per_player for k in below.values() for a in k.ancestors()):
        known.add("owner")
    if e.key not in known:
        sink.error("scenario/unknown-fact", e.key_span, f'A {named(kinds)} has no fact "{e.key}"',
                   hint=did_you_mean(e.key, known) or (f"Facts are {', '.join(sorted(known))}." if known else "It has none."))
        raise Unreadable


def has_fact(lk: Looker, t: int, e: DEntry, sink: Sink) -> bool:
    thing = lk.layout.things[t]
    if e.key == "owner":
        return thing.owner is not None and isinstance(e.value, DScalar) and lk.layout.seats[thing.owner] == e.value.raw
    fact = thing.kind.find("facts", e.key)
    if fact is None:
        return False
    has = lk.builder.tables[lk.builder.made[("fact", id(fact))]].values[t]
    return bool(has == value_of(lk, e.value, fact.type, sink))


# ---- values --------------------------------------------------------------------------------------------------------
def value_of(lk: Looker, d: Datum, t: Type, sink: Sink) -> Any:
    """A datum as a bare value of a type."""
    match t:
        case NumberType() if isinstance(d, DScalar) and isinstance(d.value, int) and not isinstance(d.value, bool):
            return d.value
        case FlagType() if isinstance(d, DScalar) and isinstance(d.value, bool):
            return int(d.value)
        case TextType() if isinstance(d, DScalar):
            return d.raw
        case ThingType() if is_none(d):
            return ir.NONE
        case ThingType():
            found = things(lk, d, t.kinds, None, sink)
            if len(found) != 1:
                sink.error("scenario/which", d.span, "This can be several things" if found else "There is no such thing",
                           hint=f"Write one of {', '.join(lk.texts.thing_id(x) for x in found[:8])}." if found else "")
                raise Unreadable
            return found[0]
        case ListType():
            items = d.items if isinstance(d, DList) else () if is_none(d) else (d,)
            out = [value_of(lk, i, t.item, sink) for i in items]
            return tuple(sorted(set(out))) if t.is_set else tuple(out)
    wanted = {NumberType: "A number", FlagType: "true or false"}.get(type(t), f"A {t}")
    sink.error("scenario/wrong-value", d.span, f"{wanted} must stand here, this is {shown(d)}", hint="Write a value of that type.")
    raise Unreadable


def shown(d: Datum) -> str:
    """A datum in one line, as it may be written."""
    match d:
        case DScalar():
            return d.raw or "nothing"
        case DList():
            return f"[{', '.join(shown(i) for i in d.items)}]"
        case DMap():
            return "{" + ", ".join(f"{e.key}: {shown(e.value)}" for e in d.entries) + "}"
