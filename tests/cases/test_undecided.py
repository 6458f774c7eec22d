"""What the alphabet would decide is refused; numbers do not stop in silence; copies in play are told."""
from __future__ import annotations

import sys
from pathlib import Path

import pytest

from lawspeaker.interpreter.check import check
from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.testing import given

sys.path.insert(0, str(Path(__file__).parent))

from small_games import CASES, folder_of, game, told

INN = '''game inn "Inn"
  players 2
  seats red, blue
  phase turn "{you}'s turn"
    each player from first_player, again until day >= 4
    offers action, exactly once
  winner has most final_score, then shared
table
  state day: 0 to 9
player
  state vp: 0 to many
  state luck: -3 to 3 = 0
value wage = 2
value lucky = luck > 0
to earn {n: number} coin(s)
  add n to vp
action work "Work"
  does
    earn wage coins
    if lucky
      add 1 to vp
rule night
  at end of turn
    add 1 to day
score points = vp
'''
LATER = "  loads after aaa\n"


def expansions(one: str, two: str, manifest: str = "") -> tuple[str, str]:
    return f'expansion aaa "A" for inn\n{one}', f'expansion bbb "B" for inn\n{manifest}{two}'


def refused(tmp_path: Path, one: str, two: str, manifest: str = "") -> bool:
    return "weave/no-order" in told(tmp_path, INN, *expansions(one, two, manifest))


SETS = [
    ("wage becomes 1\n", "wage becomes 3\n"),
    ("wage becomes 1 while day > 2\n", "wage becomes 3 while day < 3\n"),
    ("wage becomes it * 2\n", "wage becomes it + 3\n"),
    ("wage becomes it + 1\n", "wage becomes (0 if day = 1 else it)\n"),
    ("lucky becomes it or day = 2\n", "lucky becomes it and day = 3\n"),
    ("rule thrift\n  before earn n coins\n    until end of turn\n      wage becomes 0\n", "wage becomes 5\n"),
    ("rule a\n  instead of earn n coins\n    add 1 to luck\n", "rule b\n  instead of earn n coins if n > 2\n    take 1 from luck\n"),
    ("rule a\n  instead of earn n coins\n    add 1 to luck\n    do usual\n", "rule b\n  instead of earn n coins\n    take 1 from luck\n"),
]


@pytest.mark.parametrize(("one", "two"), SETS)
def test_the_alphabet_decides_nothing(tmp_path: Path, one: str, two: str) -> None:
    assert refused(tmp_path, one, two)
    assert not refused(tmp_path, one, two, LATER)


@pytest.mark.parametrize(("one", "two"), [
    ("wage becomes 1\n", "wage becomes 1\n"),                  # the same
    ("wage becomes 1\n", "wage becomes it + 3\n"),             # what sets comes first
    ("wage becomes it + day\n", "wage becomes 2 + it - 3\n"),
    ("wage becomes it * 2\n", "wage becomes 3 * it\n"),
    ("lucky becomes it or day = 2\n", "lucky becomes day = 3 or it\n"),
    ("wage becomes 1\n", "lucky becomes true\n"),
    ("rule a\n  instead of earn n coins\n    add 1 to luck\n    do usual\n", "rule b\n  instead of earn n coins\n    do usual\n    take 1 from luck\n"),
])
def test_what_comes_to_the_same_is_not_refused(tmp_path: Path, one: str, two: str) -> None:
    assert not refused(tmp_path, one, two)


def test_the_message_names_both_and_the_line_to_write(tmp_path: Path) -> None:
    one, two = expansions(*SETS[0])
    d = next(d for d in check([folder_of(tmp_path, INN)], [str(folder_of(tmp_path, x)) for x in (one, two)]) if d.code == "weave/no-order")
    assert "loads after aaa" in d.hint
    assert len(d.labels) == 2


def test_with_an_order_the_later_one_holds(tmp_path: Path) -> None:
    for manifest, expected in ((LATER, 3), ("  needs aaa\n", 3)):
        state = game(tmp_path, INN, *expansions("wage becomes 1\n", "wage becomes 3\n", manifest)).new(2, 1)
        assert state.look("wage") == expected


# ---- rules before each other -----------------------------------------------------------------------------------------
def test_two_rules_that_precede_each_other() -> None:
    found = [d for d in check([CASES / "compiled_circ"]) if d.code == "rule/precedes-circle"]
    assert len(found) == 1
    assert "a precedes b" in found[0].title
    assert "b precedes a" in found[0].title


def test_a_longer_circle_across_expansions_and_watchers(tmp_path: Path) -> None:
    one, two = expansions("rule early\n  precedes night\n  at end of turn\n    add 1 to vp\n",
                          "rule soon\n  precedes early\n  whenever day > 2\n    add 1 to vp\nextends rule night\n  precedes soon\n")
    found = [d for d in check([folder_of(tmp_path, INN)], [str(folder_of(tmp_path, x)) for x in (one, two)]) if d.code == "rule/precedes-circle"]
    assert len(found) == 1
    assert all(name in found[0].title for name in ("night", "early", "soon"))
    assert len(found[0].labels) == 3


def test_a_rule_before_itself_and_one_that_only_leads_into_a_circle(tmp_path: Path) -> None:
    assert told(tmp_path, INN + "rule a\n  precedes a\n  at end of turn\n    add 1 to vp\n").count("rule/precedes-circle") == 1
    law = INN + "".join(f"rule {x}\n  precedes {y}\n  at end of turn\n    add 1 to vp\n" for x, y in ("ab", "bc", "cb"))
    assert told(tmp_path, law).count("rule/precedes-circle") == 1


# ---- numbers and copies ----------------------------------------------------------------------------------------------
def test_a_signed_range_should_say_where_it_begins(tmp_path: Path) -> None:
    assert "state/no-start" not in told(tmp_path, INN)
    law = INN.replace("-3 to 3 = 0", "-3 to 3")
    found = [d for d in check([folder_of(tmp_path, law)]) if d.code == "state/no-start"]
    assert [d.severity for d in found] == ["warning"]
    assert "`= 0` or `= -3`" in found[0].hint


@pytest.mark.parametrize("step", ["add 6000 to vp", "add 6000 to vp\n    then add 1 to luck"])
def test_many_is_no_place_to_stop(tmp_path: Path, step: str) -> None:
    law = game(tmp_path, INN + f'action boost "Boost"\n  does\n    {step}\n')
    state = given(law, {"red.vp": 3999}, turn="red")
    state.apply("boost")
    assert state.look("red.vp") == 9999
    state = given(law, {"red.vp": 4000}, turn="red")
    with pytest.raises(RuleFault, match="beyond 9,999"):
        state.apply("boost")
    assert state.look("red.vp") == 4000                       # as before the choice


IDOL = '''
player
  area hand of Idol, seen by owner
  area shelf of Idol, seen by everyone
form idol is action
  card kept in hand
  active in shelf
  does
    move card to shelf
idol golden "Golden"
  copies 2
  at end of turn
    {0}
  wage becomes it + 1
'''


def test_copies_whose_rules_run_once_are_told(tmp_path: Path) -> None:
    assert "card/once-for-all" in told(tmp_path, INN + IDOL.format("add 1 to vp"))
    each = INN + IDOL.format("repeat shelf[golden] times\n      add 1 to vp")
    assert "card/once-for-all" not in told(tmp_path, each)
    for law, points in ((INN + IDOL.format("add 1 to vp"), 5), (each, 6)):
        state = given(game(tmp_path, law), {"red.shelf": ["golden", "golden"]}, turn="red")
        state.apply("work")
        assert state.look("red.vp") == points                 # wage 2 + 1 + 1, then the end of the turn
