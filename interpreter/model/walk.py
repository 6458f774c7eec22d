"""Walks over syntax: every node below a node, in the order it was written."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from lawspeaker.interpreter.syntax.nodes import Cite, Node

_names: dict[type, tuple[str, ...]] = {}


def walk(node: object) -> Iterator[Node]:
    """The node and all nodes below it."""
    stack = [node]
    while stack:
        x = stack.pop()
        if isinstance(x, tuple):
            stack.extend(reversed(x))
        elif isinstance(x, Node):
            yield x
            names = _names.get(type(x))
            if names is None:
                names = _names[type(x)] = tuple(f.name for f in fields(x) if f.name != "span")
            stack.extend(getattr(x, name) for name in reversed(names))


def cites_in(node: object) -> Iterator[Cite]:
    for x in walk(node):
        if isinstance(x, Cite):
            yield x
