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


def settings_of(values: Sequence[str] | None) -> dict[str, int | bool | str]:
    """Settings from words like `third_skull=false`.

    >>> settings_of(["a=true", "b=3", "c=night"])
    {'a': True, 'b': 3, 'c': 'night'}
    """
    out: dict[str, int | bool | str] = {}
    for v in values or ():
        name, equals, value = (w.strip() for w in v.partition("="))
        if value in ("true", "false"):
            out[name] = value == "true"
        elif equals and value.lstrip("-").isdigit():
            out[name] = int(value)
        elif equals and value.isidentifier():
            out[name] = value
        else:
            raise UsageMistake(f'--set {v}: write NAME=VALUE, where the value is true, false, a number or the id of a thing.')
    return out


def parts(values: Sequence[str] | None) -> list[str]:
    """The words of options that may be repeated or hold comma lists.

    >>> parts(["runes, inn", "voyage"])
    ['runes', 'inn', 'voyage']
    """
    return [p.strip() for v in values or () for p in v.split(",") if p.strip()]
