"""Texts that people type (`yellow.hold`, `fair_days(south)`) → what they are in a position: ids, numbers, flags, lists of ids.

A Looker belongs to one game and its seats.  It reads expressions like the checker does, with the names of the seats as
players, and evaluates them with the small evaluator and functions of its own, since a cached program has forgotten its model.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.engine.knowing import natives
from lawspeaker.interpreter.engine.seeing import Sighted, hidden
from lawspeaker.interpreter.engine.texts import Texts
from lawspeaker.interpreter.model.types import (
    BillType,
    FlagType,
    ListType,
    NumberType,
    TableType,
    TextType,
    ThingType,
    Type,
)
from lawspeaker.interpreter.program import collections as c
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.building import Builder, Scope, V
from lawspeaker.interpreter.program.expressions import meaning, value
from lawspeaker.interpreter.program.from_model import lay_out, make_program
from lawspeaker.interpreter.program.names import Meaning, candidates, whole
from lawspeaker.interpreter.program.schema import ACTIVE, AREA, COUNTS, PlaceTable
from lawspeaker.interpreter.program.spots import Spots
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.syntax.parse import parse_expression
from lawspeaker.interpreter.text.diagnostic import RulesetError, Sink

if TYPE_CHECKING:
    from lawspeaker.interpreter.game import Game
    from lawspeaker.interpreter.state import State

NAME = "expression"              # of the text in messages


@dataclass(frozen=True, slots=True)
class Sight:
    """A text that was understood: the expression, what it means, and the instruction that gives its value."""

    text: str
    node: n.Expr
    meaning: Meaning
    ir: ir.Expr
    type: Type
    ordered: bool                # of a list: whether the order of its entries matters

    @property
    def place(self) -> c.PlaceSet | None:
        """The one place that is meant."""
        m = self.meaning
        return m if isinstance(m, c.PlaceSet) and not m.missing else None


def whole_set(b: Builder, scope: Scope, node: n.Expr) -> n.Expr:
    """`(s in saga_spaces)`, where `s` means nothing yet, is all of the set; else the expression as it is."""
    if isinstance(node, n.IsIn) and not node.negated and isinstance(node.what, n.Name) and node.what.name not in candidates(b, scope):
        return node.where
    return node


class Looker:
    """Reads and evaluates expressions for one game and the seats that play it."""

    def __init__(self, game: Game, seats: Sequence[str]) -> None:
        sink = Sink()
        model = game.compiled.model
        if model.untils and not model.captured:
            make_program(model, list(seats), game.settings, Sink())       # finds out what the changes of values read
        self.builder = lay_out(game.compiled.model, list(seats), game.settings, sink)
        if sink.failed:
            raise RulesetError(sink.diagnostics)
        self.layout = self.builder.layout
        self.acts = natives(self.layout, self.builder.made["discard table"])
        self.spots = Spots(self.layout)
        self.evaluator = Sighted(self.builder.functions, [], [], [], self.acts, self.layout, self.spots)
        self.texts = Texts(self.evaluator, self.layout, list(seats))
        self._sights: dict[str, Sight] = {}

    # ---- reading -------------------------------------------------------------------------------------------
    def sight(self, text: str) -> Sight:
        """The text understood; RulesetError says what in it can never be read."""
        found = self._sights.get(text)
        if found is None:
            found = self._sights[text] = self._read(text)
        return found

    def _read(self, text: str) -> Sight:
        b, sink = self.builder, Sink()
        node = parse_expression(text, NAME, sink)
        if node is None or sink.failed:
            raise RulesetError(sink.diagnostics)
        b.sink = sink
        scope = Scope(you=ir.Reg("you"), seats=True)
        what = meaning(b, scope, whole_set(b, scope, node))
        if isinstance(what, c.PlaceSet) and what.missing:
            what = whole(b, what)
        found = c.as_collection(what)
        if found is not None:
            expression, t = c.list_of(b, found, pieces=True)
            ordered = isinstance(t, ListType) and not t.is_set
            if isinstance(found, c.PlaceSet):
                ordered = found.table.how not in (AREA, COUNTS)
            elif isinstance(found, c.SumSet):
                ordered = False
        else:
            v = what if isinstance(what, V) else value(b, scope, node)
            expression, t, ordered = v.ir, v.type, False
        if sink.failed:
            raise RulesetError(sink.diagnostics)
        self.evaluator.tables.extend(t.values for t in b.tables[len(self.evaluator.tables):])
        return Sight(text, node, what, expression, t, ordered)

    # ---- evaluating ------------------------------------------------------------------------------------------
    def value(self, x: ir.Expr, cells: list[Any], you: int | None = None) -> Any:
        """The bare value of an instruction; who is bare (`you`) is the player on turn if nobody is named."""
        known = self.evaluator.tables
        known.extend(t.values for t in self.builder.tables[len(known):])
        try:
            return self.evaluator.value(x, cells, {"you": cells[ACTIVE] if you is None else you})
        except RuleFault as fault:
            fault.locate(self.builder.spans)
            raise

    def look(self, state: State, text: str, player: int | None = None, distinct: bool = False) -> Any:
        """What the text is in this position, as ids, numbers, flags and lists; for a player only what he may see."""
        sight = self.sight(text)
        cells = state._cells
        self.evaluator.noted = set()
        try:
            found = self.value(sight.ir, cells, player)
        except RuleFault:
            if not hidden(self.evaluator.noted, player):      # else that it fails would tell something
                raise
        if hidden(self.evaluator.noted, player):
            assert player is not None
            return self.counted(sight, cells, player)
        return self.shown(sight.type, found, self.owner_of(sight, cells, player), distinct)

    def counted(self, sight: Sight, cells: list[Any], player: int) -> dict[str, Any]:
        """Of places that a player does not see: how many pieces lie there, and which were shown to him."""
        m = sight.meaning
        places = m.items if isinstance(m, c.SumSet) else (m,)
        if not all(isinstance(p, c.PlaceSet) and (p.kind is None or all(k.is_a(p.kind) for k in p.type.kinds)) for p in places):
            raise RuleFault("hidden", text="This cannot be seen from here.")
        self.evaluator.noted = set()
        numbers = [self.number_of(p, cells, player) for p in places if isinstance(p, c.PlaceSet)]
        if hidden(self.evaluator.noted, player):              # which place it is
            raise RuleFault("hidden", text="This cannot be seen from here.")
        known = [t for i in numbers for t in self.spots.shown(self.spots.of_place[i], cells, player)]
        found = {"count": sum(len(self.lying(cells, i)) for i in numbers)}
        return {**found, "known": [self.texts.thing_id(t, player) for t in sorted(known)]} if known else found

    def shown(self, t: Type, found: Any, you: int | None = None, distinct: bool = False) -> Any:
        """A bare value as people see it; `distinct`: an id that several kinds have, with its kind."""
        match t:
            case ThingType() if distinct and found >= self.layout.players and len(self.layout.by_id.get(self.layout.things[found].id, ())) > 1 \
                    and self.layout.things[found].owner is None:
                return f"{self.layout.things[found].kind.name}.{self.layout.things[found].id}"
            case ThingType():
                return None if found < 0 else self.texts.thing_id(found, you)
            case FlagType():
                return bool(found)
            case ListType():
                return [self.shown(t.item, x, you, distinct) for x in found]
            case TableType():
                low = self.layout.range(t.kind)[0]
                return {self.texts.thing_id(low + i): x for i, x in enumerate(found)}
            case BillType():
                return self.texts.bill(found, self.layout.range(t.kind)[0] if t.kind is not None else 0)
            case NumberType() | TextType() | _:
                return found

    # ---- places ----------------------------------------------------------------------------------------------
    def number_of(self, place: c.PlaceSet, cells: list[Any], you: int | None = None) -> int:
        number: int = self.value(place.number, cells, you)
        return number

    def lying(self, cells: list[Any], place: int) -> list[int]:
        """What lies in a place, in its order, counted sorts as often as they lie there."""
        return self.acts.lying(cells, place, 0, 1 << 30)

    def owner_of(self, sight: Sight, cells: list[Any], you: int | None = None) -> int | None:
        """Whose place it is: his pieces there are named without his seat."""
        if sight.place is None or sight.place.table.owner != "player":
            return None
        return self.seat_of(sight.place.table, self.number_of(sight.place, cells, you) - sight.place.table.first)

    @staticmethod
    def seat_of(table: PlaceTable, instance: int) -> int:
        return instance // (table.count // table.dimensions[0][1])
