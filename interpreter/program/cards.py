"""Moves that are cards: the thing that each is, the name `card`, and that it must lie where cards of its form are kept.

While a card is played two cells of its form say which card it is and where it lies: what the form says at the end of the
move (`at end of rune`) speaks of `card` too, also when the effect has ended the turn.
"""
from __future__ import annotations

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.types import ThingType
from lawspeaker.interpreter.program import collections as c
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.building import Builder, Local, Scope, V
from lawspeaker.interpreter.program.code import Code
from lawspeaker.interpreter.program.expressions import meaning
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.source import Span


def card_number(b: Builder, move: m.MoveDecl) -> int | None:
    """The number of the card that a move is."""
    if move.card is None:
        return None
    low, high = b.layout.range(move.card)
    return next((t for t in b.layout.by_id.get(move.name, ()) if low <= t < high), None)


def cells_of(b: Builder, form: m.Form) -> tuple[int, int]:
    cells: tuple[int, int] = b.made[("card", form.name)]
    return cells


def card_local(b: Builder, form: m.Form, span: Span, card: ir.Expr | None = None) -> Local:
    """What `card` means: the card of the move at hand, or the one being played."""
    assert form.card is not None
    which, where = cells_of(b, form)
    return Local(V(card if card is not None else ir.Load(which), ThingType((form.card,)), ir.Load(where) if form.card.counted else None), span, 1)


def name_card(b: Builder, move: m.MoveDecl, scope: Scope) -> ir.HeadRequire | None:
    """`card` into the scope of a move; the requirement that it lies where it is played from."""
    form, card = move.form.deck, card_number(b, move)
    if form is None or card is None or form.kept is None:
        return None
    scope.names["card"] = card_local(b, form, move.span, ir.Const(card))
    where = kept_in(b, form, scope)
    if where is None:
        return None
    return ir.HeadRequire(c.contains(b, where, V(ir.Const(card), c.item_type(where))), ir.Text(("You do not hold ", ir.Say(ir.Const(card), "thing"), ".")),
                          tuple(x.id for x in form.entry.cites) if form.entry is not None else (), b.span(move.span))


def kept_in(b: Builder, form: m.Form, scope: Scope) -> c.PlaceSet | None:
    assert form.kept is not None and form.card is not None
    where = meaning(b, Scope(you=scope.you), form.kept)
    if isinstance(where, c.PlaceSet) and not where.missing:
        if not where.type.meets(form.card):
            b.sink.error("type/never-there", form.kept.span, f'No {form.card.name} can lie in "{where.table.name}"', hint=f"What lies there is {where.type}.")
            return None
        return where
    if not b.sink.failed:
        b.sink.error("type/place-wanted", form.kept.span, "A place must stand here", hint="Name a place of the players, as in `card kept in hand`.")
    return None


def begin_card(code: Code, move: m.MoveDecl, scope: Scope) -> list[tuple[int, ir.Reg]]:
    """The card begins to be played: its cells; those of a card that is being played already are kept."""
    b, form, card = code.b, move.form.deck, card_number(code.b, move)
    if form is None or card is None or form.kept is None:
        return []
    where = kept_in(b, form, scope)
    if where is None:
        return []
    which, place = cells_of(b, form)
    saved = [(cell, code.set(ir.Load(cell), "kept")) for cell in (which, place)]
    code.emit(ir.Store(which, None, ir.Const(card)))
    code.emit(ir.Store(place, None, where.number))
    return saved


def end_card(code: Code, saved: list[tuple[int, ir.Reg]]) -> None:
    for cell, reg in saved:
        code.emit(ir.Store(cell, None, reg))


def moved_card(code: Code, e: n.Expr, v: V, to: ir.Expr) -> bool:
    """After a step that moved `card`: where it lies now.  False if the step moved something else."""
    if not (isinstance(e, n.Name) and e.name == "card" and isinstance(v.source, ir.Load)):
        return False
    code.emit(ir.Store(v.source.base, None, to))
    return True


def in_card(b: Builder, entry: n.Entry) -> Scope:
    """The scope of a reaction that a form or a card declares of itself."""
    scope = Scope(you=ir.Reg("you"))
    form = b.model.forms.get(entry.name or "") if entry.word == "form" else None
    move = b.model.moves.get(entry.name or "") if form is None else None
    deck = form.deck if form is not None else move.form.deck if move is not None else None
    if deck is not None:
        card = card_number(b, move) if move is not None else None
        scope.names["card"] = card_local(b, deck, entry.span, ir.Const(card) if card is not None else None)
    return scope


def active_for(b: Builder, entry: n.Entry, you: ir.Expr) -> ir.Expr | None:
    """Of a reaction that a card declares: whether the card lies where it is active, for `you`; None: it speaks of its own move."""
    move = b.model.moves.get(entry.name or "") if entry.word != "form" else None
    if move is None or move.active_in is None:
        return None
    card = card_number(b, move)
    where = meaning(b, Scope(you=you), move.active_in)
    if card is None or not isinstance(where, c.PlaceSet) or where.missing:
        b.sink.error("type/place-wanted", move.active_in.span, "A place must stand here", hint="Name an area, pile or row.")
        return fold.FALSE
    return c.contains(b, where, V(ir.Const(card), c.item_type(where)))
