"""Program → Python source: one function for each value, straight procedure, block, question and header.

The fast one of the two readers of form 3; `engine.evaluator` defines the meaning.  The text is compiled by cache.py and run
by engine.machine, which puts natives and tables into its names.  No text of a game reaches the source: names of registers
are cut to letters, digits and `_`, and everything else is numbers.
"""
from __future__ import annotations

from dataclasses import replace

from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program import print_bills as bills
from lawspeaker.interpreter.program.collections import substitute
from lawspeaker.interpreter.program.effects import Effects
from lawspeaker.interpreter.program.liveness import bound, exposed
from lawspeaker.interpreter.program.optimise import (
    index_walk,
    position,
    rows_of,
    spared,
    unrolled,
    zipped,
)
from lawspeaker.interpreter.program.paying import paying
from lawspeaker.interpreter.program.print_calls import asked_for, given, written_out
from lawspeaker.interpreter.program.print_headers import header, possible
from lawspeaker.interpreter.program.print_hoist import hoisted
from lawspeaker.interpreter.program.print_questions import question
from lawspeaker.interpreter.program.print_sorts import brief, counts, each_sort, sorts
from lawspeaker.interpreter.program.program import Program
from lawspeaker.interpreter.program.pure import distinct
from lawspeaker.interpreter.program.schema import OVER, STACK
from lawspeaker.interpreter.program.valued import valued_blocks

SYMBOL = {"add": "+", "sub": "-", "mul": "*", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
WORTH_A_TICK = 64
DEEPEST = 24                     # expressions inside each other in one function


class Printer:
    """Prints one program."""

    def __init__(self, program: Program) -> None:
        self.p = program
        self.lines: list[str] = []
        self.depth = 0
        self.extra: list[object] = []           # tables made by the optimiser
        self.extra_numbers: dict[object, int] = {}
        self.fresh = 0
        self.purses: dict[str, ir.Native] = {}              # what is counted of a payer, by register (print_bills)
        self.heads: dict[int, tuple[ir.Head, ...]] = {}     # of moves, as they are printed (print_bills)
        self.paying = paying(program.functions, program.blocks, program.moves)        # costs that are paid on trial
        self.hands: list[tuple[tuple[int, int], ...]] = []  # cards and their moves, for questions (print_questions)
        self.effects = Effects(program.functions, program.tables, program.layout, program.ranges)
        self.outside: dict[ir.Expr, str] = {}               # expressions that stand in a function of their own: its name and what it is given
        self.deep = 0                                       # how many expressions are being written inside each other
        self.counted: dict[int, None] = {}                  # values whose list is only counted somewhere

    # ---- text ------------------------------------------------------------------------------------------
    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def table(self, values: object) -> str:
        """The name of a table made here."""
        key = repr(values)
        number = self.extra_numbers.get(key)
        if number is None:
            number = self.extra_numbers[key] = len(self.extra)
            self.extra.append(values)
        return f"X{number}"

    def name(self) -> str:
        self.fresh += 1
        return f"v{self.fresh}"

    # ---- expressions -------------------------------------------------------------------------------------
    def at(self, base: int, index: ir.Expr | None) -> str:
        if index is None:
            return str(base)
        if isinstance(index, ir.Const):
            return str(base + index.value)
        return f"{base} + {self.e(index)}" if base else self.e(index)

    def e(self, x: ir.Expr) -> str:
        """An expression as text; one that stands too deep for Python inside others, in a function of its own."""
        if self.deep > DEEPEST and not isinstance(x, (ir.Reg, ir.Const)) and not bound(x):
            return self.own_function(x)
        self.deep += 1
        text = self.spelled(x)
        self.deep -= 1
        return text

    def own_function(self, x: ir.Expr) -> str:
        """A call of a function that gives the value of an expression.  The names that it binds are known in it only."""
        if x not in self.outside:
            given = sorted(exposed(x))
            self.outside[x] = f"e{len(self.outside)}(C{''.join(', ' + r for r in given)})"
        return self.outside[x]

    def iterable(self, x: ir.Expr) -> str:
        """Something to walk over: Python binds no name there."""
        text = self.walked(x)
        return self.own_function(x) if ":=" in text else text

    def spelled(self, x: ir.Expr) -> str:  # noqa: C901
        match x:
            case ir.Const():
                return self.constant(x.value)
            case ir.Reg():
                return x.name
            case ir.Load():
                return f"C[{self.at(x.base, x.index)}]"
            case ir.Fact():
                return f"T{x.table}[{self.e(x.index)}]"
            case ir.Op():
                return self.operation(x)
            case ir.And():
                return "(" + " and ".join(self.e(i) for i in x.items) + ")"
            case ir.Or():
                return "(" + " or ".join(self.e(i) for i in x.items) + ")"
            case ir.Not():
                return f"(not {self.e(x.item)})"
            case ir.Select():
                return f"({self.e(x.yes)} if {self.e(x.condition)} else {self.e(x.no)})"
            case ir.Between():
                return f"({x.low} <= {self.e(x.item)} < {x.high})"
            case ir.Bind():
                return self.bind(x)
            case ir.Need():
                item = self.e(x.item)
                return f"({item} if {item} >= 0 else need({item}, {x.span}))" if isinstance(x.item, ir.Reg) else f"need({item}, {x.span})"
            case ir.Within():
                item = self.e(x.item)
                guard = f"within({item}, {x.low}, {x.high}, {x.code!r}, {x.span})"
                return f"({item} if {x.low} <= {item} < {x.high} else {guard})" if isinstance(x.item, ir.Reg) else guard
            case ir.Active():
                return f"({self.e(x.item)} if C[{x.cell}] else fault('phase-not-going-on', {x.span}))"
            case ir.Tuple():
                return "(" + "".join(self.e(i) + ", " for i in x.items) + ")"
            case ir.Length():
                return self.length(x.item)
            case ir.Item():
                return self.item(x)
            case ir.Contains():
                return f"({self.e(x.item)} in {self.e(x.list)})"
            case ir.Join():
                joined = " + ".join(self.e(i) for i in x.items)
                return f"tuple(sorted({{*{', *'.join(self.e(i) for i in x.items)}}}))" if x.merge else f"({joined})"
            case ir.Range():
                return f"tuple({self.walked(x)})"
            case ir.SumCells():
                return self.sum_cells(x)
            case ir.Sorts():
                return f"tuple({sorts(self, x)})"
            case ir.Each():
                return self.each(x)
            case ir.Fold():
                return f"(({x.acc} := {self.e(x.start)}), [{x.acc} := {self.e(x.step)} for {x.reg} in {self.iterable(x.list)}], {x.acc})[2]"
            case ir.CallValue():
                written = written_out(self, x)
                if written is not None:
                    return written
                return f"f{x.function}(C, {', '.join(self.e(a) for a in x.arguments)})"
            case ir.Possible():
                return possible(self, x)
            case ir.Payable():
                return f"paid(C, {x.function}, ({''.join(self.e(a) + ', ' for a in x.arguments)}))"
            case ir.Native(name="rest"):
                return f"{self.e(x.arguments[0])}[1:]"
            case ir.Native(name="distinct", arguments=(ir.Fact() as fact,)):
                known = self.p.tables[fact.table].values
                return f"{self.table(tuple(distinct(v) if isinstance(v, tuple) else () for v in known))}[{self.e(fact.index)}]"
            case ir.Native(name="in_order", arguments=(ir.Sorts() as counted,)):
                return self.e(counted)
            case ir.Native() if x.name in bills.NATIVES:
                return bills.bill(self, x)
            case ir.Native():
                return f"{x.name}({', '.join(self.e(a) for a in x.arguments)})"
        raise AssertionError(x)

    def length(self, x: ir.Expr) -> str:
        """How long a list is; one that a value collects is counted and not made."""
        if isinstance(x, ir.CallValue) and isinstance(value := self.p.functions[x.function].value, ir.Each) and value.what == "collect":
            self.counted[x.function] = None
            return f"n{x.function}(C, {', '.join(self.e(a) for a in x.arguments)})"
        return f"len({self.e(x)})"

    def constant(self, value: object) -> str:
        if isinstance(value, tuple):
            return self.table(value) if len(value) > 1 else repr(value)
        return repr(value)

    def operation(self, x: ir.Op) -> str:
        if x.op in ("eq", "ne") and (first := self.first(x.left)) is not None and first.certain and x.right == ir.Const(first.nothing):      # is there one?
            some = self.e(replace(first, what="any"))
            return some if x.op == "ne" else f"(not {some})"
        left, right = self.e(x.left), self.e(x.right)
        if x.op in ("min", "max"):
            return self.least(x.op, left, right)
        if x.op in ("div", "mod"):
            if isinstance(x.right, ir.Const) and x.right.value != 0:
                return f"({left} {'//' if x.op == 'div' else '%'} {right})"
            return f"{x.op}({left}, {right}, {x.span})"
        if x.op in ("gt", "eq", "ne") and x.right == ir.Const(0) and isinstance(x.left, ir.Length):
            inner = self.e(x.left.item)
            return f"(not {inner})" if x.op == "eq" else f"bool({inner})"
        return f"({left} {SYMBOL[x.op]} {right})"

    def first(self, x: ir.Expr) -> ir.Each | None:
        """The walk of an expression that gives its first entry; that of a value, too."""
        if isinstance(x, ir.CallValue) and all(isinstance(a, (ir.Reg, ir.Const)) for a in x.arguments):
            f = self.p.functions[x.function]
            x = given(f, x) if isinstance(f.value, ir.Each) else x
        return x if isinstance(x, ir.Each) and x.what == "first" and x.condition is not None else None

    def least(self, op: str, left: str, right: str) -> str:
        if left.isidentifier() or left.isdigit():
            if right.isdigit():
                sign = "<" if op == "min" else ">"
                return f"({left} if {left} {sign} {right} else {right})"
        return f"{op}({left}, {right})"

    def bind(self, x: ir.Bind) -> str:
        value = self.e(x.value)
        if isinstance(x.condition, ir.Between) and x.condition.item == ir.Reg(x.reg):
            return f"({x.condition.low} <= ({x.reg} := {value}) < {x.condition.high})"
        return f"(({x.reg} := {value}) is not None and {self.e(x.condition)})"

    def item(self, x: ir.Item) -> str:
        if x.span >= 0:
            return f"item({self.e(x.list)}, {self.e(x.position)}, {x.span})"
        if isinstance(x.position, ir.Const):
            return f"{self.e(x.list)}[{x.position.value - 1}]"
        if isinstance(x.position, ir.Op) and x.position.op == "add" and x.position.right == ir.Const(1):
            return f"{self.e(x.list)}[{self.e(x.position.left)}]"
        return f"{self.e(x.list)}[{self.e(x.position)} - 1]"

    def sum_cells(self, x: ir.SumCells) -> str:
        if x.length <= 4 and (x.length == 1 or brief(x.index)):
            return "(" + " + ".join(f"C[{self.at(x.base + i, x.index)}]" for i in range(x.length)) + ")"
        return f"sum({counts(self, x)})"

    # ---- walks -----------------------------------------------------------------------------------------------
    def walked(self, lst: ir.Expr) -> str:
        """A list that is only walked over."""
        if isinstance(lst, ir.Range):
            high = str(lst.high.value + 1) if isinstance(lst.high, ir.Const) else f"{self.e(lst.high)} + 1"
            return f"range({self.e(lst.low)}, {high})"
        if isinstance(lst, ir.Sorts):
            return sorts(self, lst)
        return self.e(lst)

    def each(self, x: ir.Each) -> str:
        fast = spared(self, x)
        if fast is not None:
            return fast
        if isinstance(x.list, ir.Sorts):
            return each_sort(self, x, x.list)
        rows = rows_of(self, x)
        if rows is not None:
            where, names, tests = rows
            return f"{x.what}({' and '.join(tests)} for {names} in {where})"
        whole = x
        x, lst = index_walk(self, x)
        if ":=" in lst:                                     # Python binds no name where something is walked over
            x, lst = whole, self.own_function(whole.list)
        nothing = self.constant(x.nothing)
        if x.what == "first" and x.condition is None:
            return f"({lst}[0] if {lst} else {nothing})" if lst.startswith(("C[", "T")) and "(" not in lst else f"next(iter({lst}), {nothing})"
        if x.what == "collect" and x.condition is None:
            return lst if isinstance(x.list, ir.Const) else f"tuple({lst})"      # of what is known beforehand, a table
        if x.what == "any" and x.condition is None:
            return f"bool({lst})"
        condition = self.e(x.condition) if x.condition is not None else "True"
        tail = f" if {condition}" if x.condition is not None else ""
        match x.what:
            case "any" | "all" if (isinstance(x.list, ir.Load) or lst.startswith("X")) and x.condition is not None and bills.cheap(x.condition, x.reg) \
                    and not self.effects.can_fail(x.condition):
                return f"{x.what}([{condition} for {x.reg} in {lst}])"       # of a few, all are looked at faster than one by one
            case "any" | "all":
                return f"{x.what}({condition} for {x.reg} in {lst})"
            case "count" if isinstance(x.list, ir.Load) and (same := asked_for(x)) is not None and not self.effects.can_fail(same):
                return f"{lst}.count({self.e(same)})"
            case "count":
                return f"sum([1 for {x.reg} in {lst}{tail}])"
            case "sum":
                return f"sum([{self.e(x.value) if x.value else 0} for {x.reg} in {lst}{tail}])"
            case "highest" | "lowest":
                which = "max" if x.what == "highest" else "min"
                return f"{which}([{self.e(x.value) if x.value else 0} for {x.reg} in {lst}{tail}], default=0)"
            case "collect" if x is whole and (side := zipped(self, x)) is not None:
                return f"tuple([{x.reg} {side}])"
            case "collect":
                return f"tuple([{x.reg} for {x.reg} in {lst}{tail}])"
            case "first":
                return f"next(({x.reg} for {x.reg} in {lst}{tail}), {nothing})"
        raise AssertionError(x.what)

    # ---- statements ------------------------------------------------------------------------------------------
    def stmts(self, stmts: tuple[ir.Stmt, ...]) -> None:
        if not stmts:
            self.line("pass")
        for s in stmts:
            self.stmt(s)

    def stmt(self, s: ir.Stmt) -> None:  # noqa: C901
        match s:
            case ir.Set():
                self.line(f"{s.reg} = {self.e(s.value)}")
            case ir.Store():
                self.store(s)
            case ir.Act():
                call = f"{s.name}(C, J{''.join(', ' + self.e(a) for a in s.arguments)})"
                self.line(f"{s.reg} = {call}" if s.reg else call)
            case ir.CallStraight():
                call = f"f{s.function}(C, J{''.join(', ' + self.e(a) for a in s.arguments)})"
                self.line(f"{s.reg} = {call}" if s.reg else call)
            case ir.If():
                self.if_(s)
            case ir.For():
                self.line(f"for {s.reg} in {self.walked(s.list)}:")
                self.depth += 1
                if not (isinstance(s.list, ir.Const) and len(s.list.value) <= WORTH_A_TICK):
                    self.line("TICK[0] -= 1")
                    self.line(f"if TICK[0] < 0: fault('endless', {s.span})")
                self.stmts(s.body)
                self.depth -= 1
            case ir.Break():
                self.line("break")
            case ir.Fault():
                self.line(f"fault({s.code!r}, {s.span})")
            case ir.Event():
                self.line(f"J += (-1, ({s.kind!r}, {''.join(self.e(a) + ', ' for a in s.arguments)}))")
            case ir.Return():
                self.return_(s)
            case _:
                self.end(s)

    def if_(self, s: ir.If) -> None:
        if isinstance(s.condition, ir.Const):
            self.stmts(s.yes if s.condition.value else s.no)
            return
        self.line(f"if {self.e(s.condition)}:")
        self.depth += 1
        self.stmts(s.yes)
        self.depth -= 1
        if s.no:
            self.line("else:")
            self.depth += 1
            self.stmts(s.no)
            self.depth -= 1

    def store(self, s: ir.Store) -> None:
        value = self.e(s.value)
        if s.flag and not isinstance(s.value, ir.Const):
            value = f"1 if {value} else 0"
        if s.low is not None and s.high is not None:
            v = self.name()
            self.line(f"{v} = {value}")
            self.line(f"if not {s.low} <= {v} <= {self.e(s.high)}: fault('out-of-range', {s.span})")
            value = v
        cell = self.at(s.base, s.index)
        if s.index is not None and not isinstance(s.index, ir.Const):
            k = self.name()
            self.line(f"{k} = {cell}")
            cell = k
        self.line(f"J += ({cell}, C[{cell}])")
        self.line(f"C[{cell}] = {value}")

    # ---- how blocks end -----------------------------------------------------------------------------------------
    def return_(self, s: ir.Return) -> None:
        self.line(f"return up + ({self.e(s.value)},)" if self.in_block else f"return {self.e(s.value)}")

    def frame(self, number: int) -> str:
        block = self.p.blocks[number]
        return f"({number}, up, {''.join(p + ', ' for p in block.params)})"

    def end(self, s: ir.Stmt) -> None:
        match s:
            case ir.Goto():
                block = self.p.blocks[s.block]
                value = "0, " if s.block in self.valued else ""
                self.line(f"return ({s.block}, up, {''.join(p + ', ' for p in block.params)}{value})")
            case ir.CallThen():
                if self.asks_at_once(s):
                    return
                entry = (self.p.functions[s.function].blocks or [0])[0]
                self.line(f"return ({entry}, {self.frame(s.block)}, {''.join(self.e(a) + ', ' for a in s.arguments)})")
            case ir.CallBy():
                entries = tuple((self.p.functions[f].blocks or [0])[0] for f in s.functions)
                self.line(f"return ({self.table(entries)}[{self.e(s.which)}], {self.frame(s.block)}, {self.e(s.you)}, *{self.e(s.arguments)})")
            case ir.Jump():
                entry = (self.p.functions[s.function].blocks or [0])[0]
                self.line(f"return ({entry}, up, {''.join(self.e(a) + ', ' for a in s.arguments)})")
            case ir.JumpBy():
                entries = tuple((self.p.functions[f].blocks or [0])[0] for f in s.functions)
                self.line(f"return ({self.table(entries)}[{self.e(s.which)}], up, {self.e(s.you)}, *{self.e(s.arguments)})")
            case ir.Ask():
                self.line(f"J += ({STACK}, C[{STACK}])")
                self.line(f"C[{STACK}] = {self.frame(s.block)}")
                self.line("return None")
            case ir.Unwind():
                self.line(f"return unwind({self.frame(s.block)}, {s.spans!r}{f', {s.window}' if s.window else ''})")
            case ir.EndGame():
                self.line(f"J += ({OVER}, C[{OVER}], {STACK}, C[{STACK}])")
                self.line(f"C[{OVER}] = 1")
                self.line(f"C[{STACK}] = ()")
                self.line("return None")
            case _:
                raise AssertionError(s)

    def asks_at_once(self, s: ir.CallThen) -> bool:
        """A procedure that begins with a question is not entered: its frame is written here."""
        f = self.p.functions[s.function]
        entry = self.p.blocks[(f.blocks or [0])[0]]
        if len(entry.body) != 1 or not isinstance(entry.body[0], ir.Ask):
            return False
        asked = self.p.blocks[entry.body[0].block]
        given = dict(zip(f.params, s.arguments))
        if any(p not in given for p in asked.params) or any(self.effects.can_fail(a) for p, a in given.items() if p not in asked.params):
            return False
        self.line(f"J += ({STACK}, C[{STACK}])")
        self.line(f"C[{STACK}] = ({asked.number}, {self.frame(s.block)}, {''.join(self.e(given[p]) + ', ' for p in asked.params)})")
        self.line("return None")
        return True

    # ---- functions -------------------------------------------------------------------------------------------
    def print(self) -> str:
        self.valued = valued_blocks(self.p.blocks)
        self.in_block = False
        self.plain_functions()
        self.kept = {n for f in self.p.functions for n in f.blocks or ()}
        for block in self.p.blocks:
            if block.number in self.kept:
                self.block(block)
        for m in self.p.moves:
            header(self, m)
        for block in self.p.blocks:
            if block.question is not None:
                question(self, block, block.question)
        self.functions_beside()
        self.directory()
        return "\n".join(self.lines) + "\n"

    def plain_functions(self) -> None:
        """Values and straight procedures: what never stops play."""
        for f in self.p.functions:
            if f.kind == "value" and f.value is not None:
                self.value_function(f)
            elif f.kind == "straight":
                self.line(f"def f{f.number}(C, J{''.join(', ' + x for x in f.params)}):")
                self.depth += 1
                self.stmts(f.body)
                self.depth -= 1

    def functions_beside(self) -> None:
        """How many a value collects, and what stands in a function of its own.  Printed last: printing one may ask for another."""
        counted: set[int] = set()
        done = 0
        while (left := [number for number in self.counted if number not in counted]) or done < len(self.outside):
            if left:
                counted.add(left[0])
                f = self.p.functions[left[0]]
                assert isinstance(f.value, ir.Each)
                self.line(f"def n{f.number}(C, {', '.join(f.params)}):")
                self.line(f"    return {self.e(replace(f.value, what='count'))}")
                continue
            x, call = list(self.outside.items())[done]
            done += 1
            self.line(f"def {call}:")
            self.line(f"    return {self.spelled(x)}")

    def value_function(self, f: ir.Function) -> None:
        self.line(f"def f{f.number}(C, {', '.join(f.params)}):")
        self.depth += 1
        self.returned(f.value)  # type: ignore[arg-type]
        self.depth -= 1

    def returned(self, x: ir.Expr) -> None:
        """Return an expression; walks at its top are written as loops, which cost less than generators."""
        if isinstance(x, ir.Each) and spared(self, x) is None:
            x = hoisted(self, x)
        if isinstance(x, ir.Select):
            if x.condition == ir.Op("gt", ir.Length(x.yes), ir.Const(0)):
                found = ir.Reg(self.name())
                self.line(f"{found.name} = {self.e(x.yes)}")
                x = replace(x, condition=found, yes=found)
            self.line(f"if {self.e(x.condition)}:")
            self.depth += 1
            self.returned(x.yes)
            self.depth -= 1
            self.returned(x.no)
            return
        if isinstance(x, ir.Fold):
            self.folded(x)
            self.line(f"return {x.acc}")
            return
        single = position(self, x) if isinstance(x, ir.Each) and x.what == "collect" else None
        if isinstance(x, ir.Each) and single is not None:
            cell, by, entries, rest = single
            self.line(f"{x.reg} = {self.e(cell)}{f' - {by}' if by > 0 else f' + {-by}' if by else ''}")
            tests = [f"{entries.start} <= {x.reg} < {entries.stop}", *(self.e(r) for r in rest)]
            self.line(f"return ({x.reg}, ) if {' and '.join(tests)} else ()")
            return
        if isinstance(x, ir.Each) and x.what == "collect" and x.condition is not None and isinstance(x.list, ir.Fact):
            quick = unrolled(self, ir.Each("any", x.reg, x.list, x.condition))
            if quick is not None and not self.effects.can_fail(x.condition):
                self.line(f"if not {quick}: return ()")
        if isinstance(x, ir.Each) and x.what in ("any", "all") and x.condition is not None and spared(self, x) is None:
            rows = rows_of(self, x)
            if rows is not None:
                where, names, tests = rows
                self.line(f"for {names} in {where}:")
                self.depth += 1
                self.line(f"if {' and '.join(tests)}: return True" if x.what == "any" else f"if not ({' and '.join(tests)}): return False")
                self.depth -= 1
                self.line(f"return {x.what == 'all'}")
                return
            y, lst = index_walk(self, x)
            self.line(f"for {y.reg} in {lst}:")
            self.depth += 1
            if y.what == "any":
                for c in y.condition.items if isinstance(y.condition, ir.And) else (y.condition,) if y.condition is not None else ():
                    self.line(f"if not {self.e(c)}: continue")
                self.line("return True")
            else:
                self.line(f"if not {self.e(y.condition)}: return False" if y.condition is not None else "pass")
            self.depth -= 1
            self.line(f"return {y.what == 'all'}")
            return
        self.line(f"return {self.e(x)}")

    def folded(self, x: ir.Fold) -> None:
        """A fold as a loop; one that begins with another comes after it."""
        if isinstance(x.start, ir.Fold):
            self.folded(x.start)
            self.line(f"{x.acc} = {x.start.acc}")
        else:
            self.line(f"{x.acc} = {self.e(x.start)}")
        if isinstance(x.list, ir.Const) and len(x.list.value) == 1:
            self.line(f"{x.acc} = {self.e(substitute(x.step, x.reg, ir.Const(x.list.value[0])))}")
        else:
            self.line(f"for {x.reg} in {self.walked(x.list)}: {x.acc} = {self.e(x.step)}")

    def block(self, block: ir.Block) -> None:
        self.line(f"def b{block.number}(C, J, f):")
        self.depth += 1
        value = ""
        if block.number in self.valued:
            value = (block.into or "_v") + ", "
        self.line(f"_, up, {''.join(p + ', ' for p in block.params)}{value} = f")
        self.in_block = True
        self.stmts(block.body)
        self.in_block = False
        self.depth -= 1

    def directory(self) -> None:
        self.line("B = [" + ", ".join(f"b{b.number}" if b.number in self.kept else "None" for b in self.p.blocks) + ", unwinding]")
        self.line("Q = {" + ", ".join(f"{b.number}: q{b.number}" for b in self.p.blocks if b.question is not None) + "}")
        self.line("P = {" + ", ".join(f"{b.number}: p{b.number}" for b in self.p.blocks
                                      if b.question is not None and b.question.kind == "move") + "}")
        self.line("F = {" + ", ".join(f"{f.number}: f{f.number}" for f in self.p.functions if f.kind != "resumable"
                                      and (f.kind == "straight" or f.value is not None)) + "}")
        self.hands_of_cards()
        self.line("M = [" + ", ".join(f"m{m.number}" for m in self.p.moves) + "]")

    def hands_of_cards(self) -> None:
        """The moves that cards are, by the cards (print_questions)."""
        for i, cards in enumerate(self.hands):
            self.line(f"D{i} = {{" + ", ".join(f"{card}: m{move}" for card, move in cards) + "}")


def print_python(p: Program) -> tuple[str, list[object]]:
    """The source, and the constant tables X0, X1, … it speaks of."""
    printer = Printer(p)
    text = printer.print()
    return text, printer.extra
