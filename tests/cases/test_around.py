"""Rules around verbs: what continues an event, what is a new one, and what is said of a circle that never ends."""
from __future__ import annotations

from pathlib import Path

import pytest
from alike import HERE, law, looked, played, whole_games_agree

import lawspeaker
from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.game import Game


def test_a_verb_done_after_a_verb_meets_all_rules() -> None:
    """Thorns wound Ann in a rule after her own wound: her armour stands before that one, too."""
    game = lawspeaker.load(HERE / "rule_around_itself_thorns")
    state = played(game, {"bob.thorny": True, "ann.armour": True}, "strike")
    assert looked(state, "ann.life", "bob.life", "ann.hits", "bob.hits") == [20, 17, 0, 1]
    state = played(game, {"bob.thorny": True}, "strike")
    assert looked(state, "ann.life", "bob.life", "ann.hits", "bob.hits") == [19, 17, 1, 1]
    whole_games_agree(game)


@pytest.mark.parametrize("flags, seen", [
    ("doubler inverter guard", [20, 6, 0, 0]), ("doubler inverter", [14, 0, 0, 6]), ("doubler guard", [26, 0, 6, 0]), ("doubler", [26, 0, 6, 0]),
    ("inverter guard", [20, 3, 0, 0]), ("inverter", [17, 0, 0, 3]), ("guard", [23, 0, 3, 0]), ("", [23, 0, 3, 0])])
@pytest.mark.parametrize("turned", [False, True])
def test_each_replacement_once_for_one_event(tmp_path: Path, flags: str, seen: list[int], turned: bool) -> None:
    """Doubled, turned into a wound, and guarded; the rules after see what was done.  The order of the two first does not matter here."""
    text = (HERE / "rule_around_itself_life" / "life.law").read_text("utf-8")
    if turned:
        begin, middle, end = (text.index(f"rule {name}") for name in ("doubled", "inverted", "guarded"))
        text = text[:begin] + text[middle:end].replace("if inverter", "if inverter and (n >= 6 or not doubler)") + text[begin:middle] + text[end:]
    game = law(tmp_path, text, "")
    state = played(game, {x: x in flags.split() for x in ("doubler", "inverter", "guard")}, "rest")
    assert looked(state, "ann.life", "ann.marks", "ann.gains_seen", "ann.losses_seen") == seen
    whole_games_agree(game, 3)


def test_rules_that_wake_each_other_go_on_until_nothing_more_is_done() -> None:
    game = lawspeaker.load(HERE / "cards_that_feed_each_other")
    assert looked(played(game, {}, "bite"), "ann.life", "bob.life") == [20, 0]
    assert looked(played(game, {"ann.life": 2000, "bob.life": 2500}, "bite"), "ann.life", "bob.life") == [4500, 0]
    whole_games_agree(game, 3)


DAMAGE = '''player
  state life: 0 to 99 = 20
  state sheltered: flag
  state lucky: flag
  state heard: 0 to 99
to lose {n: number} life
  take n from life
action strike "Strike"
  does
    as next_player(you)
      lose 6 life
rule shelter
  instead of lose n life if sheltered
    lose (n / 2) life
rule luck
  instead of lose n life if lucky
    lose (n - 1) life
    lose 1 life
rule listened
  after lose n life
    add n to heard
'''


@pytest.mark.parametrize("exchanged", [False, True])
def test_replacements_that_do_the_verb_again(tmp_path: Path, exchanged: bool) -> None:
    """Each has one turn on each way down: 6 → 3 → 2 + 1, or 6 → 5 + 1 → 2 + 0 the other way round."""
    text = DAMAGE
    if exchanged:
        a, b, c = (text.index(f"rule {x}") for x in ("shelter", "luck", "listened"))
        text = text[:a] + text[b:c] + text[a:b] + text[c:]
    game = law(tmp_path, text)
    assert looked(played(game, {"bob.sheltered": True}, "strike"), "bob.life", "bob.heard") == [17, 3]
    assert looked(played(game, {"bob.lucky": True}, "strike"), "bob.life", "bob.heard") == [14, 6]
    both = looked(played(game, {"bob.sheltered": True, "bob.lucky": True}, "strike"), "bob.life", "bob.heard")
    assert both == ([18, 2] if exchanged else [17, 3])
    whole_games_agree(game, 3)


def test_many_replacements_of_one_verb(tmp_path: Path) -> None:
    """Twelve rules that each take one off and do the verb again: each once, whatever their order."""
    rules = "".join(f"rule shield_{i}\n  instead of lose n life if n > 0 and shields > {i}\n    lose (n - 1) life\n" for i in range(12))
    game = law(tmp_path, DAMAGE.replace("rule shelter", rules + "rule shelter").replace("  state lucky", "  state shields: 0 to 12\n  state lucky")
               .replace("lose 6 life", "lose 15 life"))
    assert looked(played(game, {"bob.shields": 12}, "strike"), "bob.life") == [17]
    assert looked(played(game, {"bob.shields": 5}, "strike"), "bob.life") == [10]


def test_the_verbs_own_steps_belong_to_its_event(tmp_path: Path) -> None:
    """Through a verb that has no rules of its own, and a span around steps."""
    game = law(tmp_path, '''player
  state coins: 0 to 99 = 10
phase market
  state open: flag
to pay {n: number} coins
  take n from coins
to settle {n: number}
  during market
    pay (n * 2) coins
rule dear
  instead of pay n coins
    settle n
action buy "Buy"
  does
    pay 2 coins
''')
    assert looked(played(game, {}, "buy"), "ann.coins") == [6]
    whole_games_agree(game, 3)


def test_another_players_replacement_is_the_same_rule(tmp_path: Path) -> None:
    """A blow that is passed on is passed on once."""
    game = law(tmp_path, DAMAGE + '''rule passed_on
  instead of lose n life if n = 6
    as next_player(you)
      lose 6 life
''')
    assert looked(played(game, {}, "strike"), "ann.life", "bob.life") == [14, 20]


REQUIRED = '''player
  state coins: 0 to 9
  state marks: 0 to 9
  state told: 0 to 9
to pay {n: number} coins
  requires n <= coins                                        "Too dear."
  take n from coins
action buy "Buy"
  does
    pay 2 coins
    then add 1 to vp
    replaced add 5 to vp
    otherwise add 10 to vp
rule in_kind
  instead of pay n coins if n > coins or marks > 0
    add 1 to marks
rule before_it
  before pay n coins
    add 1 to told
'''


def test_what_a_verb_requires_comes_before_the_rules_around_it(tmp_path: Path) -> None:
    game = law(tmp_path, REQUIRED)
    assert looked(played(game, {"ann.coins": 1}, "buy"), "ann.vp", "ann.coins", "ann.marks", "ann.told") == [10, 1, 0, 0]
    assert looked(played(game, {"ann.coins": 3}, "buy"), "ann.vp", "ann.coins", "ann.marks", "ann.told") == [1, 1, 0, 1]
    assert looked(played(game, {"ann.coins": 3, "ann.marks": 1}, "buy"), "ann.vp", "ann.coins", "ann.marks", "ann.told") == [5, 3, 2, 0]
    whole_games_agree(game, 3)


def endless(game: Game, choice: str) -> RuleFault:
    found = []
    for reader in ("machine", "evaluator"):
        state = game.new(2, seed=1, first=0)
        if reader == "evaluator":
            state._edition.machine, kept = state._edition.evaluator, state._edition.machine  # type: ignore[assignment]
        before = state.hash()
        with pytest.raises(RuleFault) as e:
            state.apply(choice)
        assert state.hash() == before
        found.append(e.value)
    state._edition.machine = kept
    assert (found[0].code, found[0].circle) == (found[1].code, found[1].circle)
    return found[0]


def test_a_circle_of_rules_is_named(tmp_path: Path) -> None:
    text = (HERE / "cards_that_feed_each_other" / "blood.law").read_text("utf-8")
    text = text.replace("  state turns", "  state odd: flag\n  state turns").replace("  take n from life", "  set odd to (not odd)")
    text = text.replace("  add n to life", "  set odd to (not odd)")
    fault = endless(law(tmp_path, text, ""), "bite")
    assert fault.code == "endless"
    for part in ("`after lose n life`", "`to gain {n: number} life`", "`after gain n life`", "`to lose {n: number} life`"):
        assert part in fault.text
    assert fault.text.count("small.law:") == 4


def test_a_verb_that_waits_for_itself_after_itself(tmp_path: Path) -> None:
    fault = endless(law(tmp_path, DAMAGE.replace("    add n to heard", "    add n to heard\n    set sheltered to (not sheltered)\n    lose 0 life")
                        .replace("  take n from life", "  set lucky to (not lucky)").replace("if sheltered", "if n > 50").replace("if lucky", "if n > 60")), "strike")
    assert "`after lose n life`" in fault.text and "`to lose {n: number} life`" in fault.text


CARDS = '''kind Coin
  copies 60
  starts in bank
  discarded to bank
table
  area bank of Coin, seen by everyone
  pile cards of Charm, seen by everyone
  pile used of Charm, seen by everyone
  state alarms: 0 to 99
player
  area charms of Charm, seen by everyone
  area purse of Coin, seen by everyone
  state life: 0 to 99 = 20
  state healed: 0 to 99
form charm is action
  card kept in charms
  starts in cards
  discarded to used
  active in charms
charm mirror "Mirror"
  copies 2
  instead of lose n life
    as next_player(you)
      lose n life
  does
    add 1 to vp
charm shell "Shell"
  instead of lose n life if n > 1
    may "Shell"
      lose (n - 1) life
    otherwise do usual
  does
    add 1 to vp
charm leech "Leech"
  after lose n life
    heal n life
  before heal n life
    add n to healed
  does
    add 1 to vp
to lose {n: number} life
  take n from life
to heal {n: number} life
  add n to life
action strike "Strike"
  does
    as next_player(you)
      lose 6 life
    then add 1 to vp
    replaced add 2 to vp
action pay_up "Pay with blood"
  costs blood 3
  does
    add 1 to vp
to pay blood {n: number}
  requires n < life
  lose n life
rule alarm
  whenever life < 15
    add 1 to alarms
    as active
      lose 1 life
'''


def test_cards_in_play_around_a_verb(tmp_path: Path) -> None:
    """Mirror passes on what Ann strikes; whoever has a mirror, too, has the same rule, which has had its turn."""
    game = law(tmp_path, CARDS)
    look = ("ann.life", "bob.life", "ann.vp")
    assert looked(played(game, {}, "strike"), *look) == [20, 14, 1]
    assert looked(played(game, {"bob.charms": ["mirror"]}, "strike"), *look) == [13, 20, 2]        # and the alarm, which is new
    assert looked(played(game, {"bob.charms": ["mirror"], "ann.charms": ["mirror"]}, "strike"), *look) == [14, 19, 2]   # the alarm is mirrored
    assert looked(played(game, {"bob.charms": ["shell"]}, "strike", "yes"), *look) == [20, 15, 2]
    assert looked(played(game, {"bob.charms": ["shell"]}, "strike", "no"), *look) == [20, 14, 1]
    assert looked(played(game, {"bob.charms": ["shell", "mirror"]}, "strike"), *look) == [13, 20, 2]
    assert looked(played(game, {"bob.charms": ["leech"]}, "strike"), "bob.life", "bob.healed", "ann.vp") == [20, 6, 1]
    whole_games_agree(game)


def test_a_cost_that_is_replaced(tmp_path: Path) -> None:
    """The verb of a cost meets the same rules."""
    game = law(tmp_path, CARDS)
    assert looked(played(game, {"ann.charms": ["mirror"]}, "pay_up"), "ann.life", "bob.life", "ann.vp") == [20, 17, 1]
    assert looked(played(game, {"ann.life": 18}, "pay_up"), "ann.life", "ann.vp") == [15, 1]


def test_a_rule_before_a_verb_that_does_the_verb(tmp_path: Path) -> None:
    """It is a new event each time: without an end, and that is said."""
    fault = endless(law(tmp_path, DAMAGE + "rule more\n  before lose n life\n    lose 1 life\n"), "strike")
    assert "`before lose n life`" in fault.text
    game = law(tmp_path, DAMAGE + "rule more\n  before lose n life if n > 1\n    lose 1 life\n")
    assert looked(played(game, {}, "strike"), "bob.life") == [13]


def test_an_ending_inside_a_replacement(tmp_path: Path) -> None:
    game = law(tmp_path, DAMAGE + '''rule saved
  instead of lose n life if n = 3
    add 5 to vp
    end turn
''')
    state = played(game, {"bob.sheltered": True}, "strike")
    assert looked(state, "bob.vp", "bob.life", "turns") == [5, 20, 1]
    assert looked(state, "bob.life") == [20] and state.decision.player == 1
    state.apply("strike")
    assert state.look("ann.life") == 14
    whole_games_agree(game)


REALLY = '''kind Crew
  copies 4 for each player
  starts in owner.benches
  discarded to owner.benches
kind Card
  copies 3, told apart
  starts in deck
  discarded to pit
table
  pile deck of Card, seen by nobody
  pile pit of Card, seen by everyone
player
  area benches of Crew, seen by everyone
  area ship of Crew, up to 3, seen by everyone
  area hand of Card, seen by owner
  state life: 0 to 9
  state wounds: 0 to 99
  state told: 0 to 99
to lose {n: number} life
  take n from life
to board {n: number} crew
  move n Crew from benches to ship
to go home with {n: number}
  discard n Crew from ship
to learn {n: number}
  draw n from deck to hand
to suffer {n: number}
  requires wounds < 9
  take n from life
  partly stop
  add n to wounds
to spread {n: number}
  for each p in players
    as p
      take n from life
to name {n: number} and {k: number}
  add k to wounds
  may "More"
    take n from life
rule told
  after lose n life
    set told to n
  after board n crew
    set told to n
  after go home with n
    set told to n
  after learn n if n > 1
    set told to n
  after suffer n
    set told to n
  after spread n
    set told to n
  after name n and k
    set told to n * 10 + k
action try_it "Try"
  does
'''
DONE = {
    "lose 5 life": [({"ann.life": 9}, 5), ({"ann.life": 2}, 2), ({"ann.life": 0}, 0)],
    "board 3 crew": [({}, 3), ({"ann.ship": ["crew", "crew"]}, 1)],
    "go home with 3": [({"ann.ship": ["crew", "crew", "crew"]}, 3), ({"ann.ship": ["crew"]}, 1), ({}, 0)],
    "learn 5": [({}, 3), ({"deck": ["card_1", "card_2"]}, 2), ({"deck": ["card_1"]}, 0)],
    "suffer 4": [({"ann.life": 9}, 4), ({"ann.life": 3}, 3), ({"ann.wounds": 9, "ann.life": 4}, 0)],
    "spread 4": [({"ann.life": 9, "bob.life": 2}, 4)],
    "name 3 and 2": [({"ann.life": 9}, 32), ({"ann.life": 1}, 12)],
}


@pytest.mark.parametrize("step", DONE)
def test_rules_after_a_verb_read_what_was_really_done(tmp_path: Path, step: str) -> None:
    game = law(tmp_path, REALLY + f"    {step}\n")
    for position, told in DONE[step]:
        choices = ["try_it", "yes"] if "name" in step else ["try_it"]
        assert looked(played(game, position, *choices), "ann.told") == [told], position
    if "name" in step:                            # declined: nothing was taken, so it is what was asked for
        assert looked(played(game, {"ann.life": 1}, "try_it", "no"), "ann.told") == [32]
    whole_games_agree(game, 3)


def test_watchers_that_wake_each_other_are_named(tmp_path: Path) -> None:
    fault = endless(law(tmp_path, '''table
  state on: flag
action strike "Strike"
  does
    set on to (not on)
rule off
  whenever on
    set on to false
rule on_again
  whenever not on
    set on to true
'''), "strike")
    assert "`whenever on`" in fault.text and "`whenever not on`" in fault.text
