"""Windows: at a moment, those who may play something are asked until all pass in a row; and what is playable during a phase.

A window is a procedure (you, arguments of the moment), called after the rules of its moment; without a move that is playable
there no window is made, and nothing is called.
"""
from __future__ import annotations

from typing import TypeAlias

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.types import WRONG
from lawspeaker.interpreter.model.walk import walk
from lawspeaker.interpreter.program import collections as c
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.building import Builder, Local, Scope, V, WatcherInfo
from lawspeaker.interpreter.program.calls import call_chosen
from lawspeaker.interpreter.program.cards import busy, card_number, kept_in
from lawspeaker.interpreter.program.code import Code, finish
from lawspeaker.interpreter.program.edges import check_names, in_window, mark_of, what_is_said
from lawspeaker.interpreter.program.expressions import flag, text
from lawspeaker.interpreter.program.schema import ACTIVE, ORDER
from lawspeaker.interpreter.program.values import arguments_of
from lawspeaker.interpreter.program.watching import begin, leave
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.spell import nearest

Key: TypeAlias = tuple[str | None, str]           # (start, attack), (None, attack_rolled)


def declare_windows(b: Builder) -> None:
    """Numbers for the windows of all moments at which something is playable."""
    windows: dict[Key, list[tuple[m.MoveDecl, n.Playable]]] = {}
    phases: dict[str, list[tuple[m.MoveDecl, n.Playable]]] = {}
    for move in b.model.moves.values():
        for p in move.playable:
            if p.word == "at" and p.moment is not None and known_moment(b, p.moment):
                windows.setdefault((p.moment.edge, p.moment.name), []).append((move, p))
            for name, span in zip(p.phases, p.phase_spans, strict=True):
                if name in b.model.phases:
                    phases.setdefault(name, []).append((move, p))
                else:
                    near = nearest(name, b.model.phases)
                    b.sink.error("name/unknown-phase", span, f'I do not know the phase "{name}"',
                                 hint=f'Did you mean "{near}"?' if near else f"Phases are {', '.join(b.model.phases)}.")
    b.made["windows"], b.made["playable during"] = windows, phases
    b.made["any time"] = [(x, next(p for p in x.playable if p.word == "any")) for x in b.model.moves.values() if any(p.word == "any" for p in x.playable)]
    if b.made["any time"]:
        b.made["standing"] = b.function("standing orders", "resumable" if b.suspending else "straight", ("due_0",)).number
        b.made["last window"] = b.function("window before the end", "resumable" if b.suspending else "straight", ("you",)).number
    for edge, name in windows:
        f = b.function(f"window at {edge or ''} {name}", "resumable" if b.suspending else "straight", ("you",))
        b.made[("window", edge, name)] = f.number


def known_moment(b: Builder, x: n.Moment) -> bool:
    """Whether there is such a moment; the names of its arguments must be as many as it has."""
    if x.edge is not None:
        names = [*b.model.phases, *b.model.moves, *b.model.forms]
        if x.name in names:
            return check_names(b, x)
        near = nearest(x.name, names)
        b.sink.error("name/unknown-span", x.name_span, f'There is no phase or move called "{x.name}"',
                     hint=f'Did you mean "{near}"?' if near else f"Phases are {', '.join(b.model.phases)}.")
        return False
    moment = b.model.moments.get(x.name)
    if moment is None:
        near = nearest(x.name, [*b.model.moments])
        b.sink.error("name/unknown-moment", x.name_span, f'I do not know the moment "{x.name}"',
                     hint=f'Did you mean "{near}"?' if near else f"Moments are {', '.join(b.model.moments)}; or write `start of` and the name of a phase.")
        return False
    moment.used = True
    if x.arguments and len(x.arguments) != len(moment.parameters):
        b.sink.error("value/arguments", x.span, f'The moment "{x.name}" has {arguments_of(len(moment.parameters))}',
                     hint=f"Write {x.name}({', '.join(p.name for p in moment.parameters)})." if moment.parameters else f"Write {x.name}.")
        return False
    return True


def name_arguments(b: Builder, lines: list[n.Playable], scope: Scope) -> None:
    """The arguments of the moments at which a move is playable, as names in its lines."""
    for p in lines:
        if p.moment is not None and p.moment.edge is not None and ("moment cells", p.moment.edge, p.moment.name) in b.made:
            scope.names.update(in_window(b, p.moment))
        if p.moment is None or p.moment.edge is not None or p.moment.name not in b.model.moments:
            continue
        cells = b.made[("moment cells", p.moment.name)]
        uses = int(len(p.moment.arguments) > 1 or any(isinstance(x, n.Name) and x.name in p.moment.arguments for x in walk(p.condition)))
        for name, span, cell, q in zip(p.moment.arguments, p.moment.argument_spans, cells, b.model.moments[p.moment.name].parameters, strict=False):
            scope.names[name] = Local(V(ir.Load(cell), q.type or WRONG), span, uses)


def check_said(b: Builder, move: m.MoveDecl, scope: Scope, before: dict[str, int]) -> None:
    """What a move reads of its moment is said each time that it is playable.  `before`: how often the names were used beside the move."""
    for p in move.playable:
        for name, span in zip(p.moment.arguments, p.moment.argument_spans, strict=True) if p.moment is not None else ():
            local = scope.find(name)
            if isinstance(local, Local) and local.uses > before.get(name, 0) and any(not says_the_same(p, q, name) for q in move.playable):
                b.sink.error("move/not-always-said", span, f'"{name}" is not said each time that {move.name} is playable',
                             hint="Use it behind `if` of this line only, or declare two moves.")
                return


def says_the_same(p: n.Playable, q: n.Playable, name: str) -> bool:
    if p.moment is None or q.moment is None:
        return False
    return (p.moment.edge, p.moment.name, p.moment.arguments) == (q.moment.edge, q.moment.name, q.moment.arguments)


def timing_of(move: m.MoveDecl) -> str:
    """When a move may be played, in the words of the law."""
    return "; ".join(p.words for p in move.playable)


def make_windows(b: Builder) -> None:
    for (edge, name), entries in b.made["windows"].items():
        make_window(b, edge, name, entries)


# ---- any time ------------------------------------------------------------------------------------------------------
def watch_any_time(b: Builder) -> None:
    """A watcher for each such move: all players for whom it has become possible are asked at once, whoever is on turn, too: what a move brought
    can be gone before the next offer.  What its header reads was noted when it was made the last time."""
    for move, p in b.made["any time"]:
        if move.name not in b.model.header_reads:
            continue
        reg = b.register("p")
        # what is being played counts as noted: nobody is asked anew for having played it
        condition = fold.both([held_by(b, move, ir.Reg(reg)), fold.either([busy(b, move, ir.Reg(reg)), ir.Possible((move.number,), ir.Reg(reg))])])
        b.reads.append(set(b.model.header_reads[move.name]))
        if p.condition is not None:
            condition = fold.both([condition, flag(b, Scope(you=ir.Reg(reg)), p.condition)])
        reads = frozenset(b.reads.pop())
        f = b.function(f"{move.name} is possible for", "value", ("you",), p.span)
        f.value = ir.Each("collect", reg, ir.Fact(b.made["players_from"], ir.Load(ACTIVE)), condition)
        b.watchers.append(WatcherInfo(len(b.watchers), move.name, None, f.number, True, 0, -1, reads | {ACTIVE},
                                      b.made[("bits", "any time", move.name)], bool(reads & {ACTIVE, ORDER}), held(b, move)))


def held(b: Builder, move: m.MoveDecl) -> ir.Expr:
    """Of a card: whether it lies in one of the places from which it is played."""
    found = kept(b, move, ir.Reg("you"))
    if found is None:
        return fold.TRUE
    where, card = found
    return fold.between(ir.Load(b.layout.where + card), where.table.first, where.table.first + where.table.count)


def held_by(b: Builder, move: m.MoveDecl, you: ir.Expr) -> ir.Expr:
    """The same of one player.  The move requires it, too; here it says beforehand whom to ask."""
    found = kept(b, move, you)
    return fold.op("eq", ir.Load(b.layout.where + found[1]), found[0].number) if found is not None else fold.TRUE


def kept(b: Builder, move: m.MoveDecl, you: ir.Expr) -> tuple[c.PlaceSet, int] | None:
    """The place from which a player plays a card, and the card, if it is told apart."""
    form, card = move.form.deck, card_number(b, move)
    if form is None or card is None or form.kept is None:
        return None
    where = kept_in(b, form, Scope(you=you))
    return (where, card) if where is not None and c.told_apart(b, V(ir.Const(card), c.item_type(where))) else None


def make_any_time(b: Builder) -> None:
    """What the watchers do: ask the player; and the window before the end of the game."""
    by_name = {move.name: (move, p) for move, p in b.made["any time"]}
    for w in b.watchers:
        if w.rule is not None:
            continue
        entry = by_name[w.name]
        case = b.register("asked")
        key = ("any time", w.name)
        f = b.function(w.name, "resumable" if key in b.suspending else "straight", ("you", case), entry[1].span)
        w.body = f.number
        code = begin(b, key, f)
        leave(code, fold.negate(fold.contains(ir.CallValue(w.cases, (ir.Load(ACTIVE),)), ir.Reg(case))))
        code.calls(("move", w.name))
        code.suspends_here()
        if code.resumable:
            choice = b.register("choice")
            code.ask(question(code, None, w.name, [entry], ir.Reg(case), False), choice)
            go, over = code.new_block(), code.new_block()
            code.close(ir.If(fold.op("gt", ir.Length(ir.Reg(choice)), fold.ZERO), (ir.Goto(go.number),), (ir.Goto(over.number),)))
            code.start(go)
            call_chosen(code, ir.Reg(choice), ir.Reg(case), b.register("done"))
            code.goto(over)
            code.start(over)
        finish(code)
    if b.made["any time"]:
        f = b.functions[b.made["last window"]]
        code = begin(b, "last window", f)
        for move, _ in b.made["any time"]:
            code.calls(("move", move.name))
        code.suspends_here()
        if code.resumable:
            ask_all(code, None, "before the final scores", b.made["any time"])
        finish(code)


def last_window(code: Code) -> None:
    """Before the game ends: once more, what is playable any time."""
    if code.b.made["any time"]:
        code.call(code.b.made["last window"], (ir.Load(ACTIVE),), "last window")


def make_window(b: Builder, edge: str | None, name: str, entries: list[tuple[m.MoveDecl, n.Playable]]) -> None:
    key = ("window", edge, name)
    f = b.functions[b.made[key]]
    moment = b.model.moments.get(name) if edge is None else None
    params = tuple(b.register(p.name) for p in moment.parameters) if moment is not None else ()
    f.params = ("you", *params)
    code = begin(b, key, f)
    b.made["inside"] = ()
    cells = b.made[("moment cells", name)] if moment is not None else b.made.get(("moment cells", edge, name), ())
    saved = [(cell, code.set(ir.Load(cell), "kept")) for cell in cells]
    said = [ir.Reg(reg) for reg in params] if edge is None else what_is_said(b, name, cells)
    for cell, what in zip(cells, said, strict=True):
        code.emit(ir.Store(cell, None, what))
    for move, _ in entries:
        code.calls(("move", move.name))
    code.suspends_here()
    if code.resumable:
        if any(p.moment is not None and p.moment.whose == "any" for _, p in entries):
            ask_all(code, edge, name, entries)
        else:
            ask_one(code, edge, name, entries)
    for cell, kept in saved:
        code.emit(ir.Store(cell, None, kept))
    finish(code)


def question(code: Code, edge: str | None, name: str, entries: list[tuple[m.MoveDecl, n.Playable]], player: ir.Expr, all_asked: bool) -> ir.Question:
    b = code.b
    scope = Scope(you=player)
    guards: list[ir.Expr | None] = []
    for _, p in entries:
        name_arguments(b, [p], scope)
        tests: list[ir.Expr | None] = [flag(b, scope.child(), p.condition) if p.condition is not None else None]
        if all_asked and p.word != "any" and not (p.moment is not None and p.moment.whose == "any"):
            tests.append(fold.op("eq", player, ir.Reg("you")))
        guard = fold.both(tests)
        guards.append(None if guard == fold.TRUE else guard)
    phase = b.model.phases.get(name) if edge is not None else None
    title = None
    if phase is not None:
        from lawspeaker.interpreter.program.phases import titled
        title = text(b, titled(b, phase, Scope(you=ir.Reg("you"))), phase.node.title)       # whose turn it is, not who is asked
    words = title.parts if title is not None else (name.replace("_", " "),)
    before = {"start": "At the start of ", "end": "At the end of "}.get(edge or "", "Now: ")
    cites = tuple(dict.fromkeys(x.id for _, p in entries for x in p.cites))
    return ir.Question("move", player, ir.Text((before, *words)), tuple(move.number for move, _ in entries), True, cites=cites,
                       span=b.span(entries[0][1].span), guards=tuple(guards) if any(g is not None for g in guards) else ())


def ask_one(code: Code, edge: str | None, name: str, entries: list[tuple[m.MoveDecl, n.Playable]]) -> None:
    """The player whose moment it is, until nothing is played."""
    head, over = code.new_block(place=entries[0][1].span), code.new_block()
    code.goto(head)
    code.start(head)
    choice = code.b.register("choice")
    code.ask(question(code, edge, name, entries, ir.Reg("you"), False), choice)
    go = code.new_block()
    code.close(ir.If(fold.op("gt", ir.Length(ir.Reg(choice)), fold.ZERO), (ir.Goto(go.number),), (ir.Goto(over.number),)))
    code.start(go)
    call_chosen(code, ir.Reg(choice), ir.Reg("you"), code.b.register("done"), mark_of(code.b, edge, name))
    code.goto(head)
    code.start(over)


def ask_all(code: Code, edge: str | None, name: str, entries: list[tuple[m.MoveDecl, n.Playable]]) -> None:
    """All players from the active one on, until they pass in a row."""
    b = code.b
    order = code.set(ir.Fact(b.made["players_from"], ir.Load(ACTIVE)), "order")
    at, passes, choice = b.register("at"), b.register("passes"), b.register("choice")
    code.emit(ir.Set(at, fold.ZERO))
    code.emit(ir.Set(passes, fold.ZERO))
    head, go_on, ask, passed, go, over = (code.new_block(place=entries[0][1].span) for _ in range(6))
    code.goto(head)
    code.start(head)
    code.close(ir.If(fold.op("ge", ir.Reg(passes), ir.Const(b.layout.players)), (ir.Goto(over.number),), (ir.Goto(go_on.number),)))
    code.start(go_on)
    code.goto(ask)
    code.start(ask)
    who = code.set(ir.Item(order, fold.op("add", ir.Reg(at), ir.Const(1)), -1), "asked")
    code.ask(question(code, edge, name, entries, who, True), choice)
    code.close(ir.If(fold.op("gt", ir.Length(ir.Reg(choice)), fold.ZERO), (ir.Goto(go.number),), (ir.Goto(passed.number),)))
    code.start(passed)
    code.emit(ir.Set(passes, fold.op("add", ir.Reg(passes), ir.Const(1))))
    code.emit(ir.Set(at, ir.Op("mod", fold.op("add", ir.Reg(at), ir.Const(1)), ir.Const(b.layout.players))))
    code.goto(head)
    code.start(go)
    code.emit(ir.Set(passes, fold.ZERO))
    call_chosen(code, ir.Reg(choice), who, b.register("done"), mark_of(b, edge, name))
    code.goto(head)
    code.start(over)


def also_offered(code: Code, p: m.Phase, moves: tuple[int, ...],
                 scope: Scope) -> tuple[tuple[int, ...], tuple[ir.Expr | None, ...], tuple[int, ...]]:
    """What a phase offers by its forms, without what has a time of its own, and with what is playable during it or any time; the
    latter stand beside the offer: their numbers."""
    b = code.b
    by_number = {x.number: x for x in b.model.moves.values()}
    own = [i for i in moves if not by_number[i].playable]
    offered = tuple(own)
    guards: list[ir.Expr | None] = [None] * len(own)
    for move, x in b.made["playable during"].get(p.name, ()):
        if move.number in own:
            continue
        own.append(move.number)
        guards.append(flag(b, scope.child(), x.condition) if x.condition is not None else None)
    for move, x in b.made["any time"]:
        if move.number not in own:
            own.append(move.number)
            guards.append(flag(b, scope.child(), x.condition) if x.condition is not None else None)
    return tuple(own), tuple(guards) if any(g is not None for g in guards) else (), tuple(i for i in own if i not in offered)
