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
    result: str | None = None                     # register of the function's own result, when somebody reads it
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
    def note(self, result: ir.Expr) -> None:
        """Count a step's result into the function's."""
        if self.result is None:
            return
        acc = ir.Reg(self.result)
        value = fold.select(fold.op("eq", acc, ir.Const(-1)), result,
                            fold.select(fold.op("eq", acc, result), result, ir.Const(ir.PARTLY)))
        self.emit(ir.Set(self.result, value))


def finish(code: Code) -> None:
    """End a function: its result is `fully` unless it was counted."""
    result: ir.Expr = ir.Const(ir.FULLY)
    if code.result is not None:
        acc = ir.Reg(code.result)
        result = fold.select(fold.op("eq", acc, ir.Const(-1)), ir.Const(ir.FULLY), acc)
    if code.open:
        code.emit(ir.Return(result))
    if code.resumable:
        code.finish_block()
    else:
        code.function.body = tuple(code.body)
