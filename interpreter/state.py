"""One play of a game: the position, the decision at hand, choices, undo.

The whole position is `cells`; everything else here is derived from it or remembers the way.
"""
from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter import arguments
from lawspeaker.interpreter.arguments import checked_seat, checked_seed, checked_text
from lawspeaker.interpreter.copying import copied, state_again, state_parts
from lawspeaker.interpreter.decision import Decision, Option
from lawspeaker.interpreter.edition import Edition
from lawspeaker.interpreter.engine.asking import Asking, asking, carry_out, orders, read
from lawspeaker.interpreter.engine.faults import IllegalChoice, RuleFault
from lawspeaker.interpreter.engine.machine import begin
from lawspeaker.interpreter.engine.reasons import Reason, reasons
from lawspeaker.interpreter.engine.seeing import sighted
from lawspeaker.interpreter.engine.sets import choose_parts, parts_of
from lawspeaker.interpreter.engine.texts import Texts
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.schema import DICTATED, OVER, SEED, STACK

if TYPE_CHECKING:
    from lawspeaker.interpreter.bots import Lots
    from lawspeaker.interpreter.engine.log import Entry
    from lawspeaker.interpreter.game import Game


def wrong_time(move: ir.Move) -> str:
    """Why a move is not offered where others are: it has a time of its own, or other moves are asked for."""
    return f"It is {move.timing}." if move.timing else "No such move is offered in this part of the game."


class State:
    """A position of a game and the way to it; made by `game.new` or `restore`, and changed by `step`, `apply` and `undo`.

    `players`: the names of the seats in turn order; elsewhere a player is a seat's index, from 0 · `seed`, `first`: as it was begun ·
    `people`: who takes each seat, if known.  It can be copied (`clone`, or `copy.copy`, which keeps the way back) and pickled.
    """

    def __init__(self, game: Game, edition: Edition, seats: list[str], seed: int) -> None:
        self.game = game
        self._edition = edition
        self.players = list(seats)
        self.seed = seed
        self._cells: list[Any] = edition.initial
        self._journal: list[Any] = []
        self._marks: list[int] = []
        self._values: list[Any] = []
        self._options: Any = ()
        self._exposed = False
        self._words: Texts | None = None
        self.people: tuple[str, ...] = ()         # who takes each seat, where that is known; kept in saves
        self.recorded_hashes: list[str] = []      # of the positions in the file it was restored from (save.py)
        self._start = 0
        self._records: list[Any] = []             # of the log, made when somebody looks
        self._shadow: Any = None                  # of save.py: this game played again, to know its keys and hashes
        self._given: Any = None                   # a scenario's position: such a state cannot be saved
        self.first = -1

    def _begin(self, first: int | None) -> None:
        self._options = self._run(self._first_frame(first))
        self._start = len(self._journal)

    def _first_frame(self, first: int | None) -> Any:
        """Seed and first player into the cells; the frame that the game begins with."""
        from lawspeaker.interpreter.engine.chance import below
        from lawspeaker.interpreter.program.schema import STREAM_CELL
        self._cells[SEED] = self.seed & ((1 << 64) - 1)
        drawn = below(self._cells, self._journal, STREAM_CELL["first"], len(self.players))
        chosen = drawn if first is None else first
        self.first = chosen
        for cell in self._edition.program.first_states:
            self._cells[cell] = chosen
        return begin(self._cells, self.seed, chosen, self._edition.entry)

    # ---- the position --------------------------------------------------------------------------------------
    @property
    def cells(self) -> list[Any]:
        """The whole position as one flat list of immutable values.  Copying it copies the game."""
        self._exposed = True
        return self._cells

    @cells.setter
    def cells(self, values: Iterable[Any]) -> None:
        self._cells[:] = list(values)
        self._exposed = True

    @property
    def over(self) -> bool:
        """Whether the game has ended: nobody decides any more, and there are `winners`."""
        return bool(self._cells[OVER])

    def look(self, expression: str, player: int | None = None, distinct: bool = False) -> Any:
        """What an expression of the law is in this position: ids, numbers, flags, lists of ids.

        A player sees {"count": n} for a place hidden from him, with "known": [ids] for what was shown to him of it.  `distinct`: an id
        that things of several kinds have is told with its kind (`Space.crafts`).  RulesetError: the text can never be read; RuleFault: it
        has no value now.
        """
        return self.game.looker(self.players).look(self, checked_text(expression, "An expression"), checked_seat(player, self.players), distinct)

    @property
    def _texts(self) -> Texts:
        if self._words is None:
            self._words = Texts(self._edition.evaluator, self._edition.program.layout, self.players)
        return self._words

    def hash(self) -> str:
        """A hash of the whole position, the same on every platform."""
        text = repr(self._cells).replace("True", "1").replace("False", "0")
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()

    def _current(self) -> Any:
        """The options now; computed anew when somebody may have written into the cells."""
        if self._exposed:
            self._options = self._edition.machine.options(self._cells)
        return self._options

    @property
    def count(self) -> int:
        """How many options there are; 0 when the game is over."""
        return len(self._current())

    @property
    def decision(self) -> Decision:
        """What is asked now; IllegalChoice when the game is over."""
        options = self._current()
        if not options:
            raise IllegalChoice("The game is over: there is nothing to decide.")
        return Decision(self, options)

    def _asking(self) -> Decision:
        """The decision at hand without its options, for those who know what was chosen."""
        return Decision(self, ())

    # ---- playing ---------------------------------------------------------------------------------------------
    def step(self, i: int) -> None:
        """Choose option number i: 0 to `count` - 1, in the order of `decision.options`."""
        options = self._current()
        if type(i) is not int or not 0 <= i < len(options):
            i = arguments.checked_option(i, len(options))
        self._choose(options[i])

    def _choose(self, value: Any) -> None:
        mark = len(self._journal)
        try:
            self._options = carry_out(self, value) if isinstance(value, Asking) else self._run(self._cells[STACK] + (value,))
        except BaseException:                     # a rule fault, or Ctrl-C
            self._rewind(mark)
            self._options = self._edition.machine.options(self._cells)
            raise
        self._marks.append(mark)
        self._values.append(value)

    def _run(self, frame: Any) -> Any:
        try:
            return self._edition.machine.run(self._cells, self._journal, frame)
        except RuleFault as fault:
            fault.locate(self._edition.program.spans)
            raise

    def apply(self, choice: Option | str) -> None:
        """Choose an option, by itself, its key or its label.  What is not offered raises IllegalChoice and changes nothing."""
        decision = self.decision
        if not isinstance(choice, Option | str):
            raise IllegalChoice(f"A choice is an option, its key or its label, not {choice!r}; `step` takes its number.")
        if isinstance(choice, Option):
            if choice.index < len(decision._values) and decision._values[choice.index] == choice.value:
                self._choose(choice.value)
                return
            raise IllegalChoice(f'"{choice.key}" is not offered now.')
        index = decision.find(choice)
        if index is None:
            parts = parts_of(decision, choice)
            if parts is not None:
                choose_parts(self, parts)
                return
            order = read(self, choice)
            if order is not None:
                self._choose(order)
                return
            from lawspeaker.interpreter.engine.titles import keys_titled
            why = tuple(self._why(next(iter(keys_titled(self, choice)), choice)))
            text = f'"{choice}" is not offered now.'
            if why:
                text += " " + " ".join(str(r) for r in why)
            raise IllegalChoice(text, why)
        self._choose(decision._values[index])

    def ask(self, player: int | str, card: str, when: str = "now") -> None:
        """A player wants to be asked for something that is playable any time: `now`, before the decision at hand; `always`, at every
        moment; not before a moment (`start of mass`, `end of sail`, one that the law declares); `never` before the end; as `usual`.

        It is kept in saves and taken back by `undo` like a choice.  IllegalChoice if it cannot be, which changes nothing."""
        self._choose(asking(self, player, card, when))

    @property
    def orders(self) -> dict[str, dict[str, str]]:
        """What each seat has ordered by `ask`: what it is → when it wants to be asked.  The rest is asked as usual."""
        return orders(self)

    def dictate(self, values: Iterable[int]) -> None:
        """The next dice of the next choice show these values, in order."""
        shown = arguments.checked_dice(values)
        self._journal += (DICTATED, self._cells[DICTATED])
        self._cells[DICTATED] = shown

    def undo(self) -> None:
        """Take the last decision back, exactly."""
        if not self._marks:
            raise IllegalChoice("There is no decision to take back.")
        self._rewind(self._marks.pop())
        self._values.pop()
        del self._records[len(self._marks):]
        self._options = self._edition.machine.options(self._cells)

    def _rewind(self, mark: int) -> None:
        J, C = self._journal, self._cells
        for k in range(len(J) - 2, mark - 1, -2):
            if J[k] >= 0:
                C[J[k]] = J[k + 1]
        del J[mark:]

    def clone(self) -> State:
        """An independent copy of the position; it remembers no way back."""
        twin = State.__new__(State)
        twin.game, twin._edition, twin.players, twin.seed = self.game, self._edition, self.players, self.seed
        twin._cells = self._cells[:]
        twin._journal, twin._marks, twin._values, twin._records = [], [], [], []
        twin._options, twin._exposed, twin._words, twin._given, twin.first = self._options, self._exposed, self._words, self._given, self.first
        twin._start, twin.recorded_hashes, twin._shadow, twin.people = 0, [], None, ()
        return twin

    def imagined(self, player: int, lots: Lots) -> State | None:
        """A copy that looks the same to a player: what he does not see is dealt anew by lot.  None while others have chosen unseen, since
        nobody can imagine what."""
        from lawspeaker.interpreter.engine.imagining import imagined
        player = arguments.checked_player(player, self.players)
        return None if not self.over and self._asking().question.sealed else imagined(self, player, lots)

    def __copy__(self) -> State:
        """An independent copy with its way back; `clone` is faster."""
        return copied(self)

    def __deepcopy__(self, memo: object) -> State:
        return copied(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return state_again, state_parts(self)

    def play_on(self, random: Callable[[], float], limit: int = 1_000_000) -> int:
        """Random choices from here on, to the end or for so many decisions; how many there were.  The way back is forgotten."""
        options = self._current()
        self._marks.clear()
        self._values.clear()
        self._start = 0
        decisions = self._edition.machine.playout(self._cells, self._journal, options, random, limit)
        self._journal.clear()
        self._options = self._edition.machine.options(self._cells)
        return decisions

    def reseed(self, seed: int) -> None:
        """Another future: chance goes on from a new seed, 0 to 2**64 - 1 (what lies in piles stays)."""
        begun = checked_seed(seed)
        self._journal += (SEED, self._cells[SEED])
        self._cells[SEED] = begun

    def weighed(self, bot: str, random: Callable[[], float]) -> int:
        """The option that a bot of the game's law (`game.bots`) takes, by lot: its number, from 0.  `random` gives numbers from 0 up to 1."""
        options = self._current()
        if bot not in self._edition.program.bots:
            raise ValueError(f'{self.game.title} has no bot "{bot}".')
        machine, weights = self._edition.machine, self._edition.program.bots[bot]
        return list(options).index(machine.weigh(self._cells, options, weights, random))

    @property
    def history(self) -> list[str]:
        """The keys of the choices so far."""
        from lawspeaker.interpreter.engine.records import keys
        return keys(self)

    def log(self, player: int | None = None) -> list[Entry]:
        """What happened so far, as a player (a seat index) may know it; without a player: all of it.  Entries have `text`, `player` (who
        decided), `index` (of the decision, from 0) and `kind` (`choice`, or what came of it)."""
        from lawspeaker.interpreter.engine.log import log
        return log(self, checked_seat(player, self.players))

    def view(self, player: int | None = None) -> dict[str, Any]:
        """What a player (a seat index) sees of the position; without a player: everything.

        {"table": {name: value}, "players": {seat: {name: value}}, "phases": {phase: {name: value}}, "things": {id: {name: value}}}.
        A place is a list of ids, or {"count": n, "known": [ids]} where the player may not look into it; a hidden state is left out.
        """
        from lawspeaker.interpreter.engine.view import view
        return view(self, checked_seat(player, self.players))

    @property
    def undo_barrier(self) -> int:
        """How many decisions whoever decides now may take back; once the game is over, how many anybody may."""
        return self.may_take_back(None if self.over else self._asking().player)

    def may_take_back(self, player: int | None = None) -> int:
        """How many decisions a player (a seat index) may take back: those since chance fell or something hidden from him was revealed.
        Without a player: those that everybody may take back."""
        from lawspeaker.interpreter.engine.undoing import free
        return free(self, checked_seat(player, self.players))

    def taken_back(self, count: int, player: int | None = None) -> list[str]:
        """What the last `count` decisions were, the oldest first, in words that a player may read.  Ask before `undo`."""
        from lawspeaker.interpreter.engine.undoing import taken_back
        if arguments.at_least(0, count, "How many decisions are told") > len(self._marks):
            raise ValueError(f"Only {len(self._marks)} can be taken back, not {count}.")
        return taken_back(self, count, checked_seat(player, self.players))

    def save(self, path: str | Path) -> None:
        """Write the play so far to a file; the file is complete or not written."""
        from lawspeaker.interpreter.save import write_save
        write_save(self, arguments.named(path))

    # ---- the end -----------------------------------------------------------------------------------------------
    @property
    def score_lines(self) -> list[list[tuple[str, str, int]]]:
        """The parts of the final score, a list for each seat: (name of the score, its title, points)."""
        from lawspeaker.interpreter.engine.scoring import score_lines
        return score_lines(self._edition, self._cells, self._texts)

    @property
    def scores(self) -> list[int]:
        """Final scores if the game ended now, for each seat.  They count what is hidden, too: see `scores_seen`."""
        from lawspeaker.interpreter.engine.scoring import totals
        return totals(self._edition, self._cells)

    def scores_seen(self, player: int | None) -> list[int]:
        """The scores that a player (a seat index) can count from what he sees; those of the end once the game is over."""
        from lawspeaker.interpreter.engine.scoring import seen_totals, totals
        player = checked_seat(player, self.players)
        return totals(self._edition, self._cells) if self.over else seen_totals(self._edition, self._cells, player)

    @property
    def winners(self) -> list[int]:
        """Seats of those who win; empty while the game goes on."""
        from lawspeaker.interpreter.engine.scoring import winners
        return winners(self._edition, self._cells) if self.over else []

    @property
    def ranks(self) -> list[int]:
        """The rank of each seat if the game ended now, from 1; who are equal share one."""
        from lawspeaker.interpreter.engine.scoring import ranks
        return ranks(self._edition, self._cells)

    # ---- words ---------------------------------------------------------------------------------------------------
    def _header_registers(self, move: ir.Move, you: int, chosen: Iterable[Any]) -> dict[str, Any]:
        """Registers of a move's header for these choices, as far as they can be bound."""
        R: dict[str, Any] = {"you": you}
        values = dict(zip(move.chosen, chosen))
        for h in move.header:
            if isinstance(h, ir.HeadChoose):
                R[h.reg] = values.get(h.reg)
            elif isinstance(h, ir.HeadRequire) and not isinstance(h.condition, ir.Payable):
                try:
                    self._edition.evaluator.value(h.condition, self._cells, R)
                except (RuleFault, KeyError, TypeError):
                    pass
        return R

    def why_not(self, key: str) -> list[Reason]:
        """Why a move, named by its key or label, is not offered: sentences and rule ids, the one that matters most first.  Empty when
        it is offered.  LookupError for what is no move."""
        checked_text(key, "The key of a move")
        if not self.over and self.decision.fitting(key):
            return []
        from lawspeaker.interpreter.engine.titles import keys_titled
        key = next(iter(keys_titled(self, key)), key)
        name = key.strip().split(" ")[0]
        moves = [m for m in self._edition.program.moves if m.name == name]
        if not moves:
            from lawspeaker.interpreter.text.spell import nearest
            names = [m.name for m in self._edition.program.moves]
            near = nearest(name, names)
            raise LookupError(f'There is no move "{name}".' + (f' Did you mean "{near}"?' if near else f" Moves are {', '.join(names)}."))
        return self._why(key)

    def _why(self, key: str) -> list[Reason]:
        name, *wanted = key.strip().split(" ")
        if self.over:
            return [Reason("The game is over.", ())]
        decision = self.decision
        p = self._edition.program
        out: list[Reason] = []
        for move in p.moves:
            if move.name != name:
                continue
            if decision.kind == "move" and move.number not in decision.question.moves and not move.any_time:
                out.append(Reason(wrong_time(move), move.cites, move.span, True))
                continue
            found = reasons(sighted(self._edition), self._texts, move, self._cells, decision.player, wanted, p.choice_cites, p.choice_spans,
                            decision.asks_for(move))
            if not found and decision.kind == "move" and move.number in decision.question.moves and decision.question.guards:
                found = [Reason(wrong_time(move), move.cites, move.span, True)]
            if decision.kind != "move" or not found and move.number not in decision.question.moves:
                prompt = decision.prompt
                first = f"First something else must be decided: {prompt}" if prompt else "First something else must be decided."
                found = [Reason(first, decision.cites, time=True), *found]
            out.extend(r for r in found if r not in out)
        return out
