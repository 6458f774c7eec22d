"""The checks of a whole ruleset, one after another; each adds to the same sink."""
from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from lawspeaker.interpreter import unread_files
from lawspeaker.interpreter.citations import citations
from lawspeaker.interpreter.compile import Compiled, compile_model, speaks_of
from lawspeaker.interpreter.extensions import expansions
from lawspeaker.interpreter.model.checks import (
    cited_ids,
    copies,
    forgotten_as,
    printed_numbers,
    unused,
    without_citation,
)
from lawspeaker.interpreter.program.accepted import code_of
from lawspeaker.interpreter.program.from_model import make_program
from lawspeaker.interpreter.sources import Sources
from lawspeaker.interpreter.text.diagnostic import Diagnostic, Sink
from lawspeaker.interpreter.text.slips import one_for_each
from lawspeaker.interpreter.text.spell import nearest

if TYPE_CHECKING:
    from lawspeaker.interpreter.testing.reading import Scenario

QUOTED = re.compile(r'"([^"]+)"')
AN_ID = re.compile(r"[A-Z][A-Z0-9]*(-[A-Z0-9]+)+")


def check_ruleset(sources: Sources, folder: Path, label: str, sink: Sink) -> Compiled:
    compiled = compile_model(sources, sink)
    for check in CHECKS:
        check(compiled, folder, label, sink)
    sink.diagnostics.sort(key=place)
    return compiled


def check_mix(sources: Sources, settings: Mapping[str, int], sink: Sink) -> Compiled:
    """The law alone of another mix of expansions and settings."""
    compiled = compile_model(sources, sink, settings)
    check_program(compiled, Path(), "", sink)
    return compiled


def place(d: Diagnostic) -> tuple[bool, str, int]:
    """Where a diagnostic stands in the order of reading: by file, from top to bottom; what has no place comes first."""
    return (d.span is not None, d.span.file if d.span else "", d.span.begin if d.span else 0)


def check_program(compiled: Compiled, folder: Path, label: str, sink: Sink) -> None:
    """Types and steps, which are found when form 3 is made.  Also after errors in declarations, so that one run tells of
    everything; then only of what has nothing to do with these."""
    model, game = compiled.model, compiled.model.game
    seats = (game.seats + [f"player_{i}" for i in range(1, 13)])[:game.least]
    before = sink.failed
    own = Sink()
    try:
        compiled.program = make_program(model, seats, compiled.settings, own)
    except Exception:
        if not before:
            raise                                 # a mistake of ours; else something that was declared wrongly is not there
    named = {w for d in sink.diagnostics if d.severity == "error" for w in QUOTED.findall(f"{d.title} {d.hint}")} | compiled.lost
    sink.diagnostics.extend(d for d in own.diagnostics if not before or (d.severity == "error" and not speaks_of(d, named)))
    sink.diagnostics[:] = one_for_each(sink.diagnostics)
    if not sink.failed:
        told = Sink()
        needed = {name for x in expansions() for name in x.needs}
        unused.check(model, told, facts_of=tuple(f"{x.label}/" for x in compiled.added if x.name in needed))
        copies.check(model, told)
        forgotten_as.check(compiled.woven.declarations, model, told)
        sink.diagnostics += [d for d in one_for_each(told.diagnostics) if d.span is None or d.span.file not in compiled.lent]


def check_playable(compiled: Compiled, folder: Path, label: str, sink: Sink) -> None:
    """What is called fine can be played: the program is printed and taken in."""
    if not sink.failed and compiled.program is not None:
        code_of(compiled.program, sink)


def check_scenarios(compiled: Compiled, folder: Path, label: str, sink: Sink) -> None:
    """The form of the scenario files and the names in them; whether they hold is for `lawspeaker test`."""
    from lawspeaker.interpreter.testing import known_names
    from lawspeaker.interpreter.testing.reading import cannot_fail
    scenarios = [(s, "") for s in read_scenarios(folder, label, sink)]
    scenarios += [(s, x.name) for x in compiled.added for s in read_scenarios(x.folder, x.label, sink)]
    for s, _ in scenarios:
        if not s.problems.failed:
            cannot_fail(s, sink)
    known = {x.name for x in expansions()} | {x.name for x in compiled.added}
    for s, _ in scenarios:
        for w in s.expansions:
            if w.text not in known and not any((x.parent / w.text).is_dir() for x in (folder, *(y.folder for y in compiled.added))):
                near = nearest(w.text, known)
                sink.error("scenario/unknown-name", w.span, f'There is no expansion "{w.text}"', hint=f'Did you mean "{near}"?' if near else f"Expansions are {', '.join(sorted(known)) or 'none'}.")
    if compiled.readable:                         # scenarios of other mixes speak of what is not here, or was removed
        known_names.check([s for s, own in scenarios if mix_of(s, own, compiled) == {x.name for x in compiled.added}], compiled.model, sink)


def mix_of(s: Scenario, own: str, compiled: Compiled) -> set[str]:
    """The expansions that a scenario is played with: those it names, else the one whose folder it lies in; and what they need."""
    needs = {x.name: x.needs for x in compiled.added}
    found = {w.text for w in s.expansions} or ({own} if own else set())
    while more := {name for x in found for name in needs.get(x, ())} - found:
        found |= more
    return found


def read_scenarios(folder: Path, label: str, sink: Sink) -> list[Scenario]:
    from lawspeaker.interpreter.testing.reading import read_file
    found: list[Scenario] = []
    for path in sorted((folder / "scenarios").glob("**/*.y*ml")):
        own = Sink()                              # a broken file does not make the next one unreadable
        found += read_file(path, f"{label}/{path.relative_to(folder).as_posix()}", own)
        sink.diagnostics += own.diagnostics
    for s in found:
        sink.diagnostics += s.problems.diagnostics
    return found


def check_name(compiled: Compiled, folder: Path, label: str, sink: Sink) -> None:
    """A ruleset is found by its folder: the name that its law gives it should not differ by a slip."""
    game = compiled.model.game
    if game.span is not None and game.name != folder.name and nearest(game.name, [folder.name]):
        sink.warning("game/other-name", game.span, f'The game is called "{game.name}", and its folder "{folder.name}"',
                     hint=f'Did you mean "{folder.name}"?')


def check_files(compiled: Compiled, folder: Path, label: str, sink: Sink) -> None:
    """What lies in the folders and nobody reads."""
    for where, its_label in ((folder, label), *((x.folder, x.label) for x in compiled.added)):
        unread_files.check(where, its_label, sink)


def check_citations(compiled: Compiled, folder: Path, label: str, sink: Sink) -> None:
    """Law and scenarios against the catalogues, where there are any."""
    found = citations(compiled, folder, label, sink, compiled.added)
    if not found.entries:
        return
    in_law = [(ident, span) for ident, spans in found.law.items() for span in spans]
    in_scenarios = [x for s in found.scenarios for x in (*s.cites, *(r for r in s.reasons if AN_ID.fullmatch(r[0])))]
    cited_ids.check([*in_law, *in_scenarios], found.entries, sink)
    without_citation.check(compiled.model, sink)


def check_printed(compiled: Compiled, folder: Path, label: str, sink: Sink) -> None:
    """What cards say in print against what they do."""
    printed_numbers.check(compiled.model, sink)


CHECKS = (check_program, check_playable, check_name, check_printed, check_scenarios, check_citations, check_files)
