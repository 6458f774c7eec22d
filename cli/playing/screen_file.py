"""screen.yaml, what a ruleset wants to be seen at a glance, read and filled from a position.

    screen:
      - panel: Days                                  # the title
        when: days_left > 0                          # optional: shown only then
        items:                                       # title: a text with {law expressions} for the player who looks
          Used: "{days_used} of {days_per_turn}"
          Track: {"#": turn.sailing, ".": days_left} # a mapping draws each sign as often as its number says
      - panel: Sagas
        each: s in saga_spaces                       # a row for each; the name is known in the texts
        if: first of s.ports                         # optional: only rows of which the player who looks can tell this, and it is not empty
        columns:
          Saga: "{s}"
          VP: "{s.bonus_vp}"
      - panel: Board
        board: c in Cell                             # a picture of a grid
        shows: "{c.mark}"

It is data: expressions are read by the interpreter, which hides what the player may not see.  A name bound by `each` is
put into the expressions as the id of the thing.  What cannot be told now (the state of a phase that is not going on)
is a dash; `problems` tells what can never be.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lawspeaker.cli.mistakes import nearest
from lawspeaker.cli.playing.panels import NOTHING, Board, Facts, Listing, Names, Panel, is_empty
from lawspeaker.cli.playing.position import board
from lawspeaker.cli.shapes import State

KEYS = ("panel", "when", "items", "each", "if", "columns", "board", "shows")
EACH = re.compile(r"^\s*(?P<name>[a-z_]\w*)\s+in\s+\S")
HOLE = re.compile(r"\{([^{}]*)\}")

Item = str | Mapping[str, str]
Trouble = Callable[[str, Exception], None]


@dataclass(frozen=True, slots=True)
class Shown:
    """One panel as it stands in the file."""

    title: str
    when: str = ""
    items: tuple[tuple[str, Item], ...] = ()
    each: str = ""
    columns: tuple[tuple[str, str], ...] = ()
    board: str = ""
    shows: str = ""
    only: str = ""


class ScreenMistake(Exception):
    """The file is not what this module reads; `word` is what stands at the place."""

    def __init__(self, text: str, word: str = "") -> None:
        super().__init__(text)
        self.word = word


# ---- reading ---------------------------------------------------------------------------------------------------
def parse(document: Any) -> list[Shown]:
    """The panels of a screen.yaml; raises ScreenMistake."""
    if not isinstance(document, dict) or set(document) != {"screen"} or not isinstance(document["screen"], list):
        raise ScreenMistake("A screen file has one key, `screen`, with a list of panels.")
    return [_panel(entry, n) for n, entry in enumerate(document["screen"], 1)]


def _panel(entry: Any, n: int) -> Shown:
    if not isinstance(entry, dict) or not isinstance(entry.get("panel"), str):
        raise ScreenMistake(f"Panel {n} needs a title: `panel: TITLE`.")
    where = f'Panel "{entry["panel"]}"'
    for key in entry:
        if key not in KEYS:
            raise ScreenMistake(f'{where}: I do not know the key "{key}".{nearest(str(key), KEYS)}  Keys: {", ".join(KEYS)}.',
                                str(key))
    if sum(k in entry for k in ("items", "each", "board")) != 1:
        raise ScreenMistake(f"{where} needs exactly one of `items`, `each` (with `columns`) and `board` (with `shows`).",
                            entry["panel"])
    for head, body in (("each", "columns"), ("board", "shows")):
        if (head in entry) != (body in entry):
            raise ScreenMistake(f"{where}: `{head}` and `{body}` belong together.", entry["panel"])
        if "if" in entry and "each" not in entry:
            raise ScreenMistake(f"{where}: `if` says which rows of `each` are shown; for a whole panel write `when`.", entry["panel"])
        if head in entry and not EACH.match(str(entry[head])):
            raise ScreenMistake(f"{where}: `{head}` reads `NAME in SET`, as in `s in saga_spaces`.", str(entry[head]))
    items = tuple((str(k), _item(v, where)) for k, v in _mapping(entry, "items", where).items())
    columns = tuple((str(k), str(v)) for k, v in _mapping(entry, "columns", where).items())
    return Shown(entry["panel"], str(entry.get("when", "")), items, str(entry.get("each", "")), columns,
                 str(entry.get("board", "")), str(entry.get("shows", "")), str(entry.get("if", "")))


def _mapping(entry: dict[str, Any], key: str, where: str) -> dict[Any, Any]:
    value = entry.get(key, {})
    if not isinstance(value, dict):
        raise ScreenMistake(f"{where}: `{key}` is a mapping, TITLE: \"text with {{expressions}}\".")
    return value


def _item(value: Any, where: str) -> Item:
    if isinstance(value, dict):
        return {str(sign): str(expression) for sign, expression in value.items()}
    if isinstance(value, list) or value is None:
        raise ScreenMistake(f"{where}: an item is a text with {{expressions}}, or a mapping of signs to numbers.")
    return str(value)


# ---- filling ---------------------------------------------------------------------------------------------------
@dataclass(slots=True)
class Filler:
    """Reads expressions in one position, for one player."""

    state: State
    player: int | None
    names: Names
    trouble: Trouble = lambda expression, e: None

    def panels(self, shown: Sequence[Shown], *, all_of_them: bool = False) -> list[Panel]:
        """The panels that are for now; `all_of_them` reads the others, too."""
        made: list[Panel] = []
        for s in shown:
            if not s.when or self.value(s.when) or all_of_them:
                panel = self._panel(s)
                if not isinstance(panel, Listing) or panel.rows:
                    made.append(panel)
        return made

    def _panel(self, s: Shown) -> Panel:
        if s.each:
            rows = tuple(tuple(self.text(t, bound) for _c, t in s.columns) for bound in self._bindings(s.each)
                         if not s.only or not is_empty(self.value(s.only, bound)))
            return Listing(s.title, tuple(c for c, _t in s.columns), rows)
        if s.board:
            return self._board(s)
        return Facts(s.title, tuple((name, self._item(item)) for name, item in s.items))

    def _board(self, s: Shown) -> Board:
        cells = {}
        for bound in self._bindings(s.board):
            name = next(iter(bound))
            column, row = self.value(f"{name}.column", bound), self.value(f"{name}.row", bound)
            if isinstance(column, int) and isinstance(row, int):
                shown = self.text(s.shows, bound)
                cells[column, row] = "" if shown == NOTHING else shown
        return board(s.title, cells)

    def _bindings(self, each: str) -> Iterator[dict[str, str]]:
        """The name of an `each` with every thing of its set, as expressions name it."""
        found = EACH.match(each)
        name = found["name"] if found else ""
        things = self.value(f"({each})", distinct=True)
        for thing in things if isinstance(things, list | tuple) else ():
            yield {name: str(thing)}

    def _item(self, item: Item) -> str:
        if isinstance(item, str):
            return self.text(item)
        bar = ""
        for sign, expression in item.items():
            n = self.value(expression)
            bar += sign * n if isinstance(n, int) and n > 0 else ""
        return bar or NOTHING

    def text(self, template: str, bound: Mapping[str, str] | None = None) -> str:
        """A text, its holes filled."""
        return HOLE.sub(lambda hole: self.names.text(self.value(hole[1], bound)), template)

    def value(self, expression: str, bound: Mapping[str, str] | None = None, distinct: bool = False) -> Any:
        """An expression's value, None where it has none now."""
        known = (bound or {}).get(expression.strip(), "")
        if known and "." not in known:            # else it is written with its kind or owner
            return known
        try:
            return self.state.look(put(expression, bound or {}), player=self.player, distinct=distinct)
        except Exception as e:  # noqa: BLE001 (a screen must not end a game)
            self.trouble(expression, e)
            return None


def put(expression: str, bound: Mapping[str, str]) -> str:
    """An expression with bound names written out; a name after a dot is a fact and stays.

    >>> put("(p in s.ports where p.s = s)", {"s": "saga_3"})
    '(p in saga_3.ports where p.s = saga_3)'
    """
    for name, id_ in bound.items():
        expression = re.sub(rf"(?<![\w.]){re.escape(name)}(?!\w)", id_, expression)
    return expression


def problems(shown: list[Shown], state: State, names: Names) -> list[tuple[str, str]]:
    """Expressions that can never be read, as they stand in the file, each with the reason.

    A fault of the rules is none: it says that there is nothing to tell in this position.
    """
    found: dict[str, str] = {}

    def trouble(expression: str, e: Exception) -> None:
        if type(e).__name__ != "RuleFault":
            found.setdefault(expression, str(e))
    Filler(state, None if state.over else state.decision.player, names, trouble).panels(shown, all_of_them=True)
    return list(found.items())
