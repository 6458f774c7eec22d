"""Names that people type → names that law and Python packages can have, or a sentence about what is wrong with them."""
from __future__ import annotations

import keyword
import re

from lawspeaker.cli.mistakes import UsageMistake

NAME = re.compile(r"[a-z][a-z0-9_]*")


def checked(name: str, what: str) -> str:
    """The name of an expansion or card, unchanged; a mistake of usage with a better one if it cannot be a name."""
    from lawspeaker.interpreter.model.declarations import RESERVED
    if NAME.fullmatch(name) and name not in RESERVED and not keyword.iskeyword(name):
        return name
    better = proposed(name)
    if better in RESERVED or keyword.iskeyword(better):
        raise UsageMistake(f'"{name}" is a word of the language and cannot be the name of {what}.  For instance: {better}_{what.split()[-1]}')
    raise UsageMistake(f'"{name}" cannot be the name of {what}: small letters, digits and _, a letter first.'
                       + (f'  For instance: {better}' if better else ""))


def proposed(name: str) -> str:
    """The nearest thing that can be a name.

    >>> proposed("Thor's Hammer!"), proposed("2 ravens"), proposed("…")
    ('thors_hammer', 'ravens', '')
    """
    plain = re.sub(r"[^a-z0-9]+", "_", re.sub(r"['’]", "", name.casefold())).strip("_")
    return re.sub(r"^[0-9_]+", "", plain)


def as_title(name: str) -> str:
    """`thors_hammer` as people write it.

    >>> as_title("thors_hammer")
    'Thors hammer'
    """
    return name.replace("_", " ").capitalize()


def quoted(title: str) -> str:
    """A title that can stand in quotes in law, YAML and TOML."""
    if any(c in title for c in '"{}\\[]') or not title.isprintable() or not title.strip():
        raise UsageMistake(f"The title {title!r} cannot stand in law: leave out quotes, braces, brackets and backslashes.")
    return title.strip()


def rule_id(name: str, number: int) -> str:
    """The id of a rule of an expansion.

    >>> rule_id("thors_hammer", 1)
    'THORS-HAMMER-01'
    """
    return f"{name.upper().replace('_', '-').strip('-')}-{number:02}"
