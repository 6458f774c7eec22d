"""A .law text → the same law in the canonical layout: what `lawspeaker fmt` writes.

Works on lines and lexemes, not on nodes, so that comments and the author's line breaks stay.  It changes space only:
two spaces for each level, single spaces between words, none inside brackets, no blanks at line ends, at most one empty
line.  Sentences, citations and comments that the author has set in a column (two spaces or more before them) stay in it.
The result is parsed and compared with what the text meant before; what would change its meaning is never written.
"""
from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass, field
from typing import Any

from lawspeaker.interpreter.syntax import nodes
from lawspeaker.interpreter.syntax.grammar import RESERVED
from lawspeaker.interpreter.syntax.parse import parse_file
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Source, Span

LEXEME = re.compile(r'''(?P<comment>\#[^\n]*)|(?P<text>"(?:[^"\\\n]|\\.)*")|(?P<cites>\[[A-Z]{2,}[-A-Z0-9]*-[0-9][^\]\n]*\])
    |(?P<word>[A-Za-z0-9_]+)|(?P<sign><=|>=|!=|[^\s\w])''', re.X)
# Before these words a "(" begins a value; before all others, without a space, the arguments of a call (see CALL in law.lark).
NO_CALL = frozenset("""and or not in is if else some no every has of for where while to from by as at with each until when whenever
    gives becomes requires repeat during""".split())
# A "-" after one of these words, or after a sign, belongs to the number that follows.
BEFORE_SIGNED = (RESERVED | NO_CALL) - {"you", "none", "true", "false"}
TABS = 2

MENDED = frozenset({"syntax/tab", "syntax/indentation"})      # what formatting itself mends


def format_file(source: Source, sink: Sink) -> str:
    """The text in canonical layout; a text with mistakes is reported and given back as it is."""
    before = Sink()
    meant = parse_file(source, before)
    wrong = [d for d in before.diagnostics if d.code not in MENDED]
    if wrong:
        sink.diagnostics += [d for d in wrong if d not in sink.diagnostics]
        return source.text
    text = layout(source.text)
    after = Sink()
    means = parse_file(Source(source.name, text), after)
    if after.diagnostics or shape(means) != shape(meant):
        sink.error("syntax/not-formatted", source.span(0, 0), "This file cannot be formatted.",
                   text="Its layout is too unusual: in the canonical one it would mean something else.",
                   hint="Indent with two spaces for each level, without tabs, and try again.")
        return source.text
    return text


def shape(node: Any) -> Any:
    """A node as tuples, without places: two texts mean the same when their shapes are equal."""
    if isinstance(node, nodes.Node):
        parts = ((f.name, getattr(node, f.name)) for f in dataclasses.fields(node))
        return (type(node).__name__, *((name, shape(part)) for name, part in parts if not _is_place(name, part)))
    if isinstance(node, tuple):
        return tuple(shape(part) for part in node)
    return node


def _is_place(name: str, part: Any) -> bool:
    return isinstance(part, Span) or name.endswith(("span", "spans"))


# ---- lines -------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Lexeme:
    kind: str                        # comment, text, cites, word, sign
    text: str
    column: int                      # from 0, where it was written
    gap: int                         # spaces before it; -1 for the first of its line


@dataclass(slots=True)
class Levels:
    """The levels of indentation that are open: where they were written, where they belong."""

    written: list[int] = field(default_factory=lambda: [0])

    def enter(self, indent: int) -> int:
        """The right indentation of a line of law."""
        while indent < self.written[-1]:
            self.written.pop()
        if indent > self.written[-1]:
            self.written.append(indent)
        return 2 * (len(self.written) - 1)

    def of_comment(self, indent: int, following: int | None) -> int:
        """The right indentation of a comment, which may stand anywhere: with a line above it or with the one below."""
        if indent not in self.written and indent == following and indent > self.written[-1]:
            return 2 * len(self.written)
        return 2 * max(i for i, w in enumerate(self.written) if w <= indent)


def layout(text: str) -> str:
    """The canonical layout of a text that can be parsed."""
    lines = [line.expandtabs(TABS).rstrip() for line in text.lstrip("\ufeff").replace("\r\n", "\n").split("\n")]
    levels, out = Levels(), list[str]()
    depth = shift = here = 0
    is_first = True
    for number, line in enumerate(lines):
        if not line.strip():
            if out and out[-1]:
                out.append("")
            continue
        indent = len(line) - len(line.lstrip())
        found = lexemes(line)
        if depth > 0:                                        # inside brackets: move with the line it belongs to
            closing = found[0].text in (")", "]", "}")
            right = max(indent + shift, here + (0 if closing else 2))
        elif found[0].kind == "comment":
            right = levels.of_comment(indent, _following(lines, number))
        else:
            right = here = levels.enter(0 if is_first else indent)
            is_first = False
            shift = right - indent
        out.append(" " * right + _spaced(found, right, found[0].text in ("to", "clause", "replaces")))
        depth = max(depth + sum((x.text in "([{") - (x.text in ")]}") for x in found if x.kind == "sign"), 0)
    while out and not out[-1]:
        out.pop()
    return "".join(line + "\n" for line in out)


def _following(lines: list[str], number: int) -> int | None:
    """How far the next line of law is indented as it is written."""
    for line in lines[number + 1:]:
        if line.strip() and not line.lstrip().startswith("#"):
            return len(line) - len(line.lstrip())
    return None


def lexemes(line: str) -> list[Lexeme]:
    """The words, signs, texts, citations and comments of a line."""
    found, end = list[Lexeme](), -1
    for m in LEXEME.finditer(line):
        found.append(Lexeme(m.lastgroup or "", m[0], m.start(), m.start() - end if end >= 0 else -1))
        end = m.end()
    return found


# ---- within a line -------------------------------------------------------------------------------------------------
def _spaced(lexemes: list[Lexeme], begin: int, is_pattern: bool) -> str:
    """The lexemes of a line with the right spaces between them; the line begins at column `begin`."""
    line = ""
    for i, x in enumerate(lexemes):
        shown = _cites(x.text) if x.kind == "cites" else x.text
        if i:
            line += _space(lexemes, i, begin + len(line), is_pattern)
        line += shown
    return line


def _space(lexemes: list[Lexeme], i: int, column: int, is_pattern: bool) -> str:
    x = lexemes[i]
    if x.kind in ("text", "cites", "comment") and x.gap >= 2:
        return " " * max(x.column - column, 2)
    if x.kind == "comment":
        return "  "
    return " " if _is_apart(lexemes, i, is_pattern) else ""


def _is_apart(lexemes: list[Lexeme], i: int, is_pattern: bool) -> bool:
    """Whether a space stands before this lexeme."""
    before, x = lexemes[i - 1], lexemes[i]
    if before.kind == "sign" and before.text in ("(", "[", "{", "."):
        return False
    if before.kind == "sign" and before.text in ("+", "-") and _is_signed(lexemes, i - 1):
        return False
    if is_pattern and "/" in (x.text, before.text):          # die/dice is one word of a pattern
        return False
    if x.kind != "sign":
        return True
    if x.text == "(":
        return not (before.kind == "word" and x.gap == 0 and before.text not in NO_CALL)
    return x.text not in (")", "]", "}", ",", ":", ".", "[")


def _is_signed(lexemes: list[Lexeme], i: int) -> bool:
    """Whether this plus or minus is the sign of the number after it."""
    if i == 0:
        return True
    before = lexemes[i - 1]
    if before.kind == "word":
        return before.text in BEFORE_SIGNED
    return before.kind == "sign" and before.text not in (")", "]", "}")


def _cites(text: str) -> str:
    return "[" + ", ".join(part.strip() for part in text[1:-1].split(",") if part.strip()) + "]"
