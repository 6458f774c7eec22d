"""Arguments that several commands share, and the comma lists in them."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from lawspeaker.cli.mistakes import UsageMistake

Ruleset = Annotated[str, typer.Argument(metavar="RULESET", help="A ruleset of `lawspeaker list`, or a folder of rules.")]
With = Annotated[list[str] | None, typer.Option("--with", metavar="NAME,…", help="Expansions to play with.")]
Data = Annotated[list[str] | None, typer.Option("--data", metavar="FILE", help="Corrected values, laid over the data.")]
Set = Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A setting of the game: true, false or a number.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


def settings_of(values: Sequence[str] | None) -> dict[str, int | bool]:
    """Settings from words like `third_skull=false`.

    >>> settings_of(["a=true", "b=3"])
    {'a': True, 'b': 3}
    """
    out: dict[str, int | bool] = {}
    for v in values or ():
        name, equals, value = (w.strip() for w in v.partition("="))
        if value in ("true", "false"):
            out[name] = value == "true"
        elif equals and value.lstrip("-").isdigit():
            out[name] = int(value)
        else:
            raise UsageMistake(f'--set {v}: write NAME=VALUE, where the value is true, false or a number.')
    return out


def parts(values: Sequence[str] | None) -> list[str]:
    """The words of options that may be repeated or hold comma lists.

    >>> parts(["runes, inn", "voyage"])
    ['runes', 'inn', 'voyage']
    """
    return [p.strip() for v in values or () for p in v.split(",") if p.strip()]
