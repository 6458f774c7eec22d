"""The whole position as one player sees it, as panels, for any game: what a screen without a screen.yaml shows.

Reads `state.view` only, so it can show nothing that is hidden.
"""
from __future__ import annotations

import re
from typing import Any

from lawspeaker.cli.playing.panels import Board, Facts, Listing, Names, Panel, is_empty
from lawspeaker.cli.shapes import State

GRID_ID = re.compile(r"^(?:(?P<kind>[A-Za-z]\w*?)_)?(?P<column>\d+)_(?P<row>\d+)$")


def panels(state: State, player: int | None, names: Names) -> list[Panel]:
    """Everything that the player may see."""
    view = state.view(player=player)
    boards, rest = _boards(view.get("things", {}), names)
    made: list[Panel] = list(boards)
    for phase, values in view.get("phases", {}).items():
        made += _facts(names.of(phase), values, names)
    made += _facts("Table", view.get("table", {}), names)
    made.append(_players(state, player, view.get("players", {}), names))
    return made + _things(rest, names)


def _facts(title: str, values: dict[str, Any], names: Names) -> list[Panel]:
    items = tuple((names.of(k), names.text(v)) for k, v in values.items())
    return [Facts(title, items)] if items else []


def _players(state: State, player: int | None, players: dict[str, dict[str, Any]], names: Names) -> Panel:
    seats = list(state.players)
    keys = list(dict.fromkeys(k for values in players.values() for k in values))
    rows = [("Score", *(str(s) for s in state.scores_seen(player)))]
    rows += [(names.of(k), *(names.text(players.get(s, {}).get(k)) for s in seats)) for k in keys]
    return Listing("Players", ("", *seats), tuple(rows))


def _boards(things: dict[str, dict[str, Any]], names: Names) -> tuple[list[Panel], dict[str, dict[str, Any]]]:
    """Spaces of grids, by the numbers in their ids, and the things that are none."""
    grids: dict[tuple[str, str], dict[tuple[int, int], Any]] = {}
    rest: dict[str, dict[str, Any]] = {}
    for id_, values in things.items():
        found = GRID_ID.match(id_)
        if found is None:
            rest[id_] = values
            continue
        for key, value in values.items():
            grids.setdefault((found["kind"] or "", key), {})[int(found["column"]), int(found["row"])] = value
    return [board(names.of(key), {at: "" if is_empty(v) else names.text(v) for at, v in cells.items()})
            for (_kind, key), cells in grids.items()], rest


def board(title: str, cells: dict[tuple[int, int], str]) -> Board:
    """Texts at (column, row) as a board; row 1 is at the bottom, as on a map."""
    across = sorted({c for c, _r in cells})
    up = sorted({r for _c, r in cells}, reverse=True)
    return Board(title, tuple(map(str, across)), tuple(map(str, up)),
                 tuple(tuple(cells.get((c, r), "") for c in across) for r in up))


def _things(things: dict[str, dict[str, Any]], names: Names) -> list[Panel]:
    """One table for all things with the same states, without those of which there is nothing to say."""
    by_states: dict[tuple[str, ...], list[tuple[str, dict[str, Any]]]] = {}
    for id_, values in things.items():
        if values and not is_empty(values):
            by_states.setdefault(tuple(values), []).append((id_, values))
    return [Listing("Things", ("", *(names.of(k) for k in keys)),
                    tuple((names.of(id_), *(names.text(values[k]) for k in keys)) for id_, values in found))
            for keys, found in by_states.items()]
