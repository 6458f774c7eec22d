"""What an expansion may do to a game: add, extend, replace, remove, and all that in the order that was said."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import lawspeaker
from lawspeaker.interpreter.check import check
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.state import State

Woven = Callable[..., Game]


def start(game: Game) -> State:
    return game.new(2, seed=1, first=0)


def keys(state: State) -> list[str]:
    return [o.key for o in state.decision.options]


def purse(state: State, seat: str = "red") -> int:
    return len(state.look(f"{seat}.purse"))


def test_the_base_alone(woven: Woven) -> None:
    state = start(woven())
    assert keys(state) == ["work", "shop 1", "pass"]
    state.apply("work")
    assert purse(state) == 5 and "work" not in keys(state)


def test_adding(woven: Woven) -> None:
    """A move of a form, a state of the player, a place, an end, a score need no word of weaving but that for what is there once."""
    state = start(woven('''extends player
  state fame: 0 to 5
extends table
  state rumours: 0 to 9 = 4
action sing "Sing"
  does
    add 2 to fame
    add 1 to rumours
rule enough
  whenever rumours >= 6
    end game
score fame "Fame" = 3 * fame
'''))
    state.apply("sing")
    assert (state.look("red.fame"), state.look("rumours")) == (2, 5)
    state.apply("sing")
    assert state.over and state.scores == [12, 0]


def test_extending_a_move(woven: Woven) -> None:
    state = start(woven('''extends action work                                           [XX-01]
  requires tired < 3                                         "You are too tired."                                    [XX-02]
  before
    add 1 to tired
  after
    if tired = 2
      earn 5 coins
'''))
    state.apply("work")
    assert (purse(state), state.look("red.tired")) == (5, 1)
    state.apply("pass")
    state.apply("pass")
    state.apply("work")
    assert (purse(state), state.look("red.tired")) == (12, 2)
    assert "XX-01" in next(m.cites for m in state._edition.program.moves if m.name == "work")


def test_extending_a_phase(woven: Woven) -> None:
    state = start(woven('''extends phase setup
  before
    set day to 1
  after
    for each p in players
      as p
        add purse_of_all to vp
value purse_of_all = total of number of p.purse for (p in players)
extends phase turn
  state songs: 0 to 2
action sing "Sing"
  requires turn.songs < 2                                    "Enough."
  does
    add 1 to turn.songs
'''))
    assert (state.look("day"), state.look("red.vp")) == (1, 6)
    state.apply("sing")
    state.apply("sing")
    assert "sing" not in keys(state)


def test_replacing(woven: Woven) -> None:
    state = start(woven('''replaces action work "Toil"
  does
    earn 7 coins
replaces value wage = 9
replaces to earn {much: number} coin(s)
  move much + 1 Coin from bank to purse
'''))
    assert purse(state) == 4
    state.apply("work")
    assert purse(state) == 12 and "work" in keys(state)


def test_removing(woven: Woven) -> None:
    state = start(woven('''removes action shop
removes score points
score coins "Coins" = number of purse
'''))
    assert keys(state) == ["work", "pass"]
    assert state.scores == [3, 3]


def test_extending_a_value_and_a_rule(woven: Woven) -> None:
    state = start(woven('''extends value wage
  when tired > 0 gives 1
extends rule night
  at start of round
    for each p in players
      as p
        add 1 to tired
'''))
    assert state.look("red.tired") == 1
    state.apply("work")
    assert purse(state) == 4


def test_parts_that_apply_together(woven: Woven) -> None:
    one = '''expansion one "One" for inn
  loads after two
when two and not rich
  extends phase setup
    after
      set day to 2
when rich
  replaces value wage = 5
'''
    two = 'expansion two "Two" for inn\nextends table\n  state spare: 0 to 1\naction spare "Spare"\n  does\n    add 1 to spare\n'
    assert start(woven(one)).look("day") == 0
    assert start(woven(one, two)).look("day") == 2
    assert start(woven(two, one)).look("day") == 2
    state = start(woven(one, two, settings={"rich": True}))
    state.apply("work")
    assert (state.look("day"), purse(state)) == (0, 8)


def test_a_setting_of_an_expansion(woven: Woven) -> None:
    law = '''expansion more "More" for inn
  setting bonus: 0 to 5 = 1 "What is more"
extends phase setup
  after
    set day to bonus
when bonus > 3
  removes action shop
'''
    assert start(woven(law)).look("day") == 1
    state = start(woven(law, settings={"bonus": 4}))
    assert state.look("day") == 4 and keys(state) == ["work", "pass"]


def test_order_that_is_said(woven: Woven) -> None:
    """What `loads after` another sees what that one made of the game."""
    one = 'expansion one "One" for inn\n  loads after two\nextends action work\n  after\n    earn 1 coin\n'
    two = 'expansion two "Two" for inn\nreplaces action work "Toil"\n  does\n    earn 7 coins\n'
    for laws in ((one, two), (two, one)):
        game = woven(*laws)
        assert game.expansions == ["two", "one"]
        state = start(game)
        state.apply("work")
        assert purse(state) == 11


def test_order_that_is_missing(woven: Woven) -> None:
    one = 'expansion one "One" for inn\nextends action work\n  after\n    earn 1 coin\n'
    two = 'expansion two "Two" for inn\nreplaces action work "Toil"\n  does\n    earn 7 coins\n'
    for laws in ((one, two), (two, one)):
        with pytest.raises(lawspeaker.RulesetError) as e:
            woven(*laws)
        (d,) = e.value.diagnostics
        assert d.code == "weave/no-order"
        told = str(d.span) + " ".join(str(x.span) for x in d.labels)
        assert "one.law" in told and "two.law" in told


def test_two_of_one_name(woven: Woven) -> None:
    """Two contributions of one name name both places."""
    law = '\naction sing "Sing"\n  does\n    add 1 to vp\n'
    with pytest.raises(lawspeaker.RulesetError) as e:
        woven('expansion one "One" for inn' + law, 'expansion two "Two" for inn' + law)
    (d,) = e.value.diagnostics
    assert d.code == "name/declared-twice" and {x.span.file.rsplit("/")[-1] for x in d.labels} == {"one.law", "two.law"}


def test_data_of_an_expansion(woven: Woven) -> None:
    state = start(woven('''kind Song from songs
  fact worth: number
extends table
  facts from more_constants
action sing "Sing {s}"
  choose s from Song
  does
    add s.worth * much to vp
''', data="songs:\n  - {id: ballad, worth: 3}\nmore_constants:\n  much: 2\n"))
    state.apply("sing ballad")
    assert state.look("red.vp") == 6


def test_a_slip_in_an_expansion_takes_nothing_else_with_it(tmp_path: Path) -> None:
    """The data of the game are read all the same, so that nothing is said of them."""
    (tmp_path / "more.law").write_text('expansion more "More" for village\nextends player\n  state joy: 0 to 9\nscore joys = joy => 1\n', "utf-8")
    found = check(["village"], [tmp_path])
    assert [d.code for d in found] == ["syntax/unknown-sign"]


def test_a_single_line_of_an_extension_takes_the_place_of_the_games(woven: Callable[..., Game]) -> None:
    more = woven("extends kind Coin\n  copies 90\n")
    assert more.new(2, seed=1).look("number of bank") == 90 - 6
    with pytest.raises(lawspeaker.RulesetError) as e:
        woven("extends kind Coin\n  copies 90\n", "extends kind Coin\n  copies 80\n")
    assert [d.code for d in e.value.diagnostics] == ["weave/no-order"]
    ordered = woven('expansion a "A" for inn\nextends kind Coin\n  copies 90\n', 'expansion b "B" for inn\n  loads after a\nextends kind Coin\n  copies 80\n')
    assert ordered.new(2, seed=1).look("number of bank") == 80 - 6


def test_a_parameter_that_only_the_if_of_playable_reads_is_used(tmp_path: Path) -> None:
    (tmp_path / "inn.law").write_text(
        'game inn "Inn"\n  players 2\n  phase turn "Turn"\n    each player from first_player\n    offers action\n'
        "  winner has most vp\nplayer\n  state vp: 0 to 9\nmoment paid(n: number)\n"
        'action work "Work"\n  does\n    now paid(2)\n'
        'action cheer "Cheer"\n  playable at paid(n) if n > 1\n  does\n    add 1 to vp\n', "utf-8")
    assert check([tmp_path]) == []
