"""Each code has one paragraph, and stands in the module of its family."""
from __future__ import annotations

import re

from lawspeaker.interpreter.text.codes import all_codes, explain, families, family


def test_explain() -> None:
    assert "spaces" in (explain("syntax/tab") or "")
    assert explain("syntax/no-such-code") is None
    assert explain("nothing/at-all") is None
    assert explain("") is None and explain("../x") is None


def test_codes_stand_with_their_family() -> None:
    assert {"syntax", "data"} <= set(families())
    for name in families():
        assert all(code.startswith(f"{name}/") for code in family(name)), name


def test_codes_are_plain_words() -> None:
    for code in all_codes():
        assert re.fullmatch(r"[a-z]+/[a-z0-9]+(-[a-z0-9]+)*", code), code
        assert len(explain(code) or "") > 60, code
