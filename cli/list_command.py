"""`lawspeaker list`: rulesets, expansions and plugins, with versions and where they come from."""
from __future__ import annotations

from typing import Any

import typer

from lawspeaker.cli import console, rules
from lawspeaker.cli.words import Json


def show(json: Json = False) -> None:
    """Show the rulesets, expansions and plugins that are installed."""
    found = {"rulesets": [_ruleset(r) for r in rules.rulesets()],
             "expansions": [_expansion(e) for e in rules.expansions()],
             "plugins": [_plugin(p) for p in rules.plugins()]}
    problems = rules.plugin_problems()
    if problems:
        console.complain(str(rules.render(problems, "text")).rstrip("\n"))
    if json:
        console.document(found)
    else:
        _draw(found)
    if any(d.severity == "error" for d in problems):
        raise typer.Exit(1)


def _draw(found: dict[str, list[dict[str, Any]]]) -> None:
    console.table(["ruleset", "title", "players", "version", "origin"],
                  [[r["name"], r["title"], "–".join(str(n) for n in dict.fromkeys(r["players"])), r["version"], r["origin"]]
                   for r in found["rulesets"]], bold=frozenset({0}))
    if found["expansions"]:
        console.table(["expansion", "title", "for", "needs", "version", "origin"],
                      [[e["name"], e["title"], e["for"], ", ".join(e["needs"]), e["version"], e["origin"]]
                       for e in found["expansions"]], bold=frozenset({0}))
    if found["plugins"]:
        console.table(["plugin", "kind", "gives", "version", "origin"],
                      [[p["name"], p["kind"], ", ".join(p["gives"]), p["version"], p["origin"]] for p in found["plugins"]], bold=frozenset({0}))
        if any(p["kind"] == "python" for p in found["plugins"]):
            console.out("python: trusted code, which may do anything.  law: text that can only play games.")


def _ruleset(r: Any) -> dict[str, Any]:
    return {"name": r.name, "title": r.title, "players": list(r.players), "origin": str(r.origin),
            "version": str(r.version), "path": str(r.path)}


def _expansion(e: Any) -> dict[str, Any]:
    return {"name": e.name, "title": e.title, "for": e.ruleset, "needs": list(e.needs), "conflicts": list(e.conflicts),
            "after": list(e.after), "origin": e.origin, "version": e.version, "path": str(e.folder)}


def _plugin(p: Any) -> dict[str, Any]:
    return {"name": p.name, "kind": p.kind, "gives": list(p.gives), "version": p.version, "origin": p.origin}
