"""What stands on a screen (`Sail to Dublin`) → the keys of moves that may be called so (`sail dublin`), offered or not.

The title of a move is held against the text: its words must be there, and what stands in its holes must be titles of things, or
numbers.  A title of holes alone says nothing of the move, and is left out.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lawspeaker.interpreter.program import ir

if TYPE_CHECKING:
    from lawspeaker.interpreter.state import State


def keys_titled(state: State, text: str) -> Iterator[str]:
    """The keys of all moves with such a title, as far as their choices stand in it."""
    wanted = " ".join(text.split())
    for move in state._edition.program.moves:
        for pattern, holes in patterns(move.title):
            found = re.fullmatch(pattern, wanted, re.IGNORECASE)
            key = found and key_of(state, move, dict(zip(holes, found.groups(), strict=True)))
            if key:
                yield key


def patterns(title: ir.Text) -> list[tuple[str, list[str]]]:
    """The title as patterns, one for each way it may read, with the register that is told in each hole (or nothing)."""
    ways: list[tuple[str, list[str]]] = [("", [])]
    for p in title.parts:
        if isinstance(p, ir.Which):
            more = [w for t in p.texts for w in patterns(t)]
            ways = [(a + c, b + d) for a, b in ways for c, d in more][:64]
        elif isinstance(p, ir.Say):
            ways = [(a + "(.+?)", [*b, p.value.name if isinstance(p.value, ir.Reg) else ""]) for a, b in ways]
        else:
            words = "".join(r"\s+" if w.isspace() else re.escape(w) for w in re.split(r"(\s+)", p))
            ways = [(a + words, b) for a, b in ways]
    return [(a, b) for a, b in ways if re.search(r"\w", a.replace("(.+?)", "").replace(r"\s+", ""))]


def key_of(state: State, move: ir.Move, told: dict[str, str]) -> str:
    """The key, up to the first choice that the title does not tell; nothing if something in a hole is no such thing."""
    words = [move.name]
    open_ended = False
    for reg, how in zip(move.chosen, move.hows, strict=True):
        if reg not in told:
            open_ended = True
            continue
        word = word_of(state, told[reg], how)
        if word is None:
            return ""
        if not open_ended:
            words.append(word)
    return " ".join(words)


def word_of(state: State, text: str, how: str) -> str | None:
    """A title as it stands in keys."""
    if how == "number":
        return text if text.lstrip("-").isdigit() else None
    you = state.decision.player if not state.over else None
    folded = text.casefold()
    for t in state._edition.program.layout.things:
        if folded == state._texts.title(t.number, you).casefold():
            return state._texts.thing_id(t.number, you)
    return None
