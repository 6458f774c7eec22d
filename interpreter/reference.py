"""core.law → `docs/verbs.md`: every verb, value, moment and clause that all games have, with its help.

`python -m lawspeaker.interpreter.reference` prints the page.  Only core.law is read, not the games.  What is declared there
but cannot be run yet is listed in `NOT_BUILT`; a test holds that list against the verbs that the lowering knows.
"""
from __future__ import annotations

import sys

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.from_syntax import Collector
from lawspeaker.interpreter.sources import core_source
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.syntax.parse import parse_file
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Source

# Words of verbs and clauses → what is missing.
NOT_BUILT: dict[str, str] = {
    "eliminate {who}": "",
    "told apart": "of cards not yet",
    "order chosen by {who}": "",
    "compulsory": "it can be written, but changes nothing",
}

# Where a clause may stand, in the order of the page; the key is the word before the colon in its help.
PLACES: dict[str, str] = {
    "game": "In `game`", "phase": "In `phase`", "offers": "After `offers …`, behind a comma", "kind": "In `kind` and `grid`",
    "grid": "In `grid`", "copies": "After `copies …`, behind a comma", "table": "In `table`",
    "place": "After a place, behind a comma", "pile": "After a `pile`, behind a comma", "state": "After a `state`, behind a comma", "list": "After a state that is a list",
    "form": "In `form`", "move": "In a move", "card": "In a card", "rule": "In `rule`", "score": "In `score`", "bot": "In `bot`",
    "payment": "In `payment`", "expansion": "In `expansion`",
}

HEAD = """# Verbs, values, clauses

The words that every game has, as [`grammars/core.law`](../grammars/core.law) declares them. This page is generated:
`python -m lawspeaker.interpreter.reference` prints it. How the language works as a whole is said in
[language.md](language.md).

A pattern is matched word for word. `{name: type}` is a hole: it takes one piece, such as a name, a number, a call or
anything in parentheses. `die/dice` means that either word may stand there, `day(s)` that the ending may be left out.
A row marked *not built yet* is part of the language as designed; the checker refuses it, or says so here.
"""


def core_model(source: Source) -> m.Model:
    """What core.law declares; a mistake in it is one of ours."""
    sink = Sink()
    collector = Collector(sink)
    collector.collect(parse_file(source, sink).declarations, core=True)
    assert not sink.failed, sink.diagnostics
    return collector.model


def type_name(t: n.Type) -> str:
    return t.span.text


def pattern(verb: m.Verb) -> str:
    """The words of a verb with the types of its holes."""
    out = []
    for piece in verb.pattern:
        out.append("/".join(piece.words) if isinstance(piece, n.PatternWord) else f"{{{piece.name}: {type_name(piece.type)}}}")
    return " ".join(out)


def mark(words: str) -> str:
    """What stands behind a row that cannot be run."""
    if words not in NOT_BUILT:
        return ""
    return f" *({NOT_BUILT[words] or 'not built yet'})*"


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def sections(source: Source) -> list[tuple[int, str]]:
    """The offsets and titles of the rulers in the file (`# ---- chance ----`)."""
    out, at = [], 0
    for line in source.text.splitlines(keepends=True):
        if line.startswith("# ----"):
            out.append((at, line.strip("#- \n").partition(":")[0]))
        at += len(line)
    return out


def verbs(model: m.Model, source: Source) -> list[str]:
    """The verbs, by the sections of the file."""
    out = ["## Verbs", "", "Each is a step. What it gives (*fully*, *partly*, *not*) is read by the arms below it.", ""]
    marks = sections(source)
    for i, (begin, title) in enumerate(marks):
        end = marks[i + 1][0] if i + 1 < len(marks) else len(source.text)
        here = [v for v in model.verbs if begin <= v.span.begin < end]
        if not here:
            continue
        out += [f"### {title[:1].upper()}{title[1:]}", "", "| step | what it does |", "|---|---|"]
        written = []
        for v in here:
            text = v.native if v.native is not None else "Written in law, below."
            out.append(f"| `{pattern(v)}` | {cell(text)}{mark(v.words)} |")
            if v.native is None:
                written.append(v)
        out.append("")
        for v in written:
            out += ["```law", source_lines(v), "```", ""]
    return out


def source_lines(v: m.Verb) -> str:
    """The declaration of a verb as it stands in the file."""
    text = v.span.source.text
    begin = text.rfind("\n", 0, v.span.begin) + 1
    end = text.find("\n\n", begin)
    return text[begin:end if end >= 0 else len(text)].rstrip()


def values(model: m.Model) -> list[str]:
    out = ["## Values", "", "They are called in expressions and change nothing.", "", "| value | what it is |", "|---|---|"]
    for v in model.values.values():
        holes = ", ".join(f"{p.name}: {p.word or p.type}" for p in v.parameters)
        out.append(f"| `{v.name}({holes})` | {cell(v.help)} |")
    return [*out, ""]


def moments(model: m.Model) -> list[str]:
    out = ["## Moments", "", "`start of X` and `end of X` exist for every phase, move and form. Besides them:", "", "| moment |", "|---|"]
    for d in model.moments.values():
        holes = ", ".join(f"{p.name}: {p.word or p.type}" for p in d.parameters)
        out.append(f"| `{d.name}({holes})` |")
    return [*out, ""]


def clauses(model: m.Model) -> list[str]:
    """The lines of declarations, by where they may stand."""
    out = ["## Lines of declarations", "", "Called clauses. Those that the grammar knows by itself (`state`, `requires`, `choose`, …) are not here.", ""]
    for place, title in PLACES.items():
        rows = []
        for c in model.clauses:
            where, _, text = (c.native or "").partition(":")
            if place in [w.strip() for w in where.split(",")]:
                rows.append(f"| `{pattern(c)}` | {cell(text)}{mark(c.words)} |")
        if rows:
            out += [f"### {title}", "", "| line | what it says |", "|---|---|", *rows, ""]
    return out


def page() -> str:
    """The text of docs/verbs.md."""
    source = core_source()
    model = core_model(source)
    return "\n".join([HEAD, *verbs(model, source), *values(model), *moments(model), *clauses(model)]).rstrip() + "\n"


if __name__ == "__main__":
    sys.stdout.write(page())
