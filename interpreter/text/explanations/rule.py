"""Explanations of the family `rule`: rules that run by themselves."""
from __future__ import annotations

CODES: dict[str, str] = {
    "rule/no-moment":
        "A rule says when it runs: `at end of turn`, `at town_taken(x)`, or `whenever` something becomes true.",
}
