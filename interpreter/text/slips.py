"""Diagnostics of several passes → one for each slip.

A word that is misspelt where it is declared is unknown wherever it is used, and what is unknown fits nowhere: the first place
is told, the others stand below it.  Does not know what the words mean.
"""
from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lawspeaker.interpreter.text.diagnostic import Diagnostic, Label
from lawspeaker.interpreter.text.source import Span

NO_SLIPS = ("name/unused", "step/never-reached", "condition/constant", "move/never-offered")     # told when nothing is wrong
QUOTED = re.compile(r'"([^"]+)"')
MEANT = re.compile(r'^Did you mean (?:the word )?"([^"]+)"\?')
CAUSES = ("name/unknown", "type/beyond-limits")             # what does not fit around one of these only follows from it
OF_DATA = ("data/wrong-value", "data/out-of-range")
MOST_PLACES = 4                  # that stand below the first


def one_for_each(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics without those that only follow from others; places of the same slip are told together."""
    failed = any(d.severity == "error" for d in diagnostics)
    kept = [d for d in diagnostics if not (failed and d.severity == "warning" and d.code in NO_SLIPS)]
    if any(d.code == "data/map-wanted" and d.title.startswith("Facts of the table") for d in kept):
        kept = [d for d in kept if d.code != "name/unknown"]      # most likely one of these facts
    tabs = {(d.span.file, d.span.line) for d in kept if d.code == "syntax/tab" and d.span is not None}
    kept = [d for d in kept if not (d.code == "syntax/nothing-below" and d.span is not None and (d.span.file, d.span.line + 1) in tabs)]
    causes = [d.span for d in kept if d.span is not None and d.code.startswith(CAUSES)]
    kept = [d for d in kept if not (d.code.startswith("type/") and not d.code.startswith(CAUSES) and any(around(d.span, s) for s in causes))]
    doubtful = {QUOTED.findall(d.title)[0] for d in kept if d.code in OF_DATA}
    kept = [d for d in kept if not (d.code.startswith("type/") and d.span is not None and d.span.text.rpartition(".")[2] in doubtful)]
    groups: dict[object, list[Diagnostic]] = {}
    for i, d in enumerate(kept):
        groups.setdefault(slip(d) or i, []).append(d)
    return [together(g) for g in groups.values()]


def slip(d: Diagnostic) -> object:
    """What two messages share that speak of one slip; None for one that stands alone."""
    if d.code == "move/never-offered" and d.hint.startswith("Write `offers"):
        return d.code, d.hint.partition(", or")[0]
    if d.severity != "error":
        return None
    if d.code.startswith("name/unknown"):
        quoted, meant = QUOTED.findall(d.title), MEANT.match(d.hint)
        if quoted:
            return "name", plain(quoted[-1]), plain(meant[1]) if meant else ""
    if d.code in OF_DATA and len(d.labels) > 1:
        return d.code, d.labels[1].span.file, d.labels[1].span.begin
    return None


def plain(word: str) -> str:
    """A word without what tells a kind from a name of a form: `LifeGoal` and `life_goal` are one."""
    return word.replace("_", "").casefold()


def around(outer: Span | None, inner: Span) -> bool:
    """Whether a place holds another, in one line."""
    return outer is not None and outer.file == inner.file and outer.begin <= inner.begin and inner.end <= outer.end and "\n" not in outer.text


def together(group: list[Diagnostic]) -> Diagnostic:
    if len(group) == 1:
        return group[0]
    first = min(group, key=lambda d: (d.span.file, d.span.begin) if d.span is not None else ("", 0))
    places = list(places_of(group, first))
    left = len(places) - MOST_PLACES
    shown = [Label(s, "and here") for s in places[:MOST_PLACES]]
    if left > 0:
        shown[-1] = replace(shown[-1], text=f"and here, and in {left} more place{'s' if left > 1 else ''}")
    return replace(first, labels=(*first.labels, *shown))


def places_of(group: list[Diagnostic], first: Diagnostic) -> Iterator[Span]:
    seen = {(first.span.file, first.span.begin)} if first.span is not None else set()
    for d in group:
        if d.span is not None and (d.span.file, d.span.begin) not in seen:
            seen.add((d.span.file, d.span.begin))
            yield d.span
