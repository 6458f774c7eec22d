"""Which expansions a game is woven with, and in what order.  What is said when they do not fit: bad/expansion_fit.md."""
from __future__ import annotations

from itertools import permutations

import pytest

from lawspeaker.interpreter.check import check
from lawspeaker.interpreter.contributed import use_plugins
from lawspeaker.interpreter.extensions import resolve
from lawspeaker.interpreter.model.manifest import fits
from lawspeaker.interpreter.rulesets import find_ruleset
from lawspeaker.interpreter.text.diagnostic import Sink


def order(*wanted: str) -> list[str]:
    sink = Sink()
    ruleset = find_ruleset("tic_tac_toe", sink)
    assert ruleset is not None
    out = [x.name for x in resolve(ruleset, wanted, sink)]
    assert not sink.diagnostics, sink.diagnostics
    return out


def test_the_order_is_that_of_the_manifests_then_of_names(known) -> None:
    known.expansion("a", "loads after d")
    known.expansion("b", "needs c")
    known.expansion("c")
    known.expansion("d", "loads after nobody_here")
    for names in permutations("abcd"):
        assert order(*names) == ["c", "b", "d", "a"]
    assert order("a", "c") == ["a", "c"]                                # a comes after d only where d is


def test_names_and_folders_may_be_mixed(home, monkeypatch) -> None:
    home.expansion("a", "needs b")
    folder = home.expansion("b", folder="elsewhere/b")
    monkeypatch.setenv("LAWSPEAKER_PATH", "here/a")
    assert order("a", str(folder)) == order(str(folder), "a") == ["b", "a"]
    assert order("a", "here/elsewhere/b/1_rules.law") == ["b", "a"]


def test_nothing_wanted_is_nothing_looked_for(home, monkeypatch) -> None:
    monkeypatch.setattr("lawspeaker.interpreter.extensions.contributions", None)
    assert order() == []


def test_a_folder_that_is_named_wins_over_one_of_the_same_name_that_is_known(known) -> None:
    known.expansion("a")
    mine = known.expansion("a", 'version "9.0"', folder="../mine")
    sink = Sink()
    assert [x.version for x in resolve(find_ruleset("tic_tac_toe", sink), [str(mine)], sink)] == ["9.0"]
    assert not sink.diagnostics
    resolve(find_ruleset("tic_tac_toe", sink), ["a", str(mine)], sink)
    assert [d.code for d in sink.diagnostics] == ["expansion/two-places"]


def test_an_expansion_with_mistakes_is_not_unknown(known) -> None:
    known.law("broken", "expansion broken\n")
    sink = Sink()
    resolve(find_ruleset("tic_tac_toe", sink), ["broken"], sink)
    assert [d.code for d in sink.diagnostics] == ["expansion/no-ruleset"]


@pytest.mark.parametrize(("least", "have", "good"), [
    ("1.0", "1.0", True), ("1", "1.0.0", True), ("1.2", "1.10", True), ("1.10", "1.2", False), ("1.0", "2.0", False),
    ("2.0", "1.9", False), ("0.1", "0.1.0", True), ("0.2", "0.1.0", False), ("0", "0.0", True)])
def test_versions(least: str, have: str, good: bool) -> None:
    assert fits(least, have) is good


def test_versions_that_fit(known) -> None:
    sink = Sink()
    ruleset = find_ruleset("tic_tac_toe", sink)
    known.expansion("a", f'needs version "{ruleset.version}"', 'needs language "1.0"')
    assert order("a") == ["a"]


# ---- check --------------------------------------------------------------------------------------------------------
def codes(*targets: str, expansions: tuple[str, ...] = ()) -> list[str]:
    return [d.code for d in check(targets, expansions)]


def test_check_weaves_an_expansion_with_its_game_and_what_it_needs(known) -> None:
    known.expansion("corners", "needs sides").joinpath("2_more.law").write_text("extends action mark\n  requires few: side_count < 3 \"Full.\"\n")
    known.expansion("sides").joinpath("2_more.law").write_text("value side_count = 4\n")
    assert codes("corners") == codes("here/corners") == codes("here/corners/2_more.law") == []
    (known.folder / "corners/2_more.law").write_text("extends action mark\n  requires few: side_cuont < 3 \"Full.\"\n")
    told = check(["corners"])
    assert [d.code for d in told] == ["name/unknown"] and str(told[0].span) == "here/corners/2_more.law:2:17"


def test_check_tells_of_the_manifest_and_of_the_rest_at_once(known) -> None:
    known.expansion("corners", "nedes sides").joinpath("2_more.law").write_text("extends action mrak\n  requires x: 1 = 1 \"No.\"\n")
    assert sorted(codes("corners")) == ["name/unknown-line", "weave/unknown-target"]


def test_check_of_a_game_with_expansions(known) -> None:
    known.expansion("corners").joinpath("2_more.law").write_text("extends action mrak\n  requires x: 1 = 1 \"No.\"\n")
    assert codes("tic_tac_toe") == []
    assert codes("tic_tac_toe", expansions=("corners",)) == codes(expansions=("corners",)) == ["weave/unknown-target"]
    assert codes("connect_four", expansions=("corners",)) == ["expansion/other-ruleset"]


def test_check_of_an_expansion_for_a_game_that_is_not_here(known) -> None:
    known.expansion("corners", game="tic_tac_to")
    known.expansion("sides", game="pebbles")
    assert codes("corners", "sides") == ["expansion/unknown-ruleset"] * 2
    assert "Did you mean" in check(["corners"])[0].hint
    known.game("pebbles")
    use_plugins(())
    assert codes("sides") == []


def test_check_at_the_command_line(known, run) -> None:
    known.expansion("corners")
    assert run("check", "corners")[0] == 0 and run("check", "tic_tac_toe", "--with", "corners")[0] == 0
    code, _, err = run("check", "cornets")
    assert code == 2 and "cornets" in err


def test_unknown_expansions_at_the_command_line(known, run) -> None:
    known.expansion("corners")
    known.law("broken", "expansion broken\n")
    code, _, err = run("simulate", "tic_tac_toe", "--with", "cornesr")
    assert code == 2 and 'Did you mean "corners"?' in err
    code, _, err = run("simulate", "tic_tac_toe", "--with", "broken")
    assert code == 1 and "expansion/no-ruleset" in err
