"""Verbs as costs: paid in full, or not paid at all.

In a verb that is paid a step which falls short (`take 3` where there are 2) ends the verb as not done, as a `requires` does; steps
with arms say themselves what happens then.  Where that can be told beforehand it is a requirement of the move.
"""
from __future__ import annotations

from dataclasses import replace

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.sentences import match_sentence
from lawspeaker.interpreter.model.types import NumberType, ThingType
from lawspeaker.interpreter.program import collections as c
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.acts import limits, room_or_none
from lawspeaker.interpreter.program.building import Builder, Local, Scope, V
from lawspeaker.interpreter.program.calls import argument
from lawspeaker.interpreter.program.code import Code
from lawspeaker.interpreter.program.expressions import flag, meaning, number, value
from lawspeaker.interpreter.syntax import nodes as n

AMOUNTS = ("add {n} to {what}", "take {n} from {what}", "move {n} {sort} from {here} to {there}", "discard {n} {sort} from {here}",
           "draw {n} from {pile} to {there}")
PIECES = ("move {what} to {there}", "move {what} to bottom of {there}", "discard {what}")
CHANCE = ("roll", "reroll", "shuffle", "show")
HARMLESS = ("set {what} to {value}", "say {what}")


# ---- in the verb as it is paid --------------------------------------------------------------------------------------
def holes_named(b: Builder, verb: m.Verb, values: list[ir.Expr]) -> Scope:
    scope = Scope(you=ir.Reg("you"))
    for h, v in zip(verb.holes, values, strict=True):
        scope.names[h.name] = Local(V(v, b.made["type of"](h.type)), h.name_span, 1)
    return scope


def wanted(code: Code, scope: Scope, step: n.Step) -> ir.Expr | None:
    """Of a step in a verb that is paid: whether something is asked of it, computed before it is done; None: it cannot fall short."""
    match step:
        case n.Choose():
            return fold.TRUE if step.amount is None or step.amount.word == "exactly" else None
        case n.Line():
            found = match_sentence(step.sentence.verb, step.sentence.verb_span, step.sentence.pieces, code.b.model.verbs)
            if not found:
                return None
            verb, holes = found[0].verb, found[0].holes
            if verb.core and verb.words in AMOUNTS:
                asked = fold.op("gt", number(code.b, scope, holes["n"]), fold.ZERO)
                return asked if isinstance(asked, ir.Const) else code.set(asked, "asked")
            if verb.core and verb.words in PIECES:
                return some_pieces(code, scope, holes["what"])
            return fold.TRUE if verb.native is None or verb.words == "pay {what} with {how}" else None
    return None


def some_pieces(code: Code, scope: Scope, e: n.Expr) -> ir.Expr:
    what = meaning(code.b, scope, e)
    if isinstance(what, V) and isinstance(what.type, ThingType):
        return fold.TRUE
    col = c.as_collection(what)
    if col is None or (isinstance(col, c.PlaceSet) and col.missing):
        return fold.FALSE
    return code.set(fold.op("gt", c.number_of(code.b, col), fold.ZERO), "asked")


def fell_short(code: Code, step: n.Step, asked: ir.Expr, result: ir.Expr | None) -> None:
    """Behind a step of a verb that is paid: not paid, if the step was not done in full."""
    if result is None or asked == fold.FALSE:
        return
    by_verb = isinstance(step, n.Line) and not any(p.core and p.words in AMOUNTS + PIECES for p in verbs_of(code.b, step))
    short = fold.op("eq", result, ir.Const(ir.NOT)) if by_verb or isinstance(step, n.Choose) else fold.op("ne", result, ir.Const(ir.FULLY))
    short = fold.both([asked, short])
    if short != fold.FALSE:
        with code.inside() as stmts:
            code.leave(ir.Const(ir.NOT))
        code.emit(ir.If(short, tuple(stmts)))


def verbs_of(b: Builder, step: n.Line) -> list[m.Verb]:
    return [f.verb for f in match_sentence(step.sentence.verb, step.sentence.verb_span, step.sentence.pieces, b.model.verbs)]


# ---- what can be told beforehand -------------------------------------------------------------------------------------
def shortfalls(b: Builder, scope: Scope, verb: m.Verb, wrote: set[int], first: bool = True) -> list[ir.Expr] | None:
    """What must hold so that a verb is paid in full, besides what it requires at its beginning; None: only trying can tell, since
    steps read what those before them wrote, or it is not plain.  `wrote`: what was written so far."""
    under: list[int] = b.made.setdefault("shortfalls of", [])
    if id(verb) in under:
        return None                               # it does itself again
    under.append(id(verb))
    try:
        return shortfalls_of(b, scope, verb, wrote, first)
    finally:
        under.pop()


def shortfalls_of(b: Builder, scope: Scope, verb: m.Verb, wrote: set[int], first: bool) -> list[ir.Expr] | None:
    out: list[ir.Expr] = []
    begun = by_chance = False
    steps = verb.block.steps
    for i, step in enumerate(steps):
        if isinstance(step, n.Requires):
            if begun:
                return None
            if not first:
                condition = asked_of(b, lambda s=step: flag(b, scope, s.condition), wrote)
                if condition is None:
                    return None
                out.append(condition)
            continue
        begun = True
        if not isinstance(step, n.Line) or (i + 1 < len(steps) and isinstance(steps[i + 1], n.Result)):
            return None
        words = [v.words for v in verbs_of(b, step) if v.core]
        if by_chance and words not in [[x] for x in HARMLESS]:
            return None                           # it may speak of what chance has brought
        if words and words[0].split()[0] in CHANCE:
            by_chance = True
            continue
        more = of_line(b, scope, step, wrote)
        if more is None:
            return None
        out += more
    return out


def of_line(b: Builder, scope: Scope, step: n.Line, wrote: set[int]) -> list[ir.Expr] | None:
    found = match_sentence(step.sentence.verb, step.sentence.verb_span, step.sentence.pieces, b.model.verbs)
    if not found:
        return None
    verb, holes = found[0].verb, found[0].holes
    if verb.native is None and not verb.core:
        if id(verb) in b.made["heard"]:
            return None
        given = asked_of(b, lambda: ir.Tuple(tuple(argument(b, scope, h, holes[h.name]) for h in verb.holes)), wrote)
        if not isinstance(given, ir.Tuple):
            return None
        return shortfalls(b, holes_named(b, verb, list(given.items)), verb, wrote, False)
    if not verb.core or verb.words not in (*AMOUNTS[:4], *HARMLESS):
        return None
    out: list[ir.Expr] = []
    if verb.words in AMOUNTS:
        condition = asked_of(b, lambda: in_full(b, scope, verb.words, holes), wrote)
        if condition is None:
            return None
        out = [] if condition == fold.TRUE else [condition]
    return out if note_written(b, scope, verb.words, holes, wrote) else None


def asked_of(b: Builder, make, wrote: set[int]) -> ir.Expr | None:  # type: ignore[no-untyped-def]
    """A condition that reads nothing of what was written before; else None."""
    b.reads.append(set())
    condition: ir.Expr | None = make()
    return None if b.reads.pop() & wrote else condition


def note_written(b: Builder, scope: Scope, words: str, holes: dict[str, n.Expr], wrote: set[int]) -> bool:
    """False, where it cannot be told what a step writes."""
    if words.startswith("say"):
        return True
    if "{here}" not in words:
        what = meaning(b, scope, holes["what"])
        if not isinstance(what, V) or what.cell is None:
            return False
        wrote.add(id(what.cell[0]))
        return True
    here = meaning(b, scope, holes["here"])
    if not isinstance(here, c.PlaceSet):
        return False
    for table in b.layout.places:                 # where it may go, too
        if table.decl is not None and any(k.is_a(x) or x.is_a(k) for k in here.type.kinds for x in table.decl.kinds):
            wrote.add(id(table.decl))
    return True


def in_full(b: Builder, scope: Scope, words: str, holes: dict[str, n.Expr]) -> ir.Expr | None:
    """What must hold so that a step of so many is not cut; None where that is not plain."""
    by = number(b, scope, holes["n"])
    if "{here}" not in words:
        what = meaning(b, scope, holes["what"])
        if not isinstance(what, V) or what.cell is None or not isinstance(what.type, NumberType):
            return None
        low, high = limits(HeaderCode(b), scope_state(what))  # type: ignore[arg-type]
        if words.startswith("take"):
            return fold.op("le", by, fold.op("sub", what.ir, ir.Const(low)))
        return fold.TRUE if high is None else fold.op("le", fold.op("add", what.ir, by), high)
    here = meaning(b, scope, holes["here"])
    there = meaning(b, scope, holes["there"]) if "there" in holes else None
    if not isinstance(here, c.PlaceSet) or here.missing or (isinstance(there, c.PlaceSet) and there.missing):
        return None
    sort = holes["sort"]
    if isinstance(sort, n.AllOf):
        kind = c_kind(b, scope, sort)
        if kind is None:
            return None
        lying = c.number_of(b, replace(here, kind=kind) if kind not in here.type.kinds or len(here.type.kinds) > 1 else here)
    else:
        one = value(b, scope, sort)
        if not isinstance(one.type, ThingType) or one.type.optional:
            return None
        reg = b.register("sort")
        lying = c.number_of(b, c.ThoseSet(here, reg, fold.op("eq", ir.Reg(reg), one.ir)))
    enough = fold.op("le", by, lying)
    if there is None:
        return enough
    free = room_or_none(HeaderCode(b), there) if isinstance(there, c.PlaceSet) else ir.Const(-1)  # type: ignore[arg-type]
    return fold.both([enough, None if free == ir.Const(-1) else fold.op("le", by, free)])


def c_kind(b: Builder, scope: Scope, e: n.AllOf) -> m.Kind | None:
    from lawspeaker.interpreter.program.expressions import collection
    found = collection(b, scope, e)
    return found.kind if isinstance(found, c.KindSet) else None


def scope_state(v: V) -> m.State:
    assert v.cell is not None
    return v.cell[0]  # type: ignore[no-any-return]


class HeaderCode:
    """What functions for steps need of a code, where only expressions are made."""

    def __init__(self, b: Builder) -> None:
        self.b = b


def same(a: ir.Expr, b: ir.Expr) -> bool:
    """Whether two comparisons say the same."""
    return turned(a) == turned(b)


def turned(e: ir.Expr) -> ir.Expr:
    if isinstance(e, ir.Op) and e.op == "gt" and isinstance(e.right, ir.Const):
        return ir.Op("le", ir.Const(e.right.value + 1), e.left)
    return ir.Op("le", e.right, e.left) if isinstance(e, ir.Op) and e.op == "ge" else e


