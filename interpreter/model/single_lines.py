"""Lines of a declaration that it can have only once: `copies`, `starts in`, `winner` …; and names that it has twice.

Also tells the weaving which line of the game an expansion's line takes the place of.
"""
from __future__ import annotations

from collections.abc import Iterator

from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.diagnostic import Label, Sink
from lawspeaker.interpreter.text.source import Span

SINGLE = {"players": "players", "seats": "seats", "version": "version", "winner": "winner has most", "copies": "copies", "starts": "starts in",
          "discarded": "discarded to", "size": "size", "card": "card kept in", "active": "active in", "text": "text", "compares": "compares",
          "ties": "ties", "takes": "takes from", "puts": "puts into", "order": "order chosen by"}
RANKS = {1: "first gives", 2: "second gives", 3: "third gives"}
TOP_LEVEL = ("table", "player", "game")           # their names are names of the whole game, and looked at there


def keys(x: n.Node) -> Iterator[tuple[str, Span]]:
    """What of a line there can be only once, as it is written."""
    match x:
        case n.Line():
            s = x.sentence
            names = [p.name for p in s.pieces if isinstance(p, n.Name)]
            if s.verb in SINGLE:
                yield SINGLE[s.verb], s.span
            elif s.verb == "needs" and names[:1] and names[0] in ("version", "language"):
                yield f"needs {names[0]}", s.span
            elif s.verb == "weighs" and names:
                yield f"weighs {names[0]}", s.span
        case n.Ranked():
            yield RANKS.get(x.rank, ""), x.span
        case n.Turns():
            yield "each player", x.span
            if x.repetition is not None:
                yield "again", x.repetition.span
        case n.Repeated():
            yield "again", x.span


def check(d: n.Declaration, sink: Sink) -> None:
    """Report what stands twice in a declaration."""
    if not isinstance(d, (n.Entry, n.Phase)):
        return
    seen: dict[str, Span] = {}
    names: dict[str, Span] = {}
    for x in d.members:
        for key, span in keys(x):
            if key in seen:
                sink.error("sentence/twice", span, f"`{key}` stands here twice", more=(Label(seen[key], "here already"),), hint="Keep one of them.")
            seen.setdefault(key, span)
        if isinstance(x, n.Phase):
            check(x, sink)
        if isinstance(x, (n.Field, n.Place)):
            check_traits(x, sink)
            if isinstance(d, n.Phase) or d.word not in TOP_LEVEL:
                if x.name in names:
                    sink.error("name/declared-twice", x.name_span, f'"{x.name}" is declared already', more=(Label(names[x.name], "first declared here"),),
                               hint="Give one of them another name.")
                names.setdefault(x.name, x.name_span)


def check_traits(x: n.Field | n.Place, sink: Sink) -> None:
    """What stands behind commas: once each; and each kind of a place."""
    seen: dict[str, Span] = {}
    for t in x.traits:
        first = t.pieces[0]
        word = first.word if isinstance(first, n.Word) else first.name if isinstance(first, n.Name) else ""
        if word in seen:
            sink.error("sentence/twice", t.span, f"`{word} …` stands here twice", more=(Label(seen[word], "here already"),), hint="Keep one of them.")
        seen.setdefault(word, t.span)
    kinds: dict[str, Span] = {}
    for name, span in zip(x.kinds, x.kind_spans, strict=True) if isinstance(x, n.Place) else ():
        if name in kinds:
            sink.error("sentence/twice", span, f"The kind {name} stands here twice", hint="Keep one of them.")
        kinds.setdefault(name, span)


def replaced(old: tuple[n.Member, ...], extra: tuple[n.Member, ...]) -> list[n.Member]:
    """The lines of a declaration that those of an extension take the place of."""
    new = {key for x in extra for key, _ in keys(x)}
    return [x for x in old if any(key in new for key, _ in keys(x))]
