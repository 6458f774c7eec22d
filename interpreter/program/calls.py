"""Calls from steps: verbs of the game, moves, phases, moments.  A verb is made into a function at its first call."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.types import ThingType, WrongType, as_given, can_be_given
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.building import Builder, Local, Scope, V
from lawspeaker.interpreter.program.code import Code, finish
from lawspeaker.interpreter.program.events import Parameters, around, event_given, measured_holes, parameters
from lawspeaker.interpreter.program.expressions import meaning, value
from lawspeaker.interpreter.program.names import Meaning, MoveRef, name_value
from lawspeaker.interpreter.program.standing import end_of_move, moment_of_orders
from lawspeaker.interpreter.program.values import arguments_of, as_declared
from lawspeaker.interpreter.program.watching import begin
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.source import Span
from lawspeaker.interpreter.text.spell import nearest


# ---- verbs ---------------------------------------------------------------------------------------------------
def call_verb(code: Code, scope: Scope, verb: m.Verb, holes: dict[str, n.Expr], span: Span, want: bool) -> ir.Expr | None:
    b = code.b
    arguments: list[ir.Expr] = []
    for h in verb.holes:
        arguments.append(argument(b, scope, h, holes[h.name]))
    reg = b.register("result") if want else None
    if code.strict:                               # a verb that is paid pays with others
        code.call(paying_function(b, verb), (scope.you, *arguments, *event_given(code, verb)), ("paying", id(verb)), reg)
        return ir.Reg(reg) if reg else None
    if want:
        b.made.setdefault("wanted", set()).add(("verb", id(verb)))
    code.call(verb_function(b, verb), (scope.you, *arguments, *event_given(code, verb)), ("verb", id(verb)), reg)
    return ir.Reg(reg) if reg else None


def argument(b: Builder, scope: Scope, h: n.Hole, e: n.Expr) -> ir.Expr:
    wanted = b.made["type of"](h.type)
    v = value(b, scope, e)
    if not can_be_given(v.type, wanted):
        b.sink.error("type/wrong-argument", e.span, f'"{h.name}" is a {wanted}, this is {as_given(v.type)}',
                     hint="Test it first with `is … as x`." if isinstance(v.type, ThingType) and v.type.optional else f"Give a {wanted}.")
        return v.ir
    return as_declared(b, v, wanted, e)


def verb_function(b: Builder, verb: m.Verb) -> int:
    """The function of a verb: (you, *holes), and the event that it continues where it asks for it (events.py)."""
    return made_verb(b, verb, "verb", "")


def paying_function(b: Builder, verb: m.Verb) -> int:
    """The same for a verb that is paid: its result is `not` where it cannot be paid in full (shortfalls.py)."""
    return made_verb(b, verb, "paying", "paying ")


def made_verb(b: Builder, verb: m.Verb, sort: str, tag: str) -> int:
    key: Any = (sort, id(verb))
    if key in b.made:
        return b.made[key]  # type: ignore[no-any-return]
    p = parameters(b, verb)
    f = b.function(verb.name, "resumable" if key in b.suspending else "straight", p.all, verb.span)
    b.made[key] = f.number
    if id(verb) not in b.made["heard"]:
        verb_itself(b, verb, key, f, p)
        return f.number
    # what is heard around it calls what it does; whoever does the verb, its own rules and steps too, meets all of it
    inner_key, inner_p = (tag + "inner", id(verb)), parameters(b, verb)
    b.made["results wanted"].add(inner_key)
    b.made.setdefault("wanted", set()).add(inner_key)
    inner = b.function(verb.name, "resumable" if inner_key in b.suspending else "straight", inner_p.all, verb.span)
    verb_itself(b, verb, inner_key, inner, inner_p)
    with afresh(b):
        around(b, verb, key, f, p, inner.number, tag)
    return f.number


@contextmanager
def afresh(b: Builder) -> Iterator[None]:
    """What is made here knows nothing of where it was first asked for."""
    kept = {k: b.made.get(k) for k in ("missing", "at once", "inside", "ending", "its effect", "usual", "sealed", "said by")}
    b.made.update({"at once": None, "inside": (), "ending": (), "its effect": None, "usual": None, "sealed": False, "said by": None})
    yield
    b.made.update(kept)


def verb_itself(b: Builder, verb: m.Verb, key: Any, f: ir.Function, p: Parameters) -> None:
    """The steps of a verb; its result is counted when some caller reads it."""
    from lawspeaker.interpreter.program.steps import lower_block
    with afresh(b):
        code = begin(b, key, f)
        wrote: set[int] = set()
        if key[0].startswith("paying"):           # watchers look when all costs are paid
            code.strict, b.made["at once"] = True, wrote
        elif key in b.made["results wanted"]:
            code.count()
        if p.event:
            code.event = ir.Reg(p.event[0])
        for h in measured_holes(b, verb):
            reg = code.measures[h.name] = b.register("really")
            code.emit(ir.Set(reg, ir.Const(-1)))
        scope = Scope(you=ir.Reg("you"))
        for h, reg in zip(verb.holes, p.holes):
            t = b.made["type of"](h.type)
            scope.names[h.name] = Local(V(ir.Reg(reg), t), h.name_span, 1 if verb.core else 0)
        lower_block(code, scope, verb.block)
        for h in verb.holes:
            local = scope.names[h.name]
            if not local.uses and not isinstance(local.value.type, WrongType):
                b.sink.warning("name/unused", h.name_span, f'The hole "{h.name}" is not used', hint="Use it, or leave it out here and where the verb is done.")
        finish(code)
        b.made.setdefault("writes", {}).setdefault(key, set()).update(wrote)


# ---- moments ---------------------------------------------------------------------------------------------------
def now_moment(code: Code, scope: Scope, e: n.Expr, span: Span) -> None:
    b = code.b
    name = e.name if isinstance(e, (n.Name, n.Call)) else ""
    moment = b.model.moments.get(name)
    if moment is None:
        near = nearest(name, b.model.moments)
        b.sink.error("name/unknown-moment", e.span, f'I do not know the moment "{name or e.span.text}"',
                     hint=f'Did you mean "{near}"?' if near else "Declare it with `moment`.")
        return
    moment.used = True
    given = e.arguments if isinstance(e, n.Call) else ()
    if len(given) != len(moment.parameters):
        b.sink.error("value/arguments", e.span, f'The moment "{name}" has {arguments_of(len(moment.parameters))}, here are {len(given) or "none"}',
                     hint=f"Write {name}({', '.join(p.name for p in moment.parameters)})." if moment.parameters else f"Write {name}.")
        return
    arguments: list[ir.Expr] = []
    for a, p in zip(given, moment.parameters):
        v = value(b, scope, a)
        if p.type is not None and not can_be_given(v.type, p.type):
            b.sink.error("type/wrong-argument", a.span, f'"{p.name}" of the moment is a {p.type}, this is {as_given(v.type)}', hint=f"Give a {p.type}.")
        arguments.append(as_declared(b, v, p.type, a) if p.type is not None else v.ir)
    if arguments and watched(b, None, name):
        arguments = [code.set(a, "moment") for a in arguments]
    moment_comes(code, None, (name,), scope.you, tuple(arguments))
    moment_of_orders(code, name)


def moment_comes(code: Code, edge: str | None, names: tuple[str, ...], you: ir.Expr, arguments: tuple[ir.Expr, ...] = (),
                 span_of: int = ir.NO_SPAN) -> None:
    """The rules of a moment run, then what was put off until it, then cards in play; then its window opens.  Of a move the names are
    its own and those of its forms.  At the end of a span `span_of` is what closes it: a rule that ends more than this span is left,
    and those after it run all the same."""
    b = code.b
    keys = [key for name in names for key in b.made["reactions"].get((edge, name), ())]
    put_off = {key: code.set(ir.Load(b.made["put off"][key]), "before") for key in keys if key in b.made["put off"]}
    for key in keys:                              # what is put off at this very moment waits for the next one
        code.call(b.made[key], (you, *arguments, *((put_off[key],) if key in put_off else ())), key, None, span_of)
    for name in names:
        key = ("window", edge, name)
        if key in b.made:
            code.call(b.made[key], (you, *arguments), key, None, span_of)


def closes(b: Builder, span: int) -> int:
    """What marks that a span is ending; nothing in games that end nothing."""
    return ir.closing(span) if b.made["ended names"] else ir.NO_SPAN


def watched(b: Builder, edge: str | None, name: str) -> bool:
    """Whether anything happens at a moment."""
    return bool(b.made["reactions"].get((edge, name))) or ("window", edge, name) in b.made


# ---- moves and phases ----------------------------------------------------------------------------------------------
def do_move(code: Code, scope: Scope, e: n.Expr, span: Span, want: bool) -> ir.Expr | None:
    b = code.b
    what: Meaning | None
    if isinstance(e, n.Name) and e.name in b.model.moves:         # a card has the name of its move
        b.model.moves[e.name].named = True
        what = MoveRef(e.name)
    else:
        what = name_value(b, scope, e) if isinstance(e, n.Name) else None
    if not isinstance(what, MoveRef):
        card = what if isinstance(what, V) else meaning(b, scope, e) if not isinstance(e, n.Name) else None
        if isinstance(card, V) and isinstance(card.type, ThingType) and (moves := moves_of_cards(b, card.type)):
            return do_card(code, scope, e, card, moves, span, want)
        if what is not None and not (isinstance(what, V) and isinstance(what.type, WrongType)):
            b.sink.error("type/move-wanted", e.span, "A move or a form must stand here", hint="Name one.")
        return None
    moves = b.made["moves of"]((what.name,))
    if not moves:
        b.sink.error("move/none", e.span, f'No move is a "{what.name}"', hint="Declare one.")
        return None
    for name in b.made["move keys"](moves):
        code.calls(name)
        if want:
            b.made.setdefault("wanted", set()).add(name)
    reg = b.register("choice")
    code.ask(ir.Question("move", scope.you, None, moves=moves, span=b.span(span)), reg)
    if not code.resumable:
        return None
    go, join = code.new_block(), code.new_block()
    got = b.register("done")
    code.emit(ir.Set(got, ir.Const(ir.NOT)))
    code.close(ir.If(fold.op("gt", ir.Length(ir.Reg(reg)), fold.ZERO), (ir.Goto(go.number),), (ir.Goto(join.number),)))
    code.start(go)
    call_chosen(code, ir.Reg(reg), scope.you, got)
    code.goto(join)
    code.start(join)
    return ir.Reg(got)


def moves_of_cards(b: Builder, t: ThingType) -> list[m.MoveDecl]:
    """The moves that cards of a type are; none if the type has other things too."""
    if not t.kinds or not all(any(f.card is not None and k.is_a(f.card) for f in b.model.forms.values()) for k in t.kinds):
        return []
    return [x for x in b.model.moves.values() if x.card is not None and any(k.is_a(x.card) for k in t.kinds)]


def do_card(code: Code, scope: Scope, e: n.Expr, v: V, moves: list[m.MoveDecl], span: Span, want: bool) -> ir.Expr | None:
    """`do x`: the move that the card is, with its header.  It need not lie where it is played from: then it is only carried out."""
    from lawspeaker.interpreter.program.cards import card_number, cells_of
    b = code.b
    assert isinstance(v.type, ThingType)
    if v.type.optional and not v.type.trusted:
        b.sink.error("type/none-untested", e.span, "This may be none, and none cannot be carried out", hint="Test it with `is … as x`.")
    card = code.set(fold.need(v.ir, b.span(e.span)) if v.type.optional else v.ir, "card")
    cells = [(cells_of(b, f)[1], b.layout.range(f.card)) for f in b.model.forms.values() if f.card is not None and any(k.is_a(f.card) for k in v.type.kinds)]
    for cell, (low, high) in cells:
        code.emit(ir.Store(cell, None, ir.Select(fold.between(card, low, high), card, ir.Const(ir.NONE))))
    guards = []
    for x in moves:
        code.calls(("move", x.name))
        if want:
            b.made.setdefault("wanted", set()).add(("move", x.name))
        x.named = True
        said = [cell for p in x.playable if p.moment is not None and p.moment.arguments for cell in cells_of_moment(b, p.moment)]
        guards.append(fold.both([fold.op("eq", card, ir.Const(card_number(b, x))), *(fold.op("ne", ir.Load(cell), ir.Const(ir.NONE)) for cell in said)]))
    reg, got = b.register("choice"), b.register("done")
    code.ask(ir.Question("move", scope.you, None, moves=tuple(x.number for x in moves), span=b.span(span), guards=tuple(guards)), reg)
    if not code.resumable:
        return None
    go, none, join = code.new_block(), code.new_block(), code.new_block()
    code.emit(ir.Set(got, ir.Const(ir.NOT)))
    code.close(ir.If(fold.op("gt", ir.Length(ir.Reg(reg)), fold.ZERO), (ir.Goto(go.number),), (ir.Goto(none.number),)))
    code.start(none)
    for cell, _ in cells:
        code.emit(ir.Store(cell, None, ir.Const(ir.NONE)))
    code.goto(join)
    code.start(go)
    call_chosen(code, ir.Reg(reg), scope.you, got)
    code.goto(join)
    code.start(join)
    return ir.Reg(got)


def cells_of_moment(b: Builder, x: n.Moment) -> tuple[int, ...]:
    """The cells with what the window at a moment speaks of: none in them, and no such window is open."""
    found: tuple[int, ...] = b.made.get(("moment cells", x.edge, x.name) if x.edge is not None else ("moment cells", x.name), ())
    return found[:1]


def call_chosen(code: Code, choice: ir.Expr, you: ir.Expr, into: str | None, span_of: int = ir.NO_SPAN) -> None:
    """Carry out the move that an option names."""
    after = code.new_block(into, span_of=span_of)
    functions = code.b.made["move functions"]
    code.close(ir.CallBy(functions, ir.Item(choice, ir.Const(1), -1), you, ir.Native("rest", (choice,)), after.number))
    code.start(after)
    end_of_move(code, choice)


def run_phase(code: Code, scope: Scope, e: n.Expr, want: bool) -> ir.Expr | None:
    found = phase_and_arguments(code, scope, e)
    return play_phase(code, found[0], (scope.you, *found[1]), want) if found is not None else None


def play_phase(code: Code, phase: m.Phase, arguments: tuple[ir.Expr, ...], want: bool) -> ir.Expr | None:
    """Play a phase; what was done in it, if somebody asks."""
    key = ("phase", phase.name)
    reg = code.b.register("result") if want else None
    if want:
        code.b.made.setdefault("wanted", set()).add(key)
    code.call(code.b.made[key], arguments, key, reg)
    return ir.Reg(reg) if reg else None


def phase_and_arguments(code: Code, scope: Scope, e: n.Expr) -> tuple[m.Phase, tuple[ir.Expr, ...]] | None:
    b = code.b
    name = e.name if isinstance(e, (n.Name, n.Call)) else ""
    phase = b.model.phases.get(name)
    if phase is None:
        near = nearest(name, b.model.phases)
        b.sink.error("name/unknown-phase", e.span, f'I do not know the phase "{name or e.span.text}"',
                     hint=f'Did you mean "{near}"?' if near else "Declare it with `phase`.")
        return None
    phase.used = True
    given = e.arguments if isinstance(e, n.Call) else ()
    if len(given) != len(phase.parameters):
        b.sink.error("value/arguments", e.span, f'The phase "{name}" takes {arguments_of(len(phase.parameters))}, here are {len(given) or "none"}',
                     hint=f"Write {name}({', '.join(p.name for p in phase.parameters)})." if phase.parameters else f"Write {name}.")
        return None
    out: list[ir.Expr] = []
    for a, p in zip(given, phase.parameters):
        v = value(b, scope, a)
        if p.type is not None and not can_be_given(v.type, p.type):
            b.sink.error("type/wrong-argument", a.span, f'"{p.name}" of the phase is a {p.type}, this is {as_given(v.type)}', hint=f"Give a {p.type}.")
        out.append(as_declared(b, v, p.type, a) if p.type is not None else v.ir)
    return phase, tuple(out)
