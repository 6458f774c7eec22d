"""What holds for a time: `becomes` and `waive` sites → conditions inside values and headers; `until` and `later` → cells.

The cell of an `until` block holds its entries (player, uses left or -1, captured values …), one for each time it was done; that
of a `later` step (player, captured values …).  What a block captures is found when its steps are made, so values are made
again until that is stable (from_model.py).
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.types import NUMBER, NumberType, Type, WrongType, fits
from lawspeaker.interpreter.model.walk import walk
from lawspeaker.interpreter.program import collections as c
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.building import Builder, Local, Scope, V
from lawspeaker.interpreter.program.code import Code
from lawspeaker.interpreter.program.expressions import flag, meaning, number, value
from lawspeaker.interpreter.program.watching import after_step
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.spell import nearest

Captured: TypeAlias = tuple[tuple[str, Type, bool], ...]      # name, type, whether the place it lies in is kept too
USES = 2                         # position of the uses left in an entry
FIRST_CAPTURED = {True: 3, False: 2}              # of an `until` entry, of a `later` entry


# ---- what a block captures ------------------------------------------------------------------------------------
def capture(code: Code, scope: Scope, node: n.Node, own: Iterable[str] = ()) -> list[ir.Expr]:
    """The values of the names outside that a block reads; noted for those who read them back."""
    found: list[tuple[str, Type, bool]] = []
    values: list[ir.Expr] = []
    for name in sorted({x.name for x in walk(node) if isinstance(x, n.Name)} - set(own)):
        local = scope.find(name)
        if isinstance(local, Local):
            local.uses += 1
            found.append((name, local.value.type, local.value.source is not None))
            values.append(local.value.ir)
            if local.value.source is not None:
                values.append(local.value.source)
    code.b.model.captured[id(node)] = tuple(found)
    return values


def restored(b: Builder, node: n.Node, entry: str, until: bool) -> dict[str, Local]:
    """The captured names, read from an entry."""
    out: dict[str, Local] = {}
    at = FIRST_CAPTURED[until]
    for name, t, placed in b.model.captured.get(id(node), ()):
        v = ir.Item(ir.Reg(entry), ir.Const(at), -1)
        source = ir.Item(ir.Reg(entry), ir.Const(at + 1), -1) if placed else None
        out[name] = Local(V(v, t, source), node.span, 1)
        at += 2 if placed else 1
    return out


def known(b: Builder, node: n.Node) -> bool:
    return id(node) in b.model.captured


# ---- steps -----------------------------------------------------------------------------------------------------
def until(code: Code, scope: Scope, step: n.Until) -> ir.Expr:
    """The changes hold from now on, until one of the bounds."""
    b = code.b
    uses: ir.Expr = ir.Const(-1)
    counts = [x for x in step.bounds if x.count is not None]
    for bound in step.bounds:
        check_bound(b, bound)
    if len(counts) > 1:
        b.sink.error("language/not-built-yet", counts[1].span, "Two counts in one `until` are not built yet", hint="Write two `until` blocks.")
    if counts and counts[0].count is not None:
        uses = number(b, scope, counts[0].count)
        uses = uses if isinstance(uses, ir.Const) else code.set(uses, "uses")
    targets = {name for x in step.members if isinstance(x, n.Change) for name in (*parameter_names(b, x), "it")}
    for x in step.members:
        check_change(b, scope, x)
    values = capture(code, scope, step, targets)
    cell: int = b.made[("until", id(step))]
    entry = ir.Tuple((scope.you, uses, *values))
    begin = ir.Store(cell, None, ir.Join((ir.Load(cell), ir.Tuple((entry,))), False))
    wanted = fold.op("gt", uses, fold.ZERO) if counts else fold.TRUE         # for less than one move nothing holds
    code.emit(begin if wanted == fold.TRUE else ir.If(wanted, (begin,)))
    after_step(code, {id(step)})
    return fold.select(wanted, ir.Const(ir.FULLY), ir.Const(ir.NOT))


def check_bound(b: Builder, x: n.Bound) -> None:
    spans = [*b.model.phases, *b.model.moves, *b.model.forms]
    known_names = spans if x.edge is not None else [*b.model.moves, *b.model.forms]
    if x.name not in known_names:
        near = nearest(x.name, known_names)
        what = "phase or move" if x.edge is not None else "move"
        b.sink.error("name/unknown-span", x.name_span, f'There is no {what} called "{x.name}"',
                     hint=f'Did you mean "{near}"?' if near else f"There are {', '.join(dict.fromkeys(known_names))}.")


def check_change(b: Builder, scope: Scope, x: n.Change | n.Waive | n.Reaction) -> None:
    """The expressions of a change where it is written, so that what is wrong is said there and once."""
    if isinstance(x, n.Change):
        v = b.model.values.get(target_name(x) or "")
        if v is not None and not v.native:
            inner = scope.child()
            inner.names["it"] = Local(b.wrong(), x.span, 1)
            for name, p in zip(parameter_names(b, x), v.parameters, strict=False):
                inner.names[name] = Local(V(fold.ZERO, p.type or NUMBER), x.span, 1)
            value(b, inner, x.value)
            if x.condition is not None:
                flag(b, inner, x.condition)


def later(code: Code, scope: Scope, step: n.Later) -> ir.Expr:
    cell: int = code.b.made[("later", id(step))]
    own = step.moment.arguments
    entry = ir.Tuple((scope.you, *capture(code, scope, step, own)))
    code.emit(ir.Store(cell, None, ir.Join((ir.Load(cell), ir.Tuple((entry,))), False)))
    return ir.Const(ir.FULLY)


def come_due(code: Code, scope: Scope, step: n.Later, before: ir.Expr) -> None:
    """At its moment: each entry that was there before and whose condition holds is done and forgotten, the oldest first."""
    from lawspeaker.interpreter.program.steps import branches, loop, lower_block
    b = code.b
    cell: int = b.made[("later", id(step))]
    if not known(b, step):
        return
    entry = b.register("due")

    def one() -> None:
        inner = Scope({}, None, code.set(ir.Item(ir.Reg(entry), ir.Const(1), -1), "you"))
        inner.names.update(scope.names)
        for name, local in restored(b, step, entry, False).items():
            placed = code.set(local.value.source, "place") if local.value.source is not None else None
            inner.names[name] = Local(V(code.set(local.value.ir, name), local.value.type, placed), local.span, 1)
        condition = fold.both([ir.Contains(ir.Load(cell), ir.Reg(entry)), flag(b, inner, step.condition) if step.condition is not None else None])

        def run() -> None:
            code.emit(ir.Store(cell, None, ir.Native("without", (ir.Load(cell), ir.Reg(entry)))))
            lower_block(code, inner.child(), step.block)
        branches(code, [step.block, *step.block.steps], [(condition, run)], None)
    code.nodes.append(id(step.block))
    loop(code, step.block, entry, before, one)
    code.nodes.pop()


def during_until(code: Code, scope: Scope, step: n.Until, r: n.Reaction, before: ir.Expr) -> None:
    """A reaction inside `until`: for each entry that was there before, holds still, and whose player the moment concerns."""
    from lawspeaker.interpreter.program.steps import branches, loop, lower_block
    b = code.b
    if not known(b, step):
        return
    entry = b.register("entry")

    def one() -> None:
        who = code.set(ir.Item(ir.Reg(entry), ir.Const(1), -1), "you")
        inner = Scope({}, None, who)
        inner.names.update(scope.names)
        for name, local in restored(b, step, entry, True).items():
            placed = code.set(local.value.source, "place") if local.value.source is not None else None
            inner.names[name] = Local(V(code.set(local.value.ir, name), local.value.type, placed), local.span, 1)
        mine = fold.TRUE if step.everyone else fold.op("eq", who, scope.you)
        still = ir.Native("holds", (ir.Load(b.made[("until", id(step))]), ir.Reg(entry)))
        condition = fold.both([still, mine, flag(b, inner, r.condition) if r.condition is not None else None])
        branches(code, [r.block, *r.block.steps], [(condition, lambda: lower_block(code, inner.child(), r.block))], None)
    code.nodes.append(id(r.block))
    loop(code, r.block, entry, before, one)
    code.nodes.pop()


# ---- values ----------------------------------------------------------------------------------------------------
def target_name(x: n.Change) -> str | None:
    return x.target.name if isinstance(x.target, (n.Name, n.Call)) else None


def parameter_names(b: Builder, x: n.Change) -> list[str]:
    """The names under which a change sees the parameters of its value: its own, or those written behind it."""
    if isinstance(x.target, n.Call):
        return [a.name for a in x.target.arguments if isinstance(a, n.Name)]
    v = b.model.values.get(target_name(x) or "")
    return [p.name for p in v.parameters] if v is not None else []


def check_targets(b: Builder) -> None:
    """Every change speaks of a value of the game."""
    from lawspeaker.interpreter.program.values import arguments_of
    for site in b.model.sites:
        x = site.change
        if isinstance(x, n.Waive):
            continue
        name = target_name(x)
        v = b.model.values.get(name or "")
        if v is None or v.native:
            near = nearest(name or "", [k for k, y in b.model.values.items() if not y.native])
            state = name in b.model.table_states or name in b.model.player.states
            b.sink.error("change/no-value", x.target.span, f'Only values can be changed, and "{x.target.span.text}" is none',
                         hint="A state is changed by `set`, `add` and `take`." if state else
                         f'Did you mean "{near}"?' if near else "Declare it with `value`.")
        elif isinstance(x.target, n.Call) and len(parameter_names(b, x)) != len(v.parameters):
            b.sink.error("value/arguments", x.target.span, f'"{v.name}" takes {arguments_of(len(v.parameters))}, here are {len(x.target.arguments)}',
                         hint=f"Write {v.name}({', '.join(p.name for p in v.parameters)})." if v.parameters else f"Write {v.name}.")


def speaks_of_it(e: n.Expr) -> bool:
    return any(isinstance(x, n.Name) and x.name == "it" for x in walk(e))


def with_sites(b: Builder, v: m.Value, scope: Scope, params: tuple[str, ...], result: ir.Expr, t: Type) -> tuple[ir.Expr, Type]:
    """A value with everything that changes it: first what sets it, then what counts on from it, each in weaving order."""
    sites = [s for s in b.model.sites if isinstance(s.change, n.Change) and target_name(s.change) == v.name]
    for s in sorted(sites, key=lambda s: speaks_of_it(s.change.value)):  # type: ignore[union-attr]
        v.used = True
        result, t = with_site(b, v, s, scope, params, result, t)
    return result, t


def with_site(b: Builder, v: m.Value, s: m.Site, scope: Scope, params: tuple[str, ...], result: ir.Expr, t: Type) -> tuple[ir.Expr, Type]:
    x = s.change
    assert isinstance(x, n.Change)
    acc, entry = b.register("it"), b.register("entry")
    inner = scope.child()
    inner.names["it"] = Local(V(ir.Reg(acc), NUMBER if isinstance(t, NumberType) else t), x.span, 1)
    for name, reg, p in zip(parameter_names(b, x), params, v.parameters, strict=False):
        inner.names[name] = Local(V(ir.Reg(reg), p.type or NUMBER), x.span, 1)
    where: ir.Expr = ir.Const((0,))
    conditions: list[ir.Expr] = []
    if s.until is not None:
        if ("until", id(s.until)) not in b.made or not known(b, s.until):
            return result, t
        b.read(s.until)
        where = ir.Load(b.made[("until", id(s.until))])
        inner.names.update(restored(b, s.until, entry, True))
        if not s.until.everyone:
            conditions.append(fold.op("eq", ir.Item(ir.Reg(entry), ir.Const(1), -1), ir.Reg("you")))
    elif s.move is not None:
        found = in_play(b, scope, s.move)
        if found is None:
            return result, t
        where = found
    if x.condition is not None:
        conditions.append(flag(b, inner, x.condition))
    new = value(b, inner, x.value)
    if not fits(new.type, t):
        b.sink.error("type/wrong-value", x.value.span, f'"{v.name}" is a {t}, this is a {new.type}', hint=f"Give a {t}.")
        return result, t
    from lawspeaker.interpreter.program.expressions import join
    joined = t if isinstance(t, WrongType) else join(b, x.value, new.type, t)
    if isinstance(t, NumberType) and speaks_of_it(x.value):
        joined = NUMBER
    step = fold.select(fold.both(conditions), new.ir, ir.Reg(acc))
    if where == ir.Const((0,)) and not speaks_of_it(x.value):
        return fold.select(fold.both(conditions), new.ir, result), joined
    return ir.Fold(acc, entry, where, result, step), joined


def in_play(b: Builder, scope: Scope, move: m.MoveDecl) -> ir.Expr | None:
    """A list with an entry for each copy of a card that lies where it is active, for `you` or in a common place."""
    from lawspeaker.interpreter.program.cards import card_number
    place = move.active_in
    card = card_number(b, move)
    if place is None or card is None:
        return None
    where = meaning(b, Scope(you=scope.you), place)
    if not isinstance(where, c.PlaceSet) or where.missing:
        b.sink.error("type/place-wanted", place.span, "A place must stand here", hint="Name an area, pile or row.")
        return None
    here = c.contains(b, where, V(ir.Const(card), c.item_type(where)))
    if move.card is not None and move.card.counted:
        reg = b.register("copy")
        many = c.number_of(b, c.ThoseSet(where, reg, fold.op("eq", ir.Reg(reg), ir.Const(card))))
        return ir.Range(ir.Const(1), many)
    return fold.select(here, ir.Const((0,)), ir.Const(()))


# ---- requirements ------------------------------------------------------------------------------------------------
def waived(b: Builder, scope: Scope, move: m.MoveDecl, cites: n.Cites, name: str | None) -> ir.Expr:
    """Whether a requirement, limit or cost of a move is lifted now."""
    names = {move.name, *(f.name for f in move.form.ancestors())}
    ids = {x.id for x in cites}
    out: list[ir.Expr] = []
    for s in b.model.sites:
        x = s.change
        if not isinstance(x, n.Waive) or x.move not in names or not ({i.id for i in x.ids} & ids or (x.name is not None and x.name == name)):
            continue
        b.made.setdefault("waivers used", set()).add(id(x))
        inner = scope.child()
        if s.until is not None:
            if not known(b, s.until):
                continue
            entry = b.register("entry")
            inner.names.update(restored(b, s.until, entry, True))
            mine = fold.TRUE if s.until.everyone else fold.op("eq", ir.Item(ir.Reg(entry), ir.Const(1), -1), ir.Reg("you"))
            holds = fold.both([mine, flag(b, inner, x.condition) if x.condition is not None else None])
            out.append(ir.Each("any", entry, ir.Load(b.made[("until", id(s.until))]), None if holds == fold.TRUE else holds))
            continue
        holds = flag(b, inner, x.condition) if x.condition is not None else fold.TRUE
        if s.move is not None:
            lying = in_play(b, inner, s.move)
            holds = fold.both([fold.op("gt", fold.length(lying), fold.ZERO) if lying is not None else fold.FALSE, holds])
        out.append(holds)
    return fold.either(out)


def check_waivers(b: Builder) -> None:
    """A waiver that lifts nothing is a slip."""
    used = b.made.get("waivers used", set())
    for s in b.model.sites:
        x = s.change
        if not isinstance(x, n.Waive) or id(x) in used:
            continue
        what = x.name or ", ".join(i.id for i in x.ids)
        moves = [y for y in b.model.moves.values() if x.move in (y.name, *(f.name for f in y.form.ancestors()))]
        if not moves:
            near = nearest(x.move, [*b.model.moves, *b.model.forms])
            b.sink.error("name/unknown-move", x.move_span, f'There is no move or form "{x.move}"',
                         hint=f'Did you mean "{near}"?' if near else f"Moves are {', '.join(b.model.moves)}.")
            continue
        from lawspeaker.interpreter.program.moves import entries_of
        lines = [y for mv in moves for e in entries_of(mv) for y in e.members
                 if isinstance(y, (n.Requires, n.Costs)) or (isinstance(y, n.Line) and y.sentence.verb == "limit")]
        cited = sorted({i.id for y in lines for i in y.cites} | {y.name for y in lines if isinstance(y, n.Requires) and y.name})
        near = nearest(what, cited)
        b.sink.error("change/nothing-waived", (x.name_span or x.ids[0].span) if x.name or x.ids else x.span,
                     f'No requirement, limit or cost of "{x.move}" is called "{what}"' if x.name else f'No requirement, limit or cost of "{x.move}" cites {what}',
                     hint=f'Did you mean "{near}"?' if near else f"There are: {', '.join(cited)}." if cited else "It has none that cites a rule.")


# ---- endings ---------------------------------------------------------------------------------------------------
def bounds(b: Builder, edge: str | None, names: Iterable[str]) -> list[tuple[n.Until, int]]:
    """The `until` blocks that end at this edge (None: count this move), with their cells."""
    wanted = set(names)
    return [(u, b.made[("until", id(u))]) for u in b.model.untils if any(x.edge == edge and x.name in wanted for x in u.bounds)]


def end_changes(code: Code, edge: str, names: Iterable[str], you: ir.Expr | None) -> None:
    """At the end of a span all of its changes end; at its start those of the player whose span begins, all if it is nobody's."""
    ended = bounds(code.b, edge, names)
    for _, cell in ended:
        if edge == "end" or you is None:
            code.emit(ir.If(ir.Op("ne", ir.Load(cell), ir.Const(())), (ir.Store(cell, None, ir.Const(())),)))
            continue
        reg = code.b.register("entry")
        rest = ir.Each("collect", reg, ir.Load(cell), fold.op("ne", ir.Item(ir.Reg(reg), ir.Const(1), -1), you))
        code.emit(ir.If(ir.Op("ne", ir.Load(cell), ir.Const(())), (ir.Store(cell, None, rest),)))
    if ended:
        after_step(code, {id(u) for u, _ in ended})


def use_changes(code: Code, names: Iterable[str], you: ir.Expr, whole: ir.Expr | None) -> None:
    """A finished move counts as a use of what holds for so many of them, unless an ending has cut it off (`whole` is not done)."""
    used = bounds(code.b, None, names)
    for _, cell in used:
        some: ir.Expr = ir.Op("ne", ir.Load(cell), ir.Const(()))
        finished = fold.both([fold.op("ne", whole, ir.Const(ir.NOT)), some]) if whole is not None else some
        code.emit(ir.If(finished, (ir.Store(cell, None, ir.Native("used_up", (ir.Load(cell), you))),)))
    if used:
        after_step(code, {id(u) for u, _ in used})
