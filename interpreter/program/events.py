"""`before`, `after` and `instead of` a verb of the game: the verb's function becomes a chain around what it does.

A replacement whose condition holds is done instead; `do usual` in it goes on with the rest of the chain.  Rules before come
just before the verb, rules after only if it was done, at least partly.
"""
from __future__ import annotations

from dataclasses import dataclass

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.sentences import match_sentence, report_no_match
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.building import Builder, Local, Scope, V
from lawspeaker.interpreter.program.cards import active_for, in_card
from lawspeaker.interpreter.program.code import Code, finish
from lawspeaker.interpreter.program.expressions import flag
from lawspeaker.interpreter.program.watching import begin
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.spell import nearest


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
def around(b: Builder, verb: m.Verb, key: object, inner: int, params: tuple[str, ...]) -> int:
    """The function of a verb with what is heard around it; `inner` does the verb itself, under ("inner", id of the verb)."""
    heard: list[Heard] = b.made["heard"][id(verb)]
    last = following(b, verb, ("heard", id(verb)), inner, params, heard)
    rest, rest_key = last, ("heard", id(verb))
    for h in reversed([h for h in heard if h.reaction.word == "instead"]):
        link_key = ("instead", id(h.reaction))
        rest = instead(b, verb, link_key, h, rest, rest_key, params)
        rest_key = link_key
    f = b.functions[rest]
    outer = b.function(verb.name, "resumable" if key in b.suspending else "straight", f.params, verb.span)
    code = begin(b, key, outer)
    result = b.register("result")
    code.call(rest, tuple(ir.Reg(p) for p in outer.params), rest_key, result)
    code.result = None
    if code.open:
        code.emit(ir.Return(ir.Reg(result)))
    finish(code)
    return outer.number


def following(b: Builder, verb: m.Verb, key: object, inner: int, params: tuple[str, ...], heard: list[Heard]) -> int:
    """Rules before, the verb, and if it was done the rules after."""
    f = b.function(verb.name, "resumable" if key in b.suspending else "straight", ("you", *params), verb.span)
    code = begin(b, key, f)
    for h in heard:
        if h.reaction.word == "before":
            react(code, verb, h, params)
    result = b.register("result")
    code.call(inner, tuple(ir.Reg(p) for p in f.params), ("inner", id(verb)), result)
    after = [h for h in heard if h.reaction.word == "after"]
    if after:
        from lawspeaker.interpreter.program.steps import branches

        def run() -> None:
            for h in after:
                react(code, verb, h, params)
        nodes = [x for h in after for x in (h.reaction, h.reaction.block)]
        branches(code, nodes, [(fold.op("ne", ir.Reg(result), ir.Const(ir.NOT)), run)], None)
    if code.open:
        code.emit(ir.Return(ir.Reg(result)))
    finish(code)
    return f.number


def react(code: Code, verb: m.Verb, h: Heard, params: tuple[str, ...]) -> None:
    from lawspeaker.interpreter.program.steps import branches, lower_block
    b = code.b
    scope, condition = heard_scope(b, verb, h, params)
    code.nodes.append(id(h.reaction))
    branches(code, [h.reaction.block, *h.reaction.block.steps], [(condition, lambda: lower_block(code, scope.child(), h.reaction.block))], None)
    code.nodes.pop()


def heard_scope(b: Builder, verb: m.Verb, h: Heard, params: tuple[str, ...]) -> tuple[Scope, ir.Expr]:
    """The names of a reaction, and whether it applies."""
    scope = Scope(you=ir.Reg("you")) if h.entry is None else in_card(b, h.entry)
    for hole, reg in zip(verb.holes, params, strict=True):
        name = h.names[hole.name]
        scope.names[name.name] = Local(V(ir.Reg(reg), b.made["type of"](hole.type)), name.span, 1)
    active = active_for(b, h.entry, ir.Reg("you")) if h.entry is not None else None
    return scope, fold.both([active, flag(b, scope, h.reaction.condition) if h.reaction.condition is not None else None])


def instead(b: Builder, verb: m.Verb, key: object, h: Heard, rest: int, rest_key: object, params: tuple[str, ...]) -> int:
    """One replacement: its steps if it applies, else the rest.  The result is `replaced`, or that of `do usual`."""
    from lawspeaker.interpreter.program.steps import branches, lower_block
    params = tuple(b.register(p.rsplit("_", 1)[0]) for p in params)
    f = b.function(f"instead of {verb.name}", "resumable" if key in b.suspending else "straight", ("you", *params), h.reaction.span)
    code = begin(b, key, f)
    result = b.register("result")
    arguments = tuple(ir.Reg(p) for p in f.params)
    scope, condition = heard_scope(b, verb, h, params)

    def usual(inner: Code) -> None:
        inner.call(rest, arguments, rest_key, result)

    def replaced() -> None:
        code.emit(ir.Set(result, ir.Const(ir.REPLACED)))
        kept, b.made["usual"] = b.made.get("usual"), usual
        lower_block(code, scope.child(), h.reaction.block)
        b.made["usual"] = kept
    code.nodes.append(id(h.reaction))
    # the rest may stop play, and with it this step as a whole
    code.calls(rest_key)
    branches(code, [h.reaction], [(condition, replaced)], lambda: usual(code))
    code.nodes.pop()
    if code.open:
        code.emit(ir.Return(ir.Reg(result)))
    finish(code)
    return f.number
