"""One .law file → its syntax nodes: what could be read, and a diagnostic for everything that could not.

Never raises for bad text.  After a mistake the declaration it stands in is left out and reading goes on, so that one run
tells of all mistakes.  What a newcomer would get wrong: offsets in a tree of lark count from the beginning of the piece
that was parsed, not of the file (see reading.py).
"""
from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING

from lawspeaker.interpreter.syntax import nodes
from lawspeaker.interpreter.syntax.grammar import Trouble, attempt
from lawspeaker.interpreter.syntax.kept import kept
from lawspeaker.interpreter.syntax.mistakes import report
from lawspeaker.interpreter.text.diagnostic import Diagnostic, Sink
from lawspeaker.interpreter.text.source import CONTROL, Source

if TYPE_CHECKING:
    from lawspeaker.interpreter.syntax.reading import Reading

MOST_CHARACTERS = 200_000        # four thousand lines; more is no law, and would take seconds to read
MOST_FILES_KEPT = 256            # parsed, in memory
MOST_MISTAKES = 20               # of one file; then reading stops

TOP_LEVEL = re.compile(r"^[^\s#)\]}]", re.M)
ARMS = ("else", "then", "partly", "otherwise", "replaced", "option")


def parse_file(source: Source, sink: Sink) -> nodes.File:
    """Read one file; what is broken is reported, in the order of the file, and left out."""
    file, told = _once(source.name, source.text)
    sink.diagnostics += [d for d in told if d not in sink.diagnostics]
    return file


@lru_cache(MOST_FILES_KEPT)
def _once(name: str, text: str) -> tuple[nodes.File, tuple[Diagnostic, ...]]:
    return kept("law", name, text, _parsed)


def _parsed(name: str, text: str) -> tuple[nodes.File, tuple[Diagnostic, ...]]:
    """A file and what is wrong with it.  Nodes are frozen, so whoever reads the same text again (an index of expansions, a
    check for each number of players) gets the same ones."""
    source, told = Source(name, text), Sink()
    found = _declarations(source, told)
    in_order = sorted(told.diagnostics, key=lambda d: d.span.begin if d.span is not None else 0)
    return nodes.File(source.span(0, len(text)), tuple(found)), tuple(in_order)


def _declarations(source: Source, sink: Sink) -> list[nodes.Declaration]:
    found: list[nodes.Declaration] = []
    if is_readable(source, sink):
        text = without_tabs(source, sink).rstrip() + "\n"
        starts = [m.start() for m in TOP_LEVEL.finditer(text)]
        begin = mistakes = 0
        while begin < len(text):
            trouble = _read(source, text, begin, len(text), sink, found)
            if trouble is None:
                break
            broken = max(report(source, text, begin, trouble, sink), begin)
            next_one = bisect_right(starts, broken)
            first = max(starts[next_one - 1] if next_one else begin, begin)
            after = starts[next_one] if next_one < len(starts) else len(text)
            _read(source, text, begin, first, sink, found)
            mistakes += 1
            if trouble.expected != {"_INDENT"}:          # else the lines below are wrong because of that one
                mistakes += _more_mistakes(source, text[:after], first, broken, sink, MOST_MISTAKES - mistakes)
            if mistakes >= MOST_MISTAKES:
                _give_up(source, after, sink)
                break
            begin = after
    return found


def parse_expression(text: str, name: str, sink: Sink) -> nodes.Expr | None:
    """Read one expression (the path of a scenario, a line typed by a person); `name` says where it came from."""
    source = Source(name, text)
    if not is_readable(source, sink):
        return None
    return _expression(source, without_tabs(source, sink), 0, len(text), sink)


def is_readable(source: Source, sink: Sink) -> bool:
    """Report what is not a text of reasonable size."""
    if len(source.text) > MOST_CHARACTERS:
        sink.error("syntax/file-too-large", source.span(0, 0), "This file is too large to be law.",
                   text=f"It has {len(source.text):,} characters; {MOST_CHARACTERS:,} are the most that I read.",
                   hint="Split it by section of the rulebook; the files of one folder belong together.")
        return False
    strange = CONTROL.search(source.text)
    if strange is not None:
        what = "a zero byte" if strange[0] == "\0" else f"the character U+{ord(strange[0]):04X}"
        sink.error("syntax/not-text", source.span(strange.start(), strange.end()), "This file is not a text.",
                   text=f"It has {what}, which no text has.", hint="Save it as plain text in UTF-8.")
        return False
    return True


def without_tabs(source: Source, sink: Sink) -> str:
    """The text with a space for each tab, so that all places stay; tabs are reported once."""
    tab = source.text.find("\t")
    if tab < 0:
        return source.text
    lines = sum("\t" in line for line in source.text[tab:].split("\n"))
    also = f" So do {lines - 1} further lines." if lines > 2 else " So does one further line." if lines == 2 else ""
    sink.error("syntax/tab", source.span(tab, tab + 1), "This line has a tab.",
               text="Tabs look different in every editor, so law is laid out with spaces only." + also,
               hint="Indent with two spaces for each level; `lawspeaker fmt` does it for you.")
    return source.text.replace("\t", " ")


def _read(source: Source, text: str, begin: int, end: int, sink: Sink, found: list[nodes.Declaration]) -> Trouble | None:
    """Add the declarations of a piece of the file to what was found, or say what stops the parser in it."""
    if begin >= end:
        return None
    tree = attempt(text[begin:end])
    if isinstance(tree, Trouble):
        return tree.moved(begin)
    from lawspeaker.interpreter.syntax.from_tree import declarations
    found += declarations(_reading(source, begin, sink), tree)
    return None


def _more_mistakes(source: Source, text: str, first: int, broken: int, sink: Sink, most: int) -> int:
    """Report further mistakes of the declaration that begins at `first`, and say how many.

    The broken line is replaced by a word of the same length, which is a line of its own anywhere, and what stands below
    it by nothing.  Only mistakes further down count: others may come from the replacement.
    """
    count = 0
    while count < most:
        line = text.rfind("\n", 0, broken) + 1
        end = _end_of_line_and_below(text, line)
        indent = len(text[line:]) - len(text[line:].lstrip(" "))
        word = text[line:end].split(None, 1)[0] if text[line:end].strip() else ""
        placeholder = " " * indent + ("to x" if word in ("to", "clause") and end - line > 4 else "x")
        text = text[:line] + "".join(c if c == "\n" else " " for c in text[line:end]) + text[end:]
        text = text[:line] + placeholder + text[line + len(placeholder):]
        trouble = attempt(text[first:])
        if not isinstance(trouble, Trouble) or trouble.offset + first <= end:
            break
        trouble = trouble.moved(first)
        if any(word in ARMS for word in _first_words(text, trouble.offset)):
            break
        broken = max(report(source, text, first, trouble, sink), end)
        count += 1
    return count


def _first_words(text: str, at: int) -> list[str]:
    """The first words of the line of a place and of the line above it, whose arm it may be."""
    end = (text.find("\n", at) + 1 or len(text)) - 1
    lines = [line for line in text[max(0, at - 2_000):end].split("\n") if line.strip()]
    return [line.split(None, 1)[0] for line in lines[-2:]]


def _end_of_line_and_below(text: str, line: int) -> int:
    """Where the line that begins here ends, with all lines indented further unless it stands at the left edge."""
    indent = len(text[line:]) - len(text[line:].lstrip(" "))
    end = (text.find("\n", line) + 1 or len(text)) - 1
    while indent:
        following = text[end + 1:(text.find("\n", end + 1) + 1 or len(text))]
        if not following or (following.strip() and len(following) - len(following.lstrip(" ")) <= indent):
            break
        end += len(following)
    return end


def _give_up(source: Source, after: int, sink: Sink) -> None:
    if after < len(source.text):
        sink.report("syntax/too-many-mistakes", source.span(after, after), "I stop reading this file here.", severity="note",
                    text=f"It has {MOST_MISTAKES} mistakes so far.", hint="Mend these first; there may be more below.")


def _reading(source: Source, begin: int, sink: Sink) -> Reading:
    from lawspeaker.interpreter.syntax.reading import Reading
    broken = 0

    def hole(begin: int, end: int) -> nodes.Expr | None:
        nonlocal broken
        found = _expression(source, source.text, begin, end, sink) if broken < MOST_MISTAKES else None
        broken += found is None
        return found
    return Reading(source, begin, sink, hole)


def _expression(source: Source, text: str, begin: int, end: int, sink: Sink) -> nodes.Expr | None:
    """Read text[begin:end] as one expression, at its own place in the source."""
    piece = text[begin:end]
    if not piece.strip():
        sink.error("syntax/nothing-to-read", source.span(begin, end), "A value is missing here.",
                   hint="Write an expression, such as vp + 1.")
        return None
    tree = attempt(piece.rstrip(), "expr")
    if isinstance(tree, Trouble):
        report(source, text[:end], begin, tree.moved(begin), sink, start="expr")
        return None
    from lawspeaker.interpreter.syntax.from_tree import too_deep
    from lawspeaker.interpreter.syntax.from_tree_expr import expression
    reading = _reading(source, begin, sink)
    return None if too_deep(reading, tree) else expression(reading, tree)
