"""Whether a step would do anything now: `may STEP` is asked only then.

An answer is an expression, or None where it is not known beforehand: then people are asked.  Nothing that could fail is computed
for it, and no condition (`if`) is looked at: what is not asked for such a reason would tell what somebody may not know.
"""
from __future__ import annotations

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.sentences import match_sentence
from lawspeaker.interpreter.model.types import HIGH, NumberType, ThingType
from lawspeaker.interpreter.model.walk import walk
from lawspeaker.interpreter.program import collections as c
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.acts import Holes, limits, room_or_none
from lawspeaker.interpreter.program.building import Builder, Local, Scope, V
from lawspeaker.interpreter.program.calls import argument
from lawspeaker.interpreter.program.code import Code
from lawspeaker.interpreter.program.collections import PlaceSet
from lawspeaker.interpreter.program.effects import never_fails
from lawspeaker.interpreter.program.expressions import flag, meaning, number, player, value
from lawspeaker.interpreter.program.names import BoxRef, whole
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.diagnostic import Sink

DEEP = 4                         # verbs in verbs that are looked into


def doable(code: Code, scope: Scope, block: n.Block) -> ir.Expr | None:
    """Whether a block does anything; mistakes in it are told where it is made."""
    b = code.b
    kept, b.sink = b.sink, Sink()
    try:
        found = of_block(code, scope.child(), block, DEEP)
        return found if found is not None and not b.sink.failed and never_fails(found, b.functions, moves=True) else None
    finally:
        b.sink = kept


def of_block(code: Code, scope: Scope, block: n.Block, deep: int) -> ir.Expr | None:
    """Whether one of the steps does anything.  What uses a name that is chosen in the block is done only if that is."""
    out: list[ir.Expr] = []
    chosen: set[str] = set()
    for step in block.steps:
        if chosen and any(isinstance(x, n.Name) and x.name in chosen for x in walk(step)):
            continue
        if isinstance(step, n.Choose):
            chosen.add(step.name)
        found = of_step(code, scope, step, deep)
        if found is None:
            return None
        out.append(found)
    return fold.either(out)


def of_step(code: Code, scope: Scope, step: n.Step, deep: int) -> ir.Expr | None:
    b = code.b
    match step:
        case n.Choose():
            from lawspeaker.interpreter.program.steps import range_or_collection
            if step.amount is not None and step.amount.number is not None and step.amount.word == "exactly":
                return fold.op("ge", c.number_of(b, range_or_collection(code, scope, step.source, step.to)), number(b, scope, step.amount.number))
            return c.some(b, range_or_collection(code, scope, step.source, step.to))
        case n.May() | n.Repeat() | n.AtOnce():
            return of_block(code, scope, step.block, deep)
        case n.As():
            return of_block(code, scope.child(you=player(b, scope, step.who)), step.block, deep)
        case n.Line():
            return of_sentence(code, scope, step.sentence, deep)
    return None


def of_sentence(code: Code, scope: Scope, s: n.Sentence, deep: int) -> ir.Expr | None:
    b = code.b
    found = match_sentence(s.verb, s.verb_span, s.pieces, b.model.verbs)
    if len(found) != 1:
        return None
    verb, holes = found[0].verb, found[0].holes
    if verb.core:
        known = CORE.get(verb.words)
        return known(code, scope, holes) if known is not None else None
    return of_verb(code, scope, verb, holes, deep) if verb.native is None and deep else None


def of_verb(code: Code, scope: Scope, verb: m.Verb, holes: Holes, deep: int) -> ir.Expr | None:
    """What it requires, and that one of its steps does anything, unless a rule may do something instead."""
    b = code.b
    inner = Scope(you=scope.you)
    for h in verb.holes:
        inner.names[h.name] = Local(V(argument(b, scope, h, holes[h.name]), b.made["type of"](h.type)), h.name_span, 1)
    needs, steps = [], list(verb.block.steps)
    while steps and isinstance(first := steps[0], n.Requires):
        needs.append(flag(b, inner, first.condition))
        steps.pop(0)
    does = None if id(verb) in b.made["heard"] else of_block(code, inner, n.Block(verb.block.span, tuple(steps)), deep - 1)
    needs = [x for x in needs if never_fails(x, b.functions, moves=True)]
    return fold.both([*needs, does]) if does is not None and never_fails(does, b.functions, moves=True) else fold.both(list(needs)) if needs else None


# ---- the verbs of every game -------------------------------------------------------------------------------------
def a_move(code: Code, scope: Scope, holes: Holes) -> ir.Expr | None:
    what = holes["what"]
    moves = code.b.made["moves of"]((what.name,)) if isinstance(what, n.Name) else ()
    return ir.Possible(moves, scope.you) if moves else None


def taken(code: Code, scope: Scope, holes: Holes, sign: int = -1) -> ir.Expr | None:
    b = code.b
    v = meaning(b, scope, holes["what"])
    if not isinstance(v, V) or v.cell is None or not isinstance(v.cell[0].type, NumberType):
        return None
    low, high = limits(code, v.cell[0])
    by = number(b, scope, holes["n"])
    room = fold.op("gt", v.ir, ir.Const(low)) if sign < 0 else fold.op("lt", v.ir, high or ir.Const(HIGH))
    return fold.both([fold.op("gt", by, fold.ZERO), room])


def added(code: Code, scope: Scope, holes: Holes) -> ir.Expr | None:
    return taken(code, scope, holes, 1)


def pieces(b: Builder, what: object) -> ir.Expr | None:
    """Whether there is any piece in what a sentence names; a single piece is there."""
    if isinstance(what, PlaceSet):
        sources = whole(b, what)
        return fold.either([c.some(b, s) for s in (sources.items if isinstance(sources, c.SumSet) else (sources,))])
    col = c.as_collection(what)
    if col is not None:
        return c.some(b, col)
    return fold.TRUE if isinstance(what, V) and isinstance(what.type, ThingType) and not what.type.optional else None


def fitting(code: Code, scope: Scope, e: n.Expr) -> ir.Expr | None:
    """Whether something more fits into a place."""
    there = meaning(code.b, scope, e)
    if not isinstance(there, (PlaceSet, BoxRef)) or (isinstance(there, PlaceSet) and there.missing):
        return None
    room = room_or_none(code, there)
    return fold.TRUE if room == ir.Const(-1) else fold.op("ne", room, fold.ZERO)


def all_known(parts: list[ir.Expr | None]) -> ir.Expr | None:
    return None if any(x is None for x in parts) else fold.both(list(parts))


def moved(code: Code, scope: Scope, holes: Holes) -> ir.Expr | None:
    return all_known([pieces(code.b, meaning(code.b, scope, holes["what"])), fitting(code, scope, holes["there"])])


def discarded(code: Code, scope: Scope, holes: Holes) -> ir.Expr | None:
    return pieces(code.b, meaning(code.b, scope, holes["what"]))


def some_moved(code: Code, scope: Scope, holes: Holes) -> ir.Expr | None:
    return all_known([some_there(code, scope, holes), fitting(code, scope, holes["there"])])


def some_there(code: Code, scope: Scope, holes: Holes) -> ir.Expr | None:
    """Of `n SORT from PLACE`: whether one lies there, and at least one is asked for."""
    b = code.b
    here, sort = meaning(b, scope, holes["here"]), holes["sort"]
    if not isinstance(here, PlaceSet) or here.missing:
        return None
    if isinstance(sort, n.AllOf):
        kind = meaning(b, scope, sort)
        there = c.some(b, PlaceSet(here.table, here.instance, here.type, kind.kind)) if isinstance(kind, c.KindSet) else None
    else:
        there = c.contains(b, here, value(b, scope, sort))
    return all_known([there, fold.op("gt", number(b, scope, holes["n"]), fold.ZERO)])


def drawn(code: Code, scope: Scope, holes: Holes) -> ir.Expr | None:
    b = code.b
    pile = meaning(b, scope, holes["pile"])
    if not isinstance(pile, PlaceSet) or pile.missing or pile.table.decl is None or pile.table.decl.refilled is not None:
        return None
    if b.made.get("reactions", {}).get((None, "runs_dry")):
        return None
    return all_known([c.some(b, pile), fitting(code, scope, holes["there"]), fold.op("gt", number(b, scope, holes["n"]), fold.ZERO)])


CORE = {
    "do {what}": a_move,
    "take {n} from {what}": taken,
    "add {n} to {what}": added,
    "move {what} to {there}": moved,
    "move {n} {sort} from {here} to {there}": some_moved,
    "discard {what}": discarded,
    "discard {n} {sort} from {here}": some_there,
    "draw {n} from {pile} to {there}": drawn,
}


# ---- what may be computed before anybody has chosen ---------------------------------------------------------------
