"""Records → what happened, in a player's words: for each decision a line with what was chosen, then what came of it.

A player reads of a piece only where it was seen at one end of its way; otherwise only how many moved.  What may be told of a
choice is decided in engine.telling.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.engine.records import Changed, Move, Record, capital, records, words
from lawspeaker.interpreter.engine.telling import Unit, label_for, units, untold
from lawspeaker.interpreter.engine.texts import agreeing, plural
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.spots import Spot, told

if TYPE_CHECKING:
    from lawspeaker.interpreter.state import State


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: what was chosen (`kind` choice) or what came of it, in decision number `index` of player `player`."""

    text: str
    player: int
    index: int
    kind: str = "choice"

    def __str__(self) -> str:
        return self.text


# ---- words -----------------------------------------------------------------------------------------------------------
def log(state: State, player: int | None = None) -> list[Entry]:
    """What a player (a seat index) may know of what happened; None knows everything."""
    out: list[Entry] = []
    plain, last = True, None                      # plain: so far
    for unit in units(records(state), player):
        plain = plain and short_turn(unit, last, player)
        key = (player, plain, len(unit.records))
        kept = unit.records[0].entries
        if key not in kept:
            kept[key] = list(lines(state, unit, plain, player))
        out.extend(kept[key])
        last = unit
    return out


def short_turn(unit: Unit, last: Unit | None, viewer: int | None) -> bool:
    """Whether a decision is a whole turn that does one thing, or goes on with one: a game of such turns needs no headlines."""
    if not unit.ends_turn:
        return True
    seen = [x for x in unit.news if not isinstance(x, Changed) or x.spot.visible(viewer)]
    return (last is None or last.player != unit.player or last.ends_turn) and len(seen) <= 2


def lines(state: State, unit: Unit, plain: bool, viewer: int | None) -> Iterator[Entry]:
    record, news = unit.records[0], unit.news
    if not untold(record, viewer):
        yield Entry(f"{seat_name(state, record.player)}: {label_for(record, viewer)}", record.player, record.index)
    rolled = any(isinstance(x, tuple) and x[0] in ("roll", "reroll") for x in news)
    told_moves = grouped(merged(news, viewer), viewer)
    for x in news:
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
    return f"{len(things)} {kind if len(things) == 1 else plural(kind)}"


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
        case ("paid", paid, how, places):
            return paid_line(state, paid, how, places, record, viewer)
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


def paid_line(state: State, paid: tuple[int, ...], how: str, places: tuple[int, ...], record: Record, viewer: int | None) -> str:
    """A payment about which nobody was asked, where tokens are part of it: what became of pieces is told by the line of their way."""
    spots = state._edition.program.spots.of_place
    seen = viewer in (None, record.player) or all(spots[p].visible(viewer) for p in places)
    return f"Pays {state._texts.label(paid, how, record.player)}" if seen and any(t < 0 for t in paid) else ""


def say_line(state: State, text: ir.Text, values: list[Any]) -> str:
    out, number = [], None                        # that stands right before
    for p in text.parts:
        if not isinstance(p, ir.Say):             # plain; one of several texts stands only in titles of moves
            out.append(agreeing(p, number) if isinstance(p, str) else "")
            number = None
            continue
        v = values.pop(0)
        number = v if p.how == "number" else None
        out.append(("yes" if v else "no") if p.how == "flag" else state._texts.label(v, "thing" if p.how == "list" else p.how))
    return "".join(out)


def seat_name(state: State, seat: int) -> str:
    return state._texts.title(seat)
