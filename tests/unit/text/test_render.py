"""Diagnostics as people and programs read them."""
from __future__ import annotations

import json

from lawspeaker.interpreter.text.diagnostic import Diagnostic, Label, RulesetError, Sink
from lawspeaker.interpreter.text.render import render_all, render_text, to_json, to_sarif
from lawspeaker.interpreter.text.source import NOWHERE, Source

MARKET = Source("market.law", "action a\n  does\n    may\n      stop\n    may discard 1 card from hnad\nvalue b = 3\n")
AT = MARKET.text.index("hnad")
HNAD = Diagnostic("name/unknown-place", "error", 'I do not know the place "hnad".', (Label(MARKET.span(AT, AT + 4)),),
                  "Places of a player: hand, play area, discard.", 'Did you mean "hand"?')


def test_house_format() -> None:
    assert render_text(HNAD) == """\
name/unknown-place: I do not know the place "hnad".
  market.law:5:29
    5 |     may discard 1 card from hnad
      |                             ^^^^
  Places of a player: hand, play area, discard. Did you mean "hand"?"""


def test_two_places_and_a_warning() -> None:
    other = Source("other.law", "\n" * 9 + "rule r\n")
    d = Diagnostic("weave/two", "warning", "Two rules", (Label(MARKET.span(0, 8), "this one"), Label(other.span(9, 15), "and this")))
    assert render_text(d) == """\
weave/two (warning): Two rules.
  market.law:1:1
     1 | action a
       | ^^^^^^^^ this one
  other.law:10:1
    10 | rule r
       | ^^^^^^ and this"""


def test_several_lines_show_the_first() -> None:
    d = Diagnostic("x/y", "error", "Many lines.", (Label(MARKET.span(2, 40)),))
    assert render_text(d) == "x/y: Many lines.\n  market.law:1:3\n    1 | action a\n      |   ^^^^^^"


def test_end_of_line_and_wide_letters() -> None:
    wide = Source("w.law", "漢字 x\te\u0301 y\x07")
    at = wide.text.index("y")
    assert render_text(Diagnostic("x/y", "error", "A.", (Label(wide.span(at, at + 1)),))).splitlines()[2:] == [
        "    1 | 漢字 x e\u0301 y\N{REPLACEMENT CHARACTER}", "      |          ^"]
    end = len(MARKET.text)
    assert render_text(Diagnostic("x/y", "error", "A.", (Label(MARKET.span(end, end)),))).splitlines()[1:] == [
        "  market.law:7:1", "    7 |", "      | ^"]


def test_long_line_is_cut_around_the_place() -> None:
    long = Source("l.law", "a" * 300 + "HERE" + "b" * 300)
    lines = render_text(Diagnostic("x/y", "error", "A.", (Label(long.span(300, 304)),))).splitlines()
    assert len(lines[2]) < 140
    assert lines[2][lines[3].index("^"):][:4] == "HERE"


def test_without_place() -> None:
    assert render_text(Diagnostic("x/y", "error", "No place.", (), "Text.")) == "x/y: No place.\n  Text."
    assert render_text(Diagnostic("x/y", "error", "No place.", (Label(NOWHERE),))) == "x/y: No place."


def test_json_has_the_keys_of_the_contract() -> None:
    first, second = to_json([HNAD, Diagnostic("x/y", "note", "No place")])
    assert first == {"code": "name/unknown-place", "severity": "error", "file": "market.law", "line": 5, "column": 29, "end_line": 5,
                     "end_column": 33, "message": 'I do not know the place "hnad". Places of a player: hand, play area, discard.',
                     "hint": 'Did you mean "hand"?'}
    assert second["file"] == "" and second["line"] == 0 and second["message"] == "No place."


def test_sarif() -> None:
    note = Diagnostic("syntax/tab", "note", "A", (Label(MARKET.span(0, 1)), Label(MARKET.span(2, 3), "too")))
    log = json.loads(json.dumps(to_sarif([HNAD, note])))
    run = log["runs"][0]
    assert log["version"] == "2.1.0"
    rules = run["tool"]["driver"]["rules"]
    assert [r["id"] for r in rules] == ["name/unknown-place", "syntax/tab"]
    assert all(rules[r["ruleIndex"]]["id"] == r["ruleId"] for r in run["results"])
    assert run["results"][0]["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "market.law"}, "region": {"startLine": 5, "startColumn": 29, "endLine": 5, "endColumn": 33}}
    assert run["results"][1]["relatedLocations"][0]["message"]["text"] == "too"
    assert [r["level"] for r in run["results"]] == ["error", "note"]


def test_sarif_names_files_as_uris() -> None:
    d = Diagnostic("x/y", "error", "A.", (Label(Source("my rules\\a b.law", "x").span(0, 1)),))
    place = to_sarif([d])["runs"][0]["results"][0]["locations"][0]
    assert place["physicalLocation"]["artifactLocation"]["uri"] == "my%20rules/a%20b.law"


def test_the_error_that_is_raised_shows_all() -> None:
    sink = Sink()
    sink.error("x/y", MARKET.span(0, 1), "A.")
    sink.error("x/y", MARKET.span(0, 1), "A.")
    assert len(sink.diagnostics) == 1
    assert str(RulesetError(sink.diagnostics)) == render_all(sink.diagnostics)
