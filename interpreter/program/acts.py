"""The native verbs of core.law → instructions: states are set, pieces move, dice roll.

Each function gets the code, the scope and the pieces of the sentence by the names of the holes, and returns the step's result
as an expression when it is wanted.  It notes in `wrote` which declarations the step may change.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.types import (
    HIGH,
    LOW,
    FlagType,
    ListType,
    NumberType,
    ThingType,
    WrongType,
    fits,
)
from lawspeaker.interpreter.program import collections as c
from lawspeaker.interpreter.program import fold, ir, measured
from lawspeaker.interpreter.program.building import Builder, Local, Scope, V
from lawspeaker.interpreter.program.cards import being_played, move_played
from lawspeaker.interpreter.program.code import Code
from lawspeaker.interpreter.program.collections import PlaceSet
from lawspeaker.interpreter.program.expressions import collection, meaning, number, text, value
from lawspeaker.interpreter.program.names import BoxRef, whole
from lawspeaker.interpreter.program.values import as_declared
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.source import Span

Holes: TypeAlias = dict[str, n.Expr]
Wrote: TypeAlias = set[int]
ActFunction: TypeAlias = Callable[[Code, Scope, Holes, Span, Wrote, bool], "ir.Expr | None"]


# ---- places ------------------------------------------------------------------------------------------------
def room(code_or_builder: object, s: PlaceSet) -> ir.Expr | None:
    """How much more fits into a place; None without a limit."""
    b = code_or_builder if isinstance(code_or_builder, Builder) else code_or_builder.b  # type: ignore[attr-defined]
    limit = capacity(b, s)
    if limit is None:
        return None
    everything = PlaceSet(s.table, s.instance, s.type, None, s.missing)
    return fold.op("sub", limit, c.number_of(b, everything))


def capacity(b: object, s: PlaceSet) -> ir.Expr | None:
    assert isinstance(b, Builder)
    decl = s.table.decl
    if decl is None or decl.capacity is None:
        return None
    return number(b, owner_scope(b, s), decl.capacity)


def owner_scope(b: Builder, s: PlaceSet) -> Scope:
    """What the lines of a place's declaration can name: what its owner has."""
    decl = s.table.decl
    if decl is None or not isinstance(decl.owner, m.Kind):
        return Scope(you=ir.Load(4))
    own = s.instance
    for _, count in s.table.dimensions[1:]:
        own = fold.op("div", own, ir.Const(count)) if count != 1 else own
    if decl.owner is b.model.player:
        return Scope(you=own)
    low = s.table.dimensions[0][0]
    return Scope(you=ir.Load(4), inside=(decl.owner, fold.op("add", own, ir.Const(low))))


def room_or_none(code: Code, s: PlaceSet | BoxRef) -> ir.Expr:
    if isinstance(s, BoxRef):
        return ir.Const(-1)
    free = room(code.b, s)
    if free is None:
        return ir.Const(-1)
    # a limit that can sink may lie below what is there already: then nothing fits, and -1 would be no limit at all
    return free if isinstance(capacity(code.b, s), ir.Const) else fold.op("max", free, fold.ZERO)


def target_place(code: Code, scope: Scope, e: n.Expr, wrote: Wrote) -> tuple[ir.Expr, PlaceSet | BoxRef] | None:
    """The number of a place that a sentence names, and what it is."""
    s = meaning(code.b, scope, e)
    if isinstance(s, BoxRef):
        return ir.Const(code.b.layout.box), s
    if isinstance(s, PlaceSet) and not s.missing and s.kind is None:
        wrote.add(id(s.table.decl))
        return s.number, s
    if isinstance(s, V) and isinstance(s.type, WrongType):
        return None
    if isinstance(s, PlaceSet) and s.missing:
        code.b.sink.error("place/no-index", e.span, f'Which "{s.table.name}"?', hint="Write its index in brackets.")
    else:
        code.b.sink.error("type/place-wanted", e.span, "A place must stand here", hint="Name an area, pile, row or bag.")
    return None


def check_kinds(code: Code, e: n.Expr, t: ThingType, where: PlaceSet | BoxRef) -> None:
    if isinstance(where, BoxRef) or not t.kinds:
        return
    if not any(where.type.meets(k) for k in t.kinds):
        code.b.sink.error("type/never-there", e.span, f'No {t} can lie in "{where.table.name}"', hint=f"What lies there is {where.type}.")


def all_places_of(code: Code, t: ThingType, wrote: Wrote) -> None:
    """A piece that moves may have lain in any place for its kind."""
    for table in code.b.layout.places:
        if table.decl is not None and any(k.is_a(x) or x.is_a(k) for k in t.kinds for x in table.decl.kinds):
            wrote.add(id(table.decl))


def discard_places(code: Code, t: ThingType, wrote: Wrote) -> None:
    wrote |= {id(d) for k in t.kinds for d in code.b.made.get(("discards", k.name), ())}


# ---- moving --------------------------------------------------------------------------------------------------
def move(code: Code, scope: Scope, holes: Holes, span: Span, wrote: Wrote, want: bool, bottom: bool = False) -> ir.Expr | None:
    what = meaning(code.b, scope, holes["what"])
    there = target_place(code, scope, holes["there"], wrote)
    if there is None:
        return None
    to, place = there
    return send(code, scope, holes["what"], what, to, place, wrote, want, bottom)


def move_to_bottom(code: Code, scope: Scope, holes: Holes, span: Span, wrote: Wrote, want: bool) -> ir.Expr | None:
    return move(code, scope, holes, span, wrote, want, True)


def send(code: Code, scope: Scope, e: n.Expr, what: object, to: ir.Expr, place: PlaceSet | BoxRef, wrote: Wrote, want: bool,
         bottom: bool) -> ir.Expr | None:
    b = code.b
    free = room_or_none(code, place)
    low = ir.Const(int(bottom))
    if isinstance(what, PlaceSet):
        sources = whole(b, what)
        parts = sources.items if isinstance(sources, c.SumSet) else (sources,)
        reg = b.register("moved") if want else None
        for s in parts:
            assert isinstance(s, PlaceSet)
            wrote.add(id(s.table.decl))
            check_kinds(code, e, ThingType((s.kind,)) if s.kind else s.type, place)
            lo, hi = b.layout.range(s.kind) if s.kind else (0, 1 << 30)
            code.emit(ir.Act("move_all", (s.number, ir.Const(lo), ir.Const(hi), to, free, low), reg, b.span(e.span)))
        return ir.Reg(reg) if reg else None
    if isinstance(what, V) and isinstance(what.type, ThingType):
        return send_one(code, scope, e, what, to, place, free, low, wrote, want)
    col = c.as_collection(what)
    if col is not None:
        t = c.item_type(col)
        if isinstance(t, ThingType) and not any(k.counted for k in t.kinds):
            check_kinds(code, e, t, place)
            all_places_of(code, t, wrote)
            lst, _ = c.list_of(b, col)
            reg = b.register("moved") if want else None
            code.emit(ir.Act("move_list", (lst, to, free, low), reg, b.span(e.span)))
            return ir.Reg(reg) if reg else None
        if isinstance(t, ThingType):
            check_kinds(code, e, t, place)
            picked = counted_list(code, e, col, t, wrote, "move 1 {} from … to …")
            if picked is None:
                return None
            reg = b.register("moved") if want else None
            code.emit(ir.Act("move_from", (*picked, to, free, low), reg, b.span(e.span)))
            return ir.Reg(reg) if reg else None
    if not (isinstance(what, V) and isinstance(what.type, WrongType)):
        b.sink.error("type/piece-wanted", e.span, "Pieces must stand here", hint="Name a piece, a place or a set of pieces.")
    return None


def send_one(code: Code, scope: Scope, e: n.Expr, v: V, to: ir.Expr, place: PlaceSet | BoxRef, free: ir.Expr, low: ir.Expr, wrote: Wrote,
             want: bool) -> ir.Expr | None:
    b = code.b
    assert isinstance(v.type, ThingType)
    check_kinds(code, e, v.type, place)
    thing = v.ir
    if v.type.optional:
        if not v.type.trusted:
            b.sink.error("type/none-untested", e.span, "This may be none, and none cannot be moved", hint="Test it with `is … as x`.")
        thing = fold.need(thing, b.span(e.span))
    counted = any(k.counted for k in v.type.kinds)
    source = v.source if counted else None
    if source is None:
        if counted:
            b.sink.error("piece/from-where", e.span, f"From where? Pieces of {v.type} are only counted",
                         hint=f"Write `move 1 {v.type.kinds[0].name} from … to …`.")
            return None
        source = ir.Const(-1)
    else:
        note_source(code, source, wrote)
    playing = being_played(scope, e)
    if playing is not None or any(not k.counted for k in v.type.kinds):             # a card being played may lie anywhere
        all_places_of(code, v.type, wrote)
    if playing is not None:
        return move_played(code, playing, to, lambda lies, reg: ir.Act("move_thing", (thing, lies, to, free, low), reg, b.span(e.span)))
    reg = b.register("moved") if want else None
    code.emit(ir.Act("move_thing", (thing, source, to, free, low), reg, b.span(e.span)))
    if isinstance(e, n.Name) and counted and isinstance(local := scope.find(e.name), Local):
        scope.names[e.name] = Local(V(v.ir, v.type, to), local.span, 1)      # the name follows the piece
    return ir.Reg(reg) if reg else None


def counted_list(code: Code, e: n.Expr, col: c.Collection, t: ThingType, wrote: Wrote, instead: str) -> tuple[ir.Expr, ir.Expr] | None:
    """A set of pieces that are only counted, and the place where they lie."""
    w = c.walk(code.b, col, pieces=True)
    source = c.one_source(w)
    if source is None:
        code.b.sink.error("piece/from-where", e.span, f"From where? Pieces of {t} are only counted",
                          hint=f"Write `{instead.format(t.kinds[0].name)}`.")
        return None
    note_source(code, source, wrote)
    return c.as_list(code.b, w), source


def note_source(code: Code, source: ir.Expr, wrote: Wrote) -> None:
    """All places whose number the source expression can be."""
    def visit(e: object) -> None:
        if isinstance(e, ir.Const) and isinstance(e.value, int) and e.value >= 0:
            table, _ = code.b.layout.place(e.value)
            wrote.add(id(table.decl))
        elif isinstance(e, ir.Op) and e.op == "add":
            for side in (e.left, e.right):
                if isinstance(side, ir.Const):
                    visit(side)
                    return
            visit(e.left)
        elif isinstance(e, ir.Select):
            visit(e.yes)
            visit(e.no)
    visit(source)


def move_some(code: Code, scope: Scope, holes: Holes, span: Span, wrote: Wrote, want: bool) -> ir.Expr | None:
    there = target_place(code, scope, holes["there"], wrote)
    here = target_place(code, scope, holes["here"], wrote)
    amount = number(code.b, scope, holes["n"])
    sort = sort_range(code, scope, holes["sort"], here[1] if here else None)
    if there is None or here is None or sort is None:
        return None
    reg = code.b.register("moved") if want else None
    moved = measured.by_place(code, holes["n"], here[1] if isinstance(here[1], PlaceSet) else there[1])
    code.emit(ir.Act("transfer", (amount, *sort, here[0], there[0], room_or_none(code, there[1])), reg, code.b.span(span)))
    moved()
    return ir.Reg(reg) if reg else None


def sort_range(code: Code, scope: Scope, e: n.Expr, here: PlaceSet | BoxRef | None) -> tuple[ir.Expr, ir.Expr] | None:
    """The first sort and the one after the last that a sentence asks for: a kind, or one sort."""
    if isinstance(e, n.AllOf):
        col = collection(code.b, scope, e)
        if not isinstance(col, c.KindSet):
            return None
        if isinstance(here, PlaceSet):
            check_kinds(code, e, ThingType((col.kind,)), here)
        lo, hi = code.b.layout.range(col.kind)
        return ir.Const(lo), ir.Const(hi)
    v = value(code.b, scope, e)
    if isinstance(v.type, WrongType):
        return None
    if not isinstance(v.type, ThingType):
        code.b.sink.error("type/sort-wanted", e.span, f"A kind or a sort of pieces must stand here, this is a {v.type}",
                          hint="Write a Kind, or one of its things.")
        return None
    if isinstance(here, PlaceSet):
        check_kinds(code, e, v.type, here)
    return v.ir, fold.op("add", v.ir, ir.Const(1))


def discard(code: Code, scope: Scope, holes: Holes, span: Span, wrote: Wrote, want: bool) -> ir.Expr | None:
    b, e = code.b, holes["what"]
    what = meaning(b, scope, e)
    reg = b.register("moved") if want else None
    if isinstance(what, PlaceSet):
        sources = whole(b, what)
        for s in sources.items if isinstance(sources, c.SumSet) else (sources,):
            assert isinstance(s, PlaceSet)
            wrote.add(id(s.table.decl))
            discard_places(code, ThingType((s.kind,)) if s.kind else s.type, wrote)
            lo, hi = b.layout.range(s.kind) if s.kind else (0, 1 << 30)
            code.emit(ir.Act("discard_all", (s.number, ir.Const(lo), ir.Const(hi)), reg, b.span(span)))
        return ir.Reg(reg) if reg else None
    if isinstance(what, V) and isinstance(what.type, ThingType):
        thing = fold.need(what.ir, b.span(e.span)) if what.type.optional else what.ir
        counted = any(k.counted for k in what.type.kinds)
        source = what.source if what.source is not None and counted else ir.Const(-1)
        if what.source is None and counted:
            b.sink.error("piece/from-where", e.span, f"From where? Pieces of {what.type} are only counted",
                         hint=f"Write `discard 1 {what.type.kinds[0].name} from …`.")
            return None
        note_source(code, source, wrote)
        all_places_of(code, what.type, wrote)
        discard_places(code, what.type, wrote)
        playing = being_played(scope, e)
        if playing is not None:
            return move_played(code, playing, ir.Fact(b.table("discards", b.made["discard table"]), thing),
                               lambda lies, reg: ir.Act("discard_thing", (thing, lies), reg, b.span(span)))
        code.emit(ir.Act("discard_thing", (thing, source), reg, b.span(span)))
        return ir.Reg(reg) if reg else None
    col = c.as_collection(what)
    if col is not None and isinstance(t := c.item_type(col), ThingType):
        discard_places(code, t, wrote)
        if any(k.counted for k in t.kinds):
            picked = counted_list(code, e, col, t, wrote, "discard 1 {} from …")
            if picked is None:
                return None
            code.emit(ir.Act("discard_from", picked, reg, b.span(span)))
            return ir.Reg(reg) if reg else None
        lst, _ = c.list_of(b, col)
        all_places_of(code, t, wrote)
        code.emit(ir.Act("discard_list", (lst,), reg, b.span(span)))
        return ir.Reg(reg) if reg else None
    if not (isinstance(what, V) and isinstance(what.type, WrongType)):
        b.sink.error("type/piece-wanted", e.span, "Pieces must stand here", hint="Name a piece, a place or a set of pieces.")
    return None


def discard_some(code: Code, scope: Scope, holes: Holes, span: Span, wrote: Wrote, want: bool) -> ir.Expr | None:
    here = target_place(code, scope, holes["here"], wrote)
    amount = number(code.b, scope, holes["n"])
    sort = sort_range(code, scope, holes["sort"], here[1] if here else None)
    if here is None or sort is None:
        return None
    if isinstance(here[1], PlaceSet):
        discard_places(code, here[1].type, wrote)
    reg = code.b.register("moved") if want else None
    moved = measured.by_place(code, holes["n"], here[1])
    code.emit(ir.Act("discard_some", (amount, *sort, here[0]), reg, code.b.span(span)))
    moved()
    return ir.Reg(reg) if reg else None


# ---- states ----------------------------------------------------------------------------------------------------
def cell_of(code: Code, scope: Scope, e: n.Expr, wrote: Wrote) -> V | None:
    v = meaning(code.b, scope, e)
    if isinstance(v, V) and v.cell is not None:
        s = v.cell[0]
        s.written = True
        wrote.add(id(s))
        return v
    if isinstance(v, PlaceSet):
        code.b.sink.error("type/state-wanted", e.span, "Only a state can be changed, this is a place",
                          hint=f"Pieces move: write `move … to {e.span.text}`.")
    elif not (isinstance(v, V) and isinstance(v.type, WrongType)):
        code.b.sink.error("type/state-wanted", e.span, "Only a state can be changed, this is none",
                          hint="Declare it with `state`, or change what it is computed from.")
    return None


def limits(code: Code, s: m.State) -> tuple[int, ir.Expr | None]:
    """The lowest and the highest number of a state; None: the cap of all numbers."""
    t = s.node.type
    if isinstance(t, n.RangeType):
        if isinstance(t.high, int):
            return t.low, ir.Const(t.high)
        if t.high == "many":
            return t.low, None
        scope = Scope(you=ir.Load(4))
        return t.low, number(code.b, scope, n.Name(t.span, t.high))
    return LOW, None


def set_state(code: Code, scope: Scope, holes: Holes, span: Span, wrote: Wrote, want: bool) -> ir.Expr | None:
    what = cell_of(code, scope, holes["what"], wrote)
    new = value(code.b, scope, holes["value"])
    if what is None or what.cell is None or isinstance(new.type, WrongType):
        return None
    state, base, index = what.cell
    if not fits(new.type, state.type) or (isinstance(new.type, ThingType) and isinstance(state.type, ThingType) and not all(
            any(k.is_a(s) or s.is_a(k) for s in state.type.kinds) for k in new.type.kinds)):
        code.b.sink.error("type/wrong-value", holes["value"].span, f'"{state.name}" is a {state.type}, this is a {new.type}',
                          hint="Test it first with `is … as x`." if isinstance(new.type, ThingType) and new.type.optional else
                          f"Give a {state.type}.")
        return None
    new_ir = as_declared(code.b, new, state.type, holes["value"]) if isinstance(state.type, ThingType) else new.ir
    low: int | None = None
    high: ir.Expr | None = None
    if isinstance(state.type, NumberType):
        low, high = limits(code, state)
        high = high or ir.Const(HIGH)
        if isinstance(new_ir, ir.Const) and isinstance(high, ir.Const):
            if low <= high.value and not low <= new_ir.value <= high.value:
                code.b.sink.error("type/out-of-range", holes["value"].span, f'"{state.name}" goes from {low} to {high.value}',
                                  hint="Use a number in this range, or widen it.")
            low, high = None, None
    result: ir.Expr | None = None
    if want:
        whole = fold.select(new_ir, ir.Const(1), fold.ZERO) if isinstance(state.type, FlagType) and not isinstance(new_ir, ir.Const) else new_ir
        reg = code.set(fold.op("ne", what.ir, whole), "changed")
        result = fold.select(reg, ir.Const(ir.FULLY), ir.Const(ir.NOT))
    if isinstance(state.type, ListType):
        keep_length(code, state, fold.length(new_ir), span)
    flag = isinstance(state.type, FlagType)
    code.emit(ir.Store(base, index, new_ir, flag, low, high, code.b.span(span)))
    return result


def add(code: Code, scope: Scope, holes: Holes, span: Span, wrote: Wrote, want: bool) -> ir.Expr | None:
    return change(code, scope, holes, span, wrote, want, 1)


def take(code: Code, scope: Scope, holes: Holes, span: Span, wrote: Wrote, want: bool) -> ir.Expr | None:
    return change(code, scope, holes, span, wrote, want, -1)


def change(code: Code, scope: Scope, holes: Holes, span: Span, wrote: Wrote, want: bool, sign: int) -> ir.Expr | None:
    what = cell_of(code, scope, holes["what"], wrote)
    amount = value(code.b, scope, holes["n"])
    if what is None or what.cell is None:
        return None
    state, base, index = what.cell
    if not isinstance(state.type, NumberType):
        code.b.sink.error("type/number-wanted", holes["what"].span, f'"{state.name}" is a {state.type}, only numbers go up and down',
                          hint="Use `set … to …`.")
        return None
    by = number(code.b, scope, holes["n"])
    if not (isinstance(amount.type, NumberType) and amount.type.low >= 0) and not isinstance(by, ir.Const):
        by = fold.op("max", by, fold.ZERO)
    low, high = limits(code, state)
    if want and not isinstance(by, (ir.Const, ir.Reg)):
        by = code.set(by, "by")
    old: ir.Expr = code.set(what.ir, "old") if want else what.ir
    new = fold.op("add" if sign > 0 else "sub", old, by)
    endless = high is None if sign > 0 else low <= LOW       # only the numbers end there, not the state: never in silence
    if not endless:
        new = fold.op("min", new, high or ir.Const(HIGH)) if sign > 0 else fold.op("max", new, ir.Const(low))
    if want:
        new = code.set(new, "new")
    code.emit(ir.Store(base, index, new, False, LOW if endless else None, ir.Const(HIGH) if endless else None, code.b.span(span)))
    if not want:
        return None
    if (measure := measured.register(code, holes["n"])) is not None:
        measured.note(code, measure, fold.op("sub", new, old) if sign > 0 else fold.op("sub", old, new))
    done = fold.op("eq", fold.op("sub", new, old) if sign > 0 else fold.op("sub", old, new), by)
    return fold.select(fold.op("eq", new, old), ir.Const(ir.NOT), fold.select(done, ir.Const(ir.FULLY), ir.Const(ir.PARTLY)))


# ---- lists, log --------------------------------------------------------------------------------------------
def keep_length(code: Code, state: m.State, length: ir.Expr, span: Span) -> None:
    """A list state never gets longer than it is declared: that is a rule fault, like a number outside its range."""
    if state.capacity is None:
        return
    most = number(code.b, Scope(you=ir.Load(4)), state.capacity)
    if isinstance(length, ir.Const) and isinstance(most, ir.Const) and length.value <= most.value:
        return
    code.emit(ir.If(fold.op("gt", length, most), (ir.Fault("out-of-range", code.b.span(span)),)))


def say(code: Code, scope: Scope, holes: Holes, span: Span, wrote: Wrote, want: bool) -> ir.Expr | None:
    what = holes["what"]
    if not isinstance(what, n.Text):
        code.b.sink.error("type/text-wanted", what.span, "A text must stand here", hint='Write `say "…"`.')
        return None
    t = text(code.b, scope, what)
    assert t is not None
    parts = tuple(p.value for p in t.parts if isinstance(p, ir.Say))
    code.b.made.setdefault("says", []).append(t)
    code.emit(ir.Event("say", (ir.Const(len(code.b.made["says"]) - 1), *parts)))
    return None


NATIVE: dict[str, ActFunction] = {
    "set {what} to {value}": set_state,
    "add {n} to {what}": add,
    "take {n} from {what}": take,
    "move {what} to {there}": move,
    "move {what} to bottom of {there}": move_to_bottom,
    "move {n} {sort} from {here} to {there}": move_some,
    "discard {what}": discard,
    "discard {n} {sort} from {here}": discard_some,
    "say {what}": say,
}
UNCOUNTED = {"say {what}", "now {what}"}
