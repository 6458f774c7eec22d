"""Names and fields in expressions → values and collections: blocks, what is bare for `you`, the table, values, things.

The order of look-up is LANGUAGE §12; a name that means nothing is reported with the nearest that does.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias, Union

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.types import (
    HIGH,
    LOW,
    NUMBER,
    BillType,
    ListType,
    NumberType,
    TableType,
    ThingType,
    WrongType,
)
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.building import Builder, Local, Scope, V
from lawspeaker.interpreter.program.circles import circle_of, goes_round, lasts
from lawspeaker.interpreter.program.collections import Collection, ListSet, PlaceSet, SumSet
from lawspeaker.interpreter.program.ir import Expr
from lawspeaker.interpreter.program.schema import ACTIVE, FIRST, ORDER
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.source import Span
from lawspeaker.interpreter.text.spell import nearest


@dataclass(frozen=True, slots=True)
class PhaseRef:
    phase: m.Phase


@dataclass(frozen=True, slots=True)
class MoveRef:
    """A move or a form, where a verb speaks of one (`do explore`, `possible(hire)`)."""

    name: str


@dataclass(frozen=True, slots=True)
class StateRef:
    """A state whose indices are not all given yet."""

    state: m.State
    instance: ir.Expr
    given: int


@dataclass(frozen=True, slots=True)
class BoxRef:
    pass


Meaning: TypeAlias = Union[V, Collection, PhaseRef, MoveRef, StateRef, BoxRef]


def player_type(b: Builder, optional: bool = False) -> ThingType:
    return ThingType((b.model.player,), optional)


# ---- states and places ---------------------------------------------------------------------------------------
def state_value(b: Builder, s: m.State, owner: ir.Expr | None) -> Meaning:
    cells = b.layout.state_of[id(s)]
    s.read = True
    b.read(s)
    given: list[ir.Expr] = [] if owner is None else [owner]
    if len(given) < len(cells.dimensions):
        return StateRef(s, fold.instance(cells.dimensions[:1], given) if given else fold.ZERO, len(given))
    index = fold.instance(cells.dimensions, given) if given else None
    return V(fold.load(cells.base, index), s.type, cell=(s, cells.base, index))


def place_value(b: Builder, p: m.Place, owner: ir.Expr | None) -> PlaceSet:
    table = b.layout.place_of[id(p)]
    p.read = True
    b.read(p)
    t = ThingType(p.kinds)
    given: list[ir.Expr] = [] if owner is None else [owner]
    instance = fold.instance(table.dimensions[:len(given)], given) if given else fold.ZERO
    return PlaceSet(table, instance, t, None, len(table.dimensions) - len(given))


def whole(b: Builder, s: PlaceSet) -> Collection:
    """A place without its index is all of its instances together."""
    if not s.missing:
        return s
    dims = s.table.dimensions[len(s.table.dimensions) - s.missing:]
    count = 1
    for _, c in dims:
        count *= c
    base = fold.op("mul", s.instance, ir.Const(count))
    return SumSet(tuple(PlaceSet(s.table, fold.op("add", base, ir.Const(i)), s.type, s.kind) for i in range(count)))


def phase_state(b: Builder, p: m.Phase, name: str, span: Span) -> Meaning | None:
    cells = b.made.get(("phase", p.name, name))
    if cells is None:
        return None
    p.used = True
    s = p.states.get(name)
    if s is not None:
        s.read = True
        b.read(s)
        t = s.type
    else:
        t = next(q.type for q in p.parameters if q.name == name and q.type is not None)
    going_on = b.made.get("inside", ())
    whole = lasts(p, name)
    if not whole and circle_of(p.name) in going_on and p.name not in going_on:
        b.sink.error("phase/state-of-a-playing", span, f'"{name}" begins anew with each playing of {p.name}, and here none is going on',
                     hint=f"Write the line `state {name}: …` above `again …` or `each player …`: then it lives through the whole circle."
                     if goes_round(p) else "Ask for something that is there before the phase begins, like its parameters.")
    load: ir.Expr = ir.Load(cells.base)
    if p.name not in going_on and not (whole and circle_of(p.name) in going_on):
        cell = b.made[("depth", p.name)] if whole else b.made.get(("playing", p.name), b.made[("depth", p.name)])
        load = ir.Active(load, cell.base, b.span(span))
    return V(load, t, cell=(s, cells.base, None) if s is not None else None)


# ---- facts ---------------------------------------------------------------------------------------------------
def fact_of(b: Builder, facts: list[m.Fact], thing: ir.Expr) -> V:
    for f in facts:
        f.used = True
    first = facts[0]
    table = b.made[("fact", id(first))] if len(set(map(id, facts))) == 1 else merged_table(b, facts)
    values = b.tables[table].values
    if isinstance(thing, ir.Const) and 0 <= thing.value < len(values):
        return V(ir.Const(values[thing.value]), first.type)
    return V(ir.Fact(table, thing), first.type)


def merged_table(b: Builder, facts: list[m.Fact]) -> int:
    parts = [b.tables[b.made[("fact", id(f))]].values for f in facts]
    size = max(map(len, parts))
    out: list[Any] = [None] * size
    for p in parts:
        for i, v in enumerate(p):
            if v is not None:
                out[i] = v
    return b.table(facts[0].name, tuple(out))


# ---- names ---------------------------------------------------------------------------------------------------
def name_value(b: Builder, scope: Scope, e: n.Name) -> Meaning:
    found = find_name(b, scope, e.name, e.span)
    if found is not None:
        return found
    known = candidates(b, scope)
    near = nearest(e.name, known)
    b.sink.error("name/unknown", e.span, f'I do not know the name "{e.name}"',
                 hint=f'Did you mean "{near}"?' if near else "Declare it, or look at `lawspeaker explain RULESET names` for what is known.")
    return b.wrong()


def candidates(b: Builder, scope: Scope) -> set[str]:
    out = scope.all_names() | set(b.model.values) | set(b.model.table_states) | set(b.model.table_places)
    out |= set(b.model.table_facts) | set(b.model.player.states) | set(b.model.player.places) | set(b.model.settings)
    out |= {t for t in b.layout.by_id} | set(b.model.phases) | {"players", "others", "active", "first_player", "you", "box"}
    return out


def find_name(b: Builder, scope: Scope, name: str, span: Span) -> Meaning | None:
    local = scope.find(name)
    if isinstance(local, Local):
        local.uses += 1
        return local.value
    if local is not None:
        return local  # type: ignore[no-any-return]
    if scope.inside is not None:
        kind, thing = scope.inside
        if name == kind.word:
            return V(thing, ThingType((kind,)))
        if name == "owner" and kind.copies_per_player:
            return owner_of(b, thing)
        f = kind.find("facts", name)
        if f is not None:
            return fact_of(b, [f], thing)
        s = kind.find("states", name)
        if s is not None:
            return state_value(b, s, thing)
    player = b.model.player
    if name in player.states:
        return state_value(b, player.states[name], scope.you)
    if name in player.places:
        return place_value(b, player.places[name], scope.you)
    return table_name(b, scope, name, span)


def table_name(b: Builder, scope: Scope, name: str, span: Span) -> Meaning | None:
    model = b.model
    match name:
        case "players":
            b.read_cell(ORDER)
            return ListSet(ir.Fact(b.made["players_from"], ir.Load(ACTIVE)), player_type(b), True)
        case "others":
            return ListSet(ir.Fact(b.made["others_of"], scope.you), player_type(b), True)
        case "active":
            b.read_cell(ACTIVE)
            return V(ir.Load(ACTIVE), player_type(b))
        case "first_player":
            return V(ir.Load(FIRST), player_type(b))
        case "box":
            return BoxRef()
    if name in model.table_states:
        return state_value(b, model.table_states[name], None)
    if name in model.table_places:
        return place_value(b, model.table_places[name], None)
    if name in model.table_facts:
        f = model.table_facts[name]
        f.used = True
        return V(ir.Const(b.made[("table", name)]), f.type)
    if name in model.values and not model.values[name].native:
        return value_call(b, model.values[name], scope.you, [], span)
    if name in model.settings:
        model.settings[name].used = True
        return V(ir.Const(b.settings[name]), model.settings[name].type)
    if scope.seats and name in b.layout.seats:
        return V(ir.Const(b.layout.seats.index(name)), player_type(b))
    things = b.layout.by_id.get(name, [])
    if len(things) == 1:
        t = b.layout.things[things[0]]
        t.kind.used = True
        return V(ir.Const(t.number), ThingType((t.kind,)))
    if len(things) > 1:
        kinds = sorted({b.layout.things[t].kind.name for t in things})
        own = [t for t in things if b.layout.things[t].owner is not None]
        if len(own) == len(things) and len(kinds) == 1:
            kind = b.layout.things[things[0]].kind
            first = things[0]
            if things == list(range(first, first + len(things))):
                return V(fold.op("add", ir.Const(first), scope.you), ThingType((kind,)))
        b.sink.error("name/two-meanings", span, f'"{name}" is the name of several things: of the kinds {" and ".join(kinds)}',
                     hint=f"Write it with its kind: `{kinds[0]}.{name}`.")
        return b.wrong()
    if name in model.phases:
        return PhaseRef(model.phases[name])
    if name in model.moves or name in model.forms:
        if name in model.moves:
            model.moves[name].named = True
        else:
            model.forms[name].used = True
        return MoveRef(name)
    return None


def value_call(b: Builder, v: m.Value, you: ir.Expr, arguments: list[V | Collection], span: Span) -> Meaning:
    from lawspeaker.interpreter.program.values import call_value
    return call_value(b, v, you, arguments, span)


# ---- fields --------------------------------------------------------------------------------------------------
def field_value(b: Builder, scope: Scope, e: n.FieldOf) -> Meaning:
    from lawspeaker.interpreter.program.expressions import meaning
    if isinstance(e.target, n.AllOf):
        return thing_of_kind(b, e)
    target = meaning(b, scope, e.target)
    if isinstance(target, PhaseRef):
        found = phase_state(b, target.phase, e.name, e.span)
        if found is None:
            names = [s.name for s in target.phase.states.values()] + [p.name for p in target.phase.parameters]
            unknown(b, e, f'The phase "{target.phase.name}" has no state "{e.name}"', names)
            return b.wrong()
        return found
    if isinstance(target, PlaceSet) and e.name == "room" and not target.missing:
        room = b.made["room"](b, target)
        if room is None:
            b.sink.error("place/no-limit", e.name_span, f'"{target.table.name}" has no limit, so it has no room left',
                         hint="Write `up to N` where the place is declared.")
            return b.wrong()
        return V(room, NUMBER)
    if e.name[0].isupper():
        return kind_filter(b, e, target)
    if not isinstance(target, V):
        b.sink.error("type/thing-wanted", e.target.span, f"This is a set of things, and only one thing can have a \"{e.name}\"",
                     hint="Use `first of …`, or `(x in … where …)`.")
        return b.wrong()
    return thing_field(b, scope, e, target)


def kind_filter(b: Builder, e: n.FieldOf, target: Meaning) -> Meaning:
    kind = b.model.kinds.get(e.name)
    if kind is None:
        near = nearest(e.name, b.model.kinds)
        b.sink.error("name/unknown-kind", e.name_span, f'I do not know the kind "{e.name}"',
                     hint=f'Did you mean "{near}"?' if near else "Declare it with `kind`.")
        return b.wrong()
    kind.used = True
    if isinstance(target, PlaceSet):
        if not target.type.meets(kind):
            b.sink.error("type/never-there", e.name_span, f'No {kind.name} can lie in "{target.table.name}"',
                         hint=f"What lies there is {target.type}.")
        return PlaceSet(target.table, target.instance, target.type, kind, target.missing)
    if isinstance(target, V) and isinstance(target.type, WrongType):
        return target
    b.sink.error("type/place-wanted", e.target.span, f'Only a place can be asked for its things of the kind "{kind.name}"',
                 hint="Write a place before the dot.")
    return b.wrong()


def thing_of_kind(b: Builder, e: n.FieldOf) -> Meaning:
    assert isinstance(e.target, n.AllOf)
    kind = b.model.kinds.get(e.target.kind)
    if kind is None:
        near = nearest(e.target.kind, b.model.kinds)
        b.sink.error("name/unknown-kind", e.target.span, f'I do not know the kind "{e.target.kind}"',
                     hint=f'Did you mean "{near}"?' if near else "Declare it with `kind`.")
        return b.wrong()
    kind.used = True
    low, high = b.layout.range(kind)
    for t in b.layout.by_id.get(e.name, []):
        if low <= t < high:
            return V(ir.Const(t), ThingType((b.layout.things[t].kind,)))
    unknown(b, e, f'There is no {kind.name} "{e.name}"', [b.layout.things[i].id for i in range(low, high)])
    return b.wrong()


def unknown(b: Builder, e: n.FieldOf | n.CallOf, title: str, known: list[str]) -> None:
    near = nearest(e.name, known)
    b.sink.error("name/unknown-field", e.name_span, title,
                 hint=f'Did you mean "{near}"?' if near else "Known: " + ", ".join(sorted(known)[:20]) + "." if known else "")


def thing_field(b: Builder, scope: Scope, e: n.FieldOf, target: V) -> Meaning:
    t = target.type
    if isinstance(t, WrongType) or (isinstance(t, ThingType) and not t.kinds and b.sink.failed):
        return b.wrong()
    if not isinstance(t, ThingType) or not t.kinds:
        b.sink.error("type/thing-wanted", e.target.span, f'A {t} has no "{e.name}"', hint="Only things have facts and states.")
        return b.wrong()
    thing = target.ir
    if t.optional:
        if not t.trusted:
            b.sink.error("type/none-untested", e.target.span, f'This may be none, and none has no "{e.name}"',
                         hint=f"Test it first: `if {e.target.span.text} is {t.kinds[0].name} as x`, then write `x.{e.name}`.")
        thing = fold.need(thing, b.span(e.target.span))
    found = owner_field(b, e, t, thing)
    if found is not None:
        return found
    for what in ("facts", "states", "places"):
        decls = [k.find(what, e.name) for k in t.kinds]
        if all(d is not None for d in decls):
            if what == "facts":
                return fact_of(b, decls, thing)
            if what == "states":
                return state_value(b, decls[0], thing)
            return place_value(b, decls[0], thing)
    if t.within(b.model.player) and e.name in b.model.values and not b.model.values[e.name].parameters:
        return value_call(b, b.model.values[e.name], thing, [], e.span)
    below = [k.name for k in b.model.kinds.values()
             if any(k.is_a(x) for x in t.kinds) and any(k.find(w, e.name) for w in ("facts", "states", "places"))]
    if below:
        b.sink.error("type/not-every", e.name_span, f'Not every {t.kinds[0].name} has a "{e.name}", only a {" or ".join(below)}',
                     hint=f"Test it first: `… is {below[0]} as x`, then write `x.{e.name}`.")
        return b.wrong()
    known = [x for k in t.kinds for a in k.ancestors() for x in (*a.facts, *a.states, *a.places)]
    unknown(b, e, f'A {t.kinds[0].name} has no "{e.name}"', known)
    return b.wrong()


def owner_field(b: Builder, e: n.FieldOf, t: ThingType, thing: ir.Expr) -> V | None:
    if e.name != "owner" or not all(any(a.copies_per_player for a in k.ancestors()) for k in t.kinds):
        return None
    return owner_of(b, thing)


def owner_of(b: Builder, thing: ir.Expr) -> V:
    if isinstance(thing, ir.Const):
        return V(ir.Const(b.layout.things[thing.value].owner), player_type(b))
    return V(ir.Fact(b.made["owner"], thing), player_type(b))


# ---- indices ---------------------------------------------------------------------------------------------------
def index_value(b: Builder, scope: Scope, e: n.At) -> Meaning:
    from lawspeaker.interpreter.program.expressions import meaning, value
    target = meaning(b, scope, e.target)
    index = value(b, scope, e.index)
    if isinstance(index.type, WrongType):
        return b.wrong()
    if isinstance(target, StateRef):
        cells = b.layout.state_of[id(target.state)]
        low, count = cells.dimensions[target.given]
        check_index(b, e.index, index, target.state.index, low, count)
        at = inside_index(b, e.index, index, low, count)
        instance = fold.op("add", fold.op("mul", target.instance, ir.Const(count)), fold.op("sub", at, ir.Const(low)))
        return V(fold.load(cells.base, instance), target.state.type, cell=(target.state, cells.base, instance))
    if isinstance(target, PlaceSet) and target.missing:
        low, count = target.table.dimensions[-target.missing]
        assert target.table.decl is not None
        check_index(b, e.index, index, target.table.decl.index, low, count)
        at = inside_index(b, e.index, index, low, count)
        instance = fold.op("add", fold.op("mul", target.instance, ir.Const(count)), fold.op("sub", at, ir.Const(low)))
        return PlaceSet(target.table, instance, target.type, target.kind, target.missing - 1)
    if isinstance(target, PlaceSet):
        return place_entry(b, e, target, index)
    if isinstance(target, V) and isinstance(target.type, TableType):
        low, _ = b.layout.range(target.type.kind)
        entry = fold.op("sub", trusted_thing(b, e.index, index), ir.Const(low))
        return V(ir.Item(target.ir, fold.op("add", entry, ir.Const(1)), b.span(e.span)), NUMBER)
    if isinstance(target, V) and isinstance(target.type, BillType):
        from lawspeaker.interpreter.program.bills import entry_of
        return entry_of(b, e, target, index)
    if isinstance(target, V) and isinstance(target.type, ListType):
        if not isinstance(index.type, NumberType):
            b.sink.error("type/number-wanted", e.index.span, f"A position is a number, this is a {index.type}", hint="Count from 1.")
        return V(ir.Item(target.ir, index.ir, b.span(e.span)), target.type.item)
    if isinstance(target, V) and isinstance(target.type, WrongType):
        return target
    b.sink.error("type/no-index", e.span, "This has no entries to pick by an index", hint="Lists, rows and indexed places have.")
    return b.wrong()


def check_index(b: Builder, at: n.Expr, index: V, wanted: n.Type | None, low: int, count: int) -> None:
    ok = isinstance(index.type, NumberType) if not isinstance(wanted, n.NamedType) else (
        isinstance(index.type, ThingType) and all(
            low <= b.layout.range(k)[0] and b.layout.range(k)[1] <= low + count for k in index.type.kinds))
    if not ok:
        text = wanted.name if isinstance(wanted, n.NamedType) else f"number from {low} to {low + count - 1}"
        b.sink.error("type/wrong-index", at.span, f"The index here is a {text}, this is a {index.type}", hint=f"Use a {text}.")
    elif isinstance(index.type, ThingType) and index.type.optional and not index.type.trusted:
        b.sink.error("type/none-untested", at.span, "This may be none, and nothing is kept for none",
                     hint="Test it first with `is … as`.")
    elif isinstance(index.ir, ir.Const) and not low <= index.ir.value < low + count:
        if not isinstance(index.type, ThingType):
            b.sink.error("type/wrong-index", at.span, f"The index here goes from {low} to {low + count - 1}", hint="Use one of these.")
        elif not b.sink.failed:                   # else what should stand here was not understood
            b.sink.error("type/wrong-index", at.span, "Nothing is kept for this here",
                         hint=f"Use one of {', '.join(t.id for t in b.layout.things[low:low + count][:8])}{', …' if count > 8 else ''}.")


def trusted_thing(b: Builder, at: n.Expr, index: V) -> Expr:
    """The index; a thing where none is only trusted away is looked at in play."""
    t = index.type
    return fold.need(index.ir, b.span(at.span)) if isinstance(t, ThingType) and t.optional else index.ir


def inside_index(b: Builder, at: n.Expr, index: V, low: int, count: int) -> Expr:
    """The index, which surely is one: cells beside those of the state or place are never reached.  In play a fault guards what is not known."""
    if isinstance(index.type, ThingType):
        return trusted_thing(b, at, index)
    between = sure_range(b, index)
    if between is not None and low <= between[0] and between[1] < low + count:
        return index.ir
    return ir.Within(index.ir, low, low + count, "outside-index", b.span(at.span))


def sure_range(b: Builder, v: V) -> tuple[int, int] | None:
    """Between which numbers a value surely lies: what is computed, or a state, which keeps to its limits."""
    if isinstance(v.type, NumberType) and v.cell is not None and v.cell[0] is not None and isinstance(v.ir, ir.Load) \
            and isinstance(v.cell[0].type, NumberType) and v.cell[0].type.low > LOW and v.cell[0].type.high < HIGH:
        return v.cell[0].type.low, v.cell[0].type.high
    return b.effects.interval(v.ir)


def place_entry(b: Builder, e: n.At, target: PlaceSet, index: V) -> Meaning:
    from lawspeaker.interpreter.program.collections import number_of, walk
    if isinstance(index.type, NumberType):
        if target.table.decl is not None and target.table.decl.word not in ("row", "pile"):
            b.sink.error("place/no-order", e.span, f'"{target.table.name}" has no order, so it has no position',
                         hint="Declare it as a `row` or a `pile`.")
        w = walk(b, target, pieces=True)
        return V(ir.Item(w.list, index.ir, b.span(e.span)), w.item)
    if isinstance(index.type, ThingType) and all(k.counted for k in index.type.kinds):
        from lawspeaker.interpreter.program.collections import ThoseSet
        reg = b.register("x")
        return V(number_of(b, ThoseSet(target, reg, fold.op("eq", ir.Reg(reg), index.ir))), NUMBER) \
            if target.table.how != 3 else V(count_cell(b, target, index), NUMBER)
    b.sink.error("type/wrong-index", e.index.span, f"A place is asked by a position or a sort, this is a {index.type}",
                 hint="Use a number or a counted thing.")
    return b.wrong()


def count_cell(b: Builder, s: PlaceSet, sort: V) -> ir.Expr:
    """How many pieces of a sort lie in a place of counted pieces: none of what can never lie there."""
    from lawspeaker.interpreter.program.collections import place_span, surely_of
    _, length, low = place_span(b, s)
    inside = fold.between(sort.ir, low, low + length)
    at = fold.op("add", fold.op("mul", s.instance, ir.Const(s.table.stride)), fold.op("sub", sort.ir, ir.Const(s.table.low)))
    there = fold.load(s.table.base, at)
    return there if surely_of(b, sort.type, low, low + length) else fold.select(inside, there, fold.ZERO)
