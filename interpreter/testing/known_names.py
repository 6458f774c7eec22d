"""Names of a game that scenarios use without an expression: seats, moves, parts of the score.  What looks misspelt is reported.

Does not run anything: whether a scenario holds, and what its expressions mean, is found when it is run.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lawspeaker.interpreter.game import settings_fit
from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.syntax.data import Datum, DEntry, DScalar
from lawspeaker.interpreter.testing.reading import Refusal, Scenario, Step, Word
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.spell import nearest

KEY = re.compile(r"[a-z][a-z0-9_]*")
KIND = re.compile(r"\b[A-Z][a-z]\w*")
COPY = re.compile(r"(.+)_[0-9]+")                 # a copy that is told apart
HEAD = re.compile(r"([a-z][a-z0-9_]*)\.")      # whose a state or place is
TIMES = re.compile(r"x[0-9]+")                    # how often a piece is paid
ANSWERS = {"yes", "no", "pass", "none"}


def check(scenarios: Iterable[Scenario], model: m.Model, sink: Sink) -> None:
    options = {*model.moves, *model.things, *ANSWERS}
    for s in scenarios:
        steps: list[Step | Refusal] = [*s.play, *s.refused]
        seats(s, [*(x.who for x in steps), *s.not_asked, *(who for who, _, _ in s.asking)], model, sink)
        settings_fit(model, model.game.title, s.settings, sink, s.span)
        for w in [*(x.what for x in steps), *s.offered, *s.not_offered]:
            first, *rest = w.text.replace(",", " ").split() or [""]
            if KEY.fullmatch(first) and first not in options:
                slip(Word(first, w.span), list(model.moves), "move", sink)
            for text in rest:
                thing(Word(text, w.span), model, sink)
        for _, card, _ in s.asking:
            slip(card, list(model.moves), "move", sink)
        for e in (*s.given, *s.then):
            seat, dot, part = e.key.partition(".score")
            if dot and KEY.fullmatch(part[1:]):
                slip(Word(part[1:], e.key_span), list(model.scores), "part of the score", sink)
            for x in KIND.finditer(e.key):
                slip(Word(x[0], e.key_span), list(model.kinds), "kind", sink)
            for d in values(e.value):
                thing(Word(d.raw, d.span), model, sink)


def seats(s: Scenario, who: list[Word], model: m.Model, sink: Sink) -> None:
    """Seats of the game in `players`, and elsewhere only those that play."""
    declared = model.game.seats
    numbered = [f"player_{i}" for i in range(len(declared) + 1, 13)]
    for w in s.players:
        if declared and w.text not in {*declared, *numbered}:
            unknown_seat(w, declared, sink)
    playing = [w.text for w in s.players] or [*declared, *numbered][:s.count or 0]
    known_elsewhere = {*model.things, *model.phases, *model.table_states, *model.table_places, *model.table_facts, *model.values}
    heads = [Word(found[1], e.key_span) for e in (*s.given, *s.then) if (found := HEAD.match(e.key)) is not None]
    named = [w for w in heads if w.text not in known_elsewhere and (w.text in declared or nearest(w.text, playing))]
    for w in [*(w for w in (s.turn, s.first) if w), *who, *named]:
        if playing and w.text not in playing and not any(w.text == p.text for p in s.players):
            unknown_seat(w, playing, sink)


def unknown_seat(w: Word, seats: list[str], sink: Sink) -> None:
    near = nearest(w.text, seats)
    sink.error("scenario/unknown-seat", w.span, f'No seat is called "{w.text}"', hint=f'Did you mean "{near}"?' if near else f"Seats are {', '.join(seats)}.")


def values(d: Datum) -> Iterator[DScalar]:
    """All texts in a value, in lists and facts too."""
    if isinstance(d, DScalar):
        if isinstance(d.value, str):
            yield d
    else:
        for x in d:
            yield from values(x.value if isinstance(x, DEntry) else x)


def thing(w: Word, model: m.Model, sink: Sink) -> None:
    text = w.text.rpartition(".")[2]
    copy = COPY.fullmatch(text)
    if copy is not None and any(t.kind.told_apart or any(k.told_apart for k in t.kind.ancestors()) for t in model.things.get(copy[1], ())):
        text = copy[1]
    counters = {*model.player.states, *model.table_states}          # tokens of a payment: `red_vp, 1 recruits`
    if KEY.fullmatch(text) and not TIMES.fullmatch(text) and text not in {*model.game.seats, *model.moves, *ANSWERS, *counters}:
        slip(Word(text, w.span), list(model.things), "thing", sink)


def slip(w: Word, known: list[str], what: str, sink: Sink) -> None:
    """Report a word that is none of those known, and near one of them."""
    near = nearest(w.text, known) if w.text not in known else None
    if near is not None:
        sink.error("scenario/unknown-name", w.span, f'There is no {what} "{w.text}"', hint=f'Did you mean "{near}"?')
