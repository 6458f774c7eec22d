"""A game whose pieces carry markers in their names → which texts tell a player of a piece that he does not know.

Only words are marked, not the program: the game is played as always.  What a player knows is what lies, or lay, where he sees
it, by the declared visibility of places and states.
"""
from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from lawspeaker.interpreter.engine.faults import IllegalChoice
from lawspeaker.interpreter.engine.records import Move, records
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.spots import STATE
from lawspeaker.interpreter.state import State

MARKER = re.compile(r"zq(\d+)qz", re.I)


class Marked:
    """One play of a game with marked pieces, and what each player has seen in it."""

    def __init__(self, game: Game, players: int | Sequence[str] | None, seed: int) -> None:
        plain = game.new(players, seed)
        self.state = State(game, marked(plain), plain.players, seed)
        self.state._begin(plain.first)
        self.seen: list[set[int]] = [set() for _ in plain.players]
        self.searched = 0
        self.look()

    def step(self, index: int) -> None:
        self.state.step(index)
        self.look()

    def look(self) -> None:
        """Everybody sees what lies open now, and what moved openly in the last decision."""
        state = self.state
        last = records(state)[-1:] if state._marks else []
        for player, seen in enumerate(self.seen):
            seen |= visible(state, player)
            for record in last:
                seen.update(x.thing for x in record.news if isinstance(x, Move) and x.known(player))
                seen.update(shown_to(record.news, player))

    def leaks(self) -> list[str]:
        """What is told to somebody who must not know it."""
        state, found = self.state, []
        self.searched = 0
        for player, seat in enumerate(state.players):
            known = visible(state, player) | privately(state, player)
            for where, text in [*views(state.view(player), "view"), *((f"log line {i + 1}", str(e)) for i, e in enumerate(state.log(player)))]:
                found += self.told(seat, where, text, known if where.startswith("view") else self.seen[player] | known)
        if not state.over:
            asked = state.decision
            known = self.seen[asked.player] | privately(state, asked.player)
            for where, text, own in asked_texts(state):
                found += self.told(state.players[asked.player], where, text, known | own)
        return found

    def told(self, seat: str, where: str, text: str, known: set[int]) -> list[str]:
        self.searched += 1
        return [f'{seat} reads of "{self.name(int(x[1]))}", which {seat} does not see, in the {where}: "{MARKER.sub("", text)}"'
                for x in MARKER.finditer(text) if int(x[1]) not in known]

    def name(self, thing: int) -> str:
        return MARKER.sub("", self.state._texts.title(thing)).strip()


def marked(state: State) -> Any:
    """The edition of a state, with a marker in the name of each piece that owns nothing; so have the moves that are cards."""
    edition = state._edition
    program = edition.program
    owners = {s.of for s in program.spots.all if s.owner != "player"} | {s.index for s in program.spots.all if s.index_kind}
    lying = {t for s in program.spots.all if s.place >= 0 for t in s.pieces(state.cells)} - owners
    things = [replace(t, id=f"{t.id}_zq{t.number}qz", title=f"{t.title} zq{t.number}qz") if t.number in lying else t
              for t in program.layout.things]
    cards = {program.layout.things[t].id: t for t in lying}
    moves = [replace(m, name=f"{m.name}_zq{cards[m.name]}qz") if m.name in cards else m for m in program.moves]
    return replace(edition, program=replace(program, layout=replace(program.layout, things=things), moves=moves))


def visible(state: State, player: int) -> set[int]:
    """The pieces that lie where a player sees them, and those that open states name."""
    found: set[int] = set()
    for spot in state._edition.program.spots.all:
        if not spot.visible(player):
            continue
        if spot.how != STATE:
            found.update(spot.pieces(state._cells))
        elif spot.shape == "thing":
            found.add(state._cells[spot.cell])
        elif spot.shape == "list of thing":
            found.update(state._cells[spot.cell])
    return found


def privately(state: State, player: int) -> set[int]:
    """The pieces that a player was shown and still knows."""
    layout = state._edition.program.layout
    return {t for t in range(*layout.pieces) if player in state._cells[layout.known + t]} if layout.known >= 0 else set()


def shown_to(news: Sequence[Any], player: int) -> Iterator[int]:
    """The pieces that were shown to a player among the news of a decision."""
    for x in news:
        if isinstance(x, tuple) and x[0] == "show" and x[1] == player:
            yield from (thing for thing, _place in x[2])


def views(value: Any, where: str) -> Iterator[tuple[str, str]]:
    """All texts in a view, with their places."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{where} ({key})", str(key)
            yield from views(inner, f"{where}.{key}")
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from views(inner, where)
    elif isinstance(value, str):
        yield where, value


def asked_texts(state: State) -> Iterator[tuple[str, str, set[int]]]:
    """What who decides can read: the prompt, the options, refusals; with the pieces that the question itself names."""
    decision = state.decision
    yield "prompt", decision.prompt, set()
    for o in decision.options:
        yield f"options ({decision.kind})", f"{o.key} | {o.label}", set()
    try:
        state.apply("zq no such thing")
    except IllegalChoice as e:
        yield "refusal", str(e), set()
    for move in state._edition.program.moves if decision.kind == "move" else ():
        own = {int(x[1]) for x in MARKER.finditer(move.name)}
        for reason in why_not(state, move):
            yield f"refusal of {MARKER.sub('', move.name)}", reason, own


def why_not(state: State, move: ir.Move) -> list[str]:
    return [str(r) for r in state.why_not(move.name)]
