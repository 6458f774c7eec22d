"""A game for a number of players, ready to run: program, printed code, evaluator, texts.

Made by game.py from a model, or read from the cache (cache.py); holds nothing of a single play.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lawspeaker.interpreter.engine.evaluator import Evaluator
from lawspeaker.interpreter.engine.knowing import natives
from lawspeaker.interpreter.engine.machine import Machine
from lawspeaker.interpreter.program.paying import paying
from lawspeaker.interpreter.program.program import Program
from lawspeaker.interpreter.program.secrecy import Secrecy


@dataclass(slots=True)
class Edition:
    program: Program
    machine: Machine
    evaluator: Evaluator
    entry: int                   # the first block of the game
    titles: dict[int, str]       # of things that are not players
    games: bool | None = None    # whether the machine can play whole games; None: nobody asked yet
    sighted: Any = None          # of engine.seeing: what somebody's decisions read
    secrets: Secrecy | None = None

    @property
    def secrecy(self) -> Secrecy:
        """What the functions of the program keep secret."""
        if self.secrets is None:
            p = self.program
            self.secrets = Secrecy(p.functions, p.blocks, p.moves, p.layout)
        return self.secrets

    def can_play(self) -> bool:
        """Print and take in the code for whole random games, at its first use; whether Python takes it (else they are stepped through)."""
        if self.games is None:
            from lawspeaker.interpreter.program.accepted import REFUSED
            from lawspeaker.interpreter.program.print_playout import print_playout
            text, extra = print_playout(self.program)
            try:
                self.machine.with_games(compile(text, f"<games of {self.program.name}>", "exec"), extra)
                self.games = True
            except REFUSED:
                self.games = False
        return self.games

    @property
    def initial(self) -> list[Any]:
        return list(self.program.layout.initial)


def make_edition(program: Program, code: Any, extra: list[Any]) -> Edition:
    acts = natives(program.layout, program.discards)
    tables = [t.values for t in program.tables]
    payments = paying(program.functions, program.blocks, program.moves)
    evaluator = Evaluator(program.functions, program.blocks, tables, program.moves, acts)
    machine = Machine(code, tables, extra, acts, [b.span_of for b in program.blocks], [b.place for b in program.blocks], payments,
                      evaluator.in_place_of_printed)
    machine.block_owner = [program.functions[b.function].span for b in program.blocks]
    machine.watcher_places = evaluator.watcher_places = program.watcher_places
    machine.function_place = [f.span for f in program.functions]
    entry = (program.functions[program.main].blocks or [0])[0]
    titles = {t.number: t.title for t in program.layout.things if t.number >= program.layout.players}
    return Edition(program, machine, evaluator, entry, titles)
