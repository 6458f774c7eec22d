"""Every id that law or a scenario cites is in the catalogue."""
from __future__ import annotations

from collections.abc import Collection, Iterable

from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Span
from lawspeaker.interpreter.text.spell import nearest


def check(cited: Iterable[tuple[str, Span]], known: Collection[str], sink: Sink) -> None:
    for ident, span in cited:
        if ident in known:
            continue
        near = nearest(ident, known) or nearest_number(ident, known)
        sink.error("catalogue/unknown-id", span, f'There is no rule "{ident}" in the catalogue',
                   hint=f'Did you mean "{near}"?' if near else "Cite an id of rules.yaml, or add the rule there.")


def nearest_number(ident: str, known: Collection[str]) -> str | None:
    """An id with the same words before its number.

    >>> nearest_number("FA-RAID-99", ["FA-RAID-01", "FA-SAIL-01"])
    'FA-RAID-01'
    """
    stem = ident.rpartition("-")[0]
    return next((k for k in known if stem and k.rpartition("-")[0] == stem), None)
