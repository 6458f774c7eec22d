"""`lawspeaker replay`: a saved game as a readable log, or verified step by step."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lawspeaker.cli import console, rules
from lawspeaker.cli.mistakes import UsageMistake, WorkFailed
from lawspeaker.cli.shapes import State


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A saved game.")],
    verify: Annotated[bool, typer.Option("--verify", help="Compare the hashes of the positions at each step.")] = False,
) -> None:
    """Tell what happened in a saved game."""
    if not Path(file).is_file():
        raise UsageMistake(f"{file}: there is no such file.")
    saved = rules.restore(file)
    game = rules.game_of(saved)
    if verify:
        fresh = game.new(players=[str(p) for p in saved.players], seed=saved.seed, first=getattr(saved, "first", None))
        _verify(file, saved, fresh)
        return
    console.out(f"{game.title}: {', '.join(map(str, saved.players))}; seed {saved.seed}")
    _tell(saved)
    if saved.over:
        from lawspeaker.cli.playing.ending import show
        show(saved)
    else:
        console.out(f"{len(saved.history)} decisions; {saved.players[saved.decision.player]} decides next.")


def _tell(state: State) -> None:
    """Each choice with its number, and what came of it below."""
    number = 0
    for entry in state.log(player=None):
        if entry.kind == "choice":
            number += 1
            console.out(f"{number:>4}  {entry.text}")
        else:
            console.out(f"{'':>8}{entry.text}", "bold" if entry.kind == "turn" else "dim")


def _verify(file: str, saved: State, fresh: State) -> None:
    """Plays the decisions again and compares each position with the saved one, and with what taking back gives."""
    history = list(saved.history)
    recorded = [str(h) for h in getattr(saved, "recorded_hashes", ())]
    hash_of = rules.position_hash if recorded else lambda state: str(state.hash())
    for number, expected in enumerate(recorded or _hashes_backwards(saved)):
        if hash_of(fresh) != expected:
            what = f"after decision {number} ({history[number - 1]})" if number else "after the set-up"
            raise WorkFailed(f"{file}: the position {what} differs from the saved one: {hash_of(fresh)} instead of {expected}.")
        if number < len(history):
            fresh.apply(history[number])
    console.out(f"{file}: {len(history)} decisions, all positions are equal.", "green")


def _hashes_backwards(saved: State) -> list[str]:
    hashes = [str(saved.hash())]
    twin = saved
    for _key in range(len(saved.history)):
        twin.undo()
        hashes.append(str(twin.hash()))
    return hashes[::-1]
