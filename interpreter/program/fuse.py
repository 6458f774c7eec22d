"""Blocks that are only gone to are written where they are gone to: fewer frames, fewer trips round the trampoline.

A block that a frame may name (it goes on after a call, a question or an ending), an entry and a loop's head stay.  Part of
making form 3, so both readers see the same blocks.
"""
from __future__ import annotations

from dataclasses import replace

from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.valued import valued_blocks

SMALL = 6                        # statements that may be written twice


def fuse(functions: list[ir.Function], blocks: list[ir.Block], depths: set[int], drain_span: int) -> None:
    """Make a program smaller: what is not needed goes, `Goto` is written out, calls in last place keep no frame."""
    forget_depths(functions, blocks, depths)
    write_out(functions, blocks)
    tail_calls(functions, blocks, looked_for(blocks) | {drain_span})
    write_out(functions, blocks)
    thread_entries(functions, blocks)
    sweep(functions, blocks)


def looked_for(blocks: list[ir.Block]) -> set[int]:
    """The spans that some step may end, their endings, and the windows outside which it looks for them."""
    out: set[int] = set()
    for b in blocks:
        for t in statements(b.body):
            if isinstance(t, ir.Unwind):
                out |= {*t.spans, *map(ir.closing, t.spans)} | ({t.window} if t.window else set())
    return out


def statements(stmts: tuple[ir.Stmt, ...]) -> list[ir.Stmt]:
    out: list[ir.Stmt] = []
    for s in stmts:
        out.append(s)
        if isinstance(s, ir.If):
            out += statements(s.yes) + statements(s.no)
        elif isinstance(s, ir.For):
            out += statements(s.body)
    return out


def rewrite(stmts: tuple[ir.Stmt, ...], change) -> tuple[ir.Stmt, ...]:  # type: ignore[no-untyped-def]
    """Every statement through `change`, which gives another, or None to leave it out."""
    out: list[ir.Stmt] = []
    for s in stmts:
        if isinstance(s, ir.If):
            s = replace(s, yes=rewrite(s.yes, change), no=rewrite(s.no, change))
        elif isinstance(s, ir.For):
            s = replace(s, body=rewrite(s.body, change))
        new = change(s)
        if new is not None:
            out.append(new)
    return tuple(out)


def forget_depths(functions: list[ir.Function], blocks: list[ir.Block], depths: set[int]) -> None:
    """Nobody asks whether these phases are going on: they are not counted."""
    from dataclasses import fields, is_dataclass
    asked: set[int] = set()

    def look(x: object) -> None:
        if isinstance(x, ir.Active):
            asked.add(x.cell)
        if isinstance(x, tuple):
            for y in x:
                look(y)
        elif is_dataclass(x):
            for f in fields(x):
                look(getattr(x, f.name))
    for f in functions:
        look(f.value)
        look(f.body)
    for b in blocks:
        look(b.body)
        look(b.question)
    gone = depths - asked

    def drop(s: ir.Stmt) -> ir.Stmt | None:
        return None if isinstance(s, ir.Store) and s.index is None and s.base in gone else s
    for b in blocks:
        b.body = rewrite(b.body, drop)


def write_out(functions: list[ir.Function], blocks: list[ir.Block]) -> None:
    valued = valued_blocks(blocks)
    for f in functions:
        if f.kind != "resumable" or not f.blocks:
            continue
        fixed = {f.blocks[0]} | {n for n in f.blocks if n in valued or blocks[n].span_of != ir.NO_SPAN}
        again = True
        while again:
            again = False
            uses = {n: 0 for n in f.blocks}
            for n in f.blocks:
                count(blocks[n].body, uses)
            for n in f.blocks:
                new, changed = inline(blocks[n].body, n, uses, fixed, blocks)
                if changed:
                    blocks[n].body = new
                    again = True


def tail_calls(functions: list[ir.Function], blocks: list[ir.Block], targets: set[int]) -> None:
    """A call after which only `fully` is returned needs no frame, if what is called always returns `fully`."""
    full = {f.number for f in functions if f.kind == "resumable"}
    again = True
    while again:
        again = False
        for f in functions:
            if f.number in full and not all(returns_fully(blocks[n].body, full) for n in f.blocks or ()):
                full.discard(f.number)
                again = True

    def last(number: int) -> bool:
        b = blocks[number]
        return b.body == (ir.Return(ir.Const(ir.FULLY)),) and b.span_of not in targets

    def change(s: ir.Stmt) -> ir.Stmt:
        if isinstance(s, ir.CallThen) and s.function in full and last(s.block):
            return ir.Jump(s.function, s.arguments)
        if isinstance(s, ir.CallBy) and set(s.functions) <= full and last(s.block):
            return ir.JumpBy(s.functions, s.which, s.you, s.arguments)
        return s
    for b in blocks:
        b.body = rewrite(b.body, change)


def returns_fully(stmts: tuple[ir.Stmt, ...], full: set[int]) -> bool:
    for s in statements(stmts):
        if isinstance(s, ir.Return) and s.value != ir.Const(ir.FULLY):
            return False
        if isinstance(s, ir.Jump) and s.function not in full:
            return False
    return True


def thread_entries(functions: list[ir.Function], blocks: list[ir.Block]) -> None:
    """A procedure that only jumps on with its own arguments is left out of the way."""
    onward: dict[int, int] = {}
    for f in functions:
        if f.kind == "resumable" and f.blocks:
            body = blocks[f.blocks[0]].body
            if len(body) == 1 and isinstance(body[0], ir.Jump) and body[0].arguments == tuple(ir.Reg(p) for p in f.params):
                onward[f.number] = body[0].function

    def final(number: int) -> int:
        seen = set()
        while number in onward and number not in seen:
            seen.add(number)
            number = onward[number]
        return number

    def change(s: ir.Stmt) -> ir.Stmt:
        if isinstance(s, (ir.CallThen, ir.Jump)):
            return replace(s, function=final(s.function))
        if isinstance(s, (ir.CallBy, ir.JumpBy)):
            return replace(s, functions=tuple(final(f) for f in s.functions))
        return s
    for b in blocks:
        b.body = rewrite(b.body, change)


def sweep(functions: list[ir.Function], blocks: list[ir.Block]) -> None:
    """Blocks that nothing reaches any more are forgotten."""
    valued = valued_blocks(blocks)
    for f in functions:
        if f.kind == "resumable" and f.blocks:
            reachable = reach(f.blocks[0], valued, blocks)
            f.blocks = [n for n in f.blocks if n in reachable]
    kept = {n for f in functions for n in f.blocks or ()}
    for b in blocks:
        if b.number not in kept:
            b.body = (ir.Fault("unreachable", -1), ir.Return())
            b.question = None


def count(stmts: tuple[ir.Stmt, ...], uses: dict[int, int]) -> None:
    for s in stmts:
        if isinstance(s, ir.Goto):
            uses[s.block] = uses.get(s.block, 0) + 1
        elif isinstance(s, ir.If):
            count(s.yes, uses)
            count(s.no, uses)


def inline(stmts: tuple[ir.Stmt, ...], own: int, uses: dict[int, int], fixed: set[int], blocks: list[ir.Block]) -> tuple[tuple[ir.Stmt, ...], bool]:
    out: list[ir.Stmt] = []
    changed = False
    for s in stmts:
        if isinstance(s, ir.If):
            yes, a = inline(s.yes, own, uses, fixed, blocks)
            no, b = inline(s.no, own, uses, fixed, blocks)
            if a or b:
                s = replace(s, yes=yes, no=no)
                changed = True
            out.append(s)
        elif isinstance(s, ir.Goto) and s.block != own and s.block not in fixed and fits(s.block, uses, blocks):
            out.extend(blocks[s.block].body)
            changed = True
        else:
            out.append(s)
    return tuple(out), changed


def fits(number: int, uses: dict[int, int], blocks: list[ir.Block]) -> bool:
    body = blocks[number].body
    if goes_to(body, number):
        return False
    if uses.get(number, 0) == 1:
        return True
    return len(body) <= SMALL and not any(isinstance(s, (ir.If, ir.For)) for s in body)


def goes_to(stmts: tuple[ir.Stmt, ...], number: int) -> bool:
    """Whether a block can come back to itself by going; then it is a loop's head."""
    return any((isinstance(s, ir.Goto) and s.block == number)
               or (isinstance(s, ir.If) and (goes_to(s.yes, number) or goes_to(s.no, number))) for s in stmts)


def reach(entry: int, fixed: set[int], blocks: list[ir.Block]) -> set[int]:
    out: set[int] = set()
    todo = [entry]

    def visit(stmts: tuple[ir.Stmt, ...]) -> None:
        for s in stmts:
            if isinstance(s, (ir.Goto, ir.CallThen, ir.CallBy, ir.Ask, ir.Unwind)):
                todo.append(s.block)
            elif isinstance(s, ir.If):
                visit(s.yes)
                visit(s.no)
    while todo:
        n = todo.pop()
        if n not in out:
            out.add(n)
            visit(blocks[n].body)
    return out
