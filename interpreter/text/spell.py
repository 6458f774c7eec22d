"""A misspelt word and the words it could be → the nearest one.

Counts typing slips: a wrong, missing, extra letter or two letters swapped.  Gives nothing rather than a wild guess.
"""
from __future__ import annotations

from collections.abc import Iterable


def slips(a: str, b: str, most: int) -> int:
    """How many typing slips lie between two words; more than `most` are not counted out.

    >>> slips("hnad", "hand", 2)
    1
    """
    if abs(len(a) - len(b)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        older, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]


def near(word: str, candidates: Iterable[str]) -> list[str]:
    """The candidates that may have been meant, the likeliest first.

    >>> near("form", ["for", "of", "from"])
    ['from', 'for']
    """
    found: set[tuple[int, bool, int, str]] = set()
    low = word.lower()
    most = 1 if len(word) <= 4 else 2 if len(word) <= 8 else 3
    for candidate in candidates:
        if candidate == word:
            continue
        far = slips(low, candidate.lower(), most)
        # Two letters that differ altogether are no slip, and people seldom miss the first letter or the length.
        if far <= most and far < len(candidate) - (len(candidate) > 2):
            found.add((far, low[:1] != candidate[:1].lower(), abs(len(candidate) - len(word)), candidate))
    return [candidate for *_, candidate in sorted(found)]


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that was most likely meant, if one is near enough.

    >>> nearest("requries", ["choose", "requires"])
    'requires'
    >>> nearest("sword", ["hand"])
    """
    likely = near(word, candidates)
    return likely[0] if likely else None


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """A question to put into a hint, or nothing.

    >>> did_you_mean("hnad", ["hand", "hold"])
    'Did you mean "hand"?'
    """
    guess = nearest(word, candidates)
    return f'Did you mean "{guess}"?' if guess is not None else ""
