"""Steps: syntax → statements and blocks.  A step that may stop play cuts the function; all else stays straight code."""
from __future__ import annotations

from collections.abc import Iterator

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.sentences import match_sentence, report_no_match
from lawspeaker.interpreter.model.types import NUMBER, NumberType
from lawspeaker.interpreter.model.walk import walk as nodes_below
from lawspeaker.interpreter.program import acts, acts_chance, fold, ir, shortfalls
from lawspeaker.interpreter.program import collections as c
from lawspeaker.interpreter.program.acts import UNCOUNTED
from lawspeaker.interpreter.program.building import Local, Scope, V
from lawspeaker.interpreter.program.calls import call_verb, do_move, now_moment, run_phase
from lawspeaker.interpreter.program.changes import later, until
from lawspeaker.interpreter.program.code import Code, Loop
from lawspeaker.interpreter.program.edges import MomentCard, ending_of
from lawspeaker.interpreter.program.expressions import collection, flag, meaning, number, player, text, value
from lawspeaker.interpreter.program.schema import WATCH
from lawspeaker.interpreter.program.unused_names import leave_out
from lawspeaker.interpreter.program.watching import CUT, after_step
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.source import Span
from lawspeaker.interpreter.text.spell import nearest

NOT_DONE = ir.Const(ir.NOT)
NATIVE = {**acts.NATIVE, **acts_chance.NATIVE}
ARMS = {"then": ir.FULLY, "partly": ir.PARTLY, "otherwise": ir.NOT, "replaced": ir.REPLACED}


# ---- blocks of steps -----------------------------------------------------------------------------------------
def lower_block(code: Code, scope: Scope, block: n.Block) -> None:
    """All steps of a block; names made in it live to its end."""
    steps = list(block.steps)
    i = 0
    while i < len(steps):
        step = steps[i]
        arms: list[n.Result] = []
        while i + 1 < len(steps) and isinstance(steps[i + 1], n.Result):
            i += 1
            arms.append(steps[i])  # type: ignore[arg-type]
        if isinstance(step, n.Result):
            code.b.sink.error("step/arm-alone", step.span, f'"{step.word}" has no step above it',
                              hint="An arm stands right below the step whose result it reads.")
        elif not code.open:
            code.b.sink.warning("step/never-reached", step.span, "This step is never reached", hint="Remove it.")
            return
        else:
            guarded(code, scope, step, arms)
        i += 1
    for name, local in scope.names.items():
        if isinstance(local, Local) and not local.uses and local.span.begin >= block.span.begin and local.span.end <= block.span.end:
            code.b.sink.warning("name/unused", local.span, f'The name "{name}" is not used', hint=leave_out(block.steps, name, local.span))


def guarded(code: Code, scope: Scope, step: n.Step, arms: list[n.Result]) -> None:
    """A step that uses a name whose choice was not done is not done either."""
    guards = sorted(set(guards_of(code, scope, step)))
    if not guards:
        with_arms(code, scope, step, arms)
        return
    condition = fold.both([fold.op("ne", ir.Reg(r), ir.Const(ir.NONE)) for r in guards])
    if not isinstance(step, (n.Let, n.Choose, n.May)) and not (isinstance(step, n.Line) and step.sentence.verb in ("pick", "roll")):
        branches(code, [step, *arms], [(condition, lambda: with_arms(code, scope, step, arms))], lambda: not_done(code, arms, scope))
        return
    # what the step would have named is missing too
    known = set(scope.names)
    # (a number may be -1, so a register of its own says whether there is one)
    sure = code.set(fold.select(condition, ir.Const(1), ir.Const(ir.NONE)), "sure") if isinstance(step, n.Let) else None

    def named() -> list[tuple[str, str]]:
        return [(name, x.value.ir.name) for name, x in scope.names.items()
                if name not in known and isinstance(x, Local) and isinstance(x.value.ir, ir.Reg)]

    def otherwise() -> None:
        for _, reg in named():
            for r in (reg, code.b.made.get("missing with", {}).get(reg)):
                if r is not None:
                    code.emit(ir.Set(r, ir.Const(ir.NONE)))
        not_done(code, arms, scope)
    branches(code, [step, *arms], [(condition, lambda: with_arms(code, scope, step, arms))], otherwise, True)
    missing = code.b.made.setdefault("missing", {})
    for name, reg in named():
        missing[name] = reg
        if sure is not None:
            code.b.made.setdefault("missing with", {})[reg] = sure.name


def guards_of(code: Code, scope: Scope, step: n.Step) -> Iterator[str]:
    """The registers that say whether the names in a step mean anything: mostly that of the name itself."""
    missing, other = code.b.made.get("missing", {}), code.b.made.get("missing with", {})
    for x in nodes_below(step):
        if isinstance(x, n.Name) and x.name in missing:
            local = scope.find(x.name)
            if isinstance(local, Local) and isinstance(local.value.ir, ir.Reg) and local.value.ir.name == missing[x.name]:
                yield other.get(missing[x.name], missing[x.name])


def not_done(code: Code, arms: list[n.Result], scope: Scope) -> None:
    read_arms(code, scope, [a for a in arms if a.word == "otherwise"], NOT_DONE)


def with_arms(code: Code, scope: Scope, step: n.Step, arms: list[n.Result]) -> None:
    """A step, and what comes of its result.  Steps with steps in them count these one by one; with arms below, by themselves first."""
    if not arms:
        asked = shortfalls.wanted(code, scope, step) if code.strict else None
        result = lower_step(code, scope, step, code.result is not None or asked is not None)
        if asked is not None:
            shortfalls.fell_short(code, step, asked, result)
        if result is not None:
            code.note(result)
        return
    strict, code.strict = code.strict, False      # the arms say what happens where it falls short
    if isinstance(step, n.Line) and step.sentence.verb != "do":
        result = lower_step(code, scope, step, True)
        got: ir.Expr = result if result is not None else ir.Const(ir.UNCOUNTED)
    else:
        with code.counting() as own:
            result = lower_step(code, scope, step, True)
            if result is not None:
                code.note(result)
        got = own
    code.strict = strict
    if code.open:
        read_arms(code, scope, arms, got if isinstance(got, (ir.Const, ir.Reg)) else code.set(got, "result"))


def read_arms(code: Code, scope: Scope, arms: list[n.Result], got: ir.Expr) -> None:
    """The arm that fits a result.  It counts in the place of the step, unless it has no step that counts."""
    cases = []
    words: dict[str, n.Result] = {}
    for a in arms:
        if a.word in words:
            code.b.sink.error("step/arm-twice", a.span, f'There are two arms "{a.word}"', hint="Join them.")
        words[a.word] = a
        fitting = [ARMS[a.word], *{"then": [ir.UNCOUNTED], "otherwise": [ir.SKIPPED]}.get(a.word, [])]
        if a.word == "otherwise" and code.b.made["heard"] and not any(x.word == "replaced" for x in arms):
            fitting.append(ir.REPLACED)           # replaced, and nobody asks: not done
        cases.append((fold.either([fold.op("eq", got, ir.Const(x)) for x in fitting]), arm(code, scope, a)))
    if code.result is None:
        branches(code, list(arms), cases, None)
        return
    before = got if isinstance(got, ir.Reg) else code.set(got, "result")
    code.outer.append(before.name)                # an arm that leaves the verb leaves it after this step
    with code.counting() as own:
        branches(code, list(arms), cases, None)
    code.outer.pop()
    code.note(fold.select(fold.op("eq", own, ir.Const(ir.UNCOUNTED)), got, own))


def arm(code: Code, scope: Scope, a: n.Result):  # type: ignore[no-untyped-def]
    def run() -> None:
        code.nodes.append(id(a))                  # what stops play in an arm does so for the arm as a whole
        lower_block(code, scope.child(), a.block)
        code.nodes.pop()
    return run


# ---- structure -----------------------------------------------------------------------------------------------
def may_suspend(code: Code, nodes: list[n.Node]) -> bool:
    """Whether one of these nodes may stop play, as the pass before found out."""
    return code.resumable and any(id(x) in code.b.suspending for x in nodes)


def branches(code: Code, nodes: list, cases: list, otherwise, last: bool = False) -> None:  # type: ignore[no-untyped-def, type-arg]
    """If … else if … else: structured when nothing inside can stop play, else as blocks.  `last`: otherwise is made last."""
    if not may_suspend(code, nodes):
        rest: tuple[ir.Stmt, ...] = ()
        if otherwise is not None and not last:
            with code.inside() as body:
                otherwise()
                rest = tuple(body)
        built: list[tuple[ir.Expr, tuple[ir.Stmt, ...]]] = []
        for condition, run in cases:
            with code.inside() as body:
                run()
                built.append((condition, tuple(body)))
        if otherwise is not None and last:
            with code.inside() as body:
                otherwise()
                rest = tuple(body)
        for condition, stmts in reversed(built):
            rest = (ir.If(condition, stmts, rest),)
        for s in rest:
            code.emit(s)
        return
    join = code.new_block()
    for condition, run in cases:
        yes, no = code.new_block(), code.new_block()
        code.close(ir.If(condition, (ir.Goto(yes.number),), (ir.Goto(no.number),)))
        code.start(yes)
        run()
        code.goto(join)
        code.start(no)
    if otherwise is not None:
        otherwise()
    code.goto(join)
    code.start(join)


def loop(code: Code, step: n.Node, reg: str, items: ir.Expr, body, before=None) -> None:  # type: ignore[no-untyped-def]
    """For each entry of a list.  `before` may ask whether to go on (it gets the entry's register)."""
    b = code.b
    if not may_suspend(code, [step]):
        code.loops.append(Loop(None))
        with code.inside() as stmts:
            if before is not None:
                before()
            body()
            inner = tuple(stmts)
        code.loops.pop()
        code.emit(ir.For(reg, items, inner, b.span(step.span)))
        return
    lst = code.set(items, "list")
    at = b.register("at")
    code.emit(ir.Set(at, fold.ZERO))
    head, exit_block = code.new_block(place=step.span), code.new_block()
    code.goto(head)
    code.start(head)
    go = code.new_block()
    code.close(ir.If(ir.Op("lt", ir.Reg(at), ir.Length(lst)), (ir.Goto(go.number),), (ir.Goto(exit_block.number),)))
    code.start(go)
    code.emit(ir.Set(at, fold.op("add", ir.Reg(at), ir.Const(1))))
    code.emit(ir.Set(reg, ir.Item(lst, ir.Reg(at), -1)))
    code.loops.append(Loop(exit_block))
    if before is not None:
        before()
    body()
    code.loops.pop()
    code.goto(head)
    code.start(exit_block)


# ---- single steps ---------------------------------------------------------------------------------------------
def lower_step(code: Code, scope: Scope, step: n.Step, want: bool) -> ir.Expr | None:
    """One step; its result as an expression when it is wanted and counts."""
    code.nodes.append(id(step))
    try:
        return dispatch(code, scope, step, want)
    finally:
        code.nodes.pop()


def dispatch(code: Code, scope: Scope, step: n.Step, want: bool) -> ir.Expr | None:
    match step:
        case n.Line():
            return sentence(code, scope, step.sentence, step, want)
        case n.Let():
            let(code, scope, step)
            return None
        case n.Stop():
            return stop(code, step)
        case n.End():
            return end(code, scope, step)
        case n.Choose() | n.ChooseOne() | n.May():
            from lawspeaker.interpreter.program import choosing
            return choosing.ask(code, scope, step)
        case n.If():
            return if_step(code, scope, step)
        case n.ForEach():
            return for_each(code, scope, step)
        case n.Repeat():
            return repeat(code, scope, step)
        case n.As():
            who = code.set(player(code.b, scope, step.who), "you")
            lower_block(code, scope.child(you=who), step.block)
            return None
        case n.During():
            from lawspeaker.interpreter.program.phases import during
            return during(code, scope, step)
        case n.AtOnce():
            return at_once(code, scope, step)
        case n.Requires():
            return requires(code, scope, step)
        case n.Until():
            return until(code, scope, step)
        case n.Later():
            return later(code, scope, step)
    raise AssertionError(step)


def unbuilt(code: Code, step: n.Node, what: str) -> ir.Expr | None:
    code.b.sink.error("language/not-built-yet", step.span, f"{what} is not built yet",
                      text="It is part of the language as designed, but this version cannot run it.",
                      hint="Leave it out for now; the change log will say when it works.")
    return None


def sentence(code: Code, scope: Scope, s: n.Sentence, step: n.Line, want: bool) -> ir.Expr | None:
    b = code.b
    for t in step.tails:
        b.sink.error("sentence/no-pattern", t.span, "Nothing follows after a comma in a step", hint="Write one step on each line.")
    found = match_sentence(s.verb, s.verb_span, s.pieces, b.model.verbs)
    if not found:
        report_no_match(s.verb, s.verb_span, s.span, s.pieces, b.model.verbs, b.sink)
        return None
    if len(found) > 1:
        b.sink.error("sentence/two-patterns", s.span, "This sentence fits two verbs: " + " and ".join(f'"{f.verb.words}"' for f in found),
                     hint="Change the words of one of them.")
    verb, holes = found[0].verb, found[0].holes
    verb.used = True
    wrote: set[int] = set()
    result: ir.Expr | None
    native = NATIVE.get(verb.words) if verb.core else None
    if native is not None:
        result = native(code, scope, holes, s.span, wrote, want)
        if wrote:
            if want and result is not None and not isinstance(result, (ir.Reg, ir.Const)):
                result = code.set(result)
            after_step(code, wrote)
        return None if verb.words in UNCOUNTED else result if result is not None else ir.Const(ir.FULLY) if want else None
    if verb.native is not None:
        return special(code, scope, verb, holes, s, want)
    return call_verb(code, scope, verb, holes, s.span, want)


def special(code: Code, scope: Scope, verb: m.Verb, holes: dict[str, n.Expr], s: n.Sentence, want: bool) -> ir.Expr | None:
    match verb.words:
        case "do its effect":
            run = code.b.made.get("its effect")
            if run is None:
                code.b.sink.error("step/no-effect", s.span, "`do its effect` stands only in the `does` of a form", hint="Remove it.")
                return None
            run(code, scope)
            return None
        case "do usual":
            usual = code.b.made.get("usual")
            if usual is None:
                code.b.sink.error("step/no-usual", s.span, "`do usual` stands only in a rule with `instead of`", hint="Remove it.")
                return None
            return usual(code)  # type: ignore[no-any-return]
        case "pay {what} with {how}":
            from lawspeaker.interpreter.program.bills import pay
            return pay(code, scope, holes["what"], holes["how"], s.span, ())
        case "do {what}":
            return do_move(code, scope, holes["what"], s.span, want)
        case "run {what}":
            return run_phase(code, scope, holes["what"], want)
        case "now {what}":
            now_moment(code, scope, holes["what"], s.span)
            return None
    return unbuilt(code, s, f"The verb `{verb.words}`")


def let(code: Code, scope: Scope, step: n.Let) -> None:
    m_ = meaning(code.b, scope, step.value)
    v = m_ if isinstance(m_, V) else value(code.b, scope, step.value)
    new_name(code, scope, step.name, step.name_span)
    reg = code.b.register(step.name)
    code.emit(ir.Set(reg, v.ir))
    scope.names[step.name] = Local(V(ir.Reg(reg), v.type, v.source), step.name_span)


def new_name(code: Code, scope: Scope, name: str, span: Span) -> None:
    model = code.b.model
    outer = (model.player.states, model.player.places, model.table_states, model.table_places, model.table_facts, model.values,
             model.settings, model.phases, code.b.layout.by_id)
    if scope.find(name) is not None or any(name in known for known in outer):
        code.b.sink.error("name/hidden", span, f'"{name}" is a name already, this one would hide it',
                          hint="Choose another name.")
    from lawspeaker.interpreter.model.from_syntax import RESERVED
    if name in RESERVED:
        code.b.sink.error("name/reserved", span, f'"{name}" is a word of the language', hint="Choose another name.")


def stop(code: Code, step: n.Stop) -> ir.Expr | None:
    if code.loops:
        code.note(ir.Const(ir.SKIPPED))           # where nothing was done before, nothing was done
        exit_block = code.loops[-1].exit
        if exit_block is None:
            code.emit(ir.Break())
        else:
            code.goto(exit_block)
        code.open = False
        return None
    code.leave(code.left())
    if code.resumable:
        code.finish_block()
    code.open = False
    return None


def end(code: Code, scope: Scope, step: n.End) -> ir.Expr | None:
    b = code.b
    if step.name == "game":
        from lawspeaker.interpreter.program.windows import last_window
        last_window(code)
        code.suspends_here()
        code.close(ir.EndGame()) if code.resumable else code.emit(ir.Return())
        code.open = False
        return None
    spans, window = b.made["spans_named"](step.name), 0
    local = scope.find(step.name)
    if isinstance(local, MomentCard) or (isinstance(local, Local) and not spans):
        found = ending_of(b, local, step.name, step.name_span)
        if found is None:
            return None
        spans, window = found
    if not spans:
        known = [*b.model.phases, *b.model.moves, *b.model.forms, "game"]
        near = nearest(step.name, known)
        b.sink.error("name/unknown-span", step.name_span, f'There is no phase or move called "{step.name}" to end',
                     hint=f'Did you mean "{near}"?' if near else f"Phases are {', '.join(b.model.phases)}.")
        return None
    b.made.setdefault("ended", set()).add(step.name)
    if step.name in (b.made.get("ending") or ()):
        b.sink.warning("step/ending-already", step.span, f"This step is never done: {step.name} is ending already",
                       hint=f"Leave it out, or do it `at start of {step.name}`.")
    code.suspends_here()
    if code.resumable:
        after = code.new_block(place=step.span)
        code.close(ir.Unwind(tuple(spans), after.number, window))
        code.start(after)
    return ir.Const(ir.NOT)


def range_or_collection(code: Code, scope: Scope, source: n.Expr, to: n.Expr | None) -> c.Collection:
    if to is not None:
        low, high = number(code.b, scope, source), number(code.b, scope, to)
        if isinstance(low, ir.Const) and isinstance(high, ir.Const) and low.value <= high.value:
            return c.RangeSet(low, high, NumberType(low.value, high.value))
        if isinstance(low, ir.Const) and isinstance(high, ir.Const):
            code.b.sink.error("type/empty-range", source.span, f"There is nothing from {low.value} to {high.value}", hint="Write the lower end first.")
        return c.RangeSet(low, high, NUMBER)
    return collection(code.b, scope, source)


def arm_block(code: Code, scope: Scope, block: n.Block):  # type: ignore[no-untyped-def]
    return lambda: lower_block(code, scope.child(), block)


def if_step(code: Code, scope: Scope, step: n.If) -> ir.Expr | None:
    cases = []
    for condition, block in step.branches:
        inner = scope.child()
        test = flag(code.b, inner, condition)
        if isinstance(test, ir.Const) and not code.b.settings:
            code.b.sink.warning("condition/constant", condition.span, f"This condition is always {'true' if test.value else 'false'}",
                                hint="Leave it out.")
        cases.append((test, arm_in(code, inner, block)))
    otherwise = arm_block(code, scope, step.otherwise) if step.otherwise is not None else lambda: code.note(ir.Const(ir.SKIPPED))
    branches(code, [step], cases, otherwise)
    return None


def arm_in(code: Code, scope: Scope, block: n.Block):  # type: ignore[no-untyped-def]
    return lambda: lower_block(code, scope, block)


def for_each(code: Code, scope: Scope, step: n.ForEach) -> ir.Expr | None:
    b = code.b
    new_name(code, scope, step.name, step.name_span)
    source = range_or_collection(code, scope, step.source, step.to)
    w = c.walk(b, source, pieces=True)
    reg = b.register(step.name)
    b.note_entry(reg, w.list, w.item)
    inner = scope.child()
    inner.names[step.name] = Local(V(ir.Reg(reg), w.item, w.source(ir.Reg(reg)) if w.source else None), step.name_span)
    keep = w.keep(ir.Reg(reg)) if w.keep else None
    own = flag(b, inner, step.condition) if step.condition is not None else None
    condition = fold.both([keep, own])
    items = not_empty(code, w.list if condition == fold.TRUE else ir.Each("collect", reg, w.list, condition))
    if step.at_once:
        from lawspeaker.interpreter.program import sealed
        sealed.at_once(code, inner, step, reg, items)
    else:
        loop(code, step, reg, items, lambda: lower_block(code, inner, step.block))
    return None


def not_empty(code: Code, items: ir.Expr) -> ir.Expr:
    """The list that a loop walks over; a loop over nothing is not entered."""
    if code.result is not None:
        if not isinstance(items, (ir.Const, ir.Reg)):
            items = code.set(items, "items")
        code.note_if(fold.op("eq", fold.length(items), fold.ZERO), ir.SKIPPED)
    return items


def repeat(code: Code, scope: Scope, step: n.Repeat) -> ir.Expr | None:
    b = code.b
    times = number(b, scope, step.times)
    reg = b.register("pass")
    inner = scope.child()
    before = None
    if step.asking is not None:
        label = text(b, scope, step.asking)

        def before() -> None:
            yes = b.register("yes")
            exit_block = code.loops[-1].exit
            code.suspends_here()
            if not code.resumable or exit_block is None:
                return
            ask, go = code.new_block(), code.new_block()
            code.close(ir.If(fold.op("gt", ir.Reg(reg), ir.Const(1)), (ir.Goto(ask.number),), (ir.Goto(go.number),)))
            code.start(ask)
            code.ask(ir.Question("yes", scope.you, label, yes_text=label, no_text=ir.Text(("Stop",)),
                                 cites=tuple(x.id for x in step.cites), span=b.span(step.span)), yes)
            code.close(ir.If(fold.op("eq", ir.Reg(yes), ir.Const(1)), (ir.Goto(go.number),), (ir.Goto(exit_block.number),)))
            code.start(go)
    passes = ir.Range(ir.Const(1), times) if not isinstance(times, ir.Const) else ir.Const(tuple(range(1, times.value + 1)))
    loop(code, step, reg, not_empty(code, passes), lambda: lower_block(code, inner, step.block), before)
    return None


def at_once(code: Code, scope: Scope, step: n.AtOnce) -> ir.Expr | None:
    """Several steps as one event: watchers look when the last is done."""
    outer = code.b.made.get("at once")
    gathered: set[int] = set()
    code.b.made["at once"] = gathered
    watch = None
    if any(isinstance(x, n.Line) and not plain(code, x) for x in nodes_below(step.block)):
        watch = code.set(ir.Load(WATCH), "watch")
        code.emit(ir.Store(WATCH, None, ir.Const(2)))
        if code.b.made["ended names"] and may_suspend(code, [step]):
            code.b.made.setdefault("wanted", set()).add(CUT)
    lower_block(code, scope.child(), step.block)
    code.b.made["at once"] = outer
    if watch is not None:
        code.emit(ir.Store(WATCH, None, watch))
        gathered |= code.b.made["everything watched"]
    after_step(code, gathered)
    return None


def plain(code: Code, line: n.Line) -> bool:
    found = match_sentence(line.sentence.verb, line.sentence.verb_span, line.sentence.pieces, code.b.model.verbs)
    return bool(found) and found[0].verb.core and found[0].verb.words in NATIVE


def requires(code: Code, scope: Scope, step: n.Requires) -> ir.Expr | None:
    """In a verb: else the verb is not done."""
    condition = flag(code.b, scope, step.condition)
    if condition == fold.TRUE:
        return None
    refused = fold.negate(condition)
    if code.resumable:
        go, leave = code.new_block(), code.new_block()
        code.close(ir.If(refused, (ir.Goto(leave.number),), (ir.Goto(go.number),)))
        code.start(leave)
        code.leave(code.left())
        code.finish_block()
        code.start(go)
    else:
        with code.inside() as stmts:
            code.leave(code.left())
        code.emit(ir.If(refused, tuple(stmts)))
    return None
