"""Explanations of the family `weave`: what an expansion does to the declarations of others."""
from __future__ import annotations

CODES: dict[str, str] = {
    "weave/extends-missing":
        "There is one table, and there is what each player has; the game has declared both. An expansion adds to them with "
        "`extends table` and `extends player`.",
    "weave/in-base":
        "`extends`, `replaces`, `removes` and `expansion` belong into the folder of an expansion. In the rules of the game itself the "
        "declaration is changed where it stands.",
    "weave/never-applies":
        "The condition of a `when` part is false whatever else is played with: it asks for the contrary of what this expansion needs, "
        "for something that it conflicts with, or for a thing and its contrary.",
    "weave/no-order":
        "Two expansions change one declaration, and at least one of them replaces or removes it, so it matters which comes later; or both "
        "set one value, change it in ways that come to something else in another order (`it * 2` and `it + 1`), or do something instead "
        "of one verb without `do usual`. One of them says in its manifest that it comes later: `loads after` and the name of the other. "
        "Otherwise the alphabet would decide.",
    "weave/nothing-added":
        "An extension adds lines, or blocks `before` and `after` what is done. They stand below its first line, indented.",
    "weave/nothing-done":
        "`before` and `after` stand around what a phase, a form or a move does. A value or a score does nothing: change it with `becomes`, "
        "replace it, or add a score of your own.",
    "weave/removed":
        "Another expansion, which is woven earlier, removes this declaration. A part that only applies without that expansion stands below "
        "`when not` and its name.",
    "weave/unknown-condition":
        "A `when` part applies by the names of expansions and settings. An expansion that may not be installed is named in the "
        "manifest, by `loads after`, `needs` or `conflicts`.",
    "weave/unknown-target":
        "What is extended, replaced or removed is named by its word and its name, as in `extends action sail`, a verb by its words. "
        "`lawspeaker explain RULESET names` lists them.",
}
