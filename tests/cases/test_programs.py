"""Small laws of which the program did something else than the law says."""
from __future__ import annotations

from pathlib import Path

import pytest

import lawspeaker
from lawspeaker import RuleFault, RulesetError
from lawspeaker.interpreter.check import check
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.program import accepted
from lawspeaker.interpreter.state import State
from lawspeaker.interpreter.testing.authors import given

HERE = Path(__file__).parent


def game(name: str) -> Game:
    return lawspeaker.load(HERE / name)


def keys(state: State) -> list[str]:
    return [o.key for o in state.decision.options]


def points(state: State) -> dict[str, list[int]]:
    out: dict[str, list[int]] = {}
    for lines in state.score_lines:
        for name, _, n in lines:
            out.setdefault(name, []).append(n)
    return out


def test_a_header_with_two_choices_keeps_both_conditions() -> None:
    state = game("compiled_illegal").new(2, first=0)
    assert len(keys(state)) == 10
    assert keys(state)[:-1] == [f"two cell_{c}_1 cell_{d}_3" for c in (1, 2, 3) for d in (1, 2, 3)]


def test_every_asks_also_those_without_the_fact() -> None:
    state = game("compiled_probe").new(2, first=0)
    for n in (1, 2, 3):
        state.apply(f"mark cell_1_{n}")
        state.apply(f"mark cell_2_{n}")
    assert points(state)["column"] == [0, 0]
    assert points(state)["free"] == [1, 1] and points(state)["noted"] == [1, 1]


def test_an_index_that_is_none_is_a_rule_fault_and_writes_nothing() -> None:
    state = game("compiled_oob").new(2, first=0)
    before = list(state.cells)
    with pytest.raises(RuleFault) as fault:
        state.apply("raise")
    assert fault.value.code == "none-used" and "oob.law:21" in str(fault.value)
    assert state.cells == before
    with pytest.raises(RuleFault):
        assert state.score_lines


def test_a_value_that_can_fail_is_not_computed_before_its_choice() -> None:
    state = game("compiled_hoist").new(2, first=0)
    assert keys(state) == ["go"]
    state = given(game("compiled_hoist"), {"t2.rank": 7}, turn="x")
    assert keys(state) == ["go", "use t2"]


def test_names_in_what_is_walked_over() -> None:
    g = game("compiled_walrus")
    end, _ = g.playout(1, 2)
    assert end.over
    state = given(g, {"cell_2_1.mark": "x", "cell_3_1.mark": "x", "cell_2_3.mark": "o"}, turn="o")
    assert points(state)["pairs"] == [2, 1]


def test_minus_one_is_a_number_like_others() -> None:
    state = game("compiled_neg").new(2, first=0)
    assert points(state)["nothing"] == [0, 0]                 # the first of no numbers, as the highest of none
    state.apply("warm")
    assert points(state)["found"] == [1, 1]


def test_what_lies_in_an_inner_walk_is_not_taken_out_of_the_outer() -> None:
    end, _ = game("grid_and_phase_nameerror").playout(3, 2)
    assert end.over
    state = game("grid_and_phase_nameerror").new(2)
    assert len(keys(state)) == 64


def test_what_is_none_in_braces_must_be_tested() -> None:
    with pytest.raises(RulesetError) as error:
        game("grid_and_phase_none_in_set")
    assert {d.code for d in error.value.diagnostics if d.severity == "error"} == {"type/none-untested"}


def test_none_in_braces_is_no_option() -> None:
    state = game("grid_and_phase_none_option").new(2, first=0)
    assert keys(state) == ["go cell_1_1", "go cell_2_2"]
    state.apply("go cell_2_2")
    assert points(state)["s"] == [1, 1]


def written(tmp_path: Path, name: str, old: str, new: str) -> Game:
    text = (HERE / name / "g.law").read_text("utf-8")
    assert old in text
    folder = tmp_path / "g"
    folder.mkdir(exist_ok=True)
    (folder / "g.law").write_text(text.replace(old, new), "utf-8")
    return lawspeaker.load(folder)


def test_the_guard_of_the_reference_tests_none_in_braces(tmp_path: Path) -> None:
    g = written(tmp_path, "grid_and_phase_none_in_set", "      set seen to {e.n}\n      set e.mark to true",
                "      if e is Cell as f\n        set seen to {f.n}\n        set f.mark to true\n      else if e is none\n        set seen to {0}")
    state = g.new(2, first=0)
    state.apply("go cell_1_1")
    assert state.look("seen") == [0] and points(state)["s"] == [0, 0]


def test_what_may_be_none_in_braces_is_a_rule_fault_where_it_is_used(tmp_path: Path) -> None:
    """A cell beside the board is trusted to be one, in braces as elsewhere."""
    g = written(tmp_path, "grid_and_phase_none_in_set", "{cell_at(0, 1)}", "{cell_at(c.column - 1, 1)}")
    state = g.new(2, first=0)
    before = list(state.cells)
    with pytest.raises(RuleFault) as fault:
        state.apply("go cell_1_1")
    assert fault.value.code == "none-used" and state.cells == before
    state.apply("go cell_2_1")
    assert state.look("seen") == [7] and state.look("cell_1_1.mark")


def test_is_not_none_can_be_asked_of_what_stands_in_braces(tmp_path: Path) -> None:
    with pytest.raises(RulesetError) as error:                # it is asked, and not known from then on
        written(tmp_path, "grid_and_phase_none_in_set", "{cell_at(0, 1)}", "(d in {cell_at(0, 1), c} where d is not none)")
    assert {d.code for d in error.value.diagnostics if d.severity == "error"} == {"type/none-untested"} and "is Cell as" in str(error.value)


# ---- what stands deep inside each other ------------------------------------------------------------------------------
DEEP = '''game deep "Deep"
  players 2
  seats x, o
  phase turn "{you}'s turn"
    each player from first_player, again until n > 3
    offers action, exactly once
  winner has most final_score, then shared
grid Cell
  size 2 by 2
  state mark: Player or none
table
  state n: 0 to 50
  state a: 0 to 50 = 1
'''
GO = 'action go "Go"\n  does\n    add 1 to n\nscore s = v\n'


def around(times: int, text: str, inside: str) -> str:
    for i in range(times):
        inside = text.replace("INSIDE", inside).replace("I", str(i))
    return inside


@pytest.mark.parametrize(("law", "score"), [
    ("value v = " + around(24, "(total of (cI.row + INSIDE) for (cI in {cell_1_1}))", "a") + "\n" + GO, 25),
    ("value v = " + around(40, "(0 if a = I + 2 else INSIDE)", "a") + "\n" + GO, 1),
    ("value v = " + around(24, "max(a, (INSIDE + 1) * 1)", "a") + "\n" + GO, 25),
    ("value v = " + around(12, "last({a, INSIDE} + {first of {a + 1}})", "a") + "\n" + GO, 2),
    ("value v = " + around(12, "(number of (dI in {cell_at(a, 1)} where dI is Cell as eI and eI.row <= INSIDE))", "a") + "\n" + GO, 1),
    ("value v\n" + "".join(f"  when a = {i + 2} gives {i}\n" for i in range(150)) + "  gives a\n" + GO, 1),
    ("value v = n\n" + 'action go "Go"\n' + "".join(f"  choose c{i} from {{cell_1_1}}\n  requires c{i}.mark is none or a = {i} \"x\"\n" for i in range(24))
     + "  does\n    add 1 to n\n    set n to (" + " + ".join(f"c{i}.row" for i in range(24)) + ")\nscore s = v\n", 24)])
def test_what_the_checker_takes_can_be_played(tmp_path: Path, law: str, score: int) -> None:
    folder = tmp_path / "deep"
    folder.mkdir()
    (folder / "deep.law").write_text(DEEP + law, "utf-8")
    assert not [d for d in check([folder]) if d.severity == "error"]
    g = lawspeaker.load(folder)
    end, _ = g.playout(1, 2)
    state = g.new(2, seed=1)
    while not state.over:
        state.step(0)
    assert end.scores == state.scores == [score, score]


@pytest.mark.parametrize("name", ["compiled_hoist", "compiled_probe", "grid_and_phase_nameerror", "../../rulesets/knarr"])
def test_functions_that_python_does_not_take_are_read(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of a program left to the evaluator plays as it does when it is printed."""
    def none_taken(text: str, file: str) -> object:
        return compile("\n".join(accepted.left_to_the_evaluator(c) for c in accepted.functions(text)) + "\n", file, "exec")
    printed = game(name)
    read = Game(printed.ruleset, printed.sources, [], {})
    monkeypatch.setenv("LAWSPEAKER_CACHE", "off")
    monkeypatch.setattr(accepted, "accepted", none_taken)
    one, two = printed.new(2, seed=5), read.new(2, seed=5)
    for n in range(12):
        assert one.hash() == two.hash()
        if one.over:
            break
        assert keys(one) == keys(two)
        for state in (one, two):
            state.step(n % len(keys(state)))


def test_games_that_python_does_not_take_whole_are_stepped_through(monkeypatch: pytest.MonkeyPatch) -> None:
    g = game("compiled_probe")
    whole, made = g.playout(3, 2, bot_seed=4)
    stepped = Game(g.ruleset, g.sources, [], {})
    monkeypatch.setattr("lawspeaker.interpreter.program.print_playout.print_playout", lambda p: ("(" * 300, []))
    end, again = stepped.playout(3, 2, bot_seed=4)
    assert stepped.edition(2).games is False and (end.hash(), again) == (whole.hash(), made)
    assert stepped.random_games(3, 2) > 0


@pytest.mark.parametrize("condition", ["(10 / n > 3 or a = a + n * 0 or true)", "(10 / n > 3 and false)", "(not (every c in Cell has (10 / n = c.row or c in Cell)))",
                                       "(1 if 10 / n > 3 else 1) = 2"])
def test_what_stands_before_a_certainty_is_asked_all_the_same(tmp_path: Path, condition: str) -> None:
    """From left to right: a fault is not lost because what comes behind it is known."""
    folder = tmp_path / "deep"
    folder.mkdir()
    (folder / "deep.law").write_text(DEEP + f"value v = 1 if {condition} else 0\n" + GO, "utf-8")
    state = lawspeaker.load(folder).new(2)
    with pytest.raises(RuleFault) as fault:
        assert state.scores
    assert fault.value.code == "division-by-zero"
    state.apply("go")
    assert state.scores == ([1, 1] if "or true" in condition else [0, 0])
