"""What expressions use beside arithmetic: small pure functions, and guards that raise a RuleFault.

No cell is written here.  Both readers of form 3 call these, and values that never change are computed with them.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from lawspeaker.interpreter.program import payments, portions

TEXTS = {
    "none-used": "A thing is needed here, and there is none.",
    "phase-not-going-on": "The state of a phase is read, and that phase is not going on.",
    "outside-index": "Nothing is kept for this number: the index does not go so far.",
    "outside-range": "A number lies outside the range that is declared for it here.",
    "wrong-kind": "A thing of another kind is needed here.",
    "no-entry": "A list has no entry at this position.",
    "division-by-zero": "A number is divided by 0.",
    "out-of-range": "A state gets a number outside its range, or beyond 9,999, where all numbers end.",
    "endless": "This goes on for ever: the budget of steps for one decision is used up.",
    "too-deep": "Rules call each other without end.",
    "cost-unpaid": "A cost of this move cannot be paid.",
    "ways-to-pay": "There are more ways to pay for this than can be tried.",
    "dice-missing": "The dictated dice do not fit what is rolled.",
}

MOST_TOLD = 8                    # verbs and rules of a circle that a fault names


class RuleFault(Exception):
    """The rules did something impossible: `code` says what, `place` where in the law.  Of what goes on for ever `circle` has the
    numbers of the spans of the verbs and rules that call each other."""

    def __init__(self, code: str, span: int = -1, text: str = "", circle: tuple[int, ...] = ()) -> None:
        super().__init__(text or TEXTS.get(code, code))
        self.code = code
        self.span = span
        self.place: object = None
        self.text = text or TEXTS.get(code, code)
        self.circle = circle

    def locate(self, spans: Sequence[Any]) -> None:
        """Find the place in the law, and say which verbs and rules go round, each with its place."""
        if self.place is not None or not 0 <= self.span < len(spans):
            return
        self.place = spans[self.span]
        round_trip = list(dict.fromkeys(spans[i] for i in self.circle))
        if len(round_trip) > 1:
            told = [f'`{s.text.split(chr(10))[0].strip()}` ({s.file}:{s.line})' for s in round_trip[:MOST_TOLD]]
            more = ["…"] if len(round_trip) > MOST_TOLD else []
            self.text += " What goes round: " + ", ".join(told + more) + "."

    def __str__(self) -> str:
        return f"{self.place}: {self.text}" if self.place is not None else self.text


def firsts(things: tuple[int, ...], table: tuple[Any, ...]) -> tuple[int, ...]:
    """The first thing of each value of a fact, as often as it is there."""
    found: dict[Any, int] = {}
    return tuple([t for t in things if found.setdefault(table[t], t) == t])


def distinct(things: tuple[int, ...]) -> tuple[int, ...]:
    """Each entry once, in the order of its first place."""
    return tuple(dict.fromkeys(things))


def as_set(things: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(set(things)))


def rest(choice: tuple[int, ...]) -> tuple[int, ...]:
    return choice[1:]


def in_order(things: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(things))


def without(things: tuple[Any, ...], entry: Any) -> tuple[Any, ...]:
    """The list without the first such entry."""
    if entry not in things:
        return things
    i = things.index(entry)
    return things[:i] + things[i + 1:]


def played(stack: Any, what: int) -> int:
    """Of the cards being played (card, where its form left it, where it lies), the innermost first: of the first one; -1 if there is none."""
    return int(stack[0][what]) if stack != -1 else -1


def begun(stack: Any, *entry: int) -> tuple[tuple[int, ...], ...]:
    """One more card is being played."""
    return (entry, *stack) if stack != -1 else (entry,)


def lies(stack: Any, left: int, place: int) -> Any:
    """The innermost card lies somewhere else now."""
    return ((stack[0][0], left, place), *stack[1:]) if stack != -1 else stack


def in_play(stack: Any, card: int, place: int) -> int:
    """How many copies of a card that lie in this place are being played."""
    return sum(1 for x in stack if x[0] == card and x[2] == place) if stack != -1 else 0


def used_up(entries: tuple[tuple[Any, ...], ...], player: int) -> tuple[tuple[Any, ...], ...]:
    """What holds for a time (player, uses left or -1, …) after one use by a player."""
    out = []
    for e in entries:
        if e[0] != player or e[1] < 0:
            out.append(e)
        elif e[1] > 1:
            out.append((e[0], e[1] - 1, *e[2:]))
    return tuple(out)


def holds(entries: tuple[tuple[Any, ...], ...], entry: tuple[Any, ...]) -> bool:
    """Whether an entry of what holds for a time is still there, perhaps with fewer uses left."""
    return any(e[0] == entry[0] and e[2:] == entry[2:] for e in entries)


def last(things: tuple[Any, ...], nothing: Any) -> Any:
    return things[-1] if things else nothing


def need(thing: int, span: int) -> int:
    if thing < 0:
        raise RuleFault("none-used", span)
    return thing


def within(number: int, low: int, high: int, code: str, span: int) -> int:
    if not low <= number < high:
        raise RuleFault(code, span)
    return number


def item(things: tuple[Any, ...], position: int, span: int) -> Any:
    if not 1 <= position <= len(things):
        raise RuleFault("no-entry", span)
    return things[position - 1]


def div(a: int, b: int, span: int) -> int:
    if b == 0:
        raise RuleFault("division-by-zero", span)
    return a // b


def mod(a: int, b: int, span: int) -> int:
    if b == 0:
        raise RuleFault("division-by-zero", span)
    return a % b


def fault(code: str, span: int) -> Any:
    raise RuleFault(code, span)


def sorts(cells: list[Any], first: int, length: int, low: int, pieces: bool) -> tuple[int, ...]:
    """The sorts of a counted place: once each, or as often as they lie there."""
    if pieces:
        return tuple([low + i for i, k in enumerate(cells[first:first + length]) if k for _ in range(k)])
    return tuple([low + i for i, k in enumerate(cells[first:first + length]) if k])


def plugin(name: str, arguments: tuple[Any, ...], span: int) -> Any:
    """A function of a plugin."""
    from lawspeaker.interpreter.program.foreign import called
    return called(name, arguments, span)


PURE: dict[str, Callable[..., Any]] = {"plugin": plugin, "played": played, "begun": begun, "lies": lies, "holds": holds, "in_play": in_play, "firsts": firsts, "distinct": distinct, "as_set": as_set, "rest": rest, "last": last, "without": without, "in_order": in_order,
                                     "payable": payments.payable, "purse": payments.purse, "counted_purse": payments.counted_purse, "row_purse": payments.row_purse, "settled": payments.settled, "payable_here": payments.payable_here, "payments": payments.payments, "asked": payments.asked, "widened": payments.widened,
                                     "tokens_in": payments.tokens_in,
                                     "used_up": used_up,
                                     **{f.__name__: f for f in (portions.grouped, portions.few, portions.subsets, portions.next_parts, portions.behind,
                                                                portions.settled_rest, portions.taken_rest, portions.next_pieces,
                                                                portions.still_to_pay)}}
