"""Printed source → a code object, whatever Python's limits are.

Python takes no more than twenty loops inside each other, a hundred levels of indentation, two hundred parentheses.  A function
that it does not take is left to the small evaluator: it is slower and means the same.  Not done here: printing so that this is
rare (print_python writes what stands too deep into functions of its own).
"""
from __future__ import annotations

import re
from types import CodeType

from lawspeaker.interpreter.program.print_python import print_python
from lawspeaker.interpreter.program.program import Program
from lawspeaker.interpreter.text.diagnostic import Sink

REFUSED = (SyntaxError, RecursionError, MemoryError)
HEAD = re.compile(r"def ([a-z])(\d+)\((.*)\):$")
READ = {"b": "BLOCK({n}, C, J, f)", "q": "QUESTION({n}, C, f)", "w": "LISTED({n}, C, f)", "p": "ASKER({n}, C, f)", "m": "HEADER({n}, C, you, out)", "h": "HEADER({n}, C, you, out)",
        "n": "len(VALUE({n}, C, ({rest})))"}


def accepted(text: str, name: str) -> CodeType:
    """The code of a printed program."""
    try:
        return compile(text, name, "exec")
    except REFUSED:
        return compile("\n".join(c if taken(c) else left_to_the_evaluator(c) for c in functions(text)) + "\n", name, "exec")


def code_of(program: Program, sink: Sink) -> tuple[CodeType, list[object]] | None:
    """A program as code and its tables; what Python does not take in any way is reported."""
    text, extra = print_python(program)
    try:
        return accepted(text, f"<law of {program.name}>"), extra
    except REFUSED as e:
        sink.error("syntax/too-deep", program.place_of(text, getattr(e, "lineno", 0) or 0), "This is nested too deeply.",
                   text="Too many choices or repetitions stand inside each other.",
                   hint="Give a part of it a name of its own: a `value` for an expression, a verb (`to ...`) for steps.")
        return None


def functions(text: str) -> list[str]:
    """The text in pieces, each of which begins with a function."""
    out: list[list[str]] = [[]]
    for line in text.split("\n"):
        if line and not line.startswith(" "):
            out.append([])
        out[-1].append(line)
    return ["\n".join(lines) for lines in out if lines]


def taken(piece: str) -> bool:
    try:
        compile(piece + "\n", "", "exec")
    except REFUSED:
        return False
    return True


def left_to_the_evaluator(piece: str) -> str:
    """A function of the same name that lets the evaluator read what it does."""
    head = piece.split("\n", 1)[0]
    found = HEAD.match(head)
    if found is None or found[1] not in (*READ, "f"):
        return piece                              # nothing can stand for it: Python will say so again
    letter, n = found[1], found[2]
    names = found[3].split(", ")
    straight = names[:2] == ["C", "J"] and letter == "f"
    rest = "".join(f"{x}, " for x in names[2 if straight else 1:] if x)
    how = READ.get(letter, "STRAIGHT({n}, C, J, ({rest}))" if straight else "VALUE({n}, C, ({rest}))")
    return f"{head}\n    return {how.format(n=n, rest=rest)}"
