"""Explanations of the family `move`: moves that players can make."""
from __future__ import annotations

CODES: dict[str, str] = {
    "move/not-always-said":
        "A move that is playable at several times can only use what is said at each of them. The names behind one of the moments may be used "
        "behind `if` of the same line; for more, declare a move for each moment.",
    "move/no-condition":
        "A requirement is a condition and the sentence that a player is told where it does not hold: `requires coins > 0 \"You are "
        "poor.\"`.",
    "move/asks-itself":
        "The header of the move asks `possible(…)` of a move whose header, directly or by way of others, asks it of this one. So "
        "neither could ever be answered. Ask for what the other move requires (`some hold.Good`) instead.",
    "move/cost-unforeseen":
        "The costs of this move hang together: what one takes, or what its verb asks, decides whether another can be paid. Then they "
        "are paid on trial to know whether the move is legal, and that must not tell what dice or a bag will bring, offer other moves "
        "or end a phase. Let the cost only take what is paid (`take n from coins`), and do the rest in the effect of the move.",
    "move/heading":
        "The first line of a move has its form, its name and its title, nothing else: `action sail \"Sail to {there}\"`. What is "
        "chosen stands below it: `choose there from neighbours(here)`.",
    "move/limit-of-each":
        "`limit once per round` counts for all players together, `limit once per x per round` for each x by itself: a thing that was "
        "chosen, or `you` for each player. A set, or a word for all players, is no such thing.",
    "move/never-offered":
        "No phase offers moves of this form, and no step does it, so it can never be made. Write `offers action` into a phase, with "
        "the form of the move or one that it belongs to, or `do NAME` into a step.",
    "move/no-name":
        "Each move has a name, by which choices are named in scenarios and saved games: `action sail \"Sail to {there}\"`.",
    "move/none":
        "A step wants a move of this form to be made, but the game declares none. Declare one, or another form is meant.",
    "move/silent-requirement":
        "Behind a requirement of a move stands the sentence that a player is told when it does not hold: `requires hold.room > 0 "
        "\"The hold is full.\"` Without it `why` has no answer.",
    "move/text-number":
        "The printed text of the card has a number in digits that stands nowhere in the lines of the card. Mostly one of the two "
        "is a slip. No warning is given where the number is that of a fact of the table, of a setting or of a value that is "
        "always the same, nor for 1 where the card chooses a single thing.",
}
