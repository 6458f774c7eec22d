"""Headers of moves for the printer of Python: all options of a move, and whether there is one."""
from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING

from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.collections import substitute
from lawspeaker.interpreter.program.optimise import refolded
from lawspeaker.interpreter.program.print_bills import heads_of
from lawspeaker.interpreter.program.print_sorts import counts, each_sort_of

if TYPE_CHECKING:
    from lawspeaker.interpreter.program.print_python import Printer


FEW = 4                          # cells that are looked at one by one


def header(p: Printer, m: ir.Move) -> None:
    """All legal options of a move: each requirement stands where its names are known.  What is required before anything is chosen stands
    in a function of its own, since those who ask for the move may have asked for that already."""
    first, more = first_tests(p, m.number, ir.Reg("you"))
    p.line(f"def m{m.number}(C, you, out):")
    if first and more:
        p.line(f"    if {' and '.join(first)}: h{m.number}(C, you, out)")
        p.line(f"def h{m.number}(C, you, out):")
    start = p.depth
    p.depth += 1
    heads = list(more if first and more else heads_of(p, m))
    while heads and isinstance(heads[0], ir.HeadRequire):
        requirement(p, heads.pop(0), "return")
    option = f"({m.number}, {''.join(r + ', ' for r in m.chosen)})"
    listed = options_beside(p, m, heads)
    if listed is not None:
        p.line(f"out += {listed}")
    else:
        p.line(f"out += [{option}{walked(p, heads)}]" if heads else f"out.append({option})")
    p.depth = start


def requirement(p: Printer, h: ir.Head, otherwise: str) -> None:
    for c in tests_of(h):
        if isinstance(c, ir.Bind) and c.condition == fold.TRUE:
            if isinstance(c.value, ir.Native) and c.value.name == "purse":
                p.purses[c.reg] = c.value
            p.line(f"{c.reg} = {p.e(c.value)}")
        else:
            p.line(f"if not {p.e(c)}: {otherwise}")


def tests_of(h: ir.Head) -> list[ir.Expr]:
    if not isinstance(h, ir.HeadRequire):
        return []
    return [c for c in (h.condition.items if isinstance(h.condition, ir.And) else (h.condition,)) if not (isinstance(c, ir.Const) and c.value)]


def walked(p: Printer, heads: list[ir.Head]) -> str:
    """Choices and requirements as the walks and tests of one list."""
    out = ""
    for h in heads:
        if isinstance(h, ir.HeadChoose):
            one = each_sort_of(p, h.reg, h.list) if isinstance(h.list, ir.Sorts) and not h.list.pieces else f"for {h.reg} in {p.iterable(h.list)}"
            if ":=" in one:
                one = f"for {h.reg} in {p.own_function(h.list)}"
            out += " " + one
        for c in tests_of(h):
            if isinstance(c, ir.Bind) and c.condition == fold.TRUE:
                value = p.e(c.value)
                if ":=" in value:
                    value = p.own_function(c.value)
                out += f" for {c.reg} in ({value},)"
            else:
                out += f" if {p.e(c)}"
    return out


def options_beside(p: Printer, m: ir.Move, heads: list[ir.Head]) -> str | None:
    """The options of a choice of what lies in counted places, known beforehand: those beside a cell that is not zero."""
    if not heads or not all(isinstance(h, ir.HeadChoose) for h in heads) or tuple(h.reg for h in heads) != m.chosen:  # type: ignore[union-attr]
        return None
    last = heads[-1]
    assert isinstance(last, ir.HeadChoose)
    s = last.list
    if not isinstance(s, ir.Sorts) or s.pieces:
        return None
    if len(heads) == 1:
        return f"compress({p.table(tuple((m.number, s.low + i) for i in range(s.length)))}, {counts(p, s)})"
    found = rows(heads[0], last) if len(heads) == 2 else None
    if found is None:
        return None
    owners, first = found
    options = tuple((m.number, owner, s.low + i) for owner in owners for i in range(s.length))
    return f"compress({p.table(options)}, C[{first}:{first + len(options)}])"


def rows(outer: ir.Head, inner: ir.Head) -> tuple[tuple[int, ...], int] | None:
    """A choice of an owner and then of a sort that lies there, where the cells of all owners lie side by side: the owners, the first cell."""
    if not isinstance(outer, ir.HeadChoose) or not isinstance(inner, ir.HeadChoose) or not isinstance(outer.list, ir.Const):
        return None
    s, owners = inner.list, outer.list.value
    if not isinstance(s, ir.Sorts) or s.pieces or len(owners) < 2 or s.index is None:
        return None
    starts = [refolded(substitute(s.index, outer.reg, ir.Const(owner))) for owner in owners]
    if not all(isinstance(i, ir.Const) for i in starts) or any(z.value - a.value != s.length for a, z in zip(starts, starts[1:])):
        return None
    return owners, s.base + starts[0].value


# ---- whether there is an option ------------------------------------------------------------------------------------
def possible(p: Printer, x: ir.Possible) -> str:
    """Whether a move has an option.  What it requires before anything is chosen is asked first, where it stands."""
    if len(x.moves) > 1 or not isinstance(x.you, (ir.Reg, ir.Const)):
        return f"can(C, {p.e(x.you)}, ({''.join(f'm{i}, ' for i in x.moves)}))"
    tests, more = first_tests(p, x.moves[0], x.you)
    if len(more) == 1 and isinstance(more[0], ir.HeadChoose):
        if not (isinstance(more[0].list, ir.Sorts) and more[0].list.length <= FEW):
            lst = substitute(more[0].list, "you", x.you)
            tests.append(f"bool({p.e(lst)})" if p.effects.can_fail(lst) else some(p, lst))
    elif more:
        tests.append(f"can(C, {p.e(x.you)}, (m{x.moves[0]}, ))")
    return "(" + " and ".join(tests) + ")" if tests else "True"


def first_tests(p: Printer, move: int, you: ir.Expr) -> tuple[list[str], tuple[ir.Head, ...]]:
    """What a move requires before anything is chosen or computed for it, and the rest of its header."""
    tests: list[str] = []
    heads = heads_of(p, p.p.moves[move])
    for i, h in enumerate(heads):
        if isinstance(h, ir.HeadChoose) and isinstance(h.list, ir.Sorts) and h.list.length <= FEW:
            tests.append(some(p, substitute(h.list, "you", you)))
        if not isinstance(h, ir.HeadRequire) or holds(h.condition, ir.Bind):
            return tests, heads[i:]
        if h.condition != ir.Const(1):
            tests.append(p.e(substitute(h.condition, "you", you)))
    return tests, ()


def some(p: Printer, lst: ir.Expr) -> str:
    """Whether a list has an entry."""
    if isinstance(lst, ir.Sorts):
        if lst.length <= FEW:
            return "(" + " or ".join(f"C[{p.at(lst.base + i, lst.index)}]" for i in range(lst.length)) + ")"
        return f"any({counts(p, lst)})"
    if isinstance(lst, ir.Each) and lst.what == "collect":
        return p.e(replace(lst, what="any"))
    return f"bool({p.walked(lst)})"


def holds(x: object, kind: type) -> bool:
    """Whether an expression has one of a kind inside."""
    if isinstance(x, kind):
        return True
    if isinstance(x, tuple):
        return any(holds(y, kind) for y in x)
    return is_dataclass(x) and any(holds(getattr(x, f.name), kind) for f in fields(x))
