"""When the holder of what is playable any time is asked: once for each turn of the outermost circle, and whenever he has said so."""
from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tricks import TRICKS

from lawspeaker.interpreter.bots import Lots
from lawspeaker.interpreter.engine.faults import IllegalChoice
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.save import restore
from lawspeaker.interpreter.state import State
from lawspeaker.testing import given

LAW = TRICKS + '''trick goal "Goal"
  copies 3
  playable any time
  requires vp > 2                                            "You need 3 points."
  does
    add 10 to vp
trick blank "Blank"
  copies 2
  requires vp > 90                                           "Never."
moment feast_over
extends table
  state drinking: flag
value possible_now = drinking
phase feast(host: Player) "Feast"
  phase toast "Toast"
    each player from feast.host, again until all pass
    offers toasting, at most once
  does
    now feast_over
form toasting is action
toasting drink "Drink"
  requires possible_now                                      "There is no feast."
  requires tired < 2                                         "Enough."
  does
    add 1 to tired
form invitation is action
invitation invite "Invite"
  limit once per turn                                        "Once."
  does
    set drinking to true
    run feast(you)
    set drinking to false
'''
HELD = {"blue.hand": ["goal"], "blue.vp": 3, "red.tired": 0}


def start(woven: Callable[..., Game], position: dict[str, object] = HELD, players: int = 3) -> State:
    return given(woven(LAW), position, players=players, turn="red")


def asked(state: State, keys: tuple[str, ...] = (), most: int = 40) -> list[tuple[int, str]]:
    """Play `keys`, then pass; who is asked for the goal alone meanwhile, and after how many choices."""
    found = []
    for key in (*keys, *["pass"] * most):
        while not state.over and state.decision.prompt == "Now: goal":
            found.append((state.decision.player, where(state)))
            state.apply("pass")
        if state.over or state.look("day") > 0 or [o.key for o in state.decision.options] == []:
            break
        state.apply(key if state.decision.find(key) is not None else "pass")
    return found


def where(state: State) -> str:
    phases = state.view()["phases"]
    return "feast" if "feast" in phases else "turn"


def test_sub_turns_do_not_ask_again(woven: Callable[..., Game]) -> None:
    """A feast in which all drink: Blue could play before, so he is asked when the next turn begins, and not between."""
    state = start(woven)
    assert asked(state, ("invite", "drink", "drink", "drink", "drink", "drink", "drink")) == 2 * [(1, "turn")], "Green's turn and Red's"


def test_beside_ones_own_offer_it_can_be_played_all_the_same(woven: Callable[..., Game]) -> None:
    state = start(woven)
    state.apply("invite")
    state.apply("drink")
    assert state.decision.player == 1 and "goal" in [o.key for o in state.decision.options] and where(state) == "feast"


def test_asked_at_every_moment(woven: Callable[..., Game]) -> None:
    state = start(woven)
    state.ask("blue", "goal", "always")
    assert [o.key for o in state.decision.options] == ["goal", "pass"] and state.orders["blue"] == {"goal": "always"}
    times = asked(state, ("invite", "drink", "pass", "drink"))
    assert len([x for x in times if x[1] == "feast"]) > 3 and all(player == 1 for player, _ in times)


def test_not_before_a_moment(woven: Callable[..., Game]) -> None:
    """Blue becomes able to play in the middle of the feast, and does not want to be asked before it is over."""
    state = start(woven)
    state.ask("blue", "goal", "feast_over")
    assert state.decision.player == 0 and state.orders["blue"] == {"goal": "feast_over"}
    times = asked(state, ("invite", "drink", "pass", "pass", "pass"), most=0)
    assert times == [] and state.decision.player == 1 and where(state) == "feast"
    state.apply("goal")
    assert state.look("blue.vp") == 14 and state.orders["blue"] == {}, "the moment has come, the order is done"


@pytest.mark.parametrize("moment", ["start of feast", "end of feast", "start of toast", "end of drink", "end of toasting", "end of turn"])
def test_every_moment_can_be_named(woven: Callable[..., Game], moment: str) -> None:
    state = start(woven)
    state.ask("blue", "goal", moment)
    for key in ("invite", "drink", "pass", "pass", "pass", "pass"):
        if state.decision.player == 1 and [o.key for o in state.decision.options] == ["goal", "pass"]:
            break
        state.apply(key if state.decision.find(key) is not None else "pass")
    assert [o.key for o in state.decision.options] == ["goal", "pass"] and state.orders["blue"] == {}


def test_who_does_not_want_to_be_asked_is_not_when_it_becomes_possible(woven: Callable[..., Game]) -> None:
    extra = 'action gift "Gift"\n  does\n    for each p in others\n      as p\n        add 3 to vp\n'
    for when, wanted in (("usual", [1, 2]), ("never", [2]), ("end of turn", [2])):
        state = given(woven(LAW + extra), {"blue.hand": ["goal"], "green.hand": ["goal"]}, players=3, turn="red")
        state.ask("blue", "goal", when)
        state.apply("gift")
        found = []
        while [o.key for o in state.decision.options] == ["goal", "pass"]:
            found.append(state.decision.player)
            state.apply("pass")
        assert found == wanted, when


def test_never_means_before_the_end(woven: Callable[..., Game]) -> None:
    state = given(woven(LAW + 'action quit_it "Quit"\n  does\n    end game\n'), HELD, players=3, turn="red")
    state.ask("blue", "goal", "never")
    state.apply("quit_it")
    assert (state.decision.player, [o.key for o in state.decision.options]) == (1, ["goal", "pass"])


def test_now_comes_before_the_decision_at_hand(woven: Callable[..., Game]) -> None:
    state = start(woven)
    before, keys = state.hash(), [o.key for o in state.decision.options]
    state.ask(1, "goal")
    state.apply("goal")
    assert state.look("blue.vp") == 14 and (state.decision.player, [o.key for o in state.decision.options]) == (0, keys)
    state.undo()
    state.undo()
    assert state.hash() == before
    state.ask("blue", "goal")
    state.apply("pass")
    assert (state.decision.player, [o.key for o in state.decision.options]) == (0, keys) and state.hash() == before


def test_what_ends_the_turn_at_once_ends_it(woven: Callable[..., Game]) -> None:
    law = LAW.replace("    add 10 to vp\n", "    add 10 to vp\n    end turn\n")
    state = given(woven(law), HELD, players=3, turn="red")
    state.ask("blue", "goal")
    state.apply("goal")
    assert state.decision.player == 1 and where(state) == "turn"


@pytest.mark.parametrize(("player", "card", "when", "told"), [
    ("blue", "goal", "start of feats", 'Did you mean "start of feast"?'), ("blue", "gaol", "always", 'Did you mean "goal"?'),
    ("bleu", "goal", "always", 'Did you mean "blue"?'), ("red", "goal", "now", "You do not hold"), (7, "goal", "now", "seats are 0 to 2"),
])
def test_what_cannot_be_ordered(woven: Callable[..., Game], player: str, card: str, when: str, told: str) -> None:
    state = start(woven)
    before = state.hash()
    with pytest.raises(IllegalChoice, match=".") as e:
        state.ask(player, card, when)
    assert told in str(e.value) and state.hash() == before and state.history == []


def test_a_game_without_such_cards(woven: Callable[..., Game]) -> None:
    with pytest.raises(IllegalChoice, match="playable any time"):
        woven().new(2).ask("red", "work", "always")


def test_orders_are_saved_and_replayed(woven: Callable[..., Game], tmp_path: Path) -> None:
    game = woven(LAW + 'extends phase setup\n  after\n    for each p in players\n      as p\n        move 1 goal from deck to hand\n        add 3 to vp\n')
    state = game.new(3, seed=2, first=0)
    state.ask("blue", "goal", "always")
    while state.decision.player != 0 or state.decision.prompt == "Now: goal":
        state.apply("pass")
    state.ask("green", "goal", "end of drink")
    state.apply("invite")
    state.ask("blue", "goal", "usual")
    state.save(tmp_path / "game.json")
    again = restore(tmp_path / "game.json")
    assert again.hash() == state.hash() and again.history == state.history and again.orders == state.orders
    assert "ask blue goal always" in state.history


def test_nobody_else_reads_of_it(woven: Callable[..., Game]) -> None:
    state = start(woven)
    state.ask("blue", "goal", "always")
    state.apply("pass")
    state.apply("invite")
    told = [e.text for e in state.log(0)]
    assert not any("Blue" in t and ("Pass" in t or "asked" in t or "Goal" in t) for t in told), told
    assert [t for t in (e.text for e in state.log(1)) if "at every moment" in t] and any(e.text == "Blue: Pass" for e in state.log(1))


def test_both_readers_agree_on_orders(woven: Callable[..., Game]) -> None:
    game = woven(LAW + 'extends phase setup\n  after\n    for each p in players\n      as p\n        draw 1 from deck to hand\n')
    for seed in range(5):
        state, lots = game.new(3, seed=seed), Lots(seed)
        twin = copy.copy(state.clone())
        twin._edition = replace(state._edition, machine=state._edition.evaluator)
        for i in range(50):
            if state.over:
                break
            if i % 4 == 1:
                when = ["always", "end of drink", "feast_over", "never", "usual"][lots.below(5)]
                player = lots.below(3)
                state.ask(player, "goal", when)
                twin.ask(player, "goal", when)
            else:
                k = lots.below(state.count)
                state.step(k)
                twin.step(k)
            assert state.hash() == twin.hash() and state.orders == twin.orders
