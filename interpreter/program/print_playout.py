"""Program → Python source that plays whole random games: procedures call each other, nothing is journalled, no frame is kept.

The same form 3 as print_python reads, for one purpose: it cannot stop at a question, it answers each by lot.  The cells after
such a game are those that stepping through it with the same lots gives (a test compares them).
"""
from __future__ import annotations

from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.fuse import looked_for, statements
from lawspeaker.interpreter.program.print_bills import heads_of
from lawspeaker.interpreter.program.print_headers import header
from lawspeaker.interpreter.program.print_python import Printer
from lawspeaker.interpreter.program.print_questions import collecting, offered
from lawspeaker.interpreter.program.program import Program
from lawspeaker.interpreter.program.schema import OVER, STACK
from lawspeaker.interpreter.program.valued import valued_blocks


class PlayoutPrinter(Printer):
    """Prints the functions of one program without suspension."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.targets = looked_for(program.blocks)
        self.current: ir.Function | None = None
        self.uses: dict[int, int] = {}
        self.labels: set[int] = set()
        self.pending = False
        self.falling = False
        self.joining = -1
        self.choices: list[tuple[int, ...]] = []            # procedures of which one is called by number
        self.joins: set[int] = set()
        self.journals = any(isinstance(s, ir.Act) for b in program.blocks for s in statements(b.body)) or any(
            isinstance(s, ir.Act) for f in program.functions for s in statements(f.body))

    def print(self) -> str:
        self.valued = valued_blocks(self.p.blocks)
        self.in_block = False
        self.plain_functions()
        for m in self.p.moves:
            header(self, m)
        for f in self.p.functions:
            if f.kind == "resumable" and f.blocks:
                self.procedure(f)
        self.functions_beside()
        self.hands_of_cards()
        for i, functions in enumerate(self.choices):
            self.line(f"G{i} = (" + ", ".join(f"g{f}" for f in functions) + ",)")
        entry = self.p.functions[self.p.main]
        self.line(f"GAME = g{entry.number}")
        return "\n".join(self.lines) + "\n"

    # ---- procedures ----------------------------------------------------------------------------------------
    def procedure(self, f: ir.Function) -> None:
        assert f.blocks
        self.current = f
        self.uses = {n: 0 for n in f.blocks}
        for n in f.blocks:
            for s in statements(self.p.blocks[n].body):
                if isinstance(s, (ir.Goto, ir.CallThen, ir.CallBy, ir.Ask, ir.Unwind)):
                    self.uses[s.block] = self.uses.get(s.block, 0) + 1
        self.joins = {n for b in f.blocks for s in statements(self.p.blocks[b].body) if isinstance(s, ir.If)
                      and (both := joined(s)) is not None and self.uses[both] == 2 and both != f.blocks[0] and not self.guarded(both)}
        self.labels = {n for n in f.blocks if (self.uses[n] > 1 and n not in self.joins) or self.comes_back(n)}
        self.pending = any(self.guarded(n) for n in f.blocks)
        self.line(f"def g{f.number}(C, J, R{''.join(', ' + x for x in f.params)}):")
        self.depth += 1
        if self.pending:
            self.line("pending = None")
        if not self.labels:
            self.body(f.blocks[0])
        elif len(self.labels) == 1 and f.blocks[0] not in self.labels:
            self.falling = True                   # the one label follows: what goes to it falls into the loop
            self.body(f.blocks[0])
            self.falling = False
            self.line("while True:")
            self.depth += 1
            self.tick(f)
            self.body(next(iter(self.labels)))
            self.depth -= 1
        else:
            self.line(f"b = {f.blocks[0]}")
            self.line("while True:")
            self.depth += 1
            self.tick(f)
            first = True
            for n in sorted(self.labels | {f.blocks[0]}):
                self.line(f"{'if' if first else 'elif'} b == {n}:")
                first = False
                self.depth += 1
                self.body(n)
                self.depth -= 1
            self.depth -= 1
        self.depth -= 1

    def tick(self, f: ir.Function) -> None:
        self.line("TICK[0] -= 1")
        self.line(f"if TICK[0] < 0: fault('endless', {f.span})")

    def comes_back(self, n: int) -> bool:
        """Whether a block can be reached again from itself without being a label: never, uses are counted."""
        return self.uses[n] == 1 and any(isinstance(s, (ir.Goto, ir.CallThen, ir.CallBy, ir.Ask, ir.Unwind)) and s.block == n
                                         for s in statements(self.p.blocks[n].body))

    def guarded(self, n: int) -> bool:
        """Whether an ending passes through what is called before this block."""
        b = self.p.blocks[n]
        return b.span_of != ir.NO_SPAN and bool(self.targets)

    def body(self, n: int) -> None:
        self.stmts(self.p.blocks[n].body)

    def if_(self, s: ir.If) -> None:
        both = joined(s)
        if both is None or both not in self.joins or isinstance(s.condition, ir.Const):
            super().if_(s)
            return
        outer, self.joining = self.joining, both     # what both branches go on with stands once, behind them
        super().if_(s)
        self.joining = outer
        self.body(both)

    def go(self, n: int) -> None:
        if n == self.joining:
            self.line("pass")
        elif n in self.labels or (self.current is not None and self.current.blocks and n == self.current.blocks[0]):
            if self.falling:
                self.line("pass")
                return
            if len(self.labels) > 1 or n not in self.labels:
                self.line(f"b = {n}")
            self.line("continue")
        else:
            self.body(n)

    def called(self, call: str, n: int) -> None:
        """A call, and what goes on after it."""
        b = self.p.blocks[n]
        into = f"{b.into} = " if b.into else ""
        if not self.guarded(n):
            self.line(f"{into}{call}")
            self.go(n)
            return
        level = self.name() if b.span_of in self.targets else None
        if level:
            self.line(f"SPANS.append({b.span_of})")
            self.line(f"{level} = len(SPANS)")
        self.line("try:")
        self.line(f"    {into}{call}")
        if b.span_of < ir.WINDOWS:
            self.line("except Ended as ended:")
            self.line(f"    if ended.level != {level}: pending = ended" if level else "    pending = ended")
            if b.into:
                self.line(f"    {b.into} = {ir.NOT}")
        if level:
            self.line("finally:")
            self.line(f"    del SPANS[{level} - 1:]")
        elif b.span_of >= ir.WINDOWS:
            self.line("finally: pass")
        self.go(n)

    # ---- statements ------------------------------------------------------------------------------------------
    def store(self, s: ir.Store) -> None:
        value = self.e(s.value)
        if s.flag and not isinstance(s.value, ir.Const):
            value = f"1 if {value} else 0"
        if s.low is not None and s.high is not None:
            v = self.name()
            self.line(f"{v} = {value}")
            self.line(f"if not {s.low} <= {v} <= {self.e(s.high)}: fault('out-of-range', {s.span})")
            value = v
        self.line(f"C[{self.at(s.base, s.index)}] = {value}")

    def return_(self, s: ir.Return) -> None:
        if self.pending:
            self.line("if pending is not None: raise pending")
        self.line(f"return {self.e(s.value)}")

    def end(self, s: ir.Stmt) -> None:
        match s:
            case ir.Goto():
                self.go(s.block)
            case ir.CallThen():
                call = f"pay_by_lot(C, J, R, {s.function}" if s.function in self.paying.entries else f"g{s.function}(C, J, R"
                self.called(f"{call}{''.join(', ' + self.e(a) for a in s.arguments)})", s.block)
            case ir.CallBy():
                self.called(self.by(s), s.block)
            case ir.Jump():
                self.last(f"g{s.function}(C, J, R{''.join(', ' + self.e(a) for a in s.arguments)})")
            case ir.JumpBy():
                self.last(self.by(s))
            case ir.Ask():
                self.ask(s)
            case ir.Unwind():
                level = self.name()
                self.line(f"{level} = level_of({s.spans!r}{f', {s.window}' if s.window else ''})")
                self.line(f"if {level}: raise Ended({level})")
                b = self.p.blocks[s.block]
                if b.into:
                    self.line(f"{b.into} = {ir.NOT}")
                self.go(s.block)
            case ir.EndGame():
                self.line(f"C[{OVER}] = 1")
                self.line(f"C[{STACK}] = ()")
                self.line("raise Over")
            case _:
                raise AssertionError(s)

    def last(self, call: str) -> None:
        if self.pending:
            v = self.name()
            self.line(f"{v} = {call}")
            self.line("if pending is not None: raise pending")
            self.line(f"return {v}")
        else:
            self.line(f"return {call}")

    def by(self, s: ir.CallBy | ir.JumpBy) -> str:
        single = self.single_of(s.which)
        if single is not None:
            return f"g{s.functions[single[0]]}(C, J, R, {self.e(s.you)}, {single[1]})"
        if s.functions not in self.choices:
            self.choices.append(s.functions)
        return f"G{self.choices.index(s.functions)}[{self.e(s.which)}](C, J, R, {self.e(s.you)}, *{self.e(s.arguments)})"

    def single_of(self, which: ir.Expr) -> tuple[int, str] | None:
        """The move and the bare choice, where a question offers one move with one choice."""
        if isinstance(which, ir.Item) and isinstance(which.list, ir.Reg):
            return self.bare.get(which.list.name)
        return None

    @property
    def bare(self) -> dict[str, tuple[int, str]]:
        found: dict[str, tuple[int, str]] | None = self.__dict__.get("_bare")
        if found is None:
            found = self.__dict__["_bare"] = {}
            for b in self.p.blocks:
                q = b.question
                if q is not None and q.kind == "move" and b.into is not None and self.one_choice(q):
                    found[b.into] = (q.moves[0], b.into)
        return found

    def one_choice(self, q: ir.Question) -> bool:
        if len(q.moves) != 1 or q.may_pass or q.guards:
            return False
        header = heads_of(self, self.p.moves[q.moves[0]])
        return bool(header) and isinstance(header[0], ir.HeadChoose) and all(isinstance(h, ir.HeadRequire) for h in header[1:])

    def operation(self, x: ir.Op) -> str:
        if x.op == "gt" and x.right == ir.Const(0) and isinstance(x.left, ir.Length) and isinstance(x.left.item, ir.Reg) \
                and x.left.item.name in self.bare:
            return f"({x.left.item.name} != ())"
        return super().operation(x)

    # ---- questions -------------------------------------------------------------------------------------------
    def ask(self, s: ir.Ask) -> None:
        block = self.p.blocks[s.block]
        q = block.question
        assert q is not None and block.into is not None
        v = block.into
        self.line("LEFT[0] -= 1")
        self.line("if LEFT[0] < 0: raise Over")
        if q.kind == "yes":
            self.line("TICK[0] = BUDGET")
            self.line(f"{v} = 1 - int(R() * 2)")
            self.go(s.block)
            return
        o = self.name()
        self.answers(o, q)
        if self.journals:
            self.line("J.clear()")
        if q.kind == "choose" and isinstance(q.list, ir.Const) and q.list.value:
            self.line("TICK[0] = BUDGET")
            self.line(f"{v} = {o}[int(R() * len({o}))]")
        else:
            self.line(f"if {o}:")
            self.line(f"    {v} = {o}[int(R() * len({o}))]")
            self.line("    TICK[0] = BUDGET")     # not where nothing is offered: a loop of such questions is endless
            self.line("else:")
            self.line(f"    {v} = ()")
            self.line("    LEFT[0] += 1")
        self.go(s.block)

    def answers(self, o: str, q: ir.Question) -> None:
        match q.kind:
            case "move" if self.one_choice(q):
                header = heads_of(self, self.p.moves[q.moves[0]])
                first = header[0]
                assert isinstance(first, ir.HeadChoose)
                if q.player != ir.Reg("you"):
                    self.line(f"you = {self.e(q.player)}")
                tests = [self.e(h.condition) for h in header[1:] if isinstance(h, ir.HeadRequire) and h.condition != ir.Const(1)]
                tail = f" if {' and '.join(tests)}" if tests else ""
                walked = first.list
                if isinstance(walked, ir.Each) and walked.what == "collect" and walked.condition is not None and not tests:
                    self.line(f"{o} = [{walked.reg} {collecting(self, walked)}]")
                else:
                    self.line(f"{o} = [{first.reg} for {first.reg} in {self.iterable(walked)}{tail}]")
            case "move":
                self.line(f"{o} = []")
                offered(self, q, self.e(q.player), o)
            case "set":
                assert q.list is not None and q.least is not None and q.most is not None
                self.line(f"{o} = subsets({self.e(q.list)}, {self.e(q.least)}, {self.e(q.most)})")
            case _:
                assert q.list is not None
                self.line(f"{o} = {self.e(q.list)}" + (" + ((),)" if q.may_pass else ""))


def joined(s: ir.If) -> int | None:
    """The block that both branches go on with."""
    ends = [branch[-1] if branch else None for branch in (s.yes, s.no)]
    found = {e.block for e in ends if isinstance(e, (ir.Goto, ir.CallThen))}
    return found.pop() if len(found) == 1 and all(isinstance(e, (ir.Goto, ir.CallThen)) for e in ends) else None


def print_playout(p: Program) -> tuple[str, list[object]]:
    """The source, and its constant tables."""
    printer = PlayoutPrinter(p)
    text = printer.print()
    return text, printer.extra
