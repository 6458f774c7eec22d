"""Why a move is not offered: the header read like legality does, but not stopping at the first refusal.

For a move with choices the reasons of those combinations are told that come furthest; a choice from nothing is a reason too.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.engine.seeing import NOTHING, Sighted, hidden
from lawspeaker.interpreter.engine.texts import Texts
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.evaluate import Registers


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence of refusal, the ids of the rules it cites, and where it stands in the law (a span number)."""

    text: str
    cites: tuple[str, ...]
    span: int = -1
    time: bool = False           # whether it only says that it is not the time for such a move

    def __str__(self) -> str:
        return self.text + (f" [{', '.join(self.cites)}]" if self.cites else "")


UNSEEN = "This hangs on what you do not see."

# of names that an earlier, failed requirement would have bound, and of phases that are not going on
NOT_NOW = (KeyError, RuleFault, TypeError, IndexError)


def reasons(ev: Sighted, texts: Texts, move: ir.Move, C: list[Any], you: int, wanted: list[str],
            choice_cites: dict[str, tuple[str, ...]], choice_spans: dict[str, int], asked: bool = True) -> list[Reason]:
    """Empty when some option with the wanted choices (ids, in order; fewer are fine) is legal.

    Unless the move is among what is `asked` now, nothing is told of a line that hangs on what this player does not see: neither that
    it holds nor that it does not."""
    best: dict[int, list[Reason]] = {}
    legal = False

    def walk(i: int, chosen: int, R: Registers, refused: tuple[Reason, ...]) -> None:
        nonlocal legal
        if legal or len(best.get(0, [])) > 40:
            return
        if i == len(move.header):
            if not refused:
                legal = True
            else:
                known = best.setdefault(len(refused), [])
                known.extend(r for r in refused if r not in known)
            return
        h = move.header[i]
        if isinstance(h, ir.HeadRequire):
            inner = dict(R)
            try:
                holds, read = ev.reading(h.condition, C, inner)
            except NOT_NOW:
                holds, read = True, NOTHING       # a refusal before this one has said why
            if not asked and hidden(read, you):
                walk(i + 1, chosen, inner if holds else R, (*refused, Reason(UNSEEN, h.cites, h.span)))
                return
            if not holds and isinstance(h.condition, ir.Payable):             # of costs nobody speaks where something else is wrong
                refused = refused or tuple(unpaid(ev, texts, move, h, C, inner, you))
                inner = R
            elif not holds:
                refused = (*refused, Reason(texts.text(h.text, C, inner, you) or "A requirement of this move does not hold.", h.cites, h.span))
                inner = R                         # what it would have bound stays unknown
            walk(i + 1, chosen, inner, refused)
        else:
            walk_choice(i, chosen, R, refused, h)

    def walk_choice(i: int, chosen: int, R: Registers, refused: tuple[Reason, ...], h: ir.HeadChoose) -> None:
        try:
            found, read = ev.reading(h.list, C, dict(R))
            options = list(found)
        except NOT_NOW:
            options, read = [], NOTHING
        if not asked and hidden(read, you):
            known = best.setdefault(len(refused) + 1, [])
            known.extend(r for r in (*refused, Reason(UNSEEN, choice_cites.get(h.reg, ()) or move.cites, choice_spans.get(h.reg, move.span))) if r not in known)
            return
        want = wanted[chosen] if chosen < len(wanted) else None
        fitting = [v for v in options if want is None or texts.key(v, h.how, you) == want]
        if not fitting:
            if not refused or options:
                text = f"{title(texts, want, h.how, you)} cannot be chosen here." if want is not None and options else f"There is no {h.said} to choose."
                refused = (*refused, Reason(text, choice_cites.get(h.reg, ()) or move.cites, choice_spans.get(h.reg, move.span)))
            value = named(texts, want, h.how, you) if want is not None else None
            if value is not None:
                walk(i + 1, chosen + 1, {**R, h.reg: value}, refused)
            else:
                known = best.setdefault(len(refused), [])
                known.extend(r for r in refused if r not in known)
            return
        for v in fitting:
            walk(i + 1, chosen + 1, {**R, h.reg: v}, refused)

    walk(0, 0, {"you": you}, ())
    if legal or not best:
        return []
    return best[min(best)]


def unpaid(ev: Sighted, texts: Texts, move: ir.Move, h: ir.HeadRequire, C: list[Any], R: Registers, you: int) -> list[Reason]:
    """What stands against costs that are paid one after another: what the first that cannot be paid requires, of what is left then."""
    assert isinstance(h.condition, ir.Payable)
    number, left = ev.first_unpaid(C, h.condition.function, tuple(ev.value(a, C, R) for a in h.condition.arguments))
    out = []
    inner = dict(R)
    for x in move.costs[number] if 0 <= number < len(move.costs) else ():
        try:
            if not ev.value(x.condition, left, inner):
                out.append(Reason(texts.text(x.text, left, inner, you), x.cites, x.span))
        except NOT_NOW:
            continue
    return out or [Reason(texts.text(h.text, C, R, you), h.cites, h.span)]


def named(texts: Texts, want: str, how: str, you: int) -> int | None:
    """The value that a key names, whether it can be chosen or not."""
    if how == "number":
        return int(want) if want.lstrip("-").isdigit() else None
    for t in texts.layout.things:
        if texts.thing_id(t.number, you) == want:
            return t.number
    return None


def title(texts: Texts, want: str, how: str, you: int) -> str:
    """What a key names, as people call it."""
    number = named(texts, want, how, you) if how == "thing" else None
    text = texts.title(number, you) if number is not None else f'"{want}"'
    return text[:1].upper() + text[1:]
