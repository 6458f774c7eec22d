"""Journal → what happened, in a player's words: for each decision a line with what was chosen, then what came of it.

The cells are rewound through the journal, so that each label is the one that was offered.  Nothing is written while a game is
played; records are made when somebody looks, and kept until they are taken back.  A player reads of a piece only where it was
seen at one end of its way; otherwise only how many moved.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.schema import ACTIVE, COUNTS, OVER, STREAM_CELL
from lawspeaker.interpreter.program.spots import STATE, Spot, told

if TYPE_CHECKING:
    from lawspeaker.interpreter.state import State

CHANCE = frozenset(STREAM_CELL.values())
REVEALING = ("roll", "reroll", "pick", "shuffle", "show")
VOWELS = set("aeiouy")
Write = tuple[int, Any, Any]     # cell, old, new; cell -1: an event


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: what was chosen (`kind` choice) or what came of it, in decision number `index` of player `player`."""

    text: str
    player: int
    index: int
    kind: str = "choice"

    def __str__(self) -> str:
        return self.text


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


@dataclass(slots=True)
class Record:
    """One decision: who, what, and everything that came of it in order."""

    index: int
    player: int
    key: str
    label: str
    short: str                                    # the label for those who may not know what was chosen
    secrets: tuple[tuple[int, Spot, Spot], ...]   # chosen pieces: where each lay before and after
    peeks: tuple[Spot, ...]                       # states whose entries stand in the label
    sealed: bool                                  # chosen unseen: others read what comes of it
    news: list[Move | Changed | tuple[Any, ...]]
    reveals: bool
    entries: dict[int | None, list[Entry]] = field(default_factory=dict)


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
        fresh.append(make(twin, twin._asking(), i, state._values[i], writes, after))
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
            news.append(old)
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
    n = len(before.players)
    moves = [x for x in news if isinstance(x, Move)]
    reveals = bool(written & CHANCE) or any(isinstance(x, tuple) and x[0] in REVEALING for x in news) or any(
        not x.source.visible(p) and x.there.visible(p) for x in moves for p in range(n))
    return Record(index, decision.player, decision.key_of(value), long_label(decision, value), short_label(decision, value),
                  secrets(before, decision, value, moves, after), peeks(before, decision), decision.question.sealed,
                  news, reveals)


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
def long_label(decision: Any, value: Any) -> str:
    """The label as it was offered; a bare answer gets a verb."""
    label = str(decision.label_of(value))
    if decision.kind == "yes" and label == "No":
        return f'No to "{decision.label_of(1)}"'
    return f"chooses {label}" if decision.kind in ("choose", "set") else label


def short_label(decision: Any, value: Any) -> str:
    """The label without what was chosen."""
    return capital(words(decision.group_of(value))) if decision.kind == "move" else "chooses"


def secrets(before: State, decision: Any, value: Any, moves: list[Move], after: list[Any]) -> tuple[tuple[int, Spot, Spot], ...]:
    """The chosen pieces with the places they lay in before and after: who sees neither may not read the label."""
    layout = before._edition.program.layout
    known = before._edition.program.spots
    if decision.kind == "move":
        chosen = [v for v, how in zip(value[1:], decision._move(value).hows, strict=True)
                  if how != "number" and not how.startswith("option ")] if value != () else []
    elif decision.kind in ("choose", "set") and decision.question.how != "number":
        chosen = list(value) if isinstance(value, tuple) else [value]
    else:
        chosen = []
    out: list[tuple[int, Spot, Spot]] = []
    for t in flat(chosen):
        if layout.pieces[0] <= t < layout.pieces[1]:
            out.append((t, known.of_place[before._cells[layout.where + t]], known.of_place[after[layout.where + t]]))
        else:
            ways = [(t, m.source, m.there) for m in moves if m.thing == t]
            out.extend(ways or [(t, s, s) for s in known.all if s.seat == decision.player and layout.counted[0] <= t < layout.counted[1]
                                and s.how != STATE and t in s.pieces(before._cells)])      # it will only move later
    return tuple(out)


def peeks(before: State, decision: Any) -> tuple[Spot, ...]:
    """The states that a label shows entries of, where positions of a list are chosen."""
    among = decision.question.among
    if among is None:
        return ()
    known = before._edition.program.spots
    cells = [x.base + (before._edition.evaluator.value(x.index, before._cells, {"you": decision.player, **decision._registers}) if x.index else 0)
             for x in loads(among)]
    return tuple(known.of_cell[c] for c in cells if c in known.of_cell)


def loads(e: Any) -> Iterator[ir.Load]:
    """The instructions of an expression that read a cell."""
    if isinstance(e, ir.Load):
        yield e
    if isinstance(e, tuple):
        for x in e:
            yield from loads(x)
    elif is_dataclass(e):
        for f in fields(e):
            yield from loads(getattr(e, f.name))


def flat(values: Any) -> Iterator[int]:
    for v in values:
        if isinstance(v, tuple):
            yield from flat(v)
        elif isinstance(v, int):
            yield v


def may_read(record: Record, viewer: int | None) -> bool:
    """Whether a player may know what was chosen."""
    if viewer is None or viewer == record.player:
        return True
    if record.sealed:
        return False
    by_thing: dict[int, bool] = {}
    for thing, source, there in record.secrets:
        by_thing[thing] = by_thing.get(thing, False) or source.visible(viewer) or there.visible(viewer)
    hidden_state = any(isinstance(x, Changed) and not x.spot.visible(viewer) for x in record.news)
    return all(by_thing.values()) and not hidden_state and all(s.visible(viewer) for s in record.peeks)


# ---- words -----------------------------------------------------------------------------------------------------------
def log(state: State, player: int | None = None) -> list[Entry]:
    """What a player (a seat index) may know of what happened; None knows everything."""
    made = records(state)
    out: list[Entry] = []
    plain = True                                  # so far
    for i, record in enumerate(made):
        plain = plain and short_turn(record, made[i - 1] if i else None)
        if player not in record.entries:
            record.entries[player] = list(lines(state, record, plain, player))
        out.extend(record.entries[player])
    return out


def short_turn(record: Record, last: Record | None) -> bool:
    """Whether a decision is a whole turn that does one thing, or goes on with one: a game of such turns needs no headlines."""
    if not ends_turn(record):
        return True
    return (last is None or last.player != record.player or ends_turn(last)) and len(record.news) <= 2


def lines(state: State, record: Record, plain: bool, viewer: int | None) -> Iterator[Entry]:
    who = seat_name(state, record.player)
    label = record.label if may_read(record, viewer) else record.short
    yield Entry(f"{who}: {label}", record.player, record.index)
    rolled = any(isinstance(x, tuple) and x[0] in ("roll", "reroll") for x in record.news)
    moves = merged(record.news, viewer)
    told_moves = grouped(moves, viewer)
    for x in record.news:
        if isinstance(x, Move):
            for (source, there, known), things in told_moves.pop(id(x), {}).items():
                yield Entry(move_line(state, things, source, there, known, record.player), record.player, record.index, "move")
        elif isinstance(x, Changed):
            if x.spot.visible(viewer) and not (rolled and x.spot.shape.startswith("list")):
                yield Entry(state_line(state, x), record.player, record.index, "state")
        else:
            text = event_line(state, x, record, plain, viewer)
            if text:
                yield Entry(text, record.player, record.index, str(x[0]))


def merged(news: list[Any], viewer: int | None) -> list[tuple[Move, Move]]:
    """A piece that went from A to B and on to C went from A to C, as far as the player can tell that it is the same one: not
    where B was shuffled in between."""
    out: list[tuple[Move, Move]] = []             # the move that is told, the last move it stands for
    settled: set[int] = set()
    for x in news:
        if isinstance(x, tuple) and x[0] == "shuffle":
            settled |= {id(told_as) for told_as, _ in out if told_as.there.place == x[1]}
        if not isinstance(x, Move):
            continue
        for i, (told_as, _) in enumerate(out):
            if id(told_as) not in settled and told_as.thing == x.thing and told_as.there is x.source and told_as.known(viewer) and x.known(viewer):
                del out[i]
                if told_as.source is not x.there:
                    out.append((Move(x.thing, told_as.source, x.there), x))
                break
        else:
            out.append((x, x))
    return out


Group = dict[tuple[Spot, Spot, bool], list[int]]


def grouped(moves: list[tuple[Move, Move]], viewer: int | None) -> dict[int, Group]:
    """Moves with the same ends are told together, where the last of them happened."""
    whole: dict[tuple[Spot, Spot, bool], list[int]] = {}
    last: dict[tuple[Spot, Spot, bool], int] = {}
    for told_as, x in moves:
        key = (told_as.source, told_as.there, told_as.known(viewer))
        whole.setdefault(key, []).append(told_as.thing)
        last[key] = id(x)
    out: dict[int, Group] = {}
    for key, things in whole.items():
        out.setdefault(last[key], {})[key] = things
    return out


def move_line(state: State, things: list[int], source: Spot, there: Spot, known: bool, decider: int) -> str:
    what = named(state, things, source.seat, there.seat) if known else counted(things, source)
    return f"{capital(what)}: {place_name(state, source, decider)} → {place_name(state, there, decider)}"


def named(state: State, things: list[int], *seats: int | None) -> str:
    """`Axe, Fish ×2`; pieces of these seats without their owner."""
    counts: dict[str, int] = {}
    for t in things:
        owner = state._edition.program.layout.things[t].owner
        name = state._texts.title(t, owner if owner in seats else None)
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(name if n == 1 else f"{name} ×{n}" for name, n in counts.items())


def counted(things: list[int], place: Spot | None) -> str:
    """`3 runes`: for those who may not know which."""
    kind = place.kinds[0].lower() if place is not None and len(place.kinds) == 1 else "piece"
    return f"{len(things)} {kind}" + ("" if len(things) == 1 else "s")


def place_name(state: State, spot: Spot, decider: int) -> str:
    """`hold` of the one who decided, `Blue's hold`, `Dublin's stall`, `saga pile 1`."""
    name = words(spot.name) + index_words(state, spot)
    if spot.owner == "player":
        return name if spot.of == decider else f"{seat_name(state, spot.of or 0)}'s {name}"
    return name if spot.of is None else f"{state._texts.title(spot.of)}'s {name}"


def state_line(state: State, x: Changed) -> str:
    spot = x.spot
    name = words(spot.name) + index_words(state, spot)
    change = f"{value_words(state, spot, x.old)} → {value_words(state, spot, x.new)}"
    if spot.of is None:
        return f"{capital(name)}: {change}"
    owner = seat_name(state, spot.of) if spot.owner == "player" else state._texts.title(spot.of)
    return f"{owner}: {name} {change}"


def value_words(state: State, spot: Spot, value: Any) -> str:
    plain = told(value, spot.shape, state._texts.title)
    if spot.shape == "flag":
        return "yes" if plain else "no"
    if isinstance(plain, list):
        return ", ".join(map(str, plain)) or "none"
    return "none" if plain is None else str(plain)


def index_words(state: State, spot: Spot) -> str:
    if spot.index is None:
        return ""
    return f" {state._texts.title(spot.index) if spot.index_kind else spot.index}"


def event_line(state: State, event: tuple[Any, ...], record: Record, plain: bool, viewer: int | None) -> str:
    match event:
        case ("roll", dice):
            return "Rolled " + ", ".join(map(str, dice))
        case ("reroll", _, dice):
            return "Rolled again " + ", ".join(map(str, dice))
        case ("pick", found):
            return pick_line(state, found, record, viewer)
        case ("show", who, found):
            return show_line(state, who, found, record, viewer)
        case ("shuffle", place):
            return f"{capital(place_name(state, state._edition.program.spots.of_place[place], record.player))} is shuffled"
        case ("say", n, *values):
            return say_line(state, state._edition.program.says[n], list(values))
        case ("turn", seat):
            return "" if plain else f"{seat_name(state, seat)}'s turn"
        case ("over",):
            return "The game is over"
    return ""


def by_place(state: State, found: tuple[tuple[int, int], ...]) -> list[tuple[Spot | None, list[int], bool]]:
    """Pieces with the numbers of their places, place by place; whether it is a place that anybody may look for them in."""
    spots = state._edition.program.spots.of_place
    out: dict[int, list[int]] = {}
    for thing, place in found:
        out.setdefault(place, []).append(thing)
    return [(spots.get(place), things, place == -1) for place, things in out.items()]


def pick_line(state: State, found: tuple[tuple[int, int], ...], record: Record, viewer: int | None) -> str:
    """What chance chose, for those who see where it lies.  Where it goes from there is told by the line of its way."""
    parts = []
    for spot, things, open_to_all in by_place(state, found):
        seen = viewer is None or open_to_all or (spot is not None and spot.visible(viewer))
        what = named(state, things, spot.seat if spot is not None else None) if seen else counted(things, spot)
        parts.append(f" from {place_name(state, spot, record.player)}: {what}" if spot is not None else f": {what}")
    return "By chance" + ";".join(parts)


def show_line(state: State, who: int, found: tuple[tuple[int, int], ...], record: Record, viewer: int | None) -> str:
    """What was shown, for the one who saw it; the others know how many pieces of which place."""
    parts = []
    for spot, things, _ in by_place(state, found):
        assert spot is not None
        what = named(state, things, spot.seat) if viewer in (None, who) else counted(things, spot)
        parts.append(f"{place_name(state, spot, record.player)}: {what}")
    return f"{seat_name(state, who)} looks at {'; '.join(parts)}"


def ends_turn(record: Record) -> bool:
    return any(isinstance(x, tuple) and x[0] == "turn" for x in record.news)


def say_line(state: State, text: ir.Text, values: list[Any]) -> str:
    out = []
    for p in text.parts:
        if not isinstance(p, ir.Say):             # plain; one of several texts stands only in titles of moves
            out.append(p if isinstance(p, str) else "")
            continue
        v = values.pop(0)
        out.append(("yes" if v else "no") if p.how == "flag" else state._texts.label(v, "thing" if p.how == "list" else p.how))
    return "".join(out)


def words(name: str) -> str:
    """A name as words; one that cannot be spoken is an abbreviation.

    >>> words("saga_spaces"), words("vp")
    ('saga spaces', 'VP')
    """
    return " ".join(w if VOWELS & set(w) or not w.isalpha() else w.upper() for w in name.split("_"))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def seat_name(state: State, seat: int) -> str:
    return state._texts.title(seat)


# ---- taking back -------------------------------------------------------------------------------------------------------
def undo_barrier(state: State) -> int:
    """How many decisions may be taken back: those since the last one that revealed something or left it to chance."""
    free = 0
    for record in reversed(records(state)):
        if record.reveals:
            break
        free += 1
    return free


def keys(state: State) -> list[str]:
    """The keys of the choices so far."""
    return [r.key for r in records(state)]


