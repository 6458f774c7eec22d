"""Where rulesets lie, and what they say of themselves: those shipped inside the package, and folders that people name."""
from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lawspeaker.interpreter.sources import read_sources
from lawspeaker.interpreter.text.diagnostic import RulesetError, Sink
from lawspeaker.interpreter.text.spell import nearest


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A folder of law.  `label` stands before file names in messages."""

    name: str
    title: str
    players: tuple[int, int]
    seats: tuple[str, ...]
    version: str
    origin: str                  # built in, or the folder
    folder: Path
    label: str

    @property
    def path(self) -> str:
        return str(self.folder)


def shipped_folders() -> list[Path]:
    """The folders below `rulesets/` that hold law."""
    from importlib.resources import files
    root = Path(str(files("lawspeaker") / "rulesets"))    # not the package: its name is that of a function of ours
    return sorted({p.parent for p in root.glob("**/*.law")})


def find_ruleset(name: str | Path, sink: Sink) -> Ruleset | None:
    """The ruleset of this name, or in this folder."""
    shipped = {p.name: p for p in shipped_folders()}
    text = str(name)
    if text in shipped:
        return describe(shipped[text], "built in", text, sink)
    path = Path(text)
    if path.is_file() and path.suffix == ".law":
        path = path.parent
    if path.is_dir() and any(path.glob("*.law")):
        return describe(path, text, path.as_posix().rstrip("/"), sink)
    known = {r.name: r for r in contributed(Sink())}
    if text in known:
        return known[text]
    near = nearest(text, [*shipped, *known])
    if path.exists():
        sink.error("file/no-law", None, f'There is no .law file in "{text}"', hint="Name the folder that holds the law files.")
    else:
        sink.error("ruleset/unknown", None, f'There is no ruleset "{text}"',
                   hint=f'Did you mean "{near}"?' if near else f"Rulesets are {', '.join(sorted([*shipped, *known]))}; or name a folder.")
    return None


def describe(folder: Path, origin: str, label: str, sink: Sink) -> Ruleset | None:
    """What the law of a folder says of itself: from the cache, or by reading it."""
    from lawspeaker import __version__
    from lawspeaker.interpreter.cache import read_about, write_about
    sources = read_sources(folder, [], sink, label)
    if sink.failed:
        return None
    fingerprint = sources.fingerprint()
    about = read_about(fingerprint)
    if about is None:
        from lawspeaker.interpreter.compile import compile_model
        found = compile_model(sources, sink)
        if sink.failed:
            return None
        game = found.model.game
        about = {"name": game.name, "title": game.title, "players": [game.least, game.most], "seats": game.seats, "version": game.version}
        write_about(fingerprint, about)
    least, most = about["players"]
    return Ruleset(about["name"], about["title"], (least, most), tuple(about["seats"]), about["version"] or __version__, origin, folder, label)


def rulesets() -> list[Ruleset]:
    """All rulesets that are shipped, and those of plugins; RulesetError if one that is shipped is broken."""
    sink = Sink()
    out = [describe(p, "built in", p.name, sink) for p in shipped_folders()]
    if sink.failed:
        raise RulesetError(sink.diagnostics)
    return [*(r for r in out if r is not None), *contributed(Sink())]


def contributed(sink: Sink) -> list[Ruleset]:
    """The rulesets of plugins, by name.  Those that cannot be read are warnings, two of one name are errors; both are left out."""
    from lawspeaker.interpreter.contributed import contributions
    by_name: dict[str, list[Ruleset]] = {}
    for found in contributions().rulesets:
        own = Sink()
        r = describe(found.folder, found.origin, found.label, own)
        if r is not None:
            by_name.setdefault(r.name, []).append(r)
        else:
            why = own.diagnostics[0]
            sink.warning("plugin/unreadable", why.span, f'A ruleset of the plugin "{found.plugin}" cannot be read: {why.title}',
                         hint=f"`lawspeaker check {found.folder}` tells everything.")
    shipped = {p.name: p for p in shipped_folders()}
    out: list[Ruleset] = []
    for name, several in sorted(by_name.items()):
        places = [*([str(shipped[name])] if name in shipped else []), *sorted(str(r.folder) for r in several)]
        if len(places) == 1:
            out += several
        else:
            sink.error("plugin/two-rulesets", None, f'There are two rulesets "{name}": in {places[0]} and in {places[1]}',
                       hint="Give one of them another name, or name the folder of the one you want.")
    return out
