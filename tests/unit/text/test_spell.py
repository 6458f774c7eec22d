"""The nearest word."""
from __future__ import annotations

import pytest

from lawspeaker.interpreter.text.spell import did_you_mean, near, nearest, slips


@pytest.mark.parametrize("word, meant", [
    ("hnad", "hand"), ("requries", "requires"), ("evry", "every"), ("chose", "choose"), ("form", "from"), ("fro", "for"),
    ("Hand", "hand"), ("sword", None), ("hand", None), ("", None), ("xy", None), ("playr_area", "play_area"),
])
def test_nearest(word: str, meant: str | None) -> None:
    words = ["choose", "every", "for", "from", "hand", "play_area", "requires"]
    assert nearest(word, words) == meant


def test_order_does_not_matter() -> None:
    assert near("form", ["from", "for", "of"]) == near("form", ["of", "for", "from"])


def test_slips() -> None:
    assert [slips(a, b, 3) for a, b in (("ab", "ba"), ("ab", "ab"), ("abc", "ac"), ("kitten", "sitting"))] == [1, 0, 1, 3]
    assert slips("a", "abcdef", 2) == 3


def test_question() -> None:
    assert did_you_mean("hnad", ["hand"]) == 'Did you mean "hand"?'
    assert did_you_mean("sword", ["hand"]) == ""
