"""Prints the final hash of a game of each ruleset, at each number of players, for some seeds.  Run by test_same_everywhere.py."""
from __future__ import annotations

import json
import sys


def main() -> None:
    try:
        import lark  # noqa: F401
        import ruamel.yaml  # noqa: F401
    except ImportError:
        sys.exit(77)
    from lawspeaker.interpreter.game import load
    from lawspeaker.interpreter.rulesets import rulesets
    found = {}
    for ruleset in rulesets():
        game = load(ruleset.name)
        for players in range(ruleset.players[0], ruleset.players[1] + 1):
            for seed in (1, 2):
                state, decisions = game.playout(seed, players, bot_seed=seed, limit=300)
                found[f"{ruleset.name}-{players}-{seed}"] = f"{decisions} {state.hash()}"
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
