"""`lawspeaker list`: rulesets, expansions and plugins, with versions and where they come from."""
from __future__ import annotations

from typing import Any

from lawspeaker.cli import console, rules
from lawspeaker.cli.words import Json


def show(json: Json = False) -> None:
    """Show the rulesets, expansions and plugins that are installed."""
    found = {"rulesets": [_ruleset(r) for r in rules.rulesets()],
             "expansions": [_expansion(e) for e in rules.expansions()],
             "plugins": [_plugin(p) for p in rules.plugins()]}
    if json:
        console.document(found)
        return
    console.table(["ruleset", "title", "players", "version", "origin"],
                  [[r["name"], r["title"], "–".join(str(n) for n in dict.fromkeys(r["players"])), r["version"], r["origin"]]
                   for r in found["rulesets"]], bold=frozenset({0}))
    if found["expansions"]:
        console.table(["expansion", "for", "needs", "version", "origin"],
                      [[e["name"], e["for"], ", ".join(e["needs"]), e["version"], e["origin"]]
                       for e in found["expansions"]], bold=frozenset({0}))
    if found["plugins"]:
        console.table(["plugin", "version", "origin"],
                      [[p["name"], p["version"], p["origin"]] for p in found["plugins"]], bold=frozenset({0}))


def _ruleset(r: Any) -> dict[str, Any]:
    return {"name": r.name, "title": r.title, "players": list(r.players), "origin": str(r.origin),
            "version": str(_of(r, "version")), "path": str(r.path)}


def _expansion(e: Any) -> dict[str, Any]:
    return {"name": _of(e, "name"), "for": _of(e, "for_", "ruleset", "for"), "needs": list(_of(e, "needs") or []),
            "origin": str(_of(e, "origin")), "version": str(_of(e, "version"))}


def _plugin(p: Any) -> dict[str, Any]:
    return {"name": _of(p, "name"), "version": str(_of(p, "version")), "origin": str(_of(p, "origin"))}


def _of(thing: Any, *names: str) -> Any:
    """A field of a record or of a mapping, under the first of its names that there is."""
    for name in names:
        if isinstance(thing, dict):
            if name in thing:
                return thing[name]
        elif hasattr(thing, name):
            return getattr(thing, name)
    return ""
