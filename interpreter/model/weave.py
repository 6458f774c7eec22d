"""Declarations of a game and of its expansions → the declarations of the woven game.

Base first, then the expansions in weaving order.  What an expansion adds is appended; what it extends, replaces or removes
is changed where it stands, so that the order of the base is kept.  Nodes keep the spans of the files they were written in:
that is how `explain` knows who contributed what.
"""
from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from lawspeaker.interpreter.model import single_lines
from lawspeaker.interpreter.model.conditions import Conditions
from lawspeaker.interpreter.model.declarations import a_or_an
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.diagnostic import Label, Sink
from lawspeaker.interpreter.text.source import Span
from lawspeaker.interpreter.text.spell import nearest

Key: TypeAlias = tuple[str, str]                  # word and name: ("task", "raid"), ("phase", "turn"), ("to", "pay {} day(s)")
Declared: TypeAlias = n.Entry | n.Phase | n.Procedure
Transform: TypeAlias = Callable[[Declared], Declared | None]


@dataclass(frozen=True, slots=True)
class Part:
    """An expansion to be woven in: its files, what it `loads after` or needs (all the way), what it cannot be played with."""

    name: str
    files: tuple[n.File, ...]
    after: frozenset[str]
    needs: frozenset[str] = frozenset()
    conflicts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Touch:
    """That an expansion extended, replaced or removed a declaration."""

    expansion: str
    how: str                     # extends, replaces, removes
    span: Span
    before: Declared             # the declaration as it was


@dataclass(slots=True)
class Woven:
    """All declarations in order, and what was done to each that an expansion touched."""

    declarations: list[n.Declaration] = field(default_factory=list)
    touched: dict[Key, list[Touch]] = field(default_factory=dict)
    gone: list[n.Node] = field(default_factory=list)          # declarations that were replaced or removed, and the lines that say so
    idle: list[n.Together] = field(default_factory=list)      # parts that do not apply


def key_of(d: n.Declaration | n.Removes) -> Key:
    match d:
        case n.Phase():
            return "phase", d.name
        case n.Procedure():
            return d.word, words_of(d)
        case n.Entry():
            return d.word, d.name or ""
        case n.Removes():
            return d.word, d.name
    return "", ""


def words_of(d: n.Procedure) -> str:
    """The words of a verb with its holes left open: what two patterns must share to be the same verb."""
    return " ".join("/".join(p.words) if isinstance(p, n.PatternWord) else "{}" for p in d.pattern)


def weave(base: list[n.File], parts: list[Part], conditions: Conditions, sink: Sink) -> Woven:
    """The woven declarations; what cannot be woven goes to the sink."""
    woven = Woven()
    loom = Loom(woven, parts, conditions, sink)
    for f in base:
        for d in f.declarations:
            loom.declaration(d, None)
    for p in parts:
        for f in p.files:
            for d in f.declarations:
                loom.declaration(d, p)
    return woven


@dataclass(slots=True)
class Loom:
    """Weaves one declaration after another."""

    woven: Woven
    parts: list[Part]
    conditions: Conditions
    sink: Sink

    def declaration(self, d: n.Declaration, part: Part | None) -> None:
        match d:
            case n.Together():
                needs = part.needs | {part.name} if part is not None else frozenset()
                conflicts = part.conflicts if part is not None else frozenset()
                if self.conditions.hold(d.condition, needs, conflicts, mentioned(part) if part is not None else frozenset(), self.sink):
                    for inner in d.declarations:
                        self.declaration(inner, part)
                else:
                    self.woven.idle.append(d)
            case n.Extends() | n.Replaces() | n.Removes() if part is None:
                word = type(d).__name__.lower()
                self.sink.error("weave/in-base", d.span, f"`{word}` stands in the game's own rules",
                                hint="Change the declaration where it is written; only an expansion changes what others wrote.")
            case n.Extends():
                self.extend(d, part)  # type: ignore[arg-type]
            case n.Replaces():
                self.replace(d, part)  # type: ignore[arg-type]
            case n.Removes():
                self.touch(key_of(d), "removes", d.name_span, part, lambda _: None)  # type: ignore[arg-type]
                self.woven.gone.append(d)
            case n.Entry(word="expansion") if part is None:
                self.sink.error("weave/in-base", d.word_span, "An expansion is declared in the game's own rules",
                                hint="Give the expansion a folder of its own.")
            case n.Entry(word="table" | "player") if part is not None:
                self.sink.error("weave/extends-missing", d.span, f"The {d.word} of the game is declared already",
                                hint=f"Write `extends {d.word}`.")
            case _:
                self.woven.declarations.append(d)

    # ---- what is done ------------------------------------------------------------------------------------------
    def extend(self, d: n.Extends, part: Part) -> None:
        extra = d.declaration
        if isinstance(extra, n.Entry) and extra.word in ("table", "player") and key_of(extra) not in set(all_keys(self.woven.declarations)):
            self.woven.declarations.append(extra)             # every game has these, whether its law speaks of them or not
            return
        if not extra.members:
            self.sink.error("weave/nothing-added", d.span, "This extension adds nothing", hint="Write its lines below it, indented.")
            return

        def add(old: Declared) -> Declared:
            if isinstance(old, n.Procedure) or isinstance(old, n.Phase) != isinstance(extra, n.Phase):
                return old
            gone = single_lines.replaced(old.members, extra.members)
            if not all(self.may_replace(x, part, extra) for x in gone):
                return old
            return extended(replace(old, members=tuple(x for x in old.members if x not in gone)), extra, self.sink)
        self.touch(key_of(extra), "extends", heading(extra), part, add)

    def may_replace(self, line: n.Node, part: Part, extra: n.Entry | n.Phase) -> bool:
        """Whether a line of an extension may take the place of another one: not of what another expansion wrote, unless it comes later."""
        other = next((p for p in self.parts if p is not part and any(f.span.file == line.span.file for f in p.files)), None)
        if other is None or other.name in part.after:
            return True
        self.sink.error("weave/no-order", heading(extra), f'"{part.name}" and "{other.name}" write the same line of {extra.word if isinstance(extra, n.Entry) else "phase"} {extra.name or ""}'.rstrip(),
                        more=(Label(line.span, f'"{other.name}" writes it here'),),
                        hint=f"Write `loads after {other.name}` into the expansion {part.name}, or the other way round.")
        return False

    def replace(self, d: n.Replaces, part: Part) -> None:
        self.touch(key_of(d.declaration), "replaces", heading(d.declaration), part, lambda _: d.declaration)

    def touch(self, key: Key, how: str, span: Span, part: Part, change: Transform) -> None:
        found: list[Declared] = []

        def transform(old: Declared) -> Declared | None:
            found.append(old)
            return change(old)
        out: list[n.Declaration] = []
        for d in self.woven.declarations:
            new = rewritten(d, key, transform) if not found else d
            if new is not None:
                out.append(new)
        if not found:
            self.unknown(key, how, span)
            return
        if not self.ordered(key, how, span, part):
            return
        self.woven.declarations[:] = out
        self.woven.touched.setdefault(key, []).append(Touch(part.name, how, span, found[0]))
        if how != "extends":
            self.woven.gone.append(found[0])

    # ---- what cannot be ----------------------------------------------------------------------------------------
    def ordered(self, key: Key, how: str, span: Span, part: Part) -> bool:
        """Two expansions that change one declaration, one of them wholly, must say which comes later."""
        for t in self.woven.touched.get(key, ()):
            if t.expansion == part.name or t.expansion in part.after or "extends" == how == t.how:
                continue
            self.sink.error("weave/no-order", span, f'"{part.name}" {how} {key[0]} {key[1]}'.rstrip() + f', which "{t.expansion}" {t.how}',
                            more=(Label(t.span, f'"{t.expansion}" {t.how} it here'),),
                            hint=f"Write `loads after {t.expansion}` into the expansion {part.name}, or the other way round.")
            return False
        return True

    def unknown(self, key: Key, how: str, span: Span) -> None:
        word, name = key
        gone = next((t for t in self.woven.touched.get(key, ()) if t.how == "removes"), None)
        if gone is not None:
            self.sink.error("weave/removed", span, f'{word} {name} was removed by the expansion "{gone.expansion}"',
                            more=(Label(gone.span, "removed here"),),
                            hint=f"Leave this to a part `when not {gone.expansion}`.")
            return
        known = list(all_keys(self.woven.declarations))
        other = next((k for k in known if k[1] == name and k[0] != "to"), None)
        same = [k[1] for k in known if k[0] == word]
        near = nearest(name, same) or nearest(name, [k[1] for k in known])
        what = "verb" if word == "to" else word
        hint = f"It is {a_or_an(other[0])}: write `{how} {other[0]} {name}`." if other is not None else \
            f'Did you mean "{near}"?' if near else \
            f"There are: {', '.join(dict.fromkeys(x for x in same if x))}." if any(same) else f"No {word} is declared."
        self.sink.error("weave/unknown-target", span, f'There is no {what} "{name}" that could be {DONE[how]}', hint=hint)


def mentioned(part: Part) -> frozenset[str]:
    """The expansions that a manifest speaks of: they need not be installed."""
    return frozenset(p.name for f in part.files for d in f.declarations if isinstance(d, n.Entry) and d.word == "expansion"
                     for x in d.members if isinstance(x, n.Line) for p in x.sentence.pieces if isinstance(p, n.Name))


def heading(d: Declared) -> Span:
    return (d.name_span or d.word_span) if isinstance(d, n.Entry) else d.name_span if isinstance(d, n.Phase) else d.span


# ---- finding and changing -----------------------------------------------------------------------------------------
def rewritten(d: n.Declaration, key: Key, change: Transform) -> n.Declaration | None:
    """The declaration with that of the key in it changed; phases also stand inside phases and games."""
    if isinstance(d, (n.Entry, n.Phase, n.Procedure)) and key_of(d) == key:
        return change(d)
    if key[0] == "phase" and (isinstance(d, n.Phase) or (isinstance(d, n.Entry) and d.word == "game")):
        members: list[n.Member] = []
        changed = False
        for x in d.members:
            new: n.Declaration | None = rewritten(x, key, change) if isinstance(x, n.Phase) else None
            changed = changed or (isinstance(x, n.Phase) and new is not x)
            if isinstance(new, n.Phase):
                members.append(new)
            elif not isinstance(x, n.Phase):
                members.append(x)
        return replace(d, members=tuple(members)) if changed else d
    return d


def all_keys(declarations: Collection[n.Declaration]) -> Iterator[Key]:
    for d in declarations:
        if isinstance(d, (n.Entry, n.Phase, n.Procedure)):
            yield key_of(d)
        if isinstance(d, (n.Entry, n.Phase)):
            yield from all_keys([x for x in d.members if isinstance(x, n.Phase)])


DONE = {"extends": "extended", "replaces": "replaced", "removes": "removed"}
RUNS = (n.Does, n.Phase, n.Line)                  # members of a phase that are played in order


def extended(old: n.Entry | n.Phase, extra: n.Entry | n.Phase, sink: Sink) -> n.Entry | n.Phase:
    """A declaration with the lines of an extension: bare `before` and `after` blocks stand around what it does."""
    before = [n.Does(x.span, x.block, x.cites) for x in extra.members if bare(x, "before")]  # type: ignore[union-attr]
    after = [n.Does(x.span, x.block, x.cites) for x in extra.members if bare(x, "after")]  # type: ignore[union-attr]
    lines = [x for x in extra.members if not (bare(x, "before") or bare(x, "after"))]
    members = list(old.members)
    if (before or after) and isinstance(old, n.Entry) and old.word in ("rule", "value", "score", "table", "player", "kind", "grid", "game"):
        sink.error("weave/nothing-done", (before + after)[0].span, f"{a_or_an(old.word).capitalize()} does nothing that could have something before or after it",
                   hint="`before` and `after` stand in an extension of a phase, a form or a move.")
        before, after = [], []
    first = next((i for i, x in enumerate(members) if isinstance(x, RUNS) and runs(x, old)), len(members))
    members[first:first] = before
    if isinstance(old, n.Entry) and old.word == "value":
        if old.value is not None:                 # `value x = E` is one case, the last
            members.append(n.Gives(old.value.span, old.value, ()))
            old = replace(old, value=None)
        last = next((i for i, x in enumerate(members) if isinstance(x, n.Gives)), len(members))
        members[last:last] = lines
    else:
        members += lines
    members += after
    return replace(old, members=tuple(members), cites=(*old.cites, *extra.cites))


def runs(x: n.Member, owner: n.Entry | n.Phase) -> bool:
    """Whether a line of a declaration is played in order: steps, inner phases, what a phase offers."""
    if isinstance(x, n.Line):
        return isinstance(owner, n.Phase)
    return True


def bare(x: n.Member, word: str) -> bool:
    return isinstance(x, n.Reaction) and x.word == word and x.sentence is None

