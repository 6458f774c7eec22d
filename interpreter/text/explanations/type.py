"""Explanations of the family `type`: values of a kind that cannot stand where they do."""
from __future__ import annotations

CODES: dict[str, str] = {
    "type/beyond-limits":
        "Every number of a game is within \u00b19999, in law, data and ranges, and what a sum of such numbers always gives. "
        "`0 to many` is a range without an upper end of its own.",
    "type/bill-wanted":
        "A bill says what is to be paid: a fact of type `bill of K`, a value that is one, or in law `{red: 2}`, `{alike: 3}`, `{different: 2}`, "
        "`{any: 1}`, and `{}` for nothing. It must speak of what the payment goes by.",
    "type/cannot-be-none":
        "Only things can be missing (`Port or none`); a number has 0, a flag `false`, and a set or list can be empty.",
    "type/division-by-zero":
        "Nothing can be divided by 0. Where the divisor can become 0 during play, ask first.",
    "type/empty-range":
        "A range goes from the lower to the higher number, both of them in it: `2 to 5`.",
    "type/flag-wanted":
        "Behind `if`, `requires`, `where`, `not`, `and`, `or` stands something that is true or false. Ask a number for its size "
        "(`vp > 0`), a thing whether it is there (`x is not none`), a set whether it has something (`some hold`).",
    "type/grid-wanted":
        "This value is about the spaces of a grid, a kind declared by `grid Cell` with `size 3 by 3`.",
    "type/list-wanted":
        "Dice are kept in a state that is a list of numbers: `state dice: list of number, up to 3`.",
    "type/mixed-set":
        "What `+` joins must be of one sort: things with things, numbers with numbers. A number is added to a number.",
    "type/move-wanted":
        "A move or a form of moves must stand here, by its name, without anything that is chosen in it.",
    "type/never-none":
        "This thing is always there, since its type does not say `or none`. The question always has the same answer.",
    "type/never-of-kind":
        "No thing of this type can be of the kind that is asked for, so the question always has the same answer.",
    "type/never-there":
        "No thing of this type can lie in this place or set, or be linked here. Mostly another place is meant, or its declaration "
        "lacks a kind: `area hold of Good or Crew`.",
    "type/no-index":
        "Brackets pick an entry by its index: of a list, of a row, or of what was declared with an index (`pile "
        "town_pile[TownSize]`). This has none.",
    "type/no-order":
        "Only numbers are smaller or greater. Things can be the same (`=`) or not (`!=`).",
    "type/none-untested":
        "The thing may be missing, and then there is nothing to ask or move. Test it first and go on with the new name: `if "
        "p.region is Region as r`, then `r.size`.",
    "type/not-comparable":
        "Two values of these types can never be the same, so one of them is not what was meant.",
    "type/not-constant":
        "This must be known before the game begins: write numbers, facts and settings only, nothing that changes during play.",
    "type/not-every":
        "Only some things of this kind have this fact, state or place. Test the kind first and use the new name: `if ship is Port "
        "as here`, then `here.value`.",
    "type/number-wanted":
        "A number must stand here. How many things a set has is `number of hold`; what they are worth together is `total of c.worth "
        "for (c in hold)`.",
    "type/out-of-range":
        "The number lies outside the range that the state or fact was declared with.",
    "type/piece-wanted":
        "Only pieces can be moved and discarded: things whose kind can lie in a place. Name one, a set of them, or a place, which "
        "means all that lies there.",
    "type/place-wanted":
        "A place must stand here: an `area`, `row` or `pile` of the table, of a player or of a thing.",
    "type/player-wanted":
        "A player must stand here: `you`, `active`, `first_player`, or a name chosen from `players`.",
    "type/set-wanted":
        "Something with several things must stand here: a place, a kind, a set or list, or `(x in hold where …)`.",
    "type/sort-wanted":
        "Behind a number of pieces stands which ones: a kind (`move 1 Crew from …`) or one of its sorts.",
    "type/state-wanted":
        "Only states change. Facts and values are what they are; change the states from which a value follows.",
    "type/text-wanted":
        "A text in quotation marks must stand here. Values are shown in it by holes: `say \"{you} has {vp} points.\"`.",
    "type/thing-wanted":
        "One thing must stand here, not a number and not a set. `first of hold` is one thing of a place.",
    "type/two-kinds":
        "Things of several kinds have no common order, so there is no next one. Test first which kind it is.",
    "type/two-types":
        "Both ways of `… if … else …`, and all cases of a value, have the same type.",
    "type/value-wanted":
        "This is a name for something that has no value by itself: a phase, a move, or something with an index. Ask for one of its "
        "states (`turn.sailing`), or write the index in brackets.",
    "type/wrong-argument":
        "The value, verb or moment was declared with another type for this argument.",
    "type/wrong-index":
        "The index is declared with the state or place: `state mark[Cell]` is asked as `mark[c]` with a thing of that kind, `pile "
        "saga_pile[1 to 3]` with a number from 1 to 3.",
    "type/wrong-value":
        "The state was declared with another type than that of the new value.",
    "type/wildcard-wanted":
        "What stands for any piece in a payment is a counter of the payer (a state that is a number) or a sort of pieces.",
}
