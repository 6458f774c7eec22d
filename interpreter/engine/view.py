"""Cells → what one player may see of them, as plain data for screens, bots and other programs.

    {"table": {name: value}, "players": {seat: {name: value}}, "phases": {phase: {name: value}}, "things": {id: {name: value}}}

Places are lists of ids, in their order; a place that the player may not look into is {"count": n}, with "known": [ids] beside it
for pieces that were shown to this player (in no order that the place has); a hidden state is left out.
What has an index is a map of index to value.  Cells of the engine (what is pending, seed, counters) never appear.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.program.spots import STATE, Spot, tells_all, told

if TYPE_CHECKING:
    from lawspeaker.interpreter.state import State


def view(state: State, player: int | None = None) -> dict[str, Any]:
    """What a player (a seat index) sees; None sees everything, hidden places too."""
    if player is not None and not 0 <= player < len(state.players):
        raise ValueError(f"There is no seat {player}: seats are 0 to {len(state.players) - 1}.")
    cells, known = state._cells, state._edition.program.spots
    out: dict[str, Any] = {"table": {}, "players": {seat: {} for seat in state.players}, "phases": {}, "things": {}}
    for phase, depth in known.phases.items():
        if cells[depth] > 0:
            out["phases"][phase] = {}
    for spot in known.all:
        group = group_of(spot, state, out)
        if group is None:
            continue
        if spot.how == STATE and not spot.visible(player):
            continue
        value = value_of(spot, state, player)
        if spot.index is None:
            group[spot.name] = value
        else:
            group.setdefault(spot.name, {})[index_of(spot, state)] = value
    return out


def group_of(spot: Spot, state: State, out: dict[str, Any]) -> dict[str, Any] | None:
    """The part of the view that a spot belongs to; None for the box and for phases that are not going on."""
    if spot.owner == "engine":
        return None
    if spot.owner == "table":
        return out["table"]  # type: ignore[no-any-return]
    if spot.owner == "player":
        return out["players"][state.players[spot.of or 0]]  # type: ignore[no-any-return]
    if spot.of is None:
        return out["phases"].get(spot.owner)  # type: ignore[no-any-return]
    name = state._texts.thing_id(spot.of)
    things = out["things"]
    if spot.name in things.get(name, {}) and spot.index is None:
        name = f"{name} ({spot.owner})"          # things of two kinds may have one id
    return things.setdefault(name, {})  # type: ignore[no-any-return]


def value_of(spot: Spot, state: State, player: int | None) -> Any:
    def name(thing: int) -> str:
        return state._texts.thing_id(thing, spot.of if spot.owner == "player" else None)
    if spot.how == STATE:
        return told(state._cells[spot.cell], spot.shape, name)
    pieces = spot.pieces(state._cells)
    if player is None or spot.visible(player):
        return [name(t) for t in pieces]
    shown = state._edition.program.spots.shown(spot, state._cells, player)
    if tells_all(spot, len(shown), len(pieces)):
        return [name(t) for t in shown]
    return {"count": len(pieces), "known": [name(t) for t in shown]} if shown else {"count": len(pieces)}


def index_of(spot: Spot, state: State) -> str:
    assert spot.index is not None
    return state._texts.thing_id(spot.index) if spot.index_kind else str(spot.index)
