"""`lawspeaker facts`: every value of a game's data, with its source and its place."""
from __future__ import annotations

from typing import Annotated, Any

import typer

from lawspeaker.cli import console, rules
from lawspeaker.cli.mistakes import UsageMistake, nearest
from lawspeaker.cli.words import Data, Json, Ruleset

SOURCES = ("seed", "public", "reconstructed", "overlay")


def facts(
    ruleset: Ruleset,
    source: Annotated[str | None, typer.Option("--source", metavar="SOURCE",
                                               help="Only values from here: seed, public, reconstructed or overlay.")] = None,
    path: Annotated[str | None, typer.Option("--path", help="Only values whose path begins so.")] = None,
    data: Data = None,
    json: Json = False,
) -> None:
    """List the facts of a game's components: value, where it comes from, file and line."""
    if source is not None and source not in SOURCES:
        raise UsageMistake(f'No fact has the source "{source}".{nearest(source, SOURCES)}  Sources: {", ".join(SOURCES)}.')
    found = [f for f in rules.facts(rules.known(ruleset), source, data or [])
             if path is None or str(f["path"]).startswith(path)]
    if json:
        console.document({"facts": found})
        return
    if found:
        console.table(["path", "value", "source", "place"],
                      [[str(f["path"]), _value(f["value"]), str(f["source"]), f"{f['file']}:{f['line']}"] for f in found])
    console.out(f"{len(found)} fact{'' if len(found) == 1 else 's'}{_by_source(found)}.")


def _value(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "none"}[value]
    if isinstance(value, dict):
        return ", ".join(f"{k}: {_value(v)}" for k, v in value.items())
    return ", ".join(str(v) for v in value) if isinstance(value, list) else str(value)


def _by_source(found: list[dict[str, Any]]) -> str:
    counts = {s: sum(1 for f in found if f["source"] == s) for s in SOURCES}
    told = ", ".join(f"{n} {s}" for s, n in counts.items() if n)
    return f" ({told})" if told else ""
