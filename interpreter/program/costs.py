"""Costs of moves: what they ask of the header, and how they are paid, one after another and each in full.

A cost's verb adds its requirements to those of the move.  Where a cost reads what one before it may write, or only trying can tell,
its requirements do not stand in the header: the costs are a procedure of their own then, and the header asks whether it can be
carried out to its end for some answers to its questions (`ir.Payable`, engine/paying.py).  Costs are one event for watchers, so that
nothing comes between them.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.sentences import match_sentence, report_no_match
from lawspeaker.interpreter.program import bills, fold, ir
from lawspeaker.interpreter.program import collections as c
from lawspeaker.interpreter.program.bills import may_pay
from lawspeaker.interpreter.program.building import Builder, Local, Scope, V
from lawspeaker.interpreter.program.calls import argument, paying_function
from lawspeaker.interpreter.program.cards import card_number, kept_in
from lawspeaker.interpreter.program.changes import waived
from lawspeaker.interpreter.program.code import Code
from lawspeaker.interpreter.program.events import event_given
from lawspeaker.interpreter.program.expressions import flag, text, value
from lawspeaker.interpreter.program.schema import WATCH
from lawspeaker.interpreter.program.shortfalls import same, shortfalls
from lawspeaker.interpreter.program.steps import branches
from lawspeaker.interpreter.program.watching import after_step, begin
from lawspeaker.interpreter.syntax import nodes as n

if TYPE_CHECKING:
    from lawspeaker.interpreter.program.moves import Reading

CHANCE = ("roll", "reroll", "pick")
FORESEEN = "Let the cost only take what is paid, and put the rest into `does`."


@dataclass(slots=True)
class Cost:
    """One cost of a move as it is read."""

    verb: m.Verb
    holes: dict[str, n.Expr]
    member: n.Costs
    lifted: ir.Expr                               # whether it is waived, or another branch was chosen
    branch: tuple[int, int] | None                # the `choose one` it stands in, and the option
    heads: list[ir.HeadRequire] = field(default_factory=list)
    reads: set[int] = field(default_factory=set)  # what its requirements read
    asked: set[int] = field(default_factory=set)  # of a bill: what the bill itself and the waiver read
    tried: bool = False                           # only trying can tell whether it can be paid
    bill: bills.Footprint | None = None

    def beside(self, other: Cost) -> bool:
        """Whether the two are never paid together."""
        return self.branch is not None and other.branch is not None and self.branch[0] == other.branch[0] and self.branch[1] != other.branch[1]


# ---- in the header -------------------------------------------------------------------------------------------------
def read_costs(b: Builder, move: m.MoveDecl, r: Reading, member: n.Costs, besides: ir.Expr = fold.FALSE,
               branch: tuple[int, int] | None = None) -> None:
    found = match_sentence("pay", member.span, member.pieces, b.model.verbs)
    r.cites.extend(x.id for x in member.cites)
    if not found:
        no_such_cost(b, member)
        return
    verb, holes = found[0].verb, found[0].holes
    verb.used = True
    b.reads.append(set())
    lifted = fold.either([besides, waived(b, r.scope, move, member.cites, None)])
    cost = Cost(verb, holes, member, lifted, branch)
    if verb.native is not None:
        read_bill(b, r, cost)
    else:
        read_verb(b, r, cost)
    cost.reads = b.reads.pop()
    r.header += cost.heads
    r.costs.append(cost)


def read_bill(b: Builder, r: Reading, cost: Cost) -> None:
    cites = tuple(x.id for x in cost.member.cites)
    cost.asked = set(b.reads[-1])
    b.reads.append(set())
    value(b, r.scope, cost.holes["what"])
    cost.asked |= b.reads.pop()
    cost.bill = bills.footprint(b, r.scope, cost.holes["what"], cost.holes["how"])
    have, can = may_pay(b, r.scope, cost.holes["what"], cost.holes["how"])
    cost.heads = [ir.HeadRequire(have, None, (), b.span(cost.member.span)),
                  ir.HeadRequire(unless(can, cost.lifted), ir.Text(("You cannot pay for this.",)), cites, b.span(cost.member.span))]


def read_verb(b: Builder, r: Reading, cost: Cost) -> None:
    """The `requires` of a cost's verb, with the holes filled in, and what must hold so that it is paid in full."""
    verb = cost.verb
    cites = tuple(x.id for x in cost.member.cites)
    scope = Scope(you=r.scope.you)
    for h in verb.holes:
        scope.names[h.name] = Local(V(argument(b, r.scope, h, cost.holes[h.name]), b.made["type of"](h.type)), h.name_span, 1)
    required: list[ir.Expr] = []
    for step in verb.block.steps:
        if not isinstance(step, n.Requires):
            break
        own = (*cites, *(x.id for x in step.cites))
        r.cites.extend(own)
        condition = flag(b, scope, step.condition)
        required += condition.items if isinstance(condition, ir.And) else (condition,)
        cost.heads.append(ir.HeadRequire(unless(condition, cost.lifted), text(b, scope, step.text), own, b.span(step.span)))
    short = shortfalls(b, scope, verb, set())
    if id(verb) in b.made["heard"]:               # rules around it may pay for it, or take what it needs
        cost.tried = True
    elif short is None:
        cost.tried = True
    else:
        refused = fold.negate(fold.both(required))                # then that is what is told
        for condition in short:
            if not any(same(condition, x) for x in required):
                condition = fold.either([refused, condition])
                cost.heads.append(ir.HeadRequire(unless(condition, cost.lifted), ir.Text(("You cannot pay all of this.",)), cites, b.span(cost.member.span)))


def unless(condition: ir.Expr, lifted: ir.Expr) -> ir.Expr:
    return condition if lifted == fold.FALSE else ir.Or((condition, lifted))


def no_such_cost(b: Builder, member: n.Costs) -> None:
    own = [v for v in b.model.verbs if "pay" in v.first and v.native is None]
    if own:
        span = member.pieces[0].span.to(member.pieces[-1].span) if member.pieces else member.span
        report_no_match("pay", span, span, member.pieces, own, b.sink, "cost")
        return
    words = " ".join("{n: number}" if isinstance(p, n.Number) else p.span.text for p in member.pieces)
    b.sink.error("sentence/no-cost", member.span, f'Nothing says how "{member.span.text.removeprefix("costs ")}" is paid',
                 hint=f"Declare a verb for it: `to pay {words}`, with what must hold and what it takes.")


# ---- what costs do to each other ---------------------------------------------------------------------------------------
def settle(b: Builder, move: m.MoveDecl, r: Reading) -> None:
    """When the header is read: which costs are paid on trial, and what they require then."""
    for cost in r.costs:
        if cost.verb.native is None:
            paying_function(b, cost.verb)
    late = [x for i, x in enumerate(r.costs) if any(touches(b, y, x) for y in r.costs[:i] if not x.beside(y))]
    card = card_at_stake(b, move, r)
    if not late and card is None and not any(x.tried for x in r.costs):
        return
    r.tried = True
    r.card = card
    gone = {id(h) for x in late for h in x.heads}
    r.header = [h for h in r.header if id(h) not in gone]
    first = (late or [x for x in r.costs if x.tried] or r.costs)[0].member
    b.made[("costs", move.name)] = b.function(f"costs of {move.name}", "resumable" if ("costs", move.name) in b.suspending else "straight",
                                              ("you", *r.chosen), first.span).number
    b.made.setdefault("tried", []).append((move, first, r.costs))
    arguments = tuple(ir.Reg(x) for x in ("you", *r.chosen))
    cites = tuple(x.id for x in first.cites)
    r.header.append(ir.HeadRequire(ir.Payable(b.made[("costs", move.name)], arguments), ir.Text(("You cannot pay all that this costs.",)), cites,
                                   b.span(first.span)))
    if any(p.word == "any" for p in move.playable):               # trying reads whatever the costs read
        for s in b.reads:
            s.update(id(x.decl) for x in b.layout.cells if x.decl is not None)


def writes(b: Builder, cost: Cost) -> set[int] | None:
    """What paying may write; None: anything."""
    if cost.bill is not None:
        return cost.bill.writes
    keys: set[object] = set()
    todo: list[object] = [("paying", id(cost.verb))]
    out: set[int] = set()
    while todo:
        key = todo.pop()
        if key in keys:
            continue
        if not isinstance(key, tuple) or key[0] not in ("paying", "verb") or key[1] in b.made["heard"]:
            return None
        keys.add(key)
        out |= b.made.get("writes", {}).get(key, set())
        todo += b.calls.get(key, ())
    return out


def touches(b: Builder, earlier: Cost, cost: Cost) -> bool:
    """Whether paying the earlier cost may change whether the other can be paid, or by what."""
    wrote = writes(b, earlier)
    if wrote is None:
        return True
    if earlier.bill is not None and cost.bill is not None and not wrote & cost.asked:
        return earlier.bill.meets(cost.bill)
    return bool(wrote & cost.reads)


def card_at_stake(b: Builder, move: m.MoveDecl, r: Reading) -> ir.Expr | None:
    """Of a card whose costs may be paid with what lies where it is played from: whether it still lies there.  No card pays for itself,
    unless a cost names it."""
    form, card = move.form.deck, card_number(b, move)
    if form is None or card is None or form.kept is None or not r.costs:
        return None
    where = kept_in(b, form, r.scope)
    if where is None or any("card" in names_in(x) for x in r.costs):
        return None
    if all((w := writes(b, x)) is not None and id(where.table.decl) not in w for x in r.costs):
        return None
    return c.contains(b, where, V(ir.Const(card), c.item_type(where)))


def names_in(cost: Cost) -> set[str]:
    from lawspeaker.interpreter.model.walk import walk
    return {x.name for e in cost.holes.values() for x in walk(e) if isinstance(x, n.Name)}


# ---- paying --------------------------------------------------------------------------------------------------------------
def pay_all(code: Code, move: m.MoveDecl, r: Reading, params: tuple[str, ...]) -> None:
    """All costs of a move, as one event for watchers."""
    if not r.costs:
        return
    b = code.b
    wrote: set[int] = set()
    for x in r.costs:
        w = writes(b, x)
        wrote |= w if w is not None else b.made["everything watched"]
    if r.tried:
        make_costs(b, move, r, params)
        code.call(b.made[("costs", move.name)], tuple(ir.Reg(p) for p in params), ("costs", move.name))
    else:
        pay_each(code, r)
    after_step(code, wrote)


def make_costs(b: Builder, move: m.MoveDecl, r: Reading, params: tuple[str, ...]) -> None:
    """The procedure that pays; what cannot be paid is a fault.  It gives `partly`, so that nobody leaves its frame out."""
    key = ("costs", move.name)
    f = b.functions[b.made[key]]
    f.params = params
    kept = {k: b.made.get(k) for k in ("missing", "at once", "inside")}
    code = begin(b, key, f)
    for reg, v in r.binds:
        code.emit(ir.Set(reg, v))
    pay_each(code, r)
    if r.card is not None:
        code.emit(ir.If(fold.negate(r.card), (ir.Fault("cost-unpaid", b.span(r.costs[0].member.span)),)))
    code.emit(ir.Return(ir.Const(ir.PARTLY)))
    code.open = False
    if code.resumable:
        code.finish_block()
    else:
        f.body = tuple(code.body)
    b.made.update(kept)


def pay_each(code: Code, r: Reading) -> None:
    b = code.b
    quiet = bool(b.watchers) and any(writes(b, x) is None or reaches_verbs(b, x) for x in r.costs)
    watch = code.set(ir.Load(WATCH), "watch") if quiet else None
    if watch is not None:
        code.emit(ir.Store(WATCH, None, ir.Const(2)))
    outer, b.made["at once"] = b.made.get("at once"), set()
    for i, cost in enumerate(r.costs):
        if r.tried:
            code.emit(ir.Event("cost", (ir.Const(i),)))
        pay(code, r, cost)
    b.made["at once"] = outer
    if watch is not None:
        code.emit(ir.Store(WATCH, None, watch))


def reaches_verbs(b: Builder, cost: Cost) -> bool:
    """Whether a verb is done that looks at watchers itself."""
    if cost.bill is not None:
        return False
    todo: list[object] = [("paying", id(cost.verb))]
    seen: set[object] = set()
    while todo:
        key = todo.pop()
        if key not in seen:
            if not isinstance(key, tuple) or key[0] not in ("paying", "paying inner"):
                return True
            seen.add(key)
            todo += b.calls.get(key, ())
    return False


def pay(code: Code, r: Reading, cost: Cost) -> None:
    """A cost, unless it is waived."""
    b, member = code.b, cost.member

    def paid() -> None:
        result: ir.Expr | None
        if cost.verb.native is not None:
            result = bills.pay(code, r.scope, cost.holes["what"], cost.holes["how"], member.span, tuple(x.id for x in member.cites))
        else:
            arguments = tuple(argument(b, r.scope, h, cost.holes[h.name]) for h in cost.verb.holes)
            into = b.register("paid") if r.tried else None
            code.call(paying_function(b, cost.verb), (ir.Reg("you"), *arguments, *event_given(code, cost.verb)), ("paying", id(cost.verb)), into)
            result = ir.Reg(into) if into is not None else None
        if r.tried and result is not None:
            code.emit(ir.If(fold.op("eq", result, ir.Const(ir.NOT)), (ir.Fault("cost-unpaid", b.span(member.span)),)))
    if cost.lifted == fold.FALSE:
        paid()
        return
    code.nodes.append(id(member))
    branches(code, [member], [(fold.negate(cost.lifted), paid)], None)
    code.nodes.pop()


# ---- what cannot be foreseen ------------------------------------------------------------------------------------------------
def check_costs(b: Builder) -> None:
    """Costs that are paid on trial must be such that trying tells."""
    for move, member, costs in b.made.get("tried", ()):
        own = ((x.member, unforeseen(b, paying_function(b, x.verb))) for x in costs if x.verb.native is None)
        member, why = next(((at, why) for at, why in own if why is not None), (member, unforeseen(b, b.made[("costs", move.name)])))
        if why is not None:
            b.sink.error("move/cost-unforeseen", member.span, f'Whether "{move.name}" can be paid cannot be known beforehand: paying it {why}',
                         hint=FORESEEN)


def unforeseen(b: Builder, function: int) -> str | None:
    from lawspeaker.interpreter.program.fuse import statements
    seen: set[int] = {b.made["drain"]}
    todo = [function]
    while todo:
        number = todo.pop()
        if number in seen:
            continue
        seen.add(number)
        f = b.functions[number]
        bodies = [b.blocks[x].body for x in f.blocks or ()] if f.kind == "resumable" else [f.body]
        if any(q is not None and q.kind == "move" for q in (b.blocks[x].question for x in f.blocks or ())):
            return "offers moves"
        for s in (s for body in bodies for s in statements(body)):
            match s:
                case ir.Act() if s.name in CHANCE:
                    return "is decided by chance"
                case ir.Unwind() | ir.EndGame():
                    return "may end something"
                case ir.CallStraight() | ir.CallThen() | ir.Jump():
                    todo.append(s.function)
                case ir.CallBy() | ir.JumpBy():
                    todo += s.functions
    return None


