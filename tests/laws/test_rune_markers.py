"""Runes and treasures stay secret: in a copy of the game in which each of them has a marker for a name, no text that a player
can read has the marker of a rune in another hand or in the deck, or of a town that this player has not seen."""
from __future__ import annotations

import random
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from pieces import layout_of, lying, spots
from playing import Chance

import lawspeaker
from lawspeaker.interpreter.engine.faults import IllegalChoice
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.state import State
from lawspeaker.testing import given, play

MARKER = re.compile(r"zq\w+?qz", re.I)
RUNE = re.compile(r'^rune (\w+) "[^"]*"', re.M)
TOWN = re.compile(r'id: ((?:small|large)_town_\d+), name: "[^"]*"')
OPEN = {"rune_in_play", "rune_discards", "towns"}            # whose content everybody sees
EYE = "Under which 2 towns do you look?"


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return copy(tmp_path_factory.mktemp("marked"))


def copy(folder: Path, *changes: tuple[str, str, str]) -> Game:
    """The game with its runes, renamed: `berserkers` is `zqberserkersqz`, and so is its title; with changes of its law."""
    plain = lawspeaker.load("fire_and_axe", expansions=["runes"])
    for source in (plain.ruleset.folder, plain.sources.expansions[0].folder):
        shutil.copytree(source, folder / source.name, ignore=shutil.ignore_patterns("scenarios", "playthroughs", "*.md"))
    cards = rewrite(folder / "runes/2_cards.law", RUNE, r'rune zq\1qz "Zq\1qz"')
    towns = rewrite(folder / "fire_and_axe/data/goods_and_towns.yaml", TOWN, r'id: zq\1qz, name: "Zq\1qz"')
    assert (cards, towns) == (16, 15)
    for file, what, to in changes:
        assert rewrite(folder / file, re.compile(re.escape(what)), to) == 1
    return lawspeaker.load(str(folder / "fire_and_axe"), expansions=[str(folder / "runes")])


def rewrite(file: Path, what: re.Pattern[str], to: str) -> int:
    text, n = what.subn(to, file.read_text("utf-8"))
    file.write_text(text, "utf-8")
    return n


@dataclass
class Secrets:
    """Who may know which markers now, by where the pieces lie and what was looked at."""

    state: State
    looked: dict[int, set[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.things = layout_of(self.state).things
        self.spots = spots(layout_of(self.state))

    def lying(self, *places: str, owner: int | None = None) -> set[str]:
        return {self.things[t].id for s in self.spots if s.table.name in places and owner in (None, s.owner)
                for t in lying(self.state.cells, s)}

    def known(self, player: int) -> set[str]:
        return self.lying(*OPEN) | self.lying("hand", owner=player) | self.looked.get(player, set())

    def look(self, player: int, ports: list[str]) -> None:
        """What lies under these ports is known to the player from now on: a town only ever moves into the open."""
        for s in self.spots:
            if s.table.name == "town" and self.port(s.number) in ports:
                self.looked.setdefault(player, set()).update(self.things[t].id for t in lying(self.state.cells, s))

    def port(self, place: int) -> str:
        first = next(s for s in self.spots if s.table.name == "town")
        low, _ = first.table.dimensions[0]
        return self.things[low + place - first.number].id


def strings(value: object) -> Iterator[str]:
    """All texts in a value, keys as well."""
    if isinstance(value, dict):
        for k, v in value.items():
            yield str(k)
            yield from strings(v)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for v in value:
            yield from strings(v)
    elif isinstance(value, str):
        yield value


def markers(texts: Iterator[str] | list[str]) -> set[str]:
    return {m.lower() for t in texts for m in MARKER.findall(t)}


def asked(state: State) -> Iterator[str]:
    """What whoever decides can read."""
    d = state.decision
    yield from (d.prompt, d.kind, *d.cites)
    for o in d.options:
        yield from (o.key, o.label, o.group, repr(o), *o.cites)


def told(call: Callable[[], object]) -> list[str]:
    """What a refusal says, or what is answered."""
    try:
        answer = call()
    except IllegalChoice as e:
        return [str(e), *(str(r) for r in e.reasons)]
    except LookupError as e:
        return [str(e)]
    return [str(r) for r in answer] if isinstance(answer, list) else []


def check_refusals(state: State, known: set[str], runes: list[str]) -> None:
    """Wrong choices are answered without naming what is not known, but for what was typed."""
    moves = [m.name for m in state._edition.program.moves]
    for typed in ("nonsense", "zq", "rune", "discard_rune nothing", *(f"{r}x" for r in runes)):
        assert markers(told(lambda t=typed: state.apply(t))) <= known | markers([typed]), typed       # type: ignore[misc]
    for typed in (*moves, *(f"discard_rune {r}" for r in runes)):
        assert markers(told(lambda t=typed: state.why_not(t))) <= known | markers([typed]), typed     # type: ignore[misc]


def search(state: State, choose: Callable[[State], int], limit: int, every: int = 5) -> Counter[str]:
    """Play a game and search all that its players can read; what happened is counted."""
    secrets, seen = Secrets(state), Counter[str]()
    runes = sorted(secrets.lying("rune_deck", "hand"))
    before = [secrets.known(p) for p in range(len(state.players))]
    logs = [[str(e) for e in state.log(player=p)] for p in range(len(state.players))]
    for n in range(limit):
        for p in range(len(state.players)):
            known = secrets.known(p)
            assert markers(strings(state.view(player=p))) <= known
            log = [str(e) for e in state.log(player=p)] if n % every == 0 or state.over else None
            if log is not None:
                assert log[:len(logs[p])] == logs[p], "what was told once is told otherwise now"
                assert markers(log[len(logs[p]):]) <= known | before[p]
                logs[p], before[p] = log, set()
            before[p] |= known                    # what lay open between two readings of the log
            seen["hidden"] += len(secrets.lying("rune_deck", "hand", "town") - known)
        if state.over:
            break
        d = state.decision
        known = secrets.known(d.player)
        assert markers(list(asked(state))) <= known
        if n % every == 0:
            check_refusals(state, known, runes)
        i = choose(state)
        option = d.options[i]
        seen[MARKER.findall(option.key)[0].lower() if MARKER.match(option.key) else option.key.split()[0]] += 1
        if d.prompt.startswith(EYE):             # of many towns one after another
            secrets.look(d.player, option.key.split(", "))
            seen["looked"] += 1
        state.step(i)
    return seen


def skipper(seed: int) -> Callable[[State], int]:
    lots = random.Random(seed)
    return lambda state: state.weighed("skipper", lots.random)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_games_of_the_house_bot(marked: Game, players: int) -> None:
    seen = Counter[str]()
    for seed in (1, 2):
        seen += search(marked.new(players=players, seed=seed), skipper(seed), 220)
    assert seen["hidden"] > 1000
    assert seen["draw_rune"] and sum(seen[m] for m in seen if MARKER.match(m)) > 5


@pytest.mark.parametrize("players", [3, 5])
def test_games_by_chance(marked: Game, players: int) -> None:
    """Chance prefers rare moves, so that more kinds of runes are played."""
    seen = Counter[str]()
    for seed in range(2):
        seen += search(marked.new(players=players, seed=seed), Chance(seed).pick, 220)
    assert seen["hidden"] > 1000
    assert sum(1 for m in seen if MARKER.match(m)) >= 5


def read(state: State, player: int | None) -> set[str]:
    return markers(strings(state.view(player=player))) | markers([str(e) for e in state.log(player=player)])


def test_the_eye_of_odin_opens_for_one(marked: Game) -> None:
    state = given(marked, {"red.ship": "york", "red.hold": ["crew"], "red.hand": ["zqodins_eyeqz", "zqcalm_watersqz"],
                           "yellow.hand": ["zqunrestqz"], "blue.hand": ["zqfoul_omenqz"], "saga_spaces": ["saga_02", "saga_05", "saga_08"]},
                  players=["red", "yellow", "blue"], turn="red")
    secrets = Secrets(state)
    state = play(state, "zqodins_eyeqz", "leave", "york, rome")
    secrets.state = state
    secrets.look(0, ["york", "rome"])
    assert len(secrets.looked[0]) == 2
    assert read(state, 0) == {"zqodins_eyeqz", "zqcalm_watersqz"} | secrets.looked[0]
    assert (read(state, 1), read(state, 2)) == ({"zqodins_eyeqz", "zqunrestqz"}, {"zqodins_eyeqz", "zqfoul_omenqz"})
    state = play(state, ("raid", [6]))
    secrets.state = state
    taken = secrets.lying("towns")
    assert len(taken) == 1 and taken < secrets.looked[0]
    assert read(state, 0) == {"zqodins_eyeqz", "zqcalm_watersqz"} | secrets.looked[0]
    assert read(state, 1) == {"zqodins_eyeqz", "zqunrestqz"} | taken
    assert read(state, 2) == {"zqodins_eyeqz", "zqfoul_omenqz"} | taken


def test_the_trick_of_loki_is_seen_by_two(marked: Game) -> None:
    """Who is robbed sees what is gone; the third player sees that something is."""
    state = given(marked, {"red.ship": "york", "red.hold": ["crew"], "red.hand": ["zqlokis_trickqz"],
                           "yellow.hand": ["zqunrestqz"], "blue.hand": ["zqfoul_omenqz"]}, players=["red", "yellow", "blue"], turn="red")
    state = play(state, "zqlokis_trickqz yellow", "leave")
    assert read(state, 0) == read(state, 1) == {"zqlokis_trickqz", "zqunrestqz"}
    assert read(state, 2) == {"zqlokis_trickqz", "zqfoul_omenqz"}
    assert "zqunrestqz" not in markers(strings(state.view(player=1)))
    assert "discard_rune zqunrestqz" in [o.key for o in state.decision.options]


def test_the_search_finds_what_is_told(marked: Game) -> None:
    """Who may see all is told of runes and towns that no player knows: were a player told so, these tests would see it."""
    state = marked.new(players=3, seed=1)
    secrets = Secrets(state)
    assert len(markers(strings(state.view()))) == 16 + 15
    for p in range(3):
        assert len(secrets.known(p)) == 1
        assert markers(strings(state.view(player=p))) == secrets.known(p)
    state = given(marked, {"red.ship": "norway", "red.hold": ["crew"], "red.hand": [], "rune_deck": ["zqunrestqz"]},
                  players=["red", "yellow", "blue"], turn="red")
    state = play(state, "draw_rune")
    assert [markers([str(e) for e in state.log(player=p)]) for p in (None, 0, 1, 2)] == [{"zqunrestqz"}, {"zqunrestqz"}, set(), set()]


@pytest.mark.parametrize("leak", [
    ("runes/1_rules.law", "up to rune_hand_limit, seen by owner", "up to rune_hand_limit, seen by everyone"),
    ("runes/1_rules.law", "refilled from rune_discards, seen by nobody", "refilled from rune_discards, seen by everyone"),
    ("fire_and_axe/02_board.law", "area town of Town, up to 1, seen by nobody", "area town of Town, up to 1, seen by everyone"),
    ("runes/2_cards.law", "pick 1 from victim.hand as stolen", 'pick 1 from victim.hand as stolen\n    say "{stolen}!"')])
def test_a_leak_is_found(marked: Game, leak: tuple[str, str, str], tmp_path: Path) -> None:
    """The same search in games whose law tells too much."""
    a_trick(marked)
    with pytest.raises(AssertionError, match="zq"):
        a_trick(copy(tmp_path, leak))


def a_trick(game: Game) -> None:
    state = given(game, {"red.ship": "york", "red.hold": ["crew"], "red.hand": ["zqlokis_trickqz"], "yellow.hand": ["zqunrestqz"],
                         "blue.hand": ["zqfoul_omenqz"]}, players=["red", "yellow", "blue"], turn="red")
    seen = search(state, lambda s: chosen(s, "zqlokis_trickqz yellow", "leave", "end_turn"), 3, every=1)
    assert seen["leave"] == 1


def chosen(state: State, *wanted: str) -> int:
    """The first of these that is offered."""
    found = (state.decision.find(key) for key in wanted)
    return next(i for i in found if i is not None)
