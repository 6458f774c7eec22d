"""Explanations of the family `scenario`: files of scenarios that are not as they should be, and positions that cannot be."""
from __future__ import annotations

CODES: dict[str, str] = {
    "scenario/empty":
        "The key stands there with nothing behind it: what should have been tested is missing, and the scenario would pass.",
    "scenario/expects-nothing":
        "A scenario that expects nothing, or just what it gave, passes whatever the rules are. `then` says what must come of the "
        "play, `refused` what must not be possible, `offered` what must be.",
    "scenario/dice-first":
        "Dice are dictated for the step above them, so a scenario cannot begin with `dice`. Write them below the step that rolls.",
    "scenario/list-wanted":
        "A file of scenarios is a list, and so are `play` and `refused`: each entry begins with a dash.",
    "scenario/map-wanted":
        "A scenario is a map of its keys; `given` and `then` are maps of expressions to values, one for each line.",
    "scenario/never-none":
        "The state is declared without `or none`, so it always has a value.",
    "scenario/no-name":
        "Every scenario says in one sentence what it shows: `scenario: A failed raid roll costs one crew`.",
    "scenario/no-number":
        "A value with a sign, such as `+5`, is a change of a number since `given`. Flags, things and lists do not change by so "
        "many; write the value that is expected.",
    "scenario/no-players":
        "A scenario names its seats in turn order, as in `players: [red, yellow, blue]`. Their number decides how many play.",
    "scenario/no-such-piece":
        "No piece of the game has these facts, or all that have them are needed in other places of this scenario.",
    "scenario/no-value-now":
        "A state of a phase has a value only while that phase is going on, so it can be given only then. At the beginning of a "
        "scenario the seat of `turn` is asked for its first choice.",
    "scenario/not-a-state":
        "Only states and places can be given. Facts never change, and values follow from states: give those.",
    "scenario/number-wanted":
        "Seeds and dice are whole numbers: `seed: 7`, `- dice: [3, 5]`. A die shows what its faces allow.",
    "scenario/one-step":
        "Each step is an entry of the list with one line: who chooses what. Two lines without a dash between them are one entry.",
    "scenario/out-of-range":
        "The state is declared with a range of numbers, as in `state vp: 0 to many`, and this number lies outside.",
    "scenario/piece-twice":
        "Pieces are conserved: one that is told apart from others lies in one place only.",
    "scenario/place-twice":
        "Two lines of `given` mean the same place. Write its whole content in one of them.",
    "scenario/seat-twice":
        "Each seat is named once in `players`, in the order in which they take their turns.",
    "scenario/step-wanted":
        "A step is a map of one seat to what it chooses: an option's key or its label.",
    "scenario/thing-wanted":
        "A thing is written by its id, or by facts that only it has, such as `{treasure: 5}`.",
    "scenario/too-full":
        "The place is declared with `up to N`, and more pieces are given than may lie there in this position.",
    "scenario/too-many":
        "Pieces are conserved. Counted pieces that are given to a place are taken from where they are discarded to, such as the "
        "supply of their owner, or from where they begin; not so many lie there. Pieces in places that are not given stay where they are.",
    "scenario/two-same-names":
        "Scenarios are called by their names, so each name stands once in a file.",
    "scenario/unknown-fact":
        "Things can be described by their facts, and by `owner` if each player has his own. This kind has no fact of that name.",
    "scenario/unknown-key":
        "The key is not one that scenarios have. It is most likely misspelt; read in silence it would test nothing.",
    "scenario/unknown-name":
        "A seat, a move, a kind, a part of the score or a thing of this name is not in the game, and one with a similar name is. "
        "The key of a choice is the name of the move and the ids of what was chosen: `sail north_sea`.",
    "scenario/unknown-rule":
        "`cites` names rules of the catalogue, `rules.yaml`, so that it can be told which rules are tested. This id is not in it.",
    "scenario/unknown-score":
        "`red.score.PART` is what one part of the score gives a seat; the parts are the `score` declarations of the law.",
    "scenario/unknown-seat":
        "Only the seats that `players` names take part, so no other can be on turn, choose or win.",
    "scenario/unknown-thing":
        "No thing of the kinds that fit here has this id. A piece that each player has can be written with its owner: `red.crew`.",
    "scenario/which":
        "The facts fit several things, and one is needed. Write its id, or further facts.",
    "scenario/which-sort":
        "Pieces that are only counted are of a sort. A bare number, or facts that several sorts have, do not tell which sort is "
        "meant.",
    "scenario/word-wanted":
        "A word or a text must stand here, such as a seat or the key of an option, not a list or a map.",
    "scenario/wrong-value":
        "The value does not fit the type of the expression before the colon.",
}
