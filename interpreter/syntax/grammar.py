"""The parser of the language, and one attempt to parse a text: a tree, or what stops the parser.

The only place that builds the parser.  Does not report anything: mistakes.py makes sentences of a `Trouble`.
"""
from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from importlib.resources import files
from os import W_OK, access
from typing import TYPE_CHECKING

from lawspeaker.interpreter.cache_folder import folder

if TYPE_CHECKING:
    from lark import Lark

    from lawspeaker.interpreter.syntax.reading import Twig

# Words of expressions: they can be no names, and no words of a verb's pattern but for `of in is has for`.
RESERVED = frozenset("and or not in is if else some no every has number total highest lowest first of where while true false "
                     "none you".split())


@dataclass(frozen=True, slots=True)
class Trouble:
    """What stops the parser: where, the type of the token there, its text, the types it could go on with.

    The type is `character` for what no token begins with, and `misaligned` for a line that fits no line above.
    """

    offset: int
    type: str
    word: str
    expected: frozenset[str]

    def moved(self, by: int) -> Trouble:
        return replace(self, offset=self.offset + by)


@cache
def parser() -> Lark:
    """The parser, built when the first text is read, or taken from the cache."""
    from lark import Lark

    from lawspeaker.interpreter.syntax.layout import Layout
    grammar = files("lawspeaker.grammars").joinpath("law.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="contextual", postlex=Layout(), start=["start", "expr"],
                propagate_positions=True, maybe_placeholders=False, cache=kept(grammar) or False)


def kept(grammar: str) -> str | None:
    """The file in which lark keeps the tables of a grammar: building them takes longer than reading most games.  Lark itself
    notices a file that is broken or of another version."""
    where = folder()
    try:
        if where is None:
            return None
        where.mkdir(parents=True, exist_ok=True)
        return str(where / f"grammar-{sha256(grammar.encode()).hexdigest()[:16]}") if access(where, W_OK) else None
    except OSError:
        return None


@cache
def spellings() -> dict[str, str]:
    """Each terminal that is always written the same way, and how it is written."""
    return {t.name: t.pattern.value for t in parser().terminals if t.pattern.type == "str"}


@cache
def keywords() -> frozenset[str]:
    """All words of the grammar."""
    return frozenset(word for word in spellings().values() if word.isalpha())


def attempt(text: str, start: str = "start") -> Twig | Trouble:
    """The tree of a text, or the first thing that stops the parser."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    from lawspeaker.interpreter.syntax.layout import Misaligned
    end = len(text.rstrip())
    try:
        return parser().parse(text, start=start)
    except UnexpectedToken as e:
        at = e.token.start_pos if e.token.type != "$END" and e.token.start_pos is not None else end
        return Trouble(at, e.token.type, str(e.token) if e.token.type != "$END" else "", frozenset(e.accepts or e.expected))
    except UnexpectedCharacters as e:
        at = e.pos_in_stream or 0
        return Trouble(at, "character", text[at], frozenset(e.allowed or ()))
    except Misaligned as e:
        return Trouble(e.offset, "misaligned", "", frozenset())
