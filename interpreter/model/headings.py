"""First lines of declarations → the same, with names as they are meant: kinds with a capital, all others without.

Tells what a first line has that its declaration does not read.  What stands in the first line of a
move is looked at where moves are read (moves_from_syntax.py).
"""
from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Span

KINDS = ("kind", "grid")
# What may stand behind the word of each declaration; a title never hurts.
PARTS: dict[str, tuple[str, ...]] = {
    "game": (), "kind": ("parent", "data"), "grid": ("parent",), "graph": ("owner", "data"), "table": (), "player": (),
    "value": ("parameters", "value"), "score": ("parameters", "value"), "form": ("parent",), "moment": ("parameters",), "rule": (),
    "payment": ("parent",), "bot": (), "expansion": ("owner",)}
WRITTEN = {"parameters": "parameters in parentheses", "parent": "`is …`", "owner": "`for …`", "data": "`from …`", "value": "`= …`"}
NAMELESS = ("table", "player")


def checked(d: n.Declaration, forms: Collection[str], sink: Sink, lost: set[str]) -> n.Declaration:
    """A declaration with the name that is meant; what cannot stand in its first line is reported."""
    if isinstance(d, n.Phase):
        inner = tuple(checked(x, forms, sink, lost) if isinstance(x, n.Phase) else x for x in d.members)
        d = replace(d, members=inner)  # type: ignore[arg-type]
        return replace(d, name=lower(d.name, d.name_span, "phase", sink, lost)) if d.name[:1].isupper() else d
    if not isinstance(d, n.Entry):
        return d
    if d.word == "game":
        d = replace(d, members=tuple(checked(x, forms, sink, lost) if isinstance(x, n.Phase) else x for x in d.members))  # type: ignore[misc]
    superfluous(d, sink)
    if d.name is None or d.name_span is None:
        if d.word in PARTS and d.word not in NAMELESS:
            sink.error("name/missing", d.word_span, f"This {d.word} has no name", hint=f"Write `{d.word} {'Name' if d.word in KINDS else 'name'}`.")
        return d
    if d.word in KINDS and not d.name[0].isupper():
        meant = "".join(w.capitalize() for w in d.name.split("_"))
        lost.add(meant)
        sink.error("name/kind-not-capitalised", d.name_span, f'Kinds are capitalised, "{d.name}" is not', hint=f'Write "{meant}".')
        return replace(d, name=meant)
    if d.word not in KINDS and (d.word in forms or d.word in PARTS) and d.name[0].isupper():
        return replace(d, name=lower(d.name, d.name_span, d.word, sink, lost))
    return d


def lower(name: str, span: Span, word: str, sink: Sink, lost: set[str]) -> str:
    """A name without its capitals, which only kinds have."""
    meant = "".join(("_" if i and c.isupper() else "") + c.lower() for i, c in enumerate(name))
    lost |= {name, meant}
    sink.error("name/capital", span, f'Only kinds are capitalised, and "{name}" is the name of {"an" if word[0] in "aeio" else "a"} {word}',
               hint=f'Write "{meant}".')
    return meant


def superfluous(d: n.Entry, sink: Sink) -> None:
    """Parts of a first line that nothing reads."""
    if d.word not in PARTS:
        return
    if d.word in NAMELESS and d.name_span is not None:
        sink.error("name/heading", d.name_span, f"The {d.word} has no name", hint=f"Write `{d.word}` alone.")
    has = {"parameters": d.parameters is not None, "parent": d.parent is not None, "owner": d.owner is not None, "data": bool(d.data),
           "value": d.value is not None}
    for part, there in has.items():
        if there and part not in PARTS[d.word]:
            at = d.value.span if part == "value" and d.value is not None else d.parent_span if part == "parent" else \
                d.owner_span if part == "owner" else d.data[0].span if part == "data" else d.name_span
            sink.error("name/heading", at or d.span, f"Nothing reads {WRITTEN[part]} in the first line of a {d.word}",
                       hint="Leave it out, or write a line below for what it should say.")
