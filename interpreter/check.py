"""Everything that is wrong with rulesets and expansions, all at once: what `lawspeaker check` shows."""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lawspeaker.interpreter.arguments import listed, named
from lawspeaker.interpreter.contributed import contributions
from lawspeaker.interpreter.extensions import Expansion, all_needed, broken, describe, index, is_expansion, resolve
from lawspeaker.interpreter.rulesets import Ruleset, contributed, find_ruleset, shipped_folders
from lawspeaker.interpreter.sources import read_expansions, read_sources
from lawspeaker.interpreter.text.diagnostic import Diagnostic, Sink
from lawspeaker.interpreter.text.spell import nearest

# With one of these it is not clear what should be woven.
NO_WEAVING = ("expansion/conflict", "expansion/circle", "expansion/two-places", "expansion/other-ruleset", "expansion/unknown",
              "expansion/unknown-ruleset", "expansion/missing-need", "file/")


def check(targets: Sequence[str | Path] = (), expansions: Sequence[str | Path] = ()) -> list[Diagnostic]:
    """The diagnostics of rulesets and expansions, named or in folders (default: all that are shipped).

    Rulesets are woven with `expansions`; a target that is an expansion is woven with its ruleset and what it needs.
    """
    sink = Sink()
    targets, expansions = listed(targets), listed(expansions)
    for target in [str(named(t)) for t in targets] or everything(expansions):
        own = Sink()
        check_target(target, [str(x) for x in expansions], own)
        known = {key(d) for d in sink.diagnostics}
        sink.diagnostics += [d for d in own.diagnostics if key(d) not in known]
    return sink.diagnostics


def key(d: Diagnostic) -> tuple[str, ...]:
    """What makes two diagnostics the same, though the files were read twice."""
    return (d.code, d.title, str(d.span), d.text, d.hint)


def everything(expansions: Sequence[str | Path]) -> list[str]:
    """What is checked when nothing is named: all that is shipped; with `expansions`, the rulesets that they are for."""
    shipped = [p.name for p in shipped_folders()]
    if expansions:
        wanted = {x.ruleset for x in (look(str(e), Sink()) for e in expansions) if x is not None}
        return [name for name in shipped if name in wanted] or shipped[:1]
    return shipped + [f.folder.name for f in contributions().expansions if f.origin == "built in"]


def check_target(text: str, expansions: list[str], sink: Sink) -> None:
    shipped = {p.name: p for p in shipped_folders()}
    if text not in shipped:
        x = look(text, sink)
        if x is not None:
            check_expansion(x, text, expansions, sink)
            return
        if sink.failed:
            return
    path = shipped.get(text) or next((r.folder for r in contributed(Sink()) if r.name == text), None) or Path(text)
    if path.is_file():
        path = path.parent
    if not path.is_dir() or not any(path.glob("*.law")):
        near = nearest(text, [*shipped, *index(Sink())])
        sink.error("file/no-law" if path.exists() else "ruleset/unknown", None,
                   f'There is no .law file in "{text}"' if path.exists() else f'There is no ruleset or folder "{text}"',
                   hint=f'Did you mean "{near}"?' if near else f"Rulesets are {', '.join(sorted(shipped))}.")
        return
    label = text if text in shipped else path.as_posix()
    ruleset = find_ruleset(text if text in shipped else path, Sink()) if expansions else None
    if ruleset is None:
        check_folder(path, label, sink)
    else:
        check_woven(ruleset, expansions, sink)


def look(text: str, sink: Sink) -> Expansion | None:
    """The expansion that is meant by a name or a path, if it is one; what is wrong with its manifest goes to the sink."""
    path = Path(text)
    if path.is_file():
        path = path.parent
    there = index(Sink())
    if text in there:
        x = there[text][0]
        return describe(x.folder, x.label, x.origin, sink)
    unread = broken(text)
    if unread is not None:
        return describe(unread.folder, unread.label, unread.origin, sink)
    return describe(path, path.as_posix(), text, sink) if path.is_dir() and is_expansion(path) else None


def check_folder(path: Path, label: str, sink: Sink) -> None:
    """Law and data for the least number of players, the catalogue against the citations, the scenarios' form."""
    from lawspeaker.interpreter.checks import check_ruleset
    from lawspeaker.interpreter.parts import check_parts
    sources = read_sources(path, [], sink, label)
    if not sink.failed:
        compiled = check_ruleset(sources, path, label, sink)
        ruleset = find_ruleset(label if label == path.name else path, Sink()) if compiled.woven.idle and not sink.failed else None
        if ruleset is not None:
            check_parts(ruleset, compiled, (), frozenset(s.name for s in sources.law), sink)


def check_expansion(x: Expansion, text: str, expansions: list[str], sink: Sink) -> None:
    """An expansion, woven with its ruleset, what it needs and what was named besides."""
    names = {p.name for p in shipped_folders()} | {r.name for r in contributed(Sink())}
    if x.ruleset not in names:
        near = nearest(x.ruleset, names)
        sink.error("expansion/unknown-ruleset", x.manifest.ruleset.span, f'"{x.name}" is for {x.ruleset}, which is no game here',
                   hint=f'Did you mean "{near}"?' if near else f"Games are {', '.join(sorted(names))}; `--plugin PATH` shows me another one.")
        return
    of_game = Sink()
    ruleset = find_ruleset(x.ruleset, of_game)
    if ruleset is None:
        sink.diagnostics += of_game.diagnostics
        return
    known = {name: several[0] for name, several in index(Sink()).items()} | {x.name: x}
    needed = [n for n in sorted(all_needed([x], known)) if n in known and n != x.name]
    place = x.name if known[x.name].folder == x.folder and text == x.name else str(x.folder)
    check_woven(ruleset, list(dict.fromkeys([place, *needed, *(e for e in expansions if e not in (text, x.name))])), sink)


def check_woven(ruleset: Ruleset, wanted: Sequence[str], sink: Sink) -> None:
    """A ruleset with expansions.  Warnings only of what the expansions wrote: those of the ruleset are its own affair, or come
    of the weaving, as when nothing uses what was replaced."""
    from lawspeaker.interpreter.checks import check_ruleset
    from lawspeaker.interpreter.parts import check_parts
    own = Sink()
    chosen = resolve(ruleset, wanted, own)
    sources = read_sources(ruleset.folder, [], own, ruleset.label)
    sources.expansions = read_expansions(chosen, own)
    if not any(d.code.startswith(NO_WEAVING) for d in own.diagnostics):
        compiled = check_ruleset(sources, ruleset.folder, ruleset.label, own)
        if not own.failed:
            check_parts(ruleset, compiled, wanted, frozenset(s.name for s in sources.law) | {s.name for x in sources.expansions for s in x.law}, own)
    labels = tuple(f"{x.label}/" for x in chosen)
    known = {key(d) for d in sink.diagnostics}
    for d in own.diagnostics:
        theirs = d.span is None or d.span.file.startswith(labels)
        if (d.severity == "error" or theirs) and key(d) not in known:
            known.add(key(d))
            sink.diagnostics.append(d)
