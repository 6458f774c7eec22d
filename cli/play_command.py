"""`lawspeaker play`: sits people and bots down at a table."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lawspeaker.cli import console, rules
from lawspeaker.cli.mistakes import UsageMistake
from lawspeaker.cli.playing import keeping
from lawspeaker.cli.seats import HUMAN, number_of_players, people_of
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
    seed: Annotated[int | None, typer.Option("--seed", "-s", min=0, max=(1 << 64) - 1, help="Equal seeds give equal chances.")] = None,
    save: Annotated[str | None, typer.Option("--save", metavar="FILE", help="Keep the game here after each decision; "
                                             "without it, it is kept for --resume.")] = None,
    load: Annotated[str | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game, and keep it there.  RULESET, "
                                             "--with and --data then say where its rules lie now; --seat who else sits down.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last game that was kept, of RULESET if it is named.")] = False,
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
    file = load if load is not None or not resume else _last(ruleset)
    if file is not None:
        _alone("--resume" if resume else "--load", players=players, seed=seed, set=set_, **({"load": load} if resume else {}))
        state = _loaded(file, None if resume else ruleset, parts(with_), data or [])
        game = rules.game_of(state)
        console.out(_rules_told(game, file))
    elif ruleset is None:
        raise UsageMistake("Which game?  `lawspeaker list` shows the rulesets; or --load a saved one.")
    else:
        expansions = rules.known_expansions(parts(with_), ruleset)
        settings = settings_of(set_)
        game = rules.load(rules.known(ruleset), expansions, data or [], **({"settings": settings} if settings else {}))
        n = number_of_players(game, players, len(wanted))
        people_of(wanted, n, list(game.seats), getattr(game, "bots", ()))    # complain before anything is dealt
        state = game.new(players=n, seed=_any_seed() if seed is None else seed)
    place = _place(game, ruleset)
    people = people_of(wanted, len(state.players), [str(p) for p in state.players], getattr(game, "bots", ()), state.people if file is not None else ())
    if save is not None and not Path(save).expanduser().resolve().parent.is_dir():
        raise UsageMistake(f"--save {save}: there is no folder {Path(save).parent}.")
    state.people = people
    kept = str(Path(save).expanduser()) if save is not None else file if file is not None else keeping.new_file(game.name) if HUMAN in people else ""
    keeper = keeping.Keeping(kept, save is not None or load is not None, "" if place == game.name else place, saved=file is not None and save is None)
    console.out(f"{game.title}: " + ", ".join(f"{s} is {who}" for s, who in zip(state.players, people, strict=True)) +
                f".  Seed {state.seed}.  `help` shows the commands.")
    if HUMAN in people:
        console.out(keeper.told())
    Session(game, state, people, keeper, screen=rules.screen(place, game), forced=not ask_always,
            hand_over=not no_hand_over, watch=Watch.of(game) if watch else None, onlookers=onlookers()).run()


def _alone(option: str, **others: object) -> None:
    """A saved game has its own players, chance and settings."""
    for name, value in others.items():
        if value is not None and value != []:
            raise UsageMistake(f"{option} and --{name}: the saved game has its own.  Leave --{name} out.")


def _last(ruleset: str | None) -> str:
    found = keeping.last(ruleset if ruleset is None else Path(ruleset).name)
    if found is None:
        where = keeping.folder()
        of = f" of {ruleset}" if ruleset is not None else ""
        raise UsageMistake(f"No game{of} that is not over is kept" + (f" in {where}." if where is not None else ": LAWSPEAKER_STATE is off."))
    return str(found)


def _loaded(file: str, ruleset: str | None, expansions: list[str], data: list[str]) -> State:
    if not Path(file).is_file():
        raise UsageMistake(f"--load {file}: there is no such file.")
    if ruleset is not None:
        rules.known(ruleset)
    return rules.restore(file, ruleset, rules.known_expansions(expansions, ruleset or "") or None, data or None)


def _rules_told(game: Game, file: str) -> str:
    """Which rules a saved game goes on with."""
    more = f" with {', '.join(game.expansions)}" if game.expansions else ""
    return f"{file} goes on with the rules of {game.title}{more}, version {getattr(game, 'version', '?')}, {_origin(game)}: they say what they said."


def _origin(game: Game) -> str:
    own = getattr(game, "ruleset", None)
    if own is None or own.origin == "built in":
        return "built in"
    return f"from {own.folder}"


def _place(game: Game, ruleset: str | None) -> str:
    """What the command calls these rules."""
    own = getattr(game, "ruleset", None)
    if ruleset is not None and own is not None and own.origin != "built in":
        return ruleset
    return game.name if own is None or own.origin == "built in" else str(own.folder)


def _any_seed() -> int:
    import secrets
    return secrets.randbelow(1_000_000)
