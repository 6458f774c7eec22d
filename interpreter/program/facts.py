"""Data and what cards say of themselves → facts as tables.

Facts are given their types here, since only now everything that a datum can name has a number.
"""
from __future__ import annotations

from typing import Any

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.types import (
    FLAG,
    NUMBER,
    WRONG,
    BillType,
    FlagType,
    ListType,
    NumberType,
    TableType,
    TextType,
    ThingType,
    Type,
    WrongType,
)
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.building import Builder, Scope, V
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.syntax.data import Datum, DList, DMap, DScalar
from lawspeaker.interpreter.text.diagnostic import Label
from lawspeaker.interpreter.text.spell import nearest


def make_tables(b: Builder) -> None:
    lay = b.layout
    players = range(lay.players)
    b.made["players_from"] = b.table("players from", tuple(tuple((p + i) % lay.players for i in players) for p in players))
    b.made["others_of"] = b.table("others of", tuple(tuple((p + i) % lay.players for i in players if i) for p in players))
    b.made["owner"] = b.table("owner", tuple(t.owner if t.owner is not None else ir.NONE for t in lay.things))
    for f in b.model.table_facts.values():
        if isinstance(f.type, WrongType) and f.value is not None:
            f.type = guess(b, f.value)
        b.made[("table", f.name)] = typed(b, f.type, f.value, f) if f.value is not None else zero(f.type)
    for k in b.model.kinds.values():
        for f in k.facts.values():
            b.made[("fact", id(f))] = b.table(f"{k.name}.{f.name}", fact_values(b, k, f))
    for g in b.model.graphs.values():
        low, high = lay.range(g.kind)
        rows: list[Any] = [None] * low
        for t in lay.things[low:high]:
            rows.append(tuple(sorted(x for i in g.links.get(t.id, []) for x in lay.by_id.get(i, []) if low <= x < high)))
        b.made[("graph", g.name)] = b.table(g.name, tuple(rows))


def fact_values(b: Builder, k: m.Kind, f: m.Fact) -> tuple[Any, ...]:
    low, high = b.layout.range(k)
    out: list[Any] = [None] * low
    for t in b.layout.things[low:high]:
        d = t.datum.facts.get(f.name) if t.datum is not None else None
        if isinstance(d, n.Node):
            out.append(said_in_law(b, f, d))
        elif d is not None:
            out.append(typed(b, f.type, d, f))
        elif f.default is not None:
            out.append(said_in_law(b, f, f.default))
        elif isinstance(f.type, ThingType) and f.type.optional:
            out.append(ir.NONE)
        else:
            if t.datum is not None:
                b.sink.error("data/missing-fact", t.datum.span, f'The {t.kind.name} "{t.id}" has no "{(f.data[0].names[0] if f.data else f.name)}"',
                             hint="Write it into the datum, or give the fact a value with `= …`.", more=(Label(f.span, "declared here"),))
            out.append(zero(f.type))
    return tuple(out)


def said_in_law(b: Builder, f: m.Fact, e: Any) -> Any:
    """A fact that stands in law: in that of a card, or behind the declaration, for things that do not say it."""
    from lawspeaker.interpreter.model.types import fits
    from lawspeaker.interpreter.program.expressions import value
    if isinstance(f.type, ThingType) and isinstance(e, n.Name) and unknown_thing(b, f.type, e):
        return zero(f.type)
    v = value(b, Scope(you=ir.Const(0)), e)
    if isinstance(f.type, TableType) and (table := numbers_for_each(b, f.type, v)) is not None:
        return table
    if not fits(v.type, f.type):
        b.sink.error("type/wrong-value", e.span, f'"{f.name}" is a {f.type}, this is a {v.type}', hint=f"Give a {f.type}.",
                     more=(Label(f.span, "declared here"),))
        return zero(f.type)
    if isinstance(f.type, NumberType) and isinstance(v.ir, ir.Const) and not f.type.low <= v.ir.value <= f.type.high:
        b.sink.error("type/out-of-range", e.span, f'"{f.name}" goes from {f.type.low} to {f.type.high}', hint="Use a number in its range.")
    if isinstance(f.type, BillType) and isinstance(v.type, BillType) and isinstance(v.ir, ir.Const):
        from lawspeaker.interpreter.program.bills import as_bill_of
        known = as_bill_of(b, v, f.type.kind)
        return known.value if isinstance(known, ir.Const) else ()
    return constant(b, e, f"the fact {f.name}")


def numbers_for_each(b: Builder, t: TableType, v: V) -> tuple[int, ...] | None:
    """`{scroll: 3}`, written like a bill, as a number for each thing of a kind."""
    low, high = b.layout.range(t.kind)
    if isinstance(v.ir, ir.Const) and v.ir.value == ():
        return (0,) * (high - low)
    if not (isinstance(v.type, BillType) and v.type.kind is not None and v.type.kind.is_a(t.kind) and isinstance(v.ir, ir.Const)) or any(v.ir.value[0][:3]):
        return None
    first = b.layout.range(v.type.kind)[0]
    counts = {first + i: n for i, n in enumerate(v.ir.value[0][3])}
    return tuple(counts.get(x, 0) for x in range(low, high))


def unknown_thing(b: Builder, t: ThingType, e: n.Name) -> bool:
    """Whether a name that nothing has stands for a thing of a kind."""
    from lawspeaker.interpreter.program.names import candidates
    if e.name == "none" or e.name in candidates(b, Scope(you=ir.Const(0))):
        return False
    ids = [x.id for k in t.kinds for x in b.layout.things[slice(*b.layout.range(k))]]
    near = nearest(e.name, ids)
    kind = " or ".join(k.name for k in t.kinds)
    b.sink.error("name/unknown", e.span, f'There is no {kind} "{e.name}"',
                 hint=f'Did you mean "{near}"?' if near else f"There are {', '.join(ids[:8])}{', …' if len(ids) > 8 else ''}.")
    return True


def zero(t: Type) -> Any:
    if isinstance(t, (ListType, TableType, BillType)):
        return ()
    return ir.NONE if isinstance(t, ThingType) else 0


def constant(b: Builder, e: n.Expr, what: str) -> Any:
    from lawspeaker.interpreter.program.expressions import value
    v = value(b, Scope(you=ir.Const(0)), e)
    if isinstance(v.ir, ir.Const):
        return v.ir.value
    b.sink.error("type/not-constant", e.span, f"{what[0].upper()}{what[1:]} must be known before the game begins",
                 hint="Use numbers, facts of the table and settings only.")
    return 0


YES_OR_NO = {"yes": "true", "on": "true", "no": "false", "off": "false"}      # flags in other kinds of YAML


def guess(b: Builder, d: Datum) -> Type:
    """The type of a datum without a declaration: a thing if some thing has this id."""
    if isinstance(d, DScalar) and isinstance(d.value, str):
        things = b.layout.by_id.get(d.value, [])
        kinds = {id(b.layout.things[t].kind): b.layout.things[t].kind for t in things}
        if len(kinds) == 1:
            return ThingType((next(iter(kinds.values())),))
        if len(kinds) > 1:
            b.sink.error("data/two-meanings", d.span, f'"{d.value}" is a thing of several kinds',
                         hint="Declare the fact with its kind in `table`.")
            return WRONG
        if d.value == "none":
            return FLAG
        near = nearest(d.value, b.layout.by_id)
        if d.value.lower() in YES_OR_NO and not d.quoted:
            b.sink.error("data/wrong-value", d.span, f'"{d.value}" is a text here', hint=f"Write {YES_OR_NO[d.value.lower()]}.")
            return WRONG
        b.sink.error("data/unknown-thing", d.span, f'I do not know the thing "{d.value}"',
                     hint=f'Did you mean "{near}"?' if near else "A text is no value of a fact; name a thing.")
        return WRONG
    if isinstance(d, DMap):
        if [e.key for e in d.entries] == [str(i + 1) for i in range(len(d.entries))]:
            return ListType(NumberType())
        b.sink.error("data/unknown-shape", d.span, "I do not know how to read this fact", hint="Declare it with `fact … from` in `table`.")
        return WRONG
    if isinstance(d, DList) and d.items:
        return ListType(guess(b, d.items[0]) if not (isinstance(d.items[0], DScalar) and isinstance(d.items[0].value, int)) else NumberType())
    return FLAG


def typed(b: Builder, t: Type, d: Datum, f: m.Fact) -> Any:
    """A datum as a value of the type; what does not fit is reported at its place."""
    match t:
        case NumberType():
            if isinstance(d, DScalar) and isinstance(d.value, int) and not isinstance(d.value, bool):
                if not t.low <= d.value <= t.high:
                    b.sink.error("data/out-of-range", d.span, f'"{f.name}" goes from {t.low} to {t.high}, this is {d.value}',
                                 hint="Mend the datum or the fact's range.", more=(Label(f.span, "declared here"),))
                return min(max(d.value, t.low), t.high)
            return wrong(b, d, f, "a whole number")
        case FlagType():
            if isinstance(d, DScalar) and isinstance(d.value, bool):
                return int(d.value)
            return wrong(b, d, f, "true or false")
        case ThingType():
            return typed_thing(b, t, d, f)
        case ListType():
            return typed_list(b, t, d, f)
        case TableType():
            low, high = b.layout.range(t.kind)
            if not isinstance(d, DMap):
                return wrong(b, d, f, f"a map of {t.kind.name} ids to numbers")
            ids = {x.id: x.number for x in b.layout.things[low:high]}
            out = [0] * (high - low)
            for e in d.entries:
                if e.key not in ids:
                    near = nearest(e.key, ids)
                    b.sink.error("data/unknown-thing", e.key_span, f'There is no {t.kind.name} "{e.key}"', hint=f'Did you mean "{near}"?' if near else "")
                else:
                    out[ids[e.key] - low] = typed(b, NUMBER, e.value, f)
            return tuple(out)
        case TextType():
            return d.raw if isinstance(d, DScalar) else wrong(b, d, f, "a text")
        case BillType():
            from lawspeaker.interpreter.program.bills import bill_of_data
            return bill_of_data(b, t, d, f)
    return 0


def typed_thing(b: Builder, t: ThingType, d: Datum, f: m.Fact) -> int:
    if isinstance(d, DScalar) and t.optional and d.value in ("none", None):
        return ir.NONE
    if not isinstance(d, DScalar) or not isinstance(d.value, str):
        return wrong(b, d, f, f"the id of a {t}")
    for number in b.layout.by_id.get(d.value, []):
        if any(b.layout.things[number].kind.is_a(k) for k in t.kinds):
            return number
    known = [x.id for k in t.kinds for x in b.layout.things[slice(*b.layout.range(k))]]
    near = nearest(d.value, known)
    b.sink.error("data/unknown-thing", d.span, f'There is no {t.kinds[0].name} "{d.value}"',
                 hint=f'Did you mean "{near}"?' if near else f"Known are {', '.join(known[:12])}.")
    return ir.NONE


def typed_list(b: Builder, t: ListType, d: Datum, f: m.Fact) -> tuple[Any, ...]:
    if isinstance(d, DMap):
        if [e.key for e in d.entries] != [str(i + 1) for i in range(len(d.entries))]:
            bad = next(e for i, e in enumerate(d.entries) if e.key != str(i + 1))
            b.sink.error("data/unknown-key", bad.key_span, f'A list written as a map has the keys 1, 2, 3 …, here is "{bad.key}"',
                         hint="Number the entries from 1, without gaps.")
            return ()
        items: tuple[Datum, ...] = tuple(e.value for e in d.entries)
    elif isinstance(d, DList):
        items = d.items
    else:
        return (wrong(b, d, f, "a list"),)
    out = [typed(b, t.item, i, f) for i in items]
    if t.is_set:
        for i, x in zip(items, out):
            if out.count(x) > 1 and x != ir.NONE:
                b.sink.error("data/thing-twice", i.span, "This stands twice in a set", hint="Remove one.")
                break
        return tuple(sorted(set(out)))
    return tuple(out)


def wrong(b: Builder, d: Datum, f: m.Fact, wanted: str) -> int:
    got = f'"{d.raw}"' if isinstance(d, DScalar) else "a list" if isinstance(d, DList) else "a map"
    b.sink.error("data/wrong-value", d.span, f'"{f.name}" is {wanted}, this is {got}', hint=f"Write {wanted}.",
                 more=(Label(f.span, "declared here"),))
    return 0
