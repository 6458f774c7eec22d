"""Form 3 as a whole: what from_model.py makes, print_python.py prints, the engine runs and the cache keeps.

Imports nothing that reads law: a program from the cache runs without parser and model.
"""
from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.foreign import Needed
from lawspeaker.interpreter.program.schema import Layout, Table
from lawspeaker.interpreter.text.source import Span

if TYPE_CHECKING:
    from lawspeaker.interpreter.program.spots import Spots


@dataclass(slots=True)
class Program:
    """Form 3 of a game for a number of players: everything that the two readers and the engine need."""

    name: str
    title: str
    layout: Layout
    spots: Spots
    functions: list[ir.Function]
    blocks: list[ir.Block]
    tables: list[Table]
    moves: list[ir.Move]
    scores: list[ir.Score]
    winner: ir.Winner
    main: int
    reset: int
    drain: int
    says: list[ir.Text]
    spans: list[Span]
    discards: tuple[int, ...]
    watcher_places: list[int]                     # the span of what each watcher does
    choice_cites: dict[str, tuple[str, ...]]
    choice_spans: dict[str, int]
    game_cites: tuple[str, ...]
    bots: dict[str, dict[int, int]]               # of each bot: move → function that weighs it
    ranges: dict[str, tuple[int, int]]            # registers between known numbers
    first_states: tuple[int, ...]                 # cells that begin as the first player
    foreign: tuple[Needed, ...] = ()              # the functions of plugins that it calls
    any_time: dict[str, tuple[int, int]] = field(default_factory=dict)      # what is playable any time → its watcher, who could play it
    moments: tuple[str, ...] = ()                 # at which its holders can ask to be asked
    standing: int = 0                             # the procedure that asks them

    def alone(self) -> Program:
        """The program without the declarations it was made from."""
        return replace(self, layout=self.layout.alone())

    def place_of(self, text: str, line: int) -> Span | None:
        """Where in the law the printed function stands that holds this line of its text."""
        heads = re.findall(r"^def ([bfgmhn])([0-9]+)\(", "\n".join(text.split("\n")[:line]), re.M)
        if not heads:
            return None
        letter, number = heads[-1][0], int(heads[-1][1])
        span = {"b": lambda: self.blocks[number].place, "m": lambda: self.moves[number].span,
                "h": lambda: self.moves[number].span}.get(letter, lambda: self.functions[number].span)()
        return self.spans[span] if span >= 0 else None
