"""Watchers (`whenever`): looked at after each step that wrote something they read; what became true is queued and run.

The cell of a watcher holds the list of cases that are true.  `drain` runs the queue; a step inside a watcher only queues.
"""
from __future__ import annotations

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.types import ThingType
from lawspeaker.interpreter.program import collections as c
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.building import Builder, Local, Scope, V, WatcherInfo
from lawspeaker.interpreter.program.code import Code, finish
from lawspeaker.interpreter.program.expressions import bound, check_use, collection, flag
from lawspeaker.interpreter.program.schema import ACTIVE, QUEUE, WATCH
from lawspeaker.interpreter.program.standing import make_standing, muted
from lawspeaker.interpreter.syntax import nodes as n


def ordered_rules(model: m.Model) -> list[m.Rule]:
    """Rules in weaving order, those that `precede` others before them."""
    out: list[m.Rule] = []
    rules = list(model.rules.values())
    before: dict[str, set[str]] = {r.name: set() for r in rules}
    for r in rules:
        for name, _ in r.precedes:
            if name in before:
                before[name].add(r.name)
    done: set[str] = set()
    while len(out) < len(rules):
        ready = next((r for r in rules if r.name not in done and before[r.name] <= done), None)
        if ready is None:                        # a circle: keep the order of the files
            ready = next(r for r in rules if r.name not in done)
        out.append(ready)
        done.add(ready.name)
    return out


def prepare(b: Builder) -> None:
    """The conditions of all watchers, and which declarations they read."""
    b.watchers.clear()
    for rule in ordered_rules(b.model):
        for w in rule.watchers:
            number = len(b.watchers)
            b.reads.append(set())
            scope = Scope(you=ir.Load(ACTIVE))
            item = None
            low = 0
            if w.source is not None and w.name is not None and w.name_span is not None:
                source = collection(b, scope, w.source)
                reg = b.register(w.name)
                walk = c.walk(b, source, False)
                inner = bound(b, scope, w.name, w.name_span, walk, reg)
                condition = fold.both([walk.keep(ir.Reg(reg)) if walk.keep else None, flag(b, inner, w.condition)])
                check_use(b, inner, w.name)
                cases: ir.Expr = ir.Each("collect", reg, walk.list, condition)
                item = walk.item
            else:
                cases = fold.select(flag(b, scope, w.condition), ir.Const((0,)), ir.Const(()))
            f = b.function(f"cases of {rule.name}", "value", ("you",), w.span)
            f.value = cases
            reads = frozenset(b.reads.pop())
            info = WatcherInfo(number, rule.name, (w, item), f.number, w.source is not None, low, -1, reads, b.made[("bits", id(w))])
            b.watchers.append(info)
    from lawspeaker.interpreter.program.windows import watch_any_time
    watch_any_time(b)
    b.made["everything watched"] = set().union(*(w.reads for w in b.watchers)) if b.watchers else set()
    b.made["checks"] = {}


def make_bodies(b: Builder) -> None:
    """What each watcher does, and the procedure that runs the queue."""
    from lawspeaker.interpreter.program.steps import lower_block
    if not b.watchers:
        return
    for w in b.watchers:
        if w.rule is None:                        # a move that is playable any time (windows.py)
            continue
        node, item = w.rule
        assert isinstance(node, n.Watcher)
        key = ("watch", w.number)
        kind = "resumable" if key in b.suspending else "straight"
        case = b.register(node.name or "case")
        f = b.function(w.name, kind, ("you", case), node.span)
        w.body = f.number
        code = begin(b, key, f)
        still = fold.contains(ir.CallValue(w.cases, (ir.Load(ACTIVE),)), ir.Reg(case))
        leave(code, fold.negate(still))
        scope = Scope(you=ir.Reg("you"))
        if node.name is not None and node.name_span is not None:
            scope.names[node.name] = Local(V(ir.Reg(case), item if item is not None else ThingType(())), node.name_span, 1)
        lower_block(code, scope, node.block)
        finish(code)
    from lawspeaker.interpreter.program.windows import make_any_time
    make_any_time(b)
    make_drain(b)
    make_standing(b)


def begin(b: Builder, key: object, f: ir.Function) -> Code:
    code = Code(b, key, f)
    if f.kind == "resumable":
        f.blocks = []
        code.start(code.new_block())
    b.made["missing"] = {}
    return code


def leave(code: Code, condition: ir.Expr, result: int = ir.NOT) -> None:
    """Return at once if the condition holds."""
    if not code.resumable:
        code.emit(ir.If(condition, (ir.Return(ir.Const(result)),)))
        return
    out, go = code.new_block(), code.new_block()
    code.close(ir.If(condition, (ir.Goto(out.number),), (ir.Goto(go.number),)))
    code.start(out)
    code.close(ir.Return(ir.Const(result)))
    code.start(go)


def make_drain(b: Builder) -> None:
    f = b.functions[b.made["drain"]]
    f.blocks = []
    f.kind = "resumable"
    code = Code(b, "drain", f)
    code.start(code.new_block())
    saved = code.set(ir.Load(WATCH), "saved")
    code.emit(ir.Store(WATCH, None, ir.Const(1)))
    head = code.new_block(span_of=b.made["drain span"])
    code.close(ir.Goto(head.number))
    code.start(head)
    if CUT in b.made["results wanted"]:
        code.emit(ir.Store(WATCH, None, ir.Const(1)))
    go, done = code.new_block(), code.new_block()
    code.close(ir.If(fold.op("gt", ir.Length(ir.Load(QUEUE)), fold.ZERO), (ir.Goto(go.number),), (ir.Goto(done.number),)))
    code.start(done)
    code.emit(ir.Store(WATCH, None, saved))
    code.close(ir.Return())
    code.start(go)
    entry = code.set(ir.Item(ir.Load(QUEUE), ir.Const(1), -1), "entry")
    code.emit(ir.Act("dequeue", ()))
    which = ir.Item(entry, ir.Const(1), -1)
    case = ir.Item(entry, ir.Const(2), -1)
    if b.made["any time"]:
        wanted = code.new_block()
        code.close(ir.If(muted(b, which, case), (ir.Goto(head.number),), (ir.Goto(wanted.number),)))
        code.start(wanted)
    # straight bodies are called here, those that may stop play by number
    straight = [w for w in b.watchers if b.functions[w.body].kind == "straight"]
    rest = [w for w in b.watchers if b.functions[w.body].kind == "resumable"]
    for w in straight:
        go_on, run = code.new_block(), code.new_block()
        code.close(ir.If(fold.op("eq", which, ir.Const(w.number)), (ir.Goto(run.number),), (ir.Goto(go_on.number),)))
        code.start(run)
        code.emit(ir.CallStraight(w.body, (ir.Load(ACTIVE), case)))
        code.close(ir.Goto(head.number))
        code.start(go_on)
    if rest:
        functions = [w.body if b.functions[w.body].kind == "resumable" else rest[0].body for w in b.watchers]
        code.close(ir.CallBy(tuple(functions), which, ir.Load(ACTIVE), ir.Tuple((case,)), head.number))
    else:
        code.close(ir.Goto(head.number))


CUT = ("at once", "cut")         # wanted: an ending may pass through steps that are done at once


def looking(code: Code) -> ir.Expr | None:
    """Before something that an ending may leave: how watchers look, if steps inside that are done `at once` may have changed it."""
    return code.set(ir.Load(WATCH), "watch") if CUT in code.b.made["results wanted"] else None


def look_again(code: Code, watch: ir.Expr | None) -> None:
    """Behind it: watchers look as before, and at whatever was done."""
    if watch is not None and code.open:
        code.emit(ir.If(fold.op("ne", ir.Load(WATCH), watch), (ir.Store(WATCH, None, watch),)))
        after_step(code, code.b.made["everything watched"])


def after_step(code: Code, wrote: set[int], turn: bool = False) -> None:
    """Look at the watchers that read what a step wrote, and run what became true.  When a turn of the outermost circle begins (`turn`), all
    others are asked anew about what is playable any time; whoever is on turn finds it beside his offers."""
    b = code.b
    b.made.setdefault("writes", {}).setdefault(code.key, set()).update(wrote)
    gathered = b.made.get("at once")
    if gathered is not None:
        gathered |= wrote
        return
    group = tuple(w.number for w in b.watchers if w.reads & wrote and (turn or w.rule is not None or w.reads_active or wrote != {ACTIVE}))
    if not group:
        return
    due = b.register("due")
    code.emit(ir.CallStraight(check_function(b, group, turn), (), due))
    code.calls("drain")
    code.suspends_here()
    if not code.resumable:
        return
    after = code.new_block()
    code.close(ir.If(ir.Reg(due), (ir.CallThen(b.made["drain"], (), after.number),), (ir.Goto(after.number),)))
    code.start(after)


def check_function(b: Builder, group: tuple[int, ...], turn: bool) -> int:
    """Straight: notes the cases that became true; a flag, whether the queue is to be run now."""
    turn = turn and any(b.watchers[w].rule is None for w in group)
    made: dict[tuple[tuple[int, ...], bool], int] = b.made["checks"]
    if (group, turn) in made:
        return made[group, turn]
    f = b.function("look at " + ", ".join(b.watchers[w].name for w in group), "straight", ())
    code = Code(b, ("check", group), f)
    code.emit(ir.If(fold.op("eq", ir.Load(WATCH), ir.Const(2)), (ir.Return(fold.FALSE),)))
    for s in asked_again(b, group) if turn else ():
        code.emit(s)
    for number in group:
        w = b.watchers[number]
        if turn and w.rule is None and not w.reads_active:
            continue
        now = b.register("now")
        noted = ir.Load(w.bits)
        new: ir.Expr = fold.op("ne", ir.Reg(now), noted)
        old: ir.Expr = noted
        if turn and w.rule is None:
            new, old = fold.either([some(ir.Reg(now)), some(noted)]), ir.Tuple((ir.Load(ACTIVE),))
        look = (ir.Set(now, ir.CallValue(w.cases, (ir.Load(ACTIVE),))),
                ir.If(new, (ir.Act("watch", (ir.Const(number), ir.Const(w.bits), ir.Reg(now), old)),)))
        # a card that nobody holds, and nobody held, is passed over
        code.emit(ir.If(fold.either([w.held, some(noted)]), look))
    code.emit(ir.Return(fold.both([some(ir.Load(QUEUE)), fold.op("eq", ir.Load(WATCH), fold.ZERO)])))
    f.body = tuple(code.body)
    made[group, turn] = f.number
    return f.number


def asked_again(b: Builder, group: tuple[int, ...]) -> tuple[ir.Stmt, ...]:
    """When a turn begins: what was noted still holds where it does not hang on who is on turn."""
    noted = [w for w in (b.watchers[number] for number in group) if w.rule is None and not w.reads_active]
    if not noted:
        return ()
    again = tuple(ir.If(some(ir.Load(w.bits)), (ir.Act("watch", (ir.Const(w.number), ir.Const(w.bits), ir.Load(w.bits), ir.Tuple((ir.Load(ACTIVE),)))),))
                  for w in noted)
    reg = b.register("bits")
    return (ir.If(ir.Each("any", reg, ir.Const(tuple(w.bits for w in noted)), some(ir.Load(0, ir.Reg(reg)))), again),)


def some(lst: ir.Expr) -> ir.Expr:
    return fold.op("gt", ir.Length(lst), fold.ZERO)


def reset_function(b: Builder) -> int:
    """Straight: what is true now counts as having been true; nothing is queued."""
    f = b.function("watchers begin", "straight", ())
    body: list[ir.Stmt] = []
    for w in b.watchers:
        body.append(ir.Store(w.bits, None, ir.CallValue(w.cases, (ir.Load(ACTIVE),))))
    body.append(ir.Store(QUEUE, None, ir.Const(())))
    body.append(ir.Return())
    f.body = tuple(body)
    return f.number
