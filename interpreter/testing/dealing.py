"""A card and a game → a position in which that card can be played by a seat that holds it.

Bots play; before each decision of the seat the card is put where its form keeps it, in exchange for another one if there is no
room, and the options are looked at.  So moments in which others would be asked are found too.  Not for play: a position that was
found has cards put into hands, and remembers no way back.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lawspeaker.interpreter.bots import Lots, bot_named, derived_seed
from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.looking import Looker
from lawspeaker.interpreter.program import acts
from lawspeaker.interpreter.program.schema import AREA, COUNTS
from lawspeaker.interpreter.program.spots import STATE, Spot
from lawspeaker.interpreter.state import State
from lawspeaker.interpreter.testing.given import take_over
from lawspeaker.interpreter.text.spell import nearest

MOST = 3_000                     # decisions that are looked through
MANY = 99                        # reasons: worse than any position of one's own


@dataclass(frozen=True, slots=True)
class Found:
    """A position in which the card is among the options, after so many decisions of a game with this seed."""

    state: State
    seed: int
    decisions: int
    option: int


@dataclass(frozen=True, slots=True)
class NotFound:
    """What stood against the card, the most frequent reason first, each with how often; and how much was looked through."""

    reasons: tuple[tuple[str, int], ...]
    games: int
    decisions: int
    asked: int                   # decisions of the seat


class Dealer:
    """Puts one card into the place of a seat from which it is played; without a place (a move that is no card) does nothing."""

    def __init__(self, game: Game, card: str, seats: Sequence[str], seat: int) -> None:
        move = game.compiled.model.moves.get(card)
        if move is None:
            raise LookupError(unknown(game, card))
        deck = move.form.deck
        self.seat = seat
        self.looker: Looker = game.looker(seats)
        self.thing = self.place = -1
        self.kept = ""
        if deck is not None and deck.card is not None and deck.kept is not None:
            low, high = self.looker.layout.range(deck.card)
            self.thing = next(t.number for t in self.looker.layout.things[low:high] if t.id == card)
            self.kept = deck.kept.span.text
            self.cards = range(low, high)

    @property
    def is_card(self) -> bool:
        return self.thing >= 0

    def deal(self, state: State) -> bool:
        """Make the seat hold the card; whether anything was changed."""
        if not self.is_card:
            return False
        place = self.looker.sight(self.kept).place
        if place is None:
            return False
        number = self.looker.number_of(place, state._cells, self.seat)
        spots = state._edition.program.spots
        here, cells = spots.of_place[number], list(state._cells)
        if self.thing in here.pieces(cells):
            return False
        source = self.source(spots.all, here, cells)
        if source is None:
            return False
        limit = acts.capacity(self.looker.builder, place)
        full = limit is not None and len(here.pieces(cells)) >= self.looker.value(limit, cells, self.seat)
        back = next((t for t in here.pieces(cells) if t in self.cards), None) if full else None
        if full and back is None:
            return False
        where = state._edition.program.layout
        exchange(cells, source, self.thing, back)
        if back is None:
            add(cells, here, self.thing)
        else:
            exchange(cells, here, back, self.thing)
        for t, spot in ((self.thing, here), (back, source)):
            if t is not None and where.pieces[0] <= t < where.pieces[1]:
                cells[where.where + t] = spot.place
        take_over(state, cells)
        return True

    def source(self, spots: Sequence[Spot], here: Spot, cells: list[Any]) -> Spot | None:
        """Where the card is taken from: a place of nobody, if it lies in one."""
        found = [s for s in spots if s.how != STATE and s is not here and self.thing in s.pieces(cells)]
        return min(found, key=lambda s: (s.seat is not None, s.owner == "engine"), default=None)


def exchange(cells: list[Any], spot: Spot, out: int, into: int | None) -> None:
    """Take a piece from a place, and put another where it lay."""
    if spot.how == COUNTS:
        cells[spot.cell + out - spot.low] -= 1
        if into is not None:
            cells[spot.cell + into - spot.low] += 1
        return
    lying = list(cells[spot.cell])
    at = lying.index(out)
    lying[at:at + 1] = [into] if into is not None else []
    cells[spot.cell] = tuple(sorted(lying) if spot.how == AREA else lying)


def add(cells: list[Any], spot: Spot, piece: int) -> None:
    if spot.how == COUNTS:
        cells[spot.cell + piece - spot.low] += 1
    else:
        lying = [*cells[spot.cell], piece]
        cells[spot.cell] = tuple(sorted(lying) if spot.how == AREA else lying)


def find_position(game: Game, card: str, *, players: int | Sequence[str] | None = None, seat: int = 0, seed: int = 1,
                  limit: int = MOST) -> Found | NotFound:
    """Search games from this seed on; LookupError with a suggestion for what is no card or move.

    Choices are those of the first bot of the game's law, else random.  In every second game the seat mostly takes what lets
    least stand against the card."""
    reasons: Counter[str] = Counter()
    games = looked = asked = 0
    dealer: Dealer | None = None
    while looked < limit:
        state = game.new(players, seed + games)
        dealer = dealer or Dealer(game, card, state.players, seat)
        name = game.bots[0] if game.bots else "random"
        bots = [bot_named(name, Lots(derived_seed(state.seed, "seat", i))) for i in range(len(state.players))]
        lots = Lots(derived_seed(state.seed, "steering"))
        games += 1
        number = 0
        while not state.over and looked < limit:
            if state.decision.player == seat:
                asked += 1
                dealer.deal(state)
                index = option_of(state, card)
                if index is not None:
                    return Found(state, state.seed, number, index)
                if state.decision.kind == "move":
                    reasons.update(dict.fromkeys((str(r) for r in state.why_not(card)), 1))
            looked += 1
            number += 1
            try:
                index = bots[state.decision.player](state)
                if games % 2 == 0 and state.decision.player == seat:
                    index = steered(state, card, index, lots)
                state.step(index)
            except RuleFault as fault:
                reasons[f"The rules fail: {fault}"] += 1
                break
    return NotFound(tuple(reasons.most_common()), games, looked, asked)


def steered(state: State, card: str, bots: int, lots: Lots) -> int:
    """An option after which the fewest reasons stand against the card; that of the bot among equals, and one time in four anyway."""
    if state.decision.kind != "move" or lots.below(4) == 0:
        return bots
    player = state.decision.player
    after = [obstacles(state, card, i, player) for i in range(state.count)]
    least = min(after)
    if after[bots] == least:
        return bots
    best = [i for i, n in enumerate(after) if n == least]
    return best[lots.below(len(best))]


def obstacles(state: State, card: str, index: int, player: int) -> int:
    """How many reasons stand against the card after an option; many if somebody else decides then."""
    twin = state.clone()
    try:
        twin.step(index)
        if twin.over or twin.decision.player != player or twin.decision.kind != "move":
            return MANY
        return 0 if option_of(twin, card) is not None else 1 + len(twin.why_not(card))
    except RuleFault:
        return MANY


def option_of(state: State, card: str) -> int | None:
    """The number of the first option that plays a card or makes a move."""
    if state.over:
        return None
    decision = state.decision
    if decision.kind != "move":
        return None
    return next((o.index for o in decision.options if o.group == card), None)


def unknown(game: Game, card: str) -> str:
    """A sentence about a name that is no card, with the nearest one."""
    model = game.compiled.model
    cards = [m.name for m in model.moves.values() if m.form.deck is not None]
    near = nearest(card, model.moves)
    known = f"Cards are {', '.join(cards)}." if cards else f"It has no cards; moves are {', '.join(model.moves)}."
    return f'{game.title} has no card or move "{card}".  ' + (f'Did you mean "{near}"?' if near else known)
