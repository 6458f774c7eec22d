"""Arguments that several commands share, and the comma lists in them."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

Ruleset = Annotated[str, typer.Argument(metavar="RULESET", help="A ruleset of `lawspeaker list`, or a folder of rules.")]
With = Annotated[list[str] | None, typer.Option("--with", metavar="NAME,…", help="Expansions to play with.")]
Data = Annotated[list[str] | None, typer.Option("--data", metavar="FILE", help="Corrected values, laid over the data.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


def parts(values: Sequence[str] | None) -> list[str]:
    """The words of options that may be repeated or hold comma lists.

    >>> parts(["runes, inn", "voyage"])
    ['runes', 'inn', 'voyage']
    """
    return [p.strip() for v in values or () for p in v.split(",") if p.strip()]
