"""A position and a player → another position that looks the same to this player: what he does not see is dealt anew by lot.

Pieces change places with others that lie hidden from him in places for the same kinds; what he was shown stays.  Hidden states begin
anew, or take what `values` offers.  Bots look ahead in such a position, and tests compare it with the true one.
"""
from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.program.schema import AREA, COUNTS
from lawspeaker.interpreter.program.spots import STATE, Spot

if TYPE_CHECKING:
    from lawspeaker.interpreter.bots import Lots
    from lawspeaker.interpreter.state import State


def hidden_from(state: State, player: int) -> list[Spot]:
    """The states and places that a player does not see."""
    return [s for s in state._edition.program.spots.all if s.owner != "engine" and not s.visible(player)]


def imagined(state: State, player: int, lots: Lots, values: Mapping[int, Sequence[Any]] | None = None, fixed: Collection[int] = (),
             sorts: Mapping[int, Sequence[int]] | None = None) -> State:
    """The other position.  `values`: of the cells of hidden states, what they may be; `fixed`: pieces that stay where they lie; `sorts`:
    of hidden places of counted pieces, what may lie there instead, as many in all."""
    twin = state.clone()
    spots = hidden_from(state, player)
    if not spots:
        return twin
    cells = twin._cells
    for s in spots:
        if s.how == STATE:
            offered = values.get(s.cell, ()) if values is not None else (state._edition.program.layout.initial[s.cell],)
            if offered:
                cells[s.cell] = offered[lots.below(len(offered))] if len(offered) > 1 else offered[0]
    groups: dict[tuple[str, ...], list[Spot]] = {}
    for s in spots:
        if s.how != STATE:
            groups.setdefault(s.kinds, []).append(s)
    for group in groups.values():
        deal(state, cells, group, player, lots, fixed)
    for s in spots:
        if sorts is not None and s.place in sorts:
            other_sorts(cells, s, sorts[s.place], lots)
    state._edition.machine.functions[state._edition.program.reset](cells, [])
    return twin


def deal(state: State, cells: list[Any], group: list[Spot], player: int, lots: Lots, fixed: Collection[int]) -> None:
    """What lies in some places is dealt anew among them; how many lie in each does not change."""
    layout = state._edition.program.layout

    def stays(t: int) -> bool:
        piece = layout.pieces[0] <= t < layout.pieces[1]
        return t in fixed or (piece and layout.known >= 0 and player in cells[layout.known + t])
    lying = [s.pieces(cells) for s in group]
    loose = [t for things in lying for t in things if not stays(t)]
    for i in range(len(loose) - 1, 0, -1):
        k = lots.below(i + 1)
        loose[i], loose[k] = loose[k], loose[i]
    for s, things in zip(group, lying, strict=True):
        new = [t if stays(t) else loose.pop() for t in things]
        if s.how == COUNTS:
            cells[s.cell:s.cell + s.length] = [new.count(s.low + i) for i in range(s.length)]
            continue
        cells[s.cell] = tuple(sorted(new) if s.how == AREA else new)
        for t in new:
            if layout.pieces[0] <= t < layout.pieces[1]:
                cells[layout.where + t] = s.place


def other_sorts(cells: list[Any], spot: Spot, offered: Sequence[int], lots: Lots) -> None:
    """As many pieces lie in a place, of other sorts."""
    total = sum(cells[spot.cell:spot.cell + spot.length])
    if len(offered) > 1:
        cells[spot.cell:spot.cell + spot.length] = [0] * spot.length
        for _ in range(total):
            cells[spot.cell + offered[lots.below(len(offered))] - spot.low] += 1
