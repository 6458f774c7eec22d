"""Where a game has a catalogue, every move and every rule cites it: a rule that nobody can look up is worth a question.
For cards their form may do it."""
from __future__ import annotations

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.walk import cites_in
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Span


def check(model: m.Model, sink: Sink) -> None:
    for move in model.moves.values():
        of_card = move.card is not None and any(True for f in move.form.ancestors() for _ in cites_in(f.entry))
        if not of_card and not any(True for _ in cites_in(move.entry)):
            warn(move.entry.word, move.name, move.span, sink)
    for rule in model.rules.values():
        if not any(cites_in(rule.entry)):
            warn("rule", rule.name, rule.span, sink)


def warn(word: str, name: str, span: Span, sink: Sink) -> None:
    sink.warning("catalogue/no-citation", span, f'The {word} "{name}" cites no rule of the catalogue',
                 hint="Write the id of its rule in brackets behind the line that does it: `[…]`.")
