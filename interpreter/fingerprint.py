"""Texts of rules → a hash of what they say: the words of the law and the values of the data, not how they are laid out.

Comments, blank lines, spaces and the depth of indentation do not count, nor do the names of files.  It knows nothing of nodes or
programs, so that it stays the same when the interpreter makes them in another way: saved games are held against it.  What a
newcomer would get wrong: the cache of programs has a hash of its own (`Sources.fingerprint`), of the texts as they are, since programs
remember places in them.
"""
from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator

from lawspeaker.interpreter.sources import Sources
from lawspeaker.interpreter.syntax.data import load_yaml, plain
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Source

WORD = re.compile(r'"(?:[^"\\\n]|\\.)*"|#[^\n]*|\w+|\n[ ]*|[^\w\s]')
OPEN, CLOSE = "([{", ")]}"


def rules_hash(sources: Sources) -> str:
    """A hash of everything that the author of the rules has written to decide how a game is played."""
    said = {"law": [law_text(s.text) for s in sources.law], "data": values(sources.data), "corrections": values(sources.overlays),
            "libraries": [law_text(s.text) for s in sources.all_libraries()],
            "expansions": [[x.name, sorted(x.after), sorted(x.needs), sorted(x.conflicts), [law_text(s.text) for s in x.law], values(x.data)]
                           for x in sources.expansions]}
    return hashlib.sha256(json.dumps(said, ensure_ascii=False).encode("utf-8", "surrogatepass")).hexdigest()


def values(data: Iterable[Source]) -> list[object]:
    """The values of YAML files; of one that cannot be read, its text."""
    found = []
    for source in data:
        datum = load_yaml(source, Sink())
        found.append(source.text if datum is None else plain(datum))
    return found


def law_text(text: str) -> str:
    """The words of a law text with one space between them, a line for each line, indented by one space for each level.

    >>> law_text('to  go   # a comment\\n\\n    gain 1+1 beer\\n')
    'to go\\n gain 1 + 1 beer'
    """
    return "\n".join(" " * level + " ".join(words) for level, words in lines(text))


def lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Each line of law with its level; inside brackets a line goes on."""
    levels, words, indent, depth = [0], list[str](), 0, 0
    for found in WORD.finditer("\n" + text.replace("\r\n", "\n").replace("\ufeff", "") + "\n"):
        word = found[0]
        if word.startswith("#"):
            continue
        if not word.startswith("\n"):
            depth = max(0, depth + (word in OPEN) - (word in CLOSE))
            words.append(word)
            continue
        if depth:
            continue
        if words:
            while indent < levels[-1]:
                levels.pop()
            if indent > levels[-1]:
                levels.append(indent)
            yield len(levels) - 1, words
            words = []
        indent = len(word) - 1
