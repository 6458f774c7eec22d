"""Calls in expressions: values of the game (made into functions once, their types inferred), graphs, and what the engine gives."""
from __future__ import annotations

from functools import cache

from lawspeaker.interpreter import contributed
from lawspeaker.interpreter.contributed import Contributed
from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.types import (
    FLAG,
    HIGH,
    LOW,
    NUMBER,
    ListType,
    NumberType,
    ThingType,
    Type,
    WrongType,
    as_given,
    can_be_given,
    fits,
)
from lawspeaker.interpreter.program import collections as c
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.building import Builder, Local, Scope, V
from lawspeaker.interpreter.program.foreign import needed
from lawspeaker.interpreter.program.names import Meaning, MoveRef, name_value, sure_range
from lawspeaker.interpreter.program.schema import FIRST
from lawspeaker.interpreter.program.tabulate import tabulated
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.source import Span
from lawspeaker.interpreter.text.spell import nearest

LIST = "list of number"
FOREIGN: dict[str, Type] = {"number": NUMBER, "flag": FLAG, LIST: ListType(NUMBER, False)}       # types of plugins' functions


def call(b: Builder, scope: Scope, e: n.Call) -> Meaning:
    if e.name in b.model.graphs:
        return neighbours(b, scope, e)
    v = b.model.values.get(e.name)
    if v is None:
        given = contributed.functions()
        if e.name in given:
            return foreign(b, scope, e, given[e.name])
        known = [*b.model.values, *b.model.graphs, *given]
        near = nearest(e.name, known)
        bare = name_known(b, scope, e)
        b.sink.error("name/unknown-value", e.name_span, f'I do not know the value "{e.name}(…)"',
                     hint=f'Did you mean "{near}"?' if near else
                     f'"{e.name}" is known, but takes nothing in parentheses.' if bare else "Declare it with `value`.")
        return b.wrong()
    if v.native:
        return native(b, scope, e, v)
    if len(e.arguments) != len(v.parameters):
        b.sink.error("value/arguments", e.span, f'"{v.name}" takes {arguments_of(len(v.parameters))}, here are {len(e.arguments) or "none"}',
                     hint=f"Write {v.name}({', '.join(p.name for p in v.parameters)}).")
        return b.wrong()
    return call_value(b, v, scope.you, given_to(b, scope, v, e.arguments), e.span)


def given_to(b: Builder, scope: Scope, v: m.Value, arguments: tuple[n.Expr, ...]) -> list[V | c.Collection]:
    """The arguments of a value, each of which fits its parameter: what is not known before is looked at in play."""
    from lawspeaker.interpreter.program.expressions import value
    out: list[V | c.Collection] = []
    for i, a in enumerate(arguments):
        x = value(b, scope, a)
        p = v.parameters[i] if i < len(v.parameters) else None
        if p is None or p.type is None:
            out.append(x)
            continue
        if not can_be_given(x.type, p.type):
            b.sink.error("type/wrong-argument", a.span, f'"{p.name}" of "{v.name}" is a {p.type}, this is {as_given(x.type)}',
                         hint="Test it first with `is … as`." if isinstance(x.type, ThingType) and x.type.optional else
                         f"Give a {p.type}.")
        out.append(V(as_declared(b, x, p.type, a), x.type if isinstance(x.type, WrongType) else p.type if isinstance(p.type, NumberType) else x.type))
    return out


def as_declared(b: Builder, x: V, wanted: Type, at: n.Expr) -> ir.Expr:
    """A value for what is declared as of a type: none that is only trusted away, things of other kinds and numbers beyond its range are
    faults in play, where they are not known before."""
    if isinstance(x.type, ThingType) and isinstance(wanted, ThingType) and not isinstance(x.ir, ir.Const):
        found = fold.need(x.ir, b.span(at.span)) if x.type.optional and not wanted.optional else x.ir
        if not wanted.kinds or all(any(k.is_a(w) for w in wanted.kinds) for k in x.type.kinds):
            return found
        spans = [b.layout.range(k) for k in wanted.kinds]
        of_kind = ir.Within(x.ir, min(s[0] for s in spans), max(s[1] for s in spans), "wrong-kind", b.span(at.span))
        return fold.select(fold.op("eq", x.ir, ir.Const(ir.NONE)), ir.Const(ir.NONE), of_kind) if x.type.optional and wanted.optional else of_kind
    if isinstance(x.type, ThingType) and isinstance(wanted, ThingType) and x.type.optional and not wanted.optional:
        return fold.need(x.ir, b.span(at.span))
    if isinstance(wanted, NumberType) and isinstance(x.type, NumberType) and wanted.low > LOW and wanted.high < HIGH:
        between = sure_range(b, x)
        if between is None or between[0] < wanted.low or between[1] > wanted.high:
            return ir.Within(x.ir, wanted.low, wanted.high + 1, "outside-range", b.span(at.span))
    return x.ir


def arguments_of(number: int) -> str:
    return "1 argument" if number == 1 else f"{number or 'no'} arguments"


def foreign(b: Builder, scope: Scope, e: n.Call, given: Contributed) -> Meaning:
    """A function of a plugin."""
    from lawspeaker.interpreter.program.expressions import value
    f = given.what
    if len(e.arguments) != len(f.parameters):
        b.sink.error("value/arguments", e.span, f'"{e.name}" takes {arguments_of(len(f.parameters))}, here are {len(e.arguments) or "none"}',
                     hint=f"It is of the plugin {given.plugin}: write {e.name}({', '.join(f.parameters)}).")
        return b.wrong()
    arguments = []
    for a, wanted in zip(e.arguments, f.parameters):
        x = value(b, scope, a)
        if not fits(x.type, FOREIGN[wanted]) and not (isinstance(x.type, ListType) and fits(x.type.item, NUMBER) and wanted == LIST):
            b.sink.error("type/wrong-argument", a.span, f'"{e.name}" of the plugin {given.plugin} takes a {wanted} here, this is a {x.type}',
                         hint=f"Give a {wanted}.")
        arguments.append(x.ir)
    b.made.setdefault("foreign", {})[e.name] = needed(e.name, given)
    call = ir.Native("plugin", (ir.Const(e.name), ir.Tuple(tuple(arguments)), ir.Const(b.span(e.span))))
    return c.ListSet(call, NUMBER) if f.result == LIST else V(call, FOREIGN[f.result])


def name_known(b: Builder, scope: Scope, e: n.Call) -> bool:
    from lawspeaker.interpreter.program.names import candidates
    return e.name in candidates(b, scope)


def call_of(b: Builder, scope: Scope, e: n.CallOf) -> Meaning:
    """`p.value(x)`: a value asked for another player."""
    from lawspeaker.interpreter.program.expressions import thing
    owner = thing(b, scope, e.target, "player")
    v = b.model.values.get(e.name)
    if v is None or v.native:
        near = nearest(e.name, b.model.values)
        b.sink.error("name/unknown-value", e.name_span, f'I do not know the value "{e.name}(…)"',
                     hint=f'Did you mean "{near}"?' if near else "Declare it with `value`.")
        return b.wrong()
    if isinstance(owner.type, ThingType) and not owner.type.within(b.model.player):
        b.sink.error("type/player-wanted", e.target.span, f"Only players are asked like this, this is a {owner.type}",
                     hint=f"Write {e.name}({e.target.span.text}, …).")
    return call_value(b, v, owner.ir, given_to(b, scope, v, e.arguments), e.span)


def call_value(b: Builder, v: m.Value, you: ir.Expr, arguments: list[V | c.Collection], span: Span) -> Meaning:
    v.used = True
    made = value_function(b, v, span)
    if made is None:
        return b.wrong()
    function, t, reads = made
    for s in b.reads:
        s |= reads
    if len(arguments) != len(v.parameters):
        b.sink.error("value/arguments", span, f'"{v.name}" takes {arguments_of(len(v.parameters))}, here are {len(arguments) or "none"}',
                     hint=f"Write {v.name}({', '.join(p.name for p in v.parameters)}).")
        return b.wrong()
    f = b.functions[function]
    irs = tuple(a.ir for a in arguments if isinstance(a, V))
    body = f.value
    if isinstance(body, ir.Const):
        return V(body, t)
    if body is not None and small(body) and all(isinstance(i, (ir.Const, ir.Reg)) for i in (*irs, you)):
        return V(inline(body, f.params, (you, *irs)), t)
    return V(ir.CallValue(function, (you, *irs)), t)


def small(e: ir.Expr) -> bool:
    """Worth writing out where it is used: a few plain instructions, no registers of its own."""
    match e:
        case ir.Const() | ir.Reg():
            return True
        case ir.Load():
            return e.index is None or small(e.index)
        case ir.Fact():
            return small(e.index)
        case ir.Op():
            return e.op not in ("div", "mod") and small(e.left) and small(e.right)
        case ir.Select():
            return small(e.condition) and small(e.yes) and small(e.no)
        case ir.CallValue():
            return all(small(a) for a in e.arguments)
        case _:
            return False


def inline(body: ir.Expr, params: tuple[str, ...], arguments: tuple[ir.Expr, ...]) -> ir.Expr:
    for p, a in zip(params, arguments):
        body = c.substitute(body, p, a)
    return refold(body)


def refold(e: ir.Expr) -> ir.Expr:
    match e:
        case ir.Op():
            return fold.op(e.op, refold(e.left), refold(e.right), e.span)
        case ir.Select():
            return fold.select(refold(e.condition), refold(e.yes), refold(e.no))
        case ir.Load() if e.index is not None:
            return fold.load(e.base, refold(e.index))
        case _:
            return e


def value_function(b: Builder, v: m.Value, span: Span) -> tuple[int, Type, frozenset[int]] | None:
    """The function of a value, made at its first use: (you, *parameters)."""
    from lawspeaker.interpreter.program.changes import with_sites
    from lawspeaker.interpreter.program.expressions import flag, join, value
    key = ("value", v.name)
    if key in b.made:
        return b.made[key]  # type: ignore[no-any-return]
    if v in b.making:
        b.sink.error("value/circle", v.span, f'The value "{v.name}" asks for itself', hint="Break the circle.")
        b.made[key] = None
        return None
    b.making.append(v)
    b.reads.append(set())
    inside, b.made["inside"] = b.made.get("inside", ()), ()
    params = tuple(b.register(p.name) for p in v.parameters)
    scope = Scope(you=ir.Reg("you"))
    for p, reg in zip(v.parameters, params):
        scope.names[p.name] = Local(V(ir.Reg(reg), p.type or NUMBER), p.span)
        b.note(reg, p.type or NUMBER)
    cases = v.cases or ([(None, v.value)] if v.value is not None else [])
    result: ir.Expr | None = None
    t: Type = WrongType()
    for condition, what in reversed(cases):
        inner = scope.child()
        when = flag(b, inner, condition) if condition is not None else None
        assert what is not None
        x = value(b, inner, what)
        t = x.type if result is None else join(b, what, x.type, t)
        result = x.ir if result is None or when is None else fold.select(when, x.ir, result)
    for name, local in scope.names.items():
        if isinstance(local, Local) and not local.uses:
            b.sink.warning("name/unused", local.span, f'The parameter "{name}" is not used', hint="Use it, or leave it out here and where the value is asked for.")
    if result is not None:
        result, t = with_sites(b, v, scope, params, result, t)
        result = tabulated(b, v.name, params, [p.type for p in v.parameters], result) or result
    f = b.function(v.name, "value", ("you", *params), v.span)
    f.value = result
    b.making.pop()
    b.made["inside"] = inside
    reads = frozenset(b.reads.pop())
    v.type = t
    if key in b.made:                            # a circle was found in between
        return None
    b.made[key] = (f.number, t, reads)
    return b.made[key]  # type: ignore[no-any-return]


# ---- graphs and natives -----------------------------------------------------------------------------------
def neighbours(b: Builder, scope: Scope, e: n.Call) -> Meaning:
    from lawspeaker.interpreter.program.expressions import thing
    g = b.model.graphs[e.name]
    g.used = True
    if len(e.arguments) != 1:
        b.sink.error("value/arguments", e.span, f'"{g.name}" takes one thing, here are {len(e.arguments) or "none"}',
                     hint=f"Write {g.name}(x).")
        return b.wrong()
    x = thing(b, scope, e.arguments[0])
    if isinstance(x.type, ThingType) and not x.type.within(g.kind):
        b.sink.error("type/wrong-argument", e.arguments[0].span, f'"{g.name}" links things of the kind {g.kind.name}, this is a {x.type}',
                     hint=f"Test it first: `… is {g.kind.name} as x`.")
    return c.ListSet(ir.Fact(b.made[("graph", g.name)], x.ir), ThingType((g.kind,)), True)


def native(b: Builder, scope: Scope, e: n.Call, v: m.Value) -> Meaning:
    from lawspeaker.interpreter.program.expressions import collection, number, player, thing
    if len(e.arguments) != len(v.parameters):
        b.sink.error("value/arguments", e.span, f'"{v.name}" takes {arguments_of(len(v.parameters))}, here are {len(e.arguments) or "none"}',
                     hint=f"Write {v.name}({', '.join(p.name for p in v.parameters)}).")
        return b.wrong()
    v.used = True
    players = ThingType((b.model.player,))
    match v.name:
        case "max" | "min":
            return V(fold.op(v.name, number(b, scope, e.arguments[0]), number(b, scope, e.arguments[1])), NUMBER)
        case "place_in_order":
            n_players = ir.Const(b.layout.players)
            after_first = fold.op("add", fold.op("sub", player(b, scope, e.arguments[0]), ir.Load(FIRST)), n_players)
            return V(fold.op("add", fold.op("mod", after_first, n_players), ir.Const(1)), NumberType(1, b.layout.players))
        case "players_from":
            return c.ListSet(ir.Fact(b.made["players_from"], player(b, scope, e.arguments[0])), players, True)
        case "next_player":
            return step(b, thing(b, scope, e.arguments[0], "player"), "next", e.arguments[0])
        case "next" | "previous":
            return step(b, thing(b, scope, e.arguments[0]), v.name, e.arguments[0])
        case "last":
            things = collection(b, scope, e.arguments[0])
            found, w = c.first_of(b, things), c.walk(b, things, False)
            return V(ir.Native("last", (c.as_list(b, w), ir.Const(c.nothing_of(w.item)))), found.type)
        case "lines":
            return lines(b, scope, e)
        case "cell_at":
            return cell_at(b, scope, e)
        case "possible":
            return possible(b, scope, e)
        case "steps_between":
            return steps_between(b, scope, e)
    raise AssertionError(v.name)


def step(b: Builder, x: V, name: str, at: n.Expr) -> Meaning:
    if not isinstance(x.type, ThingType) or len(x.type.kinds) != 1:
        if isinstance(x.type, ThingType):
            b.sink.error("type/two-kinds", at.span, f"Only things of one kind come one after another, this is a {x.type}",
                         hint="Test its kind first with `is … as x`, then use `x`.")
        return b.wrong()
    kind = x.type.kinds[0]
    low, high = b.layout.range(kind)
    by = 1 if name == "next" else -1
    values = tuple([None] * low + [low + (t - low + by) % (high - low) for t in range(low, high)])
    if isinstance(x.ir, ir.Const):
        return V(ir.Const(values[x.ir.value]), x.type)
    return V(ir.Fact(b.table(f"{name} {kind.name}", values), x.ir), x.type)


def grid_of(b: Builder, e: n.Call) -> m.Kind | None:
    a = e.arguments[0]
    kind = b.model.kinds.get(a.kind) if isinstance(a, n.AllOf) else None
    if kind is None or kind.size is None:
        b.sink.error("type/grid-wanted", a.span, "A grid must stand here", hint="Name a kind declared with `grid`.")
        return None
    kind.used = True
    return kind


def lines(b: Builder, scope: Scope, e: n.Call) -> Meaning:
    """All straight lines of n neighbouring spaces: rows, columns and both diagonals."""
    kind = grid_of(b, e)
    length = e.arguments[1]
    if kind is None or kind.size is None:
        return b.wrong()
    if not isinstance(length, n.Number) or length.value < 2:
        b.sink.error("type/number-wanted", length.span, "The length of a line is a number above 1", hint="Write it in digits.")
        return b.wrong()
    columns, rows = kind.size
    low = b.layout.range(kind)[0]
    out = []
    for row in range(rows):
        for column in range(columns):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                x, y = column + dx * (length.value - 1), row + dy * (length.value - 1)
                if 0 <= x < columns and 0 <= y < rows:
                    out.append(tuple(sorted(low + (row + dy * i) * columns + column + dx * i for i in range(length.value))))
    return c.ListSet(ir.Const(tuple(out)), ListType(ThingType((kind,)), True), True)


def cell_at(b: Builder, scope: Scope, e: n.Call) -> Meaning:
    from lawspeaker.interpreter.program.expressions import number
    if len(e.arguments) == 2:
        grids = [k for k in b.model.kinds.values() if k.size is not None]
        if len(grids) != 1:
            b.sink.error("type/grid-wanted", e.span, f"There are {len(grids)} grids, so it is not clear which is meant",
                         hint="`cell_at` needs a game with one grid.")
            return b.wrong()
        kind = grids[0]
        assert kind.size is not None
        kind.used = True
        column, row = number(b, scope, e.arguments[0]), number(b, scope, e.arguments[1])
        between = [b.effects.interval(column), b.effects.interval(row)]
        columns, rows = kind.size
        low = b.layout.range(kind)[0]
        kept: list[tuple[str, ir.Expr]] = []
        if not isinstance(column, (ir.Reg, ir.Const)):
            kept.append((b.register("column"), column))
            column = ir.Reg(kept[-1][0])
        if not isinstance(row, (ir.Reg, ir.Const)):
            kept.append((b.register("row"), row))
            row = ir.Reg(kept[-1][0])
        at = fold.op("add", fold.op("mul", fold.op("sub", row, ir.Const(1)), ir.Const(columns)),
                     fold.op("add", column, ir.Const(low - 1)))
        tests = []
        for x, known, most in ((column, between[0], columns), (row, between[1], rows)):
            lowest, highest = known if known is not None else (LOW, HIGH)
            tests.append(fold.TRUE if lowest >= 1 else fold.op("ge", x, ir.Const(1)))
            tests.append(fold.TRUE if highest <= most else fold.op("le", x, ir.Const(most)))
        found: ir.Expr = fold.select(fold.both(tests), at, ir.Const(ir.NONE))
        for reg, kept_value in reversed(kept):
            found = ir.Bind(reg, kept_value, found)
        return V(found, ThingType((kind,), True, True))
    return b.wrong()


def steps_between(b: Builder, scope: Scope, e: n.Call) -> Meaning:
    """Breadth-first distances over a graph, found when the game is loaded."""
    from lawspeaker.interpreter.program.expressions import thing
    a = e.arguments[0]
    g = b.model.graphs.get(a.name) if isinstance(a, n.Name) else None
    if g is None:
        near = nearest(a.span.text, b.model.graphs)
        b.sink.error("name/unknown-graph", a.span, "A graph must stand here",
                     hint=f'Did you mean "{near}"?' if near else f"Graphs are {', '.join(b.model.graphs) or 'none'}.")
        return b.wrong()
    g.used = True
    here, there = thing(b, scope, e.arguments[1]), thing(b, scope, e.arguments[2])
    for x, at in ((here, e.arguments[1]), (there, e.arguments[2])):
        if isinstance(x.type, ThingType) and not x.type.within(g.kind):
            b.sink.error("type/wrong-argument", at.span, f'"{g.name}" links things of the kind {g.kind.name}, this is a {x.type}',
                         hint=f"Test it first: `… is {g.kind.name} as x`.")
            return b.wrong()
    low, high = b.layout.range(g.kind)
    row = ir.Fact(b.table(f"steps {g.name}", distances(b.tables[b.made[("graph", g.name)]].values, low, high)), here.ir)
    return V(ir.Item(row, fold.op("add", fold.op("sub", there.ir, ir.Const(low)), ir.Const(1)), -1), NumberType(0))


@cache
def distances(links: tuple[tuple[int, ...] | None, ...], low: int, high: int) -> tuple[tuple[int, ...] | None, ...]:
    out: list[tuple[int, ...] | None] = [None] * low
    for begin in range(low, high):
        found = {begin: 0}
        edge = [begin]
        while edge:
            edge = [y for x in edge for y in links[x] or () if y not in found and found.setdefault(y, found[x] + 1)]
        out.append(tuple(found.get(t, 9999) for t in range(low, high)))
    return tuple(out)


def possible(b: Builder, scope: Scope, e: n.Call) -> Meaning:
    a = e.arguments[0]
    what = name_value(b, scope, a) if isinstance(a, n.Name) else None
    if not isinstance(what, MoveRef):
        b.sink.error("type/move-wanted", a.span, "A move or a form must stand here", hint="Name one.")
        return b.wrong()
    if "moves of" not in b.made:
        b.sink.error("value/only-in-play", e.span, "`possible` can only be asked by rules while the game is played",
                     hint="Ask for what the move requires.")
        return b.wrong()
    moves = b.made["moves of"]((what.name,))
    if not moves:
        b.sink.error("move/none", e.span, f'No move is a "{what.name}"', hint="Declare one.")
        return b.wrong()
    for s in everything(b.model):                # what the headers read is not known yet
        b.read(s)
    b.made.setdefault("possible", {})[moves] = e.span
    return V(ir.Possible(moves, scope.you), FLAG)


def everything(model: m.Model) -> list[object]:
    """All states and places."""
    return [*model.table_states.values(), *model.table_places.values(), *(s for k in model.kinds.values() for s in k.states.values()),
            *(s for p in model.phases.values() for s in p.states.values()), *(p for k in model.kinds.values() for p in k.places.values())]
