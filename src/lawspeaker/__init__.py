"""Lawspeaker: board game rules as data, and an interpreter for them.

    >>> import lawspeaker
    >>> game = lawspeaker.load("tic_tac_toe")
    >>> state = game.new(players=2, seed=7)
    >>> state.decision.kind, state.count
    ('move', 9)

    load(name, expansions, data, settings) -> Game       a ruleset, ready to be played
    game.new(players, seed, first) -> State              a game that begins
    state.decision -> Decision, state.count              who decides what, among how many options
    state.step(number), state.apply(key), state.undo()   play; `state.over`, `state.scores`, `state.winners`: the end
    state.look(expression), state.view(player)           what is where; state.log(player): what happened
    state.why_not(key)                                   why something is not offered
    state.save(path), restore(path) -> State             keep it; State and Game can be copied and pickled, too
    rulesets(), expansions()                             what there is
    check(targets) -> [Diagnostic]                       what is wrong with rules; tests of rules: `lawspeaker.testing`

Players are seat indices, from 0, in turn order; options are numbers from 0; choices have keys that stay the same.  What is wrong is
said in sentences: RulesetError (the rules cannot be loaded), IllegalChoice (it is not offered), RuleFault (the rules fail at play),
SaveError (a saved game cannot be used), ValueError (arguments).

What is public stands here; everything else may change.  Nothing heavy is imported before it is used.
"""
from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOME = {
    "load": "interpreter.game", "Game": "interpreter.game", "State": "interpreter.state", "Decision": "interpreter.decision",
    "Option": "interpreter.decision", "restore": "interpreter.save", "rulesets": "interpreter.rulesets",
    "expansions": "interpreter.extensions", "check": "interpreter.check",
    "RulesetError": "interpreter.text.diagnostic", "Diagnostic": "interpreter.text.diagnostic",
    "IllegalChoice": "interpreter.engine.faults", "RuleFault": "interpreter.engine.faults", "SaveError": "interpreter.engine.faults",
}
__all__ = ["__version__", *_HOME]

if TYPE_CHECKING:
    from lawspeaker.interpreter.check import check as check
    from lawspeaker.interpreter.decision import Decision as Decision, Option as Option
    from lawspeaker.interpreter.engine.faults import IllegalChoice as IllegalChoice, RuleFault as RuleFault, SaveError as SaveError
    from lawspeaker.interpreter.extensions import expansions as expansions
    from lawspeaker.interpreter.game import Game as Game, load as load
    from lawspeaker.interpreter.rulesets import rulesets as rulesets
    from lawspeaker.interpreter.save import restore as restore
    from lawspeaker.interpreter.state import State as State
    from lawspeaker.interpreter.text.diagnostic import Diagnostic as Diagnostic, RulesetError as RulesetError


def __dir__() -> list[str]:
    """The public interface."""
    return sorted({*__all__, "__doc__", "__name__", "__file__", "__path__", "__spec__", "__loader__", "__package__"})


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'lawspeaker' has no attribute {name!r}")
    value = getattr(import_module(f"lawspeaker.{home}"), name)
    globals()[name] = value
    return value
