"""The printed text of a card against its lines: a number in the text that nothing in the card mentions is most likely a slip."""
from __future__ import annotations

import re
from collections.abc import Iterator

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.walk import walk
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.syntax.data import DScalar
from lawspeaker.interpreter.text.diagnostic import Sink

DIGITS = re.compile(r"\d+")
NOT_PLAYED = ("text", "copies")  # lines whose numbers are not what the card does


def check(model: m.Model, sink: Sink) -> None:
    known = constants(model)
    for move in model.moves.values():
        for text in printed(move.entry):
            mentioned = known | set(numbers(move.entry))
            for number in dict.fromkeys(int(d) for part in text.parts if isinstance(part, str) for d in DIGITS.findall(part)):
                if number not in mentioned:
                    sink.warning("move/text-number", text.span, f'The text of "{move.name}" says {number}, and no line of the card does',
                                 hint="Mend the text or the lines, so that both say the same.")


def printed(entry: n.Entry) -> Iterator[n.Text]:
    for member in entry.members:
        if isinstance(member, n.Line) and member.sentence.verb == "text":
            yield from (p for p in member.sentence.pieces if isinstance(p, n.Text))


def numbers(entry: n.Entry) -> Iterator[int]:
    """The numbers in the lines of a card; a thing that is chosen alone counts as 1."""
    for member in entry.members:
        if isinstance(member, n.Line) and member.sentence.verb in NOT_PLAYED:
            continue
        for x in walk(member):
            match x:
                case n.Number():
                    yield x.value
                case n.RangeType():
                    yield x.low
                    if isinstance(x.high, int):
                        yield x.high
                case n.Choose(amount=None):
                    yield 1


def constants(model: m.Model) -> set[int]:
    """Numbers that a card can mention by a name: facts of the table, settings, values that are always the same."""
    facts = {f.value.value for f in model.table_facts.values() if isinstance(f.value, DScalar) and isinstance(f.value.value, int)}
    settings = {s.default.value for s in model.settings.values() if isinstance(s.default, n.Number)}
    values = {v.value.value for v in model.values.values() if isinstance(v.value, n.Number)}
    return {int(x) for x in facts | settings | values}
