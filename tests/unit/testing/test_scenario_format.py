"""What a scenario can say besides moves: other data, who began, who is not asked, what cannot be passed, ranks, and only names that exist."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from lawspeaker.interpreter.game import Game, load
from lawspeaker.interpreter.testing.scenario import Result, run_files
from lawspeaker.testing import given

Run = Callable[[str], Result]


def good(result: Result) -> None:
    assert result.ok, result.message


def bad(result: Result, *told: str) -> None:
    assert not result.ok
    for text in told:
        assert text in result.message, result.message


# ---- first -------------------------------------------------------------------------------------------------------
CIRCLE = '''game rounds "Rounds"
  players 3
  seats red, blue, green
  phase round
    again until day > 1
    phase turn "{you}'s turn"
      each player from first_player
      offers action, exactly once
    does
      add 1 to day
table
  state day: 0 to 9
  state starter: Player = first_player
action act "Act"
  does
    add 1 to acts
player
  state acts: 0 to 9
score s "S" = acts
'''


@pytest.fixture
def rounds(tmp_path: Path) -> Callable[[str], Result]:
    folder = tmp_path / "rounds"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "rounds.law").write_text(CIRCLE)

    def run_one(text: str) -> Result:
        path = folder / "scenarios" / "a.yaml"
        path.write_text("- scenario: a test\n  players: [red, blue, green]\n" + "".join(f"  {line}\n" for line in text.strip("\n").split("\n")))
        [result] = run_files([path])
        return result
    return run_one


@pytest.mark.parametrize(("first", "left"), [("red", ["green"]), ("blue", ["green", "red"]), ("green", [])])
def test_first_beside_turn_says_where_the_round_began(rounds: Run, first: str, left: list[str]) -> None:
    """Blue is on turn; the round ends when the player before the first has had a turn."""
    steps = "".join(f"  - {who}: act\n" for who in ["blue", *left])
    good(rounds(f"turn: blue\nfirst: {first}\nplay:\n{steps}then:\n  day: 1\n  player: {first}\n  first_player: {first}\n  starter: {first}"))
    if left:
        shorter = "".join(f"  - {who}: act\n" for who in ["blue", *left][:-1])
        good(rounds(f"turn: blue\nfirst: {first}\nplay:\n{shorter}then:\n  day: 0"))


# ---- names -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("text", [
    "not_offered: [tkae c1]", "not_offered: [take c9]", "offered: [pya]", "not_offered: [fly]", "refused:\n  - red: pya",
    "play:\n  - red: roll\nnot_offered: [take c1, take d1]",
])
def test_names_that_do_not_exist(run: Run, text: str) -> None:
    bad(run(text), "There is no move" if "refused" in text else "Nothing in the game is called")


@pytest.mark.parametrize("text", [
    "not_offered: [take c4]", "not_offered: [take c3, pass]", "not_offered: [Take c3]", "not_offered: ['yes']",
    "given:\n  turn.used: 3\nnot_offered: [pay, Pay a coin]",
])
def test_names_that_exist_may_be_not_offered(run: Run, text: str) -> None:
    good(run(text))


# ---- pass, and who is asked --------------------------------------------------------------------------------------
def test_that_one_cannot_pass(run: Run) -> None:
    good(run("refused:\n  - red: pass"))
    bad(run("refused:\n  - red: pass\n    because: SM-PAY-01"), "for another reason")


def test_that_a_pass_is_not_refused(rounds: Run, tmp_path: Path) -> None:
    law = tmp_path / "rounds" / "rounds.law"
    law.write_text(CIRCLE.replace("exactly once", "at most once"))
    bad(rounds("turn: red\nrefused:\n  - red: pass"), "must be refused, and is offered")


def test_who_is_not_asked(run: Run) -> None:
    good(run("not_asked: blue"))
    good(run("play:\n  - red: done\nnot_asked: [red]"))
    bad(run("not_asked: [blue, red]"), "red must not be asked now, and is: Red's turn")
    bad(run("not_asked: green"), 'No seat is called "green"')


# ---- ranks -------------------------------------------------------------------------------------------------------
def test_ranks(run: Run) -> None:
    good(run("given:\n  red.points: 3\n  blue.points: 5\nthen:\n  ranks: {blue: 1, red: 2}"))
    good(run("then:\n  ranks: {blue: 1, red: 1}"))
    good(run("given:\n  blue.points: 5\nthen:\n  ranks: {red: 2}"))
    bad(run("given:\n  blue.points: 5\nthen:\n  ranks: {red: 1}"), "{red: 1}", "{red: 2}")
    bad(run("then:\n  ranks: [red]"), "a map of seats to numbers")
    bad(run("then:\n  ranks: {rde: 1}"), 'No seat is called "rde"')


def test_equal_ranks_skip_the_next(rounds: Run) -> None:
    good(rounds("turn: red\ngiven:\n  red.acts: 4\n  blue.acts: 4\n  green.acts: 1\nthen:\n  ranks: {red: 1, blue: 1, green: 3}"))


# ---- data --------------------------------------------------------------------------------------------------------
def test_other_data(run: Run, small: Path) -> None:
    play = "given:\n  red.hand: [c1]\nthen:\n  worth_of(red): "
    good(run(f"{play}1"))
    good(run(f"data: {{cards: {{c1: {{worth: 7}}}}}}\n{play}7"))
    (small / "scenarios" / "edition.data").write_text("cards:\n  c1: {worth: 8}\n")
    good(run(f"data: edition.data\n{play}8"))
    good(run(f"data: [edition.data]\n{play}8"))
    good(run(f"{play}1"))


@pytest.mark.parametrize(("data", "told"), [
    ("data: {crads: {c1: {worth: 7}}}", 'Did you mean "cards"?'), ("data: nowhere.data", "cannot be read"),
    ("data: {cards: {c1: {worth: many}}}", "whole number"),
])
def test_other_data_that_do_not_fit(run: Run, data: str, told: str) -> None:
    bad(run(data), told)


# ---- payments that nobody was asked about ------------------------------------------------------------------------
PAYING = '''game paying "Paying"
  players 2
  seats red, blue
  phase turn "Turn"
    each player from first_player, again and again
    offers action, exactly once
kind Good
  members fish, fur
  copies 9
  starts in purse_of_nobody
table
  area purse_of_nobody of Good, seen by everyone
player
  area purse of Good, seen by everyone
  state tokens: 0 to 9 = 3
payment barter
  takes from purse by sort
  puts into purse_of_nobody
  tokens stand for any Good
action buy "Buy"
  costs {fish: 2} with barter
  does
    add 1 to tokens
score s "S" = tokens
'''


def test_the_only_way_to_pay_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "paying"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "paying.law").write_text(PAYING)
    state = given(load(folder), {"red.purse": ["fish"], "red.tokens": 1}, turn="red")
    state.apply("buy")
    assert "Pays Fish, 1 token" in [e.text for e in state.log(1)], [e.text for e in state.log(1)]
    (folder / "scenarios" / "a.yaml").write_text(
        "- scenario: a\n  players: 2\n  given: {player_1.purse: [fish], red.purse: [fish], red.tokens: 1}\n  play:\n  - red: buy\n  then: {red.tokens: 5}\n"
        .replace("player_1.purse: [fish], ", ""))
    [result] = run_files([folder])
    assert "  paid: fish, 1 tokens  (the only way)" in result.message, result.message


# ---- counts ------------------------------------------------------------------------------------------------------
def test_how_many_there_are(game: Game) -> None:
    with pytest.raises(AssertionError, match=r"5 more must come from red\.purse") as e:
        given(game, {"pot": ["red.coin"] * 5}, turn="red")
    assert "of 4 in all" in str(e.value) and "Name 4 at most" in str(e.value)


# ---- cards playable any time ---------------------------------------------------------------------------------------
ANY = '''
form trick "Play {card}" is action
  card kept in tricks
  starts in deck_of_tricks
  does
    move card to box
    do its effect
trick favour "Favour"
  copies 2
  playable any time
  does
    add 5 to points
table
  area deck_of_tricks of Trick, seen by nobody
player
  area tricks of Trick, seen by owner
'''


@pytest.fixture
def tricks(small: Path) -> Path:
    (small / "tricks.law").write_text(ANY)
    return small


HELD = "given:\n  blue.tricks: [favour]\n"


def test_a_card_is_played_when_nobody_asks_for_it(tricks: Path, run: Run) -> None:
    """What may be played any time may be played at any decision, whoever is asked."""
    good(run(f"{HELD}play:\n  - blue: favour\n  - red: pay\nthen:\n  blue.points: +5\n  player: red"))
    bad(run(f"{HELD}play:\n  - green: favour"), 'No seat is called "green"')
    bad(run("play:\n  - blue: favour"), "You do not hold Favour")


def test_orders_in_scenarios(tricks: Path, run: Run) -> None:
    good(run(f"asking: {{blue: {{favour: end of pay}}}}\n{HELD}play:\n  - red: pay\n  - blue: favour\n  - red: roll\nthen:\n  blue.points: +5"))
    good(run(f"asking: {{blue: {{favour: end of pay}}}}\n{HELD}play:\n  - red: pay\noffered: [favour, pass]\nnot_asked: red"))
    good(run(f"{HELD}play:\n  - red: pay\nnot_asked: blue"))
    bad(run(f"asking: {{blue: {{favuor: always}}}}\n{HELD}then:\n  over: false"), 'Did you mean "favour"?')
    bad(run(f"asking: {{blue: {{favour: sometimes}}}}\n{HELD}then:\n  over: false"), 'There is no moment "sometimes"')
    bad(run(f"asking: {{blue: always}}\n{HELD}then:\n  over: false"), "Write `asking: {red: {miller: always}}`")
