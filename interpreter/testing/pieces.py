"""Which pieces shall lie in which places → all pieces lie somewhere, each once, as many as there are.

Pieces told apart, and cards, change places: what lay in a place goes to where the new piece came from.  Other counted pieces come
from where their kind is discarded to, and go back there.  What finds no place goes to the box.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from lawspeaker.interpreter.looking import Looker
from lawspeaker.interpreter.program.schema import AREA, COUNTS, PILE, PlaceTable
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Span


@dataclass(slots=True)
class Order:
    """What shall lie in one place.  Each entry: the things of which one is meant."""

    place: int
    entries: list[list[int]]
    span: Span
    chosen: list[int] = field(default_factory=list)


class Pieces:
    """All pieces of a position, moved about freely and written back at the end."""

    def __init__(self, lk: Looker, cells: list[Any], sink: Sink) -> None:
        self.lk, self.cells, self.sink = lk, cells, sink
        self.first, self.end = lk.layout.pieces
        self.discards: tuple[int, ...] = lk.builder.made["discard table"]
        self.content: dict[int, list[int]] = {}
        self.given: dict[int, Order] = {}
        self.dealt: dict[int, bool] = {}

    def lying(self, place: int) -> list[int]:
        if place not in self.content:
            self.content[place] = self.lk.lying(self.cells, place)
        return self.content[place]

    def table(self, place: int) -> PlaceTable:
        return self.lk.layout.place(place)[0]

    def told_apart(self, t: int) -> bool:
        return self.first <= t < self.end

    def where(self, t: int) -> int:
        place: int = self.cells[self.lk.layout.where + t]
        return place

    def start(self, t: int) -> int:
        """Where a piece lies before the set-up: pieces of one such place can stand for each other."""
        place: int = self.lk.layout.initial[self.lk.layout.where + t]
        return place

    # ---- what is meant --------------------------------------------------------------------------------------
    def arrange(self, orders: Sequence[Order]) -> None:
        self.given = {o.place: o for o in orders}
        taken: dict[int, Order] = {}
        for o in orders:
            for entry in o.entries:
                if len(entry) == 1 and self.told_apart(entry[0]):
                    if entry[0] in taken:
                        self.sink.error("scenario/piece-twice", o.span, f'"{self.lk.texts.thing_id(entry[0])}" cannot lie in two places',
                                        hint="Name it once.")
                        return
                    taken[entry[0]] = o
        for o in orders:
            for entry in o.entries:
                found = entry[0] if len(entry) == 1 else self.choose(o, entry, taken)
                if found is None:
                    self.sink.error("scenario/no-such-piece", o.span, "There is no such piece left to lie here", hint="Look at the data, or name fewer.")
                    return
                o.chosen.append(found)
        self.swap(orders)
        self.count(orders)

    def choose(self, o: Order, entry: list[int], taken: dict[int, Order]) -> int | None:
        """One of the things that are meant: one that lies here, then one of those that could have come here in the set-up."""
        here = self.lying(o.place)
        sorts = [t for t in entry if not self.told_apart(t)]
        if sorts:
            return next((t for t in sorts if t in here), sorts[0])
        starts = {self.start(t) for t in here if self.told_apart(t)}
        free = [t for t in entry if t not in taken]
        best = min(free, key=lambda t: (t not in here, self.where(t) in self.given, self.start(t) not in starts, t), default=None)
        if best is not None:
            taken[best] = o
        return best

    # ---- pieces told apart ------------------------------------------------------------------------------------
    def swap(self, orders: Sequence[Order]) -> None:
        wanted = {t for o in orders for t in o.chosen if self.told_apart(t)}
        leaving = {o.place: [t for t in self.lying(o.place) if self.told_apart(t) and t not in wanted] for o in orders}
        for o in orders:
            for t in o.chosen:
                if not self.told_apart(t) or t in self.lying(o.place):
                    continue
                source = self.where(t)
                old = self.lying(source)
                if source in self.given:
                    continue                      # that place is written anew anyway
                at = old.index(t)
                gone = leaving[o.place]
                out = next((x for x in gone if self.start(x) == self.start(t)), None)
                if out is None:
                    out = next((x for x in gone if self.may_lie(x, source)), None)
                if out is None:
                    del old[at]
                else:
                    old[at] = out
                    gone.remove(out)
        for o in orders:
            for t in leaving[o.place]:
                home = self.discards[t] if self.discards[t] not in self.given else self.lk.layout.box
                self.lying(home).append(t)
            self.content[o.place] = [t for t in self.lying(o.place) if not self.told_apart(t)] + [t for t in o.chosen if self.told_apart(t)]

    def may_lie(self, t: int, place: int) -> bool:
        decl = self.table(place).decl
        return decl is None or any(self.lk.layout.things[t].kind.is_a(k) for k in decl.kinds)

    # ---- counted pieces ---------------------------------------------------------------------------------------
    def count(self, orders: Sequence[Order]) -> None:
        missing: list[tuple[Order, int, int]] = []
        cards: list[tuple[Order, int]] = []
        pool: list[int] = []                      # what was dealt and must leave a place
        for o in orders:
            have = Counter(t for t in self.lying(o.place) if not self.told_apart(t))
            want = Counter(t for t in o.chosen if not self.told_apart(t))
            for t in sorted(have | want):
                if self.is_dealt(t):
                    pool += [t] * (have[t] - want[t])
                    cards += [(o, t)] * (want[t] - have[t])
                elif want[t] < have[t]:
                    self.lying(self.home(t)).extend([t] * (have[t] - want[t]))
                elif want[t] > have[t]:
                    missing.append((o, t, want[t] - have[t]))
            self.content[o.place] = [t for t in self.content[o.place] if self.told_apart(t)] + [t for t in o.chosen if not self.told_apart(t)]
        if not self.exchange(cards, pool):
            return
        for o, t, n in missing:
            home = self.lying(self.home(t))
            while home.count(t) < n and (source := self.source(t)) is not None:     # what was never discarded lies where it began
                self.lying(source).remove(t)
                home.append(t)
            if home.count(t) < n:
                every = self.in_all(t)
                self.sink.error("scenario/too-many", o.span, f"There are not so many: {self.lk.texts.title(t)}",
                                text=f"{n} more must come from {self.place_name(self.home(t))}, where {home.count(t) or 'none'} "
                                     f"{'is' if home.count(t) == 1 else 'are'} left, of {every} in all." if every else self.absent(),
                                hint="Take some from another place: `red.hold: []`." if every >= o.chosen.count(t) else
                                f"Name {every} at most." if every else "Name another, or let more play.")
                return
            for _ in range(n):
                home.remove(t)

    def source(self, t: int) -> int | None:
        """A place in which copies of a sort begin, and where one lies still."""
        return next((p for p in self.all_places() if p not in self.given and p != self.home(t) and t in self.starting(p) and t in self.lying(p)), None)

    def in_all(self, t: int) -> int:
        """How many copies of a sort there are, wherever they lie, before anything is given."""
        return sum(self.lk.lying(self.cells, p).count(t) for p in self.all_places())

    def absent(self) -> str:
        return f"There is none of them in a game of {self.lk.layout.players} players with these settings."

    def is_dealt(self, t: int) -> bool:
        """Whether copies of a sort come from a pile and are discarded elsewhere, as cards do."""
        if t not in self.dealt:
            self.dealt[t] = any(self.table(p).how == PILE and t in self.starting(p) and p != self.discards[t] for p in self.all_places())
        return self.dealt[t]

    def exchange(self, wanted: Sequence[tuple[Order, int]], pool: list[int]) -> bool:
        """Copies of what is dealt come from where one lies, the deck first, in exchange for one that must go; false if there are too few."""
        for o, t in wanted:
            if t in pool:
                pool.remove(t)
                continue
            source = min((p for p in self.all_places() if p not in self.given and t in self.lying(p)),
                         key=lambda p: (t not in self.starting(p), p), default=None)
            if source is None:
                every = self.in_all(t)
                self.sink.error("scenario/too-many", o.span, f"There are not so many: {self.lk.texts.title(t)}",
                                text=f"There {'is' if every == 1 else 'are'} {every} in all, and these places together want more."
                                if every else self.absent(),
                                hint=f"Name {every} at most; `copies` says how many there are." if every else "Name another, or let more play.")
                return False
            lying = self.lying(source)
            back = next((x for x in pool if self.lk.layout.things[x].kind is self.lk.layout.things[t].kind), None)
            at = lying.index(t)
            lying[at:at + 1] = [back] if back is not None else []
            if back is not None:
                pool.remove(back)
        for t in pool:
            self.lying(self.home(t)).append(t)
        return True

    def starting(self, place: int) -> list[int]:
        """What lies in a place before the set-up."""
        return self.lk.lying(self.lk.layout.initial, place)

    def home(self, t: int) -> int:
        home = self.discards[t]
        return home if home not in self.given else self.lk.layout.box

    def all_places(self) -> range:
        last = self.lk.layout.places[-1]
        return range(last.first + last.count)

    def place_name(self, place: int) -> str:
        table, instance = self.lk.layout.place(place)
        if table.owner == "player":
            return f"{self.lk.layout.seats[self.lk.seat_of(table, instance)]}.{table.name}"
        if table.dimensions and table.owner not in ("table", "engine"):
            low, count = table.dimensions[0]
            return f"{self.lk.texts.thing_id(low + instance // (table.count // count))}.{table.name}"
        return table.name

    # ---- writing ----------------------------------------------------------------------------------------------
    def write(self) -> None:
        for place, things in self.content.items():
            table, instance = self.lk.layout.place(place)
            at = table.base + instance * table.stride
            if table.how == COUNTS:
                self.cells[at:at + table.stride] = [things.count(table.low + i) for i in range(table.stride)]
            else:
                self.cells[at] = tuple(sorted(things) if table.how == AREA else things)
            for t in things:
                if self.told_apart(t):
                    self.cells[self.lk.layout.where + t] = place
