"""The final score: the parts that law declares, ranks, ties, and who wins."""
from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.engine.seeing import seen_by, sighted
from lawspeaker.interpreter.engine.texts import Texts
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.pure import RuleFault
from lawspeaker.interpreter.program.schema import COUNTS
from lawspeaker.interpreter.program.spots import STATE

if TYPE_CHECKING:
    from lawspeaker.interpreter.edition import Edition


def part(edition: Edition, C: list[Any], score: ir.Score, thing: int | None, functions: Any = None) -> list[int]:
    """What one part of the score gives each player (for one thing, if it has a parameter)."""
    call = edition.machine.functions if functions is None else functions
    players = range(edition.program.layout.players)
    extra = () if thing is None else (thing,)
    if score.value is not None:
        return [int(call[score.value](C, p, *extra)) for p in players]
    assert score.compares is not None
    compared = [call[score.compares](C, p, *extra) for p in players]
    out = [0] * len(compared)
    place = 1
    for level in sorted(set(compared), reverse=True):
        tied = [p for p in players if compared[p] == level]
        ranks = [r for r in score.ranks[place - 1:place - 1 + len(tied)] if r is not None]
        gives = score.ranks[place - 1] if place <= len(score.ranks) else None
        if score.ties == "shared" and len(tied) > 1:
            for p in tied:
                out[p] = sum(call[r](C, p, *extra) for r in ranks) // len(tied)
        elif gives is not None and (len(tied) == 1 or score.ties == "all"):
            for p in tied:
                out[p] = int(call[gives](C, p, *extra))
        place += len(tied)
    return out


def parts(edition: Edition, C: list[Any]) -> list[tuple[ir.Score, int | None, list[int]]]:
    out = []
    for score in edition.program.scores:
        for thing in score.things if score.things is not None else (None,):
            out.append((score, thing, part(edition, C, score, thing)))
    return out


def totals(edition: Edition, C: list[Any]) -> list[int]:
    out = [0] * edition.program.layout.players
    for _, _, points in parts(edition, C):
        for p, n in enumerate(points):
            out[p] += n
    return out


def seen_totals(edition: Edition, C: list[Any], player: int | None) -> list[int]:
    """The scores that a player can count.  A part that hangs on what he does not see counts as if nothing lay there, and is left
    out if it cannot be counted so."""
    ev, seen = sighted(edition), seen_cells(edition, C, player)
    values = {f: partial(ev.call, f) for score in edition.program.scores for f in (score.value, score.compares, *score.ranks) if f is not None}
    out = [0] * edition.program.layout.players
    for score in edition.program.scores:
        for thing in score.things if score.things is not None else (None,):
            if not any(edition.secrecy.function_reads(f) for f in (score.value, score.compares, *score.ranks) if f is not None):
                points, plain = counted(edition, C, score, thing), True
            else:
                points, plain = seen_by(player, ev, lambda: counted(edition, C, score, thing, values))  # noqa: B023
            if not plain:
                points = counted(edition, seen, score, thing)
            if points is not None:
                out = [a + b for a, b in zip(out, points)]
    return out


def counted(edition: Edition, C: list[Any], score: ir.Score, thing: int | None, functions: Any = None) -> list[int] | None:
    """A part of the score; None if the rules fail in it."""
    try:
        return part(edition, C, score, thing, functions)
    except RuleFault:
        return None


def seen_cells(edition: Edition, C: list[Any], player: int | None) -> list[Any]:
    """Cells without what a player does not see: hidden states as at the beginning, hidden pieces in the box."""
    if player is None:
        return C
    spots, layout = edition.program.spots, edition.program.layout
    cells = list(C)
    for spot in spots.all:
        if spot.visible(player):
            continue
        if spot.how == STATE:
            cells[spot.cell] = layout.initial[spot.cell]
        elif spot.how == COUNTS:
            cells[spot.cell:spot.cell + spot.length] = [0] * spot.length
        else:
            known = spots.shown(spot, C, player)
            for t in C[spot.cell]:
                if t not in known and spots.pieces[0] <= t < spots.pieces[1]:
                    cells[layout.where + t] = layout.box
            cells[spot.cell] = tuple(known)
    return cells


def score_lines(edition: Edition, C: list[Any], texts: Texts) -> list[list[tuple[str, str, int]]]:
    """For each seat: name, title and points of each part."""
    out: list[list[tuple[str, str, int]]] = [[] for _ in range(edition.program.layout.players)]
    for score, thing, points in parts(edition, C):
        f = score.value if score.value is not None else score.compares
        params = edition.program.functions[f].params if f is not None else ()
        for p, n in enumerate(points):
            R = {"you": p, **({params[1]: thing} if len(params) > 1 else {})}
            out[p].append((score.name, texts.text(score.title, C, R, p), n))
    return out


def ranks(edition: Edition, C: list[Any]) -> list[int]:
    """The rank of each seat by what the winner has most of, the first thing that differs; equal ones share a rank, and as many below
    it are skipped."""
    final = totals(edition, C)
    worth = [tuple(final[p] if by is None else int(edition.machine.functions[by](C, p)) for by in edition.program.winner.by)
             for p in range(edition.program.layout.players)]
    return [1 + sum(other > mine for other in worth) for mine in worth]


def winners(edition: Edition, C: list[Any]) -> list[int]:
    left = list(range(edition.program.layout.players))
    final = totals(edition, C)
    for by in edition.program.winner.by:
        worth = {p: final[p] if by is None else int(edition.machine.functions[by](C, p)) for p in left}
        most = max(worth.values())
        left = [p for p in left if worth[p] == most]
    return left
