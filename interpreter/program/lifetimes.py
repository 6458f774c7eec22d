"""What begins and ends with a phase, and with one playing of it (circles.py): parameters, states, limits, changes for a time."""
from __future__ import annotations

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.types import (
    FlagType,
    ListType,
    NumberType,
    Type,
    as_given,
    can_be_given,
    example,
    fits,
)
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.building import Builder, Scope
from lawspeaker.interpreter.program.calls import closes, moment_comes
from lawspeaker.interpreter.program.changes import end_changes
from lawspeaker.interpreter.program.circles import around, goes_round, lasting, lasts, outline
from lawspeaker.interpreter.program.code import Code
from lawspeaker.interpreter.program.expressions import value
from lawspeaker.interpreter.program.schema import WATCH
from lawspeaker.interpreter.program.standing import moment_of_orders
from lawspeaker.interpreter.syntax import nodes as n

Saved = list[tuple[int, ir.Reg]]


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


# ---- the whole circle ------------------------------------------------------------------------------------------
def begin_circle(code: Code, p: m.Phase, scope: Scope, arguments: tuple[ir.Expr, ...]) -> Saved:
    """Begin what lives through all playings of a phase.  Keeps the old values if it may stand in itself."""
    b = code.b
    names = [q.name for q in p.parameters] + (lasting(p) if goes_round(p) else [])
    if not names:
        return []
    saved = keep(code, p, [b.made[("phase", p.name, name)].base for name in names])
    count(code, b.made[("depth", p.name)].base, "add")
    for q, a in zip(p.parameters, arguments, strict=True):
        code.emit(ir.Store(b.made[("phase", p.name, q.name)].base, None, a))
    outer, b.made["inside"] = b.made["inside"], around(p)
    for name in names[len(p.parameters):]:
        begin_state(code, p, p.states[name], scope)
    b.made["inside"] = outer
    return saved


def end_circle(code: Code, p: m.Phase, saved: Saved) -> None:
    if p.parameters or (goes_round(p) and lasting(p)):
        count(code, code.b.made[("depth", p.name)].base, "sub")
    give_back(code, saved)


def count(code: Code, cell: int, how: str) -> None:
    code.emit(ir.Store(cell, None, fold.op(how, ir.Load(cell), ir.Const(1))))


def keep(code: Code, p: m.Phase, cells: list[int]) -> Saved:
    return [(cell, code.set(ir.Load(cell), "kept")) for cell in cells] if p.name in code.b.made["nesting"] else []


def give_back(code: Code, saved: Saved) -> None:
    for cell, reg in saved:
        code.emit(ir.Store(cell, None, reg))


def first_value(b: Builder, scope: Scope, s: m.State, e: n.Expr) -> ir.Expr:
    """What the state of a phase is when it begins."""
    v = value(b, scope, e)
    if not fits(v.type, s.type):
        b.sink.error("type/wrong-value", e.span, f'"{s.name}" is a {s.type}, this is {as_given(v.type)}', hint=f"Give {example(s.type)}.")
    elif not can_be_given(v.type, s.type):
        b.sink.error("type/out-of-range", e.span, f'"{s.name}" cannot start at {e.span.text}', hint="Use a number in its range.")
    return v.ir


def begin_state(code: Code, p: m.Phase, s: m.State, scope: Scope) -> None:
    first = first_value(code.b, scope, s, s.default) if s.default is not None else neutral(s.type, s)
    code.emit(ir.Store(code.b.made[("phase", p.name, s.name)].base, None, first, isinstance(s.type, FlagType)))


# ---- one playing -----------------------------------------------------------------------------------------------
def own_states(p: m.Phase) -> list[m.State]:
    return [s for s in p.states.values() if not (goes_round(p) and lasts(p, s.name))]


def enter(code: Code, p: m.Phase, scope: Scope) -> Saved:
    """Begin one playing of a phase: its depth, states, limits."""
    b = code.b
    cells = [b.made[("phase", p.name, s.name)].base for s in own_states(p)] + [x.base for x in b.made["limits of"].get(p.name, ())]
    if ("moved", p.name) in b.made:
        cells.append(b.made[("moved", p.name)])
    saved = keep(code, p, cells)
    count(code, playing_cell(b, p), "add")
    b.made["inside"] = outline(p)
    for s in own_states(p):
        begin_state(code, p, s, scope)
    for limit in b.made["limits of"].get(p.name, ()):
        code.emit(ir.Store(limit.base, None, ir.Const(())))
    end_changes(code, "start", (p.name,), None if is_nobodys(b, p) else scope.you)
    return saved


def depart(code: Code, p: m.Phase, saved: Saved, you: ir.Expr | None = None) -> None:
    """The end of one playing: rules at the end run, each once, also when the phase was cut off."""
    b = code.b
    you = you or ir.Reg("you")
    moment_comes(code, "end", (p.name,), you, (), closes(b, b.made["phase span"](p)))
    moment_of_orders(code, f"end of {p.name}")
    end_changes(code, "end", (p.name,), you)
    count(code, playing_cell(b, p), "sub")
    give_back(code, saved)
    if p.name == "setup":
        code.emit(ir.Store(WATCH, None, fold.ZERO))
        code.emit(ir.CallStraight(b.made["reset"], ()))


def playing_cell(b: Builder, p: m.Phase) -> int:
    """The cell that counts how many playings of a phase are going on."""
    return int(b.made.get(("playing", p.name), b.made[("depth", p.name)]).base)


def is_nobodys(b: Builder, p: m.Phase) -> bool:
    """Whether a phase is common to all, like a round: neither it nor what it stands in goes round the players or is started by somebody."""
    above = [p]
    while above[-1].parent is not None:
        above.append(above[-1].parent)
    started = b.made["nesting"] | {piece.name for q in b.model.phases.values() for x in q.node.members
                                   if isinstance(x, n.Line) and x.sentence.verb == "run"
                                   for piece in x.sentence.pieces if isinstance(piece, (n.Name, n.Call))}
    return not any(q.name in started or any(isinstance(x, n.Turns) for x in q.node.members) for q in above)
