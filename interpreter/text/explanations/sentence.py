"""Explanations of the family `sentence`: sentences that fit no pattern."""
from __future__ import annotations

CODES: dict[str, str] = {
    "sentence/twice":
        "A declaration has this line once: of two, one would count and the other be forgotten. An expansion that extends the "
        "declaration writes its own line in the place of the game's.",
    "sentence/native-outside-core":
        "`native` stands for what the engine itself does; only core.law has it. In the law of a game a verb has steps and a value "
        "has an expression.",
    "sentence/no-cost":
        "A cost is paid by a verb that begins with `to pay`: for `costs 1 day` write `to pay {n: number} day(s)`, with what it "
        "requires and what it takes.",
    "sentence/no-pattern":
        "The sentence begins with a word that is known, but its other words do not fit. Words stand where the pattern has words, "
        "and each hole takes one value: put longer ones in parentheses, as in `set on to (not on)`.",
    "sentence/no-verb":
        "The pattern of a verb begins with a word, not with a hole: `to settle {p: Port}`.",
    "sentence/two-patterns":
        "The sentence can be read in two ways, since two verbs have the same words and holes in other places. Change the words of "
        "one of them.",
    "sentence/wrong-place":
        "The line is known, but stands in a declaration that has no such line: `copies` belongs to a kind, `offers` to a phase, "
        "`requires` to a move.",
}
