"""What a command raises when it cannot do what was asked: sentences for people, turned into exit codes by main.py."""
from __future__ import annotations

from collections.abc import Iterable


class UsageMistake(Exception):
    """The command was called wrongly: exit 2."""


class WorkFailed(Exception):
    """The command was called rightly, but the work found problems: exit 1."""


def nearest(word: str, known: Iterable[str]) -> str:
    """The most similar known word, as the end of a sentence.

    >>> nearest("tic_tac_to", ["tic_tac_toe", "connect_four"])
    ' Did you mean "tic_tac_toe"?'
    """
    import difflib
    found = difflib.get_close_matches(word, list(known), n=1)
    return f' Did you mean "{found[0]}"?' if found else ""
