"""Every code that something raises is explained, and shown: in a document of tests/language/bad, or in a test that names it."""
from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path

import pytest

from lawspeaker.interpreter.text.codes import all_codes, explain

sys.path.insert(0, str(Path(__file__).parent))

from codes import ROOT, raised

# Guards against mistakes of ours, which no example should be able to bring about.
CANNOT_BE_SHOWN = {"syntax/not-formatted"}
SHOWN = re.compile(r"^([a-z]+/[a-z0-9-]+)(?: \(\w+\))?: ", re.M)


@cache
def in_documents() -> frozenset[str]:
    return frozenset(x for p in (ROOT / "tests/language/bad").glob("*.md") for x in SHOWN.findall(p.read_text(encoding="utf-8")))


@cache
def in_tests() -> frozenset[str]:
    texts = [p.read_text(encoding="utf-8") for p in (ROOT / "tests").glob("**/*.py") if p.name not in ("test_codes.py", "codes.py")]
    return frozenset(x for text in texts for x in re.findall(r"[a-z]+/[a-z0-9-]+", text))


def test_the_source_is_read() -> None:
    assert len(raised()) > 150
    assert {"name/unknown-verb", "name/unknown-line", "syntax/tab", "type/none-untested"} <= set(raised())


@pytest.mark.parametrize("code", sorted(raised()))
def test_each_code_is_explained_and_shown(code: str) -> None:
    places = ", ".join(raised()[code])
    assert explain(code), f"{code} ({places}) has no paragraph in interpreter/text/explanations"
    assert code in in_documents() | in_tests() | CANNOT_BE_SHOWN, f"{code} ({places}) is shown by no document and no test"


def test_nothing_else_is_explained() -> None:
    """A code that nothing raises any more would be a paragraph about nothing."""
    assert set(all_codes()) - set(raised()) == set()


def test_documents_show_real_codes() -> None:
    assert in_documents() - set(raised()) == set()
