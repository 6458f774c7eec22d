"""The checks of a whole ruleset, one after another; each adds to the same sink."""
from __future__ import annotations

from pathlib import Path

from lawspeaker.interpreter.compile import Sources, compile_model
from lawspeaker.interpreter.program.from_model import make_program
from lawspeaker.interpreter.text.diagnostic import Sink


def check_ruleset(sources: Sources, folder: Path, label: str, sink: Sink) -> None:
    compiled = compile_model(sources, sink)
    if sink.failed:
        return
    game = compiled.model.game
    seats = (game.seats + [f"player_{i}" for i in range(1, 13)])[:game.least]
    make_program(compiled.model, seats, {}, sink)
