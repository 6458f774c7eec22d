"""Everything that is wrong with rulesets, all at once: what `lawspeaker check` shows."""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lawspeaker.interpreter.rulesets import shipped_folders
from lawspeaker.interpreter.sources import read_sources
from lawspeaker.interpreter.text.diagnostic import Diagnostic, Sink
from lawspeaker.interpreter.text.spell import nearest


def check(targets: Sequence[str | Path] = (), expansions: Sequence[str] = ()) -> list[Diagnostic]:
    """The diagnostics of rulesets, named or in folders (default: all that are shipped)."""
    shipped = {p.name: p for p in shipped_folders()}
    sink = Sink()
    for x in expansions:
        sink.error("expansion/unknown", None, f'There is no expansion "{x}"', hint="Expansions come with a later version.")
    for target in targets or list(shipped):
        text = str(target)
        path = shipped.get(text) or Path(text)
        if path.is_file():
            path = path.parent
        if not path.is_dir() or not any(path.glob("*.law")):
            near = nearest(text, shipped)
            sink.error("file/no-law" if path.exists() else "ruleset/unknown", None,
                       f'There is no .law file in "{text}"' if path.exists() else f'There is no ruleset or folder "{text}"',
                       hint=f'Did you mean "{near}"?' if near else f"Rulesets are {', '.join(sorted(shipped))}.")
            continue
        check_folder(path, text if text in shipped else path.as_posix(), sink)
    return sink.diagnostics


def check_folder(path: Path, label: str, sink: Sink) -> None:
    """Law and data for the least number of players, the catalogue against the citations, the scenarios' form."""
    from lawspeaker.interpreter.checks import check_ruleset
    own = Sink()
    sources = read_sources(path, [], own, label)
    if not own.failed:
        check_ruleset(sources, path, label, own)
    for d in own.diagnostics:
        if d not in sink.diagnostics:
            sink.diagnostics.append(d)
