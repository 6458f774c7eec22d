"""A game for a number of players, ready to run: program, printed code, evaluator, texts.

Made by game.py from a model, or read from the cache (cache.py); holds nothing of a single play.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lawspeaker.interpreter.engine.evaluator import Evaluator
from lawspeaker.interpreter.engine.faults import RuleFault
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
    games: bool = False          # whether the machine can play whole games
    sighted: Any = None          # of engine.seeing: what somebody's decisions read
    secrets: Secrecy | None = None

    @property
    def secrecy(self) -> Secrecy:
        """What the functions of the program keep secret."""
        if self.secrets is None:
            p = self.program
            self.secrets = Secrecy(p.functions, p.blocks, p.moves, p.layout)
        return self.secrets

    def can_play(self) -> None:
        """Print and take in the code for whole random games, at its first use."""
        if not self.games:
            from lawspeaker.interpreter.program.print_playout import print_playout
            text, extra = print_playout(self.program)
            try:
                code = compile(text, f"<games of {self.program.name}>", "exec")
            except (SyntaxError, RecursionError, MemoryError) as e:
                fault = RuleFault("too-deep", text="Too many choices or repetitions stand inside each other for whole random games.")
                fault.place = self.program.place_of(text, getattr(e, "lineno", 0) or 0)
                raise fault from None
            self.machine.with_games(code, extra)
            self.games = True

    @property
    def initial(self) -> list[Any]:
        return list(self.program.layout.initial)


def make_edition(program: Program, code: Any, extra: list[Any]) -> Edition:
    acts = natives(program.layout, program.discards)
    tables = [t.values for t in program.tables]
    payments = paying(program.functions, program.blocks, program.moves)
    machine = Machine(code, tables, extra, acts, [b.span_of for b in program.blocks], [b.place for b in program.blocks], payments)
    machine.block_owner = [program.functions[b.function].span for b in program.blocks]
    machine.function_place = [f.span for f in program.functions]
    evaluator = Evaluator(program.functions, program.blocks, tables, program.moves, acts)
    entry = (program.functions[program.main].blocks or [0])[0]
    titles = {t.number: t.title for t in program.layout.things if t.number >= program.layout.players}
    return Edition(program, machine, evaluator, entry, titles)
