"""A function being written: straight (one body) or resumable (blocks cut where play may stop).

`Code` keeps the current block and the current list of statements; structured statements are written with `inside`.
"""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.building import Builder
from lawspeaker.interpreter.text.source import Span


@dataclass(slots=True)
class Loop:
    """Where `stop` goes: a structured loop is left by Break, one made of blocks by going to its exit."""

    exit: ir.Block | None


@dataclass(slots=True)
class Code:
    b: Builder
    key: Any
    function: ir.Function
    body: list[ir.Stmt] = field(default_factory=list)
    block: ir.Block | None = None
    open: bool = True
    loops: list[Loop] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)
    strict: bool = False                          # of a verb that is paid: what falls short ends it (shortfalls.py)
    result: str | None = None                     # register of the function's own result, when somebody reads it
    outer: list[str | None] = field(default_factory=list)       # such registers of the steps around, while one is counted by itself
    measures: dict[str, str] = field(default_factory=dict)      # numbers of the verb that are measured, with their registers (measured.py)
    event: ir.Expr | None = None                  # the replacements that have had their turn in the event that goes on here

    @property
    def resumable(self) -> bool:
        return self.function.kind == "resumable"

    def emit(self, s: ir.Stmt) -> None:
        if self.open:
            self.body.append(s)

    def set(self, value: ir.Expr, name: str = "r") -> ir.Reg:
        reg = self.b.register(name)
        self.emit(ir.Set(reg, value))
        return ir.Reg(reg)

    # ---- blocks --------------------------------------------------------------------------------------
    def new_block(self, into: str | None = None, question: ir.Question | None = None, span_of: int = ir.NO_SPAN,
                  place: Span | None = None) -> ir.Block:
        block = ir.Block(len(self.b.blocks), self.function.number, (), (), into, question, span_of,
                         self.b.span(place) if place is not None else self.function.span)
        self.b.blocks.append(block)
        assert self.function.blocks is not None
        self.function.blocks.append(block.number)
        return block

    def close(self, end: ir.Stmt) -> None:
        """End the current block."""
        if self.open:
            self.body.append(end)
        self.finish_block()

    def finish_block(self) -> None:
        if self.block is not None:
            self.block.body = tuple(self.body)
        self.open = False

    def start(self, block: ir.Block) -> None:
        self.block = block
        self.body = []
        self.open = True

    @contextmanager
    def inside(self) -> Iterator[list[ir.Stmt]]:
        """Statements written in the `with` go into a list of their own."""
        outer, was_open = self.body, self.open
        self.body, self.open = [], True
        inner = self.body
        try:
            yield inner
        finally:
            self.body, self.open = outer, was_open

    # ---- suspension ------------------------------------------------------------------------------------
    def suspends_here(self) -> None:
        """Note that the step at hand may stop play: for this function and for every step around it."""
        self.b.found.add(self.key)
        self.b.found.update(self.nodes)

    def calls(self, key: Any) -> None:
        for node in (self.key, *self.nodes):
            self.b.calls.setdefault(node, set()).add(key)

    def call(self, function: int, arguments: tuple[ir.Expr, ...], key: Any, into: str | None = None, span_of: int = ir.NO_SPAN) -> None:
        """Call a procedure, whichever sort it is."""
        self.calls(key)
        f = self.b.functions[function]
        if f.kind == "straight":
            self.emit(ir.CallStraight(function, arguments, into))
            return
        self.then(ir.CallThen, function, arguments, into, span_of)

    def then(self, how: type[ir.CallThen], function: int, arguments: tuple[ir.Expr, ...], into: str | None = None,
             span_of: int = ir.NO_SPAN) -> None:
        self.suspends_here()
        if not self.resumable:                    # only in the first pass, where nothing is known yet
            self.emit(ir.Return())
            return
        after = self.new_block(into, span_of=span_of)
        self.close(how(function, arguments, after.number))
        self.start(after)

    def ask(self, question: ir.Question, into: str) -> None:
        self.suspends_here()
        if not self.resumable:
            return
        after = self.new_block(into, question)
        self.close(ir.Ask(after.number))
        self.start(after)

    def goto(self, block: ir.Block) -> None:
        self.close(ir.Goto(block.number))

    # ---- results ---------------------------------------------------------------------------------------
    def leave(self, result: ir.Expr) -> None:
        """Return from a verb, with what it did of the numbers that are measured."""
        self.emit(ir.Return(ir.Tuple((result, *map(ir.Reg, self.measures.values()))) if self.measures else result))

    def count(self) -> None:
        """From here on results of steps are counted into that of the function."""
        self.result = self.b.register("result")
        self.emit(ir.Set(self.result, ir.Const(ir.UNCOUNTED)))

    def note(self, result: ir.Expr) -> None:
        """Count a step's result into that of what is around it."""
        if self.result is None or result == ir.Const(ir.UNCOUNTED):
            return
        if not isinstance(result, (ir.Const, ir.Reg)):
            result = self.set(result, "got")
        self.emit(ir.Set(self.result, together(ir.Reg(self.result), result, bool(self.b.made.get("heard")))))

    def note_if(self, condition: ir.Expr, result: int) -> None:
        """Count a result where the condition holds."""
        if self.result is not None:
            with self.inside() as stmts:
                self.note(ir.Const(result))
            self.emit(ir.If(condition, tuple(stmts)))

    @contextmanager
    def counting(self) -> Iterator[ir.Reg]:
        """What is noted in the `with` is counted by itself."""
        reg = self.b.register("result")
        self.emit(ir.Set(reg, ir.Const(ir.UNCOUNTED)))
        self.outer.append(self.result)
        self.result = reg
        yield ir.Reg(reg)
        self.result = self.outer.pop()

    def left(self) -> ir.Expr:
        """The result of a function that is left in its middle: partly done at best."""
        out: ir.Expr = ir.Const(ir.NOT)
        for reg in (*self.outer, self.result):
            if reg is not None:
                done = fold.either([fold.op("eq", ir.Reg(reg), ir.Const(x)) for x in (ir.FULLY, ir.PARTLY)])
                out = fold.select(done, ir.Const(ir.PARTLY), fold.select(fold.both([fold.op("eq", ir.Reg(reg), ir.Const(ir.REPLACED)), fold.op(
                    "eq", out, ir.Const(ir.NOT))]), ir.Const(ir.REPLACED), out))
        return out


def together(a: ir.Expr, b: ir.Expr, replacements: bool) -> ir.Expr:
    """The result of what has two results: fully or not done if both are, replaced if nothing was done but that, else partly."""
    partly: ir.Expr = ir.Const(ir.PARTLY)
    if replacements:                              # one is 0, their sum that of not and replaced
        partly = fold.select(fold.both([fold.op("eq", fold.op("mul", a, b), fold.ZERO), fold.op("eq", fold.op("add", a, b), ir.Const(ir.NOT + ir.REPLACED))]),
                             ir.Const(ir.REPLACED), partly)
    counted = fold.select(fold.op("lt", a, fold.ZERO), b, fold.select(fold.op("eq", a, b), b, partly))
    skipped = fold.select(fold.op("eq", a, ir.Const(ir.UNCOUNTED)), b, a)
    return fold.select(fold.op("lt", b, fold.ZERO), skipped, counted)


def told(acc: ir.Expr) -> ir.Expr:
    """What is counted as a result: what did nothing that counts was done, what was not entered was not."""
    return fold.select(fold.op("ge", acc, fold.ZERO), acc, fold.select(fold.op("eq", acc, ir.Const(ir.UNCOUNTED)), ir.Const(ir.FULLY), ir.Const(ir.NOT)))


WAS_NOT = 4                      # not done, as a span tells it that nothing has cut off


def end_counted(code: Code) -> ir.Expr:
    """What the inside of a span returns where somebody asks: what was counted, told apart from the *not done* of an ending."""
    if code.result is None:
        return ir.Const(ir.FULLY)
    return fold.select(fold.op("eq", ir.Reg(code.result), ir.Const(ir.NOT)), ir.Const(WAS_NOT), ir.Reg(code.result))


def was_cut(got: ir.Expr) -> ir.Expr:
    """The result of a span: what an ending has cut off was done partly."""
    return fold.select(fold.op("eq", got, ir.Const(ir.NOT)), ir.Const(ir.PARTLY), fold.select(fold.op("eq", got, ir.Const(WAS_NOT)), ir.Const(ir.NOT), got))


def finish(code: Code) -> None:
    """End a function: its result is `fully` unless it was counted."""
    if code.open:
        code.leave(told(ir.Reg(code.result)) if code.result is not None else ir.Const(ir.FULLY))
    if code.resumable:
        code.finish_block()
    else:
        code.function.body = tuple(code.body)
