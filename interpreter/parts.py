"""Parts of law that apply only with other expansions or settings: each is checked in a mix in which it applies.

Nobody has to ask for it: what stands below `when inn` is looked at with the inn, wherever that is installed.  Tells only what
stands in those parts; the rest of such a mix is the affair of whoever checks it.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from lawspeaker.interpreter.checks import check_mix
from lawspeaker.interpreter.compile import Compiled, ranges_of
from lawspeaker.interpreter.extensions import all_needed, index, resolve
from lawspeaker.interpreter.model.conditions import CannotTell, ways
from lawspeaker.interpreter.rulesets import Ruleset
from lawspeaker.interpreter.sources import read_expansions, read_sources
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.diagnostic import Diagnostic, Sink

MOST_MIXES = 24                  # that are looked at for one target


@dataclass(frozen=True, slots=True)
class Mix:
    """Expansions, by name or folder, and settings that are not as they start."""

    expansions: tuple[str, ...]
    settings: tuple[tuple[str, int], ...] = ()


@dataclass(slots=True)
class Parts:
    """The parts of a ruleset and the expansions that are checked, and which of them have been looked at."""

    ruleset: Ruleset
    sink: Sink
    files: frozenset[str]        # whose parts are looked at
    seen: set[tuple[str, int]] = field(default_factory=set)
    mixes: set[Mix] = field(default_factory=set)

    def check(self, compiled: Compiled, mix: Mix) -> None:
        """Look at the parts that did not apply in this mix, and at those that come to light with them."""
        for part in compiled.woven.idle:
            where = part.span.file, part.span.begin
            if part.span.file not in self.files or where in self.seen or len(self.mixes) >= MOST_MIXES:
                continue
            self.seen.add(where)
            for other in self.mixes_for(part, compiled, mix):
                sources = self.sources(other)
                if sources is None:
                    continue
                self.mixes.add(other)
                own = Sink()
                found = check_mix(sources, dict(other.settings), own)
                self.sink.diagnostics += [d for d in own.diagnostics if within(d, part) and d not in self.sink.diagnostics]
                self.check(found, other)
                break

    def mixes_for(self, part: n.Together, compiled: Compiled, mix: Mix) -> Iterator[Mix]:
        """Mixes in which a part applies, the nearest first."""
        there = {name: several[0] for name, several in index(Sink()).items()}
        ranges = ranges_of(compiled.files)
        now = {**{name: int(r[0]) for name, r in ranges.items()}, **starts(compiled), **dict(mix.settings), **dict.fromkeys((x.name for x in compiled.added), 1)}
        try:
            found = list(ways(part.condition, now, ranges))
        except CannotTell:
            return
        own = {x.name: x.known_as for x in compiled.added}
        for values in found:
            on = {name for name, v in values.items() if v and name not in compiled.model.settings}
            off = {name for name, v in values.items() if not v and name not in compiled.model.settings}
            if on - set(own) - set(there):
                continue                          # not installed: nobody can look at it here
            wanted = [own[name] for name in own if name not in off] + sorted(on - set(own))
            wanted += sorted(name for name in all_needed([there[x] for x in on if x in there], there) - set(own) - on if name in there and name not in off)
            changed = {**dict(mix.settings), **{name: v for name, v in values.items() if name in compiled.model.settings}}
            yield Mix(tuple(dict.fromkeys(wanted)), tuple(sorted(changed.items())))

    def sources(self, mix: Mix):  # type: ignore[no-untyped-def]
        """The texts of a mix, or None where it cannot be played."""
        own = Sink()
        chosen = resolve(self.ruleset, mix.expansions, own)
        sources = read_sources(self.ruleset.folder, [], own, self.ruleset.label)
        sources.expansions = read_expansions(chosen, own)
        return None if own.failed else sources


def starts(compiled: Compiled) -> dict[str, int]:
    """What the settings are at first, as far as conditions can ask for them."""
    return {s.name: int(s.default.value) for s in compiled.model.settings.values() if isinstance(s.default, (n.Number, n.Flag))}


def within(d: Diagnostic, part: n.Together) -> bool:
    return d.span is not None and d.span.file == part.span.file and part.span.begin <= d.span.begin < part.span.end


def check_parts(ruleset: Ruleset, compiled: Compiled, wanted: Sequence[str], files: frozenset[str], sink: Sink) -> None:
    """All parts of these files that do not apply, each in a mix in which it does."""
    Parts(ruleset, sink, files).check(compiled, Mix(tuple(wanted)))
