"""Explanations of the family `screen`: what cannot be read in a screen.yaml, which says what `play` shows at a glance."""

CODES = {
    "screen/wrong-form": "A screen file has one key, `screen`, with a list of panels.  Each panel has a title (`panel`) and one of "
                         "`items` (title: text), `each` with `columns` (a row for each thing of a set) and `board` with `shows` "
                         "(a picture of a grid); `when` is an expression without which the panel is left out.",
    "screen/unknown-expression": "The texts of a screen file hold law expressions in braces, and this one cannot be read: a name in "
                                 "it is unknown, or its parts do not fit together.  States of a phase may be used; while the "
                                 "phase is not going on, a dash is shown.",
}
