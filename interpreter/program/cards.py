"""Moves that are cards: the thing that each is, the name `card`, and that it must lie where cards of its form are kept.

While cards are played a cell of their form has an entry for each, the innermost first: the card, where its form has left it, where it
lies.  So what the form says at the end of the move (`at end of rune`) speaks of `card` too, also when the effect has ended the turn;
and what is being played is not in the hand, even if it still lies there.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.types import ThingType
from lawspeaker.interpreter.model.walk import walk
from lawspeaker.interpreter.program import collections as c
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.building import Builder, Local, Scope, V
from lawspeaker.interpreter.program.code import Code
from lawspeaker.interpreter.program.expressions import meaning
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.source import Span

MOVED, COPIED = -2, -3           # where its form has left a card that its own effect moved, and one that is only carried out


@dataclass(slots=True)
class Playing(Local):
    """`card`, while it is being played: steps that move it know what its form and its effect did with it."""

    form: m.Form | None = None


def card_number(b: Builder, move: m.MoveDecl) -> int | None:
    """The number of the card that a move is."""
    if move.card is None:
        return None
    low, high = b.layout.range(move.card)
    return next((t for t in b.layout.by_id.get(move.name, ()) if low <= t < high), None)


def cells_of(b: Builder, form: m.Form) -> tuple[int, int]:
    """The cell with the cards of a form that are being played, and the one with the card that `do x` is about to carry out."""
    cells: tuple[int, int] = b.made[("card", form.name)]
    return cells


def played(b: Builder, form: m.Form, what: int) -> ir.Expr:
    """Of the card that is being played (the innermost): which it is, where its form left it, where it lies."""
    return ir.Native("played", (ir.Load(cells_of(b, form)[0]), ir.Const(what)))


def card_local(b: Builder, form: m.Form, span: Span, card: ir.Expr | None = None) -> Local:
    """What `card` means: the card of the move at hand, or the one being played."""
    assert form.card is not None
    which = card if card is not None else fold.need(played(b, form, 0), b.span(span))
    return Playing(V(which, ThingType((form.card,)), played(b, form, 2) if form.card.counted else None), span, 1, form)


def name_card(b: Builder, move: m.MoveDecl, scope: Scope) -> list[ir.HeadRequire]:
    """`card` into the scope of a move; the requirements that it lies where it is played from, and is not what is being played already."""
    form, card = move.form.deck, card_number(b, move)
    if form is None or card is None or form.kept is None:
        return []
    scope.names["card"] = card_local(b, form, move.span, ir.Const(card))
    where = kept_in(b, form, scope)
    if where is None:
        return []
    cites = tuple(x.id for x in form.entry.cites) if form.entry is not None else ()
    held, free = held_and_free(b, form, card, where)
    if carries(b):                                # `do x` carries out what lies anywhere
        chosen = fold.op("eq", ir.Load(cells_of(b, form)[1]), ir.Const(card))
        held, free = fold.either([held, chosen]), fold.either([free, chosen])
    name = ir.Say(ir.Const(card), "thing")
    return [ir.HeadRequire(held, ir.Text(("You do not hold ", name, ".")), cites, b.span(move.span)),
            ir.HeadRequire(free, ir.Text((name, " is being played already.")), cites, b.span(move.span))]


def held_and_free(b: Builder, form: m.Form, card: int, where: c.PlaceSet) -> tuple[ir.Expr, ir.Expr]:
    """Whether a card lies where it is played from, and whether one lies there that is not what is being played."""
    stack = ir.Load(cells_of(b, form)[0])
    item = V(ir.Const(card), c.item_type(where))
    busy = ir.Native("in_play", (stack, ir.Const(card), where.number))
    free = fold.op("eq", busy, fold.ZERO)
    if form.card is not None and form.card.counted:
        reg = b.register("copy")
        free = fold.op("lt", busy, c.number_of(b, c.ThoseSet(where, reg, fold.op("eq", ir.Reg(reg), ir.Const(card)))))
    return c.contains(b, where, item), fold.either([fold.op("eq", stack, ir.Const(ir.NONE)), free])


def busy(b: Builder, move: m.MoveDecl, you: ir.Expr) -> ir.Expr:
    """Whether a player is playing this card, and it still lies where it is played from."""
    form, card = move.form.deck, card_number(b, move)
    where = kept_in(b, form, Scope(you=you)) if form is not None and form.kept is not None else None
    if form is None or card is None or where is None:
        return fold.FALSE
    stack = ir.Load(cells_of(b, form)[0])
    return fold.both([fold.op("ne", stack, ir.Const(ir.NONE)), fold.op("gt", ir.Native("in_play", (stack, ir.Const(card), where.number)), fold.ZERO)])


def carries(b: Builder) -> bool:
    """Whether some step of the law carries out a card that it has in a name: `do x`."""
    if "carries" not in b.made:
        model = b.model
        known = {*model.moves, *model.forms, "usual"}
        sources: list[n.Node] = [*(f.entry for f in model.forms.values() if f.entry is not None), *(x.entry for x in model.moves.values()),
                                 *(r.entry for r in model.rules.values()), *(p.node for p in model.phases.values()), *(v.block for v in model.verbs)]
        b.made["carries"] = any(isinstance(x, n.Sentence) and x.verb == "do" and len(x.pieces) == 1 and not isinstance(x.pieces[0], n.Word)
                                and not (isinstance(x.pieces[0], n.Name) and x.pieces[0].name in known)
                                for source in sources for x in walk(source))
    return bool(b.made["carries"])


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


def carried_out(code: Code, move: m.MoveDecl) -> ir.Expr | None:
    """As a move begins: whether `do x` carries it out.  That is said for this move only, and not for what comes of it."""
    b, form, card = code.b, move.form.deck, card_number(code.b, move)
    if form is None or card is None or form.kept is None or not carries(b):
        return None
    cell = cells_of(b, form)[1]
    chosen = code.set(fold.op("eq", ir.Load(cell), ir.Const(card)), "carried")
    code.emit(ir.Store(cell, None, ir.Const(ir.NONE)))
    return chosen


def begin_card(code: Code, move: m.MoveDecl, scope: Scope, carried: ir.Expr | None) -> list[tuple[int, ir.Reg]]:
    """The card begins to be played; what is being played already is kept.  What is carried out and does not lie where it is
    played from stays where it is."""
    b, form, card = code.b, move.form.deck, card_number(code.b, move)
    if form is None or card is None or form.kept is None:
        return []
    where = kept_in(b, form, scope)
    if where is None:
        return []
    cell = cells_of(b, form)[0]
    saved = [(cell, code.set(ir.Load(cell), "kept"))]
    known, lies = where.number, where.number
    if carried is not None:
        copied = code.set(fold.both([carried, fold.negate(fold.both(list(held_and_free(b, form, card, where))))]), "copied")
        known, lies = ir.Select(copied, ir.Const(COPIED), known), ir.Select(copied, ir.Const(ir.NONE), lies)
    code.emit(ir.Store(cell, None, ir.Native("begun", (ir.Load(cell), ir.Const(card), known, lies))))
    return saved


def end_card(code: Code, saved: list[tuple[int, ir.Reg]]) -> None:
    for cell, reg in saved:
        code.emit(ir.Store(cell, None, reg))


def being_played(scope: Scope, e: n.Expr) -> Playing | None:
    """The card being played, if this names it."""
    local = scope.find(e.name) if isinstance(e, n.Name) else None
    return local if isinstance(local, Playing) else None


def move_played(code: Code, playing: Playing, to: ir.Expr, act: Callable[[ir.Expr, str], ir.Stmt]) -> ir.Expr:
    """A step that moves `card`.  What the form says of it is not done if the card does not lie where the form left it: its own effect
    has moved it.  A card that is only carried out stays where it is."""
    b, form = code.b, playing.form
    assert form is not None and form.card is not None
    cell = cells_of(b, form)[0]
    counted = form.card.counted
    lies = played(b, form, 2) if counted else fold.load(b.layout.where, playing.value.ir)
    of_form = b.made.get("said by") == "form"
    reg = b.register("moved")
    moved = ir.Store(cell, None, ir.Native("lies", (ir.Load(cell), to if of_form else ir.Const(MOVED), to)))
    code.emit(ir.Set(reg, ir.Const(ir.NOT)))
    known = played(b, form, 1)
    stays = b.register("stays")                   # put back where it lies, it is moved: what is being played is not there
    back = (ir.Set(reg, ir.Const(ir.FULLY)), moved)
    code.emit(ir.If(fold.op("eq", known, lies) if of_form else fold.op("ne", known, ir.Const(COPIED)),
                    (ir.Set(stays, fold.op("eq", lies, to)), act(lies if counted else ir.Const(-1), reg),
                     ir.If(ir.Reg(stays), back, (ir.If(fold.op("ne", ir.Reg(reg), ir.Const(ir.NOT)), (moved,)),)))))
    return ir.Reg(reg)


def in_card(b: Builder, entry: n.Entry) -> Scope:
    """The scope of a reaction that a form or a card declares of itself."""
    scope = Scope(you=ir.Reg("you"))
    form = b.model.forms.get(entry.name or "") if entry.word == "form" else None
    move = b.model.moves.get(entry.name or "") if form is None else None
    deck = form.deck if form is not None else move.form.deck if move is not None else None
    if deck is not None:
        card = card_number(b, move) if move is not None else None
        lying = lies_in_play(b, move, scope) if move is not None and card is not None else None
        if lying is not None and deck.card is not None:
            scope.names["card"] = Local(V(ir.Const(card), ThingType((deck.card,)), lying.number if deck.card.counted else None), entry.span, 1)
        else:
            scope.names["card"] = card_local(b, deck, entry.span, ir.Const(card) if card is not None else None)
    return scope


def lies_in_play(b: Builder, move: m.MoveDecl, scope: Scope) -> c.PlaceSet | None:
    """Where a card works without being played."""
    where = meaning(b, Scope(you=scope.you), move.active_in) if move.active_in is not None else None
    return where if isinstance(where, c.PlaceSet) and not where.missing else None


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
