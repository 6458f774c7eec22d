"""Model → program, for a number of players: lays out cells, then makes every function twice (see building.py).

The order of the parts is the table of contents of this folder.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.types import NUMBER, PLACE, WRONG, NumberType, ThingType, Type, example, fits
from lawspeaker.interpreter.program import acts, fold, ir
from lawspeaker.interpreter.program.acts_chance import check_refills
from lawspeaker.interpreter.program.building import Builder, Local, Scope, V
from lawspeaker.interpreter.program.cards import active_for, in_card
from lawspeaker.interpreter.program.changes import check_targets, check_waivers, come_due, during_until
from lawspeaker.interpreter.program.circles import outline
from lawspeaker.interpreter.program.code import finish
from lawspeaker.interpreter.program.costs import check_costs
from lawspeaker.interpreter.program.edges import at_edge, check_same
from lawspeaker.interpreter.program.events import listen, of_move_key, reactions
from lawspeaker.interpreter.program.expressions import flag, number, text, value
from lawspeaker.interpreter.program.facts import make_tables
from lawspeaker.interpreter.program.fuse import fuse
from lawspeaker.interpreter.program.layout import make_cells, number_things, put_pieces, start_values
from lawspeaker.interpreter.program.liveness import find_params
from lawspeaker.interpreter.program.moves import make_move
from lawspeaker.interpreter.program.phases import make_phase
from lawspeaker.interpreter.program.possible import check_circles
from lawspeaker.interpreter.program.program import Program
from lawspeaker.interpreter.program.schema import FIRST, Layout
from lawspeaker.interpreter.program.spots import Spots
from lawspeaker.interpreter.program.standing import moments
from lawspeaker.interpreter.program.steps import lower_block
from lawspeaker.interpreter.program.values import arguments_of
from lawspeaker.interpreter.program.watching import begin, leave, make_bodies, ordered_rules, prepare, reset_function
from lawspeaker.interpreter.program.windows import declare_windows, last_window, make_windows
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Span
from lawspeaker.interpreter.text.spell import nearest


def make_program(model: m.Model, seats: list[str], settings: dict[str, Any], sink: Sink) -> Program:
    """The program for these seats; problems go to the sink (a program with errors must not be run)."""
    suspending: set[Any] = set()
    wanted: set[Any] = set()
    ended: set[str] = set()
    for _ in range(8):
        quiet = Sink()
        captured = dict(model.captured), dict(model.header_reads)
        b = build(model, seats, settings, quiet, suspending, wanted, ended)
        if quiet.failed or not suspending:
            sink.diagnostics.extend(d for d in quiet.diagnostics if d not in sink.diagnostics)
        if quiet.failed:
            break
        now = spread(b)
        new_wanted, new_ended = b.made.get("wanted", set()), b.made.get("ended", set())
        if now == suspending and new_wanted == wanted and new_ended == ended and captured == (model.captured, model.header_reads):
            break
        suspending, wanted, ended = now, new_wanted, new_ended
    return collect(b)


def spread(b: Builder) -> set[Any]:
    """Functions and steps that may suspend: those that do it themselves, those that come back to themselves (so that no chain of rules
    is too deep for the host), and all that call one that may."""
    out = set(b.found) | circular(b.calls)
    callers: dict[Any, set[Any]] = {}
    for node, callees in b.calls.items():
        for c in callees:
            callers.setdefault(c, set()).add(node)
    todo = list(out)
    while todo:
        for node in callers.get(todo.pop(), ()):
            if node not in out:
                out.add(node)
                todo.append(node)
    return out


def circular(calls: dict[Any, set[Any]]) -> set[Any]:
    """The functions from which a circle of calls can be reached: what is left when those that call nothing more are taken away."""
    left = {key: set(callees) for key, callees in calls.items()}
    while True:
        done = [key for key, callees in left.items() if not any(c in left for c in callees)]
        if not done:
            return set(left)
        for key in done:
            del left[key]


def lay_out(model: m.Model, seats: list[str], settings: dict[str, Any], sink: Sink) -> Builder:
    """A builder that knows things, facts, cells and places, and has made no function yet: enough to read expressions."""
    b = Builder(model, Layout(len(seats), list(seats)), sink)
    b.made["inside"] = ()
    b.made["at once"] = None
    b.made["room"] = acts.room
    b.made["type of"] = type_reader(b)
    number_things(b)
    read_settings(b, settings)
    make_tables(b)
    make_cells(b)
    start_values(b)
    put_pieces(b)
    return b


def build(model: m.Model, seats: list[str], settings: dict[str, Any], sink: Sink, suspending: set[Any], wanted: set[Any],
          ended: set[str]) -> Builder:
    b = lay_out(model, seats, settings, sink)
    b.suspending = suspending
    b.made["results wanted"] = wanted
    b.made["ended names"] = ended
    names_of_spans(b)
    b.made["nesting"] = nesting(b, model)
    declare_functions(b)
    listen(b)
    check_targets(b)
    prepare(b)
    b.made["reset"] = reset_function(b)
    make_rules(b)
    for move in model.moves.values():
        make_move(b, move, offered_inside(b, move))
    for p in model.phases.values():
        make_phase(b, p)
    make_windows(b)
    make_bodies(b)
    make_main(b)
    make_scores(b)
    check_bots(b)
    rest(b)
    check_waivers(b)
    return b


def type_reader(b: Builder):  # type: ignore[no-untyped-def]
    from lawspeaker.interpreter.model.from_syntax import Collector
    reader = Collector(Sink())
    reader.model.kinds = b.model.kinds
    cache: dict[int, Type] = {}

    def read(t: n.Type) -> Type:
        if id(t) not in cache:
            cache[id(t)] = reader.type(t) if not (isinstance(t, n.NamedType) and t.name in ("any", "thing", "place")) else WRONG
        return cache[id(t)]
    return read


def read_settings(b: Builder, given: dict[str, Any]) -> None:
    for s in b.model.settings.values():
        if s.name in given:
            b.settings[s.name] = thing_named(b, s, given[s.name]) if isinstance(given[s.name], str) else given[s.name]
        elif s.default is not None:
            b.settings[s.name] = default_of(b, s, s.default)


def default_of(b: Builder, s: m.Setting, e: n.Expr) -> Any:
    """What a setting is when nobody sets it: a value of its type that is written out."""
    from lawspeaker.interpreter.model.walk import walk
    names = [x for x in walk(e) if isinstance(x, (n.Name, n.Call)) and x.name not in b.layout.by_id]
    v = value(b, Scope(you=ir.Const(0)), e) if not names else None
    if v is None or not isinstance(v.ir, ir.Const):
        near = nearest(names[0].name, b.layout.by_id) if names else None
        b.sink.error("setting/wrong-default", e.span, f'The value of the setting "{s.name}" must be written out',
                     hint=f'Did you mean "{near}"?' if near else "Write a number, `true` or `false`, or the id of a thing.")
        return 0
    fitting = fits(v.type, s.type) and (not isinstance(s.type, NumberType) or s.type.low <= v.ir.value <= s.type.high)
    if not fitting:
        b.sink.error("setting/wrong-default", e.span, f'The setting "{s.name}" is a {s.type}, and this is {e.span.text}', hint=f"Write {example(s.type)}.")
    return v.ir.value


def thing_named(b: Builder, s: m.Setting, ident: str) -> int:
    """The thing that a setting was given by its id."""
    kinds = s.type.kinds if isinstance(s.type, ThingType) else ()
    return next((t for t in b.layout.by_id.get(ident, ()) if any(b.layout.things[t].kind.is_a(k) for k in kinds)), ir.NONE)


def names_of_spans(b: Builder) -> None:
    """A number for each phase, move and the queue: what `end X` can end."""
    phases = {p.name: i for i, p in enumerate(b.model.phases.values())}
    moves = {x.name: len(phases) + i for i, x in enumerate(b.model.moves.values())}
    b.made["phase span"] = lambda p: phases[p.name]
    b.made["move span"] = lambda x: moves[x.name]
    b.made["drain span"] = len(phases) + len(moves)
    b.made["kept span"] = b.made["drain span"] + 1      # what an ending passes through, to give something back

    def named(name: str) -> list[int]:
        out = [phases[name]] if name in phases else []
        out += [moves[x.name] for x in b.model.moves.values() if x.name == name or name in [f.name for f in x.form.ancestors()]]
        return out
    b.made["spans_named"] = named


def nesting(b: Builder, model: m.Model) -> set[str]:
    """Phases that may stand inside themselves: those that effects start (`run`, `during`)."""
    from lawspeaker.interpreter.model.walk import walk
    started: set[str] = set()
    sources = [*(x.entry for x in model.moves.values()), *(r.entry for r in model.rules.values()), *(v.block for v in model.verbs),
               *(f.entry for f in model.forms.values() if f.entry is not None)]
    for node in sources:
        for x in walk(node):
            if isinstance(x, n.During) and isinstance(x.phase, (n.Name, n.Call)):
                started.add(x.phase.name)
            elif isinstance(x, n.Sentence) and x.verb == "run":
                started.update(p.name for p in x.pieces if isinstance(p, (n.Name, n.Call)))
    return started


def declare_functions(b: Builder) -> None:
    """Numbers for what is called before it is made."""
    model, some = b.model, bool(b.suspending)

    def kind(key: Any) -> str:
        return "resumable" if key in b.suspending else "straight"
    for x in model.moves.values():
        f = b.function(x.name, "resumable" if some else "straight", ("you",), x.span)
        b.made[("move", x.name)] = f.number
    for p in model.phases.values():
        b.made[("phase", p.name)] = b.function(p.name, "resumable" if some else "straight", ("you",), p.span).number
    drain = b.function("watchers", "resumable" if some else "straight", ())
    b.made["drain"] = drain.number
    declare_windows(b)
    b.made["move functions"] = tuple(b.made[("move", x.name)] for x in model.moves.values())
    b.made["reactions"] = {}
    for rule in ordered_rules(model):
        for r in rule.reactions:
            key = ("rule", id(r))
            b.made[key] = b.function(rule.name, kind(key), ("you",), r.span).number
            for moment in r.moments:
                note_reaction(b, moment, key)
    for entry in [*(f.entry for f in model.forms.values() if f.entry is not None), *(x.entry for x in model.moves.values())]:
        for member in entry.members:
            if isinstance(member, n.Reaction) and member.word == "at":
                key = ("rule", id(member))
                b.made[key] = b.function(f"{entry.name} rule", kind(key), ("you",), member.span).number
                for moment in member.moments:
                    note_reaction(b, moment, key)

    for r, _ in reactions(model):
        if of_move_key(model, r):
            b.made[("rule", id(r))] = b.function(r.word, kind(("rule", id(r))), ("you",), r.span).number
    b.made["put off"] = {}                        # what waits for a moment, with the cell that it waits in
    for u in model.untils:
        for y in u.members:
            if isinstance(y, n.Reaction) and y.word == "at":
                key = ("until rule", id(y))
                b.made["put off"][key] = b.made[("until", id(u))]
                b.made[key] = b.function("until rule", kind(key), ("you",), y.span).number
                for moment in y.moments:
                    note_reaction(b, moment, key)
    for step in model.laters:
        key = ("later rule", id(step))
        b.made["put off"][key] = b.made[("later", id(step))]
        b.made[key] = b.function("later", kind(key), ("you",), step.span).number
        note_reaction(b, step.moment, key)

    def moves_of(names: tuple[str, ...]) -> tuple[int, ...]:
        out = []
        for x in model.moves.values():
            forms = {f.name for f in x.form.ancestors()}
            if x.name in names or forms & set(names):
                out.append(x.number)
        return tuple(out)
    b.made["moves of"] = moves_of
    keys = [("move", x.name) for x in model.moves.values()]
    b.made["move keys"] = lambda numbers: [keys[i] for i in numbers]


def note_reaction(b: Builder, moment: n.Moment, key: Any) -> None:
    model = b.model
    if moment.edge is not None:
        known = [*model.phases, *model.moves, *model.forms]
        if moment.name not in known:
            near = nearest(moment.name, known)
            b.sink.error("name/unknown-span", moment.name_span, f'There is no phase or move called "{moment.name}"',
                         hint=f'Did you mean "{near}"?' if near else f"Phases are {', '.join(model.phases)}.")
    elif moment.name not in model.moments:
        near = nearest(moment.name, model.moments)
        b.sink.error("name/unknown-moment", moment.name_span, f'I do not know the moment "{moment.name}"',
                     hint=f'Did you mean "{near}"?' if near else "Declare it with `moment`.")
    else:
        model.moments[moment.name].used = True
    if moment.whose is not None:
        b.sink.error("rule/whose-moment", moment.span, f"`{moment.whose}` says who is asked, and a rule asks nobody",
                     hint="Leave it out; `if you = …` tells whose moment it is.")
    b.made["reactions"].setdefault((moment.edge, moment.name), []).append(key)


def make_rules(b: Builder) -> None:
    for rule in b.model.rules.values():
        for r in rule.reactions:
            make_reaction(b, r)
    for entry in [*(f.entry for f in b.model.forms.values() if f.entry is not None), *(x.entry for x in b.model.moves.values())]:
        for member in entry.members:
            if isinstance(member, n.Reaction) and member.word == "at":
                make_reaction(b, member, entry)
    for around, card in reactions(b.model):
        if of_move_key(b.model, around):
            make_reaction(b, around, card)
    for u in b.model.untils:
        for x in u.members:
            if isinstance(x, n.Reaction) and x.word == "at":
                make_put_off(b, ("until rule", id(x)), x.moments, partial(during_until, step=u, r=x))
    for step in b.model.laters:
        make_put_off(b, ("later rule", id(step)), (step.moment,), partial(come_due, step=step))


def make_reaction(b: Builder, r: n.Reaction, entry: n.Entry | None = None) -> None:
    """The procedure of an `at` reaction, of a rule or (with the entry it stands in) of a form or a card."""
    key = ("rule", id(r))
    f = b.functions[b.made[key]]
    scope = Scope(you=ir.Reg("you")) if entry is None else in_card(b, entry)
    f.params = ("you", *(moment_names(b, r.moments, scope) if r.moments else ()))
    code = begin(b, key, f)
    b.made["inside"] = inside_moment(b, r.moments)
    b.made["ending"] = ending(b, r.moments)
    active = active_for(b, entry, ir.Reg("you")) if entry is not None else None
    if active is not None or r.condition is not None:
        leave(code, fold.negate(fold.both([active, flag(b, scope, r.condition) if r.condition is not None else None])))
    b.made["said by"] = "form" if entry is not None and entry.word == "form" else None
    lower_block(code, scope, r.block)
    finish(code)
    b.made["inside"], b.made["ending"], b.made["said by"] = (), (), None


def ending(b: Builder, moments: tuple[n.Moment, ...]) -> tuple[str, ...]:
    """The names of what is surely ending at a reaction: `end turn` at the end of a turn does nothing."""
    if len(moments) != 1 or moments[0].edge != "end":
        return ()
    move = b.model.moves.get(moments[0].name)
    return (moments[0].name, *(f.name for f in move.form.ancestors())) if move is not None else (moments[0].name,)


def make_put_off(b: Builder, key: Any, moments: tuple[n.Moment, ...], write: Callable[..., None]) -> None:
    """The procedure of a moment for what stands in a cell until it: `later` steps, and reactions inside `until`."""
    f = b.functions[b.made[key]]
    scope = Scope(you=ir.Reg("you"))
    before = b.register("before")                 # the entries that were there when the moment came
    f.params = ("you", *moment_names(b, moments, scope), before)
    code = begin(b, key, f)
    b.made["inside"] = inside_moment(b, moments)
    write(code, scope, before=ir.Reg(before))
    finish(code)
    b.made["inside"] = ()


def moment_names(b: Builder, moments: tuple[n.Moment, ...], scope: Scope) -> tuple[str, ...]:
    """The registers of a moment's arguments, under the names that the reaction gives them; all its moments say the same."""
    moment = moments[0]
    for other in moments[1:]:
        check_same(b, moment, other)
    params = []
    if moment.edge is not None:
        scope.names.update(at_edge(b, moment))
    decl = b.model.moments.get(moment.name) if moment.edge is None else None
    if decl is not None and len(moment.arguments) != len(decl.parameters):
        b.sink.error("value/arguments", moment.span, f'The moment "{moment.name}" has {arguments_of(len(decl.parameters))}',
                     hint=f"Write {moment.name}({', '.join(p.name for p in decl.parameters)}).")
    for name, span, p in zip(moment.arguments, moment.argument_spans, decl.parameters if decl is not None else ()):
        reg = b.register(name)
        params.append(reg)
        scope.names[name] = Local(V(ir.Reg(reg), p.type or (PLACE if p.word == "place" else WRONG)), span)
    return tuple(params)


def inside_moment(b: Builder, moments: tuple[n.Moment, ...]) -> tuple[str, ...]:
    """The phases that surely go on at a reaction: those of its moment, if it has one that is an edge of a phase."""
    if len(moments) == 1 and moments[0].edge is not None and moments[0].name in b.model.phases:
        return outline(b.model.phases[moments[0].name])
    return ()


def offered_inside(b: Builder, move: m.MoveDecl) -> tuple[str, ...]:
    """The phases that surely go on when the move is made: common to all phases that offer it."""
    forms = {f.name for f in move.form.ancestors()}
    common: set[str] | None = None
    for p in b.model.phases.values():
        for x in p.node.members:
            if isinstance(x, n.Line) and x.sentence.verb == "offers":
                names = {q.name for q in (*x.sentence.pieces, *(t.pieces[0] for t in x.tails)) if isinstance(q, n.Name)}
                if names & forms:
                    common = set(outline(p)) if common is None else common & set(outline(p))
    return tuple(common or ())


def make_main(b: Builder) -> None:
    """The outline of the game, then the end."""
    f = b.function("game", "resumable" if b.suspending else "straight", ("you",), b.model.game.span)
    b.made["main"] = f.number
    code = begin(b, "main", f)
    for x in b.model.game.outline:
        if isinstance(x, n.Phase):
            code.call(b.made[("phase", x.name)], (ir.Load(FIRST),), ("phase", x.name))
            b.model.phases[x.name].used = True
        else:
            from lawspeaker.interpreter.program.calls import run_phase
            e = x.sentence.pieces[0] if x.sentence.pieces else n.Name(x.span, "")
            if not isinstance(e, n.Word):
                run_phase(code, Scope(you=ir.Load(FIRST)), e, False)
    last_window(code)
    if code.resumable:
        code.close(ir.EndGame())
    else:
        finish(code)


def make_scores(b: Builder) -> None:
    for s in b.model.scores.values():
        param = b.register(s.parameter.name) if s.parameter is not None else None
        params = ("you", param) if param is not None else ("you",)
        things = None
        scope = Scope(you=ir.Reg("you"))
        if s.parameter is not None and param is not None:
            t = s.parameter.type
            if isinstance(t, ThingType):
                things = tuple(x for k in t.kinds for x in range(*b.layout.range(k)))
            scope.names[s.parameter.name] = Local(V(ir.Reg(param), t or NUMBER), s.parameter.span, 1)

        def function(what: ir.Expr, name: str, params: tuple[str, ...] = params, span: Span = s.span) -> int:
            f = b.function(name, "value", params, span)
            f.value = what
            return f.number
        compares = function(number(b, scope, s.compares), f"{s.name} compares") if s.compares is not None else None
        ranks = tuple(function(number(b, scope, s.ranks[i]), f"{s.name} {i}") if i in s.ranks else None for i in (1, 2, 3)) if s.ranks else ()
        points = None
        if s.compares is None and (s.value is not None or s.cases):
            cases = s.cases or ([(None, s.value)] if s.value is not None else [])
            result: ir.Expr = fold.ZERO
            for condition, what in reversed(cases):
                inner = scope.child()
                when = flag(b, inner, condition) if condition is not None else None
                assert what is not None
                x = number(b, inner, what)
                result = x if when is None else fold.select(when, x, result)
            points = function(result, s.name)
        title_scope = scope
        title = text(b, title_scope, s.entry.title) if s.entry.title is not None else None
        cites = tuple(dict.fromkeys(c.id for c in s.entry.cites))
        b.scores.append(ir.Score(s.name, title or ir.Text((s.name.replace("_", " ").capitalize(),)), things, points, compares, ranks, s.ties, cites))
    by: list[int | None] = []
    for e in b.model.game.winner:
        if e is None:
            by.append(None)
        else:
            f = b.function("winner by", "value", ("you",), b.model.game.span)
            f.value = number(b, Scope(you=ir.Reg("you")), e)
            by.append(f.number)
    b.winner = ir.Winner(tuple(by) or (None,))


def check_bots(b: Builder) -> None:
    for bot in b.model.bots.values():
        b.bots.setdefault(bot.name, {})
        for what, _ in bot.weights:
            known = [*b.model.moves, *b.model.forms]
            if what.name not in known:
                near = nearest(what.name, known)
                b.sink.error("name/unknown-move", what.span, f'There is no move or form "{what.name}"',
                             hint=f'Did you mean "{near}"?' if near else f"Moves are {', '.join(b.model.moves)}.")


def rest(b: Builder) -> None:
    """What nothing uses is made all the same, so that its mistakes are found."""
    from lawspeaker.interpreter.program.calls import verb_function
    from lawspeaker.interpreter.program.values import value_function
    for v in b.model.values.values():
        if not v.native:
            value_function(b, v, v.span)
    for verb in b.model.verbs:
        if verb.native is None and not verb.core:
            verb_function(b, verb)
    check_refills(b)
    check_costs(b)
    check_circles(b)


def collect(b: Builder) -> Program:
    if not b.sink.failed:
        # where a phase has something to look at, people may ask (`state.look`), whatever law asks
        depths = {b.made[("depth", p.name)].base for p in b.model.phases.values() if not p.states and not p.parameters}
        fuse(b.functions, b.blocks, depths, b.made["drain span"])
        find_params(b.functions, b.blocks)
    return Program(
        b.model.game.name, b.model.game.title, b.layout, Spots(b.layout), b.functions, b.blocks, b.tables, b.moves, b.scores, b.winner, b.made.get("main", 0),
        b.made.get("reset", 0), b.made.get("drain", 0), b.made.get("says", []), b.spans, b.made.get("discard table", ()),
        [b.functions[w.body].span for w in b.watchers], b.made.get("choice cites", {}), b.made.get("choice spans", {}),
        tuple(x.id for x in b.model.game.cites), b.bots, b.ranges, tuple(b.made.get("first player states", ())), tuple(b.made.get("foreign", {}).values()),
        {w.name: (w.number, w.cases) for w in b.watchers if w.rule is None}, tuple(moments(b)) if "any time" in b.made else (), b.made.get("standing", 0))

