"""Runs a printed program: the trampoline over blocks, endings, options, random games.

A frame is `(block, parent, registers…)`, for a block that goes on with a value followed by that value; the stack is the chain
of parents.  A block returns the next frame, or None when play stops at a question or the end.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import compress
from typing import Any

from lawspeaker.interpreter.engine import endings
from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.engine.natives import Natives
from lawspeaker.interpreter.engine.paying import MOST_TRIED, PAID, Trials
from lawspeaker.interpreter.program import pure
from lawspeaker.interpreter.program.ir import NO_SPAN
from lawspeaker.interpreter.program.paying import Payments
from lawspeaker.interpreter.program.schema import FIRST, OVER, QUEUE, SEED, STACK, WATCH

BUDGET = 200_000                 # blocks and passes of loops that one decision may cost
LOOKED_AT = 4000                 # blocks in which a circle shows


class Over(Exception):
    """A whole random game has ended."""


class Ended(Exception):
    """`end X` in a whole random game: passes through what is inside X."""

    def __init__(self, level: int) -> None:
        self.level = level


class Machine(Trials):
    """One program, ready to run."""

    def __init__(self, code: Any, tables: list[tuple[Any, ...]], extra: list[Any], acts: Natives, span_of: list[int],
                 block_place: list[int], payments: Payments, in_place_of_printed: Callable[[list[int]], dict[str, Callable[..., Any]]]) -> None:
        self.payments = payments
        self.span_of = [*span_of, NO_SPAN, NO_SPAN]
        self.acts, self.tables = acts, tables
        self.block_place = block_place
        self.function_place: list[int] = []      # these three are set by the edition
        self.block_owner: list[int] = []
        self.watcher_places: list[int] = []
        self.unwind_block = len(span_of)
        self.again_block = self.unwind_block + 1
        self.tick = [BUDGET]
        self.read = in_place_of_printed(self.tick)          # what Python does not take is read by the evaluator
        names = self.names(extra)
        names.update({"unwind": self.unwind, "unwinding": self.unwinding})
        exec(code, names)
        self.blocks: list[Callable[[list[Any], list[Any], Any], Any]] = [*names["B"], ask_again]
        self.questions: dict[int, Callable[[list[Any], Any], Any]] = names["Q"]
        self.functions: dict[int, Callable[..., Any]] = names["F"]
        self.askers: dict[int, Callable[[list[Any], Any], int]] = names["P"]
        self.headers: list[Callable[..., None]] = names["M"]

    def names(self, extra: list[Any]) -> dict[str, Any]:
        """All that printed code can reach: natives, guards, tables.  No builtins beyond these."""
        names: dict[str, Any] = {"__builtins__": {
            "len": len, "range": range, "tuple": tuple, "sum": sum, "any": any, "all": all, "max": max, "min": min, "sorted": sorted,
            "next": next, "iter": iter, "bool": bool, "compress": compress, "int": int, "zip": zip, "enumerate": enumerate}}
        for name in self.acts.ACTS:
            names[name] = getattr(self.acts, name)
        names.update(pure.PURE)
        names.update({"need": pure.need, "within": pure.within, "item": pure.item, "div": pure.div, "mod": pure.mod, "fault": pure.fault,
                      "paid": self.paid, "open_ways": self.open_ways, "row": row, "can": can, "TICK": self.tick, "BUDGET": BUDGET})
        names.update(self.read)
        names.update({f"T{i}": t for i, t in enumerate(self.tables)})
        names.update({f"X{i}": t for i, t in enumerate(extra)})
        return names

    def with_games(self, code: Any, extra: list[Any]) -> None:
        """Take in the code that plays whole random games (print_playout)."""
        names = self.names(extra)
        self.left: list[int] = [0]
        self.spans: list[int] = []                # that go on, the outermost first
        names.update({"pay_by_lot": self.pay_by_lot, "Over": Over, "Ended": Ended, "LEFT": self.left, "SPANS": self.spans, "level_of": self.level_of})
        exec(code, names)
        self.game: Callable[..., Any] = names["GAME"]

    def whole_game(self, C: list[Any], J: list[Any], first: int, random: Callable[[], float], limit: int) -> int:
        """A random game from fresh cells to its end; the number of decisions, more than the limit if it was cut off there
        (the cells are of no use then)."""
        self.left[0], self.tick[0] = limit, BUDGET
        self.spans.clear()
        try:
            self.game(C, J, random, first)
        except Over:
            pass
        except RecursionError as e:
            raise RuleFault("too-deep", self.deepest(e, -1)) from None
        return limit - self.left[0]

    # ---- running -------------------------------------------------------------------------------------------
    def run(self, C: list[Any], J: list[Any], f: Any) -> Any:
        """From a frame to the next question that has options; those options (empty: the game is over)."""
        blocks, questions, silent = self.blocks, self.questions, self.payments.bills
        self.tick[0] = BUDGET
        try:
            budget = iter(range(BUDGET))          # for the whole decision, questions without options included
            while True:
                for _ in budget:
                    if f is None:
                        break
                    f = blocks[f[0]](C, J, f)
                else:
                    raise self.endless(C, J, f or (*C[STACK], ()))
                f = C[STACK]
                if not f:
                    return ()
                options = questions[f[0]](C, f)
                if options:
                    if len(options) > 1 or f[0] not in silent:
                        return options
                    f = f + (options[0],)
                else:
                    f = f + ((),)
        except RecursionError as e:
            raise RuleFault("too-deep", self.deepest(e, self.place_of(f))) from None

    def one_block(self, C: list[Any], J: list[Any], f: Any) -> Any:
        return self.blocks[f[0]](C, J, f)

    def asked(self, C: list[Any], f: Any) -> Any:
        return self.questions[f[0]](C, f)

    def straight_call(self, number: int, C: list[Any], J: list[Any], arguments: list[Any]) -> Any:
        return self.functions[number](C, J, *arguments)

    def search(self, C: list[Any], J: list[Any], f: Any, left: list[int], failed: Any = None) -> bool:
        spent = self.tick[0]
        self.tick[0] = BUDGET
        try:
            return super().search(C, J, f, left, failed)
        finally:
            self.tick[0] = spent

    def pay_by_lot(self, C: list[Any], J: list[Any], random: Callable[[], float], function: int, *arguments: Any) -> int:
        """In a whole random game: a procedure that pays, its questions answered by lot among what leaves the rest payable."""
        f: Any = (self.payments.entries[function], (PAID, ()), *arguments)
        while True:
            while f is not None:
                if f[0] == PAID:
                    return f[2]  # type: ignore[no-any-return]
                f = self.blocks[f[0]](C, J, f)
            f = C[STACK]
            options = self.asked(C, f)
            if not options:
                f = f + ((),)
                continue
            options = tuple(o for o in options if self.search(C[:], [], f + (o,), [MOST_TRIED]))
            if len(options) == 1 and f[0] in self.payments.bills:
                f = f + (options[0],)
                continue
            self.left[0] -= 1
            if self.left[0] < 0:
                raise Over
            self.tick[0] = BUDGET
            J.clear()
            f = f + (options[int(random() * len(options))],)

    def options(self, C: list[Any]) -> Any:
        f = C[STACK]
        return self.questions[f[0]](C, f) if f else ()

    def place_of(self, f: Any) -> int:
        """Where in the law a frame is; a block without a place is where the one is that waits for it."""
        while f:
            place = self.block_place[f[0]] if f[0] < len(self.block_place) else -1
            if place >= 0:
                return place
            f = f[1]
        return -1

    def endless(self, C: list[Any], J: list[Any], f: Any) -> RuleFault:
        """The budget is used up: which verbs and rules go round shows when play goes on a little."""
        def step(g: Any) -> Any:                  # a question without options goes on at once
            return self.blocks[g[0]](C, J, g) or ((*C[STACK], ()) if C[STACK] else None)
        return RuleFault("endless", self.place_of(f), circle=circle(step, f, C, self.block_owner, self.watcher_places))

    def deepest(self, e: RecursionError, otherwise: int) -> int:
        """Where functions that call each other stand in the law: the place of the one that is called most."""
        called: Counter[str] = Counter()
        t = e.__traceback__
        while t is not None:
            called[t.tb_frame.f_code.co_name] += 1
            t = t.tb_next
        for name, _ in called.most_common():
            if name[:1] == "f" and name[1:].isdigit() and int(name[1:]) < len(self.function_place):
                return self.function_place[int(name[1:])]
        return otherwise

    def playout(self, C: list[Any], J: list[Any], options: Any, random: Callable[[], float], limit: int) -> int:
        """Random moves to the end, without keeping the journal; the number of decisions."""
        blocks, questions, tick, silent = self.blocks, self.questions, self.tick, self.payments.bills
        decisions = 0
        f: Any = None
        try:
            while options and decisions < limit:
                decisions += 1
                f = C[STACK] + (options[int(random() * len(options))],)
                tick[0] = n = BUDGET
                while True:
                    while f is not None:
                        f = blocks[f[0]](C, J, f)
                        n -= 1
                        if n < 0:
                            raise self.endless(C, J, f or (*C[STACK], ()))
                    f = C[STACK]
                    if not f:
                        return decisions
                    options = questions[f[0]](C, f)
                    if options:
                        if len(options) > 1 or f[0] not in silent:
                            break
                        f = f + (options[0],)
                    else:
                        f = f + ((),)
                J.clear()
        except RecursionError as e:
            raise RuleFault("too-deep", self.deepest(e, self.place_of(f))) from None
        return decisions

    def weigh(self, C: list[Any], options: Any, weights: dict[int, int], random: Callable[[], float]) -> Any:
        """One of the options by lot, moves by the weights of a bot (functions of player and choices); others evenly."""
        f = C[STACK]
        asker = self.askers.get(f[0])
        if asker is None or len(options) == 1:
            return options[int(random() * len(options))]
        you, functions = asker(C, f), self.functions
        heavy = []
        total = 0
        for o in options:
            w = functions[weights[o[0]]](C, you, *o[1:]) if o and o[0] in weights else 1
            total += w if w > 0 else 0
            heavy.append(total)
        if total == 0:
            return options[int(random() * len(options))]
        lot = random() * total
        for o, edge in zip(options, heavy):
            if lot < edge:
                return o
        return options[-1]

    def weighed_playout(self, C: list[Any], J: list[Any], options: Any, weights: dict[int, int], random: Callable[[], float],
                        limit: int) -> int:
        """Moves of a bot to the end, without keeping the journal; the number of decisions."""
        decisions = 0
        while options and decisions < limit:
            decisions += 1
            options = self.run(C, J, C[STACK] + (self.weigh(C, options, weights, random),))
            J.clear()
        return decisions

    # ---- endings -------------------------------------------------------------------------------------------------
    def unwind(self, f: Any, targets: tuple[int, ...], window: int = 0) -> Any:
        """`end X`: the frame to go on with."""
        return endings.unwind(f, targets, window, self.span_of, self.unwind_block)

    def unwinding(self, C: list[Any], J: list[Any], f: Any) -> Any:
        return endings.leave(f[1], f[2], self.span_of, self.unwind_block)

    def level_of(self, targets: tuple[int, ...], window: int = 0) -> int:
        """The same in a whole random game: the level of the span that ends, 0 if there is none."""
        at = endings.sought(self.spans[::-1], targets, window)
        return len(self.spans) - at + 1 if at else 0


def circle(step: Callable[[Any], Any], f: Any, C: list[Any], owners: list[int], watchers: list[int]) -> tuple[int, ...]:
    """What comes again and again from this frame on, in its order: the owners of blocks, and watchers that wait to run."""
    trail: Counter[int] = Counter()
    try:
        for _ in range(LOOKED_AT):
            if f is None:
                break
            if f[0] < len(owners) and owners[f[0]] >= 0:
                trail[owners[f[0]]] += 1
            for number, _ in C[QUEUE][:1]:
                trail[watchers[number]] += 1
            f = step(f)
    except (RuleFault, RecursionError):
        pass
    return tuple(owner for owner, times in trail.items() if times > 1)


def ask_again(C: list[Any], J: list[Any], f: Any) -> None:
    """A block behind what came between a question and its answer: play stops at the question again."""
    J += (STACK, C[STACK])
    C[STACK] = f[1]


def can(C: list[Any], you: int, headers: tuple[Callable[..., None], ...]) -> bool:
    """Whether a move with one of these headers has an option for a player."""
    out: list[Any] = []
    for header in headers:
        header(C, you, out)
        if out:
            return True
    return False


def row(C: list[Any], first: int, length: int) -> list[Any]:
    """Some cells side by side."""
    return C[first:first + length]


def begin(C: list[Any], seed: int, first: int, entry: int) -> Any:
    """Seed and first player into fresh cells; the first frame."""
    C[SEED] = seed & ((1 << 64) - 1)
    C[FIRST] = first
    C[3] = first
    C[OVER] = 0
    C[WATCH] = 0
    return (entry, (), first)
