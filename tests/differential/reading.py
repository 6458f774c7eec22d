"""Laws as games, and values of theirs by both readers."""
from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.differential.worlds import Law

from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.text.diagnostic import RulesetError, Sink


@contextmanager
def loaded(law: Law) -> Iterator[Game]:
    """The game of a law, in a folder of its own that is gone afterwards."""
    folder = Path(tempfile.mkdtemp()) / "world"
    folder.mkdir()
    (folder / "world.law").write_text(law.text(), "utf-8")
    (folder / "data").mkdir()
    (folder / "data" / "data.yaml").write_text(law.data, "utf-8")
    try:
        from lawspeaker.interpreter.rulesets import find_ruleset
        from lawspeaker.interpreter.sources import read_sources
        sink = Sink()
        ruleset = find_ruleset(folder, sink)
        if ruleset is None:
            raise RulesetError(sink.diagnostics)
        yield Game(ruleset, read_sources(ruleset.folder, [], sink, ruleset.label), [], {})
    finally:
        shutil.rmtree(folder.parent)


def refused_lines(e: RulesetError) -> list[tuple[int, str]]:
    """Where the errors stand, and what they say."""
    return [(d.labels[0].span.line, f"{d.code}: {d.title}") for d in e.diagnostics if d.severity == "error" and d.labels]


def outcome(ask) -> Any:  # type: ignore[no-untyped-def]
    """A value, or what went wrong."""
    try:
        return ask()
    except RuleFault as e:
        return ("fault", e.code, e.span)
    except Exception as e:                        # whatever else a reader does is a difference to be shown
        return ("CRASH", type(e).__name__, str(e))
