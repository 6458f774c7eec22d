"""A player asks to be asked for what is playable any time: now, at every moment, not before a named one, as usual, or not at all.

It is a choice like others, so that it is undone, saved and replayed with the game, but nobody is asked for it, and the others are not
told.  Orders stand in a cell (program/standing.py); what is asked for `now` comes before the decision at hand, which stands as before.
"""
from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.arguments import whole
from lawspeaker.interpreter.engine.faults import IllegalChoice
from lawspeaker.interpreter.engine.reasons import Reason, reasons
from lawspeaker.interpreter.engine.seeing import sighted
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.schema import ACTIVE, ALWAYS, NEVER, ORDERS, STACK
from lawspeaker.interpreter.text.spell import did_you_mean

if TYPE_CHECKING:
    from lawspeaker.interpreter.state import State

NOW, USUAL = -3, -4
WORDS = {"now": NOW, "always": ALWAYS, "never": NEVER, "usual": USUAL}
KEY = re.compile(r"ask (\S+) (\S+) (.+)")


@dataclass(frozen=True, slots=True)
class Asking:
    """Whose order it is, for which watcher of the program, and when: a word of WORDS, or the number of a moment."""

    player: int
    watcher: int
    when: int


def asking(state: State, player: int | str, card: str, when: str) -> Asking:
    """The order in numbers; IllegalChoice says what is wrong with it."""
    program = state._edition.program
    if isinstance(player, str):
        if player not in state.players:
            raise IllegalChoice(f'No seat is called "{player}".  {did_you_mean(player, state.players) or "Seats are " + ", ".join(state.players) + "."}')
        player = state.players.index(player)
    if (seat := whole(player)) is None or not 0 <= seat < len(state.players):
        raise IllegalChoice(f"There is no seat {player!r}: seats are 0 to {len(state.players) - 1}.")
    for given, what in ((card, "What is asked for"), (when, "When one is asked")):
        if not isinstance(given, str):
            raise IllegalChoice(f"{what} is a text, not {given!r}.")
    if not program.any_time:
        raise IllegalChoice(f"Nothing in {state.game.title} is playable any time, so there is nothing to be asked for.")
    if card not in program.any_time:
        raise IllegalChoice(f'"{card}" is not playable any time.  {did_you_mean(card, program.any_time) or "These are: " + ", ".join(program.any_time) + "."}')
    word = " ".join(when.split())
    number = WORDS.get(word, program.moments.index(word) if word in program.moments else None)
    if number is None:
        raise IllegalChoice(f'There is no moment "{word}" at which one can be asked.  {did_you_mean(word, [*WORDS, *program.moments])}'.rstrip()
                            + f"  Write {', '.join(WORDS)}, or a moment: `start of P` or `end of P` of a phase, `end of M` of a move, or one that the law declares.")
    return Asking(seat, program.any_time[card][0], number)


def read(state: State, text: str) -> Asking | None:
    """`ask red miller always`; None for a text that is nothing of this kind."""
    found = KEY.fullmatch(" ".join(text.split()))
    return asking(state, found[1], found[2], found[3]) if found is not None and found[1] in state.players else None


def key_of(state: State, value: Any) -> str:
    """The key of any choice of the decision at hand, of an order too."""
    return key(state, value) if isinstance(value, Asking) else str(state.decision.key_of(value))


def key(state: State, a: Asking) -> str:
    return f"ask {state.players[a.player]} {card_of(state, a.watcher)} {words(state, a.when)}"


def words(state: State, when: int) -> str:
    return next((w for w, number in WORDS.items() if number == when), "") or state._edition.program.moments[when]


def card_of(state: State, watcher: int) -> str:
    return next(card for card, (number, _) in state._edition.program.any_time.items() if number == watcher)


def label(state: State, a: Asking) -> str:
    card = next(m for m in state._edition.program.moves if m.name == card_of(state, a.watcher))
    title = state._texts.text(card.title, state._cells, {"you": a.player}, a.player)
    told = {NOW: "wants to be asked now", ALWAYS: "will be asked at every moment", NEVER: "will not be asked before the end",
            USUAL: "will be asked as usual"}.get(a.when) or f"will not be asked before the {words(state, a.when)}"
    return f"{told}: {title}"


def orders(state: State) -> dict[str, dict[str, str]]:
    """What each seat has ordered: card → when.  What is not named is asked as usual."""
    out: dict[str, dict[str, str]] = {seat: {} for seat in state.players}
    for player, watcher, when in state._cells[ORDERS] or ():
        out[state.players[player]][card_of(state, watcher)] = words(state, when)
    return out


# ---- carried out ---------------------------------------------------------------------------------------------------------
def carry_out(state: State, a: Asking) -> Any:
    """The order stands, or the player is asked at once; the options then."""
    if state.over:
        raise IllegalChoice("The game is over.")
    now = a.when in (NOW, ALWAYS)
    problem = hindrance(state, a) if now else None
    if problem is not None and a.when == NOW:
        raise problem
    if a.when != NOW:
        others = [order for order in state._cells[ORDERS] or () if order[:2] != (a.player, a.watcher)]
        added = [(a.player, a.watcher, a.when)] if a.when != USUAL else []
        state._journal += (ORDERS, state._cells[ORDERS])
        state._cells[ORDERS] = tuple(sorted(others + added)) or 0
    if not now or problem is not None:
        return state._edition.machine.options(state._cells)
    entry = (state._edition.program.functions[state._edition.program.standing].blocks or [0])[0]
    again = (state._edition.machine.again_block, state._cells[STACK])
    return state._run((entry, again, ((a.watcher, a.player),)))


def hindrance(state: State, a: Asking) -> IllegalChoice | None:
    """Why a player cannot be asked now, or nothing."""
    program, decision = state._edition.program, state.decision
    card = card_of(state, a.watcher)
    move = next(m for m in program.moves if m.name == card)
    if decision.kind != "move" or decision.question.sealed:
        return IllegalChoice(f"First something else must be decided: {decision.prompt or decision.kind}.")
    if decision.player == a.player and any(o and o[0] == move.number for o in state._current()):
        return IllegalChoice(f'"{card}" is offered to {state.players[a.player]} now.')
    if a.player in state._edition.evaluator.value(ir.CallValue(program.any_time[card][1], (ir.Load(ACTIVE),)), state._cells, {}):
        return None
    why: list[Reason] = reasons(sighted(state._edition), state._texts, move, state._cells, a.player, [], program.choice_cites, program.choice_spans)
    return IllegalChoice(f'"{card}" cannot be played by {state.players[a.player]} now.' + "".join(f" {r}" for r in why), tuple(why))
