"""Explanations of the family `step`: steps in an order that cannot be."""
from __future__ import annotations

CODES: dict[str, str] = {
    "step/choice-behind-effect":
        "`for each p in players at once` asks everybody first, unseen, and then does what comes of it, one after another. A choice "
        "behind an effect would be made when others know more. Write all `choose` steps first.",
    "step/nothing-unseen":
        "`for each p in players at once` is for choices that nobody else may see before all have chosen. Its steps begin with "
        "`choose`, inside `as p`. Without a choice `for each p in players` does the same.",
    "step/arm-alone":
        "`then`, `partly` and `otherwise` stand right below the step whose result they read, on the same level.",
    "step/arm-twice":
        "A step has one arm of each sort: `then`, `partly`, `otherwise`. Write what both do below one of them.",
    "step/ending-already":
        "`end turn` at the end of a turn has nothing to end: the turn is over, only the rules at its end are still running. Each of them "
        "runs once. What shall skip a turn stands at its start.",
    "step/not-being-played":
        "`end x` cancels a card while it is being played. Only a card that the moment itself names, as `x` in `at start of favour(p, x)`, is "
        "surely being played. A card that was chosen, or lies somewhere, has nothing to end.",
    "step/never-reached":
        "A step above ends what goes on here in any case, such as `stop` or `end game`, so this one never runs.",
    "step/forgotten-as":
        "`for each p in others` names each player in turn, and the steps below it never speak of p: they are done by `you`, as "
        "often as there are others. Mostly `as p` was forgotten, which makes p the one who acts. Who really acts each time "
        "writes `repeat number of others times`.",
    "step/requires-among-steps":
        "`requires` stands in the header of a move, where it decides whether the move is offered and tells players why not; and "
        "in a verb, which is not done then. Among other steps it would end them in silence: `if` says what is meant.",
    "step/no-effect":
        "`do its effect` stands in the `does` of a form: there each move of the form does what it declares itself.",
    "step/no-usual":
        "`do usual` stands in a rule with `instead of`, and does what would have happened without that rule.",
    "step/may-without-text":
        "`may` asks a player, who reads its text: `may \"Take a coin\"`. Without one the title of the move that is done (`may do rest`), the "
        "prompt of a choice, or a line of plain words (`may draw 2 cards`) is shown. Where there are several steps, or the line is no "
        "plain words, a text must be written.",
}
