"""`before`, `after` and `instead of` a verb of the game: the verb's function becomes a chain around what it does.

The chain: what the verb requires at its beginning; the replacements, each of which calls the rest as `do usual`; rules before,
the verb, and if it was done, at least partly, rules after.

What a replacement does continues the event that it replaces, and the same replacement does not apply to that event again.
Where replacements can come back to themselves, through whatever verbs, the functions on the way carry a list of those that
have had their turn; other functions know nothing of it.  Rules before and after begin new events.
"""
from __future__ import annotations

from dataclasses import dataclass

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.sentences import match_sentence, report_no_match
from lawspeaker.interpreter.model.types import NumberType
from lawspeaker.interpreter.model.walk import walk
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.building import Builder, Local, Scope, V
from lawspeaker.interpreter.program.cards import active_for, in_card
from lawspeaker.interpreter.program.code import Code, finish, together
from lawspeaker.interpreter.program.expressions import flag
from lawspeaker.interpreter.program.watching import begin
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.spell import nearest

MEASURED = {"add {n} to {what}", "take {n} from {what}", "move {n} {sort} from {here} to {there}", "discard {n} {sort} from {here}",
            "draw {n} from {pile} to {there}"}


@dataclass(frozen=True, slots=True)
class Heard:
    """A reaction to a verb: the names that it gives to the verb's holes, and the card it stands in, if it does."""

    reaction: n.Reaction
    names: dict[str, n.Name]
    entry: n.Entry | None


def listen(b: Builder) -> None:
    """Which reactions each verb has; of a move `before` and `after` are its start and end."""
    heard: dict[int, list[Heard]] = {}
    for r, entry in reactions(b.model):
        if r.sentence is None:
            b.sink.error("sentence/wrong-place", r.span, f"A bare `{r.word}` stands only in an extension of a phase, a form or a move",
                         hint=f"Write the sentence that it comes {r.word}.")
            continue
        s = r.sentence
        if not s.pieces and (s.verb in b.model.moves or s.verb in b.model.forms):
            of_move(b, r)
            continue
        found = match_sentence(s.verb, s.verb_span, s.pieces, b.model.verbs)
        if not found:
            near = nearest(s.verb, [*b.model.moves, *b.model.forms]) if not s.pieces else None
            if near:
                b.sink.error("name/unknown-move", s.verb_span, f'There is no move "{s.verb}"', hint=f'Did you mean "{near}"?')
            else:
                report_no_match(s.verb, s.verb_span, s.span, s.pieces, b.model.verbs, b.sink)
            continue
        verb, holes = found[0].verb, found[0].holes
        if verb.core:
            b.sink.error("rule/core-verb", s.span, f"Nothing comes {r.word} `{verb.words}`, a verb of every game",
                         text="Rules speak of the verbs of a game, which stand for sentences of its rulebook.",
                         hint="Let the game do it by a verb of its own (`to …`), or watch what it changes with `whenever`.")
            continue
        wrong = next((e for e in holes.values() if not isinstance(e, n.Name)), None)
        if wrong is not None:
            b.sink.error("name/new-wanted", wrong.span, "A new name must stand here, for what the verb is done with",
                         hint="Ask for a certain one behind `if`.")
            continue
        verb.used = True
        heard.setdefault(id(verb), []).append(Heard(r, {k: e for k, e in holes.items() if isinstance(e, n.Name)}, entry))
    b.made["heard"] = heard
    b.made["continuing"] = continuing(b, heard)


def continuing(b: Builder, heard: dict[int, list[Heard]]) -> set[int]:
    """The verbs, and the replacements, through which a replacement can come back to itself: by their ids."""
    calls: dict[int, set[int]] = {}
    for verb in b.model.verbs:
        if verb.native is None and not verb.core:
            calls[id(verb)] = called(b, verb.block)
    for verb_id, listeners in heard.items():
        for h in listeners:
            if h.reaction.word == "instead":
                calls.setdefault(verb_id, set()).add(id(h.reaction))
                calls[id(h.reaction)] = called(b, h.reaction.block)
    replacements = {id(h.reaction) for listeners in heard.values() for h in listeners if h.reaction.word == "instead"}
    out: set[int] = set()
    for r in replacements:
        back = {x for x in reached(calls, r) if r in reached(calls, x)}
        out |= back | ({r} if back else set())
    return out


def called(b: Builder, block: n.Block) -> set[int]:
    """The verbs of the game that a block does now; what it puts off is done when its event is over."""
    out: set[int] = set()
    put_off = {id(y) for x in walk(block) if isinstance(x, (n.Until, n.Later)) for y in walk(x)}
    for x in walk(block):
        if isinstance(x, n.Line) and id(x) not in put_off:
            out |= {id(f.verb) for f in match_sentence(x.sentence.verb, x.sentence.verb_span, x.sentence.pieces, b.model.verbs)}
    return out


def reached(calls: dict[int, set[int]], start: int) -> set[int]:
    """All that can be called from here, in one step or more."""
    found: set[int] = set()
    todo = list(calls.get(start, ()))
    while todo:
        x = todo.pop()
        if x not in found:
            found.add(x)
            todo += calls.get(x, ())
    return found


def reactions(model: m.Model) -> list[tuple[n.Reaction, n.Entry | None]]:
    from lawspeaker.interpreter.program.watching import ordered_rules
    out: list[tuple[n.Reaction, n.Entry | None]] = [(r, None) for rule in ordered_rules(model) for r in rule.events]
    for move in model.moves.values():
        out += [(x, move.entry) for x in move.entry.members if isinstance(x, n.Reaction) and x.word != "at"]
    return out


def of_move_key(model: m.Model, r: n.Reaction) -> bool:
    """Whether a reaction speaks of a move."""
    return r.sentence is not None and not r.sentence.pieces and (r.sentence.verb in model.moves or r.sentence.verb in model.forms)


def of_move(b: Builder, r: n.Reaction) -> None:
    """`before explore` is `at start of explore`."""
    assert r.sentence is not None
    if r.word == "instead":
        b.sink.error("rule/instead-of-move", r.sentence.span, "A move is chosen or not; nothing is done instead of it",
                     hint="Replace a verb that it does, or offer another move of its form.")
        return
    name = r.sentence.verb
    for x in (b.model.moves.get(name), b.model.forms.get(name)):
        if isinstance(x, m.Form):
            x.used = True
        elif x is not None:
            x.named = True
    b.made["reactions"].setdefault(("start" if r.word == "before" else "end", name), []).append(("rule", id(r)))


# ---- the chain ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Parameters:
    """The registers of a function of a chain: one for each hole, and the event that it continues."""

    holes: tuple[str, ...]
    event: tuple[str, ...]                        # none, where no replacement can come back to itself

    @property
    def all(self) -> tuple[str, ...]:
        return ("you", *self.holes, *self.event)

    @property
    def given(self) -> tuple[ir.Expr, ...]:
        return tuple(ir.Reg(x) for x in self.all)


def parameters(b: Builder, verb: m.Verb) -> Parameters:
    event = (b.register("event"),) if id(verb) in b.made["continuing"] else ()
    return Parameters(tuple(b.register(h.name) for h in verb.holes), event)


def event_given(code: Code, verb: m.Verb) -> tuple[ir.Expr, ...]:
    """The last argument of a call: the event that goes on, for a verb that asks for it."""
    if id(verb) not in code.b.made["continuing"]:
        return ()
    return (code.event if code.event is not None else ir.Const(()),)


def around(b: Builder, verb: m.Verb, key: object, outer: ir.Function, p: Parameters, inner: int, tag: str = "") -> None:
    """Fills in the function of a verb with what is heard around it; `inner` does the verb itself, under ("inner", id of the verb).
    `tag` stands before all keys of a second chain, for the verb as a cost."""
    heard: list[Heard] = b.made["heard"][id(verb)]
    rest, rest_key = following(b, verb, inner, heard, tag), (tag + "heard", id(verb))
    for h in reversed([h for h in heard if h.reaction.word == "instead"]):
        link_key = (tag + "instead", id(h.reaction))
        rest = instead(b, verb, link_key, h, rest, rest_key)
        rest_key = link_key
    code = begin(b, key, outer)
    required(code, verb, p)
    result = b.register("result")
    code.call(rest, p.given, rest_key, result)
    end_chain(code, result)


def required(code: Code, verb: m.Verb, p: Parameters) -> None:
    """What a verb requires before it does anything is looked at before all rules: what cannot be done is not replaced either."""
    from lawspeaker.interpreter.program.steps import requires
    scope = Scope(you=ir.Reg("you"))
    for hole, reg in zip(verb.holes, p.holes, strict=True):
        scope.names[hole.name] = Local(V(ir.Reg(reg), code.b.made["type of"](hole.type)), hole.name_span, 1)
    for step in verb.block.steps:
        if not isinstance(step, n.Requires):
            return
        requires(code, scope, step)


def end_chain(code: Code, result: str) -> None:
    code.result = None
    if code.open:
        code.emit(ir.Return(ir.Reg(result)))
    finish(code)


def following(b: Builder, verb: m.Verb, inner: int, heard: list[Heard], tag: str) -> int:
    """Rules before, the verb, and if it was done the rules after."""
    p, key = parameters(b, verb), (tag + "heard", id(verb))
    f = b.function(verb.name, "resumable" if key in b.suspending else "straight", p.all, verb.span)
    code = begin(b, key, f)
    for h in heard:
        if h.reaction.word == "before":
            react(code, verb, h, p, tag)
    result = b.register("result")
    call_inner(code, verb, inner, p, tag, result)
    after = [h for h in heard if h.reaction.word == "after"]
    if after:
        from lawspeaker.interpreter.program.steps import branches

        def run() -> None:
            for h in after:
                react(code, verb, h, p, tag)
        nodes = [h.reaction for h in after]
        done = fold.both([fold.op("ne", ir.Reg(result), ir.Const(x)) for x in (ir.NOT, ir.REPLACED)])
        branches(code, nodes, [(done, run)], None)
    end_chain(code, result)
    return f.number


def call_inner(code: Code, verb: m.Verb, inner: int, p: Parameters, tag: str, result: str) -> None:
    """Do the verb itself.  From then on its measured numbers are what was really done of them."""
    b, key, measured = code.b, (tag + "inner", id(verb)), measured_holes(code.b, verb)
    if not measured:
        code.call(inner, p.given, key, result)
        return
    got = b.register("got")
    code.call(inner, p.given, key, got)
    code.emit(ir.Set(result, ir.Item(ir.Reg(got), ir.Const(1), -1)))
    for i, h in enumerate(measured):
        asked, really = p.holes[verb.holes.index(h)], ir.Item(ir.Reg(got), ir.Const(i + 2), -1)
        code.emit(ir.Set(asked, fold.select(fold.op("lt", really, fold.ZERO), ir.Reg(asked), really)))


def measured_holes(b: Builder, verb: m.Verb) -> list[n.Hole]:
    """The numbers of a verb that the rules after it read as what was really done: those that one of its steps has as its amount."""
    if not any(h.reaction.word == "after" for h in b.made["heard"].get(id(verb), ())):
        return []
    names: set[str] = set()
    for x in walk(verb.block):
        for f in match_sentence(x.sentence.verb, x.sentence.verb_span, x.sentence.pieces, b.model.verbs) if isinstance(x, n.Line) else ():
            amount = f.holes.get("n")
            if f.verb.core and f.verb.words in MEASURED and isinstance(amount, n.Name):
                names.add(amount.name)
    return [h for h in verb.holes if h.name in names and isinstance(b.made["type of"](h.type), NumberType)]


def react(code: Code, verb: m.Verb, h: Heard, p: Parameters, tag: str) -> None:
    """A rule before or after: a function of its own, by whose place a circle of rules is told."""
    from lawspeaker.interpreter.program.steps import branches, lower_block
    b, key = code.b, (tag + "reaction", id(h.reaction))
    own = Parameters(tuple(b.register(hole.name) for hole in verb.holes), ())
    f = b.function(f"{h.reaction.word} {verb.name}", "resumable" if key in b.suspending else "straight", own.all, h.reaction.span)
    inner = begin(b, key, f)
    scope, condition = heard_scope(b, verb, h, own)
    branches(inner, [h.reaction.block, *h.reaction.block.steps], [(condition, lambda: lower_block(inner, scope.child(), h.reaction.block))], None)
    finish(inner)
    code.nodes.append(id(h.reaction))
    code.call(f.number, p.given[:1 + len(p.holes)], key)
    code.nodes.pop()


def heard_scope(b: Builder, verb: m.Verb, h: Heard, p: Parameters) -> tuple[Scope, ir.Expr]:
    """The names of a reaction, and whether it applies."""
    scope = Scope(you=ir.Reg("you")) if h.entry is None else in_card(b, h.entry)
    for hole, reg in zip(verb.holes, p.holes, strict=True):
        name = h.names[hole.name]
        scope.names[name.name] = Local(V(ir.Reg(reg), b.made["type of"](hole.type)), name.span, 1)
    active = active_for(b, h.entry, ir.Reg("you")) if h.entry is not None else None
    return scope, fold.both([active, flag(b, scope, h.reaction.condition) if h.reaction.condition is not None else None])


def instead(b: Builder, verb: m.Verb, key: object, h: Heard, rest: int, rest_key: object) -> int:
    """One replacement: its steps if it applies and has not had its turn, else the rest.  The result is `replaced`, or that of `do usual`."""
    from lawspeaker.interpreter.program.steps import branches, lower_block
    p = parameters(b, verb)
    f = b.function(f"instead of {verb.name}", "resumable" if key in b.suspending else "straight", p.all, h.reaction.span)
    code = begin(b, key, f)
    result = b.register("result")
    scope, condition = heard_scope(b, verb, h, p)
    if p.event:
        code.event = ir.Reg(p.event[0])
    event: ir.Expr | None = None
    if id(h.reaction) in b.made["continuing"]:
        turns: dict[int, int] = b.made.setdefault("turns of replacements", {})
        number = ir.Const(turns.setdefault(id(h.reaction), len(turns)))
        condition = fold.both([fold.negate(fold.contains(ir.Reg(p.event[0]), number)), condition])
        event = ir.Join((ir.Reg(p.event[0]), ir.Tuple((number,))), False)

    def usual(inner: Code) -> ir.Expr:
        own, got = p.given if code.event is None else (*p.given[:-1], code.event), b.register("got")
        inner.call(rest, own, rest_key, got)
        if inner is code:                         # in a span of its own the result is not at hand
            code.emit(ir.Set(result, together(ir.Reg(result), ir.Reg(got), True)))
        return ir.Reg(got)

    def replaced() -> None:
        code.emit(ir.Set(result, ir.Const(ir.UNCOUNTED)))
        if event is not None:
            code.event = code.set(event, "event")
        kept, b.made["usual"] = b.made.get("usual"), usual
        lower_block(code, scope.child(), h.reaction.block)
        b.made["usual"] = kept
    code.nodes.append(id(h.reaction))
    # the rest may stop play, and with it this step as a whole
    code.calls(rest_key)
    branches(code, [h.reaction], [(condition, replaced)], lambda: code.call(rest, p.given, rest_key, result))
    code.nodes.pop()
    if code.open:
        code.emit(ir.Return(fold.select(fold.op("eq", ir.Reg(result), ir.Const(ir.UNCOUNTED)), ir.Const(ir.REPLACED), ir.Reg(result))))
    finish(code)
    return f.number
