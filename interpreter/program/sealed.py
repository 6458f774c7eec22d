"""`for each p in S at once`: everybody chooses unseen, then the effects run in order.

The body is cut behind its choices.  A first loop asks and keeps each answer in a register of the frame, where nobody sees
it; a second loop gives the names their values back and does the rest.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lawspeaker.interpreter.model.walk import walk
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.building import Local, Scope
from lawspeaker.interpreter.program.code import Code
from lawspeaker.interpreter.program.expressions import player
from lawspeaker.interpreter.syntax import nodes as n

CHOICES = (n.Choose, n.ChooseOne, n.May)


def at_once(code: Code, inner: Scope, step: n.ForEach, reg: str, items: ir.Expr) -> None:
    """The loops; `inner` is the scope of a pass, in which `reg` holds its entry."""
    from lawspeaker.interpreter.program.steps import guarded, loop, lower_block
    b, block = code.b, step.block
    whose = block.steps[0] if len(block.steps) == 1 and isinstance(block.steps[0], n.As) else None
    block = whose.block if whose is not None else block
    asked = len(tuple(choices_first(block)))
    rest = replace(block, steps=block.steps[asked:])
    if not check(code, step, block, rest):
        return
    you = b.register("you") if whose is not None else None
    scope = inner.child(you=ir.Reg(you)) if you is not None else inner
    answers, everybody = b.register("answers"), code.set(items, "everybody")
    code.emit(ir.Set(answers, ir.Const(())))
    kept: list[str] = []

    def ask() -> None:
        if whose is not None and you is not None:
            code.emit(ir.Set(you, player(b, inner, whose.who)))
        b.made["sealed"] = True
        for s in block.steps[:asked]:
            guarded(code, scope, s, [])
        b.made["sealed"] = False
        kept[:] = [*([you] if you is not None else []), *registers(code, scope)]
        code.emit(ir.Set(answers, ir.Join((ir.Reg(answers), ir.Tuple((ir.Tuple(tuple(map(ir.Reg, kept))),))), False)))
    loop(code, step, reg, everybody, ask)
    at = b.register("at")

    def do() -> None:
        code.emit(ir.Set(reg, ir.Item(everybody, ir.Reg(at), -1)))
        for i, name in enumerate(kept):
            code.emit(ir.Set(name, ir.Item(ir.Item(ir.Reg(answers), ir.Reg(at), -1), ir.Const(i + 1), -1)))
        lower_block(code, scope, rest)
    loop(code, step, at, ir.Range(ir.Const(1), fold.length(everybody)), do)


def choices_first(block: n.Block) -> Iterator[n.Step]:
    """The steps of a block up to its first effect."""
    for s in block.steps:
        if not isinstance(s, (n.Let, n.Choose)):
            return
        yield s


def check(code: Code, step: n.ForEach, block: n.Block, rest: n.Block) -> bool:
    late = next((x for x in walk(rest) if isinstance(x, CHOICES)), None)
    if late is not None:
        code.b.sink.error("step/choice-behind-effect", late.span, "This choice comes behind an effect, so it could not be made unseen",
                          hint="In `for each … at once` all choices stand first, as `choose` steps; what comes of them stands below.")
    elif not any(isinstance(s, n.Choose) for s in choices_first(block)):
        code.b.sink.error("step/nothing-unseen", step.span, "Nobody chooses anything here, so there is nothing to keep unseen",
                          hint="Leave out `at once`, or begin with a `choose` step.")
    else:
        return True
    return False


def registers(code: Code, scope: Scope) -> Iterator[str]:
    """The registers of the names made in a pass, and those that say whether they mean anything."""
    other = code.b.made.get("missing with", {})
    for local in scope.names.values():
        if isinstance(local, Local) and isinstance(local.value.ir, ir.Reg):
            yield local.value.ir.name
            if local.value.ir.name in other:
                yield other[local.value.ir.name]
