"""Phases: rounds, turns, parts of turns, sub-turns, spans around steps; one construct.

`phase` functions play a phase with its circle and repetitions, `once` functions play it one time: enter, its lines, leave.
"""
from __future__ import annotations

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.sentences import match_sentence
from lawspeaker.interpreter.model.types import FlagType, ListType, NumberType, ThingType, Type
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.building import Builder, Local, Scope, V
from lawspeaker.interpreter.program.calls import call_chosen, moment_comes, phase_and_arguments, run_phase
from lawspeaker.interpreter.program.changes import end_changes
from lawspeaker.interpreter.program.code import Code, finish
from lawspeaker.interpreter.program.expressions import flag, text, value
from lawspeaker.interpreter.program.schema import ACTIVE, WATCH
from lawspeaker.interpreter.program.steps import lower_block
from lawspeaker.interpreter.program.watching import after_step, begin, leave
from lawspeaker.interpreter.program.windows import also_offered
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.spell import nearest


def outline(p: m.Phase) -> tuple[str, ...]:
    """The phases that are surely going on inside this one, itself first."""
    out = []
    q: m.Phase | None = p
    while q is not None:
        out.append(q.name)
        q = q.parent
    return tuple(out)


def make_phase(b: Builder, p: m.Phase) -> None:
    b.made["inside"] = outline(p)[1:]
    turns = next((x for x in p.node.members if isinstance(x, n.Turns)), None)
    repeated = next((x for x in p.node.members if isinstance(x, n.Repeated)), None)
    repetition = turns.repetition if turns is not None and turns.repetition is not None else repeated.repetition if repeated else None
    params = tuple(b.register(q.name) for q in p.parameters)
    once = make_once(b, p)
    f = b.functions[b.made[("phase", p.name)]]
    f.params = ("you", *params)
    code = begin(b, ("phase", p.name), f)
    arguments = tuple(ir.Reg(x) for x in params)
    if turns is None and repetition is None:
        code.then(ir.CallThen, once, (ir.Reg("you"), *arguments))
        code.calls(("once", p.name))
    else:
        circle(code, p, turns, repetition, once, arguments)
    finish(code)
    b.made["inside"] = ()


def circle(code: Code, p: m.Phase, turns: n.Turns | None, repetition: n.Repetition | None, once: int, arguments: tuple[ir.Expr, ...]) -> None:
    """Each player in turn, and again as often as the outline says."""
    b = code.b
    code.suspends_here()
    code.calls(("once", p.name))
    scope = Scope(you=ir.Reg("you"))
    for q, a in zip(p.parameters, arguments):
        scope.names[q.name] = Local(V(a, q.type or NumberType()), q.span, 1)
    players = b.layout.players
    order: ir.Expr = ir.Const(())
    saved = code.set(ir.Load(ACTIVE), "saved")
    if turns is not None:
        first = value(b, scope, turns.source)
        if not (isinstance(first.type, ThingType) and first.type.within(b.model.player)):
            b.sink.error("type/player-wanted", turns.source.span, "The circle begins with a player", hint="Write `each player from first_player`.")
            return
        if phase_parameters_in(turns.source, p):
            b.made.setdefault("enter first", set()).add(p.name)
        order = code.set(ir.Fact(b.made["players_from"], first.ir), "order")
    if not code.resumable:
        if repetition is not None and repetition.condition is not None:
            flag(b, scope.child(), repetition.condition)
        return
    at, passes = b.register("at"), b.register("passes")
    code.emit(ir.Set(at, fold.ZERO))
    if repetition is not None and repetition.word == "pass":
        code.emit(ir.Set(passes, fold.ZERO))
    head, after, done = code.new_block(place=p.span), None, code.new_block()
    code.goto(head)
    code.start(head)
    you: ir.Expr = ir.Reg("you")
    if turns is not None:
        you = code.set(ir.Item(order, fold.op("add", ir.Reg(at), ir.Const(1)), -1), "player")
        code.emit(ir.Store(ACTIVE, None, you))
        code.emit(ir.Set(at, fold.op("add", ir.Reg(at), ir.Const(1))))
        after_step(code, {ACTIVE}, True)
    moved = b.register("moved")
    after = code.new_block(moved if repetition is not None and repetition.word == "pass" else None)
    code.close(ir.CallThen(once, (you, *arguments), after.number))
    code.start(after)
    go_on(code, p, scope, turns, repetition, at, passes, moved, players, head, done)
    code.start(done)
    if turns is not None:
        code.emit(ir.Store(ACTIVE, None, saved))


def phase_parameters_in(e: n.Expr, p: m.Phase) -> bool:
    """`each player from market_day.starter` inside the phase market_day itself."""
    return isinstance(e, n.FieldOf) and isinstance(e.target, n.Name) and e.target.name == p.name


def go_on(code: Code, p: m.Phase, scope: Scope, turns: n.Turns | None, repetition: n.Repetition | None, at: str, passes: str, moved: str,
          players: int, head: ir.Block, done: ir.Block) -> None:
    """After one playing: the next, or the end of the circle."""
    round_over = fold.op("ge", ir.Reg(at), ir.Const(players))
    if repetition is None:
        code.close(ir.If(round_over, (ir.Goto(done.number),), (ir.Goto(head.number),)))
        return
    if turns is not None:
        code.emit(ir.If(round_over, (ir.Set(at, fold.ZERO),)))
    if repetition.word == "endless":
        code.goto(head)
        return
    if repetition.word == "until":
        assert repetition.condition is not None
        over = flag(code.b, scope.child(you=ir.Load(ACTIVE) if turns is not None else ir.Reg("you")), repetition.condition)
        code.close(ir.If(over, (ir.Goto(done.number),), (ir.Goto(head.number),)))
        return
    code.emit(ir.Set(passes, fold.select(fold.op("eq", ir.Reg(moved), ir.Const(ir.NOT)), fold.op("add", ir.Reg(passes), ir.Const(1)), fold.ZERO)))
    code.close(ir.If(fold.op("ge", ir.Reg(passes), ir.Const(players)), (ir.Goto(done.number),), (ir.Goto(head.number),)))


# ---- one time ------------------------------------------------------------------------------------------------
def make_once(b: Builder, p: m.Phase) -> int:
    params = tuple(b.register(q.name) for q in p.parameters)
    f = b.function(f"{p.name} once", "resumable" if b.suspending else "straight", ("you", *params), p.span)
    b.made[("once", p.name)] = f.number
    code = begin(b, ("once", p.name), f)
    scope = Scope(you=ir.Reg("you"))
    for x in p.node.members:
        if isinstance(x, n.Requires):
            leave(code, fold.negate(flag(b, scope, x.condition)))
    saved = enter(code, p, scope, tuple(ir.Reg(x) for x in params))
    b.made["inside"] = outline(p)
    moment_comes(code, "start", (p.name,), ir.Reg("you"))
    body = make_body(b, p)
    code.calls(("body", p.name))
    moved = b.register("moved")
    code.then(ir.CallThen, body, (ir.Reg("you"),), moved if counts_passes(p) else None, b.made["phase span"](p))
    depart(code, p, saved)
    result: ir.Expr = ir.Reg(moved) if counts_passes(p) else ir.Const(ir.FULLY)
    if code.open:
        code.close(ir.Return(result)) if code.resumable else code.emit(ir.Return())
    if code.resumable:
        code.finish_block()
    else:
        f.body = tuple(code.body)
    return f.number


def counts_passes(p: m.Phase) -> bool:
    """Whether somebody asks if a move was made in this phase: `again until all pass`."""
    return any(r is not None and r.word == "pass" for x in p.node.members
               for r in ((x.repetition,) if isinstance(x, (n.Turns, n.Repeated)) else ()))


def neutral(t: Type, s: m.State | None) -> ir.Expr:
    """What a state is at first when nothing else is said: the low end, false, none, empty."""
    match t:
        case NumberType():
            return ir.Const(t.low if t.low > -9999 else 0)
        case FlagType():
            return fold.FALSE
        case ListType():
            return ir.Const(())
        case _:
            return ir.Const(ir.NONE)


def cells_of(b: Builder, p: m.Phase) -> list[int]:
    names = [*p.states, *(q.name for q in p.parameters)]
    return [b.made[("phase", p.name, name)].base for name in names] + [cell.base for cell in b.made["limits of"].get(p.name, ())]


def enter(code: Code, p: m.Phase, scope: Scope, arguments: tuple[ir.Expr, ...]) -> list[tuple[int, ir.Reg]]:
    """Begin the life of a phase: its depth, parameters, states, limits.  Keeps the old ones if it may stand in itself."""
    b = code.b
    saved: list[tuple[int, ir.Reg]] = []
    if p.name in b.made["nesting"]:
        saved = [(cell, code.set(ir.Load(cell), "kept")) for cell in cells_of(b, p)]
    depth = b.made[("depth", p.name)].base
    code.emit(ir.Store(depth, None, fold.op("add", ir.Load(depth), ir.Const(1))))
    for q, a in zip(p.parameters, arguments):
        code.emit(ir.Store(b.made[("phase", p.name, q.name)].base, None, a))
    b.made["inside"] = outline(p)
    for s in p.states.values():
        first = value(b, scope, s.default).ir if s.default is not None else neutral(s.type, s)
        code.emit(ir.Store(b.made[("phase", p.name, s.name)].base, None, first, isinstance(s.type, FlagType)))
    for cells in b.made["limits of"].get(p.name, ()):
        code.emit(ir.Store(cells.base, None, ir.Const(())))
    end_changes(code, "start", (p.name,), None if is_nobodys(b, p) else scope.you)
    return saved


def is_nobodys(b: Builder, p: m.Phase) -> bool:
    """Whether a phase is common to all, like a round: neither it nor what it stands in goes round the players or is started by somebody."""
    above = [p]
    while above[-1].parent is not None:
        above.append(above[-1].parent)
    started = b.made["nesting"] | {piece.name for q in b.model.phases.values() for x in q.node.members
                                   if isinstance(x, n.Line) and x.sentence.verb == "run"
                                   for piece in x.sentence.pieces if isinstance(piece, (n.Name, n.Call))}
    return not any(q.name in started or any(isinstance(x, n.Turns) for x in q.node.members) for q in above)


def depart(code: Code, p: m.Phase, saved: list[tuple[int, ir.Reg]], you: ir.Expr | None = None) -> None:
    b = code.b
    you = you or ir.Reg("you")
    moment_comes(code, "end", (p.name,), you)
    end_changes(code, "end", (p.name,), you)
    depth = b.made[("depth", p.name)].base
    code.emit(ir.Store(depth, None, fold.op("sub", ir.Load(depth), ir.Const(1))))
    for cell, reg in saved:
        code.emit(ir.Store(cell, None, reg))
    if p.name == "setup":
        code.emit(ir.Store(WATCH, None, fold.ZERO))
        code.emit(ir.CallStraight(b.made["reset"], ()))


def make_body(b: Builder, p: m.Phase) -> int:
    """The lines of a phase in order; the result tells whether a move was made."""
    f = b.function(f"{p.name} lines", "resumable" if b.suspending else "straight", ("you",), p.span)
    code = begin(b, ("body", p.name), f)
    b.made["inside"] = outline(p)
    moved = b.register("moved")
    if counts_passes(p):
        code.emit(ir.Set(moved, ir.Const(ir.NOT)))
    scope = Scope(you=ir.Reg("you"))
    text(b, titled(b, p, scope), p.node.title)    # checked also where nobody sees it
    if p.name == "setup":
        code.emit(ir.Store(WATCH, None, ir.Const(2)))
    for x in p.node.members:
        match x:
            case n.Does():
                lower_block(code, scope.child(), x.block)
            case n.Phase():
                code.call(b.made[("phase", x.name)], (ir.Reg("you"),), ("phase", x.name))
            case n.Line():
                phase_line(code, p, x, scope, moved)
            case _:
                pass
    result: ir.Expr = ir.Reg(moved) if counts_passes(p) else ir.Const(ir.FULLY)
    if code.open:
        code.close(ir.Return(result)) if code.resumable else code.emit(ir.Return(result))
    if code.resumable:
        code.finish_block()
    else:
        f.body = tuple(code.body)
    return f.number


def titled(b: Builder, p: m.Phase, scope: Scope) -> Scope:
    """A scope in which the parameters of a phase are bare, for its title."""
    inner = scope.child()
    for q in p.parameters:
        inner.names[q.name] = Local(V(ir.Load(b.made[("phase", p.name, q.name)].base), q.type or NumberType()), q.span, 1)
    return inner


def phase_line(code: Code, p: m.Phase, x: n.Line, scope: Scope, moved: str) -> None:
    found = match_sentence(x.sentence.verb, x.sentence.verb_span, x.sentence.pieces, code.b.model.clauses)
    if not found:
        return
    if found[0].verb.words == "run {what}":
        run_phase(code, scope, found[0].holes["what"], x.span)
    elif found[0].verb.words == "offers {what}":
        offers(code, p, x, found[0].holes["what"], scope, moved)


def offers(code: Code, p: m.Phase, x: n.Line, what: n.Expr, scope: Scope, moved: str) -> None:
    b = code.b
    forms: list[n.Expr] = [what]
    how = "exactly once"
    for t in x.tails:
        words = [q.word if isinstance(q, n.Word) else q.name if isinstance(q, n.Name) else "" for q in t.pieces]
        if len(words) == 1 and words[0] in b.model.forms and isinstance(t.pieces[0], n.Name):
            forms.append(t.pieces[0])
        else:
            how = " ".join(words)
    names: list[str] = []
    for e in forms:
        name = e.name if isinstance(e, n.Name) else ""
        if name not in b.model.forms:
            near = nearest(name, b.model.forms)
            b.sink.error("name/unknown-form", e.span, f'I do not know the form "{name or e.span.text}"',
                         hint=f'Did you mean "{near}"?' if near else "Declare it with `form`.")
            return
        b.model.forms[name].used = True
        names.append(name)
    moves = b.made["moves of"](tuple(names))
    if not moves:
        b.sink.error("phase/nothing-offered", x.span, f'No move is a "{names[0]}"', hint="Declare one, or leave this line out.")
        return
    moves, guards, beside = also_offered(code, p, moves, scope)
    for key in b.made["move keys"](moves):
        code.calls(key)
    offer_loop(code, p, x, moves, guards, beside, how, scope, moved)


def offer_loop(code: Code, p: m.Phase, x: n.Line, moves: tuple[int, ...], guards: tuple[ir.Expr | None, ...], beside: tuple[int, ...], how: str,
               scope: Scope, moved: str) -> None:
    b = code.b
    prompt = text(b, titled(b, p, scope), p.node.title)
    question = ir.Question("move", scope.you, prompt, moves, how in ("at most once", "as often as wanted"),
                           cites=tuple(c.id for c in (*p.node.cites, *x.cites)), span=b.span(x.span), guards=guards)
    code.suspends_here()
    if not code.resumable:
        return
    again = how in ("as often as wanted", "again and again")
    head, over = code.new_block(place=x.span), code.new_block()
    code.goto(head)
    code.start(head)
    choice = b.register("choice")
    code.ask(question, choice)
    go = code.new_block()
    code.close(ir.If(fold.op("gt", ir.Length(ir.Reg(choice)), fold.ZERO), (ir.Goto(go.number),), (ir.Goto(over.number),)))
    code.start(go)
    if beside:                                    # played beside the offer, which stands as before
        extra, own = code.new_block(), code.new_block()
        code.close(ir.If(fold.contains(ir.Const(beside), ir.Item(ir.Reg(choice), ir.Const(1), -1)), (ir.Goto(extra.number),), (ir.Goto(own.number),)))
        code.start(extra)
        call_chosen(code, ir.Reg(choice), scope.you, b.register("done"))
        code.goto(head)
        code.start(own)
    if counts_passes(p):
        code.emit(ir.Set(moved, ir.Const(ir.FULLY)))
    call_chosen(code, ir.Reg(choice), scope.you, b.register("done"))
    code.goto(head if again else over)
    code.start(over)


# ---- a span around steps ---------------------------------------------------------------------------------------
def during(code: Code, scope: Scope, step: n.During) -> ir.Expr | None:
    """Steps inside a phase: a procedure of their own, called between entering and leaving."""
    b = code.b
    found = phase_and_arguments(code, scope, step.phase)
    if found is None:
        return None
    p, arguments = found
    key = ("during", id(step))
    registers = tuple(dict.fromkeys([*registers_of(scope.you), *registers_of(code.event), *(r for _, x in visible(scope) for r in registers_of(x.value))]))
    kind = "resumable" if b.suspending else "straight"
    body = b.function(f"during {p.name}", kind, registers, step.span)
    outer = {k: b.made.get(k) for k in ("inside", "missing")}
    b.made["inside"] = (*outline(p), *(outer["inside"] or ()))
    inner = begin(b, key, body)
    b.made["missing"] = dict(outer["missing"] or {})
    inner.nodes, inner.event = list(code.nodes), code.event
    lower_block(inner, scope.child(), step.block)
    finish(inner)
    b.made.update(outer)
    # a function of its own, so that ending something outside leaves the span and nothing else
    given = tuple(b.register(q.name) for q in p.parameters)
    around = b.function(f"span {p.name}", kind, (*given, *registers), step.span)
    span_key = ("span", id(step))
    span = begin(b, span_key, around)
    b.made["missing"] = outer["missing"]
    saved = enter(span, p, scope, tuple(ir.Reg(r) for r in given))
    b.made["inside"] = outer["inside"]
    moment_comes(span, "start", (p.name,), scope.you)
    span.calls(key)
    span.then(ir.CallThen, body.number, tuple(ir.Reg(r) for r in registers), None, b.made["phase span"](p))
    depart(span, p, saved, scope.you)
    finish(span)
    code.calls(span_key)
    code.call(around.number, (*arguments, *(ir.Reg(r) for r in registers)), span_key)
    return None


def visible(scope: Scope) -> list[tuple[str, Local]]:
    out: dict[str, Local] = {}
    s: Scope | None = scope
    while s is not None:
        for name, local in s.names.items():
            if isinstance(local, Local):
                out.setdefault(name, local)
        s = s.parent
    return sorted(out.items())


def registers_of(v: object) -> list[str]:
    """Registers that an expression or a local's value reads."""
    from dataclasses import fields, is_dataclass
    if isinstance(v, ir.Reg):
        return [v.name]
    out: list[str] = []
    if isinstance(v, V):
        return [*registers_of(v.ir), *(registers_of(v.source) if v.source is not None else [])]
    if is_dataclass(v) and not isinstance(v, (ThingType, NumberType)):
        for f in fields(v):
            x = getattr(v, f.name)
            for y in x if isinstance(x, tuple) else (x,):
                if is_dataclass(y):
                    out.extend(registers_of(y))
    return out
