"""Which registers a block needs from the one before: what its frame carries, and no more."""
from __future__ import annotations

from dataclasses import fields, is_dataclass

from lawspeaker.interpreter.program import ir


def find_params(functions: list[ir.Function], blocks: list[ir.Block]) -> None:
    """Set `params` of every block; those of an entry are the parameters of its function."""
    for f in functions:
        if f.kind == "resumable" and f.blocks:
            live = {n: frozenset[str]() for n in f.blocks}
            changed = True
            while changed:
                changed = False
                for number in reversed(f.blocks):
                    now = frozenset(needs(blocks[number], blocks, live))
                    if now != live[number]:
                        live[number] = now
                        changed = True
            entry = f.blocks[0]
            unknown = live[entry] - set(f.params)
            assert not unknown, f"{f.name}: registers without a value: {sorted(unknown)}"
            for number in f.blocks:
                blocks[number].params = f.params if number == entry else tuple(sorted(live[number]))


def needs(block: ir.Block, blocks: list[ir.Block], live: dict[int, frozenset[str]]) -> set[str]:
    out = before(block.body, set(), live, blocks)
    if block.into is not None:
        out.discard(block.into)
    if block.question is not None:
        out |= exposed(block.question)
    return out


def before(stmts: tuple[ir.Stmt, ...], after: set[str], live: dict[int, frozenset[str]], blocks: list[ir.Block]) -> set[str]:
    """The registers that are read before they are set, when `after` are read afterwards."""
    out = set(after)
    for s in reversed(stmts):
        match s:
            case ir.Set():
                out.discard(s.reg)
                out |= exposed(s.value)
            case ir.If():
                inner = before(s.yes, out, live, blocks) | before(s.no, out, live, blocks)
                out = (inner - bound(s.condition)) | exposed(s.condition)
            case ir.For():
                inner = before(s.body, out, live, blocks)
                inner |= before(s.body, out | inner, live, blocks)
                out |= (inner - {s.reg}) | exposed(s.list)
            case ir.Act() | ir.CallStraight():
                if s.reg is not None:
                    out.discard(s.reg)
                out |= exposed(s)
            case ir.Goto():
                out = set(live.get(s.block, ()))
            case ir.CallThen() | ir.CallBy() | ir.Ask() | ir.Unwind():
                out = carried(s.block, blocks, live) | exposed(s)
            case ir.Jump() | ir.JumpBy():
                out = exposed(s)
            case ir.Return():
                out = exposed(s.value)
            case ir.EndGame():
                out = set()
            case _:
                out |= exposed(s)
    return out


def carried(number: int, blocks: list[ir.Block], live: dict[int, frozenset[str]]) -> set[str]:
    return set(live.get(number, ())) - ({blocks[number].into} if blocks[number].into else set())


def bound(e: object) -> set[str]:
    """Registers that a condition sets."""
    out: set[str] = set()
    if isinstance(e, ir.Bind):
        out.add(e.reg)
    if is_dataclass(e):
        for f in fields(e):
            v = getattr(e, f.name)
            for x in v if isinstance(v, tuple) else (v,):
                if is_dataclass(x):
                    out |= bound(x)
    return out


def inner(e: object) -> set[str]:
    """Registers that get their values inside an expression: what conditions set, and what walks go through."""
    out: set[str] = set()
    if isinstance(e, (ir.Bind, ir.Each, ir.Fold)):
        out.add(e.reg)
    if isinstance(e, ir.Fold):
        out.add(e.acc)
    if isinstance(e, tuple):
        return out.union(*(inner(x) for x in e))
    if is_dataclass(e):
        for f in fields(e):
            out |= inner(getattr(e, f.name))
    return out


def exposed(e: object) -> set[str]:
    """Registers that an expression reads from outside."""
    return reads(e) - bound(e)


def reads(e: object) -> set[str]:
    if isinstance(e, ir.Reg):
        return {e.name}
    if isinstance(e, ir.Each):
        inner = (reads(e.condition) if e.condition is not None else set()) | (reads(e.value) if e.value is not None else set())
        return reads(e.list) | (inner - {e.reg})
    if isinstance(e, ir.Fold):
        return reads(e.list) | reads(e.start) | (reads(e.step) - {e.reg, e.acc})
    out: set[str] = set()
    if is_dataclass(e):
        for f in fields(e):
            v = getattr(e, f.name)
            for x in v if isinstance(v, tuple) else (v,):
                if is_dataclass(x):
                    out |= reads(x)
                elif isinstance(x, tuple):
                    for y in x:
                        if is_dataclass(y):
                            out |= reads(y)
    return out
