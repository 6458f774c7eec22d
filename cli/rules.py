"""The only door from the command line to the interpreter; every import behind it happens when it is used.

Adds nothing to the rules: it finds names, and says in sentences what the interpreter raised.  Tests put a made-up game
behind this door.
"""
from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lawspeaker.cli.mistakes import UsageMistake, nearest
from lawspeaker.cli.shapes import Game, Result, RulesetInfo, State

if TYPE_CHECKING:
    from lawspeaker.cli.playing import screen_file
    from lawspeaker.interpreter.text.diagnostic import Diagnostic


# ---- what there is ---------------------------------------------------------------------------------------------
def rulesets() -> list[RulesetInfo]:
    import lawspeaker
    return list(lawspeaker.rulesets())


def expansions() -> list[Any]:
    import lawspeaker
    return list(lawspeaker.expansions())


def plugins() -> list[Any]:
    from lawspeaker.interpreter.extensions import plugins
    return list(plugins())


def plugin_problems() -> list[Diagnostic]:
    """What is wrong with plugins and what they bring."""
    from lawspeaker.interpreter.extensions import problems
    return problems()


def shipped() -> dict[str, Path]:
    """The folders of the rulesets that come with the package, by name; none of them is read."""
    from lawspeaker.interpreter.rulesets import shipped_folders
    return {p.name: p for p in shipped_folders()}


def known(name: str, expansions: bool = False) -> str:
    """The name of a ruleset (perhaps of an expansion), or a folder of rules, unchanged; a mistake of usage if it is none."""
    if name in shipped() or Path(name).exists():
        which_is_meant(name)
        return name
    names = [r.name for r in rulesets()]
    if name in names or (expansions and is_expansion(name)):
        return name
    tell_plugin_problems()
    raise UsageMistake(f'I know no ruleset "{name}", and there is no such folder.{nearest(name, names)}\n'
                       f"Rulesets: {', '.join(names)}.  A folder needs its path: ./{name}")


def which_is_meant(name: str) -> None:
    """Say on stderr what is taken where a name of ours is also that of a folder or file here."""
    if os.sep in name or not Path(name).exists():
        return
    path = shipped().get(name) or next((x.folder for x in expansions() if x.name == name), None)
    if path is None:
        path = next((Path(str(r.path)) for r in rulesets() if r.name == name), None)
    if path is not None and path.resolve() != Path(name).resolve():
        from lawspeaker.cli import console
        console.note(f"{name} is the one that is installed, not the {'folder' if Path(name).is_dir() else 'file'} {name} here: for that write ./{name}")


def is_expansion(name: str) -> bool:
    """Whether an expansion has this name, or lies in this folder."""
    from lawspeaker.interpreter.extensions import is_expansion
    path = Path(name)
    return is_expansion(path.parent if path.is_file() else path) if path.exists() else \
        name not in shipped() and (any(e.name == name for e in expansions()) or unreadable(name))


def known_expansions(names: Sequence[str], game: str) -> list[str]:
    """Names of expansions and folders of them, unchanged; a mistake of usage if one is neither."""
    if not names:
        return []
    tell_plugin_problems()
    have = {e.name: e for e in expansions()}
    for name in names:
        which_is_meant(name)
        if name not in have and not Path(name).exists() and not unreadable(name):
            fitting = [n for n, e in have.items() if getattr(e, "ruleset", game) == game]
            raise UsageMistake(f'I know no expansion "{name}".{nearest(name, have)}\n'
                               f"Expansions of {game}: {', '.join(fitting) or 'none is installed'}.")
    return with_needed(names)


def with_needed(names: Sequence[str]) -> list[str]:
    """The named expansions and those that they need, which is said."""
    from lawspeaker.interpreter.extensions import with_needs
    found = [str(x) for x in with_needs(list(names))]
    tell_added(found[len(names):], names)
    return found


def tell_added(added: Sequence[str], names: Sequence[str]) -> None:
    """Say on stderr which expansions nobody has named, and are needed."""
    if added:
        from lawspeaker.cli import console
        console.note(f"With {' and '.join(Path(a).name for a in added)} as well, which {' and '.join(Path(n).name for n in names)} need{'s' if len(names) == 1 else ''}.")


def unreadable(name: str) -> bool:
    """Whether there is an expansion of this name that has mistakes, which loading it will tell."""
    from lawspeaker.interpreter.extensions import broken
    return broken(name) is not None


def tell_plugin_problems() -> None:
    """Tell on stderr, once, which plugins are left out and why."""
    from lawspeaker.cli import console
    from lawspeaker.interpreter.contributed import contributions
    found = contributions()
    if found.problems and not found.told:
        found.told = True
        console.complain(str(render(found.problems, "text")).rstrip("\n"))


def folder(name: str) -> Path | None:
    """Where the files of a ruleset lie."""
    found = shipped().get(name)
    if found is not None:
        return found
    if Path(name).exists():
        return Path(name)
    return next((Path(str(r.path)) for r in rulesets() if r.name == name), None)


# ---- play ------------------------------------------------------------------------------------------------------
def load(name: str, expansions: Sequence[str] = (), data: Sequence[str] = (), settings: Mapping[str, int | bool | str] | None = None) -> Game:
    import lawspeaker
    game: Game = lawspeaker.load(name, expansions=list(expansions), data=list(data), settings=dict(settings or {}))
    return game


def restore(path: str, ruleset: str | None = None, expansions: Sequence[str] | None = None, data: Sequence[str] | None = None) -> State:
    import lawspeaker
    state: State = lawspeaker.restore(path, ruleset=ruleset, expansions=expansions, data=data)
    return state


def position_hash(state: State) -> str:
    """The hash of a position that saves hold."""
    from lawspeaker.interpreter.save import position_hash
    return position_hash(state)  # type: ignore[arg-type]


def game_of(state: State) -> Game:
    """The game that a restored position belongs to."""
    game: Game = state.game  # type: ignore[attr-defined]
    return game


def reload(state: State) -> tuple[State, int, str]:
    """The position on the rules as their files are now, how many choices it keeps, and why not all; raises RulesetError."""
    from lawspeaker.interpreter.reload import reload
    found = reload(state)  # type: ignore[arg-type]
    return found.state, found.kept, found.problem


def files_of(game: Game) -> list[Path]:
    """The files that decide how a game is played."""
    from lawspeaker.interpreter.reload import files_of
    return files_of(game)  # type: ignore[arg-type]


def stamp(path: Path) -> tuple[int, int]:
    """When a file was written, and how long it is."""
    from lawspeaker.interpreter.reload import stamp
    return stamp(path)


# ---- trying cards ------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Place:
    """A position in which a card can be played: as which option, and how it was found."""

    state: State
    seed: int
    decisions: int
    option: int


@dataclass(frozen=True, slots=True)
class Nothing:
    """No such position; what stood against the card, each with how often."""

    reasons: Sequence[tuple[str, int]]
    games: int
    decisions: int
    asked: int


def find_position(game: Game, card: str, players: int, seat: int, seed: int, limit: int) -> Place | Nothing:
    """A position in which a seat, which holds the card, can play it; a mistake of usage if there is no such card."""
    from lawspeaker.interpreter.testing.dealing import Found, find_position
    try:
        found = find_position(game, card, players=players, seat=seat, seed=seed, limit=limit)  # type: ignore[arg-type]
    except LookupError as e:
        raise UsageMistake(str(e.args[0])) from None
    if isinstance(found, Found):
        return Place(found.state, found.seed, found.decisions, found.option)
    return Nothing(found.reasons, found.games, found.decisions, found.asked)


def with_what_they_need(names: Sequence[str], ruleset: str | None) -> tuple[str, list[str]]:
    """A ruleset, or that of the first expansion if none is named; and the expansions, with those that they need."""
    from lawspeaker.interpreter.testing.beside import declared
    installed = {e.name: e for e in expansions()} if names else {}
    game, chosen, todo = ruleset, dict[str, None](), list(names)
    while todo:
        name = todo.pop(0)
        at = declared(Path(name)) if name not in installed and Path(name).is_dir() else None
        own = installed.get(name) or at
        if own is None:
            known_expansions([name], game or "")
            raise UsageMistake(f"There is no expansion in {name}: a file of its law begins with `expansion NAME \"Title\" for RULESET`.")
        game = game or own.ruleset
        chosen[name] = None
        have = {Path(c).name if c not in installed else c for c in (*chosen, *todo)}
        todo += [need for need in own.needs if need not in have]
    if game is None:
        raise UsageMistake("Which game?  Name a ruleset, or an expansion: --with NAME.")
    tell_added([c for c in chosen if c not in names], names)
    return known(game), list(chosen)


# ---- work on rules -----------------------------------------------------------------------------------------------
def check(targets: Sequence[str], expansions: Sequence[str]) -> list[Diagnostic]:
    import lawspeaker
    return list(lawspeaker.check(list(targets), list(expansions)))


def check_screen(name: str) -> list[Diagnostic]:
    """What is wrong with the screen.yaml of a ruleset whose rules are good."""
    from lawspeaker.cli.playing import screen_file
    from lawspeaker.cli.playing.panels import Names
    from lawspeaker.interpreter.text.diagnostic import RulesetError, Sink
    from lawspeaker.interpreter.text.source import Source
    game_name, expansions, place = (*with_its_game(name), folder_of(name)) if is_expansion(name) else (name, [], folder(name))
    path = place / "screen.yaml" if place is not None else None
    if path is None or not path.is_file():
        return []
    sink = Sink()
    source = Source(str(path), read(path))

    def report(code: str, message: str, word: str) -> None:
        begin = max(0, source.text.find(word)) if word else 0
        sink.error(code, source.span(begin, begin + len(word)), message)
    try:
        shown = screen_file.parse(read_yaml(path))
        game = load(game_name, expansions)
        state = game.new(players=game.players[0], seed=1)
        for expression, message in screen_file.problems(shown, state, Names({})):
            report("screen/unknown-expression", message, expression)
    except screen_file.ScreenMistake as e:
        report("screen/wrong-form", str(e), e.word)
    except RulesetError as e:
        return e.diagnostics
    return sink.diagnostics


def with_its_game(name: str) -> tuple[str, list[str]]:
    """The ruleset of an expansion, and the expansion with those that it needs."""
    from lawspeaker.interpreter.extensions import with_needs
    from lawspeaker.interpreter.testing.beside import declared
    x = next((x for x in expansions() if x.name == name), None) or declared(Path(name) if Path(name).is_dir() else Path(name).parent)
    return (x.ruleset if x is not None else name), [str(w) for w in with_needs([name])]


def folder_of(name: str) -> Path | None:
    """The folder of an expansion."""
    x = next((x for x in expansions() if x.name == name), None)
    return Path(str(x.folder)) if x is not None else Path(name) if Path(name).is_dir() else Path(name).parent


def render(diagnostics: Sequence[Diagnostic], form: str) -> Any:
    """The diagnostics as a text, or as the document of `json` or `sarif`."""
    import json

    from lawspeaker.interpreter.text import render
    if form == "text":
        return "\n".join(render.render_text(d).rstrip("\n") + "\n" for d in diagnostics)
    made = render.to_json(list(diagnostics)) if form == "json" else render.to_sarif(list(diagnostics))
    if isinstance(made, str):
        made = json.loads(made)
    return {"diagnostics": made} if isinstance(made, list) else made


def run_scenarios(paths: Sequence[str]) -> list[Result]:
    from lawspeaker.interpreter.testing.scenario import Runner, scenario_files
    runner = Runner()
    found: list[Result] = [r for path in scenario_files([Path(p) for p in paths]) for r in runner.run_file(path)]
    for added, names in runner.added.items():
        tell_added(added, names)
    return found


def trace(name: str, expansions: Sequence[str]) -> dict[str, Any]:
    from lawspeaker.interpreter.trace import trace
    return trace(name, list(expansions))


def explain(name: str, what: str, expansions: Sequence[str] = ()) -> str:
    from lawspeaker.interpreter.trace import explain
    return explain(name, what, list(expansions))


def explain_code(code: str) -> str:
    """What the code of a diagnostic means."""
    from lawspeaker.interpreter.text.codes import explain
    text = explain(code)
    if not text:
        raise UsageMistake(f'Explain what?  lawspeaker explain RULESET NAME; and "{code}" is no code of a diagnostic.')
    return text


def facts(name: str, source: str | None, data: Sequence[str]) -> list[dict[str, Any]]:
    from lawspeaker.interpreter.trace import facts
    return list(facts(name, source=source, data=list(data)))


def formatted(path: Path) -> str:
    """The text of a .law file in house style; raises RulesetError where it cannot be read."""
    from lawspeaker.interpreter.syntax.show import format_file
    from lawspeaker.interpreter.text.diagnostic import RulesetError, Sink
    from lawspeaker.interpreter.text.source import Source
    sink = Sink()
    text = format_file(Source(str(path), read(path)), sink)
    if sink.failed:
        raise RulesetError(sink.diagnostics)
    return text


def read(path: Path) -> str:
    """The text of a file, whose line ends are kept."""
    from lawspeaker.cli.mistakes import WorkFailed
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as e:
        raise WorkFailed(f"{path}: This is not UTF-8 text (byte {e.start} cannot be read).") from None


def read_yaml(path: Path) -> Any:
    """The plain values of a YAML file; raises RulesetError."""
    from lawspeaker.interpreter.syntax.data import load_yaml, plain
    from lawspeaker.interpreter.text.diagnostic import RulesetError, Sink
    from lawspeaker.interpreter.text.source import Source
    sink = Sink()
    datum = load_yaml(Source(str(path), read(path)), sink)
    if datum is None or sink.failed:
        raise RulesetError(sink.diagnostics)
    return plain(datum)


# ---- what was raised ---------------------------------------------------------------------------------------------
def told(e: Exception) -> str | None:
    """What an exception of the interpreter says to people, or None if it is not one of those."""
    from lawspeaker.interpreter.text.diagnostic import RulesetError
    if isinstance(e, RulesetError):
        return str(render(e.diagnostics, "text")).rstrip("\n") + "\n" + summary(e.diagnostics)
    if type(e).__name__ in ("SaveError", "RuleFault", "IllegalChoice", "ScenarioError", "PluginFault"):
        return str(e)
    return None


def summary(diagnostics: Sequence[Diagnostic]) -> str:
    """`3 errors, 1 warning`.

    >>> summary([])
    'No problems.'
    """
    counts = {s: sum(1 for d in diagnostics if d.severity == s) for s in ("error", "warning", "note")}
    parts = [f"{n} {s}{'' if n == 1 else 's'}" for s, n in counts.items() if n]
    return ", ".join(parts) if parts else "No problems."


# ---- the screen ------------------------------------------------------------------------------------------------
def screen_path(name: str) -> Path | None:
    """The screen.yaml of a ruleset, if it ships one."""
    place = folder(name)
    path = place / "screen.yaml" if place is not None else None
    return path if path is not None and path.is_file() else None


def screen(name: str, game: object = None) -> list[screen_file.Shown]:
    """The panels of a ruleset's screen.yaml, then those of the expansions that are played with."""
    paths = [screen_path(name), *(folder / "screen.yaml" for folder, _ in getattr(game, "folders", ())[1:])]
    return [panel for path in paths if path is not None and path.is_file() for panel in panels_of(path)]


def panels_of(path: Path) -> list[screen_file.Shown]:
    """The panels of a file; a broken one is told and left out."""
    from lawspeaker.cli import console
    from lawspeaker.interpreter.text.files import leads_out
    if leads_out(path, path.parent):
        console.complain(f"{path}: This link leads to a file outside of the folder.")
        return []
    from lawspeaker.cli.mistakes import WorkFailed
    from lawspeaker.cli.playing import screen_file
    from lawspeaker.interpreter.text.diagnostic import RulesetError
    try:
        return screen_file.parse(read_yaml(path))
    except RulesetError as e:
        console.complain(told(e) or str(e))
    except (screen_file.ScreenMistake, WorkFailed) as e:
        console.complain(f"{path}: {e}")
    return []
