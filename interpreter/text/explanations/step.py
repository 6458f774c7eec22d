"""Explanations of the family `step`: steps in an order that cannot be."""
from __future__ import annotations

CODES: dict[str, str] = {
    "step/arm-alone":
        "`then`, `partly` and `otherwise` stand right below the step whose result they read, on the same level.",
    "step/arm-twice":
        "A step has one arm of each sort: `then`, `partly`, `otherwise`. Write what both do below one of them.",
    "step/never-reached":
        "A step above ends what goes on here in any case, such as `stop` or `end game`, so this one never runs.",
    "step/no-effect":
        "`do its effect` stands in the `does` of a form: there each move of the form does what it declares itself.",
}
