"""Sets as law writes them: places, kinds, sums, filters, ranges; walked over without being built where that can be avoided.

Counted pieces are walked sort by sort or piece by piece, as the reader asks.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, Union

from lawspeaker.interpreter.model.model import Kind
from lawspeaker.interpreter.model.types import ListType, NoneType, NumberType, ThingType, Type, WrongType
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.building import Builder, V
from lawspeaker.interpreter.program.ir import Expr
from lawspeaker.interpreter.program.schema import COUNTS, PlaceTable
from lawspeaker.interpreter.syntax import nodes as n

Filter: TypeAlias = Callable[[ir.Expr], ir.Expr]


@dataclass(frozen=True, slots=True)
class PlaceSet:
    """What lies in one instance of a place, perhaps only of one kind.  `missing` dimensions are not chosen yet."""

    table: PlaceTable
    instance: ir.Expr
    type: ThingType
    kind: Kind | None = None
    missing: int = 0

    @property
    def number(self) -> ir.Expr:
        return fold.op("add", ir.Const(self.table.first), self.instance)


@dataclass(frozen=True, slots=True)
class KindSet:
    kind: Kind
    type: ThingType


@dataclass(frozen=True, slots=True)
class ListSet:
    """A list value: a fact, a state, neighbours, players.  `source`: the place of its pieces, where they are only counted."""

    ir: ir.Expr
    item: Type
    is_set: bool = False
    source: Expr | None = None


@dataclass(frozen=True, slots=True)
class RangeSet:
    low: ir.Expr
    high: ir.Expr
    type: NumberType


@dataclass(frozen=True, slots=True)
class ThoseSet:
    """`(x in S where C)`: the register of x and the condition that reads it."""

    source: Collection
    reg: str
    condition: ir.Expr


@dataclass(frozen=True, slots=True)
class SumSet:
    items: tuple[Collection, ...]


Collection: TypeAlias = Union[PlaceSet, KindSet, ListSet, RangeSet, ThoseSet, SumSet]
COLLECTIONS = (PlaceSet, KindSet, ListSet, RangeSet, ThoseSet, SumSet)


@dataclass(frozen=True, slots=True)
class Walk:
    """How to walk a collection: the list, a condition on its entries, their type, and for counted pieces where one was
    found (a place number, given the entry)."""

    list: ir.Expr
    keep: Filter | None
    item: Type
    source: Filter | None


def holds_one(c: PlaceSet) -> bool:
    """Whether at most one piece lies in the place."""
    decl = c.table.decl
    return c.table.how != COUNTS and decl is not None and isinstance(decl.capacity, n.Number) and decl.capacity.value == 1


def owned_by(b: Builder, c: ThoseSet) -> tuple[PlaceSet, ir.Expr] | None:
    """`(c in place where c.owner = E)` where each player owns one sort: the place, and the sort of E."""
    s, cond = c.source, c.condition
    if not (isinstance(s, PlaceSet) and isinstance(cond, ir.Op) and cond.op == "eq" and cond.left == ir.Fact(b.made["owner"], ir.Reg(c.reg))):
        return None
    kinds = (s.kind,) if s.kind else s.type.kinds
    if len(kinds) != 1 or not kinds[0].counted:
        return None
    low, high = b.layout.range(kinds[0])
    between = b.effects.interval(cond.right)
    if high - low != b.layout.players or c.reg in registers(cond.right) or between is None or between[0] < 0 or between[1] >= b.layout.players:
        return None                               # (of nobody there is no sort)
    return s, fold.op("add", cond.right, ir.Const(low))


def registers(e: ir.Expr) -> set[str]:
    from lawspeaker.interpreter.program.liveness import reads
    return reads(e)


def place_span(b: Builder, s: PlaceSet) -> tuple[int, int, int]:
    """Of a counted place: offset and length of the cells of the kind asked for, and the number of its first sort."""
    low, length = s.table.low, s.table.stride
    if s.kind is None:
        return 0, length, low
    begin, end = b.layout.range(s.kind)
    begin, end = max(begin, low), min(end, low + length)
    return begin - low, max(0, end - begin), begin


def count_index(s: PlaceSet) -> ir.Expr:
    return fold.op("mul", s.instance, ir.Const(s.table.stride))


def item_type(c: Collection) -> Type:
    match c:
        case PlaceSet():
            return ThingType((c.kind,)) if c.kind else c.type
        case KindSet():
            return c.type
        case ListSet():
            return c.item
        case RangeSet():
            return c.type
        case ThoseSet():
            return item_type(c.source)
        case SumSet():
            return joined_types([item_type(i) for i in c.items])


def joined_types(types: list[Type]) -> Type:
    """The type of what is of one of these: kinds and ranges together; none where one may be none."""
    known = [t for t in types if not isinstance(t, WrongType)]
    things = [t for t in known if isinstance(t, ThingType)]
    if things:
        kinds = tuple(dict.fromkeys(k for t in things for k in t.kinds))
        maybe = [t for t in things if t.optional]
        doubtful = [t for t in known if isinstance(t, NoneType)]
        return ThingType(kinds, bool(maybe or doubtful), bool(maybe) and not doubtful and all(t.trusted for t in maybe))
    if known and all(isinstance(t, NumberType) for t in known):
        return NumberType(min(t.low for t in known), max(t.high for t in known))  # type: ignore[union-attr]
    if known and all(isinstance(t, ListType) for t in known):
        return ListType(joined_types([t.item for t in known]), all(t.is_set for t in known))  # type: ignore[union-attr]
    return known[0] if known else WrongType()


def is_list(c: Collection) -> bool:
    """Whether a collection keeps its own order, and what is in it twice: a list is no set, and what is joined to a list neither."""
    match c:
        case ListSet():
            return not c.is_set and not isinstance(c.item, WrongType)
        case ThoseSet():
            return is_list(c.source)
        case SumSet():
            return any(is_list(i) for i in c.items)
    return False


def is_union(c: SumSet) -> bool:
    """Whether a sum is one of sets that do not lie in places: then nothing is in it twice."""
    def bare(x: Collection) -> bool:
        return bare(x.source) if isinstance(x, ThoseSet) else not isinstance(x, PlaceSet) and not (isinstance(x, ListSet) and x.source is not None)
    t = item_type(c)
    counted = isinstance(t, ThingType) and any(k.counted for k in t.kinds)
    return not is_list(c) and all(bare(i) for i in c.items) and not counted


def walk(b: Builder, c: Collection, pieces: bool) -> Walk:
    """`pieces`: counted sorts as often as they lie there; else each sort once."""
    t = item_type(c)
    match c:
        case PlaceSet():
            number = c.number
            if c.table.how == COUNTS:
                offset, length, low = place_span(b, c)
                index = fold.op("add", count_index(c), ir.Const(offset))
                return Walk(ir.Sorts(c.table.base, index, length, low, pieces), None, t, lambda _: number)
            lst = fold.load(c.table.base, c.instance)
            keep: Filter | None = None
            if c.kind is not None and not all(k.is_a(c.kind) for k in c.type.kinds):
                low, high = b.layout.range(c.kind)
                keep = lambda x: fold.between(x, low, high)  # noqa: E731
            if not pieces and any(k.counted for k in c.type.kinds) and not holds_one(c):
                lst = ir.Native("distinct", (lst,))
            return Walk(lst, keep, t, lambda _: number)
        case KindSet():
            low, high = b.layout.range(c.kind)
            return Walk(ir.Const(tuple(range(low, high))), None, t, None)
        case ListSet():
            place = c.source
            lst = c.ir
            if not pieces and isinstance(t, ThingType) and any(k.counted for k in t.kinds):
                lst = ir.Native("distinct", (lst,))
            return Walk(lst, None, t, None if place is None else lambda _: place)
        case RangeSet():
            if isinstance(c.low, ir.Const) and isinstance(c.high, ir.Const):
                return Walk(ir.Const(tuple(range(c.low.value, c.high.value + 1))), None, t, None)
            return Walk(ir.Range(c.low, c.high), None, t, None)
        case ThoseSet():
            inner = walk(b, c.source, pieces)
            def both(x: ir.Expr) -> ir.Expr:
                first = inner.keep(x) if inner.keep else None
                return fold.both([first, substitute(c.condition, c.reg, x)])
            return Walk(inner.list, both, t, inner.source)
        case SumSet():
            walks = [walk(b, i, pieces) for i in c.items]
            lists = [as_list(b, w) for w in walks]
            merge = is_union(c) or (not pieces and not is_list(c) and all(w.source is None for w in walks))
            if all(isinstance(x, ir.Const) for x in lists):
                joined = [v for x in lists for v in x.value]  # type: ignore[union-attr]
                lst = ir.Const(tuple(sorted(set(joined)) if merge else joined))
            else:
                lst = ir.Join(tuple(lists), merge=merge)
            return Walk(lst, None, t, sum_source(b, c, walks))
    raise AssertionError(c)


def sum_source(b: Builder, c: SumSet, walks: list[Walk]) -> Filter | None:
    """Where a piece of a sum was found: decided by its kind."""
    if any(w.source is None for w in walks):
        return None

    def source(x: ir.Expr) -> ir.Expr:
        out: ir.Expr = ir.Const(ir.NONE)
        for item, w in reversed(list(zip(c.items, walks))):
            t = item_type(item)
            assert isinstance(t, ThingType) and w.source is not None
            here = fold.either([fold.between(x, *b.layout.range(k)) for k in t.kinds])
            out = w.source(x) if out == ir.Const(ir.NONE) else fold.select(here, w.source(x), out)
        return out
    return source


def choosable(w: Walk) -> Walk:
    """The walk without none: nothing can be chosen only by declining."""
    if not isinstance(w.item, ThingType) or not w.item.optional:
        return w

    def keep(x: ir.Expr) -> ir.Expr:
        return fold.both([fold.op("ne", x, ir.Const(ir.NONE)), w.keep(x) if w.keep is not None else None])
    if isinstance(w.list, ir.Const) and w.keep is None:
        return Walk(ir.Const(tuple(v for v in w.list.value if v != ir.NONE)), None, ThingType(w.item.kinds), w.source)
    return Walk(w.list, keep, ThingType(w.item.kinds), w.source)


def as_list(b: Builder, w: Walk) -> ir.Expr:
    if w.keep is None:
        return w.list
    reg = b.register("x")
    b.note_entry(reg, w.list, w.item)
    return ir.Each("collect", reg, w.list, w.keep(ir.Reg(reg)))


def substitute(e: ir.Expr, reg: str, by: ir.Expr) -> ir.Expr:
    """The expression with a register replaced.  Registers have unique names, so nothing is captured."""
    if by == ir.Reg(reg):
        return e
    return _substitute(e, reg, by)


def _substitute(e: object, reg: str, by: ir.Expr) -> ir.Expr:
    from dataclasses import fields, is_dataclass, replace
    if isinstance(e, ir.Reg):
        return by if e.name == reg else e
    if isinstance(e, ir.Const) or not is_dataclass(e):
        return e  # type: ignore[return-value]
    changes = {}
    for f in fields(e):
        v = getattr(e, f.name)
        new: object
        if isinstance(v, tuple):
            new = tuple(_substitute(x, reg, by) if is_dataclass(x) else x for x in v)
        elif is_dataclass(v):
            new = _substitute(v, reg, by)
        else:
            continue
        if new != v:
            changes[f.name] = new
    return replace(e, **changes) if changes else e  # type: ignore[type-var, return-value]


def number_of(b: Builder, c: Collection) -> ir.Expr:
    if isinstance(c, ListSet) and isinstance(c.ir, ir.Fact):
        for name, missing in (("players_from", 0), ("others_of", 1)):
            if c.ir.table == b.made[name]:        # known when the game begins
                return ir.Const(b.layout.players - missing)
    if isinstance(c, PlaceSet) and c.table.how == COUNTS:
        offset, length, _ = place_span(b, c)
        if length == 0:
            return fold.ZERO
        index = fold.op("add", count_index(c), ir.Const(offset))
        return fold.load(c.table.base, index) if length == 1 else ir.SumCells(c.table.base, index, length)
    if isinstance(c, SumSet) and not is_union(c):
        out: ir.Expr = fold.ZERO
        for i in c.items:
            out = fold.op("add", out, number_of(b, i))
        return out
    w = walk(b, c, pieces=True)
    if w.keep is None:
        return fold.length(w.list)
    reg = b.register("x")
    b.note_entry(reg, w.list, w.item)
    return ir.Each("count", reg, w.list, w.keep(ir.Reg(reg)))


def most_of(b: Builder, c: Collection) -> int:
    """The most things a set can have, if that is known; else the cap of all numbers."""
    match c:
        case KindSet():
            low, high = b.layout.range(c.kind)
            return high - low
        case ThoseSet():
            return most_of(b, c.source)
        case RangeSet() if isinstance(c.low, ir.Const) and isinstance(c.high, ir.Const):
            return max(0, int(c.high.value) - int(c.low.value) + 1)
        case ListSet() if isinstance(c.ir, ir.Const):
            return len(c.ir.value)
    return 9999


def some(b: Builder, c: Collection) -> ir.Expr:
    if isinstance(c, PlaceSet) and c.table.how == COUNTS:
        return fold.op("gt", number_of(b, c), fold.ZERO)
    if isinstance(c, SumSet):
        return fold.either([some(b, i) for i in c.items])
    if isinstance(c, ThoseSet) and (found := owned_by(b, c)) is not None:
        return contains(b, found[0], V(found[1], item_type(c)))
    w = walk(b, c, pieces=False) if not isinstance(c, PlaceSet) else walk(b, c, pieces=True)
    if w.keep is None:
        return fold.op("gt", fold.length(w.list), fold.ZERO)
    reg = b.register("x")
    b.note_entry(reg, w.list, w.item)
    return ir.Each("any", reg, w.list, w.keep(ir.Reg(reg)))


def contains(b: Builder, c: Collection, item: V) -> ir.Expr:
    match c:
        case KindSet():
            return fold.between(item.ir, *b.layout.range(c.kind))
        case PlaceSet() if c.table.how == COUNTS:
            offset, length, low = place_span(b, c)
            cell = fold.load(c.table.base, fold.op("add", count_index(c), fold.op("sub", item.ir, ir.Const(low - offset))))
            inside = fold.between(item.ir, low, low + length)
            here = fold.op("gt", cell, fold.ZERO)
            return here if surely_of(b, item.type, low, low + length) else fold.both([inside, here])
        case PlaceSet() if holds_one(c) and (c.kind is None or all(k.is_a(c.kind) for k in c.type.kinds)):
            return ir.Op("eq", fold.load(c.table.base, c.instance), ir.Tuple((item.ir,)))
        case PlaceSet() if told_apart(b, item):                   # each such piece knows where it lies
            t = item.type
            assert isinstance(t, ThingType)
            there = fold.op("ge", item.ir, fold.ZERO) if t.optional else fold.TRUE
            of_kind = fold.TRUE if c.kind is None or all(k.is_a(c.kind) for k in t.kinds) else fold.between(item.ir, *b.layout.range(c.kind))
            return fold.both([there, of_kind, fold.op("eq", fold.load(b.layout.where, item.ir), c.number)])
        case RangeSet():
            return fold.both([fold.op("ge", item.ir, c.low), fold.op("le", item.ir, c.high)])
        case SumSet():
            return fold.either([contains(b, i, item) for i in c.items])
        case ThoseSet():
            return fold.both([contains(b, c.source, item), substitute(c.condition, c.reg, item.ir)])
        case _:
            w = walk(b, c, pieces=True)
            here = fold.contains(w.list, item.ir)
            return here if w.keep is None else fold.both([here, w.keep(item.ir)])


def surely_of(b: Builder, t: Type, low: int, high: int) -> bool:
    """Whether things of a type always have numbers from low to high - 1."""
    return isinstance(t, ThingType) and bool(t.kinds) and not t.optional and all(
        low <= b.layout.range(k)[0] and b.layout.range(k)[1] <= high for k in t.kinds)


def told_apart(b: Builder, item: V) -> bool:
    """Whether something surely is a piece told apart, or nothing."""
    t = item.type
    low, high = b.layout.pieces
    return isinstance(t, ThingType) and bool(t.kinds) and (not t.optional or isinstance(item.ir, (ir.Reg, ir.Const))) and all(
        low <= b.layout.range(k)[0] and b.layout.range(k)[1] <= high for k in t.kinds)


def nothing_of(t: Type) -> Any:
    """What the first of no entries is: none of things, 0 of numbers, nothing of lists."""
    return () if isinstance(t, ListType) else ir.NONE if isinstance(t, (ThingType, WrongType)) else 0


def first_of(b: Builder, c: Collection) -> V:
    """The first entry, or none: trusted by the checker, a fault where it is used as a thing.  Of numbers 0, as of `highest of`."""
    w = walk(b, c, pieces=False) if not isinstance(c, PlaceSet) or c.table.how == COUNTS else walk(b, c, pieces=True)
    reg = b.register("x")
    b.note_entry(reg, w.list, w.item)
    keep = w.keep(ir.Reg(reg)) if w.keep else None
    t = w.item
    certain = isinstance(t, ThingType) and not t.optional
    if isinstance(t, ThingType):
        t = ThingType(t.kinds, True, not t.optional or t.trusted)
    found = ir.Each("first", reg, w.list, keep, None, nothing_of(t), certain)
    return V(found, t, w.source(found) if w.source and not isinstance(c, SumSet) else None)


def list_of(b: Builder, c: Collection, pieces: bool = False) -> tuple[ir.Expr, Type]:
    """The collection as a value: a set in the order of the data, or the list it is."""
    w = walk(b, c, pieces)
    return as_list(b, w), ListType(w.item, not is_list(c))


def as_collection(v: object) -> Collection | None:
    """A value that can be walked: a collection, or a list."""
    if isinstance(v, COLLECTIONS):
        return v
    if isinstance(v, V) and isinstance(v.type, ListType):
        return ListSet(v.ir, v.type.item, v.type.is_set, v.source)
    return None


def one_source(w: Walk) -> ir.Expr | None:
    """The place where all entries of a walk lie, if it is one and the same."""
    if w.source is None:
        return None
    place = w.source(ir.Reg("?"))
    return None if "?" in registers(place) else place


def positions(c: Collection) -> tuple[Collection, ir.Expr] | None:
    """The places from 1 in a list that is no set, with the condition on its entries, and the list; None for sets."""
    match c:
        case ListSet(is_set=False) if not isinstance(c.item, WrongType):
            return RangeSet(ir.Const(1), fold.length(c.ir), NumberType(1)), c.ir
        case ThoseSet() if (inner := positions(c.source)) is not None:
            places, lst = inner
            reg = c.reg + "_at"
            return ThoseSet(places, reg, substitute(c.condition, c.reg, ir.Item(lst, ir.Reg(reg), -1))), lst
    return None


def joined_list(b: Builder, c: Collection) -> Collection:
    """Of `dice + more_dice` one list, so that its positions can be counted; other collections as they are."""
    if isinstance(c, ThoseSet):
        return ThoseSet(joined_list(b, c.source), c.reg, c.condition)
    return ListSet(as_list(b, walk(b, c, True)), item_type(c)) if isinstance(c, SumSet) and is_list(c) else c
