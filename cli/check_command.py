"""`lawspeaker check`: all problems of rules and data at once."""
from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from lawspeaker.cli import console, rules
from lawspeaker.cli.words import With, parts


class Format(StrEnum):
    text = "text"
    json = "json"
    sarif = "sarif"


def check(
    targets: Annotated[list[str] | None, typer.Argument(
        metavar="[PATH or RULESET …]", help="Files, folders, rulesets or expansions; all that are shipped if there is none.")] = None,
    with_: With = None,
    form: Annotated[Format, typer.Option("--format", help="How to print the problems.")] = Format.text,
    json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
) -> None:
    """Check rules and data: parse, check, weave; every problem with its place and a hint."""
    named = [rules.known(t, expansions=True) for t in targets or ()]
    found = rules.check(named, rules.with_needed(parts(with_)))
    if not any(d.severity == "error" for d in found):
        games = named or [r.name for r in rules.rulesets()]
        found += [d for name in games if Path(name).suffix == "" for d in rules.check_screen(name)]
    if json or form is not Format.text:
        console.document(rules.render(found, "json" if json else form.value))
    else:
        if found:
            console.out(rules.render(found, "text"))
        console.out(rules.summary(found), "red" if any(d.severity == "error" for d in found) else "green")
    if any(d.severity == "error" for d in found):
        raise typer.Exit(1)
