"""What the engine does for law: pieces move, piles are shuffled, dice roll.  Shared by both readers of a program.

Every write is journalled (cell, old value); entries with cell -1 are events for the log.  Results are those of ir.py.
"""
from __future__ import annotations

from typing import Any, TypeAlias

from lawspeaker.interpreter.engine import chance
from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.program.ir import FULLY, NOT, PARTLY
from lawspeaker.interpreter.program.schema import (
    ACTIVE,
    ALWAYS,
    COUNTS,
    ORDERS,
    PILE,
    QUEUE,
    ROW,
    STREAM_CELL,
    WATCH,
    Layout,
)

Cells: TypeAlias = list[Any]
Journal: TypeAlias = list[Any]
ALL = 1 << 30                    # above the number of any thing
DECK, PICK = STREAM_CELL["deck"], STREAM_CELL["pick"]


def outcome(moved: int, wanted: int) -> int:
    """The result of a step that was to move so many pieces."""
    return NOT if not moved else FULLY if moved == wanted else PARTLY


class Natives:
    """The natives of one program, bound to its layout."""

    ACTS: tuple[str, ...] = (
        "move_thing", "move_all", "move_list", "move_from", "transfer", "draw", "draw_on", "discard_thing", "spend", "discard_all", "discard_list",
        "discard_from", "discard_some", "shuffle", "roll", "reroll", "pick", "watch", "dequeue", "orders_due")

    def __init__(self, layout: Layout, discards: tuple[int, ...]) -> None:
        self.at: list[int] = []
        self.how: list[int] = []
        self.low: list[int] = []
        self.stride: list[int] = []
        for t in layout.places:
            for i in range(t.count):
                self.at.append(t.base + i * t.stride)
                self.how.append(t.how)
                self.low.append(t.low)
                self.stride.append(t.stride)
        self.where = layout.where
        self.first_piece, self.end_piece = layout.pieces
        self.discards = discards

    # ---- one piece -----------------------------------------------------------------------------------
    def remove(self, C: Cells, J: Journal, t: int, p: int) -> bool:
        """Take one piece out of a place; False if it is not there."""
        if self.how[p] == COUNTS:
            cell = self.at[p] + t - self.low[p]
            if not self.low[p] <= t < self.low[p] + self.stride[p] or C[cell] == 0:
                return False
            J += (cell, C[cell])
            C[cell] -= 1
            return True
        cell = self.at[p]
        old = C[cell]
        if t not in old:
            return False
        i = old.index(t)
        J += (cell, old)
        C[cell] = old[:i] + old[i + 1:]
        return True

    def put(self, C: Cells, J: Journal, t: int, p: int, bottom: int = 0) -> None:
        """Lay one piece into a place: on a pile on top, at the end of a row."""
        how = self.how[p]
        if how == COUNTS:
            cell = self.at[p] + t - self.low[p]
            J += (cell, C[cell])
            C[cell] += 1
        else:
            cell = self.at[p]
            old = C[cell]
            J += (cell, old)
            if how == PILE:
                C[cell] = old + (t,) if bottom else (t,) + old
            elif how == ROW:
                C[cell] = (t,) + old if bottom else old + (t,)
            else:
                C[cell] = tuple(sorted(old + (t,)))
        if self.first_piece <= t < self.end_piece:
            cell = self.where + t
            J += (cell, C[cell])
            C[cell] = p

    def move_thing(self, C: Cells, J: Journal, t: int, source: int, there: int, room: int, bottom: int) -> int:
        if room == 0:
            return NOT
        if source < 0:
            source = C[self.where + t]
        if source == there:
            return self.within(C, J, [t], there, bottom)
        if self.how[source] == COUNTS and self.how[there] == COUNTS:
            return self.count_over(C, J, t, source, there)
        if not self.remove(C, J, t, source):
            return NOT
        self.put(C, J, t, there, bottom)
        return FULLY

    def within(self, C: Cells, J: Journal, things: list[int], there: int, bottom: int) -> int:
        """Pieces move in the place where they lie: only where it has an order, and only if that is another one then."""
        if self.how[there] not in (PILE, ROW):
            return NOT
        cell = self.at[there]
        old = C[cell]
        for t in things if bottom or self.how[there] != PILE else reversed(things):
            self.remove(C, J, t, there)
            self.put(C, J, t, there, bottom)
        return FULLY if C[cell] != old else NOT

    def count_over(self, C: Cells, J: Journal, t: int, source: int, there: int) -> int:
        """The same between places that count."""
        i = t - self.low[source]
        here, cell = self.at[source] + i, self.at[there] + t - self.low[there]
        if not 0 <= i < self.stride[source] or C[here] == 0:
            return NOT
        J += (here, C[here])
        C[here] -= 1
        J += (cell, C[cell])
        C[cell] += 1
        return FULLY

    def discard_thing(self, C: Cells, J: Journal, t: int, source: int) -> int:
        return self.move_thing(C, J, t, source, self.discards[t], -1, 0)

    def spend(self, C: Cells, J: Journal, payment: tuple[int, ...], places: tuple[int, ...], there: int) -> int:
        """Pieces of a payment leave the first place in which each lies; tokens (below 0) are no pieces."""
        for t in payment:
            if t >= 0:
                for p in places:
                    if self.move_thing(C, J, t, p, self.discards[t] if there < 0 else there, -1, 0) == FULLY:
                        break
        return FULLY

    # ---- many pieces ---------------------------------------------------------------------------------
    def lying(self, C: Cells, p: int, low: int, high: int) -> list[int]:
        """The pieces of a place in a range of sorts, in its order, sorts as often as they lie there."""
        if self.how[p] == COUNTS:
            first, cell = self.low[p], self.at[p]
            return [first + i for i in range(max(0, low - first), min(self.stride[p], high - first)) for _ in range(C[cell + i])]
        return [t for t in C[self.at[p]] if low <= t < high]

    def move_all(self, C: Cells, J: Journal, source: int, low: int, high: int, there: int, room: int, bottom: int) -> int:
        return self.send(C, J, self.lying(C, source, low, high), source, there, room, bottom)

    def send(self, C: Cells, J: Journal, things: list[int], source: int, there: int, room: int, bottom: int) -> int:
        wanted = len(things)
        if source == there:
            return self.within(C, J, things, there, bottom)
        if source < 0 and self.how[there] not in (PILE, ROW):
            things = [t for t in things if C[self.where + t] != there]
        if room >= 0:
            things = things[:room]
        moved = 0
        if source >= 0 and self.how[source] == COUNTS and self.how[there] == COUNTS:
            for t in things:
                moved += self.count_over(C, J, t, source, there) == FULLY
            return outcome(moved, wanted)
        # on top of a pile the first comes last, so that the order is kept
        for t in things if bottom or self.how[there] != PILE else reversed(things):
            if self.remove(C, J, t, source if source >= 0 else C[self.where + t]):
                self.put(C, J, t, there, bottom)
                moved += 1
        return outcome(moved, wanted)

    def move_list(self, C: Cells, J: Journal, things: tuple[int, ...], there: int, room: int, bottom: int) -> int:
        return self.send(C, J, list(things), -1, there, room, bottom)

    def move_from(self, C: Cells, J: Journal, things: tuple[int, ...], source: int, there: int, room: int, bottom: int) -> int:
        """Pieces that are only counted: they lie in the source."""
        return self.send(C, J, list(things), source, there, room, bottom)

    def transfer(self, C: Cells, J: Journal, n: int, low: int, high: int, source: int, there: int, room: int) -> int:
        if n < 1:
            return NOT
        things = self.lying(C, source, low, high)[:n]
        result = self.send(C, J, things, source, there, room, 0)
        return PARTLY if result == FULLY and len(things) < n else result

    def draw(self, C: Cells, J: Journal, n: int, pile: int, there: int, room: int) -> int:
        """From the top, one after another: the last drawn lies on top of a pile it goes to."""
        if n < 1:
            return NOT
        if pile == there and self.how[pile] == PILE:
            return NOT
        drawn = 0
        while drawn < n and C[self.at[pile]] and room != 0:
            t = C[self.at[pile]][0]
            self.remove(C, J, t, pile)
            self.put(C, J, t, there)
            drawn += 1
            room -= 1 if room > 0 else 0
        return FULLY if drawn == n else PARTLY if drawn else NOT

    def draw_on(self, C: Cells, J: Journal, n: int, pile: int, there: int, room: int, refill: int, limit: int) -> int:
        """Like draw; a pile found empty takes what lies in `refill`, at most `limit` pieces (-1: all), and is shuffled."""
        drawn = 0
        while drawn < n and room != 0:
            if not C[self.at[pile]]:
                if not self.send(C, J, self.lying(C, refill, 0, ALL), refill, pile, limit, 0):
                    break
                self.shuffle(C, J, pile, DECK)
            t = C[self.at[pile]][0]
            self.remove(C, J, t, pile)
            self.put(C, J, t, there)
            drawn += 1
            room -= 1 if room > 0 else 0
        return NOT if drawn == 0 else FULLY if drawn == n else PARTLY

    def discard_from(self, C: Cells, J: Journal, things: tuple[int, ...], source: int) -> int:
        moved = 0
        for t in things:
            moved += self.move_thing(C, J, t, source, self.discards[t], -1, 0) == FULLY
        return outcome(moved, len(things))

    def discard_list(self, C: Cells, J: Journal, things: tuple[int, ...]) -> int:
        return self.discard_from(C, J, things, -1)

    def discard_all(self, C: Cells, J: Journal, source: int, low: int, high: int) -> int:
        return self.discard_from(C, J, tuple(self.lying(C, source, low, high)), source)

    def discard_some(self, C: Cells, J: Journal, n: int, low: int, high: int, source: int) -> int:
        if n < 1:
            return NOT
        things = tuple(self.lying(C, source, low, high)[:n])
        result = self.discard_from(C, J, things, source)
        return PARTLY if result == FULLY and len(things) < n else result

    # ---- chance, watchers --------------------------------------------------------------------------------
    def shuffle(self, C: Cells, J: Journal, p: int, stream: int) -> int:
        """Fisher and Yates."""
        cell = self.at[p]
        if not C[cell]:
            return NOT
        things = chance.shuffled(C, J, stream, list(C[cell]))
        J += (cell, C[cell])
        C[cell] = tuple(things)
        J += (-1, ("shuffle", p))
        return FULLY

    def roll(self, C: Cells, J: Journal, n: int) -> tuple[int, ...]:
        return chance.roll(C, J, n)

    def reroll(self, C: Cells, J: Journal, which: tuple[int, ...], dice: tuple[int, ...], span: int) -> tuple[int, ...]:
        """The dice with those at these positions (from 1) rolled again, each once."""
        again = sorted(set(which))
        if again and not (1 <= again[0] and again[-1] <= len(dice)):
            raise RuleFault("no-entry", span)
        out = list(dice)
        if again:
            new = chance.dice(C, J, len(again))
            for i, value in zip(again, new):
                out[i - 1] = value
            J += (-1, ("reroll", tuple(again), new))
        return tuple(out)

    def pick(self, C: Cells, J: Journal, n: int, things: tuple[int, ...], source: int) -> tuple[int, ...]:
        """Some entries of a list by lot, in their order; the source is the place of pieces that are only counted (-2: one
        of several), else -1."""
        left = list(range(len(things)))
        found = [left.pop(chance.below(C, J, PICK, len(left))) for _ in range(max(0, min(n, len(things))))]
        picked = tuple(things[i] for i in sorted(found))
        if picked:
            J += (-1, ("pick", tuple((t, self.place_of(C, t, source)) for t in picked)))
        return picked

    def place_of(self, C: Cells, t: int, source: int) -> int:
        """The number of the place where a piece lies; -1 for what lies in no place, -2 where nobody says which it is."""
        if source != -1:
            return source
        return C[self.where + t] if self.first_piece <= t < self.end_piece else -1

    def watch(self, C: Cells, J: Journal, number: int, cell: int, now: tuple[int, ...], old: tuple[int, ...]) -> int:
        """Note the cases that are true; queue those that were not among the old ones."""
        J += (cell, C[cell])
        C[cell] = now
        new = tuple((number, x) for x in now if x not in old)
        if new:
            J += (QUEUE, C[QUEUE])
            C[QUEUE] += new
        return FULLY

    def orders_due(self, C: Cells, J: Journal, come: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """Who wants to be asked for what at a moment that has come, clockwise; who waited for it is then asked as usual."""
        if C[WATCH] == 2:
            return ()
        due = [order for order in C[ORDERS] if order[2] == ALWAYS or order[2] in come]
        kept = tuple(order for order in C[ORDERS] if order[2] == ALWAYS or order[2] not in come)
        if len(kept) < len(C[ORDERS]):
            J += (ORDERS, C[ORDERS])
            C[ORDERS] = kept or 0
        first = C[ACTIVE]
        return tuple((which, player) for _, player, which in sorted((player < first, player, which) for player, which, _ in due))

    def dequeue(self, C: Cells, J: Journal) -> int:
        J += (QUEUE, C[QUEUE])
        C[QUEUE] = C[QUEUE][1:]
        return FULLY
