"""A declaration of the woven game → what changes it from elsewhere: values that it reads and that cards or expansions change,
requirements that are waived, rules and windows at its start and end.

What a declaration reads is followed through the values and verbs of the game.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator

from lawspeaker.interpreter.compile import Compiled
from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.sentences import match_sentence
from lawspeaker.interpreter.model.walk import walk
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.source import Span


def changes(compiled: Compiled, d: n.Node, name: str) -> list[tuple[str, Span]]:
    """Sentences about what changes a declaration, each with its place, in the order of the law."""
    model = compiled.model
    names = reached(model, d) | {name}
    move = model.moves.get(name)
    forms = {name, *(f.name for f in move.form.ancestors())} if move is not None else {name}
    out = [*values(model, names), *waivers(model, forms), *reactions(compiled, forms), *plays(model, forms)]
    seen: set[tuple[str, int]] = set()
    kept: list[tuple[str, Span]] = []
    for text, span in out:
        inside = span.source is d.span.source and d.span.begin <= span.begin < d.span.end
        key = (span.file, span.begin)
        if not inside and key not in seen:
            seen.add(key)
            kept.append((text, span))
    return kept


def reached(model: m.Model, d: n.Node) -> set[str]:
    """The values that a declaration reads, also those that its verbs and values read."""
    names: set[str] = set()
    todo: list[object] = [d, *(f.entry for f in forms_of(model, d))]
    while todo:
        for x in walk(todo.pop()):
            if isinstance(x, (n.Name, n.Call)) and x.name in model.values and x.name not in names:
                v = model.values[x.name]
                names.add(x.name)
                todo += [v.value, *(e for c in v.cases for e in c)]
            elif isinstance(x, (n.Sentence, n.Costs)):
                verb, span, pieces = ("pay", x.span, x.pieces) if isinstance(x, n.Costs) else (x.verb, x.verb_span, x.pieces)
                for found in match_sentence(verb, span, pieces, model.verbs):
                    key = f"to {found.verb.words}"
                    if not found.verb.core and key not in names:
                        names.add(key)
                        todo.append(found.verb.block)
    return names


def forms_of(model: m.Model, d: n.Node) -> Iterable[m.Form]:
    move = next((x for x in model.moves.values() if x.entry is d), None)
    return move.form.ancestors() if move is not None else ()


def values(model: m.Model, names: set[str]) -> Iterator[tuple[str, Span]]:
    for s in model.sites:
        x = s.change
        if isinstance(x, n.Change) and isinstance(x.target, (n.Name, n.Call)) and x.target.name in names:
            yield f"{one_line(x)}{lasting(s)}", x.span


def waivers(model: m.Model, forms: set[str]) -> Iterator[tuple[str, Span]]:
    for s in model.sites:
        if isinstance(s.change, n.Waive) and s.change.move in forms:
            yield f"{one_line(s.change)}{lasting(s)}", s.change.span


def reactions(compiled: Compiled, forms: set[str]) -> Iterator[tuple[str, Span]]:
    for d in compiled.woven.declarations:
        for x in walk(d):
            moments = x.moments if isinstance(x, n.Reaction) else (x.moment,) if isinstance(x, n.Later) else ()
            for moment in moments:
                if moment.edge is not None and moment.name in forms:
                    word = "later at" if isinstance(x, n.Later) else "at"
                    yield f"{word} {moment.edge} of {moment.name}", x.span


def plays(model: m.Model, forms: set[str]) -> Iterator[tuple[str, Span]]:
    for move in model.moves.values():
        for p in move.own_playable:
            if (p.moment is not None and p.moment.edge is not None and p.moment.name in forms) or set(p.phases) & forms:
                yield one_line(p), p.span


def lasting(s: m.Site) -> str:
    if s.until is not None:
        bounds = " or ".join(f"{b.edge} of {b.name}" if b.edge is not None else b.span.text for b in s.until.bounds)
        return f", until {bounds}"
    return f", while {s.move.name} is in play" if s.move is not None else ""


def one_line(x: n.Node) -> str:
    return " ".join(x.span.text.split("\n")[0].split())


def owner_of(compiled: Compiled, span: Span) -> str:
    """The declaration that a place belongs to: `rune berserkers`."""
    for d in compiled.woven.declarations:
        if d.span.source is span.source and d.span.begin <= span.begin < d.span.end and isinstance(d, n.Entry):
            return f"{d.word} {d.name or ''}".strip()
    return ""
