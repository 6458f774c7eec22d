"""What people at the table must be told: treasures that were looked at, sagas by homeland, the last round."""
from __future__ import annotations

from lawspeaker.cli import rules
from lawspeaker.cli.playing import screen_file
from lawspeaker.cli.playing.panels import Listing, Names
from lawspeaker.interpreter.game import load
from lawspeaker.testing import given


def listing(state: object, title: str, player: int) -> Listing | None:
    shown = [p for folder, label in state.game.folders if (folder / "screen.yaml").exists()
             for p in screen_file.parse(rules_yaml(folder / "screen.yaml"))]
    found = [p for p in screen_file.Filler(state, player, Names(state.game.titles)).panels(shown) if p.title == title]
    return found[0] if found else None


def rules_yaml(path: object) -> object:
    return rules.read_yaml(path)


def test_eye_of_odin_tells_values() -> None:
    state = given(load("fire_and_axe", ["runes"]), {"red.ship": "north_sea", "red.hold": ["crew"], "red.hand": ["odins_eye"],
                                                    "york.town": {"treasure": 5}}, turn="red", players=3)
    state.apply("odins_eye")
    state.apply("leave")
    state.apply("york, rome")
    assert any("treasure 5" in e.text for e in state.log(0)) and not any("treasure" in e.text for e in state.log(1))
    panel = listing(state, "Towns you have looked under", 0)
    assert panel is not None and len(panel.rows) == 2 and ("York", "treasure 5") in [(p, t.partition("(")[2].rstrip(")")) for p, t in panel.rows]
    assert listing(state, "Towns you have looked under", 1) is None


def test_sagas_kept_are_shown_by_homeland() -> None:
    state = given(load("fire_and_axe"), {"red.sagas": [{"homeland": "denmark"}], "yellow.sagas": [{"homeland": "norway"}]}, turn="red", players=3)
    panel = listing(state, "Sagas kept", 2)
    assert panel is not None and [r[:4] for r in panel.rows][:2] == [("Red", "1", "0", "0"), ("Yellow", "0", "0", "1")]


def test_the_last_round_of_knarr_is_announced_once() -> None:
    game = load("knarr")
    state = given(game, {"white.vp": 38, "white.reputation": 6, "white.bracelets": 1, "beige.vp": 39, "beige.reputation": 3, "beige.bracelets": 0},
                  turn="white", players=3)
    while not state.over and len(state.history) < 20:
        state.step(state.count - 1)
    told = [e.text for e in state.log(2) if "last round" in e.text]
    assert told == ["White has 40 victory points: this is the last round."]
