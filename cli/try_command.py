"""`lawspeaker try`: deals a card in a position in which it can be played, and lets somebody play on from there."""
from __future__ import annotations

from typing import Annotated

import typer

from lawspeaker.cli import console, rules
from lawspeaker.cli.mistakes import UsageMistake, WorkFailed
from lawspeaker.cli.seats import HUMAN, number_of_players, people_of
from lawspeaker.cli.shapes import Game, State
from lawspeaker.cli.words import Data, Set, With, parts, settings_of

REASONS = 6                                       # of a card that cannot be played
SHOWN = 30                                        # decisions that --auto plays on at most


def try_card(
    card: Annotated[str, typer.Argument(metavar="CARD", help="A card, or any other move, by its name in the law.")],
    ruleset: Annotated[str | None, typer.Argument(metavar="[RULESET]", help="Not needed with an expansion, which says whom it is "
                                                  "for.")] = None,
    with_: With = None,
    for_: Annotated[str | None, typer.Option("--for", metavar="RULESET", help="The same as RULESET.")] = None,
    players: Annotated[int | None, typer.Option("--players", "-n", help="How many play; the fewest if not said.")] = None,
    seat: Annotated[list[str] | None, typer.Option(
        "--seat", metavar="WHO,…", help="As in `play`; the first human seat is dealt the card.")] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", help="Where the search begins.")] = 1,
    decisions: Annotated[int, typer.Option("--decisions", min=1, help="How many to look through.")] = 3_000,
    auto: Annotated[bool, typer.Option("--auto", help="Play the card and the rest of the turn by bots, and print what happens.")] = False,
    data: Data = None,
    set_: Set = None,
) -> None:
    """See a card at work within a minute: it is dealt to you where it can be played, and you play on from there.

    Bots play until the card is among your options; before each decision it is put where its form keeps it.  Where
    nothing is found, the reasons are told that stood against it.
    """
    if ruleset is not None and for_ is not None and ruleset != for_:
        raise UsageMistake(f"Which game, {ruleset} or {for_}?")
    name, expansions = rules.with_what_they_need(parts(with_), ruleset or for_)
    settings = settings_of(set_)
    game = rules.load(name, expansions, data or [], **({"settings": settings} if settings else {}))
    wanted = parts(seat)
    n = number_of_players(game, players, len(wanted))
    people = people_of(wanted, n, list(game.seats), getattr(game, "bots", ()))
    dealt = people.index(HUMAN) if HUMAN in people else 0
    found = rules.find_position(game, card, n, dealt, seed, decisions)
    if isinstance(found, rules.Nothing):
        raise WorkFailed(no_position(card, game, found))
    state = found.state
    console.out(f"{game.title}: {state.players[dealt]} holds {card}, which can be played now"
                f" (seed {found.seed}, after {found.decisions} decision{'' if found.decisions == 1 else 's'}).")
    if auto:
        automatic(game, state, found.option, dealt)
        return
    from lawspeaker.cli.playing.session import Session
    console.out(f"It is option {found.option + 1}: {state.decision.options[found.option].label}.  `help` shows the commands.")
    Session(game, state, people, screen=rules.screen(name, game), forced=False).run()


def automatic(game: Game, state: State, option: int, seat: int) -> None:
    """Play the card, then the rest of the turn, and print what the seat reads of it."""
    from lawspeaker.interpreter.bots import Lots, bot_named, derived_seed
    names = list(getattr(game, "bots", ()))
    bot = bot_named(names[0] if names else "random", Lots(derived_seed(state.seed, "try")))
    turn, before = state.look("active"), len(state.log(player=seat))
    state.step(option)
    for _ in range(SHOWN):
        if state.over or state.look("active") != turn:
            break
        state.step(bot(state))
    for entry in state.log(player=seat)[before:]:
        console.out(f"  {entry.text}" if entry.kind == "choice" else f"      {entry.text}")


def no_position(card: str, game: Game, found: rules.Nothing) -> str:
    """Why a card could not be played, the most frequent reason first."""
    games = f"{found.games} game{'' if found.games == 1 else 's'}"
    lines = [f"In {found.decisions:,} decisions of {games} {card} could never be played (its holder was asked {found.asked:,} times)."]
    if found.reasons:
        lines.append("What stood against it:")
        lines += [f"  {n:>5} ×  {text}" for text, n in found.reasons[:REASONS]]
        more = len(found.reasons) - REASONS
        lines += [f"  … and {more} other reason{'' if more == 1 else 's'}"] if more > 0 else []
    lines.append(f"`lawspeaker explain {game.name} {card}` shows the law; --decisions looks further, --seed and --players elsewhere.")
    return "\n".join(lines)
