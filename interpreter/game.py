"""The façade: load a ruleset, start games.  Collects the diagnostics of all passes and raises them together."""
from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.arguments import at_least, checked_seat, checked_seats, checked_seed, listed, named
from lawspeaker.interpreter.copying import game_again, game_parts, places
from lawspeaker.interpreter.edition import Edition
from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.engine.machine import begin
from lawspeaker.interpreter.rulesets import Ruleset, find_ruleset
from lawspeaker.interpreter.sources import Sources, read_expansions, read_sources
from lawspeaker.interpreter.state import State
from lawspeaker.interpreter.text.diagnostic import Diagnostic, RulesetError, Sink
from lawspeaker.interpreter.text.source import Source
from lawspeaker.interpreter.text.spell import nearest

if TYPE_CHECKING:
    from lawspeaker.interpreter.compile import Compiled
    from lawspeaker.interpreter.extensions import Expansion
    from lawspeaker.interpreter.looking import Looker
    from lawspeaker.interpreter.model.model import Model
    from lawspeaker.interpreter.text.source import Span


class Game:
    """A ruleset with its expansions and settings, ready to be played by any number of players it allows; made by `load`.

    `name`, `title`, `version`: texts · `players`: (fewest, most) · `seats`: the names of the seats, in turn order · `expansions`: names,
    in weaving order · `settings`: {name: value} · `fingerprint`: a hash of all texts as they are · `rules_hash`: of what they say.  It
    can be copied and pickled.
    """

    def __init__(self, ruleset: Ruleset, sources: Sources, expansions: Sequence[str], settings: Mapping[str, Any]) -> None:
        self.ruleset = ruleset
        self.sources = sources
        self.expansions = list(expansions)
        self.settings = dict(settings)
        self._compiled: Compiled | None = None
        self._rules_hash: str | None = None
        self._editions: dict[int, Edition] = {}
        self._lookers: dict[tuple[str, ...], Looker] = {}
        self._sink = Sink()
        self.places = places(ruleset, sources)
        self.fingerprint = sources.fingerprint()
        self.name = ruleset.name
        self.title = ruleset.title
        self.version = ruleset.version
        self.players = ruleset.players
        self.seats = list(ruleset.seats)

    # ---- making ------------------------------------------------------------------------------------------
    @property
    def rules_hash(self) -> str:
        """A hash of what law and data say, without comments and layout: saves are held against it."""
        if self._rules_hash is None:
            from lawspeaker.interpreter.fingerprint import rules_hash
            self._rules_hash = rules_hash(self.sources)
        return self._rules_hash

    @property
    def compiled(self) -> Compiled:
        """The model; raises RulesetError when the rules have errors."""
        if self._compiled is None:
            from lawspeaker.interpreter.compile import compile_model
            sink = Sink()
            compiled = compile_model(self.sources, sink, self.settings)
            if sink.failed:
                raise RulesetError(sink.diagnostics)
            self._compiled = compiled
        return self._compiled

    def __copy__(self) -> Game:
        """A game holds nothing that play changes: its copy is itself."""
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return game_again, game_parts(self)

    def edition(self, players: int) -> Edition:
        """The game for this many players, from memory, the cache or made now."""
        if players not in self._editions:
            from lawspeaker.interpreter.cache import cached_edition
            self._editions[players] = cached_edition(self, players)
        return self._editions[players]

    def looker(self, seats: Sequence[str]) -> Looker:
        """What reads and evaluates expressions for these seats; made at its first use."""
        from lawspeaker.interpreter.looking import Looker
        key = tuple(seats)
        if key not in self._lookers:
            self._lookers[key] = Looker(self, key)
        return self._lookers[key]

    def make(self, players: int) -> tuple[Any, Any, list[Any]]:
        """Program, code object and tables, made from the sources."""
        from lawspeaker.interpreter.program.accepted import code_of
        from lawspeaker.interpreter.program.from_model import make_program
        sink = Sink()
        program = make_program(self.compiled.model, self.seat_names(players), self.settings, sink)
        if sink.failed:
            raise RulesetError(sink.diagnostics)
        found = code_of(program, sink)
        if found is None:
            raise RulesetError(sink.diagnostics)
        return program, *found

    def seat_names(self, players: int) -> list[str]:
        """The names of the seats of so many players, in turn order."""
        names = self.seats[:players]
        return names + [f"player_{i + 1}" for i in range(len(names), players)]

    def diagnostics(self) -> list[Diagnostic]:
        """Everything that the passes say, warnings too; empty for flawless rules."""
        from lawspeaker.interpreter.compile import compile_model
        from lawspeaker.interpreter.program.from_model import make_program
        sink = Sink()
        compiled = compile_model(self.sources, sink, self.settings)
        if not sink.failed:
            make_program(compiled.model, self.seat_names(self.players[0]), self.settings, sink)
        return sink.diagnostics

    # ---- playing -------------------------------------------------------------------------------------------
    def new(self, players: int | Sequence[str] | None = None, seed: int = 0, first: int | str | None = None) -> State:
        """A new game, set up.  `players`: how many (the fewest if not said), or their seat names in turn order; `seed`: of all chance,
        0 to 2**64 - 1, equal seeds give equal games; `first`: who begins, as a seat's name or its index from 0 (by chance if not
        said).  ValueError says what is wrong with them."""
        seats = checked_seats(players, self)
        start = checked_seat(first, seats)
        state = State(self, self.edition(len(seats)), seats, checked_seed(seed))
        state._begin(start)
        return state

    def _seated(self, players: int | Sequence[str] | None, seed: int) -> State:
        """A state that has not begun."""
        seats = checked_seats(players, self)
        return State(self, self.edition(len(seats)), seats, checked_seed(seed))

    def playout(self, seed: int, players: int | None = None, bot_seed: int = 0, limit: int = 1_000_000,
                bot: str | None = None) -> tuple[State, int]:
        """Play a whole game in the printed code, with random choices or those of a bot of the game (`bots`): the final state
        and the number of decisions, `limit` at most.  Bots draw their lots from `bot_seed`.  The state keeps no journal, so nothing can be
        undone."""
        if bot is not None and bot not in self.bots:
            raise ValueError(f'{self.title} has no bot "{bot}": ' + (f"there are {', '.join(self.bots)}." if self.bots else "it has none."))
        at_least(0, limit, "The limit of decisions")
        if bot is None:
            played = self._whole_game(seed, players, bot_seed, limit)
            if played is not None:
                return played
        state = self.new(players, seed)
        machine, lots = state._edition.machine, random.Random(bot_seed).random
        try:
            if bot is None:
                decisions = machine.playout(state._cells, state._journal, state._options, lots, limit)
            else:
                weights = state._edition.program.bots[bot]
                decisions = machine.weighed_playout(state._cells, state._journal, state._options, weights, lots, limit)
        except RuleFault as fault:
            fault.locate(state._edition.program.spans)
            raise
        state._journal.clear()
        state._exposed = True
        return state, decisions

    def _whole_game(self, seed: int, players: int | None, bot_seed: int, limit: int) -> tuple[State, int] | None:
        """A random game in the code made for that; None if it faults, or does not end within the limit."""
        state = self._seated(players, seed)
        edition = state._edition
        if not edition.can_play():
            return None
        frame = state._first_frame(None)
        try:
            decisions = edition.machine.whole_game(state._cells, [], frame[2], random.Random(bot_seed).random, limit)
        except RuleFault:                         # played again step by step, which tells where it is
            return None
        if decisions > limit:
            return None
        state._exposed = True
        return state, decisions

    def random_games(self, count: int, players: int | None = None, seed: int = 0, limit: int = 1_000_000) -> int:
        """Play many random games one after another, as fast as can be, and keep nothing: the number of decisions.

        All lots come from one generator; games that do not end within the limit are cut off there."""
        n, seed = len(checked_seats(players, self)), checked_seed(seed)
        edition = self.edition(n)
        whole = edition.can_play()
        initial, machine, lots = edition.program.layout.initial, edition.machine, random.Random(seed).random
        entry, journal, decisions = edition.entry, list[Any](), 0
        for i in range(at_least(0, count, "How many games are played")):
            cells = initial[:]
            frame = begin(cells, seed + i, int(lots() * n), entry)
            for cell in edition.program.first_states:
                cells[cell] = frame[2]
            if not whole:
                decisions += machine.playout(cells, journal, machine.run(cells, journal, frame), lots, limit)
                continue
            decisions += min(limit, machine.whole_game(cells, journal, frame[2], lots, limit))
        return decisions

    @property
    def bots(self) -> list[str]:
        """Names (a list of texts) of the bots that the game's law declares, the first the default of `simulate`."""
        return list(self.edition(self.players[0]).program.bots)

    @property
    def titles(self) -> dict[str, str]:
        """Titles of things by id, as they stand on screens: {id: title}."""
        edition = self.edition(self.players[0])
        return {edition.program.layout.things[n].id: t for n, t in edition.titles.items()}

    @property
    def catalogue(self) -> list[dict[str, Any]]:
        """The rules of the rulebook, one {"id", "rule", "where", "source"} for each entry of rules.yaml."""
        from lawspeaker.interpreter.catalogue import read_catalogue
        return [r for folder, label in self.folders for r in read_catalogue(folder, label)]

    @property
    def folders(self) -> list[tuple[Path, str]]:
        """The folders of the ruleset and its expansions, each with what stands before its files in messages."""
        return [(self.ruleset.folder, self.ruleset.label), *((x.folder, x.label) for x in self.sources.expansions)]


def chosen_expansions(ruleset: Ruleset, wanted: Sequence[str | Path], sink: Sink) -> list[Expansion]:
    """The expansions that are wanted, in weaving order."""
    if not wanted:
        return []
    from lawspeaker.interpreter.extensions import resolve
    return resolve(ruleset, wanted, sink)


def load(name: str | Path, expansions: Sequence[str | Path] = (), data: Sequence[str | Path | Source] = (), settings: Mapping[str, Any] | None = None) -> Game:
    """A ruleset by its name, or by the folder it lies in.

    `expansions`: names or folders, in any order; what they need must be named, too.  `data`: files of corrected values, laid over the
    data.  `settings`: {name: flag, number or id of a thing}.  One name or path alone may stand for a list.  RulesetError tells what is
    wrong with the rules, all at once.
    """
    expansions, data = [named(x) for x in listed(expansions)], listed(data)
    if not isinstance(settings, (Mapping, type(None))):
        raise TypeError(f"Settings are a map of names to values, such as {{'goal': 12}}, not a {type(settings).__name__}.")
    sink = Sink()
    ruleset = find_ruleset(named(name), sink)
    if ruleset is None:
        raise RulesetError(sink.diagnostics)
    chosen = chosen_expansions(ruleset, expansions, sink)
    sources = read_sources(ruleset.folder, [p if isinstance(p, Source) else Path(named(p)) for p in data], sink, ruleset.label)
    sources.expansions = read_expansions(chosen, sink)
    if sink.failed:
        raise RulesetError(sink.diagnostics)
    game = Game(ruleset, sources, [x.name for x in chosen], settings or {})
    if settings:
        check_settings(game, settings, sink)
        if sink.failed:
            raise RulesetError(sink.diagnostics)
    game.edition(game.players[0])
    return game


def check_settings(game: Game, settings: Mapping[str, Any], sink: Sink) -> None:
    """Only settings that the law declares, with values of their types."""
    settings_fit(game.compiled.model, game.title, settings, sink)


def settings_fit(model: Model, title: str, settings: Mapping[str, Any], sink: Sink, at: Span | None = None) -> None:
    """Report settings that a model does not have, and values that do not fit; `at`: where they are given."""
    from lawspeaker.interpreter.model.types import FlagType, NumberType, ThingType, example
    known = model.settings
    for name, given in settings.items():
        if name not in known:
            near = nearest(str(name), known)
            sink.error("setting/unknown", at, f'{title} has no setting "{name}"',
                       hint=f'Did you mean "{near}"?' if near else f"Settings are {', '.join(known)}." if known else "It has no settings.")
            continue
        t = known[name].type
        flag = isinstance(given, bool)
        if isinstance(t, ThingType):
            ids = [x.id for things in model.things.values() for x in things if any(x.kind.is_a(k) for k in t.kinds)]
            if given not in ids:
                near = nearest(str(given), ids)
                sink.error("setting/wrong-value", at or known[name].span, f'The setting "{name}" is a {t}, and "{given}" is none',
                           hint=f'Did you mean "{near}"?' if near else f"There are {', '.join(ids)}.")
            continue
        fitting = flag if isinstance(t, FlagType) else not flag and isinstance(given, int) and isinstance(t, NumberType) and t.low <= given <= t.high
        if not fitting:
            sink.error("setting/wrong-value", at or known[name].span, f'The setting "{name}" is a {t}, not {shown(given)}', hint=f"Give it {example(t)}.")



def shown(given: object) -> str:
    """A value as law writes it.

    >>> shown(True), shown(3), shown("x")
    ('true', '3', '"x"')
    """
    return str(given).lower() if isinstance(given, bool) else f'"{given}"' if isinstance(given, str) else str(given)
