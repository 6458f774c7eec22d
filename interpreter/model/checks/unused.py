"""What is declared and never used: mostly a slip of typing at one of the two places, so it is worth a warning.

Runs when form 3 has been made without errors, which marks what is used.  Names that only people or scenarios see (titles,
seats, moves, rules, scores) count as used by being there.
"""
from __future__ import annotations

from collections.abc import Iterator

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Span


def check(model: m.Model, sink: Sink, facts_of: tuple[str, ...] = ()) -> None:
    """Facts in the folders `facts_of` are for other expansions to read, which need these."""
    for what, name, span in unused(model):
        if what == "fact" and span.file.startswith(facts_of):
            continue
        sink.warning("name/unused", span, f'The {what} "{name}" is not used', hint="Remove it, or use it: is it misspelt here or there?")
    for k in model.kinds.values():
        if k is not model.player and not (k.things or k.cards or k.children or k.data) and k.used and k not in [f.card for f in model.forms.values()]:
            sink.warning("kind/no-things", k.span, f"There is no {k.name}", hint="Write `copies …`, `members …` or `from …` into it, so that there are some.")
    for move in model.moves.values():
        # at work while it lies there, at a time of its own, or a card that is only looked at
        elsewhere = move.active_in is not None or bool(move.playable) or (move.card is not None and not move.does)
        if not (move.named or elsewhere) and not any(f.used for f in move.form.ancestors()):
            sink.warning("move/never-offered", move.span, f'The {move.form.name} "{move.name}" is never offered',
                         hint=f"Say when it is played, as {sibling.name} does: `{sibling.playable[0].words}`." if (sibling := timed(model, move)) is not None else
                         f"Write `offers {move.form.name}` into a phase, or `do {move.name}` into a step.")


def timed(model: m.Model, move: m.MoveDecl) -> m.MoveDecl | None:
    """Another card of its form that says when it is played."""
    return next((x for x in model.moves.values() if x.form is move.form and x.card is not None and x.playable), None)


def unused(model: m.Model) -> Iterator[tuple[str, str, Span]]:
    for k in model.kinds.values():
        if not (k.used or k.children or k.parent is not None or k is model.player or k.copies is not None):
            yield "kind", k.name, k.span
        yield from owned(k, model)
    yield from (("state", s.name, s.span) for s in model.table_states.values() if not (s.read or s.written))
    yield from (("place", p.name, p.span) for p in model.table_places.values() if not p.read)
    yield from (("fact", f.name, f.span) for f in model.table_facts.values() if not f.used)
    yield from (("graph", g.name, g.span) for g in model.graphs.values() if not g.used)
    yield from (("value", v.name, v.span) for v in model.values.values() if not (v.native or v.used))
    yield from (("verb", v.words, v.span) for v in model.verbs if not (v.core or v.used))
    yield from (("moment", x.name, x.span) for x in model.moments.values() if not (x.core or x.used))
    yield from (("setting", x.name, x.span) for x in model.settings.values() if not x.used)
    yield from (("phase", p.name, p.span) for p in model.phases.values() if not p.used)
    for p in model.phases.values():
        yield from (("state", s.name, s.span) for s in p.states.values() if not (s.read or s.written))
    for f in model.forms.values():
        family = [x for x in model.forms.values() if x.is_a(f)]
        if not (f.core or f.used or any(x.form in family for x in model.moves.values())):
            yield "form", f.name, f.span


def owned(k: m.Kind, model: m.Model) -> Iterator[tuple[str, str, Span]]:
    yield from (("fact", f.name, f.span) for f in k.facts.values() if not f.used)
    yield from (("state", s.name, s.span) for s in k.states.values() if not (s.read or s.written))
    yield from (("place", p.name, p.span) for p in k.places.values() if not p.read)
