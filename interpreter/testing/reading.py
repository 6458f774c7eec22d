"""A file of scenarios → Scenario values in which every part knows its place; what cannot be read is a diagnostic.

Knows the form of scenarios (DESIGN §8), not the game: keys of `given` and `then` are kept as text.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from lawspeaker.interpreter.sources import outside
from lawspeaker.interpreter.syntax.data import Datum, DEntry, DList, DMap, DScalar, load_yaml
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.files import is_plain, leads_out
from lawspeaker.interpreter.text.source import Source, Span
from lawspeaker.interpreter.text.spell import did_you_mean

LARGEST = 2_000_000              # bytes of a file
KEYS = ("scenario", "cites", "ruleset", "with", "settings", "data", "players", "turn", "first", "seed", "given", "asking", "play", "refused",
        "offered", "not_offered", "not_asked", "then")


@dataclass(frozen=True, slots=True)
class Word:
    """A text of the file."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Step:
    """Who chooses what, and the dice that fall then; None: not dictated."""

    who: Word
    what: Word
    dice: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """What must be illegal, and the rules or sentences of which one must be the reason."""

    who: Word
    what: Word
    because: tuple[Word, ...] = ()


@dataclass(slots=True)
class Scenario:
    name: str
    span: Span
    ruleset: Word | None = None
    cites: tuple[Word, ...] = ()
    expansions: tuple[Word, ...] = ()
    settings: dict[str, int | bool | str] = field(default_factory=dict)
    data: Datum | None = None                     # corrections of the data: files, or a map as such a file has it
    players: tuple[Word, ...] = ()
    count: int | None = None                      # of players, where only their number is written
    turn: Word | None = None
    first: Word | None = None
    seed: int = 0
    seeded: bool = False                          # whether the scenario says its seed
    given: tuple[DEntry, ...] = ()
    asking: tuple[tuple[Word, Word, Word], ...] = ()          # who wants to be asked for what, and when
    play: list[Step] = field(default_factory=list)
    refused: tuple[Refusal, ...] = ()
    offered: tuple[Word, ...] = ()
    not_offered: tuple[Word, ...] = ()
    not_asked: tuple[Word, ...] = ()
    then: tuple[DEntry, ...] = ()
    keys: tuple[str, ...] = ()                    # that it has
    problems: Sink = field(default_factory=Sink)  # of this scenario only

    @property
    def line(self) -> int:
        return self.span.line

    @property
    def dictates(self) -> bool:
        return any(s.dice is not None for s in self.play)


def read_file(path: Path, name: str, sink: Sink) -> list[Scenario]:
    """The scenarios of a file; what makes it unreadable goes to the sink, what is wrong with one scenario to that one."""
    nowhere = Source(name, "").span(0, 0)
    try:
        if path.exists() and not is_plain(path):
            sink.error("file/unreadable", nowhere, "This is no file", hint="Scenarios are files; put it elsewhere.")
            return []
        if leads_out(path, next((p.parent for p in path.parents if p.name == "scenarios"), path.parent)):
            outside(nowhere, sink)
            return []
        if path.stat().st_size > LARGEST:
            sink.error("data/file-too-large", nowhere, "This file is too large.",
                       text=f"It has more than {LARGEST:,} bytes.", hint="Split it by topic.")
            return []
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as e:
        sink.error("file/not-text", nowhere, "This file is not text", text=f"Byte {e.start} is not UTF-8.", hint="Save it as UTF-8 text.")
        return []
    except OSError as e:
        sink.error("file/unreadable", nowhere, f"This file cannot be read: {e.strerror or e}", hint="Check its name.")
        return []
    return read(Source(name, text.replace("\r\n", "\n")), sink)


def read(source: Source, sink: Sink) -> list[Scenario]:
    told = Sink()
    datum = load_yaml(source, told, partly=True)
    if datum is None or not isinstance(datum, DList):
        sink.diagnostics += told.diagnostics
    if datum is None or (told.failed and not isinstance(datum, DList)):
        return []
    if not isinstance(datum, DList):
        empty = isinstance(datum, DScalar) and datum.value is None
        sink.error("scenario/list-wanted", datum.span, "There is no scenario in this file" if empty else "A file of scenarios is a list",
                   hint="Begin each scenario with `- scenario: …`.")
        return []
    found, names = [], set[str]()
    for d in datum.items:
        if not isinstance(d, DMap):
            sink.error("scenario/map-wanted", d.span, "A scenario is a map", hint="Write `- scenario: …` and its other keys below it.")
            continue
        own = [x for x in told.diagnostics if x.span is not None and d.span.begin <= x.span.begin < d.span.end]
        told.diagnostics = [x for x in told.diagnostics if x not in own]
        s = scenario(d)
        if own:                                   # one that cannot be read hides no other one
            s.problems.diagnostics[:] = own
        if s.name in names and "scenario" in d:
            s.problems.error("scenario/two-same-names", s.span, f'Another scenario of this file is called "{s.name}", too',
                             hint="Give it a name of its own.")
        names.add(s.name)
        found.append(s)
    sink.diagnostics += told.diagnostics
    return found


def scenario(d: DMap) -> Scenario:
    """One scenario; a part that is wrong is left out."""
    entry = d.entry("scenario")
    name = entry.value.raw if entry is not None and isinstance(entry.value, DScalar) else ""
    s = Scenario(name or "(without a name)", entry.key_span if entry is not None else d.span, keys=d.keys())
    if not name:
        s.problems.error("scenario/no-name", d.span, "This scenario has no name", hint="Write `scenario: what it shows`.")
    for e in d.entries:
        if e.key in READERS:
            READERS[e.key](s, e.value)
        elif e.key not in KEYS:
            guess = did_you_mean(e.key, KEYS)
            s.problems.error("scenario/unknown-key", e.key_span, f'A scenario has no "{e.key}"', hint=guess or f"Keys are {', '.join(KEYS)}.")
    empty_parts(s, d)
    if not s.players and s.count is None and not s.problems.failed:
        s.problems.error("scenario/no-players", s.span, "This scenario does not say who plays",
                         hint="Write `players: [red, blue]`, seats in turn order.")
    return s


FILLED = ("play", "then", "refused", "offered", "not_offered")
EXPECTING = ("then", "refused", "offered", "not_offered")
MORE_EXPECTING = ("ranks", "winners", "not_asked", "asked", "over")


def empty_parts(s: Scenario, d: DMap) -> None:
    """Report parts without anything in them."""
    for e in d.entries:
        if e.key in FILLED and empty(e.value) and not (e.key == "play" and isinstance(e.value, DList)):     # `play: []` says so
            s.problems.error("scenario/empty", e.key_span, f"`{e.key}` is empty", hint="Write something below it, or leave it out.")


def cannot_fail(s: Scenario, sink: Sink) -> None:
    """Warn of a scenario that passes whatever the rules are."""
    if not any(key in s.keys for key in (*EXPECTING, *MORE_EXPECTING)):
        sink.warning("scenario/expects-nothing", s.span, "This scenario expects nothing", hint="Write `then:` and what must come of the play, or `refused:`.")
    elif not s.play and not any(key in s.keys for key in ("refused", "offered", "not_offered", *MORE_EXPECTING)):
        given = {e.key: raw(e.value) for e in s.given}
        if s.then and all(e.key in given and raw(e.value) == given[e.key] for e in s.then):
            sink.warning("scenario/expects-nothing", s.span, "Nothing is played, and what is expected is what was given",
                         hint="Write `play:` and what is done, or expect something that follows from the position.")


def empty(d: Datum) -> bool:
    return (isinstance(d, DScalar) and d.value is None and not d.quoted) or (isinstance(d, DList) and not d.items) or (isinstance(d, DMap) and not d.entries)


def raw(d: Datum) -> object:
    if isinstance(d, DScalar):
        return d.raw
    return [raw(x) for x in d.items] if isinstance(d, DList) else {e.key: raw(e.value) for e in d.entries}


# ---- parts -------------------------------------------------------------------------------------------------------
def word(s: Scenario, d: Datum, what: str) -> Word | None:
    if isinstance(d, DScalar) and d.raw:
        return Word(d.raw, d.span)
    s.problems.error("scenario/word-wanted", d.span, f"{what} must stand here", hint="Write one word or text.")
    return None


def words(s: Scenario, d: Datum, what: str) -> tuple[Word, ...]:
    """A list of words; one alone may stand without brackets."""
    if isinstance(d, DScalar) and d.value is None and not d.quoted:
        return ()
    items = d.items if isinstance(d, DList) else (d,)
    return tuple(w for i in items if (w := word(s, i, what)) is not None)


def pairs(s: Scenario, d: Datum, what: str) -> tuple[DEntry, ...]:
    if isinstance(d, DMap):
        return d.entries
    if not (isinstance(d, DScalar) and d.value is None):
        s.problems.error("scenario/map-wanted", d.span, f"`{what}` is a map of expressions to values", hint="Write `red.vp: 5`, one for each line.")
    return ()


def players(s: Scenario, d: Datum) -> None:
    if isinstance(d, DScalar) and isinstance(d.value, int) and not isinstance(d.value, bool):
        s.count = d.value
        return
    s.players = words(s, d, "The name of a seat")
    seen: set[str] = set()
    for w in s.players:
        if w.text in seen:
            s.problems.error("scenario/seat-twice", w.span, f'The seat "{w.text}" stands here twice', hint="Name each seat once.")
        seen.add(w.text)


def seed(s: Scenario, d: Datum) -> None:
    if isinstance(d, DScalar) and isinstance(d.value, int) and not isinstance(d.value, bool):
        s.seed, s.seeded = d.value, True
    else:
        s.problems.error("scenario/number-wanted", d.span, "A seed is a whole number", hint="Write `seed: 1`, or leave it out.")


def play(s: Scenario, d: Datum) -> None:
    for item in steps(s, d, "play"):
        e = item.entries[0]
        if len(item.entries) > 1:
            s.problems.error("scenario/one-step", item.entries[1].key_span, "A step is one line", hint="Begin each with a dash: `- red: raid`.")
        elif e.key == "dice":
            dice(s, e)
        else:
            what = word(s, e.value, "What is chosen")
            if what is not None:
                s.play.append(Step(Word(e.key, e.key_span), what))


def dice(s: Scenario, e: DEntry) -> None:
    """Dice belong to the step above them."""
    values = tuple(x.value for x in (e.value.items if isinstance(e.value, DList) else (e.value,))
                   if isinstance(x, DScalar) and isinstance(x.value, int) and not isinstance(x.value, bool))
    if not s.play:
        s.problems.error("scenario/dice-first", e.key_span, "These dice belong to no step", hint="Write them below the step that rolls them.")
    elif len(values) != (len(e.value.items) if isinstance(e.value, DList) else 1):
        s.problems.error("scenario/number-wanted", e.value.span, "Dice are whole numbers", hint="Write `- dice: [3, 5]`.")
    else:
        last = s.play[-1]
        s.play[-1] = Step(last.who, last.what, (last.dice or ()) + values)


def steps(s: Scenario, d: Datum, what: str) -> list[DMap]:
    if isinstance(d, DScalar) and d.value is None:
        return []
    if not isinstance(d, DList):
        s.problems.error("scenario/list-wanted", d.span, f"`{what}` is a list of steps", hint="Write one for each line: `- red: raid`.")
        return []
    good = [i for i in d.items if isinstance(i, DMap) and i.entries]
    for i in d.items:
        if i not in good:
            s.problems.error("scenario/step-wanted", i.span, "A step is who chooses what", hint="Write `- red: raid`.")
    return good


def refused(s: Scenario, d: Datum) -> None:
    found = []
    for item in steps(s, d, "refused"):
        e = item.entries[0]
        what = word(s, e.value, "What is refused")
        because: tuple[Word, ...] = ()
        for other in item.entries[1:]:
            if other.key == "because":
                because = words(s, other.value, "A rule or a sentence")
            else:
                s.problems.error("scenario/unknown-key", other.key_span, f'A refusal has no "{other.key}"',
                                 hint=did_you_mean(other.key, ["because"]) or "Write `because: the id of a rule`.")
        if what is not None:
            found.append(Refusal(Word(e.key, e.key_span), what, because))
    s.refused = tuple(found)


def ruleset(s: Scenario, d: Datum) -> None:
    s.ruleset = word(s, d, "The name of a ruleset")


def turn(s: Scenario, d: Datum) -> None:
    s.turn = word(s, d, "The name of a seat")


def first(s: Scenario, d: Datum) -> None:
    s.first = word(s, d, "The name of a seat")


def settings(s: Scenario, d: Datum) -> None:
    """`settings: {name: value}`: whole numbers and flags; whether the game has them is asked when it is loaded."""
    if not isinstance(d, DMap):
        s.problems.error("scenario/map-wanted", d.span, "Settings are a map of names to values", hint="Write `settings: {name: true}`.")
        return
    for e in d.entries:
        if isinstance(e.value, DScalar) and isinstance(e.value.value, (int, str)):
            s.settings[e.key] = e.value.value
        else:
            s.problems.error("scenario/number-wanted", e.value.span, f'The setting "{e.key}" is true, false, a whole number or an id here',
                             hint="Write `true`, `false`, digits or the id of a thing.")


def data(s: Scenario, d: Datum) -> None:
    """`data: {numbers: …}`, or the names of files beside the scenarios; whether they fit is asked when they are laid over the data."""
    if isinstance(d, DMap) or words(s, d, "The name of a file"):
        s.data = d


def asking(s: Scenario, d: Datum) -> None:
    """`asking: {red: {miller: always}}`."""
    found = []
    for e in pairs(s, d, "asking"):
        if not isinstance(e.value, DMap):
            s.problems.error("scenario/map-wanted", e.value.span, "Orders of a seat are a map of what is playable any time to when it is asked for",
                             hint="Write `asking: {red: {miller: always}}`.")
            continue
        for inner in e.value.entries:
            when = word(s, inner.value, "When to be asked")
            if when is not None:
                found.append((Word(e.key, e.key_span), Word(inner.key, inner.key_span), when))
    s.asking = tuple(found)


def lists(key: str, what: str) -> Callable[[Scenario, Datum], None]:
    return lambda s, d: setattr(s, key, words(s, d, what))


READERS: dict[str, Callable[[Scenario, Datum], None]] = {
    "players": players, "seed": seed, "play": play, "refused": refused, "ruleset": ruleset, "turn": turn, "first": first,
    "settings": settings, "cites": lists("cites", "The id of a rule"), "with": lists("expansions", "The name of an expansion"),
    "offered": lists("offered", "An option"), "not_offered": lists("not_offered", "An option"),
    "not_asked": lists("not_asked", "The name of a seat"), "data": data, "asking": asking,
    "given": lambda s, d: setattr(s, "given", pairs(s, d, "given")),
    "then": lambda s, d: setattr(s, "then", pairs(s, d, "then")),
}
