"""Scenario files → results: sets positions, plays the steps, and holds what came out against what is expected.

Games and what reads their expressions are kept between scenarios, so that a run over all files loads each ruleset once.
"""
from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lawspeaker.interpreter.catalogue import read_entries
from lawspeaker.interpreter.decision import Option
from lawspeaker.interpreter.engine.faults import IllegalChoice, RuleFault
from lawspeaker.interpreter.engine.reasons import Reason
from lawspeaker.interpreter.engine.sets import parts_of
from lawspeaker.interpreter.extensions import with_needs
from lawspeaker.interpreter.game import Game, load
from lawspeaker.interpreter.looking import Looker
from lawspeaker.interpreter.program.schema import DICTATED
from lawspeaker.interpreter.rulesets import shipped_folders
from lawspeaker.interpreter.state import State
from lawspeaker.interpreter.syntax.data import DList, DMap, DScalar, plain
from lawspeaker.interpreter.testing import beside
from lawspeaker.interpreter.testing.given import begin_with, set_position
from lawspeaker.interpreter.testing.looking import Finding, Onlooking
from lawspeaker.interpreter.testing.luck import by_luck
from lawspeaker.interpreter.testing.options import known_words, misnamed
from lawspeaker.interpreter.testing.reading import Refusal, Scenario, Step, Word, read_file
from lawspeaker.interpreter.text.diagnostic import Diagnostic, RulesetError, Sink
from lawspeaker.interpreter.text.render import render_all, visible
from lawspeaker.interpreter.text.source import Source
from lawspeaker.interpreter.text.spell import did_you_mean, nearest

FOLDER = "scenarios"
WIDEST = 400
REMOVES = re.compile(r"^[ \t]*removes[ \t]+\w+[ \t]+(\w+)", re.M)
MOST_SHOWN = 12                  # keys of options in a message


@dataclass(frozen=True, slots=True)
class Result:
    """How one scenario went; `message` says what is wrong when it is not `ok`."""

    name: str
    file: str
    line: int
    ok: bool
    message: str


class Failed(Exception):
    """A scenario does not go as it is written; the text says where."""


def run_files(paths: Sequence[Path] = ()) -> list[Result]:
    """Run the scenarios of files and folders; of all shipped rulesets if none is named."""
    runner = Runner()
    return [r for path in scenario_files(paths) for r in runner.run_file(path)]


def scenario_files(paths: Sequence[Path]) -> list[Path]:
    """The files that are meant: of a folder those in folders named `scenarios`, or all of one so named."""
    found: list[Path] = []
    for path in paths or shipped_folders():
        if not path.is_dir():
            found.append(path)
            continue
        inside = sorted(p for p in path.rglob("*") if p.suffix in (".yaml", ".yml") and p.is_file())
        found += [p for p in inside if FOLDER in p.relative_to(path).parts[:-1] or FOLDER == path.resolve().name]
    return list(dict.fromkeys(found))


def label(path: Path) -> str:
    """The path as people see it: from where they are, if it lies below."""
    try:
        return path.resolve().relative_to(Path(os.getcwd()).resolve()).as_posix()
    except (ValueError, OSError):
        return path.as_posix()


@dataclass(slots=True)
class Play:
    """One scenario being played."""

    scenario: Scenario
    state: State
    looker: Looker
    sink: Sink
    log: list[str] = field(default_factory=list)


class Runner:
    """Runs scenarios, and keeps the games it has loaded."""

    def __init__(self) -> None:
        self._games: dict[tuple[object, ...], Game | RulesetError] = {}
        self._rules: dict[Path, list[str]] = {}
        self.added: dict[tuple[str, ...], tuple[str, ...]] = {}         # expansions that scenarios need and do not name, for whom
        self._shipped = {p.name: p for p in shipped_folders()}

    # ---- files and games -----------------------------------------------------------------------------------
    def run_file(self, path: Path) -> list[Result]:
        sink = Sink()
        scenarios = read_file(path, label(path), sink)
        results = [self.run(s, path) for s in scenarios]
        if sink.diagnostics:
            at = sink.diagnostics[0].span
            results.append(Result(path.name, label(path), at.line if at is not None else 1, False, render_all(sink.diagnostics)))
        return results

    def run(self, s: Scenario, path: Path) -> Result:
        message = self.message(s, path)
        return Result(s.name, label(path), s.line, not message, message)

    def message(self, s: Scenario, path: Path) -> str:
        """What is wrong with a scenario, or nothing."""
        return tidy(self._message(s, path))

    def _message(self, s: Scenario, path: Path) -> str:
        try:
            if s.problems.failed:
                return render_all(s.problems.diagnostics)
            game = self.game(s, path)
            unknown = self.unknown_rules(s, game)
            return render_all(unknown) if unknown else run(s, game) or by_luck(s, lambda other: run(other, game))
        except Failed as e:
            return str(e)
        except RulesetError as e:
            return render_all(e.diagnostics)
        except RecursionError:
            return f"{s.span}: This scenario is nested too deeply to be read."

    def game(self, s: Scenario, path: Path) -> Game:
        """The game that a scenario is about: shipped, in a folder, or the one beside which its file lies."""
        target = self.ruleset(s, path)
        named = beside.expansions([w.text for w in s.expansions], path)
        expansions = tuple(str(x) for x in with_needs(named)) if named else ()
        if len(expansions) > len(named):
            self.added[expansions[len(named):]] = named
        overlays = corrections(s, path)
        key = (target, expansions, tuple(s.settings.items()), tuple(x if isinstance(x, Path) else x.text for x in overlays))
        if key not in self._games:
            try:
                self._games[key] = load(target, expansions, data=overlays, settings=s.settings)
            except RulesetError as e:
                self._games[key] = e
        game = self._games[key]
        if isinstance(game, RulesetError):
            place = s.ruleset.span if s.ruleset is not None else s.span
            raise Failed(f"{place}: The rules cannot be loaded.\n{render_all(game.diagnostics)}")
        return game

    def unknown_rules(self, s: Scenario, game: Game) -> list[Diagnostic]:
        """Ids that the catalogue of the rules does not have, if it has any."""
        known, sink = list[str](), Sink()
        for folder, name in [(game.ruleset.folder, game.ruleset.label), *((x.folder, x.label) for x in game.sources.expansions)]:
            if folder not in self._rules:
                self._rules[folder] = [e.id for e in read_entries(folder, name, Sink())]
            known += self._rules[folder]
        for w in s.cites if known else ():
            if w.text not in known:
                sink.error("scenario/unknown-rule", w.span, f'The catalogue has no rule "{w.text}"',
                           hint=did_you_mean(w.text, known) or "Look into rules.yaml.")
        return sink.diagnostics

    def ruleset(self, s: Scenario, path: Path) -> str:
        name = s.ruleset.text if s.ruleset is not None else None
        folder = beside.folder_of_law(path)
        own = beside.declared(folder) if folder is not None else None
        if folder is not None and own is not None:
            name = name or own.ruleset
            near = folder.parent / name
            return str(near) if name not in self._shipped and near.is_dir() else name
        if folder is not None and name in (None, folder.name):
            shipped = self._shipped.get(folder.name)
            return folder.name if shipped is not None and shipped.resolve() == folder else str(folder)
        if name is None:
            raise Failed(f"{s.span}: Which rules?  Write `ruleset: NAME`, or lay the file into a folder `{FOLDER}` beside the law.")
        near = path.parent / name
        return str(near) if name not in self._shipped and near.is_dir() else name


def corrections(s: Scenario, path: Path) -> list[Path | Source]:
    """The `data` of a scenario: files beside it, or a map as a text of its own."""
    if s.data is None:
        return []
    if isinstance(s.data, DMap):
        return [Source(f"{label(path)}:{s.data.span.line} (data)", json.dumps(plain(s.data), indent=1))]
    return [path.parent / w.raw for w in (s.data.items if isinstance(s.data, DList) else (s.data,)) if isinstance(w, DScalar)]


# ---- one scenario --------------------------------------------------------------------------------------------------
def run(s: Scenario, game: Game) -> str:
    """Play one scenario; what is wrong, or nothing."""
    sink = Sink()
    play = begin(s, game, sink)
    onlooking = Onlooking(play.looker, play.state, sink)
    onlooking.remember(s.then)
    try:
        for step in s.play:
            take(play, step)
        troubles = [*(t for r in s.refused if (t := refused(play, r))), *offers(play)]
    except Failed as e:
        return with_log(str(e), play)
    findings = [f for e in s.then if (f := onlooking.finding(e)) is not None]
    wrong = [f for f in findings if not f.ok]
    parts = [render_all(sink.diagnostics)] if sink.diagnostics else []
    parts += troubles
    if wrong:
        parts.append(side_by_side(wrong))
    return with_log("\n".join(parts), play) if parts else ""


def begin(s: Scenario, game: Game, sink: Sink) -> Play:
    """A new game in which the seat of `turn` is on turn, with the position of `given`.

    Who is on turn also is the first player, unless `first` names another: then the round has begun with that one, and goes on from the
    seat on turn to its end.  The set-up was made for the seat on turn.
    """
    least, most = game.players
    if not least <= (s.count if s.count is not None else len(s.players)) <= most:
        raise Failed(f"{s.span}: {game.title} is for {least if least == most else f'{least} to {most}'} players, "
                     f"not {s.count if s.count is not None else len(s.players)}.")
    seats = [w.text for w in s.players] or game.seat_names(s.count or least)
    for w in (s.turn, s.first):
        if w is not None:
            seat_of(seats, w)
    for w in s.players:
        if game.seats:
            seat_of([*game.seats, *(f"player_{i}" for i in range(len(game.seats) + 1, most + 1))], w)
    on_turn = s.turn or s.first
    try:
        state = game.new(seats, s.seed, on_turn.text if on_turn is not None else 0)
    except (ValueError, RuleFault) as e:
        raise Failed(f"{s.span}: The game cannot begin: {e}") from None
    looker = game.looker(seats)
    if s.first is not None and s.turn is not None:
        begin_with(state, seat_of(seats, s.first), seat_of(seats, s.turn))
    try:
        set_position(looker, state, s.given, sink)
    except RuleFault as e:
        raise Failed(f"{s.span}: This position breaks the rules: {e}") from None
    if sink.failed:
        raise Failed(render_all(sink.diagnostics))
    for who, card, when in s.asking:
        seat_of(seats, who)
        try:
            state.ask(who.text, card.text, when.text)
        except IllegalChoice as e:
            raise Failed(f"{card.span}: {e}") from None
    return Play(s, state, looker, sink)


def seat_of(seats: Sequence[str], w: Word) -> int:
    if w.text not in seats:
        raise Failed(f'{w.span}: No seat is called "{w.text}".  {did_you_mean(w.text, seats) or "Seats are " + ", ".join(seats) + "."}')
    return seats.index(w.text)


# ---- steps -----------------------------------------------------------------------------------------------------
def take(play: Play, step: Step) -> None:
    """One step: the right seat chooses what is offered, and the dice are those that were dictated."""
    state = play.state
    interject(play, step)
    check_asked(play, step.who)
    decision = state.decision
    try:
        index = decision.find(step.what.text)
    except IllegalChoice as e:
        raise Failed(f"{step.what.span}: {e}") from None
    option: Option | str
    if index is not None:
        option = decision.options[index]
        play.log.append(f"{step.who.text}: {option.key}" + (f"  ({option.label})" if option.label.casefold() != option.key.casefold() else ""))
    elif parts_of(decision, step.what.text) is not None:          # a whole set, asked in parts
        option = step.what.text
        play.log.append(f"{step.who.text}: {option}")
    else:
        raise Failed(not_offered_text(play, step.what))
    begins = len(state._journal)
    if step.dice is not None:
        state.dictate(step.dice)
    try:
        state.apply(option)
    except RuleFault as e:
        raise Failed(f"{step.what.span}: The rules fail here: {e}") from None
    check_dice(play, step, begins)


def interject(play: Play, step: Step) -> None:
    """Who is not asked plays what is playable any time all the same, before the decision at hand."""
    state, seats = play.state, play.state.players
    card = (step.what.text.split() or [""])[0]
    if state.over or step.who.text not in seats or card not in state._edition.program.any_time or seats[state.decision.player] == step.who.text:
        return
    try:
        state.ask(step.who.text, card)
    except IllegalChoice as e:
        raise Failed(f"{step.what.span}: {e}") from None
    except RuleFault as e:
        raise Failed(f"{step.what.span}: The rules fail here: {e}") from None


def check_dice(play: Play, step: Step, begins: int) -> None:
    state = play.state
    events = [state._journal[i + 1] for i in range(begins, len(state._journal), 2) if state._journal[i] == -1]
    rolled = [x for event in events if event[0] in ("roll", "reroll") for x in event[-1]]
    if rolled:
        play.log.append(f"  dice: {', '.join(map(str, rolled))}")
    play.log.extend(f"  paid: {state._texts.payment(event[1], event[2], None, state._texts.thing_id)}  (the only way)"
                    for event in events if event[0] == "paid")
    left = state._cells[DICTATED]
    if left:
        raise Failed(f"{step.what.span}: Dice were dictated that nobody rolls: {', '.join(map(str, left))}.")
    if play.scenario.dictates and len(rolled) > len(step.dice or ()):
        raise Failed(f"{step.what.span}: Not all dice that fall here are dictated.\n"
                     f"  expected {list(step.dice or ())}\n  actual   {rolled}\n  Write all of them below this step: `- dice: {rolled}`.")


def check_asked(play: Play, who: Word) -> None:
    state = play.state
    seat = seat_of(state.players, who)
    if state.over:
        raise Failed(f"{who.span}: {who.text} cannot choose: the game is over.")
    asked = state.decision.player
    if asked != seat:
        raise Failed(f"{who.span}: {who.text} is not asked now.\n  expected {who.text}\n  actual   {state.players[asked]}"
                     f"  ({state.decision.prompt or state.decision.kind})")


def not_offered_text(play: Play, what: Word) -> str:
    keys = [o.key for o in play.state.decision.options]
    near = nearest(what.text, keys)
    reasons = reasons_for(play.state, what.text)
    lines = [f'{what.span}: "{what.text}" is not offered now.' + (f'  Did you mean "{near}"?' if near and not reasons else "")]
    lines += [f"  {r}" for r in reasons]
    more = f" … ({len(keys)} in all)" if len(keys) > MOST_SHOWN else ""
    return "\n".join([*lines, f"  Offered: {', '.join(keys[:MOST_SHOWN])}{more}"])


# ---- refusals and offers --------------------------------------------------------------------------------------------
def reasons_for(state: State, key: str) -> list[Reason]:
    """Why a choice is not offered; of what is no move, the rules of the question are all that can be said."""
    try:
        return state.why_not(key)
    except LookupError:
        return []
    except IllegalChoice as e:
        return [r for r in e.reasons if isinstance(r, Reason)]


def refused(play: Play, r: Refusal) -> str:
    """What is wrong with a refusal, or nothing."""
    state = play.state
    seat = seat_of(state.players, r.who)
    if not state.over:
        if state.decision.player != seat:
            check_asked(play, r.who)
        if state.decision.fitting(r.what.text):
            return f'{r.what.span}: "{r.what.text}" must be refused, and is offered.'
    reasons = reasons_for(state, r.what.text) if r.what.text != "pass" else []
    if not reasons and r.what.text == "pass" and not state.over:
        return because_of(r, [], set(state.decision.cites))
    if not reasons and (state.over or state.decision.kind == "move"):
        return f'{r.what.span}: Nothing says why "{r.what.text}" is refused.  ' + unknown_move(state, r.what.text)
    if not reasons and (unknown := unknown_option(state, r.what)):
        return unknown
    said = {c for x in reasons for c in x.cites} | {x.text for x in reasons}
    return because_of(r, reasons, said or set(state.decision.cites))


def because_of(r: Refusal, reasons: Sequence[Reason], said: set[str]) -> str:
    missing = [w for w in r.because if w.text not in said]
    if not missing:
        return ""
    return (f'{r.what.span}: "{r.what.text}" is refused for another reason.\n'
            f"  expected {', '.join(w.text for w in missing)}\n  actual   " + ("\n           ".join(map(str, reasons)) or "(nothing is said)"))


def unknown_move(state: State, key: str) -> str:
    try:
        state.why_not(key)
    except LookupError as e:
        return str(e.args[0])
    return ""


def offers(play: Play) -> Iterable[str]:
    s, state = play.scenario, play.state
    for w in s.not_asked:
        seat = seat_of(state.players, w)
        if not state.over and state.decision.player == seat:
            yield f"{w.span}: {w.text} must not be asked now, and is: {state.decision.prompt or state.decision.kind}"
    for w in (*s.offered, *s.not_offered):
        unknown = unknown_option(state, w)
        if unknown:
            yield unknown
    for w in s.offered:
        if state.over:
            yield f'{w.span}: "{w.text}" must be offered, and the game is over.'
        elif not state.decision.fitting(w.text) and parts_of(state.decision, w.text) is None and not unknown_option(state, w):
            yield not_offered_text(play, w).replace("is not offered now.", "must be offered, and is not.", 1)
    for w in s.not_offered:
        if not state.over and (state.decision.fitting(w.text) or parts_of(state.decision, w.text) is not None):
            yield f'{w.span}: "{w.text}" must not be offered, and is.'


def unknown_option(state: State, w: Word) -> str:
    """What is wrong with an option that cannot be one in any position, or nothing."""
    if not state.over and state.decision.fitting(w.text):
        return ""
    program = state._edition.program
    wrong = misnamed(program, state.players, w.text)
    if wrong is None or wrong in removed(state.game):
        return ""
    hint = did_you_mean(wrong, known_words(program, state.players))
    return f'{w.span}: Nothing in the game is called "{wrong}", so "{w.text}" is no option in any position.' + (f"  {hint}" if hint else "")


def removed(game: Game) -> set[str]:
    """What expansions take out of the game: that it is not offered is worth saying."""
    return {m[1] for x in game.sources.expansions for s in x.law for m in REMOVES.finditer(s.text)}


# ---- messages --------------------------------------------------------------------------------------------------
def side_by_side(wrong: list[Finding]) -> str:
    """Expected and actual values in columns, each with its place."""
    digits = len(str(max(f.entry.key_span.line for f in wrong)))
    rows = [(f"{f.entry.key_span.line:>{digits}}: {f.entry.key}", f.expected, f.actual) for f in wrong]
    head = ("", "expected", "actual")
    widths = [min(60, max(len(r[i]) for r in (head, *rows))) for i in range(2)]

    def line(r: tuple[str, str, str]) -> str:
        return f"  {r[0]:<{widths[0]}}  {r[1]:<{widths[1]}}  {r[2]}".rstrip()
    return "\n".join([f"{wrong[0].entry.key_span}: It comes out otherwise.", line(head), *map(line, rows)])


def tidy(message: str) -> str:
    """The message without characters that no terminal shows, and without endless lines."""
    return "\n".join(visible(line if len(line) <= WIDEST else line[:WIDEST] + " …") for line in message.splitlines())


def with_log(message: str, play: Play) -> str:
    asked = "over" if play.state.over else f"{play.state.players[play.state.decision.player]} is asked: " \
        f"{play.state.decision.prompt or play.state.decision.kind}"
    lines = [f"    {i}" for i in play.log] or ["    (nothing was played)"]
    return "\n".join([message, "  The play:", *lines, f"    – {asked}"])
