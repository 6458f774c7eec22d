"""Explanations of the family `name`: names that mean nothing, or two things."""
from __future__ import annotations

CODES: dict[str, str] = {
    "name/declared-twice":
        "Two declarations of one name would leave it to chance which is meant. Give one of them another name; lines about one kind, "
        "or one move, belong together.",
    "name/hidden":
        "Within a move or verb a new name must differ from all that can be used there, since a reader would take one for the other: "
        "`let vp = 3` where `vp` is a state.",
    "name/kind-not-capitalised":
        "Kinds begin with a capital (`kind Port`), things and everything else with a small letter (`bayeux`). So a reader sees at "
        "once whether all ports or one of them is meant.",
    "name/new-wanted":
        "Behind `as` stands a new name for the result, such as `roll 1 die as result`, not an expression.",
    "name/reserved":
        "The words of the language itself (`you`, `players`, `first`, `number` and some more) cannot be names.",
    "name/two-meanings":
        "Things of several kinds have this id, so it does not say which is meant. Write the kind before it: `SagaType.trade`.",
    "name/unknown":
        "The name is not declared anywhere that can be seen from here: not as a state, place, fact, value, setting or thing, and "
        "not by `choose`, `let`, `for each`, `is … as` or a parameter above it. Names made in a block live to the end of that "
        "block.",
    "name/unknown-declaration":
        "Lines at the left edge begin with a declaration (`kind`, `table`, `player`, `value`, `rule`, `to`, …) or with a form of "
        "move that the game declares.",
    "name/unknown-field":
        "The thing before the dot has no fact, state or place of this name: `bayeux.value` needs `fact value: number` below `kind "
        "Port` or a kind that ports belong to.",
    "name/unknown-form":
        "A form is a sort of move: `form task is action`. `action` is there from the beginning.",
    "name/unknown-graph":
        "`steps_between(graph, here, there)` counts links of a graph, which is declared by `graph name for Kind from path`.",
    "name/unknown-kind":
        "No `kind` or `grid` of this name is declared. Kinds begin with a capital.",
    "name/unknown-line":
        "This declaration has no line that begins so. What may stand in it is said by the clauses of core.law; `lawspeaker explain "
        "WORD` shows them.",
    "name/unknown-moment":
        "A moment is declared (`moment town_taken(spoils: Town)`), comes with `now town_taken(…)`, and rules answer it `at "
        "town_taken(x)`. `at start of turn` and `at end of turn` need no declaration.",
    "name/unknown-move":
        "A bot weighs moves and forms of moves of the game; this is none of them.",
    "name/unknown-phase":
        "No phase of this name is declared, in the outline of the game or by itself.",
    "name/unknown-rule":
        "`precedes` names another rule of the game, before which this one runs at the same moment.",
    "name/unknown-span":
        "Only what lasts can begin and end: phases and moves, as in `at end of turn` or `end turn`. The game itself is ended by "
        "`end game`.",
    "name/unknown-type":
        "The types are `number`, `0 to 7`, `flag`, `text`, a kind such as `Port`, `Port or none`, `set of Port`, `list of number, "
        "up to 3`, `bill of Good`.",
    "name/unknown-value":
        "No `value` of this name takes arguments. Values are declared as in `value defence(p: Port) = p.value + 1`; verbs cannot be "
        "used inside expressions.",
    "name/unknown-verb":
        "A step begins with a verb of core.law (`set`, `add`, `move`, `draw`, …), with one that the game declares by `to`, or with "
        "a word such as `if`, `choose`, `repeat`. `lawspeaker explain verbs` lists them.",
    "name/capital":
        "Only kinds have a capital letter. Moves, cards, values, phases, rules and all others are lower case, with `_` between "
        "words.",
    "name/heading":
        "The first line of each declaration has its own parts: `kind Port is Space from ports`, `value price(n: number) = 2 * n`. "
        "What nothing reads there would be lost in silence.",
    "name/missing":
        "Every declaration but `table` and `player` has a name behind its first word.",
    "name/unused":
        "The name is declared, and nothing uses it. Mostly it is misspelt there or where it should be used; if not, leave it out.",
    "name/unknown-payment":
        "Behind `with` in a cost stands the name of a `payment`, which says how bills are paid; so does what a payment `is`.",
}
