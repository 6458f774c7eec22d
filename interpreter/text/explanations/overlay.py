"""Explanations of the family `overlay`: files with corrected values that do not fit the data they correct."""
from __future__ import annotations

CODES: dict[str, str] = {
    "overlay/no-id":
        "The data have a list of things with ids here, and an overlay names the things it corrects by their ids. Only what is "
        "corrected needs to stand in the overlay; the order does not matter.",
    "overlay/unknown-id":
        "An overlay (`--data FILE`) corrects values of things that are there, so that a misspelt id cannot quietly correct "
        "nothing. New things belong into the data of a ruleset or an expansion.",
    "overlay/unknown-key":
        "An overlay (`--data FILE`) has the same tree as the data files of the ruleset and replaces values in it; it cannot add "
        "keys. `lawspeaker facts RULESET` lists the paths of all values.",
}
