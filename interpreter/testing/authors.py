"""What authors of games and expansions use in tests of their own: `lawspeaker.testing` is this module.

    from lawspeaker import load
    from lawspeaker.testing import assert_no_leak, given, play, random_games, scenario

Everything raises AssertionError with a sentence that says what is wrong and where; nothing is left behind in the game.
"""
from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from lawspeaker.interpreter.bots import Bot, Lots, bot_named, derived_seed
from lawspeaker.interpreter.engine.faults import IllegalChoice, RuleFault
from lawspeaker.interpreter.engine.sets import choose_parts, parts_of
from lawspeaker.interpreter.game import Game, load
from lawspeaker.interpreter.program.schema import DICTATED
from lawspeaker.interpreter.state import State
from lawspeaker.interpreter.testing import reading
from lawspeaker.interpreter.testing.leaks import Pairs
from lawspeaker.interpreter.testing.scenario import Failed, Result, Runner, begin, scenario_files
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.render import render_all
from lawspeaker.interpreter.text.source import Source

ENDLESS = 20_000                 # decisions after which a game counts as one that does not end
OFFERED = 12                     # options that a message names


def scenario(text_or_path: str | Path) -> int:
    """Run scenarios: a file, a folder of them (or with `scenarios` below it), or their YAML text.  How many there were.

        scenario(Path(__file__).parent / "scenarios")
        scenario('''
        - scenario: Three in a row win
          ruleset: noughts
          players: [x, o]
          …
        ''')

    AssertionError tells of each that does not go as it is written, with expected and actual values; of no scenario at all, too.
    """
    runner = Runner()
    if isinstance(text_or_path, str) and ("\n" in text_or_path or text_or_path.lstrip().startswith(("-", "["))):
        results = of_text(runner, text_or_path)
    else:
        paths = scenario_files([Path(text_or_path)])
        results = [r for path in paths for r in runner.run_file(path)]
    wrong = [f"{r.file}:{r.line}: {r.name}\n{r.message}" for r in results if not r.ok]
    if wrong:
        raise AssertionError("\n\n".join(wrong))
    if not results:
        raise AssertionError(f"There is no scenario in {text_or_path}.")
    return len(results)


def of_text(runner: Runner, text: str) -> list[Result]:
    sink, here = Sink(), Path.cwd() / "text.yaml"
    found = reading.read(Source("text", text), sink)
    results = [Result(s.name, "text", s.line, not message, message) for s in found for message in [runner.message(s, here)]]
    return results + [Result("text", "text", 1, False, render_all(sink.diagnostics))] * bool(sink.diagnostics)


def play(game: Game | str | State, *choices: str | tuple[str, Sequence[int]], players: int | Sequence[str] | None = None,
         seed: int = 0, first: str | int | None = 0) -> State:
    """A new game (or a copy of a position), and these choices made in it, by key or label: the position after them.

        state = play("drops", "drop 4", "yellow: drop 4")
        state = play(state, ("raid", [3, 5]))

    `"seat: choice"` also says who must be asked; a pair also says how the dice fall.  AssertionError says why a choice is not possible.
    """
    if isinstance(game, State):
        state = game.clone()
    else:
        state = (load(game) if isinstance(game, str) else game).new(players, seed, first)
    for number, choice in enumerate(choices, 1):
        what, dice = (choice, None) if isinstance(choice, str) else choice
        try:
            choose(state, what, dice)
        except (AssertionError, IllegalChoice, RuleFault) as e:
            raise AssertionError(f"Choice {number}, {what!r}: {e}") from None
    return state


def choose(state: State, what: str, dice: Sequence[int] | None) -> None:
    """One choice; AssertionError, IllegalChoice or RuleFault if it cannot be made."""
    if state.over:
        raise AssertionError("the game is over.")
    decision = state.decision
    seat, colon, key = what.partition(":")
    if colon and seat.strip() in state.players:
        asked = state.players[decision.player]
        if asked != seat.strip():
            raise AssertionError(f"{seat.strip()} is not asked, but {asked}: {decision.prompt or decision.kind}")
        what = key.strip()
    index = decision.find(what)
    whole = parts_of(decision, what) if index is None else None
    if index is None and whole is None:
        keys = [o.key for o in decision.options]
        reasons = []
        try:
            reasons = [str(r) for r in state.why_not(what)]
        except LookupError:
            pass
        more = f" … ({len(keys)} in all)" if len(keys) > OFFERED else ""
        raise AssertionError(" ".join(["it is not offered.", *reasons, f"Offered: {', '.join(keys[:OFFERED])}{more}"]))
    if dice is not None:
        state.dictate(dice)
    if index is not None:
        state.step(index)
    elif whole is not None:
        choose_parts(state, whole)
    left = state.cells[DICTATED]
    if left:
        raise AssertionError(f"dice were dictated that nobody rolls: {', '.join(map(str, left))}.")


def given(game: Game | str, position: Mapping[str, object] | None = None, *, players: int | Sequence[str] | None = None,
          turn: str = "", first: str = "", seed: int = 0) -> State:
    """A position as in the `given` of a scenario: expressions of law on the left, ids, numbers and lists on the right.

        state = given(game, {"red.ship": "orkney", "red.hand": ["berserkers"]}, players=["red", "blue"], turn="red")
        assert "berserkers" in [o.key for o in state.decision.options]
    """
    game = load(game) if isinstance(game, str) else game
    seats = game.seat_names(players or game.players[0]) if players is None or isinstance(players, int) else list(players)
    document: dict[str, object] = {"scenario": "given", "players": seats, "turn": turn or first or seats[0], "seed": seed,
                                   "given": dict(position or {})}
    if first:
        document["first"] = first
    sink = Sink()
    found = reading.read(Source("given", json.dumps([document], indent=1)), sink)
    problems = [d for s in found for d in s.problems.diagnostics] + sink.diagnostics
    if problems:
        raise AssertionError(render_all(problems))
    try:
        return begin(found[0], game, sink).state
    except Failed as e:
        raise AssertionError(str(e)) from None


def random_games(game: Game | str, n: int = 10, *, players: int | Sequence[str] | None = None, seed: int = 1, bot: str = "",
                 limit: int = ENDLESS) -> int:
    """Play whole games by chance: none may fault, go on for ever, or lose or make a piece.  How many decisions there were.

        random_games(load("my_game", expansions=["my_expansion"]), 20, players=4)

    Choices are those of the game's first bot (random where it has none); `bot` takes another one, or `random`.
    """
    game = load(game) if isinstance(game, str) else game
    decisions = 0
    for i in range(n):
        state = game.new(players, seed + i)
        bots = bots_of(game, state, bot)
        before = pieces(state)
        where = ""
        for number in range(limit):
            if state.over:
                break
            decision = state.decision
            index = bots[decision.player](state)
            where = f"game {seed + i} (seed), decision {number + 1}"
            key = decision.options[index].key
            try:
                state.step(index)
            except RuleFault as fault:
                raise AssertionError(f'The rules fail in {where}, "{key}" of {state.players[decision.player]}: {fault}') from fault
            decisions += 1
            if pieces(state) != before:
                raise AssertionError(f'Pieces were lost or made in {where}, "{key}": {difference(state, before)}')
        if not state.over:
            raise AssertionError(f"Game {seed + i} (seed) is not over after {limit} decisions.")
    return decisions


def bots_of(game: Game, state: State, bot: str) -> list[Bot]:
    """A bot for each seat."""
    name = bot or (game.bots[0] if game.bots else "random")
    return [bot_named(name, Lots(derived_seed(state.seed, "seat", seat))) for seat in range(len(state.players))]


def pieces(state: State) -> Counter[int]:
    """How many there are of each piece, wherever they lie."""
    cells = state.cells
    return Counter(t for spot in state._edition.program.spots.all if spot.place >= 0 for t in spot.pieces(cells))


def difference(state: State, before: Counter[int]) -> str:
    now, name = pieces(state), state._texts.thing_id
    return ", ".join([f"{n} {name(t)} too many" for t, n in (now - before).items()] + [f"{n} {name(t)} too few" for t, n in (before - now).items()])


def assert_no_leak(game: Game | str, n: int = 3, *, players: int | Sequence[str] | None = None, seed: int = 1, bot: str = "",
                   limit: int = 400) -> int:
    """Play games, and compare at each decision what a player is shown with what he would be shown if only what he does not see were
    otherwise.  How many texts and values were compared.

        assert_no_leak(load("my_game", expansions=["my_expansion"]), players=3)

    For each player hidden pieces are dealt anew, counted ones are of other sorts, hidden states have other values.  View, log, points,
    `look`, how far one may take back, and for who decides prompt, options and refusals must be the same, and stay so while both positions
    are played on alike, until the player learns of the difference by right.  A guess may be answered; a `say` or an open state whose
    value is read from hidden things alone may not be.  Two choices that differ only in what they leave hidden must look alike.
    """
    game = load(game) if isinstance(game, str) else game
    compared = 0
    for i in range(n):
        table = Pairs(game, players, seed + i)
        bots = bots_of(game, table.state, bot)
        for number in range(limit):
            found = table.leaks(number)
            if found:
                raise AssertionError(f"In game {seed + i} (seed), after {number} decisions: " + "; ".join(found))
            if table.state.over:
                break
            table.step(bots[table.state.decision.player])
        compared += table.compared
    return compared
