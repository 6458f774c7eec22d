"""What can go wrong while a game is played: the caller's mistake or the ruleset's, never a traceback of ours."""
from __future__ import annotations


class IllegalChoice(ValueError):
    """What was chosen is not offered; nothing has changed.  `reasons` say why, as far as the rules tell."""

    def __init__(self, text: str, reasons: tuple[object, ...] = ()) -> None:
        super().__init__(text)
        self.reasons = reasons


class RuleFault(Exception):
    """The rules did something impossible: `code` says what, `place` where in the law."""

    def __init__(self, code: str, span: int = -1, text: str = "") -> None:
        super().__init__(text or TEXTS.get(code, code))
        self.code = code
        self.span = span
        self.place: object = None
        self.text = text or TEXTS.get(code, code)

    def __str__(self) -> str:
        return f"{self.place}: {self.text}" if self.place is not None else self.text


class SaveError(Exception):
    """A saved game cannot be used: broken, or of other rules."""


TEXTS = {
    "none-used": "A thing is needed here, and there is none.",
    "phase-not-going-on": "The state of a phase is read, and that phase is not going on.",
    "no-entry": "A list has no entry at this position.",
    "division-by-zero": "A number is divided by 0.",
    "out-of-range": "A state is set to a number outside its range.",
    "endless": "This goes on for ever: the budget of steps for one decision is used up.",
    "too-deep": "Rules call each other without end.",
    "dice-missing": "The dictated dice do not fit what is rolled.",
}
