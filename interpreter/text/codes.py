"""A code of a diagnostic → the paragraph that `lawspeaker explain CODE` prints.

The paragraphs stand in `explanations/`, one module for each family (what stands before the slash), so that each pass
keeps its own.  A code is never used for something else, even when nothing reports it any more.
"""
from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

EXPLANATIONS = "lawspeaker.interpreter.text.explanations"


@cache
def family(name: str) -> dict[str, str]:
    """All codes of a family with their paragraphs; none if there is no such family.

    >>> "syntax/tab" in family("syntax")
    True
    """
    if not name.isidentifier() or find_spec(f"{EXPLANATIONS}.{name}") is None:
        return {}
    codes: dict[str, str] = import_module(f"{EXPLANATIONS}.{name}").CODES
    return codes


def families() -> list[str]:
    """The families that have explanations."""
    return sorted(m.name for m in iter_modules(import_module(EXPLANATIONS).__path__))


def all_codes() -> list[str]:
    """Every code that has an explanation."""
    return sorted(code for name in families() for code in family(name))


def explain(code: str) -> str | None:
    """The paragraph on a code, or None for one that nobody has explained."""
    return family(code.partition("/")[0]).get(code)
