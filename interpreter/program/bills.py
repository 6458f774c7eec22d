"""Bills and payments of the law → what is asked for, what it may be paid with, and the steps that pay.

What a bill is and how it is paid stands in payments.py.  A move with a bill is offered if some payment is legal; how it is
paid is asked when the move is made, unless there is one way only.
"""
from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.types import BillType, ListType, NumberType, ThingType, WrongType, fits
from lawspeaker.interpreter.program import collections as c
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.building import Builder, Scope, V
from lawspeaker.interpreter.program.code import Code
from lawspeaker.interpreter.program.expressions import collection, meaning, number, value
from lawspeaker.interpreter.program.names import BoxRef, find_name
from lawspeaker.interpreter.program.payments import NO_CLASS, WILD, own_class, widened, wild_of
from lawspeaker.interpreter.program.portions import PAID_AT_ONCE
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.syntax.data import Datum, DList, DMap, DScalar
from lawspeaker.interpreter.text.source import Span
from lawspeaker.interpreter.text.spell import nearest

SHAPES = ("alike", "different", "any")
WORDS = 'Keys of a bill are things, "alike", "different" and "any".'


# ---- what is asked for -------------------------------------------------------------------------------------------
def bill_of_data(b: Builder, t: BillType, d: Datum, f: m.Fact) -> tuple[object, ...]:
    """A bill of the data: `{red: 2}`, `{alike: 4}`, or `one_of` several."""
    if isinstance(d, DMap) and list(d.keys()) == ["one_of"]:
        d = d.entries[0].value
    maps = d.items if isinstance(d, DList) else (d,)
    out = []
    for x in maps:
        if not isinstance(x, DMap):
            b.sink.error("data/wrong-value", x.span, f'"{f.name}" is a bill', hint="Write {thing: number, …}, {alike: n}, {different: n} or {any: n}.")
            return ()
        out.append(alternative(b, t, x))
    return tuple(a for a in out if a[0] or a[1] or a[2] or any(a[3]))


def alternative(b: Builder, t: BillType, d: DMap) -> tuple[int, int, int, tuple[int, ...]]:
    low, high = b.layout.range(t.kind) if t.kind is not None else (0, 0)
    ids = {x.id: x.number - low for x in b.layout.things[low:high]}
    shape, counts = {s: 0 for s in SHAPES}, [0] * (high - low)
    for e in d.entries:
        amount = e.value.value if isinstance(e.value, DScalar) else None
        if not isinstance(amount, int) or isinstance(amount, bool) or amount < 0:
            b.sink.error("data/wrong-value", e.value.span, f'How many "{e.key}" does it ask for?', hint="Write a whole number.")
        elif e.key in ids:
            counts[ids[e.key]] = amount
        elif e.key in shape:
            shape[e.key] = amount
        else:
            near = nearest(e.key, [*ids, *SHAPES])
            b.sink.error("data/unknown-thing", e.key_span, f'There is no {t.kind.name if t.kind else "thing"} "{e.key}"',
                         hint=f'Did you mean "{near}"?' if near else WORDS)
    return shape["alike"], shape["different"], shape["any"], tuple(counts)


def bill_literal(b: Builder, scope: Scope, e: n.Bill) -> V:
    """`{red: 2, any: n}` in law."""
    shape: dict[str, ir.Expr] = {s: fold.ZERO for s in SHAPES}
    named: dict[int, ir.Expr] = {}
    kind: m.Kind | None = None
    for p in e.pairs:
        amount = number(b, scope, p.value)
        if p.name in shape:
            shape[p.name] = amount
            continue
        found = find_name(b, scope, p.name, p.span)
        if not (isinstance(found, V) and isinstance(found.type, ThingType) and isinstance(found.ir, ir.Const)):
            near = nearest(p.name, [*b.layout.by_id, *SHAPES])
            b.sink.error("name/unknown", p.span, f'I do not know the thing "{p.name}"', hint=f'Did you mean "{near}"?' if near else WORDS)
            return b.wrong()
        common = found.type.kinds[0] if kind is None else next((k for k in kind.ancestors() if found.type.kinds[0].is_a(k)), None)
        if common is None:
            b.sink.error("type/two-kinds", p.span, f"This bill asks for a {kind.name if kind else 'thing'} and for a {found.type}",
                         hint="One bill asks for things of one kind.")
            return b.wrong()
        kind = common
        named[found.ir.value] = amount
    low, high = b.layout.range(kind) if kind is not None else (0, 0)
    counts = [named.get(t, fold.ZERO) for t in range(low, high)]
    parts = [*(shape[s] for s in SHAPES), *counts]
    if all(isinstance(x, ir.Const) for x in parts):
        numbers = [x.value for x in parts if isinstance(x, ir.Const)]
        whole = (*numbers[:3], tuple(numbers[3:]))
        return V(ir.Const((whole,) if any(numbers) else ()), BillType(kind))
    return V(ir.Tuple((ir.Tuple((*parts[:3], ir.Tuple(tuple(counts)))),)), BillType(kind))


def entry_of(b: Builder, e: n.At, bill: V, index: V) -> V:
    """`bill[x]`: how many of a thing a bill names."""
    assert isinstance(bill.type, BillType)
    kind = bill.type.kind
    if kind is None or not (isinstance(index.type, ThingType) and index.type.within(kind)):
        b.sink.error("type/wrong-index", e.index.span, f"A {bill.type} is asked by a thing of its kind, this is a {index.type}", hint="Use one.")
        return b.wrong()
    return V(ir.Native("asked", (bill.ir, fold.op("sub", index.ir, ir.Const(b.layout.range(kind)[0])))), NumberType(0))


# ---- what it is paid with ----------------------------------------------------------------------------------------
@dataclass(slots=True)
class Paying:
    """A payment as it is read for one payer."""

    decl: m.Payment
    kind: m.Kind | None = None                    # what bills speak of
    pool: list[c.Collection] = field(default_factory=list)
    places: list[c.PlaceSet] = field(default_factory=list)
    classes: list[int] = field(default_factory=list)
    tokens: V | None = None                       # a counter that stands for any
    stands: tuple[int, int] = (0, 9999)           # the classes that wildcards stand for
    there: c.PlaceSet | BoxRef | None = None      # None: what is paid is discarded

    def pieces(self, b: Builder) -> ir.Expr:
        lists = [c.as_list(b, c.walk(b, x, True)) for x in self.pool]
        return lists[0] if len(lists) == 1 else ir.Join(tuple(lists), False)

    def arguments(self, b: Builder, bill: ir.Expr) -> tuple[ir.Expr, ...]:
        return bill, ir.Native("in_order", (self.pieces(b),)), ir.Const(tuple(self.classes)), self.tokens.ir if self.tokens is not None else fold.ZERO, \
            ir.Const(self.stands)


def lines_of(b: Builder, p: m.Payment) -> list[tuple[str, dict[str, n.Expr], n.Line]]:
    """Its own lines, and those of the payment it is that it does not replace."""
    p.used = True
    own = list(p.lines)
    seen = {p.name}
    while p.parent is not None:
        parent = b.model.payments.get(p.parent)
        if parent is None or parent.name in seen:
            if parent is None:
                near = nearest(p.parent, b.model.payments)
                b.sink.error("name/unknown-payment", p.parent_span, f'I do not know the payment "{p.parent}"',
                             hint=f'Did you mean "{near}"?' if near else "Declare it with `payment`.")
            break
        seen.add(parent.name)
        parent.used = True
        taken = {about(words, holes) for words, holes, _ in own}
        own = [x for x in parent.lines if about(x[0], x[1]) not in taken] + own
        p = parent
    return own


def about(words: str, holes: dict[str, n.Expr]) -> str:
    """What a line of a payment speaks of: a later one about the same replaces it."""
    if words.startswith(("takes", "puts")):
        return words.split()[0]
    e = holes.get("what") or holes.get("sort")
    return ("from " if words.startswith("{sort}") else "stands ") + (e.span.text if e is not None else "")


def paying(b: Builder, scope: Scope, p: m.Payment) -> Paying:
    """The payment read for `you`; what is wrong is reported once for each place that uses it."""
    out = Paying(p, classes=[NO_CLASS] * max(b.layout.counted[1], b.layout.pieces[1]))
    payer = Scope(you=scope.you)
    lines = lines_of(b, p)
    for words, holes, _ in lines:
        match words:
            case "takes from {there} by {sort}":
                takes(b, payer, out, holes)
            case "puts into {there}":
                found = meaning(b, payer, holes["there"])
                if isinstance(found, (c.PlaceSet, BoxRef)):
                    out.there = found
                else:
                    b.sink.error("type/place-wanted", holes["there"].span, "A place must stand here", hint="Name an area, pile, row or bag.")
            case _:
                pass
    for words, holes, _ in lines:
        if words == "{sort} from {there}":
            from_elsewhere(b, payer, out, holes)
        elif words.endswith("for any {sort}"):
            stands_for(b, payer, out, holes)
    if not out.pool:
        b.sink.error("payment/takes-nothing", p.span, f'What is "{p.name}" paid with?', hint="Write `takes from PLACE by FACT`.")
    return out


def takes(b: Builder, payer: Scope, out: Paying, holes: dict[str, n.Expr]) -> None:
    place, by = holes["there"], holes["sort"]
    where = collection(b, payer, place)
    if not isinstance(where, c.PlaceSet):
        b.sink.error("type/place-wanted", place.span, "A place must stand here", hint="Name an area, pile, row or bag.")
        return
    out.pool.append(where)
    out.places.append(c.PlaceSet(where.table, where.instance, where.type))
    word = by.name if isinstance(by, n.Name) else ""
    for kind in (where.kind,) if where.kind else where.type.kinds:
        low, high = b.layout.range(kind)
        fact = kind.find("facts", word) if word != "sort" else None
        if word != "sort" and fact is None:
            known = sorted({f for k in kind.ancestors() for f in k.facts})
            near = nearest(word, [*known, "sort"])
            b.sink.error("name/unknown-field", by.span, f'A {kind.name} has no fact "{by.span.text}"',
                         hint=f'Did you mean "{near}"?' if near else "Write `by sort` to go by the pieces themselves.")
            return
        if fact is not None:
            fact.used = True
        classes = fact.type.kinds[0] if fact is not None and isinstance(fact.type, ThingType) else kind
        out.kind = out.kind or classes
        first = b.layout.range(out.kind)[0]
        values = b.tables[b.made[("fact", id(fact))]].values if fact is not None else None
        for t in range(low, high):
            out.classes[t] = (values[t] if values is not None else t) - first


def from_elsewhere(b: Builder, payer: Scope, out: Paying, holes: dict[str, n.Expr]) -> None:
    """`coin from home`: a sort that lies in another place."""
    sort = value(b, payer, holes["sort"])
    where = collection(b, payer, holes["there"])
    if not isinstance(where, c.PlaceSet) or not isinstance(sort.ir, ir.Const):
        if not isinstance(sort.type, WrongType):
            b.sink.error("type/place-wanted", holes["there"].span, "A sort of pieces and a place must stand here", hint="Write `coin from home`.")
        return
    reg = b.register("x")
    out.pool.append(c.ThoseSet(where, reg, fold.op("eq", ir.Reg(reg), sort.ir)))
    out.places.append(c.PlaceSet(where.table, where.instance, where.type))


def stands_for(b: Builder, payer: Scope, out: Paying, holes: dict[str, n.Expr]) -> None:
    """A wildcard: a counter of the payer, or a sort of piece."""
    v = value(b, payer, holes["what"])
    what = collection(b, payer, holes["sort"])
    if isinstance(what, c.KindSet) and out.kind is not None and what.kind is not out.kind and what.kind.is_a(out.kind):
        first, (low, high) = b.layout.range(out.kind)[0], b.layout.range(what.kind)
        out.stands = low - first, high - first
    if isinstance(v.type, NumberType) and v.cell is not None:
        v.cell[0].written = True
        out.tokens = v
    elif isinstance(v.type, ThingType) and isinstance(v.ir, ir.Const):
        out.classes[v.ir.value] = wild_of(out.classes[v.ir.value])
    elif not isinstance(v.type, WrongType):
        b.sink.error("type/wildcard-wanted", holes["what"].span, f"A counter or a sort of pieces must stand here, this is a {v.type}",
                     hint="Name a state that is a number, or a sort.")


# ---- requirement and steps ---------------------------------------------------------------------------------------
def payment_named(b: Builder, e: n.Expr) -> m.Payment | None:
    name = e.name if isinstance(e, n.Name) else ""
    found = b.model.payments.get(name)
    if found is None:
        near = nearest(name or e.span.text, b.model.payments)
        b.sink.error("name/unknown-payment", e.span, f'I do not know the payment "{e.span.text}"',
                     hint=f'Did you mean "{near}"?' if near else "Declare it with `payment`.")
    return found


def bill_value(b: Builder, scope: Scope, e: n.Expr, p: Paying) -> ir.Expr:
    v = value(b, scope, e)
    if not fits(v.type, BillType(p.kind)) or (isinstance(v.type, ListType) and not isinstance(v.type.item, WrongType)):
        b.sink.error("type/bill-wanted", e.span, f"A {BillType(p.kind)} must stand here, this is a {v.type}", hint="Write a bill, as in {any: 2}, or a fact that is one.")
        return ir.Const(())
    return as_bill_of(b, v, p.kind)


def as_bill_of(b: Builder, v: V, kind: m.Kind | None) -> ir.Expr:
    """A bill as one of a kind that its own kind is."""
    own = v.type.kind if isinstance(v.type, BillType) else None
    if own is None or kind is None or own is kind:
        return v.ir
    low, (first, last) = b.layout.range(own)[0], b.layout.range(kind)
    arguments = (v.ir, ir.Const(low - first), ir.Const(last - first))
    return ir.Const(widened(v.ir.value, low - first, last - first)) if isinstance(v.ir, ir.Const) else ir.Native("widened", arguments)


@dataclass(frozen=True, slots=True)
class Footprint:
    """What paying a bill can take, and what it writes."""

    sorts: frozenset[int]
    counter: int | None                           # the state that stands for others, if it does
    places: frozenset[int]
    writes: set[int]

    def meets(self, later: Footprint) -> bool:
        """Whether paying this bill may change how a later one can be paid."""
        given = self.writes - self.places - {self.counter}
        return bool(self.sorts & later.sorts) or bool(given & later.places) or (self.counter is not None and self.counter in (later.counter, *later.places))


def footprint(b: Builder, scope: Scope, what: n.Expr, how: n.Expr) -> Footprint | None:
    p = payment_named(b, how)
    reading = paying(b, scope, p) if p is not None else None
    if reading is None or not reading.pool:
        return None
    classes = classes_named(b, bill_value(b, scope, what, reading))
    named = [t for t, k in enumerate(reading.classes) if k != NO_CLASS and (classes is None or own_class(k) in classes or (k <= WILD and classes))]
    places = {id(x.table.decl) for x in reading.places}
    counter = id(reading.tokens.cell[0]) if reading.tokens is not None and reading.tokens.cell is not None and classes != set() else None
    written = places | ({counter} if counter is not None else set())
    if isinstance(reading.there, c.PlaceSet):
        written.add(id(reading.there.table.decl))
    elif reading.there is None:
        for x in reading.places:
            for k in x.type.kinds:
                written |= {id(d) for d in b.made.get(("discards", k.name), ())}
    return Footprint(frozenset(named), counter, frozenset(places), written)


def classes_named(b: Builder, e: ir.Expr | None, so_far: str = "") -> set[int] | None:
    """The classes that a bill may ask for; None: any.  `so_far`: the register of a value that is being changed."""
    match e:
        case ir.Fold():
            return together([classes_named(b, e.start, so_far), classes_named(b, e.step, e.acc)])
        case ir.Reg() if e.name == so_far:
            return set()
        case ir.Const():
            return classes_in(e.value)
        case ir.Fact():
            return together([classes_in(v) for v in b.tables[e.table].values if isinstance(v, tuple)])
        case ir.Select():
            return together([classes_named(b, e.yes, so_far), classes_named(b, e.no, so_far)])
        case ir.CallValue():
            return classes_named(b, b.functions[e.function].value)
        case ir.Native(name="widened", arguments=(inner, ir.Const() as before, _)):
            own = classes_named(b, inner)
            return None if own is None else {x + before.value for x in own}
        case ir.Tuple(items=(ir.Tuple(items=(*shapes, ir.Tuple() as counts)),)) if all(x == fold.ZERO for x in shapes):
            return {i for i, x in enumerate(counts.items) if x != fold.ZERO}
    return None


def classes_in(bill: Any) -> set[int] | None:
    if not isinstance(bill, tuple) or any(a or d or k for a, d, k, _ in bill):
        return None
    return {i for *_, counts in bill for i, x in enumerate(counts) if x}


def together(sets: list[set[int] | None]) -> set[int] | None:
    out: set[int] = set()
    for x in sets:
        if x is None:
            return None
        out |= x
    return out


def may_pay(b: Builder, scope: Scope, what: n.Expr, how: n.Expr) -> tuple[ir.Expr, ir.Expr]:
    """What the payer has, into a register, so that it is counted once and not for each of several bills; and whether some payment is
    legal."""
    p = payment_named(b, how)
    if p is None:
        return fold.TRUE, fold.TRUE
    reading = paying(b, scope, p)
    if not reading.pool:
        return fold.TRUE, fold.TRUE
    low, high = b.layout.range(reading.kind) if reading.kind is not None else (0, 0)
    reg = b.register("purse")
    counted = ir.Native("purse", (reading.pieces(b), ir.Const(tuple(reading.classes)), ir.Const(high - low), ir.Const(reading.stands)))
    tokens = reading.tokens.ir if reading.tokens is not None else fold.ZERO
    return ir.Bind(reg, counted, fold.TRUE), ir.Native("payable", (bill_value(b, scope, what, reading), ir.Reg(reg), tokens))


def pay(code: Code, scope: Scope, what: n.Expr, how: n.Expr, span: Span, cites: tuple[str, ...]) -> ir.Expr | None:
    """Choose a payment, if there are several, and pay; not done if there is none."""
    from lawspeaker.interpreter.program.acts import all_places_of, discard_places
    from lawspeaker.interpreter.program.steps import NOT_DONE
    from lawspeaker.interpreter.program.watching import after_step
    b = code.b
    decl = payment_named(b, how)
    if decl is None:
        return None
    p = paying(b, scope, decl)
    if not p.pool:
        return None
    arguments = p.arguments(b, code.set(bill_value(b, scope, what, p), "bill"))
    arguments = (arguments[0], code.set(arguments[1], "pool"), *arguments[2:])
    options = code.set(ir.Native("payments", arguments), "payments")
    code.suspends_here()
    if not code.resumable:
        return None
    paid, result = b.register("paid"), b.register("done")
    ask, one, spend, none, done, single, parts = (code.new_block() for _ in range(7))
    code.emit(ir.Set(result, ir.Const(ir.FULLY)))
    many, some = fold.op("gt", ir.Length(options), ir.Const(1)), fold.op("gt", ir.Length(options), fold.ZERO)
    code.close(ir.If(many, (ir.Goto(ask.number),), (ir.If(some, (ir.Goto(one.number),), (ir.Goto(none.number),)),)))
    code.start(none)
    code.emit(ir.Set(result, NOT_DONE))
    code.goto(done)
    code.start(one)
    tokens = p.tokens.cell[0].name.replace("_", " ") if p.tokens is not None and p.tokens.cell is not None else "token"
    code.emit(ir.Set(paid, ir.Item(options, ir.Const(1), -1)))
    code.emit(ir.Event("paid", (ir.Reg(paid), ir.Const(f"payment {tokens}"), ir.Tuple(tuple(x.number for x in p.places)))))   # nobody was asked
    code.goto(spend)
    code.start(ask)
    code.close(ir.If(fold.op("le", ir.Length(options), ir.Const(PAID_AT_ONCE)), (ir.Goto(single.number),), (ir.Goto(parts.number),)))
    question = ir.Question("choose", scope.you, ir.Text(("How do you pay?",)), list=options, how=f"payment {tokens}", cites=cites, span=b.span(span))
    code.start(parts)
    in_parts(code, question, arguments, paid, spend)
    code.start(single)
    code.ask(question, paid)
    code.goto(spend)
    code.start(spend)
    wrote: set[int] = set()
    for place in p.places:
        wrote.add(id(place.table.decl))
        all_places_of(code, place.type, wrote)
        discard_places(code, place.type, wrote)
    there = p.there.number if isinstance(p.there, c.PlaceSet) else ir.Const(b.layout.box if isinstance(p.there, BoxRef) else -1)
    code.emit(ir.Act("spend", (ir.Reg(paid), ir.Tuple(tuple(x.number for x in p.places)), there), None, b.span(span)))
    if p.tokens is not None and p.tokens.cell is not None:
        state, base, index = p.tokens.cell
        code.emit(ir.Store(base, index, fold.op("sub", p.tokens.ir, ir.Native("tokens_in", (ir.Reg(paid),)))))
        wrote.add(id(state))
    after_step(code, wrote)
    code.goto(done)
    code.start(done)
    return ir.Reg(result)


def in_parts(code: Code, question: ir.Question, arguments: tuple[ir.Expr, ...], paid: str, spend: ir.Block) -> None:
    """Of very many ways to pay: one piece after another, in the order of their numbers, until the bill is paid."""
    b = code.b
    code.emit(ir.Set(paid, ir.Const(())))
    head, ask, piece, add = (code.new_block() for _ in range(4))
    part = b.register("piece")
    code.goto(head)
    code.start(head)
    options = code.set(ir.Native("next_pieces", (*arguments, ir.Reg(paid))), "pieces")
    left = code.set(ir.Native("still_to_pay", (arguments[0], arguments[2], arguments[4], ir.Reg(paid))), "left")
    code.emit(ir.Set(part, ir.Item(options, ir.Const(1), -1)))
    code.close(ir.If(fold.op("gt", ir.Length(options), ir.Const(1)), (ir.Goto(ask.number),), (ir.Goto(piece.number),)))
    code.start(ask)
    code.ask(replace(question, kind="part", prompt=ir.Text(("How do you pay? (", ir.Say(left, "number"), " more)")), list=options, so_far=ir.Reg(paid)), part)
    code.goto(piece)
    code.start(piece)
    code.close(ir.If(fold.op("eq", ir.Reg(part), ir.Const(())), (ir.Goto(spend.number),), (ir.Goto(add.number),)))
    code.start(add)
    code.emit(ir.Set(paid, ir.Join((ir.Reg(paid), ir.Reg(part)), False)))
    code.goto(head)
