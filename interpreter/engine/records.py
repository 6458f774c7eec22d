"""Journal → records: for each decision what was chosen and what came of it, and what of this is whose secret.

The cells are rewound through the journal, so that each label is the one that was offered.  Nothing is written while a game is
played; records are made when somebody looks, and kept until they are taken back.  What a player may know of a record is said in
engine.telling, in words in engine.log.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.engine.asking import Asking, key, label
from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.engine.seeing import NOTHING, Reads, hidden, sighted
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.liveness import reads
from lawspeaker.interpreter.program.schema import ACTIVE, COUNTS, OVER, STREAM_CELL
from lawspeaker.interpreter.program.spots import STATE, Spot

if TYPE_CHECKING:
    from lawspeaker.interpreter.engine.log import Entry
    from lawspeaker.interpreter.state import State

CHANCE = frozenset(STREAM_CELL.values())
VOWELS = set("aeiouy")
Write = tuple[int, Any, Any]     # cell, old, new; cell -1: an event


@dataclass(slots=True)
class Move:
    """A piece (or pieces of a sort) went from one place to another."""

    thing: int
    source: Spot
    there: Spot

    def known(self, viewer: int | None) -> bool:
        return self.source.visible(viewer) or self.there.visible(viewer)


@dataclass(slots=True)
class Changed:
    """A state got another value."""

    spot: Spot
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class Picked:
    """Things that were chosen from one list: what it was read from, and of each piece where it lay before and after."""

    reads: Reads
    things: tuple[int, ...]
    ways: tuple[tuple[int, Spot, Spot], ...]
    pieces: bool                                  # whether all of them are pieces
    moved: bool                                   # whether they move, now or later

    def hidden(self, viewer: int) -> bool:
        seen: dict[int, bool] = {}
        for thing, source, there in self.ways:
            seen[thing] = seen.get(thing, False) or source.visible(viewer) or there.visible(viewer)
        if self.moved and not all(seen.values()):
            return True
        return hidden(self.reads, viewer) and not (self.pieces and self.things and all(seen.get(t, False) for t in self.things))


@dataclass(slots=True)
class Record:
    """One decision: who, what, and everything that came of it in order."""

    index: int
    player: int
    key: str
    label: str
    short: str                                    # the label for those who may not know what was chosen
    picked: tuple[Picked, ...]
    told: Reads                                   # what the words of the label were read from
    sealed: bool                                  # chosen unseen, or kept where not everybody sees it: others read what comes of it
    declined: bool                                # a pass, a no, nothing chosen
    veiled: bool                                  # asked only because of something that not everybody sees
    open: tuple[Reads, ...]                       # of each move that was possible besides: what this was read from
    news: list[Move | Changed | tuple[Any, ...]]
    more: bool                                    # a part of a choice of several things, and not the first
    chance: bool                                  # chance fell, or somebody was shown something
    trace: Any = None                             # of engine.undoing: what it read, and who could see what came of that
    entries: dict[Any, list[Entry]] = field(default_factory=dict)


# ---- the way back ------------------------------------------------------------------------------------------------
def records(state: State) -> list[Record]:
    """One record for each decision so far; those made before are kept."""
    kept: list[Record] = state._records
    del kept[len(state._marks):]
    if len(kept) == len(state._marks):
        return kept
    twin = state.clone()
    end = len(state._journal)
    fresh: list[Record] = []
    for i in range(len(state._marks) - 1, len(kept) - 1, -1):
        after = list(twin._cells)
        writes = rewind(twin._cells, state._journal, state._marks[i], end)
        value = state._values[i]
        fresh.append(ordered(twin, i, value) if isinstance(value, Asking) else make(twin, twin._asking(), i, value, writes, after))
        end = state._marks[i]
    kept.extend(reversed(fresh))
    return kept


def rewind(cells: list[Any], journal: list[Any], begin: int, end: int) -> list[Write]:
    """Take back what stands in a part of the journal; what was written there, in order."""
    writes: list[Write] = []
    for k in range(end - 2, begin - 1, -2):
        cell, old = journal[k], journal[k + 1]
        if cell < 0:
            writes.append((-1, old, None))
        else:
            writes.append((cell, old, cells[cell]))
            cells[cell] = old
    writes.reverse()
    return writes


def make(before: State, decision: Any, index: int, value: Any, writes: list[Write], after: list[Any]) -> Record:
    known = before._edition.program.spots
    news: list[Move | Changed | tuple[Any, ...]] = []
    changed: dict[int, Changed] = {}
    lifted: list[tuple[int, Spot]] = []
    written = {cell for cell, _, _ in writes}
    restarted = {name for name, depth in known.phases.items() if depth in written}
    for cell, old, new in writes:
        if cell < 0:
            news += [old] if old[0] != "cost" else []             # (of costs that are paid on trial, for engine.paying)
        elif cell == ACTIVE and old != new:       # what comes now belongs to the turn of another
            news = [x for x in news if not (isinstance(x, tuple) and x[0] == "turn")]
            if new == after[ACTIVE] != before._cells[ACTIVE] and not after[OVER]:
                news.append(("turn", new))
                changed.clear()
        elif cell in known.of_cell:
            spot = known.of_cell[cell]
            if spot.how != STATE:
                moved(spot, cell, old, new, lifted, news)
            elif spot.owner not in restarted:
                c = changed.get(cell)
                if c is None:
                    c = changed[cell] = Changed(spot, old, new)
                else:
                    news.remove(c)
                c.new = new
                news.append(c)
    news = [x for x in news if not (isinstance(x, Changed) and x.old == x.new)]
    if after[OVER]:
        news.append(("over",))
    chance = bool(written & CHANCE) or any(isinstance(x, tuple) and x[0] in ("roll", "reroll", "pick", "shuffle", "show") for x in news)
    return Choice(before, decision, value, [x for x in news if isinstance(x, Move)], after).record(index, news, chance)


def ordered(before: State, index: int, order: Asking) -> Record:
    """A player has said when he wants to be asked: only he knows.  What comes of it comes with what he then plays."""
    return Record(index, order.player, key(before, order), label(before, order), "", (), NOTHING, True, True, True, (), [], False, False, frozenset())


def moved(spot: Spot, cell: int, old: Any, new: Any, lifted: list[tuple[int, Spot]], news: list[Any]) -> None:
    """A write to a place: pieces that leave are lifted, pieces that come were lifted before."""
    for thing, n in differences(spot, cell, old, new):
        if n < 0:
            lifted.extend([(thing, spot)] * -n)
            continue
        for _ in range(n):
            source = next((s for t, s in reversed(lifted) if t == thing), None)
            if source is not None:
                lifted.remove((thing, source))
                news.append(Move(thing, source, spot))


def differences(spot: Spot, cell: int, old: Any, new: Any) -> list[tuple[int, int]]:
    """Which pieces left a place (below 0) and came to it."""
    if spot.how == COUNTS:
        return [(spot.low + cell - spot.cell, new - old)] if new != old else []
    counts: dict[int, int] = {}
    for t in new:
        counts[t] = counts.get(t, 0) + 1
    for t in old:
        counts[t] = counts.get(t, 0) - 1
    return [(t, n) for t, n in counts.items() if n]


# ---- what a choice gives away ---------------------------------------------------------------------------------------
class Choice:
    """A decision in its position, and the value that was chosen."""

    def __init__(self, before: State, decision: Any, value: Any, moves: list[Move], after: list[Any]) -> None:
        self.before, self.decision, self.value, self.moves, self.after = before, decision, value, moves, after
        self.ev, self.secrecy = sighted(before._edition), before._edition.secrecy
        self.cells: list[Any] = before._cells
        self.question: ir.Question = decision.question
        self.block: int = self.cells[0][0]

    def record(self, index: int, news: list[Any], chance: bool) -> Record:
        decision, value, q = self.decision, self.value, self.question
        move = decision._move(value) if q.kind == "move" and value != () else None
        kept = self.secrecy.kept_choices(move.number) if move is not None else q.kind != "move" and self.secrecy.kept(self.block)
        declined = value == () or (q.kind == "yes" and not value)
        return Record(index, decision.player, decision.key_of(value), long_label(decision, value), short_label(decision, value),
                      tuple(self.picked(move)), self.told(move), q.sealed or kept, declined, self.veiled(),
                      tuple(self.possible()) if declined and q.kind == "move" else (), news,
                      q.so_far is not None and bool(self.ev.value(q.so_far, self.cells, self.registers())), chance)

    def registers(self) -> dict[str, Any]:
        return {"you": self.decision.player, **self.decision._registers}

    def told(self, move: ir.Move | None) -> Reads:
        """What the words of the label are read from."""
        before, self.ev.noted = self.ev.noted, set()
        q = self.question
        try:
            if move is not None:
                self.words(move.title, self.before._header_registers(move, self.decision.player, self.value[1:]))
            elif q.kind == "yes":
                self.words(q.yes_text, self.registers())
            elif q.kind == "option":
                self.words(q.keys[self.value][1], self.registers())
            elif q.among is not None:
                self.ev.value(q.among, self.cells, self.registers())
            return frozenset(self.ev.noted)
        finally:
            self.ev.noted = before

    def words(self, t: ir.Text | None, R: dict[str, Any]) -> None:
        """Read what stands in the holes of a text."""
        for p in t.parts if t is not None else ():
            if isinstance(p, (ir.Say, ir.Which)):
                try:
                    found = self.ev.value(p.value, self.cells, dict(R))
                except (RuleFault, KeyError, TypeError, IndexError):
                    continue                      # shown as `…`
                if isinstance(p, ir.Which):
                    self.words(p.texts[found], R)

    # ---- what was chosen from which list ---------------------------------------------------------------------------
    def picked(self, move: ir.Move | None) -> Iterator[Picked]:
        q, value = self.question, self.value
        if move is not None:
            yield from self.picked_in_header(move)
        elif q.kind in ("choose", "set", "part") and q.list is not None:
            things = (tuple(flat(value)) if isinstance(value, tuple) else (value,)) if q.how != "number" else ()
            yield self.one(things, self.list_reads(q.list), self.secrecy.moved(self.block))
        elif q.kind == "option" and q.list is not None:
            yield self.one((), self.list_reads(q.list), False)

    def picked_in_header(self, move: ir.Move) -> Iterator[Picked]:
        R: dict[str, Any] = {"you": self.decision.player}
        values = dict(zip(move.chosen, self.value[1:]))
        hows = dict(zip(move.chosen, move.hows, strict=True))
        for h in move.header:
            if isinstance(h, ir.HeadRequire):
                try:
                    self.ev.reading(h.condition, self.cells, R)           # binds names
                except (RuleFault, KeyError, TypeError):
                    pass
                continue
            v, how = values[h.reg], hows[h.reg]
            things = () if how == "number" or how.startswith("option ") else tuple(t for t in flat((v,)) if t >= 0)
            yield self.one(things, self.ev.reading(h.list, self.cells, dict(R))[1], True)
            R[h.reg] = v

    def list_reads(self, e: ir.Expr) -> Reads:
        """What a list that is chosen from is read from: mostly it was computed just before the question."""
        f = self.before._edition.program.functions[self.before._edition.program.blocks[self.block].function]
        found: set[Any] = set()
        whole = self.question.so_far is not None or self.question.how.startswith("payment")
        for x in self.sources(e, f, set()) if whole else self.secrecy.values_of(f, e.name) if isinstance(e, ir.Reg) else (e,):
            try:
                found |= self.ev.reading(x, self.cells, self.registers())[1]
            except (RuleFault, KeyError, TypeError, IndexError):          # a name that is not kept any more
                if self.secrecy.reads_hidden(x, f):
                    found.add(self.ev.unknown)
        return frozenset(found)

    def sources(self, e: ir.Expr, f: ir.Function, seen: set[str]) -> Iterator[ir.Expr]:
        """An expression, and what the registers in it were set to: a list that was computed in several steps."""
        yield e
        for reg in reads(e) - seen:
            seen.add(reg)
            for x in self.secrecy.values_of(f, reg):
                yield from self.sources(x, f, seen)

    def one(self, things: tuple[int, ...], reads: Reads, moved: bool) -> Picked:
        layout, known = self.before._edition.program.layout, self.before._edition.program.spots
        ways: list[tuple[int, Spot, Spot]] = []
        pieces = bool(things)
        for t in things:
            if layout.pieces[0] <= t < layout.pieces[1]:
                ways.append((t, known.of_place[self.cells[layout.where + t]], known.of_place[self.after[layout.where + t]]))
            elif layout.counted[0] <= t < layout.counted[1]:
                gone = [(t, m.source, m.there) for m in self.moves if m.thing == t]
                ways.extend(gone)
            else:
                pieces = False
        return Picked(reads, things, tuple(ways), pieces, moved)

    # ---- why it was asked ------------------------------------------------------------------------------------------
    def veiled(self) -> bool:
        """Whether a condition above the question, or above the verbs around it, reads what not everybody sees."""
        blocks = self.before._edition.program.blocks
        frame = self.cells[0]
        while frame:
            if frame[0] >= len(blocks):
                return False
            if self.secrecy.asked_because(frame[0]):
                return True
            frame = frame[1]
            if frame and frame[0] < len(blocks) and blocks[frame[0]].span_of >= 0:
                return False                      # a move or phase that is going on anyway
        return False

    def possible(self) -> Iterator[Reads]:
        """Of each move that could have been made: what this was read from."""
        q = self.question
        for i, number in enumerate(q.moves):
            before, self.ev.noted = self.ev.noted, set()
            guard = q.guards[i] if q.guards else None
            try:
                out: list[Any] = []
                if guard is None or self.ev.value(guard, self.cells, self.registers()):
                    self.ev.leaves(self.ev.moves[number], self.cells, self.decision.player, out)
                if out:
                    yield frozenset(self.ev.noted)
            except RuleFault:
                pass
            finally:
                self.ev.noted = before


def long_label(decision: Any, value: Any) -> str:
    """The label as it was offered; a bare answer gets a verb."""
    label = str(decision.label_of(value))
    if decision.kind == "choose" and value == ():
        return f'No to "{decision.prompt}"' if decision.prompt else "No"
    if decision.kind == "yes" and label == "No":
        return f'No to "{decision.label_of(1)}"'
    if decision.kind == "part" and value == ():
        return "chooses no more" if decision.among(decision.question.so_far) else "chooses nothing"
    return f"chooses {label}" if decision.kind in ("choose", "set", "part") else label


def short_label(decision: Any, value: Any) -> str:
    """The label without what was chosen."""
    return capital(words(decision.group_of(value))) if decision.kind == "move" else "chooses"


def flat(values: Any) -> Iterator[int]:
    for v in values:
        if isinstance(v, tuple):
            yield from flat(v)
        elif isinstance(v, int):
            yield v


def words(name: str) -> str:
    """A name as words; one that cannot be spoken is an abbreviation.

    >>> words("saga_spaces"), words("vp")
    ('saga spaces', 'VP')
    """
    return " ".join(w if VOWELS & set(w) or not w.isalpha() else w.upper() for w in name.split("_"))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def keys(state: State) -> list[str]:
    """The keys of the choices so far."""
    return [r.key for r in records(state)]
