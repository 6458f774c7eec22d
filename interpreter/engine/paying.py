"""Costs that are paid on trial: whether they can be paid, and which answers leave the rest payable.

A trial runs the procedure that pays on a copy of the cells and answers its questions one way after another, until one way comes
to the end.  Nothing that is tried leaves a trace.  Both readers of a program share this; each gives its own way to run a block.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.program.paying import Payments
from lawspeaker.interpreter.program.schema import STACK

MOST_TRIED = 20_000              # answers that are tried for one question whether something can be paid
MOST_BLOCKS = 20_000             # blocks between two questions
PAID = -2                        # in place of a block's number: the costs are paid


class Trials:
    """What a reader of programs needs to try payments: `payments`, and the three ways below to run things."""

    payments: Payments

    def one_block(self, C: list[Any], J: list[Any], f: Any) -> Any:
        raise NotImplementedError

    def asked(self, C: list[Any], f: Any) -> Any:
        """The options of the question that a frame waits for."""
        raise NotImplementedError

    def straight_call(self, number: int, C: list[Any], J: list[Any], arguments: list[Any]) -> Any:
        raise NotImplementedError

    def paid(self, C: list[Any], function: int, arguments: tuple[Any, ...]) -> bool:
        """Whether a procedure that pays can come to its end."""
        entry = self.payments.entries.get(function)
        if entry is None:
            try:
                self.straight_call(function, C[:], [], list(arguments))
            except RuleFault as fault:
                return fault.code != "cost-unpaid"
            return True
        return self.search(C[:], [], (entry, (PAID, ()), *arguments), [MOST_TRIED])

    def search(self, C: list[Any], J: list[Any], f: Any, left: list[int], failed: Callable[[list[Any], list[Any]], None] | None = None) -> bool:
        """Whether some answers lead from a frame to the end of the payment; the cells are used up.  Another fault than that something
        cannot be paid is no reason against it: it is told when the move is made.  `failed` hears of each way that leads nowhere."""
        budget = iter(range(MOST_BLOCKS))
        try:
            while True:
                for _ in budget:
                    if f is None:
                        break
                    if f[0] == PAID:
                        return True
                    f = self.one_block(C, J, f)
                else:
                    return True                   # endless: told when the move is made
                f = C[STACK]
                if not f:
                    return True
                options = self.asked(C, f)
                if options:
                    break
                f = f + ((),)
        except RuleFault as fault:
            if fault.code == "cost-unpaid":
                if failed is not None:
                    failed(C, J)
                return False
            if fault.code == "ways-to-pay":
                raise
            return True
        for o in options:
            left[0] -= 1
            if left[0] < 0:
                raise RuleFault("ways-to-pay")
            if self.search(C[:], J[:], f + (o,), left, failed):
                return True
        return False

    def open_ways(self, C: list[Any], f: Any, options: Any) -> Any:
        """Of the options of a question those that leave the rest of a payment payable, if the question is asked while something is paid."""
        inside = self.cut(f)
        if inside is None:
            return options
        return tuple(o for o in options if self.search(C[:], [], inside + (o,), [MOST_TRIED]))

    def first_unpaid(self, C: list[Any], function: int, arguments: tuple[Any, ...]) -> tuple[int, list[Any]]:
        """Of costs that cannot be paid: the number of the one that fails on the way that leads furthest, and the cells before it."""
        best: list[Any] = [-1, C]

        def failed(T: list[Any], J: list[Any]) -> None:
            for k in range(len(J) - 2, -1, -2):
                if J[k] >= 0:
                    T[J[k]] = J[k + 1]
                elif J[k + 1][0] == "cost":
                    if J[k + 1][1] > best[0]:
                        best[:] = J[k + 1][1], T[:]
                    return
        T, J = C[:], []  # type: ignore[var-annotated]
        entry = self.payments.entries.get(function)
        if entry is not None:
            self.search(T, J, (entry, (PAID, ()), *arguments), [MOST_TRIED], failed)
        else:
            try:
                self.straight_call(function, T, J, list(arguments))
            except RuleFault:
                failed(T, J)
        return best[0], best[1]

    def cut(self, f: Any) -> Any:
        """A frame as it stands inside the payment; None: nothing is being paid."""
        if not f:
            return None
        if f[0] in self.payments.after:
            return (PAID, ())
        parent = self.cut(f[1])
        return None if parent is None else (f[0], parent, *f[2:])
