"""The names at the start and the end of phases and moves: `start of rune(p, x)` says whose move it is, and which card is being played.

Both may be left out.  `x` is more than a thing: `end x` ends the playing whose moment it is, however deep the step stands.
"""
from __future__ import annotations

from dataclasses import dataclass

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.types import ThingType
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.building import Builder, Local, V
from lawspeaker.interpreter.program.cards import played
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.source import Span


@dataclass(slots=True)
class MomentCard(Local):
    """The card at whose start or end something happens: the moves that it may be, and the window in which this is said (0: in none)."""

    spans: tuple[int, ...] = ()
    window: int = 0


def deck_of(b: Builder, name: str) -> m.Form | None:
    """The form whose cards a move or form of this name is among."""
    form = b.model.forms.get(name)
    move = b.model.moves.get(name)
    return form.deck if form is not None else move.form.deck if move is not None else None


def check_names(b: Builder, x: n.Moment) -> bool:
    """Whether the moment has as many names as can be said of it."""
    most = 2 if deck_of(b, x.name) is not None else 1
    if len(x.arguments) <= most:
        return True
    whose = "whose phase it is" if x.name in b.model.phases else "whose move it is"
    b.sink.error("value/arguments", x.span, f'The {x.edge} of "{x.name}" has {"two names" if most == 2 else "one name"}: {whose}'
                 + (", and the card" if most == 2 else ""), hint=f"Write `{x.edge} of {x.name}({', '.join(x.arguments[:most])})`.")
    return False


def check_same(b: Builder, x: n.Moment, y: n.Moment) -> None:
    """`at A(p) or B(p)`: what the first moment says is said by the others, too, under the same names."""
    if x.arguments == y.arguments and [*map(str, kinds_said(b, x))] == [*map(str, kinds_said(b, y))]:
        return
    b.sink.error("rule/other-names", y.span, f"This moment does not say the same as `{x.span.text}`",
                 hint="Write the same names behind both, for things of the same kinds; or two blocks `at …`.")


def kinds_said(b: Builder, x: n.Moment) -> list[object]:
    """Of what kinds the names of a moment are; of an edge it is known by which cards they are found."""
    if x.edge is None:
        moment = b.model.moments.get(x.name)
        return ["said", *(p.type or p.word for p in moment.parameters)] if moment is not None and moment.parameters else []
    form = deck_of(b, x.name)
    said: list[object] = [b.model.player.name, *([form.name] if form is not None else [])]
    return said[:len(x.arguments)]


def spans_of_deck(b: Builder, form: m.Form) -> tuple[int, ...]:
    """What each card of a form is as a move that goes on."""
    return tuple(b.made["move span"](x) for x in b.model.moves.values() if x.form.deck is form)


def at_edge(b: Builder, x: n.Moment) -> dict[str, Local]:
    """The names of a moment in a reaction to it."""
    if not x.arguments or not check_names(b, x):
        return {}
    out: dict[str, Local] = {x.arguments[0]: Local(V(ir.Reg("you"), ThingType((b.model.player,))), x.argument_spans[0])}
    form = deck_of(b, x.name)
    if len(x.arguments) > 1 and form is not None and form.card is not None:
        lies = played(b, form, 2) if form.card.counted else None
        out[x.arguments[1]] = MomentCard(V(played(b, form, 0), ThingType((form.card,)), lies), x.argument_spans[1], 0, spans_of_deck(b, form))
    return out


# ---- in windows ----------------------------------------------------------------------------------------------------
def cells_needed(model: m.Model, edge: str, name: str) -> int:
    """How many cells hold what the window at an edge speaks of: whose it is, the card, where it lies."""
    most = max((len(p.moment.arguments) for x in model.moves.values() for p in x.playable
                if p.moment is not None and (p.moment.edge, p.moment.name) == (edge, name)), default=0)
    return (0, 1, 3)[min(most, 2)]


def what_is_said(b: Builder, name: str, cells: tuple[int, ...]) -> list[ir.Expr]:
    """What is written into the cells of a window when it opens."""
    form = deck_of(b, name)
    if len(cells) < 3 or form is None:
        return [ir.Reg("you") for _ in cells]
    return [ir.Reg("you"), played(b, form, 0), played(b, form, 2)]


def in_window(b: Builder, x: n.Moment) -> dict[str, Local]:
    """The same names in a move that is playable at the moment."""
    cells: tuple[int, ...] = b.made[("moment cells", x.edge, x.name)]
    if not x.arguments or not cells:
        return {}
    out: dict[str, Local] = {x.arguments[0]: Local(V(ir.Load(cells[0]), ThingType((b.model.player,))), x.argument_spans[0], 1)}
    form = deck_of(b, x.name)
    if len(x.arguments) > 1 and form is not None and form.card is not None:
        lies = ir.Load(cells[2]) if form.card.counted else None
        out[x.arguments[1]] = MomentCard(V(ir.Load(cells[1]), ThingType((form.card,)), lies), x.argument_spans[1], 1, spans_of_deck(b, form),
                                         window_number(b, x.edge or "", x.name))
    return out


def window_number(b: Builder, edge: str, name: str) -> int:
    """What marks that somebody plays in a window."""
    return ir.WINDOWS + list(b.made["windows"]).index((edge, name))


def mark_of(b: Builder, edge: str | None, name: str) -> int:
    """The mark of a window, if some step ends what lies outside it."""
    if edge is None or (edge, name) not in b.made["windows"]:
        return ir.NO_SPAN
    number = window_number(b, edge, name)
    return number if ("window", number) in b.made["results wanted"] else ir.NO_SPAN


def ending_of(b: Builder, local: Local, name: str, span: Span) -> tuple[tuple[int, ...], int] | None:
    """What `end x` ends, and outside which window; None (and said) if the name is no card that is being played."""
    from lawspeaker.interpreter.program.cards import Playing
    if isinstance(local, MomentCard):
        local.uses += 1
        if local.window:
            b.made.setdefault("wanted", set()).add(("window", local.window))
        return local.spans, local.window
    if isinstance(local, Playing) and local.form is not None:
        return spans_of_deck(b, local.form), 0
    b.sink.error("step/not-being-played", span, f'"{name}" cannot be ended: only a card that a moment names is surely being played',
                 hint="Name it at the moment, as in `at start of FORM(p, x)`, and end it there.")
    return None
