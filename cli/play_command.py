"""`lawspeaker play`: sits people and bots down at a table."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lawspeaker.cli import console, rules
from lawspeaker.cli.mistakes import UsageMistake, WorkFailed
from lawspeaker.cli.seats import number_of_players, people_of
from lawspeaker.cli.shapes import Game, State
from lawspeaker.cli.words import Data, Set, With, parts, settings_of
from lawspeaker.interpreter.onlookers import onlookers


def play(
    ruleset: Annotated[str | None, typer.Argument(metavar="RULESET", help="A ruleset of `lawspeaker list`, or a folder of "
                                                  "rules; not needed with --load.")] = None,
    with_: With = None,
    players: Annotated[int | None, typer.Option("--players", "-n", help="How many play; the fewest if not said.")] = None,
    seat: Annotated[list[str] | None, typer.Option(
        "--seat", metavar="WHO,…", help="human, random or greedy for each seat in order, or SEAT=WHO; you against greedy "
        "bots if not said.")] = None,
    seed: Annotated[int | None, typer.Option("--seed", "-s", help="Equal seeds give equal chances.")] = None,
    save: Annotated[str | None, typer.Option("--save", metavar="FILE", help="Keep the game here after each decision.")] = None,
    load: Annotated[str | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game.")] = None,
    data: Data = None,
    set_: Set = None,
    ask_always: Annotated[bool, typer.Option("--ask-always", help="Ask even where there is one option only.")] = False,
    watch: Annotated[bool, typer.Option("--watch", "-w", help="Load the rules anew when their files change, and keep the "
                                        "position as far as they allow.")] = False,
    no_hand_over: Annotated[bool, typer.Option("--no-hand-over", help="Do not hide the screen between people.")] = False,
) -> None:
    """Play in the terminal: alone, with others at one screen, or against bots.

    Options are chosen by number, key or label; `help` shows the commands, `why NAME` tells why a move is not possible.
    """
    from lawspeaker.cli.playing.session import Session
    from lawspeaker.cli.playing.watch import Watch
    wanted = parts(seat)
    if load is not None:
        game, state = _loaded(load, ruleset)
    elif ruleset is None:
        raise UsageMistake("Which game?  `lawspeaker list` shows the rulesets; or --load a saved one.")
    else:
        expansions = rules.known_expansions(parts(with_), ruleset)
        settings = settings_of(set_)
        game = rules.load(rules.known(ruleset), expansions, data or [], **({"settings": settings} if settings else {}))
        n = number_of_players(game, players, len(wanted))
        people_of(wanted, n, list(game.seats), getattr(game, "bots", ()))    # complain before anything is dealt
        state = game.new(players=n, seed=_any_seed() if seed is None else seed)
    place = ruleset or game.name
    people = people_of(wanted, len(state.players), [str(p) for p in state.players], getattr(game, "bots", ()))
    if save is not None and not Path(save).expanduser().resolve().parent.is_dir():
        raise UsageMistake(f"--save {save}: there is no folder {Path(save).parent}.")
    console.out(f"{game.title}: " + ", ".join(f"{s} is {who}" for s, who in zip(state.players, people, strict=True)) +
                f".  Seed {state.seed}.  `help` shows the commands.")
    Session(game, state, people, save_to=save or "", screen=rules.screen(place, game), forced=not ask_always,
            hand_over=not no_hand_over, watch=Watch.of(game) if watch else None, onlookers=onlookers()).run()


def _loaded(file: str, ruleset: str | None) -> tuple[Game, State]:
    if not Path(file).is_file():
        raise UsageMistake(f"--load {file}: there is no such file.")
    state = rules.restore(file)
    game = rules.game_of(state)
    if ruleset is not None and ruleset != game.name and Path(ruleset).name != game.name:
        raise WorkFailed(f"{file} is a game of {game.name}, not of {ruleset}.")
    return game, state


def _any_seed() -> int:
    import secrets
    return secrets.randbelow(1_000_000)
