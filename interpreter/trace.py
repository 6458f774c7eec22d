"""A ruleset → which rule stands where in the law and is tested by which scenario; and where each of its facts comes from."""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.citations import citations
from lawspeaker.interpreter.game import load
from lawspeaker.interpreter.text.diagnostic import RulesetError, Sink

if TYPE_CHECKING:
    from lawspeaker.interpreter.game import Game


def trace(name: str | Path, expansions: Sequence[str | Path] = ()) -> dict[str, Any]:
    """The rules of the catalogue with the places in law and the scenarios that cite them (contract DESIGN §7)."""
    game = load(name, expansions)
    found = cited(game)
    rules = [{"id": e.id, "cited": found.places(e.id), "scenarios": list(dict.fromkeys(s.name for s in found.testing(e.id)))}
             for e in found.of_kind("rule")]
    return {"ruleset": game.name, "expansions": list(game.expansions), "rules": rules,
            "uncited": [r["id"] for r in rules if not r["cited"]], "untested": [r["id"] for r in rules if not r["scenarios"]]}


def cited(game: Game) -> Any:
    """The citations of a loaded game; RulesetError when its catalogue is broken."""
    sink = Sink()
    found = citations(game.compiled, game.ruleset.folder, game.ruleset.label, sink, game.sources.expansions)
    if sink.failed:
        raise RulesetError(sink.diagnostics)
    return found


def explain(name: str | Path, what: str, expansions: Sequence[str | Path] = ()) -> str:
    """What a rule or a name means, where it stands, what tests it; LookupError with a suggestion for what nobody knows."""
    from lawspeaker.interpreter.explain import explain as explained
    return explained(name, what, expansions)


def facts(name: str | Path, source: str | None = None, data: Sequence[str | Path] = (),
          expansions: Sequence[str | Path] = ()) -> list[dict[str, Any]]:
    """Every datum that the rules read: path, value, source, file and line."""
    game = load(name, expansions, data)
    out = [{"path": o.path, "value": o.value, "source": o.source, "file": o.span.file, "line": o.span.line}
           for o in game.compiled.origins]
    return [f for f in out if source is None or f["source"] == source]
