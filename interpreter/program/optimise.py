"""Faster spellings of walks for the printer of Python: slices, unrolled loops, tables instead of filters.

Each function returns None (or the walk as it was) where its pattern does not fit; none changes what is meant, and the oracle
test compares both readers after every decision.
"""
from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.collections import substitute
from lawspeaker.interpreter.program.liveness import bound, reads
from lawspeaker.interpreter.program.lookup import certain, lookup, of_key

if TYPE_CHECKING:
    from lawspeaker.interpreter.program.print_python import Printer

UNROLLED = 8                     # entries of a list whose walk is written out
WRITTEN = 48                     # plain comparisons that one unrolled walk may come to
MANY_SETS = 64                    # values of a fact that are told apart by sets
ORDERLESS = ("any", "all", "count", "sum")


def spared(p: Printer, x: ir.Each) -> str | None:
    """A walk as something that is no walk."""
    return as_slice(p, x) or as_position(p, x) or as_block(p, x) or as_set(p, x) or as_firsts(p, x) or unrolled(p, x)


# ---- lists known when the game is loaded --------------------------------------------------------------------------
def known(p: Printer, lst: ir.Expr, what: str) -> tuple[Any, ...] | None:
    """The entries of a list, if they are known; of all players, where their order does not matter."""
    if isinstance(lst, ir.Const):
        return lst.value  # type: ignore[no-any-return]
    if isinstance(lst, ir.Fact):
        table = p.p.tables[lst.table]
        if table.name == "players from" and what in ORDERLESS:
            return tuple(range(len(table.values)))
    return None


def cost(x: object) -> int:
    """About how many comparisons an expression is written out to; large where a walk cannot be written out."""
    from dataclasses import fields, is_dataclass
    if isinstance(x, ir.Each):
        if isinstance(x.list, (ir.Const, ir.Reg)) and x.condition is not None and x.what in ORDERLESS:
            n = len(x.list.value) if isinstance(x.list, ir.Const) else 4
            return n * cost(x.condition)
        return 1000
    if isinstance(x, tuple):
        return sum(cost(y) for y in x)
    if is_dataclass(x):
        return (1 if isinstance(x, (ir.Op, ir.Between, ir.Contains, ir.CallValue)) else 0) + sum(cost(getattr(x, f.name)) for f in fields(x))
    return 0


def unrolled(p: Printer, x: ir.Each) -> str | None:
    """A walk over a few known entries, written out."""
    entries = known(p, x.list, x.what)
    if entries is None or x.what not in ORDERLESS or len(entries) > UNROLLED or (x.condition is None and x.what != "sum"):
        return None
    if not isinstance(x.list, ir.Const) and p.effects.can_fail(x.condition):
        return None                               # which of them is asked first matters
    if (cost(x.condition) + cost(x.value)) * len(entries) > WRITTEN:
        return None
    parts = [(refolded(substitute(x.condition, x.reg, ir.Const(v))) if x.condition is not None else fold.TRUE, v) for v in entries]
    if x.what in ("any", "all"):
        joined = fold.either([c for c, _ in parts]) if x.what == "any" else fold.both([c for c, _ in parts])
        return p.e(joined)
    terms = []
    for c, v in parts:
        if isinstance(c, ir.Const) and not c.value:
            continue
        worth = p.e(substitute(x.value, x.reg, ir.Const(v))) if x.value is not None and x.what == "sum" else "1"
        terms.append(worth if isinstance(c, ir.Const) else f"({worth} if {p.e(c)} else 0)")
    return "(" + " + ".join(terms) + ")" if terms else "0"


def refolded(x: Any) -> Any:
    """Constants folded anew after a register became one."""
    match x:
        case ir.Load() if x.index is not None:
            return fold.load(x.base, refolded(x.index))
        case ir.Op():
            return fold.op(x.op, refolded(x.left), refolded(x.right), x.span)
        case ir.And():
            return fold.both([refolded(i) for i in x.items])
        case ir.Or():
            return fold.either([refolded(i) for i in x.items])
        case ir.Not():
            return fold.negate(refolded(x.item))
        case ir.Between():
            return fold.between(refolded(x.item), x.low, x.high)
        case ir.Length():
            return fold.length(refolded(x.item))
        case ir.SumCells():
            return ir.SumCells(x.base, refolded(x.index), x.length)
        case ir.Select():
            return fold.select(refolded(x.condition), refolded(x.yes), refolded(x.no))
        case ir.Contains():
            return fold.contains(refolded(x.list), refolded(x.item))
        case _:
            return x


# ---- one comparison with a row of cells ------------------------------------------------------------------------------
def compared(x: ir.Each) -> tuple[int, bool, ir.Expr | None] | None:
    """`cell(reg) = k`: base, whether equal, k (None: an empty list)."""
    c = x.condition
    if isinstance(c, ir.Op) and c.op in ("eq", "ne") and isinstance(c.left, ir.Load) and c.left.index == ir.Reg(x.reg) \
            and x.reg not in reads(c.right) and not isinstance(c.right, ir.Each):
        return c.left.base, c.op == "eq", c.right
    item: ir.Expr | None = c
    equal = False
    if isinstance(item, ir.Not):
        item, equal = item.item, True
    if isinstance(item, ir.Op) and item.right == fold.ZERO and isinstance(item.left, ir.Length) and item.op in ("gt", "eq") \
            and isinstance(item.left.item, ir.Load) and item.left.item.index == ir.Reg(x.reg):
        return item.left.item.base, equal != (item.op == "eq"), None
    return None


def progression(entries: tuple[Any, ...]) -> slice | None:
    """The entries as a slice, if they lie at equal distances."""
    if not entries or not all(isinstance(v, int) for v in entries):
        return None
    if len(entries) == 1:
        return slice(entries[0], entries[0] + 1, 1)
    by = entries[1] - entries[0]
    if by < 1 or any(z - a != by for a, z in zip(entries, entries[1:])):
        return None
    return slice(entries[0], entries[-1] + 1, by)


def spelled(what: str, row: str, count: str, equal: bool, k: str) -> str | None:
    match what, equal:
        case "any", True:
            return f"({k} in {row})"
        case "all", False:
            return f"({k} not in {row})"
        case "all", True:
            return f"({row}.count({k}) == {count})"
        case "any", False:
            return f"({row}.count({k}) != {count})"
        case "count", True:
            return f"{row}.count({k})"
        case "count", False:
            return f"({count} - {row}.count({k}))"
    return None


def as_slice(p: Printer, x: ir.Each) -> str | None:
    """A walk that only compares a row of cells with one value: a search in a slice."""
    found = compared(x)
    if found is None or not isinstance(x.list, ir.Const) or len(x.list.value) < 4:
        return as_indexed_slice(p, x)
    base, equal, k = found
    where = progression(x.list.value)
    if where is None:
        return None
    step = f":{where.step}" if where.step != 1 else ""
    row = f"C[{base + where.start}:{base + where.stop}{step}]"
    if (x.what, equal) in (("any", True), ("all", False)) and len(x.list.value) > 8:
        # the last entry first: a full row is rare, and looking at one cell is cheaper than cutting out all
        last, value = f"C[{base + x.list.value[-1]}]", p.e(k) if k is not None else "()"
        if k is None or isinstance(k, (ir.Reg, ir.Const)):
            return f"({last} == {value} or {value} in {row})" if equal else f"({last} != {value} and {value} not in {row})"
    return spelled(x.what, row, str(len(x.list.value)), equal, p.e(k) if k is not None else "()")


def as_indexed_slice(p: Printer, x: ir.Each) -> str | None:
    """The same where the row is chosen by a fact: `number of (c in Cell where c.column = x and c.disc is not none)`."""
    if x.what not in ORDERLESS or not isinstance(x.list, ir.Const) or not isinstance(x.condition, ir.And):
        return None
    split = lookup(p, x.what, x.reg, x.list.value, x.condition)
    if split is None or split.rest is None:
        return None
    found = compared(ir.Each(x.what, x.reg, x.list, split.rest))
    if found is None:
        return None
    base, equal, k = found
    rows = {v: progression(tuple(e + base for e in entries)) for v, entries in split.index.items()}
    lengths = {len(entries) for entries in split.index.values()}
    if any(r is None for r in rows.values()) or len(lengths) != 1:
        return None
    low, high = min(rows), max(rows)
    if len(rows) != high - low + 1 or not certain(p, split.key, low, high):
        return None                               # a row that is not there has another length
    return spelled(x.what, f"C[{of_key(p, rows, split.key, slice(0, 0))}]", str(next(iter(lengths))), equal, p.e(k) if k is not None else "()")


def as_set(p: Printer, x: ir.Each) -> str | None:
    """`some (m in here where m.owner = you)`: whether those of whom that is true, who are known beforehand, are among what lies there."""
    c = x.condition
    if x.what != "any" or not isinstance(x.list, ir.Load) or not (isinstance(c, ir.Op) and c.op == "eq" and isinstance(c.left, ir.Fact)):
        return None
    if c.left.index != ir.Reg(x.reg) or not isinstance(c.right, (ir.Reg, ir.Const)) or c.right == ir.Reg(x.reg):
        return None
    values = p.p.tables[c.left.table].values
    known = {v for v in values if isinstance(v, int)}
    if not known or len(known) > MANY_SETS or not all(v is None or isinstance(v, int) for v in values):
        return None
    low, high = max(0, min(known)), max(known)
    if high - low > MANY_SETS or not certain(p, c.right, low, high):
        return None
    table = p.table(tuple(frozenset(t for t, v in enumerate(values) if v == wanted) for wanted in range(low, high + 1)))
    key = p.e(c.right)
    return f"(not {table}[{key if low == 0 else f'{key} - {low}'}].isdisjoint({p.e(x.list)}))"


def as_firsts(p: Printer, x: ir.Each) -> str | None:
    """`(m in here where m = first of (o in here where o.generation = m.generation))`: one of each."""
    c = x.condition
    if x.what != "collect" or not isinstance(x.list, ir.Reg) or not (isinstance(c, ir.Op) and c.op == "eq" and c.left == ir.Reg(x.reg)):
        return None
    other = c.right
    if not (isinstance(other, ir.Each) and other.what == "first" and other.list == x.list and isinstance(other.condition, ir.Op) and other.condition.op == "eq"):
        return None
    left, right = other.condition.left, other.condition.right
    if not (isinstance(left, ir.Fact) and isinstance(right, ir.Fact) and left.table == right.table):
        return None
    if {left.index, right.index} != {ir.Reg(x.reg), ir.Reg(other.reg)}:
        return None
    return f"firsts({x.list.name}, T{left.table})"


def as_block(p: Printer, x: ir.Each) -> str | None:
    """`every s in Space has no on_space[s]`: whether anything lies in counted places whose cells lie side by side."""
    if x.what not in ("any", "all") or not isinstance(x.list, ir.Const) or len(x.list.value) < 2:
        return None
    c = x.condition
    negated = isinstance(c, ir.Not)
    if isinstance(c, ir.Not):
        c = c.item
    if not (isinstance(c, ir.Op) and c.op in ("gt", "eq") and c.right == fold.ZERO and isinstance(c.left, ir.SumCells)):
        return None
    row, some = c.left, (c.op == "gt") != negated                  # of each row: some pieces, or none
    starts = [refolded(substitute(row.index, x.reg, ir.Const(v))) for v in x.list.value]
    if some != (x.what == "any") or not all(isinstance(i, ir.Const) for i in starts) \
            or any(z.value - a.value != row.length for a, z in zip(starts, starts[1:])):
        return None
    # row by row: mostly something lies in the first
    found = " or ".join(f"any(C[{row.base + i.value}:{row.base + i.value + row.length}])" for i in starts)
    return f"({found})" if some else f"(not ({found}))"


# ---- the entry is known by a cell ------------------------------------------------------------------------------------
def as_position(p: Printer, x: ir.Each) -> str | None:
    """`first of (w in Window where m in w.clergy)`: where the piece lies says which entry it is."""
    found = position(p, x) if x.what in ("any", "first") else None
    if found is None:
        return None
    cell, by, where, rest = found
    entry = fold.op("sub" if by > 0 else "add", cell, ir.Const(abs(by))) if by else cell
    tests = [f"{where.start + by} <= {p.e(cell)} < {where.stop + by}", *(p.e(substitute(r, x.reg, entry)) for r in rest)]
    return f"({' and '.join(tests)})" if x.what == "any" else f"({p.e(entry)} if {' and '.join(tests)} else {p.constant(x.nothing)})"


def position(p: Printer, x: ir.Each) -> tuple[ir.Load, int, slice, list[ir.Expr]] | None:
    """Of a walk over known entries of which at most one can fit: the cell that says which, how much more it is, the entries, what else is asked."""
    entries = known(p, x.list, "any")
    where = progression(entries) if entries is not None and len(entries) > 1 else None
    if where is None or where.step != 1 or x.condition is None:
        return None
    items = list(x.condition.items) if isinstance(x.condition, ir.And) else [x.condition]
    for i, c in enumerate(items):
        for cell, shifted in ((c.left, c.right), (c.right, c.left)) if isinstance(c, ir.Op) and c.op == "eq" else ():
            by = shift(shifted, x.reg)
            if by is None or not isinstance(cell, ir.Load) or not (cell.index is None or isinstance(cell.index, (ir.Const, ir.Reg))) \
                    or reads(cell) & {x.reg, *(r for y in items[:i] for r in bound(y))} or p.effects.can_fail(cell):
                continue
            return cell, by, where, [*items[:i], *items[i + 1:]]
        if p.effects.can_fail(c):                 # it is asked of entries that the cell would leave out
            return None
    return None


def shift(e: ir.Expr, reg: str) -> int | None:
    """How much is added to a register; None if an expression is something else."""
    if e == ir.Reg(reg):
        return 0
    if isinstance(e, ir.Op) and e.op in ("add", "sub"):
        if isinstance(e.right, ir.Const):
            inner = shift(e.left, reg)
            return None if inner is None else inner + (e.right.value if e.op == "add" else -e.right.value)
        if isinstance(e.left, ir.Const) and e.op == "add":
            inner = shift(e.right, reg)
            return None if inner is None else inner + e.left.value
    return None


# ---- filters by what never changes ---------------------------------------------------------------------------------
def index_walk(p: Printer, x: ir.Each) -> tuple[ir.Each, str]:
    """The walk and its list as text; filtered beforehand where a condition never changes."""
    if x.condition is not None and isinstance(x.list, ir.Const) and len(x.list.value) > 3:
        split = lookup(p, x.what, x.reg, x.list.value, x.condition)
        if split is not None:
            return replace(x, condition=split.rest), of_key(p, split.index, split.key, ())
    return x, p.walked(x.list)


def zipped(p: Printer, x: ir.Each) -> str | None:
    """`(c in Cell where c.mark is none)` as the tail of a list: entries and their cells are walked side by side.  Of the whole walk, before
    anything is split off its condition."""
    found = compared(x)
    if found is None or not isinstance(x.list, ir.Const) or len(x.list.value) < 4:
        return None
    where = progression(x.list.value)
    if where is None or where.step != 1:
        return None
    base, equal, k = found
    v = p.name()
    row = f"C[{base + where.start}:{base + where.stop}]"
    return f"for {x.reg}, {v} in zip({p.table(x.list.value)}, {row}) if {v} {'==' if equal else '!='} {p.e(k) if k is not None else '()'}"


def rows_of(p: Printer, x: ir.Each) -> tuple[str, str, list[str]] | None:
    """A walk over known lists of one length whose condition only compares their cells: the shifted table, the names to unpack
    into, the comparisons.  `some (l in lines(…) where every c in l has c.mark = you)`."""
    if x.what not in ("any", "all") or x.condition is None or not isinstance(x.list, ir.Const) or not x.list.value:
        return None
    lists = x.list.value
    if not all(isinstance(e, tuple) and len(e) == len(lists[0]) for e in lists) or not lists[0]:
        return None
    split = lookup(p, x.what, x.reg, lists, x.condition) if isinstance(x.condition, ir.And) else None
    rest = split.rest if split is not None else x.condition
    if not (isinstance(rest, ir.Each) and rest.what == "all" and rest.list == ir.Reg(x.reg)):
        return None
    found = compared(rest)
    if found is None:
        return None
    base, equal, k = found
    if x.reg in (reads(k) if k is not None else set()):
        return None

    def shifted(rows: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(tuple(v + base for v in e) for e in rows)
    where = p.table(shifted(lists)) if split is None else of_key(p, {v: shifted(rows) for v, rows in split.index.items()}, split.key, ())
    names = [f"c{n}" for n in range(len(lists[0]))]
    sign = "==" if equal else "!="
    value = p.e(k) if k is not None else "()"
    return where, ", ".join(names) + ("," if len(names) == 1 else ""), [f"C[{n}] {sign} {value}" for n in names]
