"""Choices of several things, and payments, that are too many for one list: pure functions by which they are asked in parts.

Things are chosen one after another in the order of the list, so that each set of them is reached in one way only.  Equal pieces stand side by
side and are offered as one.
"""
from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from lawspeaker.interpreter.program.payments import (
    NO_CLASS,
    TOKEN,
    WILD,
    Alternative,
    Bill,
    Payment,
    Stands,
    own_class,
)

AT_ONCE = 100                    # sets that are offered as one question; more are asked in parts
PAID_AT_ONCE = 256               # ways to pay, likewise


# ---- things --------------------------------------------------------------------------------------------------------
def grouped(things: tuple[Any, ...]) -> tuple[Any, ...]:
    """Equal entries side by side, in the order in which they come first."""
    found: dict[Any, list[Any]] = {}
    for t in things:
        found.setdefault(t, []).append(t)
    return tuple([t for same in found.values() for t in same])


def ways(things: tuple[Any, ...], least: int, most: int) -> int:
    """In how many ways from `least` to `most` of the entries can be chosen; equal ones are not told apart."""
    most = min(most, len(things))
    counts: dict[Any, int] = {}
    for t in things:
        counts[t] = counts.get(t, 0) + 1
    sums = [1] + [0] * max(0, most)                       # how many ways there are for each number
    for k in counts.values():
        sums = [sum(sums[max(0, n - k):n + 1]) for n in range(len(sums))]
    return sum(sums[max(0, least):most + 1]) if most >= 0 else 0


def few(things: tuple[Any, ...], least: int, most: int) -> bool:
    return ways(things, least, most) <= AT_ONCE


def subsets(things: tuple[Any, ...], least: int, most: int) -> tuple[tuple[Any, ...], ...]:
    """All ways to choose from `least` to `most` entries, smaller ones first, each once."""
    numbers = range(max(0, least), max(0, min(most, len(things))) + 1)
    return tuple(dict.fromkeys([c for n in numbers for c in combinations(things, n)]))


def next_parts(things: tuple[Any, ...], at: int, needed: int) -> tuple[Any, ...]:
    """What can be chosen next from position `at` (from 0) on, so that as many as are needed can follow; () where one may stop."""
    found = dict.fromkeys([t for i, t in enumerate(things[at:], at) if len(things) - i >= needed])
    return (*found, *(((),) if needed <= 0 else ()))


def behind(things: tuple[Any, ...], at: int, chosen: Any) -> int:
    """The position behind the entry that was chosen next."""
    return things.index(chosen, at) + 1


def settled_rest(things: tuple[Any, ...], at: int, needed: int, most: int) -> bool:
    """Whether nothing is left to decide: there is one way to go on."""
    return ways(things[at:], needed, most) == 1


def taken_rest(things: tuple[Any, ...], at: int, needed: int) -> tuple[Any, ...]:
    """What is chosen where there is one way."""
    return things[at:at + max(0, needed)]


# ---- payments ------------------------------------------------------------------------------------------------------
Open = tuple[int, int, int, tuple[int, ...], int, frozenset[int]]         # what is still asked for; the class of those alike, classes that are paid


def next_pieces(bill: Bill, pool: tuple[int, ...], classes: tuple[int, ...], tokens: int, stands: Stands, paid: Payment) -> tuple[Payment, ...]:
    """What may be paid next, when so much is paid, in the order of the numbers (a token first); () where the bill is paid."""
    left, last = left_of(pool, tokens, paid), paid[-1] if paid else TOKEN
    states = opened(bill, classes, stands, paid)
    out: list[Payment] = [()] if any(size(x) == 0 for x in states) else []
    for t in sorted({x for x in left if x >= last}):
        rest = list(left)
        rest.remove(t)
        rest = [x for x in rest if x >= t]
        if any(payable_with(y, rest, classes, stands) for x in states for y in reduced(x, t, classes, stands)):
            out.append((t,))
    return tuple(out)


def still_to_pay(bill: Bill, classes: tuple[int, ...], stands: Stands, paid: Payment) -> int:
    """How many pieces are left to pay, at most."""
    return max([size(x) for x in opened(bill, classes, stands, paid)], default=0)


def left_of(pool: tuple[int, ...], tokens: int, paid: Payment) -> list[int]:
    left = [TOKEN] * tokens + list(pool)
    for t in paid:
        left.remove(t)
    return left


def opened(bill: Bill, classes: tuple[int, ...], stands: Stands, paid: Payment) -> set[Open]:
    """What a bill may still ask for when so much is paid."""
    states = {begun(a) for a in bill}
    for t in paid:
        states = {y for x in states for y in reduced(x, t, classes, stands)}
    return states


def begun(a: Alternative) -> Open:
    return (*a, -1, frozenset())


def size(x: Open) -> int:
    return x[0] + x[1] + x[2] + sum(x[3])


def reduced(x: Open, t: int, classes: tuple[int, ...], stands: Stands) -> Iterator[Open]:
    """What is left to pay when one more piece is paid, for each demand that it may go to."""
    alike, different, anything, named, same, seen = x
    c = classes[t] if t != TOKEN else WILD
    if c == NO_CLASS:
        return
    wild, own = c <= WILD, own_class(c)
    for k, n in enumerate(named):
        if n and (own == k or (wild and stands[0] <= k < stands[1])):
            yield alike, different, anything, (*named[:k], n - 1, *named[k + 1:]), same, seen
    if anything:
        yield alike, different, anything - 1, named, same, seen
    if alike and (wild or same in (-1, c)):
        yield alike - 1, different, anything, named, same if wild else c, seen
    if different and (wild or c not in seen):
        yield alike, different - 1, anything, named, same, seen if wild else seen | {c}


def payable_with(x: Open, pieces: list[int], classes: tuple[int, ...], stands: Stands) -> bool:
    """Whether what is left to pay can be paid with some of these pieces: real ones first, what stands for others where they lack."""
    alike, different, anything, named, same, seen = x
    real: dict[int, int] = {}
    wild: dict[int, int] = {}                                     # by the class that they have themselves, -2: none
    for t in pieces:
        c = classes[t] if t != TOKEN else WILD
        if c <= WILD:
            own = own_class(c)
            wild[own] = wild.get(own, 0) + 1
        elif c != NO_CLASS:
            real[c] = real.get(c, 0) + 1

    def with_alike(of: int) -> bool:
        free, left = dict(wild), dict(real)
        lacking = 0
        for k, n in enumerate(named):
            own = min(n, left.get(k, 0))
            if own:
                left[k] -= own
            if n > own and not stands[0] <= k < stands[1]:
                if free.get(k, 0) < n - own:
                    return False
                free[k] -= n - own
            else:
                lacking += n - own
        own = min(alike, left.get(of, 0))
        if own:
            left[of] -= own
        lacking += alike - own
        unseen = [k for k, n in left.items() if n > 0 and k not in seen]
        apart = min(different, len(unseen))
        for k in unseen[:apart]:
            left[k] -= 1
        lacking += different - apart
        return lacking + max(0, anything - sum(left.values())) <= sum(free.values())
    return any(with_alike(of) for of in ([same] if same >= 0 or not alike else [-1, *real]))
