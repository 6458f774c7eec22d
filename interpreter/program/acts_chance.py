"""The native verbs of chance and of hidden things → instructions: shuffle, draw, roll, reroll, pick, show.

They have the form of those in acts.py.
"""
from __future__ import annotations

from lawspeaker.interpreter.model.types import NUMBER, ListType, NumberType, ThingType, WrongType
from lawspeaker.interpreter.program import collections as c
from lawspeaker.interpreter.program import fold, ir, measured
from lawspeaker.interpreter.program.acts import (
    ActFunction,
    Holes,
    Wrote,
    capacity,
    cell_of,
    check_kinds,
    keep_length,
    owner_scope,
    room_or_none,
    target_place,
)
from lawspeaker.interpreter.program.building import Builder, Local, Scope, V
from lawspeaker.interpreter.program.code import Code
from lawspeaker.interpreter.program.collections import PlaceSet
from lawspeaker.interpreter.program.expressions import collection, meaning, number, player
from lawspeaker.interpreter.program.names import BoxRef
from lawspeaker.interpreter.program.schema import STREAM_CELL
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.source import Span

UNKNOWN_PLACE = -2               # of picked pieces that are only counted and come from one of several places


# ---- piles -----------------------------------------------------------------------------------------------------
def shuffle(code: Code, scope: Scope, holes: Holes, span: Span, wrote: Wrote, want: bool) -> ir.Expr | None:
    there = target_place(code, scope, holes["pile"], wrote)
    if there is None:
        return None
    if isinstance(there[1], PlaceSet) and there[1].table.decl is not None and there[1].table.decl.word not in ("pile", "row"):
        code.b.sink.error("place/no-order", holes["pile"].span, f'"{there[1].table.name}" has no order to shuffle',
                          hint="Declare it as a `pile`.")
    reg = code.b.register("shuffled") if want else None
    code.emit(ir.Act("shuffle", (there[0], ir.Const(STREAM_CELL["deck"])), reg, code.b.span(span)))
    return ir.Reg(reg) if reg else None


def draw(code: Code, scope: Scope, holes: Holes, span: Span, wrote: Wrote, want: bool) -> ir.Expr | None:
    pile = target_place(code, scope, holes["pile"], wrote)
    there = target_place(code, scope, holes["there"], wrote)
    amount = number(code.b, scope, holes["n"])
    if pile is None or there is None:
        return None
    if isinstance(pile[1], PlaceSet) and pile[1].table.decl is not None and pile[1].table.decl.word not in ("pile", "row"):
        code.b.sink.error("place/no-order", holes["pile"].span, f'Nothing can be drawn from "{pile[1].table.name}", which has no order',
                          hint="Draw from a `pile`; `move` takes from an area.")
    if isinstance(pile[1], PlaceSet) and isinstance(there[1], PlaceSet):
        check_kinds(code, holes["pile"], pile[1].type, there[1])
    drawn = measured.by_place(code, holes["n"], there[1])
    if isinstance(pile[1], PlaceSet) and heard_dry(code.b, pile[1]):
        result = draw_on_and_on(code, scope, holes, span, wrote, pile[1], there, amount)
        drawn()
        return result
    reg = code.b.register("moved") if want else None
    arguments = (amount, pile[0], there[0], room_or_none(code, there[1]))
    refill = refill_of(code, pile[1], wrote) if isinstance(pile[1], PlaceSet) else None
    if refill is not None and isinstance(pile[1], PlaceSet):
        limit = capacity(code.b, pile[1])
        code.emit(ir.Act("draw_on", (*arguments, refill, ir.Const(-1) if limit is None else limit), reg, code.b.span(span)))
    else:
        code.emit(ir.Act("draw", arguments, reg, code.b.span(span)))
    drawn()
    return ir.Reg(reg) if reg else None


def heard_dry(b: Builder, pile: PlaceSet) -> bool:
    """Whether some rule waits for this pile to run dry.  A rule that names its pile, `at runs_dry(p) if p = deck`, waits for no other."""
    waiting = b.made.get("reactions", {}).get((None, "runs_dry"), ())
    if not waiting:
        return False
    named: list[str] | None = []
    for rule in b.model.rules.values():
        for r in rule.reactions:
            if any(x.edge is None and x.name == "runs_dry" for x in r.moments):
                one = pile_named(r)
                named = None if one is None or named is None else [*named, one]
    return named is None or pile.table.name in named or len(waiting) > len(named)


def pile_named(r: n.Reaction) -> str | None:
    """The pile in `if pile = deck`, where that is all or the first part of the condition."""
    e = r.condition
    while isinstance(e, n.And):
        e = e.left
    if isinstance(e, n.Compare) and e.operator == "=" and isinstance(e.left, n.Name) and e.left.name in r.moments[0].arguments:
        place = e.right.target if isinstance(e.right, n.At) else e.right
        return place.name if isinstance(place, n.Name) else None
    return None


def draw_on_and_on(code: Code, scope: Scope, holes: Holes, span: Span, wrote: Wrote, pile: PlaceSet, there: tuple[ir.Expr, PlaceSet | BoxRef],
                   amount: ir.Expr) -> ir.Expr:
    """Piece by piece: when the pile has run dry the moment comes, in the middle of the draw, which then goes on."""
    from lawspeaker.interpreter.program.calls import moment_comes
    from lawspeaker.interpreter.program.steps import branches, loop, stop
    b, node = code.b, holes["pile"]
    wanted, drawn, one = code.set(amount, "wanted"), b.register("drawn"), b.register("one")
    code.emit(ir.Set(drawn, fold.ZERO))
    dry: list[ir.Expr | None] = [fold.op("eq", c.number_of(b, pile), fold.ZERO)]
    refill = refill_of(code, pile, wrote)
    decl = pile.table.decl
    if refill is not None and decl is not None and decl.refilled is not None:
        other = meaning(b, owner_scope(b, pile), decl.refilled)
        dry.append(fold.op("eq", c.number_of(b, other), fold.ZERO) if isinstance(other, PlaceSet) else None)

    def take() -> None:
        branches(code, [node], [(fold.both(dry), lambda: moment_comes(code, None, ("runs_dry",), scope.you, (pile.number,)))], None)
        arguments = (ir.Const(1), pile.number, there[0], room_or_none(code, there[1]))
        if refill is None:
            code.emit(ir.Act("draw", arguments, one, b.span(span)))
        else:
            limit = capacity(b, pile)
            code.emit(ir.Act("draw_on", (*arguments, refill, ir.Const(-1) if limit is None else limit), one, b.span(span)))
        code.emit(ir.Set(drawn, fold.op("add", ir.Reg(drawn), fold.select(fold.op("eq", ir.Reg(one), ir.Const(ir.FULLY)), ir.Const(1), fold.ZERO))))
        branches(code, [node], [(fold.op("ne", ir.Reg(one), ir.Const(ir.FULLY)), lambda: ended(code))], None)

    def ended(code: Code) -> None:
        stop(code, n.Stop(span, ()))
    code.nodes.append(id(node))
    loop(code, node, b.register("pass"), ir.Range(ir.Const(1), wanted), take)
    code.nodes.pop()
    return fold.select(fold.op("eq", ir.Reg(drawn), wanted), ir.Const(ir.FULLY),
                       fold.select(fold.op("gt", ir.Reg(drawn), fold.ZERO), ir.Const(ir.PARTLY), ir.Const(ir.NOT)))


def refill_of(code: Code, pile: PlaceSet, wrote: Wrote) -> ir.Expr | None:
    """The number of the place that a pile is `refilled from`."""
    decl = pile.table.decl
    if decl is None or decl.refilled is None:
        return None
    found = target_place(code, owner_scope(code.b, pile), decl.refilled, wrote)
    if found is None:
        return None
    if isinstance(found[1], PlaceSet):
        check_kinds(code, decl.refilled, found[1].type, pile)
    return found[0]


def check_refills(b: Builder) -> None:
    """Every `refilled from` is read once, also those of piles that nobody draws from."""
    code = Code(b, None, ir.Function(-1, "", "straight", ()))
    for table in b.layout.places:
        if table.decl is not None and table.decl.refilled is not None:
            if table.decl.word not in ("pile", "row"):
                b.sink.error("place/no-order", table.decl.refilled.span, f'"{table.name}" has no order, so nothing is drawn from it',
                             hint="Only a `pile` is refilled.")
            refill_of(code, PlaceSet(table, ir.Const(0), ThingType(table.decl.kinds)), set())


# ---- dice ------------------------------------------------------------------------------------------------------
def roll_into(code: Code, scope: Scope, holes: Holes, span: Span, wrote: Wrote, want: bool) -> ir.Expr | None:
    amount = number(code.b, scope, holes["n"])
    what = dice_cell(code, scope, holes["results"], wrote)
    if what is None or what.cell is None:
        return None
    state, base, index = what.cell
    reg = code.b.register("dice")
    keep_length(code, state, amount, span)
    code.emit(ir.Act("roll", (amount,), reg, code.b.span(span)))
    code.emit(ir.Store(base, index, ir.Reg(reg)))
    return fold.select(fold.op("gt", fold.length(ir.Reg(reg)), fold.ZERO), ir.Const(ir.FULLY), ir.Const(ir.NOT)) if want else None


def dice_cell(code: Code, scope: Scope, e: n.Expr, wrote: Wrote) -> V | None:
    """A state where dice lie: a list of numbers."""
    what = cell_of(code, scope, e, wrote)
    if what is None or what.cell is None:
        return None
    state = what.cell[0]
    if isinstance(state.type, ListType) and isinstance(state.type.item, NumberType):
        return what
    code.b.sink.error("type/list-wanted", e.span, f'Dice lie in a list of numbers, "{state.name}" is a {state.type}',
                      hint="Declare it as `list of number, up to 3`.")
    return None


def reroll(code: Code, scope: Scope, holes: Holes, span: Span, wrote: Wrote, want: bool) -> ir.Expr | None:
    b = code.b
    which = dice_positions(code, scope, holes["which"])
    what = dice_cell(code, scope, holes["results"], wrote)
    if which is None or what is None or what.cell is None:
        return None
    which = code.set(which, "which") if want and not isinstance(which, (ir.Reg, ir.Const)) else which
    _, base, index = what.cell
    reg = b.register("dice")
    code.emit(ir.Act("reroll", (which, what.ir, ir.Const(b.span(holes["which"].span))), reg, b.span(span)))
    code.emit(ir.Store(base, index, ir.Reg(reg)))
    return fold.select(fold.op("gt", fold.length(which), fold.ZERO), ir.Const(ir.FULLY), ir.Const(ir.NOT))


def dice_positions(code: Code, scope: Scope, e: n.Expr) -> ir.Expr | None:
    """The list of positions that a sentence names; a single number is a list of one."""
    found = meaning(code.b, scope, e)
    col = c.as_collection(found)
    if col is not None and isinstance(c.item_type(col), (NumberType, WrongType)):
        return c.list_of(code.b, col)[0]
    if isinstance(found, V) and isinstance(found.type, NumberType):
        return ir.Tuple((found.ir,))
    if not (isinstance(found, V) and isinstance(found.type, WrongType)):
        code.b.sink.error("type/number-wanted", e.span, "Which dice are rolled again is said by their positions, which are numbers",
                          hint="Choose them first: `choose any which from dice`.")
    return None


def roll_as(code: Code, scope: Scope, holes: Holes, span: Span, wrote: Wrote, want: bool) -> ir.Expr | None:
    amount = number(code.b, scope, holes["n"])
    name = holes["result"]
    reg = code.b.register("dice")
    code.emit(ir.Act("roll", (amount,), reg, code.b.span(span)))
    if not isinstance(name, n.Name):
        code.b.sink.error("name/new-wanted", name.span, "A new name must stand here", hint="Write `as result`.")
        return None
    if amount != ir.Const(1):
        code.b.sink.error("dice/one", holes["n"].span, "Only one die is rolled as a name", hint="Roll several `into` a list state.")
    die = code.set(ir.Item(ir.Reg(reg), ir.Const(1), code.b.span(span)), name.name)
    scope.names[name.name] = Local(V(die, NUMBER), name.span)
    return ir.Const(ir.UNCOUNTED)


# ---- pieces by lot -----------------------------------------------------------------------------------------------
def pick(code: Code, scope: Scope, holes: Holes, span: Span, wrote: Wrote, want: bool) -> ir.Expr | None:
    from lawspeaker.interpreter.program.steps import new_name
    b, name = code.b, holes["result"]
    col = collection(b, scope, holes["here"])
    amount = number(b, scope, holes["n"])
    if not isinstance(name, n.Name):
        b.sink.error("name/new-wanted", name.span, "A new name must stand here", hint="Write `as picked`.")
        return None
    new_name(code, scope, name.name, name.span)
    w = c.walk(b, col, pieces=True)
    scope.names[name.name] = Local(b.wrong(), name.span, 1)      # so that a mistake here is told once
    if not isinstance(w.item, ThingType):
        if not isinstance(w.item, WrongType):
            b.sink.error("type/thing-wanted", holes["here"].span, f"Only things are picked by chance, here are {w.item}s",
                         hint="Write a place or a set of things; dice are rolled.")
        return None
    counted = any(k.counted for k in w.item.kinds)
    source = c.one_source(w) if counted else None
    if counted and source is None and not (w.source is not None and sorts_apart(col)):
        b.sink.error("piece/from-where", holes["here"].span, f"From where? Pieces of {w.item} are only counted",
                     hint="Pick from one place; which one can be picked first.")
        return None
    given = ir.Const(-1) if not counted else source if source is not None else ir.Const(UNKNOWN_PLACE)
    picked = b.register("picked")
    code.emit(ir.Act("pick", (amount, c.as_list(b, w), given), picked, b.span(span)))
    found = fold.op("gt", ir.Length(ir.Reg(picked)), fold.ZERO)
    reg = b.register(name.name)
    one = isinstance(holes["n"], n.Number) and holes["n"].value == 1
    first = ir.Item(ir.Reg(picked), ir.Const(1), -1)
    code.emit(ir.Set(reg, fold.select(found, first if one else ir.Reg(picked), ir.Const(ir.NONE))))
    b.made.setdefault("missing", {})[name.name] = reg
    if one:
        v = V(ir.Reg(reg), w.item, w.source(ir.Reg(reg)) if counted and w.source else None)
    else:
        v = V(ir.Reg(reg), ListType(w.item, True), source)
    scope.names[name.name] = Local(v, name.span)
    if not want:
        return None
    done = fold.select(fold.op("eq", ir.Length(ir.Reg(picked)), amount), ir.Const(ir.UNCOUNTED), ir.Const(ir.PARTLY))
    return code.set(fold.select(found, done, ir.Const(ir.NOT)), "got")


def sorts_apart(col: c.Collection) -> bool:
    """Whether each sort of a sum of places can lie in one of them only, so that the sort says from where."""
    while isinstance(col, c.ThoseSet):
        col = col.source
    if not isinstance(col, c.SumSet):
        return False
    kinds = [k for item in col.items if isinstance(t := c.item_type(item), ThingType) for k in t.kinds]
    return not any(a.is_a(z) or z.is_a(a) for i, a in enumerate(kinds) for z in kinds[i + 1:])


# ---- what a player knows -----------------------------------------------------------------------------------------
def show(code: Code, scope: Scope, holes: Holes, span: Span, wrote: Wrote, want: bool) -> ir.Expr | None:
    b, e = code.b, holes["what"]
    what = meaning(b, scope, e)
    who = player(b, scope, holes["who"])
    col = c.as_collection(what)
    t = c.item_type(col) if col is not None else what.type if isinstance(what, V) else None
    if isinstance(t, WrongType):
        return None
    if not isinstance(t, ThingType) or not t.kinds or (isinstance(what, V) and not isinstance(what.type, (ThingType, ListType))):
        b.sink.error("type/piece-wanted", e.span, "Pieces must stand here", hint="Name a piece, a place or a set of pieces.")
        return None
    low, high = b.layout.pieces
    for k in t.kinds:
        if k.counted:
            b.sink.error("piece/not-told-apart", e.span, f"Pieces of {k.name} are only counted, so nobody can know one of them",
                         hint="Declare its copies as `told apart`, or write each piece into the data.")
            return None
        begin, end = b.layout.range(k)
        if not low <= begin <= end <= high:
            b.sink.error("type/piece-wanted", e.span, f"A {k.name} is no piece: it lies in no place, so it is never hidden",
                         hint="Show what lies in a place.")
            return None
    if col is not None:
        lst = c.list_of(b, col)[0]
    else:
        assert isinstance(what, V)
        if t.optional and not t.trusted:
            b.sink.error("type/none-untested", e.span, "This may be none, and none cannot be shown", hint="Test it with `is … as x`.")
        lst = ir.Tuple((fold.need(what.ir, b.span(e.span)) if t.optional else what.ir,))
    reg = b.register("shown") if want else None
    code.emit(ir.Act("show", (who, lst), reg, b.span(span)))
    return ir.Reg(reg) if reg else None


NATIVE: dict[str, ActFunction] = {
    "shuffle {pile}": shuffle,
    "draw {n} from {pile} to {there}": draw,
    "roll {n} die/dice into {results}": roll_into,
    "roll {n} die/dice as {result}": roll_as,
    "reroll {which} in {results}": reroll,
    "pick {n} from {here} as {result}": pick,
    "show {what} to {who}": show,
}
