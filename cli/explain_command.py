"""`lawspeaker explain`: a rule, its citation, its law and its scenarios."""
from __future__ import annotations

from typing import Annotated

import typer

from lawspeaker.cli import console, rules
from lawspeaker.cli.mistakes import WorkFailed
from lawspeaker.cli.words import Json, With, parts


def explain(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="A ruleset of `lawspeaker list`, or a folder of rules; "
                                           "or the code of a diagnostic.")],
    name: Annotated[list[str] | None, typer.Argument(metavar="NAME", help="A rule id, a move, a value, a kind, a thing.")] = None,
    with_: With = None,
    json: Json = False,
) -> None:
    """Explain a rule or a name of a game: what it says, where it stands, what tests it."""
    what = " ".join(name or [])
    try:
        text = rules.explain_code(ruleset) if not what else rules.explain(rules.known(ruleset), what, rules.known_expansions(parts(with_), ruleset))
    except LookupError as e:
        raise WorkFailed(str(e.args[0]) if e.args else f'I know nothing named "{what}" in {ruleset}.') from None
    if json:
        console.document({"ruleset": ruleset, "name": what, "text": text})
    else:
        console.out(text.rstrip("\n"))
