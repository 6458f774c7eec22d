"""Functions of plugins, as law calls them: numbers, flags and tuples go in, and what comes out is looked at before law sees it.

A function that fails is a fault of rules at the place of the call, which names the function and its plugin.
"""
from __future__ import annotations

from typing import Any

from lawspeaker.interpreter import contributed
from lawspeaker.interpreter.contributed import Contributed
from lawspeaker.interpreter.program.pure import RuleFault

MOST = 9_999                                      # of any number of law

Needed = tuple[str, str, str, tuple[str, ...], str]           # name, plugin, version, types


def needed(name: str, given: Contributed) -> Needed:
    """All that a program relies on when it calls a function."""
    f = given.what
    return (name, given.plugin, given.version, tuple(f.parameters), f.result)


def same(wanted: tuple[Needed, ...]) -> bool:
    """Whether the functions that a program of the cache calls are those that are here."""
    if not wanted:
        return True
    here = contributed.functions()
    return all(w[0] in here and needed(w[0], here[w[0]]) == w for w in wanted)


def called(name: str, arguments: tuple[Any, ...], span: int) -> Any:
    """What a function gives for these arguments."""
    given = contributed.functions().get(name)
    if given is None:
        raise RuleFault("plugin", span, f'The function "{name}" is of a plugin that is not here any more.')
    f = given.what

    def fault(how: str) -> RuleFault:
        return RuleFault("plugin", span, f'The function "{name}" of the plugin "{given.plugin}" {how}.')
    try:
        found = f.function(*[bool(a) if t == "flag" else a for a, t in zip(arguments, f.parameters)])
    except Exception as e:
        raise fault(f"failed: {type(e).__name__}: {e}") from e
    match f.result:
        case "flag" if isinstance(found, bool):
            return int(found)
        case "number" if is_number(found):
            return found
        case "list of number" if isinstance(found, (tuple, list)) and all(is_number(x) for x in found):
            return tuple(found)
    numbers = f" (numbers are whole and within ±{MOST:,})" if f.result != "flag" else ""
    raise fault(f"gave {found!r:.60}, which is no {f.result}{numbers}")


def is_number(x: object) -> bool:
    return isinstance(x, int) and not isinstance(x, bool) and -MOST <= x <= MOST
