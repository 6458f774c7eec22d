"""Explanations of the family `ruleset`: rulesets that cannot be found."""
from __future__ import annotations

CODES: dict[str, str] = {
    "ruleset/unknown":
        "Neither a shipped ruleset nor a folder has this name. `lawspeaker list` shows the rulesets; a folder is named by its path: "
        "`./my_game`.",
}
