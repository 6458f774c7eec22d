"""What every reader of the tree shares: where the text came from, spans of lark's nodes, and picking children apart.

Does not build nodes.  Offsets in a lark tree count from where the parsed piece began (`base`): pieces of a file are parsed
on their own after an error, and so are the holes of strings, so never use a token's position without `Reading`.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from lark import Token, Tree

from lawspeaker.interpreter.syntax import nodes
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Source, Span

Twig: TypeAlias = Tree[Token]
HoleParser: TypeAlias = Callable[[int, int], "nodes.Expr | None"]


@dataclass(frozen=True, slots=True)
class Reading:
    """One parse being read: the source, the offset it began at, the sink, and the parser of the holes in strings."""

    source: Source
    base: int
    sink: Sink
    parse_hole: HoleParser

    def span(self, tree: Twig) -> Span:
        if tree.meta.empty:                      # a rule without a single token: only an empty file
            return self.source.span(self.base, self.base)
        return self.source.span(self.base + tree.meta.start_pos, self.base + tree.meta.end_pos)

    def token_span(self, token: Token) -> Span:
        assert token.start_pos is not None and token.end_pos is not None
        return self.source.span(self.base + token.start_pos, self.base + token.end_pos)


def trees(tree: Twig) -> list[Twig]:
    """The children that are rules."""
    return [c for c in tree.children if isinstance(c, Tree)]


def tokens(tree: Twig, *types: str) -> list[Token]:
    """The children that are tokens (of these types)."""
    return [c for c in tree.children if isinstance(c, Token) and (not types or c.type in types)]


def token(tree: Twig, *types: str) -> Token | None:
    """The first token of one of these types, if there is one."""
    return next(iter(tokens(tree, *types)), None)


def named(tree: Twig, *rules: str) -> Iterator[Twig]:
    """The children made by one of these rules."""
    return (c for c in trees(tree) if c.data in rules)


def one(tree: Twig, *rules: str) -> Twig | None:
    """The first child made by one of these rules, if there is one."""
    return next(named(tree, *rules), None)


def cites(r: Reading, tree: Twig) -> nodes.Cites:
    """All citations written directly on the lines of this rule, each with its own place."""
    found: list[nodes.Cite] = []
    for t in tokens(tree, "CITES"):
        assert t.start_pos is not None
        at = r.base + t.start_pos + 1
        for piece in str(t)[1:-1].split(","):
            word = piece.strip()
            begin = at + len(piece) - len(piece.lstrip())
            if word:
                found.append(nodes.Cite(r.source.span(begin, begin + len(word)), word))
            at += len(piece) + 1
    return tuple(found)
