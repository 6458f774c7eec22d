"""What `then` expects → whether it is so, and expected and actual value as texts to stand side by side."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from lawspeaker.interpreter.engine import scoring
from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.looking import Looker, Sight
from lawspeaker.interpreter.model.types import ListType, NumberType, ThingType, Type
from lawspeaker.interpreter.state import State
from lawspeaker.interpreter.syntax.data import Datum, DEntry, DList, DMap, DScalar
from lawspeaker.interpreter.testing.naming import Unreadable, is_none, relocated, shown, things, value_of
from lawspeaker.interpreter.text.diagnostic import RulesetError, Sink
from lawspeaker.interpreter.text.spell import did_you_mean

NO_VALUE = "(no value now)"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of `then`, held against the position."""

    entry: DEntry
    ok: bool
    expected: str
    actual: str


class Onlooking:
    """Holds the lines of `then` against a state; `before` gives the values of signed lines as they were at `given`."""

    def __init__(self, lk: Looker, state: State, sink: Sink) -> None:
        self.lk, self.state, self.sink = lk, state, sink
        self.before: dict[str, int] = {}

    def remember(self, entries: tuple[DEntry, ...]) -> None:
        """Look at what is expected to change, before anything is played."""
        for e in entries:
            if signed(e.value):
                try:
                    self.before[e.key] = self.number(e)
                except (RulesetError, RuleFault, Unreadable):
                    pass                          # `finding` says what is wrong

    def number(self, e: DEntry) -> int:
        score = self.score(e)
        if score is not None:
            return score
        sight = self.lk.sight(e.key)
        now = self.lk.value(sight.ir, self.state._cells)
        if isinstance(sight.type, ListType):
            return len(now)
        if not isinstance(sight.type, NumberType):
            self.sink.error("scenario/no-number", e.value.span, f"Only numbers change by so many, this is a {sight.type}",
                            hint="Write the value without a sign.")
            raise Unreadable
        return int(now)

    def finding(self, e: DEntry) -> Finding | None:
        """None when the line cannot be read; why is in the sink."""
        try:
            return self.special(e) or self.held(e)
        except RulesetError as wrong:
            self.sink.diagnostics.extend(relocated(wrong, e.key, e.key_span))
        except RuleFault as fault:
            return Finding(e, False, shown(e.value), f"{NO_VALUE} {fault.text}")
        except Unreadable:
            pass
        return None

    # ---- what is no expression ----------------------------------------------------------------------------------
    def special(self, e: DEntry) -> Finding | None:
        state, seats = self.state, self.state.players
        match e.key:
            case "over":
                return Finding(e, value_of_flag(e, self.sink) == state.over, shown(e.value), str(state.over).lower())
            case "winners":
                wanted = [seats[self.seat(i)] for i in (e.value.items if isinstance(e.value, DList) else () if is_none(e.value) else (e.value,))]
                won = [seats[i] for i in state.winners]
                return Finding(e, sorted(wanted) == sorted(won), f"[{', '.join(wanted)}]", f"[{', '.join(won)}]")
            case "ranks":
                return self.ranked(e)
            case "player":
                asked = "none" if state.over else seats[state.decision.player]
                wanted_one = "none" if is_none(e.value) else seats[self.seat(e.value)]
                return Finding(e, asked == wanted_one, wanted_one, asked)
        if self.score(e) is not None:
            return self.counted(e)
        return None

    def ranked(self, e: DEntry) -> Finding:
        """`ranks: {red: 1, yellow: 2}`, of some seats or all; who are equal share a rank, and as many below it are skipped."""
        now = self.state.ranks
        if not isinstance(e.value, DMap):
            self.sink.error("scenario/wrong-value", e.value.span, "Ranks are a map of seats to numbers", hint="Write `ranks: {red: 1, yellow: 2}`.")
            raise Unreadable
        wanted: dict[int, int] = {}
        for x in e.value.entries:
            seat = self.seat(DScalar(x.key_span, x.key, x.key))
            if not (isinstance(x.value, DScalar) and isinstance(x.value.value, int) and not isinstance(x.value.value, bool)):
                self.sink.error("scenario/wrong-value", x.value.span, f"A rank is a whole number, this is {shown(x.value)}", hint="Write 1 for the winner.")
                raise Unreadable
            wanted[seat] = x.value.value

        def told(ranks: dict[int, int]) -> str:
            return "{" + ", ".join(f"{self.state.players[p]}: {r}" for p, r in sorted(ranks.items())) + "}"
        return Finding(e, all(now[p] == r for p, r in wanted.items()), told(wanted), told({p: now[p] for p in wanted}))

    def seat(self, d: Datum) -> int:
        if isinstance(d, DScalar) and d.raw in self.state.players:
            return self.state.players.index(d.raw)
        guess = did_you_mean(d.raw, self.state.players) if isinstance(d, DScalar) else ""
        self.sink.error("scenario/unknown-seat", d.span, f'No seat is called "{shown(d)}"',
                        hint=guess or f"Seats are {', '.join(self.state.players)}.")
        raise Unreadable

    def score(self, e: DEntry) -> int | None:
        """`red.score` or `red.score.part`; None for any other key."""
        seat, *rest = e.key.split(".")
        if seat not in self.state.players or not rest or rest[0] != "score" or len(rest) > 2 or self.law_has_score():
            return None
        player = self.state.players.index(seat)
        edition, cells = self.state._edition, self.state._cells
        if len(rest) == 1:
            return self.state.scores[player]
        names = [s.name for s in edition.program.scores]
        if rest[1] not in names:
            self.sink.error("scenario/unknown-score", e.key_span, f'No part of the score is called "{rest[1]}"',
                            hint=did_you_mean(rest[1], names) or f"Parts are {', '.join(names)}.")
            raise Unreadable
        return sum(points[player] for s, _, points in scoring.parts(edition, cells) if s.name == rest[1])

    def law_has_score(self) -> bool:
        model = self.lk.builder.model
        return "score" in model.player.states or "score" in model.player.places or "score" in model.values

    # ---- expressions ----------------------------------------------------------------------------------------------
    def held(self, e: DEntry) -> Finding:
        if signed(e.value):
            return self.counted(e)
        sight = self.lk.sight(e.key)
        cells = self.state._cells
        now = self.lk.value(sight.ir, cells)
        owner = self.lk.owner_of(sight, cells)
        if isinstance(sight.type, ListType):
            return self.listed(e, sight, now, owner)
        ok = self.same(e.value, sight.type, now, owner)
        return Finding(e, ok, shown(e.value), text_of(self.lk.shown(sight.type, now, owner)))

    def counted(self, e: DEntry) -> Finding:
        now = self.number(e)
        if not (isinstance(e.value, DScalar) and isinstance(e.value.value, int) and not isinstance(e.value.value, bool)):
            self.sink.error("scenario/wrong-value", e.value.span, f"A number must stand here, this is {shown(e.value)}",
                            hint="Write a whole number; `+2` is a change.")
            raise Unreadable
        if not signed(e.value):
            return Finding(e, now == e.value.value, shown(e.value), str(now))
        if e.key not in self.before:
            return Finding(e, False, shown(e.value), f"{NO_VALUE} It had none at the beginning, so it cannot have changed.")
        change = now - self.before[e.key]
        return Finding(e, change == e.value.value, shown(e.value), f"{change:+} (from {self.before[e.key]} to {now})")

    def same(self, d: Datum, t: Type, now: Any, owner: int | None) -> bool:
        if isinstance(t, ThingType):
            return now < 0 if is_none(d) else now in things(self.lk, d, t.kinds, owner, self.sink)
        return bool(now == value_of(self.lk, d, t, self.sink))

    def listed(self, e: DEntry, sight: Sight, now: Any, owner: int | None) -> Finding:
        assert isinstance(sight.type, ListType)
        actual = text_of(self.lk.shown(sight.type, now, owner))
        d, item = e.value, sight.type.item
        if isinstance(d, DScalar) and isinstance(d.value, int) and not isinstance(d.value, bool) and not isinstance(item, NumberType):
            return Finding(e, len(now) == d.value, f"{d.value} pieces", f"{len(now)}: {actual}")
        wanted = d.items if isinstance(d, DList) else () if is_none(d) else (d,)
        expected = f"[{', '.join(shown(w) for w in wanted)}]"
        if isinstance(item, ThingType):
            fitting = [frozenset(things(self.lk, w, item.kinds, owner, self.sink)) for w in wanted]
        else:
            fitting = [frozenset([value_of(self.lk, w, item, self.sink)]) for w in wanted]
        if len(fitting) != len(now):
            return Finding(e, False, expected, actual)
        if sight.ordered:
            return Finding(e, all(x in f for x, f in zip(now, fitting, strict=True)), expected, actual)
        return Finding(e, matched(fitting, Counter(now)), expected, actual)


def matched(fitting: list[frozenset[Any]], left: Counter[Any]) -> bool:
    """Whether each entry can have one of the things that fit it; those that can be the fewest things choose first."""
    if not fitting:
        return not +left
    first, *rest = sorted(fitting, key=len)
    return any(matched(rest, left - Counter([x])) for x in first if left[x] > 0)


def signed(d: Datum) -> bool:
    return isinstance(d, DScalar) and d.raw[:1] in ("+", "-") and isinstance(d.value, int) and not isinstance(d.value, bool)


def value_of_flag(e: DEntry, sink: Sink) -> bool:
    if isinstance(e.value, DScalar) and isinstance(e.value.value, bool):
        return e.value.value
    sink.error("scenario/wrong-value", e.value.span, f"true or false must stand here, this is {shown(e.value)}", hint="Write true or false.")
    raise Unreadable


def text_of(value: Any) -> str:
    """A value as `then` would have it."""
    match value:
        case None:
            return "none"
        case bool():
            return str(value).lower()
        case list():
            return f"[{', '.join(text_of(v) for v in value)}]"
        case _:
            return str(value)
