"""Standing orders: when the holder of what is playable any time wants to be asked for it.

A cell of the engine holds them, (player, watcher, when), or 0 where there is none: `when` is the number of a moment, or one of the
words below.  At each moment that has a name stands a look at that cell, and behind it the procedure that asks.  Only games in
which something is playable any time have such looks.  Who sets orders, and reads them as words, is engine/asking.py.
"""
from __future__ import annotations

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.building import Builder
from lawspeaker.interpreter.program.code import Code, finish
from lawspeaker.interpreter.program.schema import ACTIVE, ALWAYS, ORDERS
from lawspeaker.interpreter.syntax import nodes as n

DUE = "due_0"                    # the register of the orders that have come due


# ---- the outermost circle ----------------------------------------------------------------------------------------------
def outermost(b: Builder) -> set[str]:
    """The phases whose circle of players is the outermost of the game's outline: all who hold something are asked anew when
    one of its turns begins.  Where the outline has no circle, those that effects start."""
    if "outermost" not in b.made:
        phases = b.model.phases
        level = [name for x in b.model.game.outline for name in named(x, phases)]
        seen: set[str] = set()
        found: set[str] = set()
        while level and not found:
            level = [name for name in level if name not in seen and name != "setup"]
            seen.update(level)
            found = {name for name in level if circles(phases[name])}
            level = [inner for name in level for x in phases[name].node.members for inner in named(x, phases)]
        b.made["outermost"] = found or {p.name for p in phases.values() if circles(p)}
    outer: set[str] = b.made["outermost"]
    return outer


def circles(p: m.Phase) -> bool:
    return any(isinstance(x, n.Turns) for x in p.node.members)


def named(x: n.Node, phases: dict[str, m.Phase]) -> list[str]:
    """The phases that a line of an outline plays: one that stands there, or `run P`."""
    if isinstance(x, n.Phase):
        return [x.name]
    if isinstance(x, n.Line) and x.sentence.verb == "run":
        return [e.name for e in x.sentence.pieces[:1] if isinstance(e, (n.Name, n.Call)) and e.name in phases]
    return []


# ---- moments that have a name --------------------------------------------------------------------------------------------
def moments(b: Builder) -> dict[str, int]:
    """Numbers of the moments at which a holder can ask to be asked: `start of mass`, `end of sail`, `order_done`."""
    if "moment numbers" not in b.made:
        edges = [*(f"{edge} of {name}" for name in b.model.phases for edge in ("start", "end")),
                 *(f"end of {name}" for name in (*b.model.moves, *b.model.forms))]
        names = [*edges, *(name for name in b.model.moments if name != "runs_dry")] if b.made["any time"] else []
        b.made["moment numbers"] = {name: i for i, name in enumerate(dict.fromkeys(names))}
    numbers: dict[str, int] = b.made["moment numbers"]
    return numbers


def moment_of_orders(code: Code, name: str) -> None:
    """A moment has come: who has asked for it is asked."""
    if code.b.made["any time"]:
        look(code, ir.Const((moments(code.b)[name],)))


def end_of_move(code: Code, choice: ir.Expr) -> None:
    """A move that was chosen is over, of whatever form it is."""
    b = code.b
    if b.made["any time"]:
        ends = tuple(tuple(sorted({moments(b)[f"end of {name}"] for name in (x.name, *(f.name for f in x.form.ancestors()))}))
                     for x in b.model.moves.values())
        look(code, ir.Item(ir.Const(ends), fold.op("add", ir.Item(choice, ir.Const(1), -1), ir.Const(1)), -1))


def look(code: Code, come: ir.Expr) -> None:
    code.calls("standing")
    code.suspends_here()
    if not code.resumable:
        return
    some, over = code.new_block(), code.new_block()
    code.close(ir.If(fold.op("ne", ir.Load(ORDERS), fold.ZERO), (ir.Goto(some.number),), (ir.Goto(over.number),)))
    code.start(some)
    due = code.b.register("due")
    code.emit(ir.Act("orders_due", (come,), due))
    code.close(ir.CallThen(code.b.made["standing"], (ir.Reg(due),), over.number))
    code.start(over)


# ---- who is asked ----------------------------------------------------------------------------------------------------------
def muted(b: Builder, which: ir.Expr, case: ir.Expr) -> ir.Expr:
    """Whether a holder does not want to be asked now."""
    reg = b.register("order")

    def part(i: int) -> ir.Expr:
        return ir.Item(ir.Reg(reg), ir.Const(i), -1)
    same = fold.both([fold.op("eq", part(1), case), fold.op("eq", part(2), which), fold.op("ne", part(3), ir.Const(ALWAYS))])
    return fold.both([fold.op("ne", ir.Load(ORDERS), fold.ZERO), ir.Each("any", reg, ir.Load(ORDERS), same)])


def make_standing(b: Builder) -> None:
    """The procedure that asks those whose orders have come due, one after the other."""
    if not b.made["any time"]:
        return
    f = b.functions[b.made["standing"]]
    f.params = (DUE,)
    from lawspeaker.interpreter.program.watching import begin
    code = begin(b, "standing", f)
    askers = [w for w in b.watchers if w.rule is None]
    for w in askers:
        code.calls(("any time", w.name))
    code.suspends_here()
    if code.resumable and askers:
        bodies = tuple(w.body if w.rule is None else askers[0].body for w in b.watchers)
        head, go, over = code.new_block(), code.new_block(), code.new_block()
        code.goto(head)
        code.start(head)
        code.close(ir.If(fold.op("gt", ir.Length(ir.Reg(DUE)), fold.ZERO), (ir.Goto(go.number),), (ir.Goto(over.number),)))
        code.start(go)
        entry = code.set(ir.Item(ir.Reg(DUE), ir.Const(1), -1), "entry")
        code.emit(ir.Set(DUE, ir.Native("rest", (ir.Reg(DUE),))))
        code.close(ir.CallBy(bodies, ir.Item(entry, ir.Const(1), -1), ir.Load(ACTIVE), ir.Tuple((ir.Item(entry, ir.Const(2), -1),)), head.number))
        code.start(over)
    finish(code)
