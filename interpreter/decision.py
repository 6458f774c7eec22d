"""What is asked, and what may be chosen: the decision at hand and its options, with their keys and words."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.engine.faults import IllegalChoice
from lawspeaker.interpreter.engine.texts import Texts
from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.schema import STACK

if TYPE_CHECKING:
    from lawspeaker.interpreter.state import State

MOST_SHOWN = 6                   # options in a message


class Option:
    """Something that may be chosen: `key` is stable and unique in its decision, `label` is for people."""

    __slots__ = ("_decision", "index", "value")

    def __init__(self, decision: Decision, index: int, value: Any) -> None:
        self._decision = decision
        self.index = index
        self.value = value

    def __reduce__(self) -> tuple[Any, ...]:
        return Option, (self._decision, self.index, self.value)

    @property
    def key(self) -> str:
        """The name of the move and the ids of what is chosen: `sail north_sea`.  It stays the same where titles change."""
        return self._decision.key_of(self.value)

    @property
    def label(self) -> str:
        """What stands on a screen: `Sail to the North Sea`."""
        return self._decision.label_of(self.value)

    @property
    def cites(self) -> tuple[str, ...]:
        """Ids of the rules that it cites, as in the catalogue."""
        return self._decision.cites_of(self.value)

    @property
    def group(self) -> str:
        """The name of the move, or the kind of the question."""
        return self._decision.group_of(self.value)

    def __repr__(self) -> str:
        return f"Option({self.key!r})"


class Decision:
    """What is asked: of whom, what kind of question, and the options.  Words are made when they are looked at."""

    def __init__(self, state: State, options: Any) -> None:
        self._state = state
        self._values = options
        frame = state._cells[STACK]
        block = state._edition.program.blocks[frame[0]]
        assert block.question is not None
        self.question: ir.Question = block.question
        self._registers = dict(zip(block.params, frame[2:]))
        self._words: Texts = state._texts
        self.player: int = state._edition.evaluator.value(self.question.player, state._cells, dict(self._registers))
        self._options: list[Option] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Carried as the position and the options."""
        return Decision, (self._state, self._values)

    @property
    def kind(self) -> str:
        """What is asked for: `move`, `choose` (one of several), `set` (some of several), `part` (one more of a set), `yes` (or no), `option` (a named one)."""
        return self.question.kind

    @property
    def prompt(self) -> str:
        """The question in words; may be empty."""
        return self._words.text(self.question.prompt, self._state._cells, {"you": self.player, **self._registers}, self.player)

    @property
    def options(self) -> list[Option]:
        """All that may be chosen, always in the same order for the same position."""
        if self._options is None:
            self._options = [Option(self, i, v) for i, v in enumerate(self._values)]
        return self._options

    @property
    def cites(self) -> tuple[str, ...]:
        """Ids of the rules that the question cites."""
        return self.question.cites

    def key_of(self, value: Any) -> str:
        """The key of an option by its value."""
        q, texts = self.question, self._words
        match q.kind:
            case "move":
                if value == ():
                    return "pass"
                move = self._move(value)
                return " ".join([move.name, *(texts.key(v, how, self.player) for v, how in zip(value[1:], move.hows))])
            case "yes":
                return "yes" if value else "no"
            case "option":
                return str(q.keys[value][0])
            case "part" if value == ():
                return "done"
            case "choose" if value == ():
                return "no"
            case _:
                return texts.key(value, q.how, self.player)

    def label_of(self, value: Any) -> str:
        """The label of an option by its value."""
        q, texts, C = self.question, self._words, self._state._cells
        match q.kind:
            case "move":
                if value == ():
                    return "Pass"
                move = self._move(value)
                registers = self._state._header_registers(move, self.player, value[1:])
                return texts.text(move.title, C, registers, self.player)
            case "yes":
                return texts.text(q.yes_text if value else q.no_text, C, {"you": self.player, **self._registers}, self.player)
            case "option":
                return texts.text(q.keys[value][1], C, {"you": self.player, **self._registers}, self.player)
            case "part" if value == ():
                return "Done"
            case "choose" if value == ():
                return texts.text(q.no_text, C, {}, self.player)
            case _ if q.among is not None:
                return texts.position(value, self.among(q.among), q.shown, self.player)
            case _:
                return texts.label(value, q.how, self.player)

    def among(self, entries: ir.Expr) -> Any:
        """The list whose positions are chosen."""
        return self.value_of(entries)

    def value_of(self, entries: ir.Expr) -> Any:
        """What an expression of the question is."""
        return self._state._edition.evaluator.value(entries, self._state._cells, {"you": self.player, **self._registers})

    def cites_of(self, value: Any) -> tuple[str, ...]:
        """Ids of the rules that an option cites, by its value."""
        if self.question.kind == "move" and value != ():
            return self._move(value).cites
        return self.question.cites

    def group_of(self, value: Any) -> str:
        """The name of the move of an option by its value, or the kind of the question."""
        if self.question.kind == "move":
            return "pass" if value == () else self._move(value).name
        return self.question.kind

    def asks_for(self, move: ir.Move) -> bool:
        """Whether a move is among what is asked, so that its options show whether it is possible."""
        q = self.question
        if q.kind != "move" or move.number not in q.moves:
            return False
        guard = q.guards[q.moves.index(move.number)] if q.guards else None
        return guard is None or bool(self._state._edition.evaluator.value(guard, self._state._cells, {"you": self.player, **self._registers}))

    def _move(self, value: Any) -> ir.Move:
        move: ir.Move = self._state._edition.program.moves[value[0]]
        return move

    def find(self, choice: str) -> int | None:
        """The index of the option with this key or label (case does not matter); IllegalChoice where several have it."""
        found = self.fitting(choice)
        if len(found) > 1:
            several = ", ".join(f'{self.options[i].key} ("{self.options[i].label}")' for i in found[:MOST_SHOWN])
            more = f" and {len(found) - MOST_SHOWN} more" if len(found) > MOST_SHOWN else ""
            raise IllegalChoice(f'"{choice}" may be several: {several}{more}.  Choose by the key.')
        return found[0] if found else None

    def fitting(self, choice: str) -> list[int]:
        """The options with this key; if there is none, those with this label."""
        keys = [o.key for o in self.options]
        if choice in keys:
            return [keys.index(choice)]
        folded = choice.strip().casefold()
        return [i for i, k in enumerate(keys) if k.casefold() == folded] or [i for i, o in enumerate(self.options) if o.label.casefold() == folded]
