"""Phases: rounds, turns, parts of turns, sub-turns, spans around steps; one construct.

`phase` functions play a phase with its circle and repetitions, `once` functions play it one time: enter, its lines, leave.
"""
from __future__ import annotations

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.sentences import match_sentence
from lawspeaker.interpreter.model.types import NumberType, ThingType
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.building import Builder, Local, Scope, V
from lawspeaker.interpreter.program.calls import call_chosen, moment_comes, phase_and_arguments, play_phase, run_phase
from lawspeaker.interpreter.program.circles import around, counts_passes, goes_round, lasting, outline
from lawspeaker.interpreter.program.code import Code, end_counted, finish, was_cut
from lawspeaker.interpreter.program.expressions import flag, text, value
from lawspeaker.interpreter.program.lifetimes import begin_circle, depart, end_circle, enter
from lawspeaker.interpreter.program.schema import ACTIVE, WATCH
from lawspeaker.interpreter.program.standing import moment_of_orders, outermost
from lawspeaker.interpreter.program.steps import lower_block
from lawspeaker.interpreter.program.watching import after_step, begin, leave, look_again, looking
from lawspeaker.interpreter.program.windows import also_offered
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.spell import nearest


def make_phase(b: Builder, p: m.Phase) -> None:
    """Its circle, and around it what lives as long as the circle.  An ending that passes through gives back what was changed for it."""
    turns = next((x for x in p.node.members if isinstance(x, n.Turns)), None)
    params = tuple(b.register(q.name) for q in p.parameters)
    once = make_once(b, p)
    f = b.functions[b.made[("phase", p.name)]]
    f.params = ("you", *params)
    b.made["inside"] = outline(p)[1:]
    code = begin(b, ("phase", p.name), f)
    scope = Scope(you=ir.Reg("you"))
    saved = begin_circle(code, p, scope, tuple(ir.Reg(x) for x in params))
    b.made["inside"] = around(p)
    active = code.set(ir.Load(ACTIVE), "saved") if turns is not None else None
    changed = bool(p.parameters or saved or (goes_round(p) and lasting(p)))
    apart = (changed or turns is not None) and bool(b.made["ended names"]) or changed and bool(required(p, True))
    if apart:
        inner = b.function(f"{p.name} circle", "resumable" if b.suspending else "straight", ("you",), p.span)
        key = ("circle", p.name)
        around_once(begin(b, key, inner), p, once, True)
        code.result = b.register("result") if asked_for(b, p) else None
        code.then(ir.CallThen, inner.number, (ir.Reg("you"),), code.result, b.made["kept span"])
        code.calls(key)
    else:
        around_once(code, p, once, False)
    if active is not None and code.resumable:
        code.emit(ir.Store(ACTIVE, None, active))
    end_circle(code, p, saved)
    finish(code)
    b.made["inside"] = ()


def around_once(code: Code, p: m.Phase, once: int, whole: bool) -> None:
    """Play a phase: as often as it says, or one time.  `whole`: the function ends with it."""
    code.calls(("once", p.name))
    if asked_for(code.b, p):
        code.count()
    ask_required(code, p, True)
    if goes_round(p):
        circle(code, p, once)
    else:
        code.then(ir.CallThen, once, (ir.Reg("you"),), code.result)
    if whole:
        finish(code)


def asked_for(b: Builder, p: m.Phase) -> bool:
    """Whether some step that plays a phase asks what was done in it."""
    return ("phase", p.name) in b.made["results wanted"]


def required(p: m.Phase, whole: bool) -> list[n.Requires]:
    """What a phase requires: above its circle once for all of it, otherwise for each playing."""
    at = next((i for i, x in enumerate(p.node.members) if isinstance(x, (n.Turns, n.Repeated))), 0)
    return [x for i, x in enumerate(p.node.members) if isinstance(x, n.Requires) and (i < at) == whole]


def ask_required(code: Code, p: m.Phase, whole: bool) -> None:
    code.b.made["inside"] = around(p)
    skipped = ir.SKIPPED if asked_for(code.b, p) and not counts_passes(p) and not whole else ir.NOT
    for x in required(p, whole):
        refused = fold.negate(flag(code.b, Scope(you=ir.Reg("you")), x.condition))
        if whole or not code.resumable:
            leave(code, refused, skipped)
            continue
        out, go = code.new_block(), code.new_block()
        code.close(ir.If(refused, (ir.Goto(out.number),), (ir.Goto(go.number),)))
        code.start(out)
        on_turn(code, p)                          # who is skipped is on turn all the same
        code.close(ir.Return(ir.Const(skipped)))
        code.start(go)


def on_turn(code: Code, p: m.Phase) -> None:
    """Watchers look, where another player is on turn now."""
    if any(isinstance(x, n.Turns) for x in p.node.members):
        after_step(code, {ACTIVE}, p.name in outermost(code.b))


def circle(code: Code, p: m.Phase, once: int) -> None:
    """Each player in turn, and again as often as the outline says."""
    b = code.b
    turns = next((x for x in p.node.members if isinstance(x, n.Turns)), None)
    repetition = turns.repetition if turns is not None else next((x.repetition for x in p.node.members if isinstance(x, n.Repeated)), None)
    code.suspends_here()
    scope = Scope(you=ir.Reg("you"))
    players = b.layout.players
    order: ir.Expr = ir.Const(())
    if turns is not None:
        first = value(b, scope, turns.source)
        if not (isinstance(first.type, ThingType) and first.type.within(b.model.player)):
            b.sink.error("type/player-wanted", turns.source.span, "The circle begins with a player", hint="Write `each player from first_player`.")
            return
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
    moved = b.register("moved")
    passing = repetition is not None and repetition.word == "pass"
    after = code.new_block(moved if passing or code.result is not None else None)
    code.close(ir.CallThen(once, (you,), after.number))
    code.start(after)
    if code.result is not None:
        code.note(fold.select(fold.op("eq", ir.Reg(moved), ir.Const(ir.NOT)), ir.Const(ir.SKIPPED), ir.Reg(moved)) if passing else ir.Reg(moved))
    go_on(code, p, scope, turns, repetition, at, passes, moved, players, head, done)
    code.start(done)


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
    f = b.function(f"{p.name} once", "resumable" if b.suspending else "straight", ("you",), p.span)
    b.made[("once", p.name)] = f.number
    code = begin(b, ("once", p.name), f)
    scope = Scope(you=ir.Reg("you"))
    ask_required(code, p, False)
    saved = enter(code, p, scope)
    body = make_body(b, p)
    code.calls(("body", p.name))
    moved = b.register("moved")
    watch = looking(code) if p.name != "setup" else None
    counted = asked_for(b, p) and not counts_passes(p)
    code.then(ir.CallThen, body, (ir.Reg("you"),), moved if counted or counts_passes(p) else None, b.made["phase span"](p))
    look_again(code, watch)
    cell = b.made.get(("moved", p.name))
    if cell is not None:                          # the end of the phase has no result, and must not count as a pass
        code.emit(ir.Set(moved, ir.Load(cell)))
    depart(code, p, saved)
    result: ir.Expr = ir.Reg(moved) if counts_passes(p) else was_cut(ir.Reg(moved)) if counted else ir.Const(ir.FULLY)
    if code.open:
        code.close(ir.Return(result)) if code.resumable else code.emit(ir.Return())
    if code.resumable:
        code.finish_block()
    else:
        f.body = tuple(code.body)
    return f.number


def make_body(b: Builder, p: m.Phase) -> int:
    """What happens at the start of a phase, and its lines in order; the result tells whether a move was made."""
    f = b.function(f"{p.name} lines", "resumable" if b.suspending else "straight", ("you",), p.span)
    code = begin(b, ("body", p.name), f)
    b.made["inside"] = outline(p)
    moved = b.register("moved")
    note_move(code, p, moved, ir.NOT)
    if asked_for(b, p) and not counts_passes(p):
        code.count()
    scope = Scope(you=ir.Reg("you"))
    text(b, titled(b, p, scope), p.node.title)    # checked also where nobody sees it
    if p.name == "setup":
        code.emit(ir.Store(WATCH, None, ir.Const(2)))
    on_turn(code, p)                              # inside the playing: a watcher may end it
    moment_comes(code, "start", (p.name,), ir.Reg("you"))
    moment_of_orders(code, f"start of {p.name}")
    for x in p.node.members:
        match x:
            case n.Does():
                lower_block(code, scope.child(), x.block)
            case n.Phase():
                done = play_phase(code, b.model.phases[x.name], (ir.Reg("you"),), code.result is not None)
                if done is not None:
                    code.note(done)
            case n.Line():
                phase_line(code, p, x, scope, moved)
            case _:
                pass
    result: ir.Expr = ir.Reg(moved) if counts_passes(p) else end_counted(code)
    if code.open:
        code.close(ir.Return(result)) if code.resumable else code.emit(ir.Return(result))
    if code.resumable:
        code.finish_block()
    else:
        f.body = tuple(code.body)
    return f.number


def note_move(code: Code, p: m.Phase, moved: str, how: int) -> None:
    """Of a phase that goes round until all pass: whether a move was made in this playing."""
    if not counts_passes(p):
        return
    code.emit(ir.Set(moved, ir.Const(how)))
    cell = code.b.made.get(("moved", p.name))
    if cell is not None:
        code.emit(ir.Store(cell, None, ir.Const(how)))


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
        done = run_phase(code, scope, found[0].holes["what"], code.result is not None)
        if done is not None:
            code.note(done)
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
    code.note(ir.Const(ir.SKIPPED))
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
    note_move(code, p, moved, ir.FULLY)
    code.note(ir.Const(ir.FULLY))                 # a move that was made, whatever it brings
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
    named = [r for _, x in visible(scope) for r in registers_of(x.value)]
    sure = b.made.get("missing with", {})         # whether a name means anything is kept beside it
    registers = tuple(dict.fromkeys([*registers_of(scope.you), *registers_of(code.event), *named, *(sure[r] for r in named if r in sure)]))
    kind = "resumable" if b.suspending else "straight"
    body = b.function(f"during {p.name}", kind, registers, step.span)
    want = code.result is not None
    outer = {k: b.made.get(k) for k in ("inside", "missing")}
    b.made["inside"] = (*outline(p), *(outer["inside"] or ()))
    inner = begin(b, key, body)
    b.made["missing"] = dict(outer["missing"] or {})
    inner.nodes, inner.event = list(code.nodes), code.event
    moment_comes(inner, "start", (p.name,), scope.you)
    moment_of_orders(inner, f"start of {p.name}")
    if want:
        inner.count()
    lower_block(inner, scope.child(), step.block)
    if inner.open and want:
        inner.close(ir.Return(end_counted(inner))) if inner.resumable else inner.emit(ir.Return(end_counted(inner)))
    finish(inner)
    b.made.update(outer)
    # a function of its own, so that ending something outside leaves the span and nothing else
    given = tuple(b.register(q.name) for q in p.parameters)
    around = b.function(f"span {p.name}", kind, (*given, *registers), step.span)
    span_key = ("span", id(step))
    span = begin(b, span_key, around)
    b.made["missing"] = outer["missing"]
    whole = begin_circle(span, p, scope, tuple(ir.Reg(r) for r in given))
    saved = enter(span, p, scope)
    b.made["inside"] = outer["inside"]
    span.calls(key)
    watch = looking(span)
    got, result = (b.register("got"), b.register("result")) if want else (None, None)
    span.then(ir.CallThen, body.number, tuple(ir.Reg(r) for r in registers), got, b.made["phase span"](p))
    look_again(span, watch)
    depart(span, p, saved, scope.you)
    end_circle(span, p, whole)
    if got is not None and span.resumable:
        span.close(ir.Return(was_cut(ir.Reg(got))))
    finish(span)
    code.calls(span_key)
    code.call(around.number, (*arguments, *(ir.Reg(r) for r in registers)), span_key, result)
    return ir.Reg(result) if result is not None else None


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
