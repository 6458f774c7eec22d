"""Bills and the ways to pay them: pure functions over numbers, shared by both readers.

A bill is a list of alternatives, each (alike, different, any, counts of each class): how many pieces of one class, of different
classes, of any class, and of the classes that are named.  The empty list asks for nothing.  A payment is a list of sorts as often as they
are paid, smallest first; -1 stands for a token that is no piece.  `classes` gives the class of each sort: -1 what cannot
be paid with, -2 what stands for others, -10 - c what stands for others and is of class c itself.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

NO_CLASS, WILD, TOKEN = -1, -2, -1
WILD_OF = -10
MOST = 4096                      # payments that are listed

Alternative = tuple[int, int, int, tuple[int, ...]]
Bill = tuple[Alternative, ...]
Payment = tuple[int, ...]


Stands = tuple[int, int]         # the classes that wild pieces and tokens stand for: from the first to before the last
Purse = tuple[tuple[int, ...], int, int, Payment, tuple[int, ...], Stands, tuple[int, ...]]


def purse(pool: tuple[int, ...], classes: tuple[int, ...], many: int, stands: Stands) -> Purse:
    """What a payer has: pieces of each of so many classes, wild pieces, pieces that pay at all, the pieces, the classes of sorts, what
    is wild for, and the classes that wild pieces have themselves."""
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
    return tuple(counts), wild, sum(counts), pool, classes, stands, own


def wild_of(c: int) -> int:
    """The class of a sort of class c that stands for others besides."""
    return WILD_OF - c if c >= 0 else WILD


def own_class(c: int) -> int:
    return WILD_OF - c if c <= WILD_OF else c


def payable(bill: Bill, have: Purse, tokens: int) -> bool:
    """Whether a bill can be paid exactly with what a payer has and so many tokens.  Of a single demand there is a closed form, of several
    a payment is looked for."""
    if not bill:
        return True
    counts, wild, total, (first, last) = have[0], have[1] + tokens, have[2], have[5]
    for a in bill:
        alike, different, anything, named = a
        if have[6] and any([named[c] for c in have[6] if c < len(named)]):      # what stands for others may pay for itself
            if payments((a,), tuple(sorted(have[3])), have[4], tokens, have[5]):
                return True
        elif not (alike or different or anything):
            short = 0
            for c, n in enumerate(named):
                if n > counts[c]:
                    short += n - counts[c] if first <= c < last else 9999
            if short <= wild:
                return True
        elif any(named) or (alike > 0) + (different > 0) + (anything > 0) > 1:
            if payments((a,), tuple(sorted(have[3])), have[4], tokens, have[5]):
                return True
        elif alike:
            if max(counts, default=0) + wild >= alike:
                return True
        elif different:
            if len(counts) - counts.count(0) + wild >= different:
                return True
        elif total + wild >= anything:
            return True
    return False


@lru_cache(4096)
def payments(bill: Bill, pool: tuple[int, ...], classes: tuple[int, ...], tokens: int, stands: Stands) -> tuple[Payment, ...]:
    """All ways to pay a bill exactly, each once, without tokens and wild pieces first."""
    if not bill:
        return ((),)
    found: dict[Payment, None] = {}
    for alternative in bill:
        for paid in ways(alternative, pool, classes, tokens, stands):
            found[paid] = None
            if len(found) >= MOST:
                break
    return tuple(sorted(found, key=lambda p: (sum(t == TOKEN or classes[t] <= WILD for t in p), p)))


def ways(a: Alternative, pool: tuple[int, ...], classes: tuple[int, ...], tokens: int, stands: Stands) -> Iterator[Payment]:
    """Payments of one alternative; some may come twice."""
    alike, different, anything, counts = a
    left = Counter(t for t in pool if classes[t] >= 0 or classes[t] <= WILD_OF)
    wild = Counter(t for t in pool if classes[t] <= WILD)
    wild[TOKEN] = tokens
    every = sorted({classes[t] for t in left if classes[t] >= 0})
    demands: list[tuple[str, int, int]] = [("class", c, n) for c, n in enumerate(counts) if n]
    demands += [("alike", 0, alike)] if alike else []
    demands += [("different", 0, different)] if different else []
    demands += [("any", 0, anything)] if anything else []

    after = [*(d[0] if len({x[0] for x in demands}) == 1 else "" for d in demands[1:]), "class"]

    def pay(i: int, left: Counter[int], free: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """The pieces for the demands from i on, and how many wild ones they take; `free` are left."""
        if i == len(demands):
            yield (), 0
            return
        what, c, n = demands[i]
        for own in real(what, c, n, left, classes, every):
            lacking = n - len(own)
            spent = sum(classes[t] <= WILD for t in own)             # what stands for others, paid for itself
            if lacking + spent > free:
                continue
            if lacking > (free if what != "class" or stands[0] <= c < stands[1] else 0):
                continue
            # demands for named classes have nothing in common
            for rest, more in pay(i + 1, left if what == "class" == after[i] else left - Counter(own), free - lacking - spent):
                yield own + rest, lacking + more
    for pieces, lacking in pay(0, left, sum(wild.values())):
        for tokens_used in multisets(wild - Counter(t for t in pieces if classes[t] <= WILD), lacking):
            yield tuple(sorted(pieces + tokens_used))


def real(what: str, c: int, n: int, left: Counter[int], classes: tuple[int, ...], every: list[int]) -> Iterator[tuple[int, ...]]:
    """Pieces that go to one demand, from none to as many as it asks for; the rest must be wild."""
    if what == "class":
        mine = Counter({t: k for t, k in left.items() if k > 0 and own_class(classes[t]) == c})
        for k in range(min(n, sum(mine.values())) + 1):
            yield from multisets(mine, k)
    elif what == "any":
        mine = Counter({t: k for t, k in left.items() if k > 0 and classes[t] >= 0})
        for k in range(min(n, sum(mine.values())) + 1):
            yield from multisets(mine, k)
    elif what == "alike":
        yield ()
        for one in every:
            mine = Counter({t: k for t, k in left.items() if k > 0 and classes[t] == one})
            for k in range(1, min(n, sum(mine.values())) + 1):
                yield from multisets(mine, k)
    else:
        for k in range(min(n, len(every)) + 1):
            for chosen in combinations(every, k):
                yield from one_of_each(chosen, left, classes)


def one_of_each(chosen: tuple[int, ...], left: Counter[int], classes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not chosen:
        yield ()
        return
    for t in sorted(t for t, k in left.items() if k > 0 and classes[t] == chosen[0]):
        for rest in one_of_each(chosen[1:], left, classes):
            yield (t, *rest)


def multisets(have: Counter[int], n: int) -> Iterator[tuple[int, ...]]:
    """All ways to take n, sorts as often as they are taken."""
    sorts = sorted(t for t, k in have.items() if k > 0)

    def take(i: int, n: int) -> Iterator[tuple[int, ...]]:
        if n == 0:
            yield ()
            return
        if i == len(sorts):
            return
        for k in range(min(n, have[sorts[i]]), -1, -1):
            for rest in take(i + 1, n - k):
                yield (sorts[i],) * k + rest
    yield from take(0, n)


def widened(bill: Bill, before: int, many: int) -> Bill:
    """A bill of a kind as one of the kind that it is: its classes stand behind so many others, of so many in all."""
    return tuple((a, d, n, (0,) * before + counts + (0,) * (many - before - len(counts))) for a, d, n, counts in bill)


def asked(bill: Bill, c: int) -> int:
    """How many of a class a bill names, in its first alternative."""
    return bill[0][3][c] if bill and 0 <= c < len(bill[0][3]) else 0


def tokens_in(payment: Payment) -> int:
    return payment.count(TOKEN)
