"""Explanations of the family `catalogue`: the rules of a rulebook, their ids, and what cites them."""
from __future__ import annotations

CODES: dict[str, str] = {
    "catalogue/bad-id":
        "Law cites a rule in brackets, `[RAID-04]`: capitals, and a number behind the last hyphen. An id of another form can be "
        "cited nowhere.",
    "catalogue/no-text":
        "Each entry says something: a rule its `rule`, a worked example its `text`, a ruling its `ruling`.",
    "catalogue/unknown-key":
        "`rules.yaml` has the lists `rules`, `vectors` and `rulings`, and their entries have a few keys. What nothing reads is most "
        "likely misspelt.",
    "catalogue/wrong-form":
        "`rules.yaml` is a map of lists, whose entries are maps of texts.",
    "catalogue/id-twice":
        "Each rule, worked example and ruling of `rules.yaml` has an id of its own, because law and scenarios cite them by it.",
    "catalogue/no-citation":
        "The game has a catalogue of its rules (`rules.yaml`), and this move or rule cites none of them anywhere. Then nobody can "
        "look up where it comes from: refusals, logs, `explain` and `trace` have nothing to show. Write the id behind the line "
        "that does what the rule says, as in `[FA-RAID-01]`.",
    "catalogue/no-id":
        "An entry of `rules.yaml` needs an id, so that law and scenarios can cite it.",
    "catalogue/unknown-id":
        "Law or a scenario cites a rule that the catalogue (`rules.yaml`) does not have: a slip of the keyboard, or a rule that "
        "has not been catalogued yet. `lawspeaker explain RULESET rules` lists all rules with their ids.",
}
