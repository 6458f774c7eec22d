"""Life goals: a goal can be revealed exactly when its condition holds, and whoever fulfils one is asked before it is lost again.

The conditions are written here a second time, in plain Python, from the text of the rules (RULES.md VG-020 … VG-039 and the table of
goals in components.yaml): they read `State.view()` and the data files, nothing of the law.  They are compared with the game in every
position of games played by chance and by the bot of the game, for all players and all goals, and in positions made for each goal.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import lawspeaker
from lawspeaker.interpreter.bots import Lots
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.state import State
from lawspeaker.interpreter.syntax.data import load_yaml, plain
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Source
from lawspeaker.testing import given

ROOT = Path(lawspeaker.__file__).parent
COMBINATIONS: dict[str, tuple[str, ...]] = {"base": (), "inn": ("inn",), "port": ("captains", "voyage"), "inn_port": ("inn", "captains", "voyage")}
SILVER = {"aristocrat", "writer", "coachman", "farmer", "bailiff", "knight", "brewer", "explorer"}
GOLDEN = {"town_clerk", "guild_master", "historian", "saint", "travelling_salesman", "acolyte", "merchant", "missionary", "innkeeper"}
REMOVED = {"base": {"brewer", "explorer", "missionary", "innkeeper"}, "inn": {"explorer", "missionary"},
           "port": {"brewer", "innkeeper", "travelling_salesman"}, "inn_port": {"travelling_salesman"}}
SOME = 6                         # what nobody holds and has not changed is compared at every sixth decision, to save time
COUNTS = {"base": (6, 7), "inn": (7, 8), "port": (7, 7), "inn_port": (8, 8)}                    # VG-EX-01


# ---- the position, as the rules speak of it -----------------------------------------------------------------------
@cache
def data(entry: str) -> dict[str, Any]:
    """An entry of the data files of the game and its expansions, all of them together."""
    found: dict[str, Any] = {}
    for folder in ("rulesets/village", "plugins/inn", "plugins/captains", "plugins/voyage"):
        for path in sorted((ROOT / folder / "data").glob("*.yaml")):
            datum = load_yaml(Source(path.name, path.read_text("utf-8")), Sink())
            assert datum is not None
            found |= plain(datum).get(entry, {})
    return found


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's part of a position."""

    name: str
    view: dict[str, Any]

    @property
    def own(self) -> dict[str, Any]:
        part: dict[str, Any] = self.view["players"][self.name]
        return part

    def home(self, **items: int) -> bool:
        """So much of each of these lies at home, or more (VG-014); what is aboard a ship lies in another place (VG-026)."""
        return all(self.own["home"].count(item) >= n for item, n in items.items())

    def members(self, thing: str, place: str) -> list[str]:
        """Own members in a place of the board."""
        return [m for m in self.view["things"][thing][place] if m.startswith(f"{self.name}.")]

    def things_with_members(self, entry: str, place: str) -> int:
        return sum(bool(self.members(thing, place)) for thing in data(entry) if thing in self.view["things"])


def generation(member: str) -> int:
    """`red.four_2` → 4."""
    family: int = data("members")[member.split(".")[1].rsplit("_", 1)[0]]["generation"]
    return family


def windows(seat: Seat) -> dict[int, list[str]]:
    """The members in church by the number of their window, counted from the right."""
    return {w["place"]: seat.members(name, "clergy") for name, w in data("windows").items()}


def town_clerk(seat: Seat) -> bool:
    stage_4 = [name for name, s in data("stages").items() if s["height"] == 4]
    return any(seat.members(s, "councillors") for s in stage_4) and seat.view["table"]["starter"] == seat.name


def guild_master(seat: Seat) -> bool:
    working = [m for b in data("buildings") if b in seat.view["things"] for m in seat.members(b, "workers")]
    return len(working) + len(seat.members("crafts", "pages")) >= 4


def saint(seat: Seat) -> bool:
    inside = windows(seat)
    return sum(map(len, inside.values())) >= 3 and all(inside[n] for n in (1, 2, 3))


def travelling_salesman(seat: Seat) -> bool:
    corner = [name for name, t in data("towns").items() if t.get("note", "").startswith("top right")]
    assert len(corner) == 1
    return bool(seat.members(corner[0], "visitors")) and len(seat.own["served"]) >= 2


def explorer(seat: Seat) -> bool:
    aboard = seat.own["ship_holds"]
    return "cocoa" in aboard and "tea" in aboard and bool(seat.own["chest_hold"])


CONDITIONS: dict[str, Callable[[Seat], bool]] = {
    "aristocrat": lambda seat: seat.home(coin=7),
    "writer": lambda seat: seat.home(scroll=3, orange=1, green=1, brown=1, pink=1),
    "coachman": lambda seat: seat.home(horse=2, wagon=2),
    "farmer": lambda seat: seat.home(grain=5, ox=1, plow=1),
    "bailiff": lambda seat: seat.home(scroll=1, green=3, coin=3),
    "knight": lambda seat: seat.home(horse=2, coin=3),
    "brewer": lambda seat: seat.home(beer=4, grain=3),
    "explorer": explorer,
    "town_clerk": town_clerk,
    "guild_master": guild_master,
    "historian": lambda seat: seat.things_with_members("sections", "pages") >= 4,
    "saint": saint,
    "travelling_salesman": travelling_salesman,
    "acolyte": lambda seat: any(generation(m) == 4 for inside in windows(seat).values() for m in inside),
    "merchant": lambda seat: len(seat.own["served"]) >= 6,
    "missionary": lambda seat: seat.things_with_members("islands", "mission") >= 2,
    "innkeeper": lambda seat: len(seat.own["villagers"]) >= 4,
}


# ---- what the game says -------------------------------------------------------------------------------------------
@cache
def game(combination: str) -> Game:
    return lawspeaker.load("village", expansions=[*COMBINATIONS[combination], "life_goals"])


def goals(state: State) -> dict[str, ir.Move]:
    return {m.name: m for m in state._edition.program.moves if m.form == "life_goal"}


def can_reveal(state: State, move: ir.Move, seat: int) -> bool:
    """Whether the game says so, of whoever, whatever is being asked."""
    out: list[Any] = []
    state._edition.evaluator.leaves(move, state._cells, seat, out)
    return bool(out)


def without_holding(move: ir.Move) -> ir.Move:
    """The move of a goal as if everybody held its card: the first line of a card's header is that it is held."""
    return replace(move, header=move.header[1:])


@dataclass(slots=True)
class Watch:
    """One game, looked at in every position."""

    state: State
    seen: Counter[tuple[str, bool]]
    dealt: dict[str, ir.Move]
    open: dict[str, ir.Move]
    unasked: set[tuple[int, str]]             # goals fulfilled and held by a seat, not offered to it since they are
    were: set[tuple[int, str]]                # those that were fulfilled and held at the last look
    holds: dict[tuple[int, str], bool]        # what was expected at the last look
    looks: int = 0

    @staticmethod
    def of(state: State, seen: Counter[tuple[str, bool]]) -> Watch:
        dealt = goals(state)
        return Watch(state, seen, dealt, {name: without_holding(m) for name, m in dealt.items()}, set(), set(), {})

    def look(self) -> None:
        """Compare all goals of all players; then what the player who is asked is offered; then whether somebody was never asked."""
        state, view = self.state, self.state.view()
        self.looks += 1
        now: set[tuple[int, str]] = set()
        for number, name in enumerate(state.players):
            seat, hand = Seat(name, view), view["players"][name]["goals"]
            for i, goal in enumerate(self.dealt):
                expected = CONDITIONS[goal](seat)
                changed = self.holds.get((number, goal)) != expected
                self.holds[number, goal] = expected
                if goal not in hand and not changed and (self.looks + i) % SOME:
                    continue
                self.seen[goal, expected] += 1
                move = (self.dealt if goal in hand else self.open)[goal]
                assert can_reveal(state, move, number) == expected, self.where(number, goal, expected)
                if expected and goal in hand:
                    now.add((number, goal))
                elif expected:
                    assert not can_reveal(state, self.dealt[goal], number), self.where(number, goal, False)
        held = {(n, g) for n, name in enumerate(state.players) for g in view["players"][name]["goals"]}
        lost = {(n, g) for n, g in self.unasked - now if (n, g) in held}
        assert not lost, f"Nobody was asked while it was fulfilled: {self.where(*lost.pop(), True)}"
        self.unasked = (self.unasked & now) | (now - self.were)
        self.were = now
        if not state.over:
            self.compare_with_the_question(now)

    def compare_with_the_question(self, now: set[tuple[int, str]]) -> None:
        d = self.state.decision
        if d.kind != "move":
            return
        moves = self.state._edition.program.moves
        asked_for = {moves[m].name for m in d.question.moves}
        # the question of a phase: neither a window for this or that card, nor (without a prompt) a choice in the middle of an effect
        if d.prompt and not all(moves[m].timing for m in d.question.moves):
            assert asked_for >= self.dealt.keys(), f"No goal can be revealed here (VG-011): {self.where(d.player, '', True)}"
        offered = {o.group for o in d.options} & self.dealt.keys()
        assert offered == {g for n, g in now if n == d.player and g in asked_for}, self.where(d.player, ", ".join(offered), True)
        self.unasked -= {(d.player, g) for g in offered}

    def where(self, seat: int, goal: str, expected: bool) -> str:
        s = self.state
        prompt = "over" if s.over else s.decision.prompt
        part = s.view()["players"][s.players[seat]]
        return f"{goal} of {s.players[seat]} should be {expected}: seed {s.seed}, decision {self.looks}, {prompt!r}, {part}"

    def end(self) -> None:
        """The game is over: everything that was fulfilled was offered, the end of the game included (VG-011)."""
        assert not self.unasked, self.where(*self.unasked.pop(), True)


def watched_games(combination: str, players: int, seeds: range, seen: Counter[tuple[str, bool]]) -> None:
    rules = game(combination)
    for seed in seeds:
        for by_chance in (False, True):
            state, lots = rules.new(players, seed), Lots(seed)
            watch = Watch.of(state, seen)
            while not state.over:
                watch.look()
                state.step(lots.below(state.count) if by_chance else state.weighed(rules.bots[0], lots.part))
            watch.look()
            watch.end()


# ---- the tests ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("combination", COMBINATIONS)
def test_the_goals_that_fit(combination: str) -> None:
    """Goals that need a part that is not in play are not in the game, nor is land travel with the Port (VG-003, VG-004, VG-005, VG-006)."""
    for players in (2, 3, 4):
        state = game(combination).new(players, 1)
        fitting = set(goals(state))
        assert fitting == (SILVER | GOLDEN) - REMOVED[combination]
        assert (len(fitting & SILVER), len(fitting & GOLDEN)) == COUNTS[combination]
        view = state.view()
        hands = [part["goals"] for part in view["players"].values()]
        assert all(len(h) == 2 and len(SILVER & {*h}) == len(GOLDEN & {*h}) == 1 and {*h} <= fitting for h in hands), hands
        assert len({g for h in hands for g in h}) == 2 * players
        assert view["table"]["goal_deck"] == {"silver": [], "golden": []}


# Goals that no game below fulfils for anybody; `POSITIONS` has them, as all others.
NOT_IN_THESE_GAMES = {"aristocrat", "bailiff", "knight", "innkeeper", "missionary", "travelling_salesman"}


def test_goals_in_played_games() -> None:
    """Whoever holds it and whoever is asked: each goal of each player can be revealed when its condition holds (VG-011 … VG-039)."""
    seen: Counter[tuple[str, bool]] = Counter()
    for combination in COMBINATIONS:
        for players in (2, 3, 4):
            watched_games(combination, players, range(2), seen)
    never = {(goal, value) for goal in SILVER | GOLDEN for value in (False, True) if not seen[goal, value]}
    assert never <= {(goal, True) for goal in NOT_IN_THESE_GAMES}, never


def pieces(**items: int) -> list[str]:
    return [item for item, n in items.items() for _ in range(n)]


COLOURS = ["orange", "green", "brown", "pink"]
CUSTOMERS = [f"customer_0{n}" for n in range(1, 8)]
CREW = ["admiral", "helmsman", "quartermaster", "cartographer"]
HAND = ["blacksmith_villager", "wheelwright", "scribe", "miller"]
MONKS = ["monk"] * 4
AT_ISLANDS: dict[str, object] = {"cocoa_island.stock": ["cocoa"], "tea_island.stock": ["tea"]}
# goal, the combinations in which it is tried ("*": all that have it), whether it is fulfilled, the position
POSITIONS: list[tuple[str, str, bool, dict[str, object]]] = [
    ("aristocrat", "*", True, {"red.home": pieces(coin=7)}),
    ("aristocrat", "*", True, {"red.home": pieces(coin=8, grain=1)}),                                              # VG-EX-02
    ("aristocrat", "*", False, {"red.home": pieces(coin=6, grain=5, green=4)}),
    ("aristocrat", "port inn_port", False, {"red.home": pieces(coin=6), "red.chests": ["chest_5"]}),               # AMB-24
    ("writer", "*", True, {"red.home": [*pieces(scroll=3), *COLOURS]}),
    ("writer", "*", False, {"red.home": [*pieces(scroll=2, coin=5), *COLOURS]}),
    ("writer", "*", False, {"red.home": [*pieces(scroll=4, coin=3), *COLOURS[:3]]}),
    ("writer", "*", False, {"red.home": [*pieces(scroll=4, coin=3), *COLOURS[1:]]}),
    ("writer", "port inn_port", False, {"red.home": [*pieces(scroll=2), *COLOURS], "red.ship_holds": ["scroll"]}), # VG-026
    ("coachman", "*", True, {"red.home": pieces(horse=2, wagon=2)}),
    ("coachman", "*", False, {"red.home": pieces(horse=2, wagon=1, ox=2)}),
    ("coachman", "*", False, {"red.home": pieces(horse=1, wagon=3, ox=2)}),
    ("coachman", "port inn_port", False, {"red.home": pieces(horse=2, wagon=1), "red.ship_holds": ["wagon"]}),     # VG-026, AMB-25
    ("farmer", "*", True, {"red.home": pieces(grain=5, ox=1, plow=1)}),
    ("farmer", "*", False, {"red.home": pieces(grain=4, ox=1, plow=1, coin=6)}),
    ("farmer", "*", False, {"red.home": pieces(grain=5, horse=1, plow=1)}),
    ("farmer", "*", False, {"red.home": pieces(grain=5, ox=1, wagon=1)}),
    ("farmer", "port inn_port", False, {"red.home": pieces(grain=5, plow=1), "red.ship_holds": ["ox"]}),
    ("bailiff", "*", True, {"red.home": pieces(scroll=1, green=3, coin=3)}),
    ("bailiff", "*", False, {"red.home": pieces(scroll=1, green=2, coin=4)}),
    ("bailiff", "*", False, {"red.home": pieces(scroll=1, green=3, coin=2, pink=2)}),
    ("bailiff", "*", False, {"red.home": pieces(green=3, coin=3)}),
    ("knight", "*", True, {"red.home": pieces(horse=2, coin=3)}),
    ("knight", "*", False, {"red.home": pieces(horse=1, ox=1, coin=3)}),
    ("knight", "*", False, {"red.home": pieces(horse=2, coin=2)}),
    ("brewer", "*", True, {"red.home": pieces(beer=4, grain=3)}),
    ("brewer", "*", False, {"red.home": pieces(beer=3, grain=3)}),
    ("brewer", "*", False, {"red.home": pieces(beer=4, grain=2)}),
    ("explorer", "*", True, {"red.boat": "at_far_island", "red.ship_holds": ["cocoa", "tea"], **AT_ISLANDS, "red.chest_hold": ["chest_4"]}),     # VG-EX-08
    ("explorer", "*", False, {**AT_ISLANDS, "red.home": pieces(cocoa=1, tea=1), "red.chests": ["chest_4"]}),                     # unloaded
    ("explorer", "*", False, {"red.boat": "at_far_island", "red.ship_holds": ["cocoa", "tea"], **AT_ISLANDS, "red.chests": ["chest_4"]}),
    ("explorer", "*", False, {"red.boat": "at_far_island", **AT_ISLANDS, "red.ship_holds": ["tea"], "red.home": ["cocoa"], "red.chest_hold": ["chest_4"]}),
    ("explorer", "*", False, {"red.boat": "at_far_island", **AT_ISLANDS, "red.ship_holds": ["cocoa", "ox"], "red.chest_hold": ["chest_4"]}),
    ("town_clerk", "*", True, {"starter": "red", "stage_4.councillors": ["red.one_1"]}),
    ("town_clerk", "*", False, {"starter": "red", "stage_3.councillors": ["red.one_1", "red.one_2"]}),             # VG-EX-03
    ("town_clerk", "*", False, {"starter": "yellow", "next_starter": "red", "stage_4.councillors": ["red.one_1"]}),
    ("town_clerk", "*", False, {"starter": "red", "stage_4.councillors": ["yellow.one_1"]}),
    ("guild_master", "*", True, {"smithy.workers": ["red.one_1"], "office.workers": ["red.one_2"],
                                 "Section.crafts.pages": ["red.one_3", "red.one_4"]}),                             # VG-EX-04
    ("guild_master", "*", True, {"smithy.workers": ["red.one_1"], "office.workers": ["red.one_2"], "stables.workers": ["red.one_3"],
                                 "wainwright.workers": ["red.four_1", "yellow.one_1"]}),
    ("guild_master", "*", False, {"smithy.workers": ["red.one_1", "yellow.one_1"], "office.workers": ["red.one_2"],
                                  "Section.crafts.pages": ["red.one_3"], "graves": ["red.one_4"]}),
    ("guild_master", "inn inn_port", True, {"brewery.workers": ["red.one_1"], "office.workers": ["red.one_2"],
                                            "Section.crafts.pages": ["red.one_3", "red.one_4"]}),                  # VI-020, VI-023
    ("guild_master", "inn inn_port", False, {"inn_guests": ["red.one_1"], "office.workers": ["red.one_2"],
                                             "Section.crafts.pages": ["red.one_3", "red.one_4"]}),
    ("historian", "*", True, {"Section.crafts.pages": ["red.one_1"], "Section.church.pages": ["red.one_2"],
                              "Section.travel.pages": ["red.one_3"], "Section.farmyard.pages": ["red.one_4"]}),
    ("historian", "*", False, {"Section.crafts.pages": ["red.one_1"], "Section.church.pages": ["red.one_2"],
                               "Section.travel.pages": ["red.one_3", "red.one_4"], "Section.farmyard.pages": ["yellow.one_1"]}),
    ("historian", "*", False, {"Section.crafts.pages": ["red.one_1"], "Section.church.pages": ["red.one_2"],
                               "Section.travel.pages": ["red.one_3"], "graves": ["red.one_4"]}),
    ("historian", "inn inn_port", False, {"Section.crafts.pages": ["red.one_1"], "Section.council_chamber.pages": ["red.one_2"],
                                          "Section.church.pages": ["red.one_3"], "bard_entries": ["red.one_4"]}),  # VG-EX-05, VI-EX-05
    ("saint", "*", True, {"window_1.clergy": ["red.one_1"], "window_2.clergy": ["red.one_2"], "window_3.clergy": ["red.two_1"]}),
    ("saint", "*", False, {"window_1.clergy": ["red.one_1"], "window_2.clergy": ["red.one_2"], "window_4.clergy": ["red.one_3"]}),     # VG-EX-06
    ("saint", "*", False, {"window_1.clergy": ["red.one_1"], "window_2.clergy": ["red.one_2", "red.one_3"], "window_3.clergy": ["yellow.one_1"]}),
    ("saint", "*", False, {"black_bag": [*MONKS, "red.one_1"], "window_2.clergy": ["red.one_2"], "window_3.clergy": ["red.one_3"]}),
    ("travelling_salesman", "*", True, {"town_6.visitors": ["red.one_1"], "red.served": CUSTOMERS[:2]}),
    ("travelling_salesman", "*", False, {"town_6.visitors": ["red.one_1"], "red.served": CUSTOMERS[:1]}),
    ("travelling_salesman", "*", False, {"town_6.flags": ["red.marker"], "red.served": CUSTOMERS[:3]}),            # VG-EX-07
    ("travelling_salesman", "*", False, {"town_5.visitors": ["red.one_1"], "town_6.visitors": ["yellow.one_1"], "red.served": CUSTOMERS[:3]}),
    ("acolyte", "*", True, {"window_1.clergy": ["red.four_2"]}),
    ("acolyte", "*", True, {"window_4.clergy": ["red.four_1", "yellow.one_1"]}),
    ("acolyte", "*", False, {"window_2.clergy": ["red.three_1", "yellow.four_1"]}),
    ("acolyte", "*", False, {"black_bag": [*MONKS, "red.four_1"]}),                                                # VG-EX-12
    ("acolyte", "*", False, {"Section.church.pages": ["red.four_1"]}),
    ("merchant", "*", True, {"red.served": CUSTOMERS[:6]}),
    ("merchant", "*", True, {"red.served": CUSTOMERS[:7]}),
    ("merchant", "*", False, {"red.served": CUSTOMERS[:5]}),                                                       # VG-EX-09
    ("merchant", "inn inn_port", False, {"red.served": CUSTOMERS[:5], "scrap": CUSTOMERS[5:]}),                    # AMB-17
    ("missionary", "*", True, {"cattle_island.mission": ["red.one_1"], "tea_island.mission": ["red.one_2"]}),
    ("missionary", "*", False, {"cattle_island.mission": ["red.one_1"], "tea_island.mission": ["yellow.one_1"]}),
    ("missionary", "*", False, {"cattle_island.mission": ["red.one_1"], "red.boat": "at_tea_island", "red.ship_holds": ["red.one_2"]}),
    ("innkeeper", "*", True, {"red.villagers": HAND}),
    ("innkeeper", "*", True, {"red.villagers": [*HAND, "bard"]}),
    ("innkeeper", "*", False, {"red.villagers": HAND[:3]}),                                                        # VG-EX-10
    ("innkeeper", "inn_port", False, {"red.villagers": [*HAND[:2], *CREW[2:3]], "red.crew_cards": CREW[:1]}),
]


@pytest.mark.parametrize("combination", COMBINATIONS)
def test_goals_in_given_positions(combination: str) -> None:
    """Each goal just fulfilled and just missed."""
    seen: set[tuple[str, bool]] = set()
    for goal, where, fulfilled, position in POSITIONS:
        if goal in REMOVED[combination] or where != "*" and combination not in where.split():
            continue
        state = given(game(combination), {"starter": "red", "red.goals": [goal], "red.home": [], **position}, players=["red", "yellow"], turn="red")
        assert CONDITIONS[goal](Seat("red", state.view())) == fulfilled, (goal, position)
        assert (goal in [o.key for o in state.decision.options]) == fulfilled, (goal, position)
        assert not can_reveal(state, goals(state)[goal], 1), "yellow does not hold it"
        seen.add((goal, fulfilled))
    assert seen == {(goal, value) for goal in (SILVER | GOLDEN) - REMOVED[combination] for value in (False, True)}
