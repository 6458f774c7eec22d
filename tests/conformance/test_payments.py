"""Payments in real positions: what is offered is what a search over all subsets of the crew finds, with costs read from the data file."""
from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import lawspeaker
from lawspeaker.interpreter.bots import Lots
from lawspeaker.interpreter.syntax.data import load_yaml, plain
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Source

DATA = Path(lawspeaker.__file__).parent / "rulesets" / "knarr" / "data"


def read(name: str) -> Any:
    datum = load_yaml(Source(name, (DATA / name).read_text("utf-8")), Sink())
    return plain(datum)


def fits(cost: dict[str, int], colours: list[str], jokers: int) -> bool:
    """Whether these cards and so many jokers are exactly what is asked for."""
    if len(colours) + jokers != sum(cost.values()):
        return False
    if "alike" in cost:
        return len(set(colours)) <= 1
    if "different" in cost:
        return len(set(colours)) == len(colours)
    counts = Counter(colours)
    return all(counts[c] <= cost.get(c, 0) for c in counts)


def search(cost: dict[str, int], crew: list[str], colour: dict[str, str], recruits: int) -> set[tuple[tuple[str, ...], int]]:
    found = set()
    for n in range(sum(cost.values()) + 1):
        for cards in combinations(sorted(crew), n):
            jokers = sum(cost.values()) - n
            if jokers <= recruits and fits(cost, [colour[c] for c in cards], jokers):
                found.add((cards, jokers))
    return found


def understood(key: str) -> tuple[tuple[str, ...], int]:
    """`red_vp x2, 1 recruits` as cards and jokers."""
    cards: list[str] = []
    jokers = 0
    for part in key.split(", "):
        words = part.split()
        if words[-1] == "recruits":
            jokers = int(words[0])
        else:
            cards += [words[0]] * (int(words[1][1:]) if len(words) > 1 else 1)
    return tuple(sorted(cards)), jokers


@pytest.mark.parametrize("expansions", [(), ("artifacts",)], ids=["alone", "artifacts"])
@pytest.mark.parametrize("players", [2, 4])
def test_payments_of_random_positions(players: int, expansions: tuple[str, ...]) -> None:
    costs = {d["id"]: d["cost"] for d in read("destinations.yaml")["destinations"]}
    colour = {v["id"]: v["colour"] for v in read("vikings.yaml")["vikings"]}
    game = lawspeaker.load("knarr", expansions=expansions)
    seen: Counter[str] = Counter()
    for seed in range(8):
        state, lots = game.new(players, seed=seed), Lots(seed)
        while not state.over:
            d = state.decision
            keys = [o.key for o in d.options]
            if d.kind == "move" and "explore" in {state._edition.program.moves[m].name for m in d.question.moves}:
                crew, recruits = state.look("crew", d.player), state.look("recruits", d.player)
                for place in state.look("reachable", d.player):
                    expected = search(costs[place], crew, colour, recruits)
                    assert (f"explore {place}" in keys) == bool(expected), (place, crew, recruits)
                    if not expected:
                        seen["impossible"] += 1
                        continue
                    twin = state.clone()
                    twin.apply(f"explore {place}")
                    asked = not twin.over and twin.decision.prompt == "How do you pay?"
                    assert asked == (len(expected) > 1)
                    if asked:
                        assert sorted(understood(o.key) for o in twin.decision.options) == sorted(expected)
                    seen["asked" if asked else "forced"] += 1
            state.step(lots.below(state.count))
    assert min(seen[x] for x in ("impossible", "forced", "asked")) > 20, seen


def test_costs_read_as_words() -> None:
    state = lawspeaker.load("knarr").new(2, seed=1)
    names = {c["id"]: c.get("name", c["id"].capitalize()) for c in read("vikings.yaml")["colours"]}
    for d in read("destinations.yaml")["destinations"]:
        expected = [f"{n} {names.get(what, what)}" for what, n in sorted(d["cost"].items(), key=lambda x: list(names).index(x[0]) if x[0] in names else 99)]
        assert state.look(f"{d['id']}.cost") == " and ".join(expected)
    village = lawspeaker.load("village").new(2, seed=1)
    assert village.look("Stage.stage_1.price") == "1 Scroll or 2 Green" and village.look("window_1.price") == "nothing"
