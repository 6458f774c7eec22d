"""Bills and the ways to pay them: pure functions over numbers, shared by both readers.

A bill is a list of alternatives, each (alike, different, any, counts of each class): how many pieces of one class, of different
classes, of any class, and of the classes that are named.  The empty list asks for nothing.  A payment is a list of sorts as often as they
are paid, smallest first; -1 stands for a token that is no piece.  `classes` gives the class of each sort: -1 what cannot
be paid with, -2 what stands for others, -10 - c what stands for others and is of class c itself.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, product
from math import comb

NO_CLASS, WILD, TOKEN = -1, -2, -1
WILD_OF = -10
LISTED = 257                     # payments that are listed: one more than a question offers at once (portions.py)
MOST = 4096                      # ways that are remembered

Alternative = tuple[int, int, int, tuple[int, ...]]
Bill = tuple[Alternative, ...]
Payment = tuple[int, ...]
Heap = tuple[tuple[int, int], ...]                               # sorts and how many of each, the smallest sort first

Stands = tuple[int, int]         # the classes that wild pieces and tokens stand for: from the first to before the last
Purse = tuple[list[int], int, int, Sequence[int], tuple[int, ...], Stands, tuple[int, ...], int]
NAMED, ALIKE, DIFFERENT, ANY, MIXED = range(5)
Plan = tuple[tuple[int, int, tuple[tuple[int, int], ...], Alternative], ...]


def purse(pool: tuple[int, ...], classes: tuple[int, ...], many: int, stands: Stands) -> Purse:
    """What a payer has: pieces of each of so many classes, wild pieces, pieces that pay at all, the pieces, the classes of sorts, what
    is wild for, the classes that wild pieces have themselves, -1."""
    counts, wild = [0] * many, 0
    own: tuple[int, ...] = ()
    for t in pool:
        c = classes[t]
        if c >= 0:
            counts[c] += 1
        elif c <= WILD:
            wild += 1
            if c <= WILD_OF and WILD_OF - c not in own:
                own += (WILD_OF - c,)
    return counts, wild, sum(counts), pool, classes, stands, own, -1


def counted_purse(cells: list[int], here: tuple[int, ...], low: int, classes: tuple[int, ...], many: int, stands: Stands) -> Purse:
    """The same of a counted place: how many of each sort from `low` on lie there, and their classes; instead of the pieces the cells,
    and `low`."""
    counts, wild, total = [0] * many, 0, 0
    own: tuple[int, ...] = ()
    for c, k in zip(here, cells):
        if k:
            if c >= 0:
                counts[c] += k
                total += k
            elif c <= WILD:
                wild += k
                if c <= WILD_OF:
                    own += (WILD_OF - c,)
    return counts, wild, total, cells, classes, stands, own, low


def row_purse(cells: list[int], wild: tuple[tuple[int, int], ...], low: int, classes: tuple[int, ...], stands: Stands) -> Purse:
    """The same where each sort is a class of its own, in order, but for wild ones: their cells, and their own classes (-1: none)."""
    counts, jokers = cells[:], 0
    own: tuple[int, ...] = ()
    for i, c in wild:
        if counts[i]:
            jokers += counts[i]
            counts[i] = 0
            if c >= 0:
                own += (c,)
    return counts, jokers, sum(counts), cells, classes, stands, own, low


def pieces_of(have: Purse) -> tuple[int, ...]:
    if have[7] < 0:
        return tuple(sorted(have[3]))
    return tuple([t for t, k in enumerate(have[3], have[7]) for _ in range(k)])


def wild_of(c: int) -> int:
    """The class of a sort of class c that stands for others besides."""
    return WILD_OF - c if c >= 0 else WILD


def own_class(c: int) -> int:
    return WILD_OF - c if c <= WILD_OF else c


def payable(bill: Bill, have: Purse, tokens: int) -> bool:
    """Whether a bill can be paid exactly with what a payer has and so many tokens."""
    return settled(planned(bill), have, tokens)


def payable_here(bill: Bill, cells: list[int], here: tuple[int, ...], low: int, classes: tuple[int, ...], many: int, stands: Stands,
                 tokens: int) -> bool:
    """The same where only one bill is asked for."""
    return not bill or settled(planned(bill), counted_purse(cells, here, low, classes, many, stands), tokens)


@lru_cache(4096)
def planned(bill: Bill) -> Plan:
    """A bill made ready: of each alternative how it is looked at, how many it asks for, the classes it names, itself."""
    out = []
    for a in bill:
        alike, different, anything, named = a
        needs = tuple([(c, n) for c, n in enumerate(named) if n])
        unnamed = (alike > 0) + (different > 0) + (anything > 0)
        how = NAMED if not unnamed else MIXED if needs or unnamed > 1 else ALIKE if alike else DIFFERENT if different else ANY
        out.append((how, alike or different or anything, needs, a))
    return tuple(out)


def settled(plan: Plan, have: Purse, tokens: int) -> bool:
    """Of a single demand there is a closed form, of several a payment is looked for."""
    counts, wild, total, _, _, (first, last), own, _ = have
    wild += tokens
    for how, n, needs, a in plan:
        if how == MIXED or (own and any([c in own for c, _ in needs])):          # what stands for others may pay for itself
            if payments((a,), pieces_of(have), have[4], tokens, have[5]):
                return True
        elif how == NAMED:
            short = 0
            for c, k in needs:
                if k > counts[c]:
                    short += k - counts[c] if first <= c < last else 9999
            if short <= wild:
                return True
        elif how == ALIKE:
            if max(counts, default=0) + wild >= n:
                return True
        elif how == DIFFERENT:
            if len(counts) - counts.count(0) + wild >= n:
                return True
        elif total + wild >= n:
            return True
    return not plan


@lru_cache(4096)
def payments(bill: Bill, pool: tuple[int, ...], classes: tuple[int, ...], tokens: int, stands: Stands) -> tuple[Payment, ...]:
    """The ways to pay a bill exactly, each once, without tokens and wild pieces first: all, if they are few enough for one question."""
    if not bill:
        return ((),)
    have: dict[int, int] = {}
    for t in pool:
        have[t] = have.get(t, 0) + 1
    wild = tokens > 0 or any([classes[t] <= WILD for t in have])
    found: dict[Payment, None] = {}
    for how, n, needs, a in planned(bill):
        for paid in ways(a, have, classes, tokens, stands) if wild or how not in (NAMED, ALIKE) else plain_ways(n, needs, have, classes):
            found[paid] = None
            if len(found) >= LISTED:
                break
    if len(found) < 2:
        return tuple(found)
    return tuple(sorted(found, key=lambda p: (wild_in(p, classes), p)) if wild else sorted(found))


def plain_ways(n: int, needs: tuple[tuple[int, int], ...], have: dict[int, int], classes: tuple[int, ...]) -> Iterator[Payment]:
    """Payments of one demand without anything that stands for others: of named classes, or of so many alike."""
    heaps: dict[int, Heap] = {}
    for t, k in have.items():
        heaps[classes[t]] = (*heaps.get(classes[t], ()), (t, k))
    heaps.pop(NO_CLASS, None)
    if n:
        for heap in heaps.values():
            yield from taken(heap, n)
    else:
        for parts in product(*[taken(heaps.get(c, ()), k) for c, k in needs]):
            yield tuple(sorted(chain.from_iterable(parts)))


def ways(a: Alternative, have: dict[int, int], classes: tuple[int, ...], tokens: int, stands: Stands) -> Iterator[Payment]:
    """Payments of one alternative; some may come twice."""
    alike, different, anything, counts = a
    heaps: dict[int, Heap] = {}                                      # of each class, what is of it and wild besides, too
    wild: Heap = ((TOKEN, tokens),) if tokens else ()
    for t, k in have.items():
        c = classes[t]
        if c <= WILD:
            wild += ((t, k),)
        if (c := own_class(c)) >= 0:
            heaps[c] = (*heaps.get(c, ()), (t, k))
    demands: list[tuple[str, int, int]] = [("class", c, n) for c, n in enumerate(counts) if n]
    demands += [("alike", 0, alike)] if alike else []
    demands += [("different", 0, different)] if different else []
    demands += [("any", 0, anything)] if anything else []
    jokers = any([t != TOKEN for t, _ in wild])
    # demands for named classes have nothing in common
    apart = [what == "class" and all(x[0] == "class" for x in demands[i:]) for i, (what, _, _) in enumerate(demands)]

    def pay(i: int, heaps: dict[int, Heap], free: int) -> Iterator[tuple[Payment, int]]:
        """The pieces for the demands from i on, and how many wild ones they take; `free` are left."""
        if i == len(demands):
            yield (), 0
            return
        what, c, n = demands[i]
        least = n - free if what != "class" or stands[0] <= c < stands[1] else n
        for own in real(what, c, n, max(0, least), heaps, classes):
            lacking = n - len(own)
            spent = wild_in(own, classes) if jokers else 0           # what stands for others, paid for itself
            if lacking + spent <= free:
                for rest, more in pay(i + 1, heaps if apart[i] else without(heaps, own, classes), free - lacking - spent):
                    yield own + rest, lacking + more
    for pieces, lacking in pay(0, heaps, sum([k for _, k in wild])):
        for used in taken(less(wild, pieces) if jokers else wild, lacking):
            yield tuple(sorted(pieces + used))


def wild_in(pieces: Payment, classes: tuple[int, ...]) -> int:
    """How many pieces and tokens stand for others."""
    return sum([t == TOKEN or classes[t] <= WILD for t in pieces])


def less(heap: Heap, pieces: Payment) -> Heap:
    return tuple([(t, k - pieces.count(t)) for t, k in heap if k > pieces.count(t)])


def without(heaps: dict[int, Heap], pieces: Payment, classes: tuple[int, ...]) -> dict[int, Heap]:
    return {**heaps, **{c: less(heaps[c], pieces) for c in {own_class(classes[t]) for t in pieces}}}


def real(what: str, c: int, n: int, least: int, heaps: dict[int, Heap], classes: tuple[int, ...]) -> Iterator[Payment]:
    """Pieces that go to one demand, from the least to as many as it asks for; the rest must be wild."""
    if what == "class":
        for k in range(least, n + 1):
            yield from taken(heaps.get(c, ()), k)
        return
    plain = [tuple([(t, k) for t, k in heaps[c] if classes[t] >= 0]) for c in sorted(heaps)]
    if what == "any":
        for k in range(least, n + 1):
            yield from taken(tuple(sorted([x for heap in plain for x in heap])), k)
    elif what == "alike":
        if not least:
            yield ()
        for heap in plain:
            for k in range(max(1, least), n + 1):
                yield from taken(heap, k)
    else:
        for k in range(least, min(n, len(plain)) + 1):
            for chosen in combinations(plain, k):
                yield from product(*[[t for t, _ in heap] for heap in chosen])


def taken(heap: Heap, n: int) -> Iterable[Payment]:
    """All ways to take n of a heap; of small ones they are remembered."""
    if n == 1:
        return [(t,) for t, _ in heap]
    if len(heap) < 2:
        return [(t,) * n for t, k in heap if k >= n] if n else ((),)
    return remembered(heap, n) if comb(sum([k for _, k in heap]), n) < MOST else multisets(heap, n)


@lru_cache(4096)
def remembered(heap: Heap, n: int) -> tuple[Payment, ...]:
    return tuple(multisets(heap, n))


def multisets(heap: Heap, n: int) -> Iterator[Payment]:
    if n == 0:
        yield ()
    elif heap:
        t, most = heap[0]
        for k in range(min(n, most), -1, -1):
            for rest in multisets(heap[1:], n - k):
                yield (t,) * k + rest


def widened(bill: Bill, before: int, many: int) -> Bill:
    """A bill of a kind as one of the kind that it is: its classes stand behind so many others, of so many in all."""
    return tuple((a, d, n, (0,) * before + counts + (0,) * (many - before - len(counts))) for a, d, n, counts in bill)


def asked(bill: Bill, c: int) -> int:
    """How many of a class a bill names, in its first alternative."""
    return bill[0][3][c] if bill and 0 <= c < len(bill[0][3]) else 0


def tokens_in(payment: Payment) -> int:
    return payment.count(TOKEN)
