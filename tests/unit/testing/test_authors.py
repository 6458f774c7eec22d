"""`lawspeaker.testing`: each helper passes where all is well, and says what is wrong where it is not."""
from __future__ import annotations

from pathlib import Path

import pytest

import lawspeaker
from lawspeaker.testing import assert_no_leak, given, play, random_games, scenario

ROOT = Path(__file__).resolve().parents[3]
CONNECT = ROOT / "rulesets/classics/connect_four"

SECRETS = '''game secrets "Secrets"
  players 2
  seats anna, bjorn
  run setup
  phase turn "{you}'s turn"
    each player from first_player, again until no deck
    offers action, exactly once
  winner has most final_score, then shared

kind Card from cards
  starts in deck

table
  pile deck of Card, seen by nobody
  pile heap of Card, seen by everyone

player
  area hand of Card, up to 9, seen by owner

phase setup
  does
    shuffle deck
    for each p in players
      as p
        draw 2 from deck to hand

action put "Put {c}"
  choose c from hand
  does
    move c to heap
    draw 1 from deck to hand
LEAK

score held "Cards" = number of hand
'''


@pytest.fixture
def secrets(tmp_path: Path) -> Path:
    (tmp_path / "secrets/data").mkdir(parents=True)
    (tmp_path / "secrets/secrets.law").write_text(SECRETS.replace("LEAK", ""), "utf-8")
    (tmp_path / "secrets/data/cards.yaml").write_text("cards: [ash, birch, cedar, elm, fir, hazel, ivy, larch]\n", "utf-8")
    return tmp_path / "secrets"


def spoil(folder: Path, line: str) -> Path:
    (folder / "secrets.law").write_text(SECRETS.replace("LEAK", line), "utf-8")
    return folder


# ---- scenarios ---------------------------------------------------------------------------------------------------
def test_scenarios_of_folders_files_and_texts() -> None:
    assert scenario(CONNECT) == scenario(CONNECT / "scenarios") > 3
    assert scenario(str(CONNECT / "scenarios/connect_four.yaml")) > 3
    assert scenario("- scenario: It begins\n  ruleset: connect_four\n  players: 2\n  then: {over: false}\n") == 1


def test_a_scenario_that_does_not_hold_is_told() -> None:
    with pytest.raises(AssertionError, match="expected +actual"):
        scenario("- scenario: It is over\n  ruleset: connect_four\n  players: 2\n  then: {over: true}\n")
    with pytest.raises(AssertionError, match="list"):
        scenario("scenario: It is over\nruleset: connect_four\n")
    with pytest.raises(AssertionError, match="no scenario"):
        scenario(ROOT / "docs")


# ---- play and given ----------------------------------------------------------------------------------------------
def test_play() -> None:
    state = play("connect_four", "drop 4", "yellow: drop 4", "Drop into column 3")
    assert state.history == ["drop 4", "drop 4", "drop 3"]
    again = play(state, "drop 1")
    assert again.look("cell_1_1.disc") == "yellow" and state.look("cell_1_1.disc") is None


@pytest.mark.parametrize(("choices", "told"), [
    (["drop 4"] * 7, r"Choice 7, 'drop 4': it is not offered\. Column 4 is full\. Offered: drop 1, "),
    (["yellow: drop 4"], "Choice 1, 'yellow: drop 4': yellow is not asked, but red"),
    (["drop"], "Choice 1, 'drop'"), (["nonsense"], "it is not offered. Offered: drop 1"),
    ([("drop 1", [6])], "nobody rolls: 6"), (["drop 1", "drop 2"] * 4, "Choice 8, 'drop 2': the game is over"),
])
def test_play_says_why_not(choices: list[str], told: str) -> None:
    with pytest.raises(AssertionError, match=told):
        play("connect_four", *choices)


def test_dice_are_dictated() -> None:
    state = given("fire_and_axe", {"yellow.ship": "bayeux", "yellow.hold": ["crew"] * 4, "bayeux.town": {"treasure": 5}},
                  players=["red", "yellow", "blue"], turn="yellow")
    before = state.look("yellow.vp")
    assert play(state, ("yellow: raid", [5])).look("yellow.vp") == before + 5


def test_given_says_what_is_wrong() -> None:
    with pytest.raises(AssertionError, match="shp"):
        given("fire_and_axe", {"yellow.shp": "bayeux"}, turn="yellow")
    with pytest.raises(AssertionError, match="No seat is called"):
        given("fire_and_axe", turn="pink")


# ---- random games -----------------------------------------------------------------------------------------------
def test_random_games() -> None:
    assert random_games("tic_tac_toe", 20) >= 100
    assert random_games("fire_and_axe", 1, players=3) > 100


def test_games_that_fault_or_do_not_end(secrets: Path) -> None:
    assert random_games(lawspeaker.load(secrets), 3) == 12
    with pytest.raises(AssertionError, match="not over after 3 decisions"):
        random_games(lawspeaker.load(secrets), 1, limit=3)
    with pytest.raises(AssertionError, match=r'The rules fail in game 1 \(seed\), decision \d, "put .*divi'):
        random_games(lawspeaker.load(spoil(secrets, "    say \"{1 / (number of deck)}\"")), 1)


def test_lost_pieces_are_told(secrets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = lawspeaker.load(secrets)
    hand = next(s for s in game.edition(2).program.spots.all if s.name == "hand")
    step = lawspeaker.State.step

    def losing(state: lawspeaker.State, i: int) -> None:
        step(state, i)
        state.cells[hand.cell] = state.cells[hand.cell][1:]
    monkeypatch.setattr(lawspeaker.State, "step", losing)
    with pytest.raises(AssertionError, match="Pieces were lost or made in game 1.*1 .* too few"):
        random_games(game, 1)


# ---- leaks ---------------------------------------------------------------------------------------------------------
def test_nothing_leaks(secrets: Path) -> None:
    assert assert_no_leak(lawspeaker.load(secrets), 2) > 100
    assert assert_no_leak("fire_and_axe", 1, players=3, limit=60) > 1000


@pytest.mark.parametrize(("line", "where"), [
    ("    say \"{you} took {first of hand}\"", "log"),
    ("    if some deck\n      choose one \"Is it {first of deck}?\"\n        option yes_it_is \"yes\"\n        option no_not \"no\"", "prompt"),
    ("    if some deck\n      choose c2 from deck \"Which?\"\n      say \"Thanks.\"", "options"),
])
def test_leaks_are_found(secrets: Path, line: str, where: str) -> None:
    with pytest.raises(AssertionError, match=f"(anna|bjorn) reads of .*, which (anna|bjorn) does not see, in the {where}"):
        assert_no_leak(lawspeaker.load(spoil(secrets, line)), 2)


def test_a_leaking_view_is_found(secrets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = lawspeaker.State.view
    monkeypatch.setattr(lawspeaker.State, "view", lambda self, player=None: honest(self, None))
    with pytest.raises(AssertionError, match=r"in the view\.players\.bjorn\.hand"):
        assert_no_leak(lawspeaker.load(secrets), 1)


def test_the_game_itself_keeps_its_names(secrets: Path) -> None:
    game = lawspeaker.load(secrets)
    assert_no_leak(game, 1)
    assert "zq" not in repr(game.new(2, 1).view())


def test_what_was_shown_is_known(secrets: Path) -> None:
    law = '    if some deck\n      show first of deck to you'
    assert assert_no_leak(lawspeaker.load(spoil(secrets, law)), 2) > 100


def test_a_card_that_moves_later_is_not_named_before() -> None:
    """A rune is discarded after the wind was turned: until then it lies in a hand that others do not see."""
    state = given(lawspeaker.load("fire_and_axe", ["runes"]), {"red.hand": ["lokis_trick"], "red.ship": "bayeux", "red.hold": ["crew"]}, turn="red")
    state = play(state, "discard_rune lokis_trick")
    assert not any("Loki" in str(e) for e in state.log(player=1)) and any("Loki" in str(e) for e in state.log(player=0))
    state.apply("leave")
    assert any("Loki" in str(e) for e in state.log(player=1))
