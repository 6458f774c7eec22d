"""The targets, as ratios of two contestants of one measurement, and whether they were met."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.measure import Rates, Ratio, ratio


@dataclass(frozen=True, slots=True)
class Target:
    """`ours` must be `least` times as fast as the fastest of `peers`; `floor` is the least that is bearable."""

    id: str
    games: tuple[str, ...]
    ours: str
    peers: tuple[str, ...]
    least: float
    floor: float | None = None


CLASSICS = ("connect_four", "tic_tac_toe")
TARGETS = (
    Target("T1", CLASSICS, "ours", ("straight",), 1.0, 0.7),
    Target("T2", CLASSICS, "ours", ("pettingzoo",), 20.0),
    Target("T2", CLASSICS, "ours", ("open_spiel_python",), 4.0),
    Target("T3", CLASSICS, "ours", ("open_spiel",), 0.7),
    Target("T6", ("like_ours",), "ours", ("catanatron",), 2.0),
    Target("T6", ("like_ours",), "ours_fire_and_axe_runes", ("catanatron",), 2.0),
    *(Target("T6", ("like_ours",), ours, ("catanatron",), 2.0)
      for ours in ("ours_knarr", "ours_knarr_artifacts", "ours_village", "ours_village_all")),
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of one target in one game."""

    target: Target
    game: str
    peer: str
    ratio: Ratio

    @property
    def word(self) -> str:
        if self.ratio.median >= self.target.least:
            return "met"
        if self.target.floor is not None and self.ratio.median >= self.target.floor:
            return "above the floor"
        return "missed"


def judge(game: str, rates: Sequence[Rates]) -> list[Verdict]:
    """The verdicts on all targets whose two sides were measured."""
    found: Mapping[str, Rates] = {each.contestant.key: each for each in rates}
    verdicts = []
    for target in TARGETS:
        if game not in target.games or target.ours not in found:
            continue
        for peer in target.peers:
            if peer in found:
                verdicts.append(Verdict(target, game, peer, ratio(found[target.ours], found[peer])))
    return verdicts
