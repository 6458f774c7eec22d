"""Tokens of lark → the same tokens with _INDENT and _DEDENT: layout by indentation.

Unlike lark's own indenter it gives every _NL the place where its line really ends (before a comment) and raises an error
that has a place.  Inside brackets a line goes on.
"""
from __future__ import annotations

from collections.abc import Iterator

from lark import Token
from lark.exceptions import LarkError
from lark.lark import PostLex

OPENING = frozenset({"LPAR", "LSQB", "LBRACE"})
CLOSING = frozenset({"RPAR", "RSQB", "RBRACE"})


class Misaligned(LarkError):
    """A line is indented less than the lines above it, but as much as none of them."""

    def __init__(self, offset: int, levels: tuple[int, ...]) -> None:
        super().__init__("misaligned line")
        self.offset = offset
        self.levels = levels


class Layout(PostLex):
    # Words are lexed whole everywhere, so that a keyword is never cut out of a longer one.
    always_accept = ("_NL", "NAME", "KIND", "NUMBER")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        levels = [0]
        depth = end = 0
        for t in stream:
            if t.type != "_NL":
                depth += (t.type in OPENING) - (t.type in CLOSING)
                assert t.end_pos is not None
                end = t.end_pos
                yield t
                continue
            if depth > 0:
                continue
            yield _at("_NL", end)
            assert t.end_pos is not None
            indent = len(t) - t.rindex("\n") - 1
            if indent > levels[-1]:
                levels.append(indent)
                yield _at("_INDENT", t.end_pos)
                continue
            while indent < levels[-1]:
                levels.pop()
                yield _at("_DEDENT", end)
            if indent != levels[-1]:
                raise Misaligned(t.end_pos, tuple(levels))
        for _ in levels[1:]:
            yield _at("_DEDENT", end)


def _at(type_: str, offset: int) -> Token:
    return Token(type_, "", offset, 0, 0, 0, 0, offset)
