"""Explanations of the family `language`: what this version cannot do yet."""
from __future__ import annotations

CODES: dict[str, str] = {
    "language/not-built-yet":
        "The language knows this, and files with it can be read, but this version does not play it. docs/language.md has a list of "
        "all that is not built yet; the change log says when it works.",
}
