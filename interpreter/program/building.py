"""What the parts of the way from model to program share: the functions made so far, spans, tables, names in scope.

`Builder` is filled by layout.py, expressions.py, steps.py, moves.py, phases.py and rules.py; from_model.py calls them in
order.  Everything is made twice: the first pass finds out which functions may suspend (`suspending`), the second is kept.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from lawspeaker.interpreter.model.model import Kind, Model
from lawspeaker.interpreter.model.types import HIGH, LOW, WRONG, NumberType, ThingType, Type
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.effects import Effects
from lawspeaker.interpreter.program.ir import Expr
from lawspeaker.interpreter.program.schema import Layout, Table
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Span


@dataclass(frozen=True, slots=True)
class V:
    """A value: its instruction, its type, for a counted piece the place number it was chosen from, for a state its cell."""

    ir: Expr
    type: Type
    source: Expr | None = None
    cell: tuple[Any, int, Expr | None] | None = None      # (State, base, index)


@dataclass(slots=True)
class Scope:
    """Names of blocks, innermost last; `you` is whose places and states are bare; inside a kind its facts are bare too."""

    names: dict[str, Any] = field(default_factory=dict)
    parent: Scope | None = None
    you: ir.Expr = field(default_factory=lambda: ir.Reg("you"))
    inside: tuple[Kind, ir.Expr] | None = None
    seats: bool = False

    def find(self, name: str) -> Any:
        s: Scope | None = self
        while s is not None:
            if name in s.names:
                return s.names[name]
            s = s.parent
        return None

    def child(self, **changes: Any) -> Scope:
        return Scope({}, self, changes.get("you", self.you), changes.get("inside", self.inside), self.seats)

    def all_names(self) -> set[str]:
        out: set[str] = set()
        s: Scope | None = self
        while s is not None:
            out |= set(s.names)
            s = s.parent
        return out


@dataclass(slots=True)
class Local:
    """A name of a block, header or parameter.  `uses` counts how often it is read."""

    value: V
    span: Span
    uses: int = 0


@dataclass(slots=True)
class WatcherInfo:
    """A watcher of a rule: its case function, what it reads, and the procedure that runs for a case."""

    number: int
    name: str
    rule: Any                    # None: a move that is playable any time
    cases: int                   # straight function: () → list of cases that hold now (with cases), or flag
    each: bool
    low: int                     # number of the first thing a case can be
    body: int                    # procedure (you, case)
    reads: frozenset[int]
    bits: int                    # cell
    reads_active: bool = True    # whether its cases hang on who is on turn
    held: ir.Expr = ir.Const(1)  # of a card that is playable any time: whether somebody may hold it


@dataclass(slots=True)
class Builder:
    model: Model
    layout: Layout
    sink: Sink
    functions: list[ir.Function] = field(default_factory=list)
    blocks: list[ir.Block] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    table_numbers: dict[Any, int] = field(default_factory=dict)
    made: dict[Any, Any] = field(default_factory=dict)         # caches: values, verbs, phases by key
    making: list[Any] = field(default_factory=list)            # values being made, to find circles
    moves: list[ir.Move] = field(default_factory=list)
    scores: list[ir.Score] = field(default_factory=list)
    winner: ir.Winner = field(default_factory=lambda: ir.Winner((None,)))
    registers: int = 0
    suspending: set[Any] = field(default_factory=set)          # keys of functions that may suspend, from the first pass
    found: set[Any] = field(default_factory=set)
    calls: dict[Any, set[Any]] = field(default_factory=dict)
    bots: dict[str, dict[int, int]] = field(default_factory=dict)
    watchers: list[WatcherInfo] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)
    ranges: dict[str, tuple[int, int]] = field(default_factory=dict)     # registers: lowest and highest value
    reads: list[set[int]] = field(default_factory=list)        # declarations read while a condition is made

    @property
    def effects(self) -> Effects:
        """What expressions can bring about; asked about functions that have been made."""
        key = len(self.layout.cells)
        if self.made.get("effects", (None, -1))[1] != key:
            self.made["effects"] = Effects(self.functions, self.tables, self.layout, self.ranges), key
        return self.made["effects"][0]  # type: ignore[no-any-return]

    def note(self, reg: str, t: Type) -> None:
        """Remember between which numbers a register lies, if its type says so."""
        if isinstance(t, NumberType) and t.low > LOW and t.high < HIGH:
            self.ranges[reg] = (t.low, t.high)
        elif isinstance(t, ThingType) and t.kinds and not t.optional:
            spans = [self.layout.range(k) for k in t.kinds]
            self.ranges[reg] = (min(s[0] for s in spans), max(s[1] for s in spans) - 1)

    def note_entry(self, reg: str, lst: Expr, t: Type) -> None:
        """The same of an entry of a list: what is known of numbers is what the list holds, whatever was declared."""
        if isinstance(t, ThingType):
            self.note(reg, t)
        elif isinstance(lst, ir.Const) and lst.value and all(isinstance(v, int) for v in lst.value):
            self.ranges[reg] = (min(lst.value), max(lst.value))

    def register(self, name: str = "r") -> str:
        self.registers += 1
        return f"{name}_{self.registers}"

    def span(self, span: Span) -> int:
        self.spans.append(span)
        return len(self.spans) - 1

    def table(self, name: str, values: tuple[Any, ...]) -> int:
        key = (name, values)
        number = self.table_numbers.get(key)
        if number is None:
            number = self.table_numbers[key] = len(self.tables)
            self.tables.append(Table(values, name))
        return number

    def function(self, name: str, kind: str, params: tuple[str, ...], span: Span | None = None) -> ir.Function:
        f = ir.Function(len(self.functions), name, kind, params, span=self.span(span) if span else -1)
        self.functions.append(f)
        return f

    def read_cell(self, cell: int) -> None:
        """A cell of the engine is read."""
        for s in self.reads:
            s.add(cell)

    def read(self, decl: object) -> None:
        for s in self.reads:
            s.add(id(decl))

    def wrong(self) -> V:
        return V(ir.Const(0), WRONG)
