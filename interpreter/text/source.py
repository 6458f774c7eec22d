"""Texts and places in them: a Source is one file, a Span a range of one Source.

Does not read law or YAML.  Lines and columns count from 1; the end column is the one after the last character.
"""
from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

# What no text of rules needs, and what a terminal would obey: control characters, and signs that turn the direction of writing.
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """One text: `name` is what people see (a path relative to where the program runs, or a package path)."""

    name: str
    text: str
    starts: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        starts = [0]
        for i, c in enumerate(self.text):
            if c == "\n":
                starts.append(i + 1)
        object.__setattr__(self, "starts", tuple(starts))

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line, without its end."""
        if not 1 <= number <= len(self.starts):
            return ""
        begin = self.starts[number - 1]
        end = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        return self.text[begin:end].rstrip("\r")

    def span(self, begin: int, end: int) -> Span:
        return Span(self, begin, max(begin, end))


@dataclass(frozen=True, slots=True)
class Span:
    """A range of a source, as offsets: `begin` is the first character, `end` the one after the last."""

    source: Source
    begin: int
    end: int

    @property
    def file(self) -> str:
        return self.source.name

    @property
    def line(self) -> int:
        return self.source.place(self.begin)[0]

    @property
    def column(self) -> int:
        return self.source.place(self.begin)[1]

    @property
    def end_line(self) -> int:
        return self.source.place(self.end)[0]

    @property
    def end_column(self) -> int:
        return self.source.place(self.end)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.begin:self.end]

    def to(self, other: Span) -> Span:
        """From the beginning of this span to the end of the other."""
        return Span(self.source, self.begin, max(self.end, other.end))

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = Span(Source("", ""), 0, 0)
