"""Moves: the header, which decides legality, and the procedure that pays, does and lets rules follow.

The header of the form comes first, then that of the move, read top to bottom; costs add the requirements of their verb.
"""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.sentences import match_sentence
from lawspeaker.interpreter.model.types import ListType, NumberType, ThingType, WrongType
from lawspeaker.interpreter.program import collections as c
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.building import Builder, Local, Scope, V
from lawspeaker.interpreter.program.calls import closes, moment_comes
from lawspeaker.interpreter.program.cards import begin_card, carried_out, end_card, name_card
from lawspeaker.interpreter.program.changes import bounds, end_changes, use_changes, waived
from lawspeaker.interpreter.program.choosing import choices
from lawspeaker.interpreter.program.code import Code, end_counted, finish, was_cut
from lawspeaker.interpreter.program.costs import Cost, pay_all, read_costs, settle, unless
from lawspeaker.interpreter.program.effects import Effects
from lawspeaker.interpreter.program.expressions import flag, number, text, value
from lawspeaker.interpreter.program.liveness import bound, reads
from lawspeaker.interpreter.program.steps import branches, lower_block
from lawspeaker.interpreter.program.unused_names import leave_out
from lawspeaker.interpreter.program.watching import begin, look_again, looking
from lawspeaker.interpreter.program.windows import check_said, name_arguments, timing_of
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.spell import nearest


@dataclass(slots=True)
class Reading:
    """A header being read."""

    scope: Scope
    header: list[ir.Head] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    hows: list[str] = field(default_factory=list)
    binds: list[tuple[str, ir.Expr]] = field(default_factory=list)
    costs: list[Cost] = field(default_factory=list)
    tried: bool = False                           # whether the costs are paid on trial (costs.py)
    card: ir.Expr | None = None                   # what must hold when the costs are paid: no card pays for itself
    branches: list[tuple[ir.Expr, n.Block]] = field(default_factory=list)      # of `choose one`: whether it was chosen, what it does
    labels: dict[str, tuple[ir.Text, ...]] = field(default_factory=dict)
    limits: list[tuple[int, ir.Expr]] = field(default_factory=list)
    cites: list[str] = field(default_factory=list)


def entries_of(move: m.MoveDecl) -> list[n.Entry]:
    """The forms' entries, outermost first, then the move's own."""
    return [f.entry for f in reversed(move.form.ancestors()) if f.entry is not None] + [move.entry]


def make_move(b: Builder, move: m.MoveDecl, inside: tuple[str, ...]) -> None:
    b.made["inside"] = inside
    b.made["missing"] = {}
    r = Reading(Scope(you=ir.Reg("you")))
    b.reads.append(set())
    r.header.extend(name_card(b, move, r.scope))
    name_arguments(b, move.playable, r.scope)
    said = {name: local.uses for name, local in r.scope.names.items()}
    for entry in entries_of(move):
        r.cites.extend(x.id for x in entry.cites)
        for i, member in enumerate(entry.members):
            read_member(b, move, entry, i, member, r)
    settle(b, move, r)
    header_reads = b.reads.pop()
    if any(p.word == "any" for p in move.playable):
        b.model.header_reads[move.name] = frozenset(header_reads)
    r.header = hoisted(b, r.header)
    params = ("you", *r.chosen)
    function = make_procedure(b, move, r, params)
    make_weights(b, move, r, params)
    title = title_of(b, move, r)
    check_said(b, move, r.scope, said)
    for name, local in r.scope.names.items():
        if isinstance(local, Local) and not local.uses and local.span.source is move.entry.span.source \
                and move.entry.span.begin <= local.span.begin < move.entry.span.end:
            b.sink.warning("name/unused", local.span, f'The name "{name}" is not used', hint=leave_out(move.entry.members, name, local.span))
    b.moves.append(ir.Move(
        move.number, move.name, move.form.name, tuple(f.name for f in move.form.ancestors()), tuple(r.header), tuple(r.chosen),
        tuple(r.hows), title, tuple(dict.fromkeys(r.cites)), function, b.span(move.span), any(p.word == "any" for p in move.playable), timing_of(move),
        tuple(tuple(x.heads) for x in r.costs) if r.tried else ()))
    b.made["inside"] = ()


def title_of(b: Builder, move: m.MoveDecl, r: Reading) -> ir.Text:
    """What is offered: the title of a card's form, else the move's own; choices that it does not name are told behind it."""
    forms = [f.entry.title for f in move.form.ancestors() if f.entry is not None and f.entry.title is not None] if move.card is not None else []
    own = move.entry.title
    title = text(b, r.scope, forms[0] if forms else own) or ir.Text((move.name.replace("_", " ").capitalize(),))
    if move.card is None and not r.labels:
        return title
    told = {x for p in title.parts if isinstance(p, ir.Say) for x in reads(p.value)}
    missing = [(reg, how) for reg, how in zip(r.chosen, r.hows, strict=True) if reg not in told and (move.card is not None or reg in r.labels)]
    extra: list[str | ir.Say | ir.Which] = []
    for i, (reg, how) in enumerate(missing):
        extra += [", " if i else ": ", ir.Which(ir.Reg(reg), r.labels[reg]) if reg in r.labels else ir.Say(ir.Reg(reg), how)]
    return ir.Text((*title.parts, *extra))


def hoisted(b: Builder, header: list[ir.Head]) -> list[ir.Head]:
    """Each requirement before the choices that it does not read, so that it is asked once and not for each of them.
    What could be a fault stays behind the requirements that may guard it."""
    depths = frozenset(b.made[("depth", name)].base for name in b.made.get("inside", ()) if ("depth", name) in b.made)
    effects = Effects(b.functions, b.tables, b.layout, b.ranges, depths)
    out: list[ir.Head] = []
    for h in header:
        at = len(out)
        if isinstance(h, ir.HeadRequire) and not effects.can_fail(h.condition):
            needed = reads(h.condition) - bound(h.condition)
            while at > 0 and not provides(out[at - 1], needed):
                at -= 1
            while at < len(out) and isinstance(out[at], ir.HeadRequire):
                at += 1                           # among those that were there before, last
        out.insert(at, h)
    return out


def provides(h: ir.Head, needed: set[str]) -> bool:
    if isinstance(h, ir.HeadRequire):
        return bool(bound(h.condition) & needed)
    return h.reg in needed


def make_weights(b: Builder, move: m.MoveDecl, r: Reading, params: tuple[str, ...]) -> None:
    """How heavily each bot of the game weighs this move: a function of the player and the choices."""
    names = {move.name: 0, **{f.name: i + 1 for i, f in enumerate(move.form.ancestors())}}
    for bot in b.model.bots.values():
        fitting = [(names[what.name], i, e) for i, (what, e) in enumerate(bot.weights) if what.name in names]
        if not fitting:
            continue
        _, _, e = min(fitting, key=lambda x: x[:2])
        weight = number(b, r.scope.child(), e)
        for reg, v in reversed(r.binds):
            weight = c.substitute(weight, reg, v)
        f = b.function(f"{bot.name} weighs {move.name}", "value", params, e.span)
        f.value = weight
        b.bots.setdefault(bot.name, {})[move.number] = f.number


def read_member(b: Builder, move: m.MoveDecl, entry: n.Entry, i: int, member: n.Member, r: Reading) -> None:
    match member:
        case n.Choose():
            read_choice(b, r, member)
        case n.ChooseOne():
            read_branches(b, move, r, member)
        case n.Requires():
            read_requirement(b, move, r, member)
        case n.Costs():
            read_costs(b, move, r, member)
        case n.Line() if member.sentence.verb == "limit":
            read_limit(b, move, entry, i, member, r)
        case _:
            pass


def read_requirement(b: Builder, move: m.MoveDecl, r: Reading, member: n.Requires, besides: ir.Expr = fold.FALSE) -> None:
    """`besides`: what makes up for it, as that another branch was chosen."""
    condition = flag(b, r.scope, member.condition) if not isinstance(member.condition, n.Text) else fold.TRUE
    cites = tuple(x.id for x in member.cites)
    r.cites.extend(cites)
    take_binds(condition, r)
    if member.text is None and isinstance(member.condition, n.Text):
        b.sink.error("move/no-condition", member.span, "What is required?", hint=f'Write a condition before the sentence: `requires x > 0 "{member.condition.plain}"`.')
    elif member.text is None:
        b.sink.warning("move/silent-requirement", member.span, "This requirement does not say why",
                       hint='Write a sentence in quotes behind it, as in "The port is full."')
    lifted = fold.either([besides, waived(b, r.scope, move, member.cites, member.name)])
    if lifted != fold.FALSE:
        for reg in bound(condition):
            b.ranges.pop(reg, None)               # where the requirement is waived, it may be anything
    r.header.append(ir.HeadRequire(unless(condition, lifted), text(b, r.scope, member.text), cites, b.span(member.span)))


def read_branches(b: Builder, move: m.MoveDecl, r: Reading, member: n.ChooseOne) -> None:
    """`choose one` in a header: a choice of a branch, each with its own requirements, costs and steps."""
    reg = b.register("branch")
    keys = " ".join(o.key for o in member.options)
    r.header.append(ir.HeadChoose(reg, ir.Const(tuple(range(len(member.options)))), f"option {keys}", "option"))
    r.chosen.append(reg)
    r.hows.append(f"option {keys}")
    b.made.setdefault("choice spans", {})[reg] = b.span(member.span)
    r.cites.extend(x.id for x in member.cites)
    labels: list[ir.Text] = []
    for i, o in enumerate(member.options):
        if any(o.key == p.key for p in member.options[:i]):
            b.sink.error("name/declared-twice", o.key_span, f'There are two options "{o.key}"', hint="Give them different names.")
        other = fold.op("ne", ir.Reg(reg), ir.Const(i))
        own = [x for x in o.block.steps if isinstance(x, n.Requires)]
        if o.condition is not None:
            why = ir.Text(("This cannot be chosen now.",))
            r.header.append(ir.HeadRequire(unless(flag(b, r.scope, o.condition), other), why, tuple(x.id for x in o.cites), b.span(o.span)))
        for x in own:
            read_requirement(b, move, r, x, other)
        for cost in o.costs:
            read_costs(b, move, r, cost, other, (id(member), i))
        r.cites.extend(x.id for x in o.cites)
        rest = tuple(x for x in o.block.steps if not isinstance(x, n.Requires))
        if rest:
            r.branches.append((fold.op("eq", ir.Reg(reg), ir.Const(i)), n.Block(o.block.span, rest)))
        labels.append(text(b, r.scope, o.label) or ir.Text((o.key,)))
    r.labels[reg] = tuple(labels)


def take_binds(condition: ir.Expr, r: Reading) -> None:
    """Names that a requirement binds are needed again when the move is carried out."""
    parts = condition.items if isinstance(condition, ir.And) else (condition,)
    for p in parts:
        if isinstance(p, ir.Bind):
            r.binds.append((p.reg, p.value))


def read_choice(b: Builder, r: Reading, member: n.Choose) -> None:
    if member.amount is not None:
        b.sink.error("language/not-built-yet", member.span, "Choosing several things in the header of a move is not built yet",
                     hint="Choose one thing, or choose several inside `does`.")
        return
    if r.scope.find(member.name) is not None:
        b.sink.error("name/hidden", member.name_span, f'"{member.name}" is a name already', hint="Choose another name.")
    source, _ = choices(HeaderCode(b), r.scope, member)  # type: ignore[arg-type]
    w = c.choosable(c.walk(b, source, pieces=False))
    reg = b.register(member.name)
    how = "number" if isinstance(w.item, NumberType) else "thing"
    if not isinstance(w.item, (NumberType, ThingType, WrongType)):
        b.sink.error("type/thing-wanted", member.source.span, "Only things and numbers can be chosen", hint="Choose from a set of things.")
    r.header.append(ir.HeadChoose(reg, c.as_list(b, w), how, said(w.item)))
    b.note_entry(reg, w.list, w.item)
    r.chosen.append(reg)
    r.hows.append(how)
    cites = tuple(x.id for x in member.cites)
    r.cites.extend(cites)
    if cites:                                     # a refusal for want of such a thing cites the choice's rule
        b.made.setdefault("choice cites", {})[reg] = cites
    b.made.setdefault("choice spans", {})[reg] = b.span(member.span)
    r.scope.names[member.name] = Local(V(ir.Reg(reg), w.item, w.source(ir.Reg(reg)) if w.source else None), member.name_span)


def said(t: object) -> str:
    """How players call what is chosen: by its kind, since the names in law are for those who write it."""
    kinds = t.kinds if isinstance(t, ThingType) else ()
    return " or ".join(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", k.name).lower() for k in kinds) or ("number" if isinstance(t, NumberType) else "thing")


@dataclass(slots=True)
class HeaderCode:
    """What `choices` needs of a code."""

    b: Builder


def read_limit(b: Builder, move: m.MoveDecl, entry: n.Entry, i: int, member: n.Line, r: Reading) -> None:
    found = match_sentence("limit", member.sentence.verb_span, member.sentence.pieces, b.model.clauses)
    if not found:
        return                                    # reported when the model was made
    holes = found[0].holes
    cells = b.made.get(("limit", id(member)))
    span_name = holes["span"]
    if cells is None:
        near = nearest(span_name.span.text, b.model.phases)
        b.sink.error("name/unknown-phase", span_name.span, f'I do not know the phase "{span_name.span.text}"',
                     hint=f'Did you mean "{near}"?' if near else "Name a phase of the game.")
        return
    key = limit_key(b, r, holes["what"], span_name.span.text) if "what" in holes else fold.ZERO
    why = holes["why"]
    cites = tuple(x.id for x in member.cites)
    r.cites.extend(cites)
    lifted = waived(b, r.scope, move, member.cites, None)
    r.header.append(ir.HeadRequire(unless(fold.negate(fold.contains(ir.Load(cells.base), key)), lifted),
                                   text(b, r.scope, why) if isinstance(why, n.Text) else None, cites, b.span(member.span)))
    r.limits.append((cells.base, key))


def limit_key(b: Builder, r: Reading, what: n.Expr, span: str) -> ir.Expr:
    """What a limit counts for, each by itself."""
    text = what.span.text
    found = value(b, r.scope, what) if text not in ("player", "players") or r.scope.find(text) is not None else None
    if found is None or isinstance(found.type, ListType):
        b.sink.error("move/limit-of-each", what.span, f'A limit counts for one thing at a time, and "{text}" is not one',
                     hint=f"For each player by himself write `limit once per you per {span}`." if found is None else
                     f"Name one thing, as in `limit once per here per {span}`.")
        return fold.ZERO
    return found.ir


# ---- the procedure -------------------------------------------------------------------------------------------
def make_procedure(b: Builder, move: m.MoveDecl, r: Reading, params: tuple[str, ...]) -> int:
    """Pay, count the limits, `start of` rules, the effect, `end of` rules."""
    key = ("move", move.name)
    f = b.functions[b.made[key]]
    f.params = params
    code = begin(b, key, f)
    carried = carried_out(code, move)
    counted = key in b.made["results wanted"]
    if counted:
        code.count()
    for reg, v in r.binds:
        code.emit(ir.Set(reg, v))
    pay_all(code, move, r, params)
    for chosen, block in r.branches:
        branches(code, [block, *block.steps], [(chosen, partial(lower_block, code, r.scope.child(), block))], None)
    for cell, what in r.limits:
        code.emit(ir.Store(cell, None, ir.Join((ir.Load(cell), ir.Tuple((what,))), True)))
    names = (move.name, *(x.name for x in move.form.ancestors()))
    card = begin_card(code, move, r.scope, carried)
    end_changes(code, "start", names, ir.Reg("you"))
    watched_end = any(b.made["reactions"].get(("end", name)) or ("window", "end", name) in b.made for name in names)
    spanned = watched_end or bool(card) or bool(bounds(b, "end", names)) or any(name in b.made["ended names"] for name in names)
    if spanned:
        names_too = tuple(dict.fromkeys((*params, *(reg for reg, _ in r.binds))))
        body = effect_function(b, move, r, names_too, counted)
        whole = b.register("whole") if counted or bounds(b, None, names) else None      # whether no ending has cut it off
        watch = looking(code)
        code.then(ir.CallThen, body, tuple(ir.Reg(p) for p in names_too), whole, b.made["move span"](move))
        look_again(code, watch)
        code.calls(("effect", move.name))
        if counted and whole is not None:
            code.note(was_cut(ir.Reg(whole)))
        moment_comes(code, "end", names, ir.Reg("you"), (), closes(b, b.made["move span"](move)))
        end_changes(code, "end", names, ir.Reg("you"))
        use_changes(code, names, ir.Reg("you"), ir.Reg(whole) if whole else None)
    else:
        moment_comes(code, "start", names, ir.Reg("you"))
        effect(code, move, r.scope)
        use_changes(code, names, ir.Reg("you"), None)
    end_card(code, card)
    finish(code)
    return int(f.number)


def effect_function(b: Builder, move: m.MoveDecl, r: Reading, params: tuple[str, ...], counted: bool) -> int:
    f = b.function(f"{move.name} does", "resumable" if b.suspending else "straight", params, move.span)
    code = begin(b, ("effect", move.name), f)
    if counted:
        code.count()
    moment_comes(code, "start", (move.name, *(x.name for x in move.form.ancestors())), ir.Reg("you"))
    effect(code, move, r.scope)
    if counted and code.open:
        code.close(ir.Return(end_counted(code))) if code.resumable else code.emit(ir.Return(end_counted(code)))
    finish(code)
    return f.number


def effect(code: Code, move: m.MoveDecl, scope: Scope) -> None:
    """The `does` of the forms, in it or after it that of the move; an extension adds blocks before and after."""
    forms = [d.block for entry in entries_of(move)[:-1] for d in entry.members if isinstance(d, n.Does)]
    own = [d.block for d in move.entry.members if isinstance(d, n.Does)]
    state = {"done": False}

    def its_effect(inner: Code, at: Scope) -> None:
        state["done"] = True
        made = code.b.made
        kept = made.get("its effect"), made.get("said by")
        made["its effect"], made["said by"] = None, None      # an effect has no effect of its own, and is not what the form says
        for block in own:
            lower_block(inner, scope.child(), block)
        made["its effect"], made["said by"] = kept
    code.b.made["its effect"], code.b.made["said by"] = its_effect, "form"
    for block in forms:
        lower_block(code, scope.child(), block)
    code.b.made["said by"] = None
    if not state["done"]:
        its_effect(code, scope)
    code.b.made["its effect"] = None
