"""Names that an option can have in some position of a game: so that a scenario which says that something is not offered means something.

Knows the program only: moves, things, seats, keys and labels of branches.  Whether an option is offered is asked elsewhere.
"""
from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.program import Program

ANSWERS = {"yes", "no", "pass", "none", "nothing", "done"}
PART = re.compile(r"-?[0-9]+|x[0-9]+|[0-9]+(st|nd|rd|th)")
COUNTED = re.compile(r"[0-9]+ ")                  # before the tokens of a payment: `1 recruits`


def misnamed(program: Program, seats: Sequence[str], text: str) -> str | None:
    """The part of a text that is no name of anything an option can speak of; None if it may be an option."""
    if text.strip().casefold() in {x.casefold() for x in labels(program)}:
        return None
    known = {x.casefold() for x in known_words(program, seats)}
    for part in text.replace(",", " ").split():
        word = part.strip("()").casefold()
        thing = word.rpartition(".")[2] if word.partition(".")[0] in {s.casefold() for s in seats} else word
        if not (word in known or thing in known or PART.fullmatch(word)):
            return part if not spoken(program, seats, text) else None
    return None


def known_words(program: Program, seats: Sequence[str]) -> list[str]:
    """Every word that can stand in a key."""
    out = [m.name for m in program.moves] + [*seats, *sorted(ANSWERS)]
    out += [t.id for t in program.layout.things if t.number >= program.layout.players]
    for q in questions(program):
        out += [str(key) for key, _ in q.keys]
    for m in program.moves:
        out += [word for how in m.hows if how.startswith("option ") for word in how.split()[1:]]
        out += [word for how in m.hows if how.startswith("payment ") for word in how.split()[1:]]
    out += [word for q in questions(program) if q.how.startswith("payment ") for word in q.how.split()[1:]]
    return list(dict.fromkeys(out))


def labels(program: Program) -> Iterator[str]:
    """Labels that are the same in every position."""
    for text in texts(program):
        if all(isinstance(p, str) for p in text.parts):
            yield "".join(str(p) for p in text.parts)
    yield from (t.title for t in program.layout.things if t.number >= program.layout.players)


def spoken(program: Program, seats: Sequence[str], text: str) -> bool:
    """Whether a text may be the label of an option whose words depend on the position: what stands in its holes is a name, too."""
    names = {x.casefold() for x in (*labels(program), *known_words(program, seats))}
    for t in texts(program):
        pattern = "".join(re.escape(p) if isinstance(p, str) else "(.+)" for p in t.parts)
        holes = any(not isinstance(p, str) for p in t.parts)
        found = re.fullmatch(pattern, text, re.I) if holes and any(isinstance(p, str) and p.strip() for p in t.parts) else None
        if found is not None and all(g.casefold() in names or PART.fullmatch(g) or " " in g.strip() for g in found.groups()):
            return True
    return False


def texts(program: Program) -> Iterator[ir.Text]:
    for m in program.moves:
        yield m.title
    for q in questions(program):
        yield from (x for x in (q.yes_text, q.no_text) if x is not None)
        yield from (label for _, label in q.keys)


def questions(program: Program) -> Iterator[ir.Question]:
    return (block.question for block in program.blocks if block.question is not None)
