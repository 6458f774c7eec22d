"""A word → what it means in a game: a rule of the catalogue with its law and scenarios, a declared name with its law and rules,
a thing of the data with its facts, or the words of the language that belong to a declaration.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lawspeaker.interpreter.catalogue import Entry
from lawspeaker.interpreter.citations import Citations, Told
from lawspeaker.interpreter.compile import Compiled
from lawspeaker.interpreter.explain_changes import changes, owner_of
from lawspeaker.interpreter.extensions import with_needs
from lawspeaker.interpreter.game import Game, load
from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.from_data import plain
from lawspeaker.interpreter.model.walk import cites_in, walk
from lawspeaker.interpreter.model.weave import Touch, key_of
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.source import Span
from lawspeaker.interpreter.text.spell import nearest
from lawspeaker.interpreter.trace import cited

MOST = 12                        # scenarios that are named
LONGEST = 40                     # lines of law that are shown
PHRASE = re.compile(r"^(?P<places>[a-z, ]+): (?P<what>.*)$", re.S)
Declared = n.Entry | n.Phase | n.Procedure | n.Field | n.Place


def explain(name: str | Path, what: str, expansions: Sequence[str | Path] = ()) -> str:
    """A text; LookupError with a suggestion for what nobody knows.  What the expansions need is taken with them."""
    game = load(name, with_needs(expansions))
    return Book(game, game.compiled, cited(game)).explain(what)


@dataclass(slots=True)
class Book:
    """Everything that can be asked about one game."""

    game: Game
    compiled: Compiled
    citations: Citations

    def explain(self, what: str) -> str:
        word = " ".join(what.split())
        for find in (self.rule, self.listing, self.declared, self.core_value, self.verb, self.thing, self.clauses):
            text = find(word)
            if text:
                return text
        names = sorted(self.all_names())
        near = nearest(word, names) or nearest(word.upper(), names)
        raise LookupError(f'I know nothing named "{word}" in {self.game.title}.' +
                          (f' Did you mean "{near}"?' if near else " `lawspeaker explain RULESET names` lists what there is."))

    # ---- rules of the catalogue ------------------------------------------------------------------------------
    def rule(self, word: str) -> str:
        entry = next((e for e in self.citations.entries.values() if e.id.casefold() == word.casefold()), None)
        if entry is None:
            return ""
        title = {"rule": "a rule", "vector": "a worked example", "ruling": "a ruling"}[entry.kind]
        parts = [f"{entry.id}, {title}{where(entry)}", *(f"  {line}" for line in sentences(entry))]
        spans = self.citations.law.get(entry.id, [])
        if spans:
            parts += ["", "Law", *excerpts(spans)]
        elif entry.kind == "rule":
            parts += ["", "No law cites it."]
        about = entry.fields.get("rules")
        if isinstance(about, list) and about:
            parts += ["", *self.rules([str(i) for i in about])]
        parts += ["", *scenario_lines(self.citations.testing(entry.id), "No scenario tests it.")]
        return "\n".join(parts)

    def rules(self, ids: list[str]) -> list[str]:
        """The sentences of rules, one after another."""
        if not ids:
            return []
        out = ["Rules"]
        for ident in ids:
            entry = self.citations.entries.get(ident)
            out.append(f"  {ident}: {'; '.join(sentences(entry))}{where(entry)}" if entry is not None else f"  {ident}")
        return out

    # ---- what the law declares --------------------------------------------------------------------------------
    def declared(self, word: str) -> str:
        word = word.rpartition(".")[2]            # `attack.dice` is the state dice
        found = [(d, title) for d, name, title in self.declarations() if name == word]
        if not found:
            key = word.casefold().replace(" ", "_")
            found = [(d, title) for d, name, title in self.declarations() if name.casefold() == key]
        if not found:
            return ""
        parts: list[str] = []
        for d, title in found:
            parts += [title + self.contributor(d), *law_text(d.span), ""]
        parts += self.undone(found[0][0])
        changed = [x for d, _ in found for x in changes(self.compiled, d, word)]
        if changed:
            parts += ["Changed by", *self.told_changes(changed), ""]
        ids = list(dict.fromkeys(c.id for d, _ in found for c in cites_in(d)))
        parts += self.rules(ids) + ([""] if ids else [])
        name = next(name for d, name, _ in self.declarations() if d is found[0][0])
        tests = self.using(name) or [s for s in self.citations.scenarios if any(c in ids for c, _ in s.cites)]
        return "\n".join(parts + scenario_lines(tests, "No scenario names it."))

    def contributor(self, d: n.Node) -> str:
        """Which expansion wrote it; nothing where there is only the game."""
        for x in self.game.sources.expansions:
            if d.span.file.startswith(f"{x.label}/"):
                return f", of the expansion {x.name}"
        return ", of the game" if self.game.sources.expansions else ""

    def undone(self, d: Declared) -> list[str]:
        """What an expansion has put in the place of a declaration, or of the moves of a form: the law of both, side by side."""
        if not isinstance(d, (n.Entry, n.Phase, n.Procedure)):
            return []
        out: list[str] = []
        for key, touches in self.compiled.woven.touched.items():
            for t in touches:
                if t.how == "extends" or not (key == key_of(d) or (isinstance(d, n.Entry) and d.word == "form" and key[0] == d.name)):
                    continue
                word = "Removed" if t.how == "removes" else "Replaced"
                new = self.instead(key, t)
                left = [f"{key[0]} {key[1]}, of the game, {place(t.before.span)}", *tight(law_text(t.before.span))]
                right = [line for x in new for line in (f"{word_of(x)} {x.name or ''}, of the expansion {t.expansion}, {place(x.span)}",
                                                        *tight(law_text(x.span)))] or ["(nothing)"]
                out += [f"{word} by the expansion {t.expansion}, {place(t.span)}", *side_by_side(left, right), ""]
        return out

    def instead(self, key: tuple[str, str], t: Touch) -> list[n.Entry | n.Phase]:
        """What stands there now: the new declaration, or the moves of the same form that the expansion adds."""
        label = next((f"{x.label}/" for x in self.game.sources.expansions if x.name == t.expansion), "")
        return [d for d in self.compiled.woven.declarations if isinstance(d, (n.Entry, n.Phase)) and d.span.file.startswith(label)
                and (key_of(d) == key if t.how == "replaces" else d.span.file.startswith(label) and key_of(d)[0] == key[0] in self.compiled.model.forms)]

    def told_changes(self, found: list[tuple[str, Span]]) -> list[str]:
        rows = [(place(span), owner_of(self.compiled, span), text) for text, span in found]
        a, b = max(len(r[0]) for r in rows), max(len(r[1]) for r in rows)
        return list(dict.fromkeys(f"  {at:<{a}}  {who:<{b}}  {text}".rstrip() for at, who, text in rows))

    def declarations(self) -> Iterator[tuple[Declared, str, str]]:
        """Each declaration of the game's law with its name and a headline."""
        for file in self.compiled.files:
            for d in file.declarations:
                yield from named(d, "")

    def using(self, name: str) -> list[Told]:
        """The scenarios whose text has this name."""
        word = re.compile(rf"(?<![\w]){re.escape(name)}(?!\w)")
        return [s for s in self.citations.scenarios if word.search(s.span.text)]

    def core_value(self, word: str) -> str:
        """A value or moment that every game has."""
        v = self.compiled.model.values.get(word)
        if v is not None and v.native:
            return f"value {v.name}({', '.join(p.name for p in v.parameters)}), of every game\n  {v.help}"
        moment = self.compiled.model.moments.get(word)
        return f"moment {word}, of every game" if moment is not None and moment.core else ""

    def verb(self, word: str) -> str:
        """Verbs by their words, `pay`, `suffer losses` or `suffer_losses_in`."""
        wanted = word.replace("_", " ").casefold().split()
        found = [v for v in self.compiled.model.verbs if begins(v, wanted)]
        parts = [x for v in found for x in (verb_lines(v) if v.core else [f"verb, {place(v.span)}", *law_text(whole(v))])]
        ids = list(dict.fromkeys(c.id for v in found if not v.core for x in (v.cites, v.block) for c in cites_in(x)))
        return "\n".join(parts + ([""] if ids else []) + self.rules(ids)).rstrip()

    # ---- things of the data ------------------------------------------------------------------------------------
    def thing(self, word: str) -> str:
        key = word.casefold()
        found = [t for things in self.compiled.model.things.values() for t in things
                 if t.id == key.replace(" ", "_") or t.title.casefold() == key]
        parts: list[str] = []
        for t in found:
            parts += [f"{t.id}: {t.title}, a {t.kind.name}, {place(t.span)}",
                      *(f"  {name}: {d.span.text if isinstance(d, n.Node) else shown(plain(d))}" for name, d in t.facts.items()), ""]
        if not found:
            return ""
        return "\n".join(parts + scenario_lines(self.using(found[0].id), "No scenario names it."))

    # ---- the language --------------------------------------------------------------------------------------------
    def clauses(self, word: str) -> str:
        """The clauses that stand in a declaration, from the registry."""
        lines = []
        for c in self.compiled.model.clauses:
            found = PHRASE.match(c.native or "")
            if found and word in [p.strip() for p in found["places"].split(",")]:
                lines += [f"  {c.words}", f"      {found['what']}"]
        return "\n".join([f"Lines of a {word}", *lines]) if lines else ""

    def listing(self, word: str) -> str:
        lists: dict[str, Callable[[], list[str]]] = {"verbs": self.all_verbs, "names": self.names_by_word, "rules": self.all_rules}
        return "\n".join(lists[word]()) if word in lists else ""

    def all_verbs(self) -> list[str]:
        own = [x for v in self.compiled.model.verbs if not v.core for x in verb_lines(v)]
        core = [x for v in self.compiled.model.verbs if v.core for x in verb_lines(v)]
        return ["Verbs of every game", *core] + (["", f"Verbs of {self.game.title}", *own] if own else [])

    def all_rules(self) -> list[str]:
        return [f"  {e.id}: {'; '.join(sentences(e))}" for e in self.citations.of_kind("rule")] or ["This game has no catalogue of rules."]

    def names_by_word(self) -> list[str]:
        groups: dict[str, list[str]] = {}
        for d, name, _ in self.declarations():
            if not isinstance(d, n.Procedure):
                groups.setdefault(word_of(d), []).append(name)
        return [f"{word}: {', '.join(dict.fromkeys(names))}" for word, names in groups.items()]

    def all_names(self) -> set[str]:
        out = {name for _, name, _ in self.declarations()} | set(self.citations.entries) | set(self.compiled.model.things)
        return out | {w for v in self.compiled.model.verbs for w in v.first} | {"verbs", "names", "rules"}


# ---- words ---------------------------------------------------------------------------------------------------------
def where(entry: Entry | None) -> str:
    page = entry.fields.get("where") if entry is not None else None
    return f" ({page})" if page else ""


def sentences(entry: Entry) -> list[str]:
    """What an entry says: the rule; the example; question, ruling and reason."""
    told = {"rule": "", "text": "", "question": "Question: ", "ruling": "Ruling: ", "reason": "Reason: "}
    return [f"{before}{entry.fields[key]}" for key, before in told.items() if entry.fields.get(key)]


def place(span: Span) -> str:
    return f"{span.file}:{span.line}"


def excerpts(spans: list[Span]) -> list[str]:
    """The lines of law at these places, each once."""
    lines: dict[str, str] = {}
    for s in spans:
        lines.setdefault(f"  {place(s)}", s.source.line(s.line).strip())
    wide = max(map(len, lines))
    return [f"{at:<{wide}}  {re.sub(r'  +', '  ', text)}" for at, text in lines.items()]


def law_text(span: Span) -> list[str]:
    """The whole lines of a declaration, moved to the left."""
    last = span.end_line - (1 if span.end_column == 1 and span.end_line > span.line else 0)
    lines = [span.source.line(i).rstrip() for i in range(span.line, last + 1)]
    while lines and not lines[-1]:
        lines.pop()
    indent = len(lines[0]) - len(lines[0].lstrip()) if lines else 0
    shown_lines = [f"  {line[indent:]}".rstrip() for line in lines[:LONGEST]]
    return shown_lines + ([f"  … {len(lines) - LONGEST} more lines"] if len(lines) > LONGEST else [])


def tight(lines: list[str]) -> list[str]:
    """Lines without the gaps before sentences and citations."""
    return [re.sub(r"(?<=\S)  +", "  ", line) for line in lines]


def side_by_side(left: list[str], right: list[str]) -> list[str]:
    """Two texts beside each other.

    >>> side_by_side(["a", "bb"], ["c"])
    ['  a  | c', '  bb |']
    """
    wide, many = max(map(len, left), default=0), max(len(left), len(right))
    rows = zip(left + [""] * (many - len(left)), right + [""] * (many - len(right)), strict=True)
    return [f"  {a:<{wide}} | {b}".rstrip() for a, b in rows]


def scenario_lines(found: list[Told], none: str) -> list[str]:
    if not found:
        return [none]
    lines = [f"  {s.name} ({s.place})" for s in found[:MOST]]
    return ["Scenarios", *lines] + ([f"  … and {len(found) - MOST} more"] if len(found) > MOST else [])


def shown(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "none"}[value]
    if isinstance(value, list):
        return ", ".join(map(shown, value))
    return ", ".join(f"{k}: {shown(v)}" for k, v in value.items()) if isinstance(value, dict) else str(value)


def named(d: n.Node, inside: str) -> Iterator[tuple[Declared, str, str]]:
    """A declaration and those inside it, with names."""
    if isinstance(d, (n.Entry, n.Phase)):
        name = d.name or (d.word if isinstance(d, n.Entry) else "")
        title = f" \"{d.title.plain}\"" if d.title is not None else ""
        yield d, name, f"{word_of(d)} {name}{title}{inside}, {place(d.span)}"
        within = f" of {name}" if name not in ("table", "player") else f" of the {name}" if name == "table" else " of each player"
        for x in d.members:
            yield from named(x, within)
    elif isinstance(d, (n.Field, n.Place)):
        yield d, d.name, f"{d.word} {d.name}{inside}, {place(d.span)}"
    elif isinstance(d, (n.Replaces, n.Extends)):
        word = "extends" if isinstance(d, n.Extends) else "replaces"
        for found, name, title in named(d.declaration, inside):
            yield found, name, f"{word} {title}" if found is d.declaration else title
    elif isinstance(d, n.Together):
        for other in d.declarations:
            yield from named(other, inside)


def word_of(d: Declared) -> str:
    return "phase" if isinstance(d, n.Phase) else "verb" if isinstance(d, n.Procedure) else d.word


def begins(v: m.Verb, wanted: list[str]) -> bool:
    """Whether these words are the pattern's words from its beginning, holes left out."""
    own = [p.words for p in v.pattern if isinstance(p, n.PatternWord)]
    return bool(wanted) and len(wanted) <= len(own) and all(w in words for w, words in zip(wanted, own, strict=False))


def verb_lines(v: m.Verb) -> list[str]:
    return [f"  {v.words}"] + ([f"      {v.native}"] if v.native else [] if v.core else [f"      {place(v.span)}"])


def whole(v: m.Verb) -> Span:
    """A verb with its steps."""
    steps = [x.span for x in walk(v.block)]
    return v.span.to(max(steps, key=lambda s: s.end)) if steps else v.span
