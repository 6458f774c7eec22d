"""Steps that ask: `choose`, `choose one`, `may` → questions, and the blocks that go on with the answers."""
from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lawspeaker.interpreter.model.types import FlagType, ListType, NumberType, ThingType
from lawspeaker.interpreter.program import collections as c
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.building import Builder, Local, Scope, V
from lawspeaker.interpreter.program.code import Code
from lawspeaker.interpreter.program.expressions import flag, number, text
from lawspeaker.interpreter.program.steps import (
    NOT_DONE,
    arm_block,
    arm_in,
    branches,
    guarded,
    new_name,
    range_or_collection,
    unbuilt,
)
from lawspeaker.interpreter.syntax import nodes as n

CHOSEN = ir.Const(ir.UNCOUNTED)                   # a choice changes nothing, so it does not count


CITATION = re.compile(r"\s*\[[A-Z]{2,}[^\]]*\]|\s*#.*")
PLAIN = re.compile(r"[A-Za-z][A-Za-z_]*( (\d+|[A-Za-z][A-Za-z_]+))*")     # what players can read: words and numbers


def ask(code: Code, scope: Scope, step: n.Choose | n.ChooseOne | n.May) -> ir.Expr | None:
    match step:
        case n.Choose():
            return choose(code, scope, step)
        case n.ChooseOne():
            return choose_one(code, scope, step)
    return may(code, scope, step)


def choose(code: Code, scope: Scope, step: n.Choose, may: n.May | None = None) -> ir.Expr | None:
    """`choose x from S`; with `may` one may also say no."""
    b = code.b
    new_name(code, scope, step.name, step.name_span)
    source, among = choices(code, scope, step)
    item = c.item_type(source)                    # of several, equal pieces are as many as there are
    w = c.choosable(c.walk(b, source, step.amount is not None and isinstance(item, ThingType) and any(k.counted for k in item.kinds)))
    lst = c.as_list(b, w)
    prompt = text(b, scope, step.prompt)
    cites = tuple(dict.fromkeys(x.id for x in (*(may.cites if may is not None else ()), *step.cites)))
    how = "number" if isinstance(w.item, NumberType) else "thing" if isinstance(w.item, ThingType) else "list"
    reg = b.register(step.name)
    known = isinstance(lst, ir.Const) and len(lst.value) > 0
    sealed = b.made.get("sealed", False)
    if step.amount is not None:
        return choose_several(code, scope, step, w, lst, prompt, how, reg, cites, among)
    options = lst if isinstance(lst, ir.Const) else code.set(lst, "options")
    question = ir.Question("choose", scope.you, prompt, list=options, how=how, cites=cites, span=b.span(step.span), sealed=sealed,
                           may_pass=may is not None, no_text=ir.Text(("No",)) if may is not None else None, **among)
    sure = may is None and known
    asked = fold.TRUE if known else fold.op("gt", ir.Length(options), fold.ZERO)
    if sure:
        ask_if(code, asked, question, reg)
    else:
        ask_or_miss(code, step.name, asked, question, reg, isinstance(w.item, NumberType) and w.item.low < 0)
    scope.names[step.name] = Local(V(ir.Reg(reg), w.item, w.source(ir.Reg(reg)) if w.source else None), step.name_span)
    return CHOSEN if sure else fold.select(there(code, reg), CHOSEN, NOT_DONE)


def ask_or_miss(code: Code, name: str, asked: ir.Expr, question: ir.Question, reg: str, negative: bool) -> None:
    """A choice after which there may be nothing of that name: there was nothing to choose, or somebody said no."""
    if not code.resumable:
        code.ask(question, reg)
        return
    b = code.b
    b.made.setdefault("missing", {})[name] = reg
    if not question.may_pass and not negative:
        ask_if(code, asked, question, reg)
        return
    answer = b.register("answer")
    ask_if(code, asked, question, answer, ())
    chosen = code.set(fold.select(fold.op("ne", ir.Reg(answer), ir.Const(())), ir.Const(1), ir.Const(ir.NONE)), "chosen")
    code.emit(ir.Set(reg, fold.select(fold.op("ne", chosen, ir.Const(ir.NONE)), ir.Reg(answer), ir.Const(ir.NONE))))
    b.made.setdefault("missing with", {})[reg] = chosen.name                 # a number may be -1


def there(code: Code, reg: str) -> ir.Expr:
    """Whether something was chosen into a register."""
    return fold.op("ne", ir.Reg(code.b.made.get("missing with", {}).get(reg, reg)), ir.Const(ir.NONE))


def choose_several(code: Code, scope: Scope, step: n.Choose, w: c.Walk, lst: ir.Expr, prompt: ir.Text | None,
                   how: str, reg: str, cites: tuple[str, ...], among: dict[str, Any]) -> ir.Expr | None:
    """A choice of several things: all sets of them as one question, where they are few; else one thing after another."""
    b = code.b
    assert step.amount is not None
    if isinstance(w.item, ThingType) and any(k.counted for k in w.item.kinds):
        lst = ir.Native("grouped", (lst,))
    options = code.set(lst, "options")
    count = ir.Length(options)
    wanted = number(b, scope, step.amount.number) if step.amount.number is not None else count
    exactly = step.amount.word == "exactly" and wanted != fold.ZERO
    if not isinstance(wanted, ir.Const):
        wanted = code.set(wanted, "wanted")
    least = wanted if exactly else fold.ZERO
    most = code.set(fold.op("min", wanted, count), "most")
    question = ir.Question("set", scope.you, prompt, list=options, how=how, least=least, most=most, cites=cites, span=b.span(step.span),
                           sealed=b.made.get("sealed", False), **among)
    if exactly:
        may_be_missing(code, step.name, reg)
    code.suspends_here()
    if code.resumable:
        after = code.new_block()
        if exactly:
            ask = code.new_block()
            code.emit(ir.Set(reg, ir.Const(ir.NONE)))
            code.close(ir.If(fold.op("ge", count, wanted), (ir.Goto(ask.number),), (ir.Goto(after.number),)))
            code.start(ask)
        single, parts = code.new_block(), code.new_block()
        code.close(ir.If(ir.Native("few", (options, least, most)), (ir.Goto(single.number),), (ir.Goto(parts.number),)))
        code.start(single)
        code.ask(question, reg)
        code.goto(after)
        code.start(parts)
        in_parts(code, question, options, least, most, reg, after)
        code.start(after)
    scope.names[step.name] = Local(V(ir.Reg(reg), ListType(w.item, True), c.one_source(w)), step.name_span)
    return fold.select(fold.op("ne", ir.Reg(reg), ir.Const(ir.NONE)), CHOSEN, NOT_DONE) if exactly else CHOSEN


def in_parts(code: Code, question: ir.Question, options: ir.Expr, least: ir.Expr, most: ir.Expr, reg: str, after: ir.Block) -> None:
    """One thing after another, in the order of the list, until there are enough, or nothing is left to decide."""
    b = code.b
    at, part = b.register("at"), b.register("part")
    code.emit(ir.Set(reg, ir.Const(())))
    code.emit(ir.Set(at, fold.ZERO))
    head, rest, ask, more = (code.new_block() for _ in range(4))
    code.goto(head)
    code.start(head)
    chosen = ir.Length(ir.Reg(reg))
    needed, allowed = code.set(fold.op("sub", least, chosen), "needed"), code.set(fold.op("sub", most, chosen), "allowed")
    code.close(ir.If(ir.Native("settled_rest", (options, ir.Reg(at), needed, allowed)), (ir.Goto(rest.number),), (ir.Goto(ask.number),)))
    code.start(rest)
    code.emit(ir.Set(reg, ir.Join((ir.Reg(reg), ir.Native("taken_rest", (options, ir.Reg(at), needed))), False)))
    code.goto(after)
    code.start(ask)
    said: tuple[str | ir.Say | ir.Which, ...] = question.prompt.parts if question.prompt is not None else ("Choose",)
    up_to = "" if least != fold.ZERO else "up to "
    prompt = ir.Text((*said, f" ({up_to}", ir.Say(allowed, "number"), " more)"))
    code.ask(replace(question, kind="part", prompt=prompt, list=ir.Native("next_parts", (options, ir.Reg(at), needed)), least=needed, most=allowed,
                     so_far=ir.Reg(reg)), part)
    code.close(ir.If(fold.op("eq", ir.Reg(part), ir.Const(())), (ir.Goto(after.number),), (ir.Goto(more.number),)))
    code.start(more)
    code.emit(ir.Set(at, ir.Native("behind", (options, ir.Reg(at), ir.Reg(part)))))
    code.emit(ir.Set(reg, ir.Join((ir.Reg(reg), ir.Tuple((ir.Reg(part),))), False)))
    code.goto(head)


def ask_if(code: Code, condition: ir.Expr, question: ir.Question, reg: str, otherwise: Any = ir.NONE) -> None:
    """Ask where there is something to ask about; else the answer is none."""
    if condition == fold.TRUE or not code.resumable:
        code.ask(question, reg)
        return
    ask, after = code.new_block(), code.new_block()
    code.emit(ir.Set(reg, ir.Const(otherwise)))
    code.close(ir.If(condition, (ir.Goto(ask.number),), (ir.Goto(after.number),)))
    code.start(ask)
    code.ask(question, reg)
    code.goto(after)
    code.start(after)


def may_be_missing(code: Code, name: str, reg: str) -> None:
    """Where nothing was chosen no step that uses the name is done."""
    if code.resumable:
        code.b.made.setdefault("missing", {})[name] = reg


def choices(code: Code, scope: Scope, step: n.Choose) -> tuple[c.Collection, dict[str, Any]]:
    """What is chosen from.  From a list that is no set its positions; the question then says which list they count."""
    source = c.joined_list(code.b, range_or_collection(code, scope, step.source, step.to))
    found = c.positions(source)
    if found is None:
        return source, {}
    item = c.item_type(source)
    shown = "thing" if isinstance(item, ThingType) else "flag" if isinstance(item, FlagType) else "number"
    return found[0], {"among": found[1], "shown": shown}


def choose_one(code: Code, scope: Scope, step: n.ChooseOne) -> ir.Expr | None:
    b = code.b
    conditions, keys = [], []
    for i, o in enumerate(step.options):
        if o.costs:
            unbuilt(code, o.costs[0], "A cost of an option inside an effect")
        label = text(b, scope, o.label)
        assert label is not None
        keys.append((o.key, label))
        conditions.append(flag(b, scope, o.condition) if o.condition is not None else fold.TRUE)
        if any(o.key == p.key for p in step.options[:i]):
            b.sink.error("name/declared-twice", o.key_span, f'There are two options "{o.key}"', hint="Give them different names.")
    lst: ir.Expr = ir.Const(tuple(range(len(keys))))
    if any(x != fold.TRUE for x in conditions):
        table = b.register("o")
        lst = ir.Each("collect", table, lst, fold.either(
            [fold.both([fold.op("eq", ir.Reg(table), ir.Const(i)), x]) for i, x in enumerate(conditions)]))
    reg = b.register("option")
    options = lst if isinstance(lst, ir.Const) else code.set(lst, "options")
    question = ir.Question("option", scope.you, text(b, scope, step.prompt), list=options, keys=tuple(keys),
                           cites=tuple(x.id for x in step.cites), span=b.span(step.span))
    ask_if(code, fold.TRUE if isinstance(options, ir.Const) and keys else fold.op("gt", ir.Length(options), fold.ZERO), question, reg)

    def chosen(block: n.Block) -> Callable[[], None]:
        return arm_block(code, scope, block) if block.steps else nothing

    def nothing() -> None:
        code.note(ir.Const(ir.SKIPPED))
    branches(code, [step], [(fold.op("eq", ir.Reg(reg), ir.Const(i)), chosen(o.block)) for i, o in enumerate(step.options)], nothing)
    return None


def derived_text(b: Builder, scope: Scope, step: n.May) -> ir.Text:
    """What a `may` without a text asks: the prompt of its choice, the move that it does, or its line, where that is plain words."""
    inner = step.block.steps[0] if step.block.steps else None
    if inner is None:
        return ir.Text(("Yes",))
    alone = len(step.block.steps) == 1
    if isinstance(inner, n.Choose) and inner.prompt is not None:
        return text(b, scope, inner.prompt) or ir.Text(("Yes",))
    if alone and isinstance(inner, n.Line) and inner.sentence.verb == "do" and len(inner.sentence.pieces) == 1:
        what = inner.sentence.pieces[0]
        if isinstance(what, n.Name):
            titles = {move.entry.title for move in b.model.moves.values() if move.name == what.name}
            title = next(iter(titles)) if len(titles) == 1 else None
            return ir.Text((title.plain if title is not None and all(isinstance(p, str) for p in title.parts) else in_words(what.name),))
    line = CITATION.sub("", inner.span.text.splitlines()[0]).strip()
    if not alone or not isinstance(inner, n.Line) or not PLAIN.fullmatch(line):
        b.sink.warning("step/may-without-text", step.span, "This question has no text",
                       text=f'Players would be asked "{in_words(line)}".', hint='Write what they may do: `may "Take a coin"`, and the steps below it.')
    return ir.Text((in_words(line),))


def in_words(line: str) -> str:
    line = line.replace("_", " ")
    return line[:1].upper() + line[1:]


def may(code: Code, scope: Scope, step: n.May) -> ir.Expr | None:
    """Asked only where something would be done; `may choose x from S` is one question."""
    from lawspeaker.interpreter.program.doable import doable
    b = code.b
    only = step.block.steps[0] if step.label is None and len(step.block.steps) == 1 else None
    if isinstance(only, n.Choose) and only.amount is None:
        return choose(code, scope, only, step)
    reg = b.register("yes")
    label = text(b, scope, step.label) or derived_text(b, scope, step)
    question = ir.Question("yes", scope.you, label, yes_text=label, no_text=ir.Text(("No",)), cites=tuple(x.id for x in step.cites), span=b.span(step.span))
    can = doable(code, scope, step.block)
    ask_if(code, can if can is not None else fold.TRUE, question, reg)
    inner_scope = scope.child()
    before = set(scope.names)

    def declined() -> None:
        """`may choose x`: without a choice, later steps that use x are not done."""
        for name, local in scope.names.items():
            if name not in before and isinstance(local, Local) and isinstance(local.value, V) and isinstance(local.value.ir, ir.Reg):
                code.emit(ir.Set(local.value.ir.name, ir.Const(ir.NONE)))
                b.made.setdefault("missing", {})[name] = local.value.ir.name
        code.note(NOT_DONE)
    run = (lambda: guarded(code, scope, only, [])) if only is not None else arm_in(code, inner_scope, step.block)
    branches(code, [step], [(fold.op("eq", ir.Reg(reg), ir.Const(1)), run)], declined)
    return None
