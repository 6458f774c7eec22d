"""Program → its procedures that pay the costs of a move on trial, and what is asked while they run.  Who tries stands in engine/paying.py."""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.fuse import statements


@dataclass(frozen=True, slots=True)
class Payments:
    """`entries`: the first block of each such procedure that may ask; `after`: the blocks that go on when they are done; `questions`:
    the blocks whose question may be asked meanwhile; `bills`: of them those that ask how a bill is paid, where the only way that is left
    is taken without a question."""

    entries: dict[int, int]
    after: frozenset[int]
    questions: frozenset[int]
    bills: frozenset[int]


def paying(functions: list[ir.Function], blocks: list[ir.Block], moves: Iterable[ir.Move]) -> Payments:
    found = {h.condition.function for m in moves for h in m.header if isinstance(h, ir.HeadRequire) and isinstance(h.condition, ir.Payable)}
    entries = {f: (functions[f].blocks or [-1])[0] for f in found if functions[f].kind == "resumable"}
    after = frozenset(s.block for b in blocks for s in statements(b.body) if isinstance(s, ir.CallThen) and s.function in found)
    questions = frozenset(asked_in(functions, blocks, found))
    return Payments(entries, after, questions, frozenset(n for n in questions if is_bill(blocks[n].question)))


def is_bill(q: ir.Question | None) -> bool:
    return q is not None and q.how.startswith("payment")


def asked_in(functions: list[ir.Function], blocks: list[ir.Block], start: set[int]) -> Iterator[int]:
    """The questions of some procedures and of all that they call."""
    seen: set[int] = set()
    todo = list(start)
    while todo:
        number = todo.pop()
        if number in seen or functions[number].kind != "resumable":
            continue
        seen.add(number)
        for n in functions[number].blocks or ():
            if blocks[n].question is not None:
                yield n
            for s in statements(blocks[n].body):
                if isinstance(s, (ir.CallThen, ir.Jump)):
                    todo.append(s.function)
                elif isinstance(s, (ir.CallBy, ir.JumpBy)):
                    todo += s.functions
