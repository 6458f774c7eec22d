"""What a player typed, understood: an option, a command for the table, or a mistake with a way out.

Does nothing itself.  An option is named by its number, its key, its label, or by words of one that no other has: its beginning
first, then words anywhere in it.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lawspeaker.cli.mistakes import nearest
from lawspeaker.cli.shapes import Option

COMMANDS = {
    "why": "why NAME      why a move is not possible, or the rules behind an option: why sail, why 3",
    "look": "look          the position again; look NAME one panel of it",
    "all": "all           everything that you may see, also what the screen leaves out",
    "log": "log           all that has happened; log 50 the last 50 lines",
    "ask": "ask CARD WHEN  when you want to be asked for what is playable any time: ask miller always",
    "undo": "undo          take back, up to the last revealed information or random result",
    "save": "save FILE     keep the game; `lawspeaker play --load FILE` goes on with it",
    "help": "help          this list",
    "quit": "quit          leave the table",
}
SHORT = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "u": "undo"}
SHOWN = 6
WHOLE, BEGINNING, WORDS = "whole", "beginning", "words"         # how much of a name was typed
ALONE = ("all", "undo", "quit")                   # commands that take no more words


@dataclass(frozen=True, slots=True)
class Chosen:
    index: int


@dataclass(frozen=True, slots=True)
class Command:
    name: str
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Mistake:
    text: str


Answer = Chosen | Command | Mistake


def read(line: str, options: Sequence[Option]) -> Answer:
    """What a line means where these options are offered."""
    text = " ".join(line.split())
    if not text:
        return Mistake("Type the number of an option, or `help`.")
    if text.isdigit():
        n = int(text)
        return Chosen(n - 1) if 1 <= n <= len(options) else _no_number(n, options)
    exact = matching(text, options, WHOLE)
    if len(exact) == 1:
        return Chosen(exact[0])
    if len(exact) > 1:
        return several(text, exact, options)
    command = _command(text)
    if command is not None:
        return command
    found = fitting(text, options)
    if len(found) == 1:
        return Chosen(found[0])
    if found:
        return several(text, found, options)
    guess = nearest(text.casefold(), [o.label.casefold() for o in options] + [o.key for o in options] + list(COMMANDS))
    return Mistake(f'"{text}" is not possible now, or I do not know it.{guess}\n'
                   f"`why {text}` may tell the reason; `help` shows the commands.")


def several(text: str, found: Sequence[int], options: Sequence[Option]) -> Mistake:
    """Asks back, where options of the same label have their keys beside them."""
    labels = [options[i].label for i in found]
    shown = ", ".join(f"{i + 1} {options[i].label}" + (f" ({options[i].key})" if labels.count(options[i].label) > 1 else "") for i in found[:SHOWN])
    more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    return Mistake(f'"{text}" may be several: {shown}{more}.')


def fitting(text: str, options: Sequence[Option]) -> list[int]:
    """The options that begin so; if there are none, those in which all these words, or their beginnings, stand."""
    return matching(text, options, BEGINNING) or matching(text, options, WORDS)


def matching(text: str, options: Sequence[Option], how: str) -> list[int]:
    """The options whose key or label is this text, begins with it, or has words that begin like all of its words."""
    wanted = _plain(text)

    def fits(name: str) -> bool:
        own = _plain(name)
        if how == WHOLE:
            return own == wanted
        if how == BEGINNING:
            return own.startswith(wanted)
        words = own.replace(",", " ").split()
        return all(any(w.startswith(t) for w in words) for t in wanted.replace(",", " ").split())
    if not wanted.strip(" ,"):
        return []
    return [i for i, o in enumerate(options) if fits(o.key) or fits(o.label)]


def titled(text: str, titles: Sequence[str]) -> list[str]:
    """The titles that are this text; else those that begin so; else those with these words."""
    wanted = _plain(text)
    own = {t: _plain(t) for t in titles}
    words = {t: plain.split() for t, plain in own.items()}
    return ([t for t in titles if own[t] == wanted] or [t for t in titles if own[t].startswith(wanted)]
            or [t for t in titles if all(any(w.startswith(x) for w in words[t]) for x in wanted.split())])


def names_of_moves(text: str) -> Iterator[str]:
    """The keys that may be meant by words: `sail north sea` is `sail north_sea`.

    >>> list(names_of_moves("Sail north sea"))
    ['Sail north sea', 'sail north sea', 'sail north_sea', 'sail_north sea', 'sail_north_sea']
    """
    seen = set()
    words = text.casefold().split()
    ways = [text, " ".join(words)]
    for cut in range(1, len(words) + 1):
        ways.append(" ".join(part for part in ("_".join(words[:cut]), "_".join(words[cut:])) if part))
    for way in ways:
        if way and way not in seen:
            seen.add(way)
            yield way


def _plain(text: str) -> str:
    return " ".join(text.replace("_", " ").casefold().split())


def _command(text: str) -> Command | Mistake | None:
    word, _space, rest = text.removeprefix("/").partition(" ")
    name, rest = SHORT.get(word.casefold(), word.casefold()), rest.strip()
    if name not in COMMANDS:
        return None
    if rest and name in ALONE:
        return Mistake(f'`{name}` stands alone: what is meant by "{rest}"?')
    if rest and name == "log" and not (rest.isdigit() and int(rest)):
        return Mistake(f'`log` takes a number of lines, as in `log 50`, not "{rest}".')
    if rest and name == "help" and rest not in COMMANDS:
        return Mistake(f'There is no command "{rest}".  Commands: {", ".join(COMMANDS)}.')
    return Command(name, rest)


def _no_number(n: int, options: Sequence[Option]) -> Mistake:
    if len(options) == 1:
        return Mistake(f"There is no option {n}; there is only 1.")
    return Mistake(f"There is no option {n}; they go from 1 to {len(options)}.")
