"""Expressions: syntax → typed instructions.  Every expression has one type; what does not fit is reported where it stands."""
from __future__ import annotations

from lawspeaker.interpreter.model.limits import beyond
from lawspeaker.interpreter.model.types import (
    FLAG,
    HIGH,
    LOW,
    NONE,
    NUMBER,
    TEXT,
    BillType,
    FlagType,
    ListType,
    NoneType,
    NumberType,
    PlaceType,
    TextType,
    ThingType,
    Type,
    WrongType,
    comparable,
)
from lawspeaker.interpreter.program import collections as c
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.building import Builder, Local, Scope, V
from lawspeaker.interpreter.program.collections import (
    COLLECTIONS,
    Collection,
    KindSet,
    ListSet,
    PlaceSet,
    SumSet,
    ThoseSet,
)
from lawspeaker.interpreter.program.names import (
    BoxRef,
    Meaning,
    MoveRef,
    PhaseRef,
    StateRef,
    field_value,
    index_value,
    name_value,
    whole,
)
from lawspeaker.interpreter.program.values import call, call_of
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.spell import nearest

OPERATORS = {"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod",
             "=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


def meaning(b: Builder, scope: Scope, e: n.Expr) -> Meaning:
    """What an expression means: a value, a collection, or something that only some places understand."""
    match e:
        case n.Number():
            if abs(e.value) > HIGH:
                return b.wrong()                  # told where numbers are looked at (model/limits.py)
            return V(ir.Const(e.value), NumberType(e.value, e.value))
        case n.Flag():
            return V(ir.Const(int(e.value)), FLAG)
        case n.NoneValue():
            return V(ir.Const(ir.NONE), NONE)
        case n.Text():
            return V(ir.Const(e.plain), TEXT)
        case n.You():
            return V(scope.you, ThingType((b.model.player,)))
        case n.Name():
            return name_value(b, scope, e)
        case n.AllOf():
            return all_of(b, e)
        case n.FieldOf():
            return field_value(b, scope, e)
        case n.Call():
            return call(b, scope, e)
        case n.CallOf():
            return call_of(b, scope, e)
        case n.At():
            return index_value(b, scope, e)
        case n.Those():
            return those(b, scope, e)
        case n.SetOf():
            return set_of(b, scope, e)
        case n.NumberOf():
            what = collection(b, scope, e.what)
            return V(c.number_of(b, what), NumberType(0, c.most_of(b, what)))
        case n.FirstOf():
            return c.first_of(b, collection(b, scope, e.what))
        case n.Some():
            return V(c.some(b, collection(b, scope, e.what)), FLAG)
        case n.No():
            return V(fold.negate(c.some(b, collection(b, scope, e.what))), FLAG)
        case n.Aggregate():
            return aggregate(b, scope, e)
        case n.Every():
            return every(b, scope, e)
        case n.Arithmetic():
            return arithmetic(b, scope, e)
        case n.Compare():
            return compare(b, scope, e)
        case n.IsIn():
            return is_in(b, scope, e)
        case n.IsA():
            return is_a(b, scope, e)
        case n.Not():
            return V(fold.negate(flag(b, scope.child(), e.what)), FLAG)
        case n.And():
            left = flag(b, scope, e.left)
            return V(fold.both([left, flag(b, scope, e.right)]), FLAG)
        case n.Or():
            return V(fold.either([flag(b, scope.child(), e.left), flag(b, scope.child(), e.right)]), FLAG)
        case n.IfElse():
            return if_else(b, scope, e)
        case n.Bill():
            return bill(b, scope, e)
    raise AssertionError(e)


# ---- what a place wants ------------------------------------------------------------------------------------
def value(b: Builder, scope: Scope, e: n.Expr) -> V:
    """A single value (a list or set counts as one)."""
    return as_value(b, meaning(b, scope, e), e)


def as_value(b: Builder, v: Meaning, e: n.Expr) -> V:
    """What was understood already, as a value."""
    if isinstance(v, V):
        return v
    if isinstance(v, PlaceSet) and v.missing:
        v = whole(b, v)
    if isinstance(v, COLLECTIONS):
        item = c.item_type(v)
        # pieces that are only counted keep their number
        lst, t = c.list_of(b, v, isinstance(item, ThingType) and any(k.counted for k in item.kinds))
        return V(lst, t)
    what = {PhaseRef: "a phase", MoveRef: "a move", StateRef: "a state that needs an index", BoxRef: "the box"}[type(v)]
    b.sink.error("type/value-wanted", e.span, f"A value must stand here, this is {what}",
                 hint="Write its index in brackets." if isinstance(v, StateRef) else "Ask for one of its states, as in `turn.x`."
                 if isinstance(v, PhaseRef) else "Use another expression.")
    return b.wrong()


def flag(b: Builder, scope: Scope, e: n.Expr) -> ir.Expr:
    v = meaning(b, scope, e)
    if isinstance(v, V) and isinstance(v.type, (FlagType, WrongType)):
        return v.ir
    if isinstance(v, COLLECTIONS) or (isinstance(v, V) and isinstance(v.type, ListType)):
        b.sink.error("type/flag-wanted", e.span, "A condition must stand here, this is a set of things",
                     hint=f"Ask `some {e.span.text}` or `no {e.span.text}`.")
    else:
        t = v.type if isinstance(v, V) else "name without a value"
        b.sink.error("type/flag-wanted", e.span, f"A condition must stand here, this is a {t}",
                     hint="Compare it with something, as in `x > 0` or `x is not none`.")
    return fold.FALSE


def number(b: Builder, scope: Scope, e: n.Expr) -> ir.Expr:
    return as_number(b, meaning(b, scope, e), e)


def as_number(b: Builder, v: Meaning, e: n.Expr) -> ir.Expr:
    """What was understood already, as a number."""
    if isinstance(v, V) and isinstance(v.type, (NumberType, WrongType)):
        return v.ir
    if isinstance(v, COLLECTIONS):
        b.sink.error("type/number-wanted", e.span, "A number must stand here, this is a set of things",
                     hint=f"Write `number of {e.span.text}`.")
    else:
        b.sink.error("type/number-wanted", e.span,
                     f"A number must stand here, this is a {v.type if isinstance(v, V) else 'name without a value'}",
                     hint="Use a number or a value that is one.")
    return fold.ZERO


def collection(b: Builder, scope: Scope, e: n.Expr) -> Collection:
    v = meaning(b, scope, e)
    if isinstance(v, PlaceSet) and v.missing:
        return whole(b, v)
    found = c.as_collection(v)
    if found is not None:
        return found
    if not (isinstance(v, V) and isinstance(v.type, WrongType)):
        t = v.type if isinstance(v, V) else "name without things"
        b.sink.error("type/set-wanted", e.span, f"A set of things must stand here, this is a {t}",
                     hint="Use a place, a Kind, or `(x in … where …)`.")
    return ListSet(ir.Const(()), WrongType())


def thing(b: Builder, scope: Scope, e: n.Expr, what: str = "thing") -> V:
    """One thing that is not none (where none is only trusted away, a fault at play guards it)."""
    v = value(b, scope, e)
    if isinstance(v.type, WrongType):
        return v
    if not isinstance(v.type, ThingType):
        b.sink.error("type/thing-wanted", e.span, f"A {what} must stand here, this is a {v.type}", hint=f"Use a {what}.")
        return b.wrong()
    if v.type.optional:
        if not v.type.trusted:
            b.sink.error("type/none-untested", e.span, f"A {what} must stand here, and this may be none",
                         hint="Test it first with `is … as x`, then use `x`.")
        return V(fold.need(v.ir, b.span(e.span)), ThingType(v.type.kinds), v.source)
    return v


def player(b: Builder, scope: Scope, e: n.Expr) -> ir.Expr:
    v = thing(b, scope, e, "player")
    if isinstance(v.type, ThingType) and not v.type.within(b.model.player):
        b.sink.error("type/player-wanted", e.span, f"A player must stand here, this is a {v.type}", hint="Use `you` or a player.")
    return v.ir


# ---- sets ----------------------------------------------------------------------------------------------------
def all_of(b: Builder, e: n.AllOf) -> Meaning:
    kind = b.model.kinds.get(e.kind)
    if kind is None:
        near = nearest(e.kind, b.model.kinds)
        b.sink.error("name/unknown-kind", e.span, f'I do not know the kind "{e.kind}"',
                     hint=f'Did you mean "{near}"?' if near else "Declare it with `kind`.")
        return b.wrong()
    kind.used = True
    return KindSet(kind, ThingType((kind,)))


def bound(b: Builder, scope: Scope, name: str, span: object, w: c.Walk, reg: str) -> Scope:
    """A scope in which the name is an entry of the walk."""
    from lawspeaker.interpreter.text.source import Span
    assert isinstance(span, Span)
    inner = scope.child()
    source = w.source(ir.Reg(reg)) if w.source else None
    b.note_entry(reg, w.list, w.item)
    inner.names[name] = Local(V(ir.Reg(reg), w.item, source), span)
    return inner


def check_use(b: Builder, inner: Scope, name: str) -> None:
    """A name that goes through a set must be asked for something: else a misspelt one would mean another of the same name."""
    local = inner.names[name]
    if not local.uses:
        b.sink.warning("name/unused", local.span, f'The name "{name}" is not used in the condition',
                       hint=f'Ask something of "{name}", or of the set alone: `some …`, `number of …`.')


def those(b: Builder, scope: Scope, e: n.Those) -> Meaning:
    source = collection(b, scope, e.source)
    reg = b.register(e.name)
    inner = bound(b, scope, e.name, e.name_span, c.walk(b, source, False), reg)
    condition = flag(b, inner, e.condition)
    check_use(b, inner, e.name)
    return ThoseSet(source, reg, condition)


def set_of(b: Builder, scope: Scope, e: n.SetOf) -> Meaning:
    items = [value(b, scope, i) for i in e.items]
    # what is known to be none is not trusted to be a thing
    t = c.joined_types([ThingType(i.type.kinds, True) if i.ir == ir.Const(ir.NONE) and isinstance(i.type, ThingType) else i.type for i in items])
    lst: ir.Expr
    if all(isinstance(i.ir, ir.Const) for i in items):
        lst = ir.Const(tuple(sorted({i.ir.value for i in items})))  # type: ignore[union-attr]
    else:
        lst = ir.Native("as_set", (ir.Tuple(tuple(i.ir for i in items)),))
    return ListSet(lst, t, True)


def aggregate(b: Builder, scope: Scope, e: n.Aggregate) -> Meaning:
    source = collection(b, scope, e.source)
    reg = b.register(e.name)
    w = c.walk(b, source, pieces=True)
    inner = bound(b, scope, e.name, e.name_span, w, reg)
    keep = w.keep(ir.Reg(reg)) if w.keep else None
    own = flag(b, inner, e.condition) if e.condition is not None else None
    condition = fold.both([keep, own])
    which = {"total": "sum"}.get(e.which, e.which)
    worth = number(b, inner, e.value)
    check_use(b, inner, e.name)
    return V(ir.Each(which, reg, w.list, None if condition == fold.TRUE else condition, worth), NUMBER)


def every(b: Builder, scope: Scope, e: n.Every) -> Meaning:
    source = collection(b, scope, e.source)
    reg = b.register(e.name)
    w = c.walk(b, source, False)
    inner = bound(b, scope, e.name, e.name_span, w, reg)
    condition = flag(b, inner, e.condition)
    check_use(b, inner, e.name)
    if w.keep:
        condition = fold.either([fold.negate(w.keep(ir.Reg(reg))), condition])
    return V(ir.Each("all", reg, w.list, condition), FLAG)


# ---- operators -------------------------------------------------------------------------------------------------
def arithmetic(b: Builder, scope: Scope, e: n.Arithmetic) -> Meaning:
    left, right = meaning(b, scope, e.left), meaning(b, scope, e.right)
    a, z = c.as_collection(left), c.as_collection(right)
    if a is not None and z is not None and e.operator == "+":
        a = whole(b, a) if isinstance(a, PlaceSet) and a.missing else a
        z = whole(b, z) if isinstance(z, PlaceSet) and z.missing else z
        joined = SumSet((*(a.items if isinstance(a, SumSet) else (a,)), *(z.items if isinstance(z, SumSet) else (z,))))
        shapes = {type(t) for i in joined.items if not isinstance(t := c.item_type(i), WrongType)}
        if len(shapes) > 1:
            b.sink.error("type/mixed-set", e.span, f"What is joined must be of one sort; here are a {c.item_type(a)} and a {c.item_type(z)}",
                         hint="Join things with things, and numbers with numbers.")
        return joined
    l, r = as_number(b, left, e.left), as_number(b, right, e.right)
    if e.operator in ("/", "%") and r == fold.ZERO:
        b.sink.error("type/division-by-zero", e.right.span, "Nothing can be divided by 0", hint="Use another number.")
        return b.wrong()
    result = fold.op(OPERATORS[e.operator], l, r, b.span(e.span) if e.operator in ("/", "%") else -1)
    if isinstance(result, ir.Const) and not LOW <= result.value <= HIGH:
        beyond(e.span, result.value, b.sink)
        return b.wrong()
    return V(result, reach(e.operator, left, right))


def reach(operator: str, left: object, right: object) -> NumberType:
    """Between which numbers a sum or difference lies."""
    if isinstance(left, V) and isinstance(right, V) and isinstance(left.type, NumberType) and isinstance(right.type, NumberType):
        a, z = left.type, right.type
        low, high = (a.low + z.low, a.high + z.high) if operator == "+" else (a.low - z.high, a.high - z.low)
        if operator in "+-" and -9999 < low <= high < 9999:
            return NumberType(low, high)
    return NUMBER


def compare(b: Builder, scope: Scope, e: n.Compare) -> Meaning:
    places = same_place(b, scope, e)
    if places is not None:
        return places
    left, right = value(b, scope, e.left), value(b, scope, e.right)
    if not comparable(left.type, right.type):
        hint = "Ask `is none` or `is not none`." if isinstance(left.type, NoneType) or isinstance(right.type, NoneType) else \
            "Compare two numbers, two flags or two things of one kind."
        b.sink.error("type/not-comparable", e.span, f"A {left.type} and a {right.type} are never the same", hint=hint)
        return b.wrong()
    if e.operator not in ("=", "!=") and not (isinstance(left.type, (NumberType, WrongType))
                                               and isinstance(right.type, (NumberType, WrongType))):
        b.sink.error("type/no-order", e.span, f"Only numbers are smaller or greater, this is a {left.type}",
                     hint="Use `=` or `!=`, or compare numbers.")
        return b.wrong()
    return V(fold.op(OPERATORS[e.operator], left.ir, right.ir), FLAG)


def same_place(b: Builder, scope: Scope, e: n.Compare) -> V | None:
    """`pile = deck`, where one side is a place that a moment speaks of."""
    if not (isinstance(e.left, n.Name) or isinstance(e.right, n.Name)) or e.operator not in ("=", "!="):
        return None
    sides = []
    for x in (e.left, e.right):
        local = scope.find(x.name) if isinstance(x, n.Name) else None
        sides.append(isinstance(local, Local) and isinstance(local.value.type, PlaceType))
    if not any(sides):
        return None
    found = [meaning(b, scope, x) for x in (e.left, e.right)]
    numbers = [x.ir if isinstance(x, V) else x.number if isinstance(x, PlaceSet) and not x.missing else None for x in found]
    if numbers[0] is None or numbers[1] is None:
        wrong = e.right if numbers[1] is None else e.left
        b.sink.error("type/place-wanted", wrong.span, "A place must stand here", hint="Name an area, pile, row or bag.")
        return b.wrong()
    return V(fold.op(OPERATORS[e.operator], numbers[0], numbers[1]), FLAG)


def is_in(b: Builder, scope: Scope, e: n.IsIn) -> Meaning:
    item = value(b, scope, e.what)
    where = collection(b, scope, e.where)
    t = c.item_type(where)
    if not comparable(item.type, t):
        b.sink.error("type/never-there", e.span, f"A {item.type} is never in a set of {t}", hint="Ask for something that can be there.")
        return b.wrong()
    found = c.contains(b, where, item)
    return V(fold.negate(found) if e.negated else found, FLAG)


def unsure(b: Builder, scope: Scope, e: n.IsA) -> V:
    """A question that could not be understood; the name that it gives is there all the same."""
    if e.name is not None:
        scope.names[e.name] = Local(b.wrong(), e.name_span or e.span, 1)
    return b.wrong()


def is_a(b: Builder, scope: Scope, e: n.IsA) -> Meaning:
    v = value(b, scope, e.what)
    if isinstance(v.type, WrongType):
        return unsure(b, scope, e)
    if not isinstance(v.type, ThingType):
        b.sink.error("type/thing-wanted", e.what.span, f"Only things are of a kind, this is a {v.type}", hint="Compare it with `=`.")
        return unsure(b, scope, e)
    if e.kind is None:
        if not v.type.optional:
            b.sink.error("type/never-none", e.span, "This is never none", hint="Leave the question out.")
        return V(fold.op("ne" if e.negated else "eq", v.ir, ir.Const(ir.NONE)), FLAG)
    kind = b.model.kinds.get(e.kind)
    if kind is None:
        near = nearest(e.kind, b.model.kinds)
        b.sink.error("name/unknown-kind", e.span, f'I do not know the kind "{e.kind}"',
                     hint=f'Did you mean "{near}"?' if near else "Declare it with `kind`.")
        return unsure(b, scope, e)
    kind.used = True
    if v.type.kinds and not v.type.meets(kind):
        b.sink.error("type/never-of-kind", e.span, f"A {v.type} is never a {kind.name}", hint="Ask for a kind that it can be.")
        return unsure(b, scope, e)
    low, high = b.layout.range(kind)
    if e.name is None:
        found = fold.between(v.ir, low, high)
        return V(fold.negate(found) if e.negated else found, FLAG)
    reg = b.register(e.name)
    narrowed = tuple(k for k in v.type.kinds if k.is_a(kind)) if v.type.within(kind) else (kind,)
    b.note(reg, ThingType(narrowed))
    scope.names[e.name] = Local(V(ir.Reg(reg), ThingType(narrowed), v.source), e.name_span or e.span)
    return V(ir.Bind(reg, v.ir, fold.between(ir.Reg(reg), low, high)), FLAG)


def if_else(b: Builder, scope: Scope, e: n.IfElse) -> Meaning:
    inner = scope.child()
    condition = flag(b, inner, e.condition)
    yes, no = meaning(b, inner, e.value), meaning(b, scope.child(), e.other)
    a, z = c.as_collection(yes), c.as_collection(no)
    if a is not None and z is not None:
        la, ta = c.list_of(b, a)
        lz, tz = c.list_of(b, z)
        return V(fold.select(condition, la, lz), join(b, e, ta, tz))
    l, r = as_value(b, yes, e.value), as_value(b, no, e.other)
    return V(fold.select(condition, l.ir, r.ir), join(b, e, l.type, r.type))


def join(b: Builder, e: n.Expr, left: Type, right: Type) -> Type:
    """The type of what is either of two."""
    match left, right:
        case (ThingType(), NoneType()):
            return ThingType(left.kinds, True)
        case (NoneType(), ThingType()):
            return ThingType(right.kinds, True)
        case (ThingType(), ThingType()):
            kinds = tuple(dict.fromkeys((*left.kinds, *right.kinds)))
            trusted = all(t.trusted for t in (left, right) if t.optional)
            return ThingType(kinds, left.optional or right.optional, trusted and (left.optional or right.optional))
        case (NumberType(), NumberType()):
            return NumberType(min(left.low, right.low), max(left.high, right.high))
        case (WrongType(), other) | (other, WrongType()):
            return other
        case (ListType(item=WrongType()), BillType()) | (BillType(), ListType(item=WrongType())):
            return left if isinstance(left, BillType) else right          # `{}`: nothing to pay
        case (BillType(), BillType()):
            return left if left.kind is not None else right
        case (ListType(), ListType()):
            return c.joined_types([left, right])
    if type(left) is not type(right):
        b.sink.error("type/two-types", e.span, f"This is either a {left} or a {right}", hint="Give both the same type.")
        return WrongType()
    return left


def bill(b: Builder, scope: Scope, e: n.Bill) -> Meaning:
    from lawspeaker.interpreter.program.bills import bill_literal
    return bill_literal(b, scope, e)


# ---- texts ---------------------------------------------------------------------------------------------------
def text(b: Builder, scope: Scope, t: n.Text | None) -> ir.Text | None:
    if t is None:
        return None
    parts: list[str | ir.Say] = []
    for p in t.parts:
        if isinstance(p, str):
            parts.append(p)
            continue
        v = value(b, scope, p)
        how = {NumberType: "number", FlagType: "flag", ListType: "list", TextType: "text"}.get(type(v.type), "thing")
        if isinstance(v.type, BillType):
            how = f"bill {b.layout.range(v.type.kind)[0] if v.type.kind is not None else 0}"
        parts.append(str(v.ir.value) if how == "text" and isinstance(v.ir, ir.Const) else ir.Say(v.ir, how))
    return ir.Text(tuple(parts))
