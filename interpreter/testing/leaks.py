"""Two positions that differ only in what a player does not see → whatever shows this player a difference.

A game is played.  At its decisions, for each player, another position is made that looks the same to this player: what lies hidden is
dealt anew, counted pieces are of other sorts, hidden states have other values.  Both must show the player the same everything; then
both are played on alike, and must go on doing so until the player learns the difference by right: something is uncovered, somebody
else is asked, another branch of the law says another sentence.

What the law tells on purpose is its own affair: the answer to a guess.  But a `say` or an open state whose value is read from hidden
things alone, whatever was chosen or lies open, tells a secret.  Two choices that differ only in what they leave hidden must look alike.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lawspeaker.interpreter.bots import Bot, Lots
from lawspeaker.interpreter.engine.faults import IllegalChoice, RuleFault
from lawspeaker.interpreter.engine.imagining import hidden_from, imagined
from lawspeaker.interpreter.engine.records import Move, records
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.program.schema import AREA, COUNTS
from lawspeaker.interpreter.program.spots import STATE
from lawspeaker.interpreter.state import State
from lawspeaker.interpreter.testing.telltale import Telltale, alternatives

STEPS = 4                        # decisions that a pair is played on
LARGE = 150                      # cells of a game that is searched more thinly
MANY = 8                         # differences that a message tells
Shown = list[tuple[str, str]]    # where, and what is read there


class Pairs:
    """One play of a game, and pairs of positions made from it."""

    def __init__(self, game: Game, players: int | Sequence[str] | None, seed: int) -> None:
        self.game = game
        self.state = game.new(players, seed)
        self.lots = Lots(seed)
        self.offered, self.sorts = alternatives(game, self.state)
        self.telltale = Telltale(self.state)
        self.seen: list[set[int]] = [set() for _ in self.state.players]
        self.texts = expressions(self.state)
        self.compared = 0
        self.watch()

    def step(self, bot: Bot) -> None:
        self.state.step(bot(self.state))
        self.watch()

    def watch(self) -> None:
        """What lies open now, and where it goes, is known until its place is shuffled."""
        state, spots = self.state, self.state._edition.program.spots
        news = records(state)[-1].news if state._marks else []
        for player, seen in enumerate(self.seen):
            for x in news:
                if isinstance(x, Move) and x.known(player):
                    seen.add(x.thing)
                elif isinstance(x, tuple) and x[0] == "shuffle":
                    seen -= set(spots.of_place[x[1]].pieces(state._cells))
            seen |= {t for s in spots.all if s.how not in (STATE, COUNTS) and s.visible(player) for t in s.pieces(state._cells)}

    # ---- at one decision -----------------------------------------------------------------------------------------
    def leaks(self, number: int) -> list[str]:
        """What is told to somebody who must not know it.  In a large game one player after another is looked at."""
        state, seats = self.state, len(self.state.players)
        small = len(state._cells) < LARGE
        found = [self.leaks_to(player, small or number // seats % 2 == 0)
                 for player in (range(seats) if small else (number % seats,)) if hidden_from(state, player)]
        return [x for x in found if x]

    def leaks_to(self, player: int, play_on: bool) -> str:
        state = self.state
        one = state.clone()
        state._edition.machine.functions[state._edition.program.reset](one._cells, [])
        for _ in range(2 if play_on else 1):
            other = imagined(state, player, self.lots, self.offered, self.seen[player], self.sorts)
            other._options = state._edition.machine.options(other._cells)
            if other._cells == one._cells or (not other._options and not one.over):
                continue
            told = self.different(one, other, player, True) or (self.played_on(one.clone(), other, player) if play_on else "")
            if told:
                return told
        return self.chosen_unseen(player) if not state.over and state.decision.player != player else ""

    def different(self, one: State, other: State, player: int, undo: bool) -> str:
        """Sentences about what shows the player a difference."""
        first, second = list(self.shown(one, player, undo)), list(self.shown(other, player, undo))
        self.compared += len(first)
        if [where for where, _ in first] == [where for where, _ in second]:
            odd = {where: (text, instead) for (where, text), (_, instead) in zip(first, second) if text != instead}
            return "; ".join(self.sentence(player, where, *texts) for where, texts in list(odd.items())[:MANY])
        for (where, text), (there, instead) in zip(first, second):
            if (where, text) != (there, instead):
                return self.sentence(player, where, text, instead if where == there else "")
        if len(first) != len(second):
            where, text = max(first, second, key=len)[min(len(first), len(second))]
            return self.sentence(player, where, text, "")
        return ""

    def sentence(self, player: int, where: str, text: str, instead: str) -> str:
        seat = self.state.players[player]
        a, b = text.split(), instead.split()
        odd = " ".join([w for w in a if w not in b] or a).strip(".,|") or "nothing"
        return f'{seat} reads of "{odd}", which {seat} does not see, in the {where}: "{text}"' + (f' (or else "{instead}")' if instead else " (or else nothing)")

    # ---- everything that a player is shown ------------------------------------------------------------------------------
    def shown(self, state: State, player: int, undo: bool) -> Iterator[tuple[str, str]]:
        yield from views(state.view(player), "view")
        yield from ((f"log line {i + 1}", str(e)) for i, e in enumerate(state.log(player)) if e.kind != "say")
        if not state._marks:
            yield "points", repr(state.scores_seen(player))
        yield from ((f"look of {text}", self.look(state, text, player)) for text in self.texts)
        if undo:
            yield "undo", f"{state.may_take_back(player)} decisions, {state.taken_back(len(state._marks), player)}"
        if not state.over and state.decision.player == player:
            yield from asked_texts(state)

    def look(self, state: State, text: str, player: int) -> str:
        try:
            return repr(state.look(text, player))
        except RuleFault as fault:
            return fault.text

    # ---- played on -----------------------------------------------------------------------------------------------------
    def played_on(self, one: State, other: State, player: int) -> str:
        """The same choices in both positions, as long as the player has learned nothing by right."""
        undo = True
        for _ in range(STEPS):
            if one.over or other.over or not same_question(one, other):
                return ""
            i = self.lots.below(one.count)
            j = matching(one, i, other)
            if j is None:
                return ""
            told = self.telltale.told(one, i, other, j, player)
            if told is not None:
                return self.sentence(player, *told)
            try:
                one.step(i)
                other.step(j)
            except RuleFault:
                return ""
            if sayings(one, player) != sayings(other, player) or one.view(player) != other.view(player):
                return ""
            if not same_question(one, other):
                undo = False
                if not (declined(one, other, player) or declined(other, one, player)):
                    return ""
            told_of = self.different(one, other, player, undo)
            if told_of:
                return told_of
        return ""

    def chosen_unseen(self, player: int) -> str:
        """Two choices of somebody else that leave a difference only where the player does not see it."""
        decision = self.state.decision
        if self.state.count < 2:
            return ""
        i = self.lots.below(self.state.count)
        options = decision.options
        alike = [o.index for o in options if o.index != i and o.group == options[i].group and o.value != ()]
        if not alike or options[i].value == ():
            return ""
        one, other = self.state.clone(), self.state.clone()
        sealed = decision.question.sealed
        try:
            one.step(i)
            other.step(alike[self.lots.below(len(alike))])
            for _ in range(STEPS):
                if sayings(one, player) != sayings(other, player) or one.view(player) != other.view(player) or one.over != other.over:
                    return ""
                if sealed or (hidden_cells(one, player) != hidden_cells(other, player)):
                    lines, instead = [[str(e) for e in s.log(player)] for s in (one, other)]
                    self.compared += len(lines)
                    if lines != instead:
                        n, a, b = next((n, a, b) for n, (a, b) in enumerate(zip([*lines, ""], [*instead, ""])) if a != b)
                        return self.sentence(player, f"log line {n + 1}", a, b)
                if one.over or not same_question(one, other):
                    return ""
                key = one.decision.options[self.lots.below(one.count)].key
                if other.decision.find(key) is None:
                    return ""
                one.apply(key)
                other.apply(key)
        except (RuleFault, IllegalChoice):
            pass
        return ""


def matching(one: State, i: int, other: State) -> int | None:
    """The same choice in another position: that with the same key, else what stands in its place where the player holds other pieces."""
    option = one.decision.options[i]
    j = other.decision.find(option.key)
    if j is None and other.count == one.count and other.decision.options[i].group == option.group:
        return i
    return j


def same_question(one: State, other: State) -> bool:
    if one.over or other.over:
        return one.over == other.over
    return one.decision.question is other.decision.question and one.decision.player == other.decision.player


def declined(one: State, other: State, player: int) -> bool:
    """Questions that only one position puts to somebody else are declined in it, until both stand alike; whether they do."""
    before = one.view(player)
    for _ in range(STEPS):
        if one.over or one.decision.player == player:
            return False
        no = next((k for k in ("pass", "no") if one.decision.find(k) is not None), None)
        if no is None:
            return False
        try:
            one.apply(no)
        except RuleFault:
            return False
        if one.view(player) != before:
            return False
        if same_question(one, other):
            return True
    return False


def sayings(state: State, player: int) -> list[str]:
    return [str(e) for e in state.log(player) if e.kind == "say"]


def hidden_cells(state: State, player: int) -> list[Any]:
    return [state._cells[s.cell:s.cell + s.length] for s in hidden_from(state, player)]


def views(value: Any, where: str) -> Iterator[tuple[str, str]]:
    """All that stands in a view, with its places."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from views(inner, f"{where}.{key}")
    else:
        yield where, repr(value)


def expressions(state: State) -> list[str]:
    """What is looked at: every place and state of players and of the table, and how many lie there."""
    out: dict[str, None] = {}
    for s in state._edition.program.spots.all:
        if s.index is not None or s.owner not in ("player", "table") or s.seen == "everyone":
            continue
        name = f"{state.players[s.of]}.{s.name}" if s.owner == "player" and s.of is not None else s.name
        out[name] = None
        if s.how != STATE:
            out |= {f"number of {name}": None, f"first of {name}": None}
        if s.how != AREA:
            out[f"{name} + 1" if s.how == STATE and s.shape == "number" else name] = None
    return list(out)


def asked_texts(state: State) -> Iterator[tuple[str, str]]:
    """What who decides can read: the prompt, the options, refusals."""
    decision = state.decision
    yield "prompt", decision.prompt
    for o in decision.options:
        yield f"options ({decision.kind})", f"{o.key} | {o.label}"
    for move in state._edition.program.moves if decision.kind == "move" else ():
        for reason in state.why_not(move.name):
            yield f"refusal of {move.name}", str(reason)
