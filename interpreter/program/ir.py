"""Form 3: what to do.  A small typed instruction set over numbered cells; nothing here is an idea of one backend.

Two things read it: `print_python` (fast) and `engine.evaluator` (obvious; it defines the meaning).

Values are whole numbers, flags (0 and 1), things (their number; none is -1) and short tuples of these.  All things of a
game share one numbering: players first, then counted sorts, then everything else, each kind a contiguous range.
A `list` is a tuple of values; a set of things is a list in the order of the numbering, without repetition.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias, Union

NONE = -1
NOT, PARTLY, FULLY, REPLACED = 0, 1, 2, 3     # results of steps
UNCOUNTED, SKIPPED = -1, -2                   # while they are counted: nothing yet that counts, and nothing but what was not entered


# ---- expressions: pure ------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Const:
    """A number, a flag, a thing or none, or a constant tuple."""

    value: Any


@dataclass(frozen=True, slots=True)
class Reg:
    """A local register of the function at hand."""

    name: str


@dataclass(frozen=True, slots=True)
class Load:
    """The value of cell `base + index` (index None: of cell `base`)."""

    base: int
    index: "Expr | None" = None


@dataclass(frozen=True, slots=True)
class Fact:
    """Entry `index` of a constant table; without such an entry: the table's default."""

    table: int
    index: "Expr"


@dataclass(frozen=True, slots=True)
class Op:
    """add sub mul div mod min max (numbers) · eq ne lt le gt ge (flags).  div rounds down, div and mod by 0 are a fault."""

    op: str
    left: "Expr"
    right: "Expr"
    span: int = -1


@dataclass(frozen=True, slots=True)
class And:
    items: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class Or:
    items: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class Not:
    item: "Expr"


@dataclass(frozen=True, slots=True)
class Select:
    """`yes` if the condition holds, else `no`."""

    condition: "Expr"
    yes: "Expr"
    no: "Expr"


@dataclass(frozen=True, slots=True)
class Between:
    """low <= item < high: how `is Kind` is asked."""

    item: "Expr"
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Bind:
    """A flag: `value` into the register, then `condition` (which may read it)."""

    reg: str
    value: "Expr"
    condition: "Expr"


@dataclass(frozen=True, slots=True)
class Need:
    """The item, which must be a thing: none is a rule fault at the span."""

    item: "Expr"
    span: int


@dataclass(frozen=True, slots=True)
class Within:
    """The item, which must be low <= item < high: else a rule fault (`code`) at the span."""

    item: "Expr"
    low: int
    high: int
    code: str
    span: int


@dataclass(frozen=True, slots=True)
class Active:
    """The item, read from the state of a phase; a rule fault unless the phase is going on (depth cell > 0)."""

    item: "Expr"
    cell: int
    span: int


@dataclass(frozen=True, slots=True)
class Tuple:
    items: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class Length:
    item: "Expr"


@dataclass(frozen=True, slots=True)
class Item:
    """The entry of a list at a position from 1; outside: a rule fault at the span."""

    list: "Expr"
    position: "Expr"
    span: int


@dataclass(frozen=True, slots=True)
class Contains:
    list: "Expr"
    item: "Expr"


@dataclass(frozen=True, slots=True)
class Join:
    """Lists one after another; `merge`: as a set (sorted, each once)."""

    items: tuple["Expr", ...]
    merge: bool


@dataclass(frozen=True, slots=True)
class Range:
    """The list low, low + 1, … high."""

    low: "Expr"
    high: "Expr"


@dataclass(frozen=True, slots=True)
class SumCells:
    """The sum of `length` cells from `base + index` on: how many pieces a counted place holds."""

    base: int
    index: "Expr"
    length: int


@dataclass(frozen=True, slots=True)
class Sorts:
    """The sorts of a counted place: number `low + i` for each of `length` cells from `base + index` on that is above 0;
    `pieces`: as often as the cell says."""

    base: int
    index: "Expr"
    length: int
    low: int
    pieces: bool


@dataclass(frozen=True, slots=True)
class Each:
    """A walk over a list: `what` is any all count sum highest lowest collect first.
    any/all give a flag; count a number; sum/highest/lowest of `value` (0 of nothing); collect the list of those for which
    the condition holds; first the first such, or `nothing`.  `certain`: no entry is the same as `nothing`."""

    what: str
    reg: str
    list: "Expr"
    condition: "Expr | None"
    value: "Expr | None" = None
    nothing: Any = NONE
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Fold:
    """`start`, changed once for each entry of the list: in `step` the register `acc` is the value so far, `reg` the entry."""

    acc: str
    reg: str
    list: "Expr"
    start: "Expr"
    step: "Expr"


@dataclass(frozen=True, slots=True)
class CallValue:
    """A straight function that only reads."""

    function: int
    arguments: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class Native:
    """A pure function of the engine's library, by name; the list is in engine.natives."""

    name: str
    arguments: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class Possible:
    """A flag: whether one of these moves has an option for the player now."""

    moves: tuple[int, ...]
    you: "Expr"


@dataclass(frozen=True, slots=True)
class Payable:
    """A flag: whether the procedure `function`, which pays the costs of a move, comes to its end for some answers to what it asks.
    It is tried on a copy of the cells."""

    function: int
    arguments: tuple["Expr", ...]


Expr: TypeAlias = Union[Const, Reg, Load, Fact, Op, And, Or, Not, Select, Between, Bind, Need, Within, Active, Tuple, Length, Item,
                        Contains, Join, Range, SumCells, Sorts, Each, Fold, CallValue, Native, Possible, Payable]


# ---- statements ------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Set:
    reg: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Store:
    """Write a cell, journalled.  `low`/`high`: the limits; outside them a rule fault at the span (None: unchecked)."""

    base: int
    index: Expr | None
    value: Expr
    flag: bool = False
    low: int | None = None
    high: Expr | None = None
    span: int = -1


@dataclass(frozen=True, slots=True)
class Act:
    """A native that changes cells, by name; its value (a result, mostly) goes into the register if one is given."""

    name: str
    arguments: tuple[Expr, ...]
    reg: str | None = None
    span: int = -1


@dataclass(frozen=True, slots=True)
class CallStraight:
    """Call a straight procedure; its result goes into the register if one is given."""

    function: int
    arguments: tuple[Expr, ...]
    reg: str | None = None


@dataclass(frozen=True, slots=True)
class If:
    condition: Expr
    yes: tuple["Stmt", ...]
    no: tuple["Stmt", ...] = ()


@dataclass(frozen=True, slots=True)
class For:
    """For each entry of the list (computed once); every pass costs a tick of the budget."""

    reg: str
    list: Expr
    body: tuple["Stmt", ...]
    span: int = -1


@dataclass(frozen=True, slots=True)
class Break:
    pass


@dataclass(frozen=True, slots=True)
class Fault:
    code: str
    span: int


@dataclass(frozen=True, slots=True)
class Event:
    """Something for the log: goes into the journal beside the writes.  `kind`: say, moment, roll, …"""

    kind: str
    arguments: tuple[Expr, ...]


# ---- how a block ends ---------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Goto:
    block: int


@dataclass(frozen=True, slots=True)
class CallThen:
    """Enter a resumable procedure; when it returns, `block` goes on, the result in its register `into`."""

    function: int
    arguments: tuple[Expr, ...]
    block: int


@dataclass(frozen=True, slots=True)
class CallBy:
    """Like CallThen, the procedure chosen by a number: entry i of `functions`; arguments are the entries of a list."""

    functions: tuple[int, ...]
    which: Expr
    you: Expr
    arguments: Expr
    block: int


@dataclass(frozen=True, slots=True)
class Jump:
    """A call in the last place: the procedure returns to whom this one would."""

    function: int
    arguments: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class JumpBy:
    """A CallBy in the last place."""

    functions: tuple[int, ...]
    which: Expr
    you: Expr
    arguments: Expr


@dataclass(frozen=True, slots=True)
class Ask:
    """Stop and ask; `block` goes on with the answer in its register `into`.  What is asked stands at the block."""

    block: int


@dataclass(frozen=True, slots=True)
class Return:
    value: Expr = Const(FULLY)


@dataclass(frozen=True, slots=True)
class Unwind:
    """End the nearest span of one of these numbers: leave everything inside it, innermost first.  Without such a span
    on the stack, or if the nearest one is ending already: go on at `block`, the result NOT in its register `into`.
    `window`: the search begins outside this window (0: right here)."""

    spans: tuple[int, ...]
    block: int
    window: int = 0


@dataclass(frozen=True, slots=True)
class EndGame:
    pass


Stmt: TypeAlias = Union[Set, Store, Act, CallStraight, If, For, Break, Fault, Event, Goto, CallThen, CallBy, Jump, JumpBy, Ask, Return,
                        Unwind,
                        EndGame]


# ---- texts: made only when somebody looks ------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Say:
    """A part of a text that is computed: `how` is thing, number, flag, sort, list, or `bill` and the first thing of its kind."""

    value: Expr
    how: str


@dataclass(frozen=True, slots=True)
class Which:
    """A part of a text that is one of several texts, by a number."""

    value: Expr
    texts: tuple["Text", ...]


@dataclass(frozen=True, slots=True)
class Text:
    parts: tuple[Union[str, Say, Which], ...]


# ---- decisions -----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class HeadChoose:
    reg: str
    list: Expr
    how: str                     # thing, number, sort: how an answer is written
    said: str = ""               # what is chosen, for players: `map space`


@dataclass(frozen=True, slots=True)
class HeadRequire:
    """A requirement; those of costs and limits too.  `binds` are registers that the condition sets (Bind)."""

    condition: Expr
    text: Text | None
    cites: tuple[str, ...]
    span: int


Head: TypeAlias = Union[HeadChoose, HeadRequire]


@dataclass(frozen=True, slots=True)
class Move:
    """A move: its header decides legality.  An option is (number of the move, value of each HeadChoose in order)."""

    number: int
    name: str
    form: str
    forms: tuple[str, ...]       # the form and what it is, outermost last
    header: tuple[Head, ...]
    chosen: tuple[str, ...]      # registers of the choices, in order
    hows: tuple[str, ...]
    title: Text
    cites: tuple[str, ...]
    function: int                # the procedure that carries it out: (you, *chosen)
    span: int
    any_time: bool = False       # whether it may be played any time
    timing: str = ""             # when it may be played, in the words of the law; nothing: where its form is offered
    costs: tuple[tuple[HeadRequire, ...], ...] = ()       # of one whose costs are paid on trial: what each requires when those before it are paid


@dataclass(frozen=True, slots=True)
class Question:
    """What an Ask asks, kept at the block that goes on with the answer.
    kind `move`: options are those of `moves` whose guard holds, plus () when `may_pass`.
    kind `choose`: the options are the entries of `list`, and () when `may_pass`.  kind `set`: all sub-lists of `list` of `least` to `most` entries.
    kind `part`: like `choose`, one of several things that are chosen one after another; () where one may stop.
    kind `yes`: 1 or 0, labels `yes_text` and `no_text`.   kind `option`: the numbers in `list`, keys and labels from `keys`."""

    kind: str
    player: Expr
    prompt: Text | None
    moves: tuple[int, ...] = ()
    may_pass: bool = False
    list: Expr | None = None
    how: str = "thing"
    least: Expr | None = None
    most: Expr | None = None
    yes_text: Text | None = None
    no_text: Text | None = None
    keys: tuple[tuple[str, Text], ...] = ()
    cites: tuple[str, ...] = ()
    span: int = -1
    among: Expr | None = None    # of positions: the list that they count, whose entries are written as `shown`
    shown: str = "number"
    sealed: bool = False         # nobody else learns the answer from the question
    so_far: Expr | None = None   # of parts: what was chosen before
    guards: tuple["Expr | None", ...] = ()        # of each move: what must hold besides its header (empty: nothing)


# ---- functions ---------------------------------------------------------------------------------------------
NO_SPAN = -1
WINDOWS = 1 << 20                # the numbers of windows begin here: they are looked for, and nothing goes on in them


def closing(span: int) -> int:
    """What a block goes on after that waits for a rule at the end of a span: such a span is ending, and cannot be ended."""
    return -2 - span


@dataclass(slots=True)
class Block:
    """A piece of a resumable procedure.  `params`: the registers that its frame carries (computed); `into`: the register
    for the value that comes with its frame; `span_of`: the number of the span that ends when this block begins, or `closing` it,
    or a window in which somebody plays."""

    number: int
    function: int
    body: tuple[Stmt, ...] = ()
    params: tuple[str, ...] = ()
    into: str | None = None
    question: Question | None = None
    span_of: int = NO_SPAN
    place: int = -1


@dataclass(slots=True)
class Function:
    """`kind`: value (an expression), straight (statements, no suspension) or resumable (blocks, the first is the entry)."""

    number: int
    name: str
    kind: str
    params: tuple[str, ...]
    value: Expr | None = None
    body: tuple[Stmt, ...] = ()
    blocks: list[int] | None = None
    span: int = -1


@dataclass(frozen=True, slots=True)
class Score:
    """A part of the final score.  `things`: the numbers of its parameter, one call each.  Either `value(you[, thing])`, or
    `compares(you[, thing])` with what the ranks give, and how ties are treated."""

    name: str
    title: Text
    things: tuple[int, ...] | None
    value: int | None
    compares: int | None
    ranks: tuple[int | None, ...]
    ties: str                    # all, nobody, shared
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Winner:
    """Who wins: by these functions of a player, one after another, most first; None is the final score."""

    by: tuple[int | None, ...]
