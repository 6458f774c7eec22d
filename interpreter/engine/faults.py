"""What can go wrong while a game is played: the caller's mistake or the ruleset's, never a traceback of ours."""
from __future__ import annotations

from lawspeaker.interpreter.program.pure import RuleFault as RuleFault


class IllegalChoice(ValueError):
    """What was chosen is not offered; nothing has changed.  `reasons` say why, as far as the rules tell."""

    def __init__(self, text: str, reasons: tuple[object, ...] = ()) -> None:
        super().__init__(text)
        self.reasons = reasons


class SaveError(Exception):
    """A saved game cannot be used: broken, or of other rules."""
