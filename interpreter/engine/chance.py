"""Chance: named streams of random numbers whose counters are cells.

A number is a pure function of seed, stream and counter: the mixing function of SplitMix64 (Steele, Lea and Flood, "Fast
splittable pseudorandom number generators", OOPSLA 2014), so it is the same on every platform, and undo and load restore it.
"""
from __future__ import annotations

from functools import lru_cache
from typing import Any

from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.program.schema import DICTATED, SEED, STREAM_CELL

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
DICE = STREAM_CELL["dice"]


def mix(z: int) -> int:
    """64 bits in, 64 well-mixed bits out."""
    z &= MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


@lru_cache(256)
def base(seed: int, stream: int) -> int:
    """Where the numbers of a stream begin."""
    return mix(seed + stream * 0xD1342543DE82EF95)


def below(cells: list[Any], journal: list[Any], stream: int, n: int) -> int:
    """A number from 0 to n - 1 of the stream; moves its counter."""
    count = cells[stream] + 1
    journal += (stream, count - 1)
    cells[stream] = count
    return (mix(base(cells[SEED], stream) + count * GAMMA) * n) >> 64


def dice(cells: list[Any], journal: list[Any], n: int, faces: int = 6) -> tuple[int, ...]:
    """What n dice show; dictated ones first, if there are any."""
    out = []
    for _ in range(n):
        dictated = cells[DICTATED]
        if dictated:
            journal += (DICTATED, dictated)
            cells[DICTATED] = dictated[1:]
            if not (isinstance(dictated[0], int) and 1 <= dictated[0] <= faces):
                raise RuleFault("dice-missing", text=f"A die shows 1 to {faces}, not {dictated[0]}.")
            out.append(dictated[0])
        else:
            out.append(below(cells, journal, DICE, faces) + 1)
    return tuple(out)


def shuffled(cells: list[Any], journal: list[Any], stream: int, things: list[Any]) -> list[Any]:
    """The list in a random order, by the method of Fisher and Yates, with the numbers that `below` gives one after another."""
    count = cells[stream]
    begin = base(cells[SEED], stream)
    for i in range(len(things) - 1, 0, -1):
        count += 1
        z = (begin + count * GAMMA) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        k = ((z ^ (z >> 31)) * (i + 1)) >> 64
        things[i], things[k] = things[k], things[i]
    if count != cells[stream]:
        journal += (stream, cells[stream])
        cells[stream] = count
    return things


def roll(cells: list[Any], journal: list[Any], n: int, faces: int = 6) -> tuple[int, ...]:
    """n dice, for all to see."""
    result = dice(cells, journal, n, faces)
    journal += (-1, ("roll", result))
    return result
