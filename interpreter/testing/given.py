"""The `given` of a scenario → the cells of a state: checked, with all pieces conserved, and quiet: no watcher fires for it."""
from __future__ import annotations

import re
from typing import Any

from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.looking import Looker, Sight
from lawspeaker.interpreter.model.model import State as StateDecl
from lawspeaker.interpreter.model.types import HIGH, LOW, NumberType
from lawspeaker.interpreter.program import acts, ir
from lawspeaker.interpreter.program.building import V
from lawspeaker.interpreter.program.code import Code
from lawspeaker.interpreter.program.collections import PlaceSet
from lawspeaker.interpreter.program.schema import FIRST, STACK
from lawspeaker.interpreter.state import State
from lawspeaker.interpreter.syntax.data import Datum, DEntry, DList, DScalar
from lawspeaker.interpreter.testing.naming import Unreadable, is_none, relocated, things, value_of
from lawspeaker.interpreter.testing.pieces import Order, Pieces
from lawspeaker.interpreter.text.diagnostic import RulesetError, Sink


def set_position(lk: Looker, state: State, entries: tuple[DEntry, ...], sink: Sink) -> None:
    """Write a position over that of a new game; what is inconsistent goes to the sink."""
    cells = list(state._cells)
    orders: list[Order] = []
    limits: list[tuple[DEntry, PlaceSet]] = []
    ranges: list[tuple[DEntry, StateDecl, int]] = []
    for e in entries:
        try:
            sight = lk.sight(e.key)
            place = sight.place
            if place is not None and place.kind is None:
                orders.append(order(lk, cells, e, place, sink))
                limits.append((e, place))
            else:
                ranges += set_state(lk, cells, e, sight, sink)
        except RulesetError as wrong:
            sink.diagnostics.extend(relocated(wrong, e.key, e.key_span))
        except RuleFault as fault:
            sink.error("scenario/no-value-now", e.key_span, f"This cannot be set now: {fault.text}",
                       hint="Only states of phases that are going on can be given.")
        except Unreadable:
            pass
    if sink.failed:
        return
    twice = {o.place: o for o in orders}
    if len(twice) < len(orders):
        o = next(o for o in orders if twice[o.place] is not o)
        sink.error("scenario/place-twice", o.span, "This place is given twice", hint="Write its content once.")
        return
    pieces = Pieces(lk, cells, sink)
    pieces.arrange(orders)
    if sink.failed:
        return
    pieces.write()
    for e, place in limits:
        check_limit(lk, cells, e, place, sink)
    for e, decl, now in ranges:
        check_range(lk, cells, e, decl, now, sink)
    if not sink.failed:
        take_over(state, cells)


def take_over(state: State, cells: list[Any]) -> None:
    """Make the cells those of the state, as the beginning of its play."""
    machine, program = state._edition.machine, state._edition.program
    state._cells[:] = cells
    machine.functions[program.reset](state._cells, state._journal)
    state._journal.clear()
    state._marks.clear()
    state._values.clear()
    state._given = True
    state._options = machine.options(state._cells)
    if not state._options and state._cells[STACK]:
        state._options = state._run(state._cells[STACK] + ((),))


ORDER, AT = re.compile(r"order_[0-9]+"), re.compile(r"at_[0-9]+")


def begin_with(state: State, first: int, on_turn: int) -> None:
    """Whoever is on turn, this seat is the first player: also in circles that are going on, which began with who is on turn."""
    for cell in (FIRST, *state._edition.program.first_states):
        state._cells[cell] = first
    state.first = first
    state._cells[STACK] = turned(state, state._cells[STACK], first, on_turn)
    state._options = state._edition.machine.options(state._cells)


def turned(state: State, frame: Any, first: int, on_turn: int) -> Any:
    """A frame and those below it, circles of players that begin with one seat begun with another, at the same player."""
    if not frame:
        return frame
    block, parent, *registers = frame
    blocks = state._edition.program.blocks
    params = blocks[block].params if block < len(blocks) else ()
    seats = len(state.players)
    clockwise = tuple((on_turn + i) % seats for i in range(seats))
    order = next((i for i, name in enumerate(params) if ORDER.fullmatch(name) and registers[i] == clockwise), None)
    at = next((i for i, name in enumerate(params) if AT.fullmatch(name)), None)
    if order is not None and at is not None:
        now = clockwise[registers[at] - 1]
        registers[order] = tuple((first + i) % seats for i in range(seats))
        registers[at] = registers[order].index(now) + 1
    return (block, turned(state, parent, first, on_turn), *registers)


# ---- places --------------------------------------------------------------------------------------------------------
def order(lk: Looker, cells: list[Any], e: DEntry, place: PlaceSet, sink: Sink) -> Order:
    number = lk.number_of(place, cells)
    owner = lk.seat_of(place.table, number - place.table.first) if place.table.owner == "player" else None
    kinds = place.type.kinds
    d = e.value
    if isinstance(d, DScalar) and isinstance(d.value, int) and not isinstance(d.value, bool):
        every = [t.number for t in lk.layout.things if any(t.kind.is_a(k) for k in kinds) and (owner is None or t.owner in (None, owner))]
        sorts = [t for t in every if t < lk.layout.counted[1]]
        if len(sorts) > 1 or d.value < 0:
            sink.error("scenario/which-sort", d.span, f"{d.value} of what?" if d.value >= 0 else "Fewer than none cannot lie here",
                       hint="Write a list of the pieces.")
            raise Unreadable
        return Order(number, [list(every) for _ in range(d.value)], d.span)
    items: tuple[Datum, ...] = d.items if isinstance(d, DList) else () if is_none(d) else (d,)
    found = []
    for i in items:
        fitting = things(lk, i, kinds, owner, sink)
        sorts = [t for t in fitting if t < lk.layout.counted[1]]
        if len(sorts) > 1:
            sink.error("scenario/which-sort", i.span, "This can be several sorts of pieces",
                       hint=f"Write one of {', '.join(lk.texts.thing_id(t) for t in sorts[:6])}, or facts such as `{{owner: {lk.layout.seats[0]}}}`.")
            raise Unreadable
        if not fitting:
            sink.error("scenario/no-such-piece", i.span, "No piece has these facts", hint="Look at the data.")
            raise Unreadable
        found.append(fitting)
    return Order(number, found, d.span)


def check_limit(lk: Looker, cells: list[Any], e: DEntry, place: PlaceSet, sink: Sink) -> None:
    limit = acts.capacity(lk.builder, place)
    if limit is None:
        return
    most, now = lk.value(limit, cells), len(lk.lying(cells, lk.number_of(place, cells)))
    if now > most:
        sink.error("scenario/too-full", e.value.span, f"At most {most} can lie here, these are {now}", hint="Name fewer pieces.")


# ---- states --------------------------------------------------------------------------------------------------------
def set_state(lk: Looker, cells: list[Any], e: DEntry, sight: Sight, sink: Sink) -> list[tuple[DEntry, StateDecl, int]]:
    v = sight.meaning
    if isinstance(v, V) and isinstance(v.ir, ir.Active):
        lk.value(v.ir, cells)                     # a fault if its phase is not going on
    if not isinstance(v, V) or v.cell is None or not isinstance(v.cell[0], StateDecl):
        sink.error("scenario/not-a-state", e.key_span, "Only states and places can be given, this is a value",
                   hint="Give the states and places from which it follows.")
        raise Unreadable
    decl, base, index = v.cell
    new = value_of(lk, e.value, decl.type, sink)
    if new == ir.NONE and not getattr(decl.type, "optional", False) and not isinstance(decl.type, NumberType):
        sink.error("scenario/never-none", e.value.span, f'"{decl.name}" is never none', hint="Name a thing.")
        raise Unreadable
    cells[base + (lk.value(index, cells) if index is not None else 0)] = new
    return [(e, decl, new)] if isinstance(decl.type, NumberType) else []


def check_range(lk: Looker, cells: list[Any], e: DEntry, decl: StateDecl, now: int, sink: Sink) -> None:
    low, top = acts.limits(Code(lk.builder, None, ir.Function(-1, "", "straight", ())), decl)
    high = HIGH if top is None else lk.value(top, cells)
    if not low <= now <= high:
        sink.error("scenario/out-of-range", e.value.span, f'"{decl.name}" cannot be {now}',
                   hint=f"It goes from {low} to {high}." if high < HIGH else f"It is at least {low}." if low > LOW else "")
