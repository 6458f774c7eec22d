"""The parsed files of an expansion → its manifest.

Reads the lines of the `expansion` declaration through the clauses of core.law.  Does not know which expansions there are
(extensions.py) and does not weave (weave.py).
"""
from __future__ import annotations

from collections.abc import Sequence

from lawspeaker.interpreter.model.declarations import Declarations
from lawspeaker.interpreter.model.manifest import VERSION, Manifest, Said
from lawspeaker.interpreter.model.sentences import Match
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.diagnostic import Label, Sink
from lawspeaker.interpreter.text.spell import nearest


def read_manifest(files: Sequence[n.File], core: n.File, label: str, sink: Sink, readable: bool = True) -> Manifest | None:
    """The manifest of these files; None when there is none that could be understood.  `label` names the folder; if the files are
    not `readable`, the line that is missing may be among what could not be read."""
    found = [d for f in files for d in f.declarations if isinstance(d, n.Entry) and d.word == "expansion"]
    if not found:
        game = next((d for f in files for d in f.declarations if isinstance(d, n.Entry) and d.word == "game"), None)
        if not readable:
            return None
        slip = next((d for f in files for d in f.declarations if isinstance(d, n.Entry) and d.word != "expansion" and nearest(d.word, ["expansion"])), None)
        if slip is not None:
            sink.error("name/unknown-declaration", slip.word_span, f'I do not know what a "{slip.word}" is', hint='Did you mean "expansion"?')
            return None
        if game is not None:
            sink.error("expansion/not-declared", game.word_span, f'"{label}" is a game, not an expansion',
                       hint=f'Play it by its own name: `{game.name}`.' if game.name else "Play it without `--with`.")
        else:
            sink.error("expansion/not-declared", files[0].span.source.span(0, 0) if files else None,
                       f'No file of "{label}" declares an expansion',
                       hint='Begin one of them with `expansion name "Title" for game`.')
        return None
    for d in found[1:]:
        sink.error("expansion/declared-twice", d.name_span or d.span, "There is an expansion declared already",
                   more=(Label(found[0].name_span or found[0].span, "first declared here"),),
                   hint="A folder declares one expansion: give the other one a folder of its own.")
    return ManifestReader(core, sink).read(found[0])


class ManifestReader(Declarations):
    """Reads the lines of one `expansion` declaration."""

    def __init__(self, core: n.File, sink: Sink) -> None:
        super().__init__(sink)
        self.core = True
        self.model.clauses += [self.verb(d) for d in core.declarations if isinstance(d, n.Procedure) and d.word == "clause"]
        self.core = False
        self.version = ""
        self.lists: dict[str, list[Said]] = {"needs": [], "conflicts": [], "loads after": [], "uses": []}
        self.least: dict[str, Said] = {}

    def read(self, d: n.Entry) -> Manifest | None:
        if d.name is None or d.owner is None:
            written = d.name or "name"
            sentence = "Whom is this expansion for?" if d.name else "An expansion needs a name"
            self.sink.error("expansion/no-ruleset" if d.name else "expansion/no-name", d.name_span or d.word_span, sentence,
                            hint=f'Write `expansion {written} "Title" for` and the name of the game.')
            return None
        for x in d.members:
            if isinstance(x, n.Line):
                self.line(x)
            elif not (isinstance(x, n.Field) and x.word == "setting"):
                self.misplaced(x, "expansion")
        name = Said(d.name, d.name_span or d.span)
        for what in ("needs", "conflicts", "loads after"):
            for said in self.lists[what]:
                if said.text == name.text:
                    self.sink.error("expansion/itself", said.span, f'"{name.text}" {what} itself', hint="Remove this line.")
        lists = {k: tuple(s for s in v if s.text != name.text) for k, v in self.lists.items()}
        return Manifest(name, d.title.plain if d.title else d.name, Said(d.owner, d.owner_span or d.span), self.version,
                        lists["needs"], lists["conflicts"], lists["loads after"], lists["uses"],
                        self.least.get("version"), self.least.get("language"))

    def line(self, x: n.Line) -> None:
        found = self.clause(x.sentence, "expansion")
        if found is None:
            return
        for tail in x.tails:
            self.sink.error("sentence/no-pattern", tail.span, "Nothing follows here after a comma", hint="Write one line for each.")
        match found.verb.words.partition(" {")[0]:
            case "version":
                said = version(found, self.sink)
                self.version = said.text if said is not None else self.version
            case "needs version" | "needs language" as words:
                said = version(found, self.sink)
                if said is not None:
                    self.least[words.split()[1]] = said
            case words if words in self.lists:
                hole = next(iter(found.holes.values()))
                if isinstance(hole, n.Name):
                    self.lists[words].append(Said(hole.name, hole.span))
                else:
                    self.sink.error("expansion/name-wanted", hole.span, "The name of an expansion must stand here",
                                    hint=f"Write it without quotes, as in `{words} other_one`.")


def version(found: Match, sink: Sink) -> Said | None:
    """The version that stands in a line."""
    e = next(iter(found.holes.values()))
    text = e.plain if isinstance(e, n.Text) else ""
    if not VERSION.fullmatch(text):
        sink.error("expansion/bad-version", e.span, "This is no version", hint='Write numbers with points, in quotes: "1.0".')
        return None
    return Said(text, e.span)
