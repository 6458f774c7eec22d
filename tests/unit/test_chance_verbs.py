"""`refilled from`, `pick`, `reroll`, positions of lists, `show`, `possible`: what they do, and who learns of it."""
from __future__ import annotations

import random
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

import lawspeaker
from lawspeaker.interpreter.compile import compile_model
from lawspeaker.interpreter.model.checks import printed_numbers
from lawspeaker.interpreter.program.schema import PILE
from lawspeaker.interpreter.sources import Sources, core_source
from lawspeaker.interpreter.state import State
from lawspeaker.interpreter.testing.scenario import run_files
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Source

sys.path.insert(0, str(Path(__file__).parent))
from chance_game import LAW, NAMES, OWN_DECKS, played, thieves

RED, BLUE, GREEN = range(3)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> lawspeaker.Game:
    return thieves(tmp_path_factory.mktemp("thieves"))


def placed(game: lawspeaker.Game, players: int = 2, seed: int = 1, **places: list[str]) -> State:
    """A position where these cards lie in these places (`red_hand`), all others in the discards."""
    state = game.new(players, seed=seed, first="red")
    layout = state._edition.program.layout
    number = {t.id: t.number for t in layout.things if t.id in NAMES}
    wanted = dict.fromkeys(NAMES, "discards") | {c: p for p, cards in places.items() for c in cards}
    cells = state.cells
    for s in state._edition.program.spots.all:
        if s.place >= 0 and s.kinds == ("Card",):
            name = s.name if s.owner == "table" else f"{state.players[s.of or 0]}_{s.name}"
            here = [number[c] for c in (places.get(name) or [c for c in NAMES if wanted[c] == name])]
            cells[s.cell] = tuple(here) if s.how == PILE else tuple(sorted(here))
            for t in here:
                cells[layout.where + t] = s.place
    state.cells = cells
    return state


def told(state: State, player: int | None) -> list[str]:
    """The log since the last decision but the first line."""
    last = len(state.history) - 1
    return [e.text for e in state.log(player) if e.index == last][1:]


# ---- both readers --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(8))
def test_both_readers_and_undo(game: lawspeaker.Game, seed: int) -> None:
    moves: set[int] = set()
    for state, _ in played(game, seed, 2 + seed % 2):
        value, after, way = state._values[-1], state.hash(), list(state._journal)
        state.undo()
        if state.decision.kind == "move":
            moves.add(value[0])
        state._choose(value)
        assert state.hash() == after and state._journal == way
    assert len(moves) > 8


def test_a_whole_random_game_ends_like_its_steps(game: lawspeaker.Game) -> None:
    """The third printer, that of random games."""
    for seed in range(5):
        end, decisions = game.playout(seed, 2, bot_seed=seed)
        state = game.new(2, seed)
        assert state.play_on(random.Random(seed).random) == decisions
        assert end.over and end.hash() == state.hash()


def test_views_and_logs_name_only_what_is_known(game: lawspeaker.Game) -> None:
    """The names of hidden cards stand in no view and no line but of those who know them."""
    for seed in range(3):
        for state, _ in played(game, seed):
            spots = state._edition.program.spots
            for player in range(3):
                unknown = set()
                for s in spots.all:
                    if s.place >= 0 and s.kinds == ("Card",) and not s.visible(player):
                        unknown |= {state._texts.thing_id(t) for t in s.pieces(state._cells)} - {
                            state._texts.thing_id(t) for t in spots.shown(s, state._cells, player)}
                text = repr(state.view(player)["table"]) + repr(state.view(player)["players"])
                assert not [n for n in unknown if f"'{n}'" in text]


@pytest.mark.parametrize("seed", range(4))
def test_piles_of_players_and_mixed_places(tmp_path: Path, seed: int) -> None:
    """Every player's own pile is refilled from that player's own; a sort of a sum of places says where it lies."""
    for state, _ in played(thieves(tmp_path, OWN_DECKS), seed, 2):
        for places in state.view()["players"].values():
            cards = [*places["own_deck"], *places["own_pit"], *places["cards"]]
            assert sorted(cards) == ["ace", "jack", "king", "queen"], "a card of another would have a seat before its name"
        for e in state.log(RED):
            if e.kind == "pick" and e.text.startswith("By chance: ") and e.player == BLUE:
                assert e.text == "By chance: 1 piece" or e.text in ("By chance: Red", "By chance: Blue"), "the shed is hidden"


# ---- refilled from -----------------------------------------------------------------------------------------------------
def test_an_empty_pile_is_refilled(game: lawspeaker.Game) -> None:
    state = placed(game, deck=["axe"], red_hand=["bow"], blue_hand=["cup", "drum"])
    state.apply("drop bow")
    state.apply("stir")
    before = state.hash()
    state.apply("draw_card 3")
    assert state.look("number of red.hand") == 3 and state.look("number of deck") == 2 and state.look("discards") == []
    assert state.look("red.luck") == 1, "the step is done in full"
    assert state.look("ran_out") == 1, "what reads the discards is looked at after a draw"
    lines = told(state, BLUE)
    at = [next(i for i, x in enumerate(lines) if part in x) for part in ("discards → deck", "is shuffled", "3 cards: deck → hand")]
    assert at == sorted(at) and not any("Axe" in x for x in lines), lines
    assert all(name in lines[at[0]] for name in ("Bow", "Elk", "Fur", "Gem"))
    assert not any("discards → hand" in x for x in told(state, RED)), "a shuffled card does not come from the discards"
    assert state.undo_barrier == 0
    state.undo()
    assert state.hash() == before


@pytest.mark.parametrize("deck, luck", [(["axe"], 2), ([], 3)])
def test_both_empty(game: lawspeaker.Game, deck: list[str], luck: int) -> None:
    state = placed(game, deck=deck, discards=[], blue_hand=[n for n in NAMES if n not in deck])
    state.apply("draw_card 3")
    assert state.look("red.hand") == deck and state.look("red.luck") == luck


def test_refilling_is_chance_of_the_deck(game: lawspeaker.Game) -> None:
    orders = set()
    for seed in range(40):
        state = placed(game, seed=seed, deck=[], blue_hand=list(NAMES[:4]))
        state.apply("draw_card 1")
        orders.add((*state.look("red.hand"), *state.look("deck")))
    assert len(orders) == 6


# ---- pick -----------------------------------------------------------------------------------------------------------
def test_each_piece_is_equally_likely(game: lawspeaker.Game) -> None:
    """Of a counted place each piece, not each sort: five of the six coins picked first leave five gold to one tin or so."""
    found: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    for seed in range(400):
        state = placed(game, seed=seed, blue_hand=list(NAMES[:4]))
        spot = next(s for s in state._edition.program.spots.all if s.name == "bank")
        cells = state.cells
        cells[spot.cell + 1] = 2                  # six gold, two tin
        state.cells = cells
        twin = state.clone()
        state.apply("take_coins")
        twin.apply("steal blue")
        found.update(state.look("red.purse"))
        cards.update(twin.look("red.hand"))
    assert sum(found.values()) == 1600 and 1140 < found["gold"] < 1260, found
    assert set(cards) == set(NAMES[:4]) and min(cards.values()) > 70, cards


def test_a_pick_from_nothing_is_not_done(game: lawspeaker.Game) -> None:
    state = placed(game)
    state.apply("rob blue")
    assert state.look("red.luck") == 12, "neither the pick nor the step that uses the name is done"
    state.apply("steal_two red")
    assert state.look("blue.luck") == 3
    partly = placed(game, blue_hand=["axe"])
    partly.apply("steal_two blue")
    assert partly.look("red.luck") == 2 and partly.look("red.hand") == ["axe"]


def test_who_learns_of_a_pick(game: lawspeaker.Game) -> None:
    state = placed(game, 3, blue_hand=["axe"])
    state.apply("steal blue")
    assert told(state, BLUE)[:3] == ["Day: 0 → 1", "By chance from Blue's hand: Axe", "Axe: Blue's hand → hand"]
    assert "By chance from Blue's hand: 1 card" in told(state, RED) and any(x.startswith("Axe: ") for x in told(state, RED))
    assert not any("Axe" in x for x in told(state, GREEN)) and "By chance from Blue's hand: 1 card" in told(state, GREEN)
    assert state.undo_barrier == 0
    state.apply("take_coins")
    assert any(x.startswith("By chance from bank: ") and "coin" not in x for x in told(state, GREEN))


# ---- dice ------------------------------------------------------------------------------------------------------------
def test_positions_of_a_list(game: lawspeaker.Game) -> None:
    state = placed(game)
    state.dictate([4, 4, 6, 1, 2, 3, 5])
    state.apply("throw")
    assert len(state.decision.options) == 16 and state.decision.prompt == "Which again?"
    both = next(o for o in state.decision.options if o.key == "1, 2")
    assert both.label == "1st (4), 2nd (4)" and {"1", "2"} <= {o.key for o in state.decision.options}, "equal dice are two options"
    state.apply("1, 4")
    assert state.look("dice") == [2, 4, 6, 3] and state.look("red.luck") == 1
    assert "Rolled again 2, 3" in told(state, BLUE)
    assert [o.key for o in state.decision.options] == ["1", "2", "4"], "a condition speaks of the entries, a choice of positions"
    assert [o.label for o in state.decision.options] == ["1st (2)", "2nd (4)", "4th (3)"]
    state.apply("4")
    assert state.look("dice") == [2, 4, 6, 5]
    assert next(e.text for e in reversed(state.log(BLUE)) if e.kind == "choice") == "Red: chooses 4th (3)"
    state.undo()
    state.undo()
    state.apply("none")
    assert state.look("dice") == [4, 4, 6, 1] and state.look("red.luck") == 2


def test_a_move_chooses_positions_too(game: lawspeaker.Game) -> None:
    state = placed(game)
    assert "use 1" not in [o.key for o in state.decision.options]
    state.dictate([4, 4, 6, 1])
    for choice in ("throw", "none", "1"):
        state.apply(choice)
    assert {"use 1", "use 2", "use 4"} <= {o.key for o in state.decision.options}
    state.apply("use 3")
    assert state.look("day") == 7


def test_secret_dice_are_not_told_by_the_choice(game: lawspeaker.Game) -> None:
    state = placed(game)
    state.dictate([2, 5, 6, 3])
    state.apply("cast")
    state.apply("2nd (5)")
    lines = [e.text for e in state.log(BLUE)]
    assert "Red: chooses" in lines and not any("(5)" in x for x in lines)
    assert "Red: chooses 2nd (5)" in [e.text for e in state.log(RED)]


def test_a_position_outside_is_a_fault(tmp_path: Path) -> None:
    law = LAW.replace("reroll x in lots", "reroll 4 in lots")
    state = thieves(tmp_path, law).new(2, seed=1, first="red")
    state.apply("cast")
    with pytest.raises(lawspeaker.RuleFault) as fault:
        state.apply(state.decision.options[0])
    assert fault.value.code == "no-entry" and "thieves.law" in str(fault.value)


# ---- show ---------------------------------------------------------------------------------------------------------------
def test_what_was_shown_is_seen(game: lawspeaker.Game, tmp_path: Path) -> None:
    state = placed(game, 3, deck=["axe", "bow"], chest=["gem"], well=["cup", "drum"], blue_hand=["elk"])
    before = state.hash()
    state.apply("spy blue")
    assert state.view(RED)["players"]["blue"]["hand"] == ["elk"] and state.view(GREEN)["players"]["blue"]["hand"] == {"count": 1}
    assert state.view(RED)["table"]["deck"] == {"count": 2, "known": ["axe"]} and state.view(BLUE)["table"]["deck"] == {"count": 2}
    assert state.view(RED)["table"]["chest"] == ["gem"] and state.view(GREEN)["table"]["chest"] == {"count": 1}
    assert state.view(BLUE)["table"]["well"] == {"count": 2, "known": ["cup", "drum"]}, "not in which order"
    assert state.look("deck", player=RED) == {"count": 2, "known": ["axe"]} and state.look("chest", player=RED) == ["gem"]
    assert state.look("first of chest", player=RED) == "gem"
    with pytest.raises(lawspeaker.RuleFault):
        state.look("first of deck", player=RED)
    with pytest.raises(lawspeaker.RuleFault):
        state.look("first of chest", player=GREEN)
    assert "Red looks at Blue's hand: Elk" in told(state, RED) and "Red looks at Blue's hand: 1 card" in told(state, GREEN)
    assert "Red looks at chest: Gem" in told(state, None) and "Blue looks at well: Cup, Drum" in told(state, BLUE)
    for name in ("Axe", "Elk", "Gem", "Cup", "Drum"):
        assert not any(name in x for x in told(state, GREEN))
    assert state.undo_barrier == 0
    twin = state.clone()
    assert twin.hash() == state.hash() and twin.view(RED) == state.view(RED)
    state.undo()
    assert state.hash() == before and state.view(RED)["table"]["chest"] == {"count": 1}


def test_knowledge_ends_with_the_move(game: lawspeaker.Game) -> None:
    state = placed(game, deck=["axe", "bow"], well=["cup"], blue_hand=["elk"])
    state.apply("spy blue")
    state.apply("hide elk")
    assert state.view(RED)["table"]["chest"] == {"count": 1}
    state.apply("sink")
    assert state.view(RED)["table"]["deck"] == {"count": 1} and state.view(RED)["table"]["well"] == {"count": 2}
    assert state.view(BLUE)["table"]["well"] == {"count": 2, "known": ["cup"]}
    state.apply("stir")
    assert state.view(BLUE)["table"]["well"] == {"count": 2}
    state.undo()
    assert state.view(BLUE)["table"]["well"] == {"count": 2, "known": ["cup"]}


def test_knowledge_is_saved(game: lawspeaker.Game, tmp_path: Path) -> None:
    state = game.new(2, seed=3, first="red")
    state.apply("spy blue")
    state.save(tmp_path / "thieves.save")
    again = lawspeaker.restore(tmp_path / "thieves.save")
    assert again.hash() == state.hash() and again.view(RED) == state.view(RED)
    assert state.view(RED)["players"]["blue"]["hand"] == state.view()["players"]["blue"]["hand"]


def test_games_without_show_know_nothing(game: lawspeaker.Game, tmp_path: Path) -> None:
    other = thieves(tmp_path, re.sub(r"^( +)show .*$", r'\1say "Hush."', LAW, flags=re.M))
    assert game.new(2)._edition.program.layout.known >= 0
    edition = other.new(2)._edition
    assert edition.program.layout.known == -1 and type(edition.machine.acts).__name__ == "Natives"
    assert len(game.new(2)._cells) - len(other.new(2)._cells) == len(NAMES)


# ---- possible ------------------------------------------------------------------------------------------------------------
def test_possible_is_what_is_offered(game: lawspeaker.Game) -> None:
    for seed in range(3):
        for state, _ in played(game, seed):
            if not state.over and state.decision.kind == "move":
                keys = {o.key.split()[0] for o in state.decision.options}
                assert ("spy" in keys) == ("drop" in keys or state.look("day") < 30)
    state = placed(game, red_hand=["axe"], blue_hand=["bow"])
    state.apply("spy blue")
    assert state.look("red.luck") == 1
    state = placed(game, blue_hand=["bow"])
    state.apply("spy blue")
    assert state.look("red.luck") == 0


def test_a_watcher_may_ask_what_is_possible(tmp_path: Path) -> None:
    law = LAW.replace("whenever no discards", "whenever p in players has possible_for(p)") + "value possible_for(p: Player) = p = active and possible(hide)\n"
    state = thieves(tmp_path, law).new(2, seed=1, first="red")
    before = state.look("ran_out")
    state.apply("hide " + state.look("red.hand")[0])
    state.apply("draw_card 1")
    assert state.look("ran_out") == before


def test_possible_is_not_asked_of_a_position(game: lawspeaker.Game) -> None:
    with pytest.raises(lawspeaker.RulesetError) as error:
        game.new(2).look("possible(drop)")
    assert "value/only-in-play" in {d.code for d in error.value.diagnostics}


# ---- other choices that were refused ---------------------------------------------------------------------------------------
def test_a_chosen_set_of_counted_pieces_moves(game: lawspeaker.Game) -> None:
    state = placed(game)
    state.apply("take_coins")
    state.apply("stir")
    count = len(state.look("red.purse"))
    state.apply("tip")
    best = state.decision.options[-1]
    wanted = len(best.value)
    state.apply(best)
    assert len(state.look("red.purse")) == count - wanted and wanted > 0


def test_too_few_to_choose_from(game: lawspeaker.Game) -> None:
    state = placed(game)
    state.apply("pay_two")
    assert state.decision.player == BLUE and state.look("red.luck") == 9
    rich = placed(game)
    spot = next(s for s in rich._edition.program.spots.all if s.name == "purse" and s.of == RED)
    cells = rich.cells
    cells[spot.cell], cells[spot.cell + 1] = 2, 1
    rich.cells = cells
    rich.apply("pay_two")
    assert [o.key for o in rich.decision.options] == ["gold, gold", "gold, tin"], "equal pieces are no two ways"
    rich.apply("gold, tin")
    assert rich.look("red.purse") == ["gold"] and rich.look("red.luck") == 2


def test_bids_are_unseen_until_all_have_bid(game: lawspeaker.Game) -> None:
    state = placed(game)
    for key in ("rob blue", "rob red", "take_coins", "stir"):
        state.apply(key)
    before = state.hash()
    state.apply("auction")
    assert state.decision.player == RED and state.decision.prompt == "Your bid"
    seen = state.view(BLUE)
    state.apply("2")
    state.apply(state.decision.options[0])        # the coin
    assert state.decision.player == BLUE and state.view(BLUE) == seen, "the effects come when all have chosen"
    assert [e.text for e in state.log(BLUE)][-2:] == ["Red: chooses", "Red: chooses"]
    assert "Red: chooses 2" in [e.text for e in state.log(RED)]
    assert [o.key for o in state.decision.options] == ["0", "1", "2", "3"]
    state.apply("3")                              # blue has no coin: that choice is not done, nor the step that uses it
    assert state.look("red.bid") == 2 and state.look("blue.bid") == 3 and len(state.look("red.purse")) == 3
    assert not any("chooses 2" in e.text or e.text.startswith("Red: bid") for e in state.log(BLUE)), "a bid that only its owner sees stays unseen"
    assert any("luck 12 → 10" in e.text for e in state.log(BLUE)), "what is seen of it is told"
    while state.hash() != before:
        state.undo()


# ---- the printed text of cards -----------------------------------------------------------------------------------------------
CARDS = """
value three = 3
table
  pile tricks_deck of Trick, seen by nobody
player
  area tricks of Trick, seen by owner
form trick "Trick" is action
  card kept in tricks
  starts in tricks_deck
  fact worth: number = 0
"""


@pytest.mark.parametrize("text, lines, numbers", [
    ("Draw 2 cards.", "  does\n    draw 2 from deck to hand\n", []),
    ("Draw 2 cards and 4 more.", "  does\n    draw 3 from deck to hand\n", [2, 4]),
    ("It is worth 5.", "  worth 5\n  does\n    stir\n", []),
    ("Drop 1 card.", "  choose c from hand\n  does\n    move c to discards\n", []),
    ("Drop 1 card.", "  does\n    move hand to discards\n", [1]),
    ("The next 3 days.", "  does\n    add three to day\n", []),
    ("7 of 7 times.", "  copies 7\n  does\n    add 1 to day\n", [7]),
    ("For {2 + 7} days.", "  does\n    add 9 to day\n", []),
])
def test_numbers_of_the_printed_text(text: str, lines: str, numbers: list[int]) -> None:
    law = LAW + CARDS + f'trick one "One"\n  text "{text}"\n' + lines.replace("    stir\n", "    shuffle well\n")
    compiled = compile_model(Sources([Source("thieves.law", law)], [], core_source()), sink := Sink())
    printed_numbers.check(compiled.model, sink)
    found = [d for d in sink.diagnostics if d.code == "move/text-number"]
    assert [int(d.title.split(" says ")[1].split(",")[0]) for d in found] == numbers
    assert all(d.severity == "warning" and f'"{text}"' == d.span.text for d in found if d.span is not None)
    assert not [d for d in sink.diagnostics if d not in found], sink.diagnostics


# ---- scenarios -----------------------------------------------------------------------------------------------------------------
SCENARIO = """- scenario: dice that are rolled again
  players: [red, blue]
  turn: red
  given:
    day: 3
  play:
    - red: throw
    - dice: [4, 4, 6, 1]
    - red: "1, 4"
    - dice: {again}
    - red: "2"
    - dice: [6]
  then:
    dice: [2, 6, 6, 3]
"""


@pytest.mark.parametrize("again, message", [("[2, 3]", ""), ("[2]", "Not all dice that fall here are dictated."),
                                            ("[2, 3, 5]", "Dice were dictated that nobody rolls: 5.")])
def test_dictated_dice_are_rolled_again(tmp_path: Path, again: str, message: str) -> None:
    thieves(tmp_path)
    (tmp_path / "scenarios").mkdir()
    file = tmp_path / "scenarios" / "dice.yaml"
    file.write_text(SCENARIO.format(again=again), "utf-8")
    [result] = run_files([file])
    assert message in result.message and result.ok == (not message), result.message
