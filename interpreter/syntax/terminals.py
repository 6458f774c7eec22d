"""Terminals of the grammar → words for people, for "here may stand ..." in messages.

A keyword or sign is named by its spelling; a test sees to it that every other terminal stands in `NAMES`.
"""
from __future__ import annotations

from lawspeaker.interpreter.syntax.grammar import spellings

# Terminals that are no fixed word; keywords and signs are named by their spelling.
NAMES = {
    "NAME": "a name in lower case", "KIND": "a Kind (capitalised)", "NUMBER": "a number", "STRING": 'a text in "quotation marks"',
    "CITES": "a citation such as [SAIL-05]", "CALL": "a call such as f(x)", "PLURAL": "a word such as day(s)",
    "COMPARE": "a comparison (= != < <= > >=)", "PLUS": '"+" or "-"', "TIMES": '"*", "/" or "%"',
    "_NL": "the end of the line", "_INDENT": "an indented line below", "_DEDENT": "the end of what is indented",
    "$END": "the end of the file",
}
VALUE = frozenset("CALL FALSE FIRST HIGHEST KIND LBRACE LOWEST LPAR NAME NONE NUMBER NUMBER_W STRING TOTAL TRUE YOU EVERY NO NOT "
                  "SOME PLUS".split())
SENTENCE = frozenset("TO FROM OF IN BY AS AT FOR WITH AND IS EACH HAS".split())
OPERATORS = frozenset("AND OR_W IF COMPARE PLUS TIMES DOT LSQB IN IS NOT".split())


def human(expected: frozenset[str]) -> list[str]:
    """Terminals in words, a whole group by one."""
    left, names = set(expected), list[str]()
    if "DOES" in left:
        return ["a line of a declaration (requires, choose, does, ...)"]
    if {"LET", "STOP"} <= left:
        return ["a step (a verb, choose, if, let, ...)"]
    if {"NAME", "NUMBER", "LPAR"} <= left:
        names.append("a value")
        left -= VALUE
    if {"AND", "OR_W"} <= left and len(left) > 4:
        left -= OPERATORS
        tail = ["an operator (and, or, =, +, ...)"]
    else:
        tail = []
    if len(left & SENTENCE) > 6:
        left -= SENTENCE
        tail.append('a word such as "to" or "from"')
    spelt = spellings()
    left -= {"_DEDENT"}
    words = sorted(f'"{spelt[t]}"' for t in left if t in spelt)
    names += sorted(NAMES[t] for t in left if t in NAMES and t != "_NL") + words + tail
    return names + ([NAMES["_NL"]] if "_NL" in left else [])


def listed(names: list[str]) -> str:
    """Names as a list in a sentence."""
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]
