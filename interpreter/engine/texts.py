"""Words for numbers: keys and labels of options, prompts, sentences.  Made by the evaluator, only when somebody looks."""
from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from lawspeaker.interpreter.engine.evaluator import Evaluator, Registers
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.schema import Layout


class Texts:
    """The words of one edition for these seats."""

    def __init__(self, evaluator: Evaluator, layout: Layout, seats: list[str]) -> None:
        self.evaluator = evaluator
        self.layout = layout
        self.seats = seats

    def thing_id(self, number: int, you: int | None = None) -> str:
        """The stable id of a thing; a sort that each player owns has the owner's seat in front unless it is `you`."""
        if number < 0:
            return "none"
        t = self.layout.things[number]
        if number < self.layout.players:
            return self.seats[number]
        if t.owner is not None and t.owner != you:
            return f"{self.seats[t.owner]}.{t.id}"
        return t.id

    def title(self, number: int, you: int | None = None) -> str:
        if number < 0:
            return "nothing"
        if number < self.layout.players:
            return self.seats[number].replace("_", " ").capitalize()
        t = self.layout.things[number]
        if t.owner is not None and t.owner != you:
            return f"{t.title} of {self.seats[t.owner].capitalize()}"
        return t.title

    def key(self, value: Any, how: str, you: int | None = None) -> str:
        if how.startswith("payment"):
            return self.payment(value, how, you, self.thing_id)
        if how.startswith("option "):
            return str(how.split()[1 + value])
        if isinstance(value, tuple):
            return ", ".join(self.key(v, how, you) for v in value) or "none"
        return self.thing_id(value, you) if how == "thing" else str(value)

    def label(self, value: Any, how: str, you: int | None = None) -> str:
        if how.startswith("payment"):
            return self.payment(value, how, you, self.title)
        if isinstance(value, tuple):
            return ", ".join(self.label(v, how, you) for v in value) or "nothing"
        return self.title(value, you) if how == "thing" else str(value)

    def position(self, value: Any, entries: Any, how: str, you: int | None = None) -> str:
        """A position in a list, or several, each with the entry that stands there: `1st (4), 3rd (2)`."""
        if isinstance(value, tuple):
            return ", ".join(self.position(v, entries, how, you) for v in value) or "nothing"
        inside = 1 <= value <= len(entries)
        return f"{ordinal(value)} ({self.label(entries[value - 1], how, you)})" if inside else ordinal(value)

    def payment(self, paid: tuple[int, ...], how: str, you: int | None, name: Callable[[int, int | None], str]) -> str:
        """The pieces of a payment, then its tokens: `crew, crew, 1 recruits`; titles are told with how often."""
        counts: dict[str, int] = {}
        for t in paid:
            if t >= 0:
                counts[name(t, you)] = counts.get(name(t, you), 0) + 1
        parts = [w if n == 1 else f"{w} x{n}" for w, n in counts.items()]
        tokens, sort = sum(1 for t in paid if t < 0), how.removeprefix("payment ")
        if name == self.title:                    # keys stay as they are
            sort = (singular(sort) if tokens == 1 else sort).replace("_", " ")
        return ", ".join(parts + ([f"{tokens} {sort}"] if tokens else [])) or "nothing"

    def bill(self, bill: Any, low: int) -> str:
        """`3 Grain`, `1 Scroll or 2 Green`, `2 of any`; `low` is the first thing of the kind it speaks of."""
        shapes = ("alike", "different", "of any")
        told = [" and ".join([*(f"{n} {self.title(low + i)}" for i, n in enumerate(named) if n),
                              *(f"{n} {word}" for n, word in zip(numbers, shapes) if n)]) for *numbers, named in bill]
        return " or ".join(t or "nothing" for t in told) or "nothing"

    def text(self, t: ir.Text | None, C: list[Any], R: Registers, you: int | None = None) -> str:
        """A text with its holes filled in; what cannot be computed now is shown as `…`."""
        if t is None:
            return ""
        out = []
        number: int | None = None                 # that stands right before
        for p in t.parts:
            if isinstance(p, str):
                out.append(agreeing(p, number))
                number = None
                continue
            number = None
            if isinstance(p, ir.Which):
                out.append(self.text(p.texts[self.evaluator.value(p.value, C, dict(R))], C, R, you))
                continue
            try:
                v = self.evaluator.value(p.value, C, dict(R))
            except Exception:  # noqa: BLE001 - a hole may speak of a name that a failed requirement did not bind
                out.append("…")
                continue
            if p.how.startswith("bill "):
                out.append(self.bill(v, int(p.how.removeprefix("bill "))))
                continue
            number = v if p.how == "number" else None
            out.append(("yes" if v else "no") if p.how == "flag" else self.label(v, p.how if p.how != "list" else "thing", you))
        return "".join(out)


FORMS = re.compile(r"((?: [^\W\d_]+){0,2} )(?:([^\W\d_]+)\(([a-z]+)\)|([^\W\d_]+)/([^\W\d_]+))(?!\w)")


def agreeing(text: str, number: int | None) -> str:
    """A text behind a number, where ` coin(s)` or ` die/dice` is the one or the other.

    >>> agreeing(" die/dice", 1), agreeing(" red coin(s) left", 2), agreeing(" win/loss", 1)
    (' die', ' red coins left', ' win/loss')
    """
    found = FORMS.match(text) if number is not None else None
    if found is None:
        return text
    if found[2] is not None:
        word = found[2] + ("" if number == 1 else found[3])
    elif found[4][0].lower() == found[5][0].lower():       # `win/loss` are no two forms of a word
        word = found[4] if number == 1 else found[5]
    else:
        return text
    return found[1] + word + text[found.end():]


def singular(word: str) -> str:
    """One of what is counted by this word.

    >>> [singular(w) for w in ("recruits", "dice", "berries", "glasses", "gold")]
    ['recruit', 'die', 'berry', 'glass', 'gold']
    """
    for ending, one in (("dice", "die"), ("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("ss", "ss"), ("s", "")):
        if word.endswith(ending):
            return word[:-len(ending)] + one
    return word


def plural(word: str) -> str:
    """Several of it.

    >>> [plural(w) for w in ("rune", "die", "body", "box", "day")]
    ['runes', 'dice', 'bodies', 'boxes', 'days']
    """
    if word.endswith("die"):
        return word[:-3] + "dice"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


def ordinal(number: int) -> str:
    """
    >>> [ordinal(i) for i in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
