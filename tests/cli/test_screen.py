"""screen.yaml: read strictly, filled from a position, and every shipped one works on a new game."""
from __future__ import annotations

from pathlib import Path

import fake_game
import pytest

from lawspeaker.cli import rules
from lawspeaker.cli.playing import screen_file
from lawspeaker.cli.playing.panels import Board, Facts, Listing, Names

STATE = fake_game.load("pebbles").new(2, 1)
NAMES = Names({"red": "Red"})


def fill(*entries: dict[str, object]) -> list[object]:
    return list(screen_file.Filler(STATE, 0, NAMES).panels(screen_file.parse({"screen": list(entries)})))


def test_texts_bars_and_rows() -> None:
    assert fill({"panel": "Heap", "items": {"Left": "{heap} of 12", "Bar": {"#": "heap"}, "Me": "{you}", "No": "{nothing}"}},
                {"panel": "All", "each": "p in players", "columns": {"Who": "{p}", "Has": "{p.taken}"}}) == [
        Facts("Heap", (("Left", "12 of 12"), ("Bar", "#" * 12), ("Me", "Red"), ("No", "–"))),
        Listing("All", ("Who", "Has"), (("Red", "0"), ("Yellow", "0")))]


def test_a_panel_that_is_not_for_now() -> None:
    assert fill({"panel": "Heap", "when": "nothing", "items": {"Left": "{heap}"}}) == []


def test_a_bound_name_is_put_where_it_stands_alone() -> None:
    assert screen_file.put("s.ports + (p in s.ports where p.s = sagas)", {"s": "saga_1"}) == (
        "saga_1.ports + (p in saga_1.ports where p.s = sagas)")


@pytest.mark.parametrize(("document", "told"), [
    ([], "one key, `screen`"), ({"scren": []}, "one key"), ({"screen": [{}]}, "needs a title"),
    ({"screen": [{"panel": "A", "item": {}}]}, 'Did you mean "items"?'), ({"screen": [{"panel": "A"}]}, "exactly one of"),
    ({"screen": [{"panel": "A", "each": "p in players"}]}, "belong together"),
    ({"screen": [{"panel": "A", "each": "players", "columns": {}}]}, "NAME in SET"),
    ({"screen": [{"panel": "A", "items": []}]}, "is a mapping"), ({"screen": [{"panel": "A", "items": {"B": None}}]}, "an item is"),
])
def test_mistakes_are_told(document: object, told: str) -> None:
    with pytest.raises(screen_file.ScreenMistake, match=".") as e:
        screen_file.parse(document)
    assert told in str(e.value)


def test_problems_names_what_cannot_be_read() -> None:
    shown = screen_file.parse({"screen": [{"panel": "A", "items": {"B": "{heap} {hepa}"}}]})
    assert screen_file.problems(shown, STATE, NAMES) == [("hepa", "I do not know hepa.")]


def test_a_grid_becomes_a_board() -> None:
    from lawspeaker.cli.playing.position import panels
    boards = [p for p in panels(STATE, 0, NAMES) if isinstance(p, Board)]
    assert boards == [Board("Mark", ("1", "2"), ("2", "1"), (("", "X"), ("X", "")))]


SHIPPED = sorted(Path(__file__).resolve().parents[2].glob("rulesets/**/screen.yaml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda p: p.parent.name)
def test_shipped_screens_can_be_read(path: Path) -> None:
    assert screen_file.parse(rules.read_yaml(path))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda p: p.parent.name)
def test_shipped_screens_have_no_problems(path: Path) -> None:
    assert [f"{d.span}: {d.title}" for d in rules.check_screen(str(path.parent))] == []


def test_check_places_the_mistakes_of_a_screen(tmp_path: Path, pebbles) -> None:
    file = tmp_path / "screen.yaml"
    file.write_text("screen:\n  - panel: A\n    items:\n      B: '{heap} {hepa}'\n")
    found = rules.check_screen(str(tmp_path))
    assert [(d.code, d.span.line, d.span.column) for d in found] == [("screen/unknown-expression", 4, 19)]
    file.write_text("screen:\n  - panel: A\n    itms: {}\n")
    found = rules.check_screen(str(tmp_path))
    assert [(d.code, d.span.line, d.span.column) for d in found] == [("screen/wrong-form", 3, 5)]
    file.write_text("screen: [")
    assert [d.code for d in rules.check_screen(str(tmp_path))] == ["data/not-yaml"]
