"""`lawspeaker trace`: each catalogued rule, the law that cites it, the scenarios that test it."""
from __future__ import annotations

from typing import Annotated, Any

import typer

from lawspeaker.cli import console, rules
from lawspeaker.cli.words import Json, Ruleset, With, parts


def trace(
    ruleset: Ruleset,
    with_: With = None,
    json: Json = False,
    missing: Annotated[bool, typer.Option("--missing", help="Show only rules without law or without a scenario.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 if a rule has no law or no scenario.")] = False,
) -> None:
    """Show where each rule of the rulebook is written as law, and which scenarios test it."""
    found = rules.trace(rules.known(ruleset), rules.known_expansions(parts(with_), ruleset))
    if json:
        console.document(found)
    else:
        _draw(found, missing)
    if strict and (found["uncited"] or found["untested"]):
        raise typer.Exit(1)


def _draw(found: dict[str, Any], missing: bool) -> None:
    lacking = set(found["uncited"]) | set(found["untested"])
    shown = [r for r in found["rules"] if not missing or r["id"] in lacking]
    if shown:
        console.table(["rule", "law", "scenarios"], [
            [r["id"], "\n".join(str(p) for p in r["cited"]) or "– none –", "\n".join(r["scenarios"]) or "– none –"]
            for r in shown], bold=frozenset({0}))
    console.out(f"{len(found['rules'])} rules, {len(found['uncited'])} without law, {len(found['untested'])} without a scenario.")
    for title, ids in (("Without law", found["uncited"]), ("Without a scenario", found["untested"])):
        if ids:
            console.out(f"{title}: {', '.join(ids)}")
