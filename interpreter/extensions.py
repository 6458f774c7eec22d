"""Which expansions there are, and which of them a game is woven with, in what order.

What an expansion says of itself stands in its law; it is kept in the cache, so that nothing is parsed for a game that was
played before.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.contributed import Found, contributions
from lawspeaker.interpreter.contributed import Plugin as Plugin
from lawspeaker.interpreter.contributed import plugins as plugins
from lawspeaker.interpreter.contributed import use_plugins as use_plugins
from lawspeaker.interpreter.model.manifest import Manifest, Said, fits
from lawspeaker.interpreter.text.diagnostic import Diagnostic, Label, Sink
from lawspeaker.interpreter.text.files import belongs
from lawspeaker.interpreter.text.source import Span
from lawspeaker.interpreter.text.spell import nearest

if TYPE_CHECKING:
    from lawspeaker.interpreter.rulesets import Ruleset

LANGUAGE = "1.0"                                  # the version of the language that this interpreter runs


@dataclass(frozen=True, slots=True)
class Expansion:
    """An expansion that can be played with.  `manifest` has the same words with their places."""

    name: str
    title: str
    ruleset: str
    needs: tuple[str, ...]
    conflicts: tuple[str, ...]
    after: tuple[str, ...]
    uses: tuple[str, ...]
    version: str
    needs_version: str
    needs_language: str
    origin: str                  # built in, a distribution, or the folder
    folder: Path
    label: str
    manifest: Manifest = field(repr=False, compare=False)


def expansions() -> list[Expansion]:
    """All expansions that can be played with, by name."""
    return [x for several in index(Sink()).values() for x in several]


def index(sink: Sink) -> dict[str, list[Expansion]]:
    """The expansions by name; those that cannot be read are warnings.  More than one of a name is a mistake of whoever put them there."""
    by_name: dict[str, list[Expansion]] = {}
    for found in contributions().expansions:
        own = Sink()
        x = describe(found.folder, found.label, found.origin, own)
        if x is not None:
            by_name.setdefault(x.name, []).append(x)
        elif own.diagnostics:
            why = own.diagnostics[0]
            sink.warning("plugin/unreadable", why.span, f'An expansion of the plugin "{found.plugin}" cannot be read: {why.title}',
                         hint=f"`lawspeaker check {found.folder}` tells everything.")
    return {name: sorted(by_name[name], key=lambda x: x.origin) for name in sorted(by_name)}


def broken(name: str) -> Found | None:
    """The folder of this name that should be an expansion and cannot be read."""
    return next((f for f in contributions().expansions if f.folder.name == name and name not in index(Sink())), None)


def is_expansion(folder: Path) -> bool:
    """Whether a folder holds the law of an expansion, by the look of it: nothing is parsed."""
    for path in sorted(folder.glob("*.law")):
        try:
            if belongs(path, folder) and re.search(r"^expansion\b", path.read_text("utf-8"), re.M):
                return True
        except (OSError, UnicodeDecodeError):
            continue
    return False


def describe(folder: Path, label: str, origin: str, sink: Sink) -> Expansion | None:
    """What the law of a folder says of itself as an expansion: from the cache, or by reading it."""
    from lawspeaker.interpreter.cache import read_about, write_about
    from lawspeaker.interpreter.sources import read_sources
    own = Sink()
    sources = read_sources(folder, [], own, label)
    if own.failed:
        sink.diagnostics += own.diagnostics
        return None
    sources.data.clear()                          # data says nothing of this
    key = f"manifest {sources.fingerprint()}"
    about = read_about(key)
    if about is None:
        from lawspeaker.interpreter.model.manifest_from_syntax import read_manifest
        from lawspeaker.interpreter.syntax.parse import parse_file
        files = [parse_file(s, own) for s in sources.law]
        readable = not own.failed
        manifest = read_manifest(files, parse_file(sources.core, own), label, own, readable)
        sink.diagnostics += own.diagnostics
        if manifest is None:
            return None
        if readable and not own.diagnostics:
            write_about(key, packed(manifest, {s.name: i for i, s in enumerate(sources.law)}))
    else:
        manifest = unpacked(about, lambda file, begin, end: sources.law[file].span(begin, end))
    m = manifest
    return Expansion(m.name.text, m.title, m.ruleset.text, words(m.needs), words(m.conflicts), words(m.after), words(m.uses), m.version,
                     m.needs_version.text if m.needs_version else "", m.needs_language.text if m.needs_language else "",
                     origin, folder, label, m)


def words(said: Iterable[Said]) -> tuple[str, ...]:
    return tuple(s.text for s in said)


SAID = ("name", "ruleset", "needs_version", "needs_language")
LISTS = ("needs", "conflicts", "after", "uses")


def packed(m: Manifest, files: dict[str, int]) -> dict[str, Any]:
    """A manifest as JSON; places are numbers of files and offsets."""
    def pack(said: Said | None) -> list[Any] | None:
        return [said.text, files[said.span.file], said.span.begin, said.span.end] if said is not None else None
    return {"title": m.title, "version": m.version, **{w: pack(getattr(m, w)) for w in SAID},
            **{w: [pack(s) for s in getattr(m, w)] for w in LISTS}}


def unpacked(about: dict[str, Any], span: Callable[[int, int, int], Span]) -> Manifest:
    def unpack(said: list[Any] | None) -> Any:
        return Said(said[0], span(*said[1:])) if said is not None else None
    said: dict[str, Any] = {w: unpack(about[w]) for w in SAID} | {w: tuple(unpack(s) for s in about[w]) for w in LISTS}
    return Manifest(title=about["title"], version=about["version"], **said)


def problems() -> list[Diagnostic]:
    """What is wrong with plugins: they are left out, and this says why.  Two of one name are errors, the rest warnings."""
    from lawspeaker.interpreter.rulesets import contributed
    sink = Sink(list(contributions().problems))
    by_name = index(sink)
    for name, several in by_name.items():
        if len(several) > 1:
            two_places(name, several, sink)
    contributed(sink)
    return sink.diagnostics


# ---- what a game is woven with -----------------------------------------------------------------------------------
def resolve(ruleset: Ruleset, wanted: Sequence[str | Path], sink: Sink) -> list[Expansion]:
    """The wanted expansions, named or in folders, in weaving order.  What does not fit goes to the sink, all of it.

    Weaving order: after what it needs or `loads after`, else by name; in which order they were named does not matter.
    """
    if not wanted:
        return []
    there = index(Sink())
    chosen: dict[str, Expansion] = {}
    typed: dict[str, str] = {}
    for w in dict.fromkeys(wanted):
        x = find(ruleset, str(w), there, sink)
        if x is None:
            continue
        if x.name not in chosen:
            chosen[x.name], typed[x.name] = x, str(w)
        elif chosen[x.name].folder.resolve() != x.folder.resolve():
            two_places(x.name, [chosen[x.name], x], sink)
        else:
            named_twice(x, str(w), sink)
    for text in {str(w) for w in wanted if list(map(str, wanted)).count(str(w)) > 1}:
        named_twice(next((chosen[n] for n, t in typed.items() if t == text), None), text, sink)
    for x in chosen.values():
        check_fit(x, ruleset, sink)
        check_company(x, chosen, typed, there, sink)
    return in_order(list(chosen.values()), sink)


def find(ruleset: Ruleset, text: str, there: dict[str, list[Expansion]], sink: Sink) -> Expansion | None:
    """The expansion of this name, or in this folder."""
    if text in there:
        if len(there[text]) > 1:
            two_places(text, there[text], sink)
        x = there[text][0]
        return describe(x.folder, x.label, x.origin, sink)    # once more: now what is wrong with it counts
    path = Path(text)
    if path.is_file() and path.suffix == ".law":
        path = path.parent
    if path.is_dir() and any(path.glob("*.law")):
        return describe(path, path.as_posix().rstrip("/"), text, sink)
    if path.exists():
        sink.error("file/no-law", None, f'There is no .law file in "{text}"', hint="Name the folder that holds the law files.")
        return None
    unread = broken(text)
    if unread is not None:
        return describe(unread.folder, unread.label, unread.origin, sink)
    fitting = [name for name, xs in there.items() if xs[0].ruleset == ruleset.name]
    near = nearest(text, fitting) or nearest(text, there)
    sink.error("expansion/unknown", None, f'There is no expansion "{text}" for {ruleset.title}',
               hint=f'Did you mean "{near}"?' if near else
               f"Its expansions are {', '.join(fitting)}; or name a folder." if fitting else
               "It has no expansions here; name the folder of one, or find it by `--plugin PATH`.")
    return None


def check_fit(x: Expansion, ruleset: Ruleset, sink: Sink) -> None:
    """Whether it is for this ruleset, this version of it, and this language."""
    m = x.manifest
    if x.ruleset != ruleset.name:
        sink.error("expansion/other-ruleset", m.ruleset.span, f'"{x.name}" is an expansion for {x.ruleset}, not for {ruleset.name}',
                   hint=f"Leave it out, or play `{x.ruleset} --with {x.name}`.")
    elif m.needs_version is not None and not fits(m.needs_version.text, ruleset.version):
        sink.error("expansion/ruleset-version", m.needs_version.span,
                   f'"{x.name}" needs version {m.needs_version.text} of {ruleset.name}, and this is {ruleset.version}',
                   hint="The first number must be the same and the rest not older: take another version of one of them.")
    if m.needs_language is not None and not fits(m.needs_language.text, LANGUAGE):
        sink.error("expansion/language-version", m.needs_language.span,
                   f'"{x.name}" needs version {m.needs_language.text} of the language, and this is {LANGUAGE}',
                   hint="Take another version of lawspeaker, or of the expansion.")


def check_company(x: Expansion, chosen: dict[str, Expansion], typed: dict[str, str], there: dict[str, list[Expansion]], sink: Sink) -> None:
    """Whether what it needs is there, and what it conflicts with is not."""
    for need in x.manifest.needs:
        if need.text in chosen:
            continue
        known = {name: xs[0] for name, xs in there.items()} | chosen
        whole = all_needed(list(chosen.values()), known)
        missing = sorted(n for n in whole if n not in known)
        names = ",".join(dict.fromkeys([*typed.values(), *sorted(n for n in whole if n not in chosen)]))
        sink.error("expansion/missing-need", need.span, f'"{x.name}" needs the expansion "{need.text}"',
                   hint=f"Play `--with {names}`." if not missing else
                   f"{', '.join(missing)} cannot be found here: install it, or name its folder in `--with`.")
    for other in x.manifest.conflicts:
        if other.text in chosen:
            back = [s for s in chosen[other.text].manifest.conflicts if s.text == x.name]
            if back and other.text < x.name:
                continue                          # said already, by the other one
            sink.error("expansion/conflict", other.span, f'"{x.name}" and "{other.text}" cannot be played together',
                       more=tuple(Label(s.span, "and it says so too") for s in back),
                       hint=f"Leave out {x.name} or {other.text}.")


def all_needed(some: Iterable[Expansion], known: dict[str, Expansion]) -> set[str]:
    """The names of all that these need, all the way, and their own."""
    out: set[str] = set()
    todo = [x.name for x in some]
    while todo:
        name = todo.pop()
        if name not in out:
            out.add(name)
            todo += known[name].needs if name in known else ()
    return out


def with_needs(wanted: Sequence[str | Path]) -> list[str | Path]:
    """The wanted expansions and, behind them, what else they need: installed, or in a folder beside the one that needs it."""
    known = {name: xs[0] for name, xs in index(Sink()).items()}
    out: list[str | Path] = list(wanted)
    have: set[str] = set()
    todo: list[str | Path] = list(wanted)
    described = [(w, known[str(w)] if str(w) in known else describe(Path(w), str(w), str(w), Sink()) if Path(w).is_dir() else None) for w in todo]
    have |= {x.name for _, x in described if x is not None}
    queue = [(w, x) for w, x in described if x is not None]
    while queue:
        at, x = queue.pop(0)
        for name in x.needs:
            if name in have:
                continue
            near = x.folder.parent / name
            place: str | Path | None = name if name in known else near if str(at) not in known and is_expansion(near) else None
            if place is None:
                continue
            have.add(name)
            out.append(str(place))
            found = known[name] if name in known else describe(near, str(near), str(near), Sink())
            if found is not None:
                queue.append((place, found))
    return out


def in_order(chosen: list[Expansion], sink: Sink) -> list[Expansion]:
    """What is woven later comes later; else by name."""
    left = {x.name: x for x in sorted(chosen, key=lambda x: x.name)}
    out: list[Expansion] = []
    while left:
        ready = next((x for x in left.values() if not any(s.text in left for s in before(x))), None)
        if ready is None:
            circle(left, sink)
            return out + list(left.values())
        out.append(left.pop(ready.name))
    return out


def before(x: Expansion) -> Iterator[Said]:
    yield from x.manifest.after
    yield from x.manifest.needs


def circle(left: dict[str, Expansion], sink: Sink) -> None:
    """Report one way round among expansions that all come after another of them."""
    name, way = next(iter(left)), list[str]()
    while name not in way:
        way.append(name)
        name = next(s.text for s in before(left[name]) if s.text in left)
    way = way[way.index(name):]
    first = way.index(min(way))
    way = way[first:] + way[:first]
    steps = [(a, next(s for s in before(left[a]) if s.text == b)) for a, b in zip(way, way[1:] + way[:1])]
    told = ", ".join(f'"{a}" after "{s.text}"' for a, s in steps)
    sink.error("expansion/circle", steps[0][1].span, f"These expansions come each after another: {told}",
               more=tuple(Label(s.span, f'"{a}" comes after "{s.text}"') for a, s in steps[1:]),
               hint="Remove one of these lines.")


def named_twice(x: Expansion | None, text: str, sink: Sink) -> None:
    name = x.name if x is not None else text
    sink.error("expansion/named-twice", x.manifest.name.span if x is not None else None, f'The expansion "{name}" is named twice',
               hint="Name it once.")


def two_places(name: str, several: Sequence[Expansion], sink: Sink) -> None:
    """Two expansions of one name: nobody can tell which is meant."""
    sink.error("expansion/two-places", several[0].manifest.name.span,
               f'There are two expansions "{name}": in {several[0].folder} and in {several[1].folder}',
               more=tuple(Label(x.manifest.name.span, "and here") for x in several[1:]),
               hint="Give one of them another name, or name the folder of the one you want.")
