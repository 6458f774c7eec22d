"""Program → what becomes of answers, and why questions are asked, as far as not everybody may know it.

Two things are found in the law itself, without a position: whether what somebody chooses is kept where not everybody sees it (now or
in a later step, by its value or by which way the play takes), and whether a question is put only because of something hidden.  What
an expression reads in a position is noted by engine.seeing; the log asks both.

States are found by their cells.  Where an index stands it is not known which of them is meant; then any that may be meant counts,
so that too much is kept silent and never too little.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass

from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.schema import Cells, Layout

COUNTING = ("few", "settled_rest", "behind")                # of lists they tell no more than how long they are (portions.py)
BY_NUMBER = (*COUNTING, "grouped", "taken_rest")
CONTROL = "/"                    # among tainted registers: whether anything is done at all hangs on the answer


@dataclass(frozen=True, slots=True)
class Run:
    """The cells of a state or place that not everybody sees; `low`: from where an index may be counted."""

    low: int
    base: int
    end: int
    state: bool

    def meant(self, base: int, index: ir.Expr | None) -> bool:
        return self.base <= base < self.end if index is None else self.low <= base < self.end


def run_of(c: Cells) -> Run:
    shift, stride = 0, 1
    for low, count in reversed(c.dimensions):
        shift, stride = shift + low * stride, stride * count
    return Run(c.base - max(0, shift) * max(1, c.length // max(1, stride)), c.base, c.base + c.length, c.what == "state")


@dataclass(frozen=True, slots=True)
class Led:
    """Where an answer leads: `kept` in a state that not everybody sees, to a `result`, to pieces that are `moved`."""

    kept: bool = False
    result: bool = False
    moved: bool = False


class Secrecy:
    """What the functions of one program keep secret.  Everything is found when it is asked for, and kept."""

    def __init__(self, functions: list[ir.Function], blocks: list[ir.Block], moves: list[ir.Move], layout: Layout) -> None:
        self.functions, self.blocks, self.moves = functions, blocks, moves
        self.where = range(layout.where + layout.pieces[0], layout.where + layout.pieces[1])
        self.runs = [run_of(c) for c in layout.cells if c.seen != "everyone" and c.what in ("state", "place", "count") and c.owner != "engine"]
        self.states = [r for r in self.runs if r.state]
        self._flows: dict[tuple[int, frozenset[str]], Led] = {}
        self._walked: set[tuple[int, frozenset[str]]] | None = None
        self._final: set[tuple[int, frozenset[str]]] = set()
        self._grown = False
        self._asked: dict[int, bool] = {}
        self._reads: dict[int, bool] = {}
        self._unseen: dict[int, frozenset[str]] = {}
        self.meets: dict[int, dict[int, set[int]]] = {}

    # ---- where an answer goes -----------------------------------------------------------------------------------
    def kept(self, block: int) -> bool:
        """Whether the answer with which a block goes on is kept where not everybody sees it."""
        b = self.blocks[block]
        return bool(self.states) and b.into is not None and self.flow(b.function, frozenset((b.into,))).kept

    def moved(self, block: int) -> bool:
        """Whether pieces that are chosen as the answer with which a block goes on are moved or shown, now or later."""
        b = self.blocks[block]
        return b.into is not None and self.flow(b.function, frozenset((b.into,))).moved

    def kept_choices(self, move: int) -> bool:
        """Whether what is chosen in the header of a move is kept where not everybody sees it."""
        m = self.moves[move]
        f = self.functions[m.function]
        return bool(self.states) and bool(m.chosen) and self.flow(f.number, frozenset(f.params[1:1 + len(m.chosen)])).kept

    def flow(self, function: int, tainted: frozenset[str]) -> Led:
        """Where these registers of a function lead."""
        key = (function, tainted)
        if self._walked is not None:              # asked on the way to another answer
            return self._flow(key)
        if key not in self._final:
            while True:                           # functions that call each other: until nothing new is found
                self._walked, self._grown = set(), False
                self._flow(key)
                if not self._grown:
                    break
            self._final |= self._walked
            self._walked = None
        return self._flows[key]

    def _flow(self, key: tuple[int, frozenset[str]]) -> Led:
        assert self._walked is not None
        if key not in self._walked and key not in self._final:
            self._walked.add(key)
            found = Flow(self, self.functions[key[0]], set(key[1])).found()
            if found != self._flows.get(key, Led()):
                self._flows[key], self._grown = found, True
        return self._flows.setdefault(key, Led())

    def unseen_answers(self, function: int) -> frozenset[str]:
        """The registers of a function that hold what somebody chose unseen."""
        if function not in self._unseen:
            f = self.functions[function]
            found = {b.into for b in (self.blocks[n] for n in f.blocks or ()) if b.question is not None and b.question.sealed and b.into is not None}
            sets = [s for n in f.blocks or () for s in statements(self.blocks[n].body) if isinstance(s, ir.Set)] if found else []
            flow, before = Flow(self, f, set(found)), 0
            while len(flow.tainted) > before:     # by their values: that all have chosen is no secret
                before = len(flow.tainted)
                flow.tainted |= {s.reg for s in sets if flow.hot(s.value)}
            self._unseen[function] = frozenset(flow.tainted)
        return self._unseen[function]

    # ---- why a question is asked -----------------------------------------------------------------------------------
    def asked_because(self, block: int) -> bool:
        """Whether the question at a block, or the call behind which it goes on, stands below a condition that reads what not everybody
        sees."""
        if block not in self._asked:
            f = self.functions[self.blocks[block].function]
            self._asked[block] = bool(self.runs) and any(
                self.reads_hidden(c, f) for c in conditions(self, f, block))
        return self._asked[block]

    def reads_hidden(self, e: object, f: ir.Function, counted: bool = False, deep: tuple[str, ...] = ()) -> bool:
        """Whether an expression of a function reads what not everybody sees; how many lie somewhere everybody sees."""
        match e:
            case ir.Length():
                return self.reads_hidden(e.item, f, True, deep)
            case ir.Load():
                return not counted and (any(r.meant(e.base, e.index) for r in self.runs) or e.base in self.where) or self.reads_hidden(e.index, f, False, deep)
            case ir.Sorts():
                return not counted and any(r.meant(e.base, e.index) for r in self.runs)
            case ir.SumCells():
                return any(r.meant(e.base, e.index) and e.length < r.end - r.base for r in self.runs)
            case ir.Reg():
                return e.name not in deep and any(self.reads_hidden(v, f, counted, (*deep, e.name)) for v in self.values_of(f, e.name))
            case ir.CallValue():
                return self.function_reads(e.function) or any(self.reads_hidden(a, f, False, deep) for a in e.arguments)
            case ir.Possible():
                return any(self.reads_hidden(h, f, False, deep) for m in e.moves for h in self.moves[m].header)
            case ir.Native() if e.name in BY_NUMBER:      # asked in parts or not: a matter of how many there are
                return any(self.reads_hidden(a, f, counted or e.name in COUNTING, deep) for a in e.arguments)
            case ir.Join() if counted:
                return any(self.reads_hidden(x, f, True, deep) for x in e.items)
            case ir.Tuple() if counted:
                return False
            case ir.Payable():
                g = self.functions[e.function]
                return any(self.reads_hidden(body, g) for body in (g.body, *(self.blocks[n].body for n in g.blocks or ())))
        return any(self.reads_hidden(x, f, False, deep) for x in parts(e))

    def function_reads(self, number: int) -> bool:
        if number not in self._reads:
            self._reads[number] = False
            f = self.functions[number]
            self._reads[number] = self.reads_hidden(f.value if f.value is not None else f.body, f)
        return self._reads[number]

    def values_of(self, f: ir.Function, reg: str) -> Iterator[ir.Expr]:
        """The expressions that a register of a function is set to."""
        for body in (f.body, *(self.blocks[number].body for number in f.blocks or ())):
            for s in statements(body):
                if isinstance(s, ir.Set) and s.reg == reg:
                    yield s.value


class Flow:
    """Where tainted registers of one function lead: a walk over its statements until nothing new is tainted."""

    def __init__(self, secrecy: Secrecy, f: ir.Function, tainted: set[str]) -> None:
        self.secrecy, self.f, self.tainted = secrecy, f, tainted
        self.kept = self.result = self.moved = False
        self.controlled: set[int] = set(f.blocks or ()) if CONTROL in tainted else set()

    def found(self) -> Led:
        blocks = self.secrecy.blocks
        while True:
            before = (len(self.tainted), len(self.controlled), self.result)
            if self.f.blocks is None:
                self.walk(self.f.body, CONTROL in self.tainted)
            for number in self.f.blocks or ():
                self.walk(blocks[number].body, number in self.controlled)
                if self.branches(number):
                    self.controlled |= governed(self.secrecy, self.f, number)
            if before == (len(self.tainted), len(self.controlled), self.result):
                break
        return Led(self.kept, self.result, self.moved)

    def hot(self, e: object) -> bool:
        """Whether an expression reads a tainted register."""
        return isinstance(e, ir.Reg) and e.name in self.tainted or any(self.hot(x) for x in parts(e))

    def branches(self, number: int) -> bool:
        """Whether which way a block leads hangs on a tainted register."""
        return any(map(self.hot, forks(self.secrecy.blocks[number].body)))

    def walk(self, stmts: tuple[ir.Stmt, ...], control: bool) -> None:
        for s in stmts:
            self.one(s, control)
            if isinstance(s, ir.If) and self.hot(s.condition) and any(map(leaves, statements((s,)))):
                control = True                    # what comes behind is done or not

    def one(self, s: ir.Stmt, control: bool) -> None:
        match s:
            case ir.Set():
                self.note(s.reg, control or self.hot(s.value))
            case ir.Store():
                if (control or self.hot(s.value) or self.hot(s.index)) and any(r.meant(s.base, s.index) for r in self.secrecy.states):
                    self.kept = True
            case ir.If():
                inner = control or self.hot(s.condition)
                self.walk(s.yes, inner)
                self.walk(s.no, inner)
            case ir.For():
                inner = control or self.hot(s.list)
                self.note(s.reg, inner)
                self.walk(s.body, inner)
            case ir.Act():
                self.note(s.reg, control or any(map(self.hot, s.arguments)))
                self.moved = self.moved or any(map(self.hot, s.arguments))
                if any(self.hot(a) and self.secrecy.reads_hidden(a, self.f) for a in s.arguments):
                    self.kept = True              # the answer says which of hidden pieces
            case ir.CallStraight() | ir.CallThen() | ir.Jump():
                hot = {p for p, a in zip(self.secrecy.functions[s.function].params, s.arguments) if self.hot(a)}
                self.enter(s.function, hot, control, self.into(s))
            case ir.CallBy() | ir.JumpBy():
                if self.hot(s.which) or self.hot(s.arguments) or self.hot(s.you):
                    for f in s.functions:
                        self.enter(f, set(self.secrecy.functions[f].params[1:]), control or self.hot(s.which), self.into(s))
                elif control:
                    for f in s.functions:
                        self.enter(f, set(), True, self.into(s))
            case ir.Return():
                self.result = self.result or control or self.hot(s.value)

    def into(self, s: ir.Stmt) -> str | None:
        if isinstance(s, ir.CallStraight):
            return s.reg
        return self.secrecy.blocks[s.block].into if isinstance(s, (ir.CallThen, ir.CallBy)) else None

    def enter(self, function: int, hot: set[str], control: bool, into: str | None) -> None:
        if not hot and not control:
            return
        led = self.secrecy.flow(function, frozenset(hot | ({CONTROL} if control else set())))
        self.kept = self.kept or led.kept
        self.moved = self.moved or led.moved
        self.note(into, led.result)

    def note(self, reg: str | None, hot: bool) -> None:
        if reg is not None and hot:
            self.tainted.add(reg)


# ---- the ways through a function --------------------------------------------------------------------------------------
def parts(e: object) -> Iterator[object]:
    if isinstance(e, tuple):
        yield from e
    elif is_dataclass(e) and not isinstance(e, (ir.Const, ir.Text, ir.Move, ir.Question)):
        for x in fields(e):
            yield getattr(e, x.name)


def statements(stmts: Iterable[ir.Stmt]) -> Iterator[ir.Stmt]:
    """All statements, those inside others too."""
    for s in stmts:
        yield s
        if isinstance(s, ir.If):
            yield from statements((*s.yes, *s.no))
        elif isinstance(s, ir.For):
            yield from statements(s.body)


def continued(stmts: tuple[ir.Stmt, ...]) -> set[int]:
    """The blocks that go on behind an end of these statements."""
    return {s.block for s in statements(stmts) if isinstance(s, (ir.Goto, ir.CallThen, ir.CallBy, ir.Ask, ir.Unwind))}


def leaves(s: ir.Stmt) -> bool:
    """Whether a statement ends a block or a procedure."""
    return isinstance(s, (ir.Goto, ir.CallThen, ir.CallBy, ir.Jump, ir.JumpBy, ir.Ask, ir.Return, ir.Unwind, ir.EndGame, ir.Break))


def forks(stmts: tuple[ir.Stmt, ...]) -> list[ir.Expr]:
    """The conditions by which it is decided how a block ends."""
    return [s.condition for s in statements(stmts) if isinstance(s, ir.If) and any(map(leaves, statements((s,))))]


def behind(secrecy: Secrecy, f: ir.Function) -> dict[int, set[int]]:
    """Of each block of a function, the blocks that every way from it to the end passes, itself too."""
    numbers = list(f.blocks or ())
    everything = set(numbers)
    onward = {x: continued(secrecy.blocks[x].body) & everything for x in numbers}
    last = {x for x in numbers if any(isinstance(s, (ir.Return, ir.Jump, ir.JumpBy, ir.Unwind, ir.EndGame)) for s in statements(secrecy.blocks[x].body))}
    out = {x: set(everything) for x in numbers}
    changed = True
    while changed:
        changed = False
        for x in reversed(numbers):
            after = set() if x in last or not onward[x] else set.intersection(*(out[y] for y in onward[x]))
            if after | {x} != out[x]:
                out[x] = after | {x}
                changed = True
    return out


def governed(secrecy: Secrecy, f: ir.Function, branch: int) -> set[int]:
    """The blocks that are reached or not by which way a block leads: from its branches up to where all ways meet again."""
    if f.number not in secrecy.meets:
        secrecy.meets[f.number] = behind(secrecy, f)
    meet = secrecy.meets[f.number][branch] - {branch}
    found: set[int] = set()
    todo = list(continued(secrecy.blocks[branch].body))
    while todo:
        x = todo.pop()
        if x not in found and x not in meet:
            found.add(x)
            todo.extend(continued(secrecy.blocks[x].body))
    return found


def conditions(secrecy: Secrecy, f: ir.Function, block: int) -> Iterator[ir.Expr]:
    """What must hold or fail in a function for one of its blocks to be reached."""
    for number in f.blocks or ():
        if block in governed(secrecy, f, number):
            yield from forks(secrecy.blocks[number].body)
