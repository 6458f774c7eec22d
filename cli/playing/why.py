"""What `why NAME` answers: whether that is possible, and if not, the reason in a line; then what the rules say about it."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from lawspeaker.cli import console
from lawspeaker.cli.playing import answer
from lawspeaker.cli.shapes import Game, Option, Reason, State

MORE = 3                                          # reasons beside the first


@dataclass(slots=True)
class Why:
    """Answers about one game, whose catalogue it reads once."""

    game: Game
    _rules: dict[str, str] | None = field(default=None)

    def tell(self, state: State, name: str, options: Sequence[Option]) -> None:
        """Says it.  A name is a number, key or label of an option, or the name or title of a move."""
        if not name:
            console.out("Why what?  For instance: why " + (options[0].group or options[0].key))
            return
        if name.isdigit() and 1 <= int(name) <= len(options):
            self._possible([int(name) - 1], options)
            return
        found = answer.matching(name, options, answer.WHOLE)
        reasons = [] if found else self._reasons(state, name)
        if reasons:
            self._refusal(name, reasons)
            return
        found = found or answer.fitting(name, options)
        if found:
            self._possible(found, options)
        else:
            console.out(f'I know no move "{name}".  Moves have the names of the groups of options, as in: why '
                        f"{options[0].group or options[0].key}", "yellow")

    @staticmethod
    def _reasons(state: State, name: str) -> list[Reason]:
        for key in answer.names_of_moves(name):
            try:
                return list(state.why_not(key))
            except Exception as e:  # noqa: BLE001 (any complaint means: no such move; another spelling may be one)
                if type(e).__name__ == "RuleFault":
                    raise
        return []

    def _refusal(self, name: str, reasons: Sequence[Reason]) -> None:
        first = reasons[0]
        if getattr(first, "time", False):
            console.out(f"{name} is not possible now.  {_with_ids(first)}")
            self._quote(first.cites)
            return
        console.out(f"{name} is not possible now.  {_with_ids(first)}")
        others = reasons[1:MORE + 1]
        for r in others:
            console.out(f"  Also: {_with_ids(r)}")
        if len(reasons) > MORE + 1:
            console.out(f"  … and {len(reasons) - MORE - 1} more")
        self._quote([i for r in (first, *others) for i in r.cites])

    def _possible(self, indices: Sequence[int], options: Sequence[Option]) -> None:
        for i in indices[:answer.SHOWN]:
            ids = options[i].cites
            console.out(f"{i + 1} {options[i].label} is possible." + (f"  [{', '.join(ids)}]" if ids else ""))
        if len(indices) > answer.SHOWN:
            console.out(f"… and {len(indices) - answer.SHOWN} more")
        self._quote([id_ for i in indices[:answer.SHOWN] for id_ in options[i].cites])

    def _quote(self, ids: Sequence[str]) -> None:
        """What the rule catalogue says under each id, once."""
        for id_ in dict.fromkeys(ids):
            statement = self._statements().get(id_)
            if statement:
                console.out(f"    {id_}: {statement}", "dim")

    def _statements(self) -> dict[str, str]:
        if self._rules is None:
            self._rules = {}
            for record in getattr(self.game, "catalogue", ()):
                entry: Any = record if isinstance(record, dict) else {k: getattr(record, k, "") for k in ("id", "rule")}
                self._rules[str(entry["id"])] = str(entry["rule"])
        return self._rules


def _with_ids(reason: Reason) -> str:
    return reason.text + (f"  [{', '.join(reason.cites)}]" if reason.cites else "")
