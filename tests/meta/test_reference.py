"""docs/verbs.md is what core.law says, and its marks say what the lowering can do."""
from __future__ import annotations

from pathlib import Path

from lawspeaker.interpreter import reference
from lawspeaker.interpreter.compile import core_source
from lawspeaker.interpreter.program.steps import NATIVE

PAGE = Path(__file__).resolve().parents[2] / "docs/verbs.md"
# Verbs that steps.py does itself: they call moves, phases and moments, or ask.
CALLS = {"do {what}", "do its effect", "do usual", "run {what}", "now {what}", "pay {what} with {how}"}


def test_the_page_is_up_to_date(bless: bool) -> None:
    now = reference.page()
    if bless:
        PAGE.write_text(now, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == now, "write it anew: python -m lawspeaker.interpreter.reference > docs/verbs.md"


def test_verbs_are_marked_as_the_lowering_knows_them() -> None:
    model = reference.core_model(core_source())
    native = {v.words for v in model.verbs if v.native is not None}
    built = {words for words in native if words in NATIVE} | CALLS
    assert CALLS <= native
    assert native - built == {words for words in native if words in reference.NOT_BUILT}


def test_marks_speak_of_something_that_is_declared() -> None:
    model = reference.core_model(core_source())
    known = {v.words for v in (*model.verbs, *model.clauses)}
    assert set(reference.NOT_BUILT) <= known


def test_every_line_has_a_place() -> None:
    """A clause for a declaration that the page does not know would be left out in silence."""
    model = reference.core_model(core_source())
    places = {w.strip() for c in model.clauses for w in (c.native or "").partition(":")[0].split(",")}
    assert places - set(reference.PLACES) == {"verb", "value", "clause"}
