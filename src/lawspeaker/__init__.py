"""Lawspeaker: board game rules as data, and an interpreter for them.

    >>> import lawspeaker
    >>> game = lawspeaker.load("tic_tac_toe")
    >>> state = game.new(players=2, seed=7)
    >>> state.decision.kind, state.count
    ('move', 9)

What is public stands here; everything else may change.  Nothing heavy is imported before it is used.
"""
from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOME = {
    "load": "interpreter.game", "Game": "interpreter.game", "State": "interpreter.state", "Decision": "interpreter.state",
    "Option": "interpreter.state", "restore": "interpreter.save", "rulesets": "interpreter.rulesets",
    "expansions": "interpreter.extensions", "check": "interpreter.check",
    "RulesetError": "interpreter.text.diagnostic", "Diagnostic": "interpreter.text.diagnostic",
    "IllegalChoice": "interpreter.engine.faults", "RuleFault": "interpreter.engine.faults", "SaveError": "interpreter.engine.faults",
}
__all__ = ["__version__", *_HOME]

if TYPE_CHECKING:
    from lawspeaker.interpreter.check import check as check
    from lawspeaker.interpreter.engine.faults import IllegalChoice as IllegalChoice, RuleFault as RuleFault, SaveError as SaveError
    from lawspeaker.interpreter.extensions import expansions as expansions
    from lawspeaker.interpreter.game import Game as Game, load as load
    from lawspeaker.interpreter.rulesets import rulesets as rulesets
    from lawspeaker.interpreter.save import restore as restore
    from lawspeaker.interpreter.state import Decision as Decision, Option as Option, State as State
    from lawspeaker.interpreter.text.diagnostic import Diagnostic as Diagnostic, RulesetError as RulesetError


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'lawspeaker' has no attribute {name!r}")
    value = getattr(import_module(f"lawspeaker.{home}"), name)
    globals()[name] = value
    return value
