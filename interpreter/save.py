"""Saved games: the choices made, with versions and hashes of the rules; written atomically, refused when the rules differ.

A save holds no cells: it is replayed, and the hash after each decision is compared, so that it cannot be misread.
"""
from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from lawspeaker.interpreter.engine.asking import key_of
from lawspeaker.interpreter.engine.faults import IllegalChoice, RuleFault, SaveError
from lawspeaker.interpreter.state import State

FORMAT = 1
BIGGEST = 50_000_000


def write_save(state: State, path: str | Path) -> None:
    """Write the play so far to a file; an older file there is replaced only when the new one is complete."""
    if state._given is not None:
        raise SaveError("A position that was set up by hand cannot be saved, only a game played from its start.")
    keys, hashes = record(state)
    if hashes[-1] != state.hash()[:12]:
        raise SaveError("A copy of a position cannot be saved: it does not remember how it was reached.")
    game = state.game
    where = game.name if game.ruleset.origin == "built in" else os.path.abspath(game.ruleset.folder)
    document = {"lawspeaker": FORMAT, "version": game.version, "ruleset": where, "title": game.title, "expansions": [x.known_as for x in game.sources.expansions],
                "settings": game.settings, "data": [os.path.abspath(s.name) for s in game.sources.overlays],
                "rules": game.fingerprint, "players": state.players, "seed": state.seed, "first": state.players[state.first],
                "choices": keys, "hashes": hashes}
    target = Path(path)
    handle, name = tempfile.mkstemp(dir=target.parent if str(target.parent) else ".", prefix=".save-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as f:
            json.dump(document, f, ensure_ascii=False, indent=1)
            f.write("\n")
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def record(state: State) -> tuple[list[str], list[str]]:
    """The keys of all choices, and the short hash after the set-up and each of them: the game is played again beside the
    state, from where it was saved last."""
    if state._shadow is None:
        again = state.game.new(state.players, state.seed, state.first)
        state._shadow = (again, [], [again.hash()[:12]])
    again, keys, hashes = state._shadow
    same = 0
    while same < min(len(again._values), len(state._values)) and again._values[same] == state._values[same]:
        same += 1
    while len(again._values) > same:
        again.undo()
    del keys[same:], hashes[same + 1:]
    for value in state._values[same:]:
        keys.append(key_of(again, value))
        again._choose(value)
        hashes.append(again.hash()[:12])
    return keys, hashes


def read_save(path: str | Path) -> dict[str, Any]:
    """The document of a save, checked for its form."""
    target = Path(path)
    try:
        if target.stat().st_size > BIGGEST:
            raise SaveError(f"{path} is too large to be a saved game.")
        document = json.loads(target.read_text("utf-8"))
    except OSError as e:
        raise SaveError(f"{path} cannot be read: {e.strerror or e}.") from None
    except (UnicodeDecodeError, ValueError, RecursionError):
        raise SaveError(f"{path} is no saved game: it is broken, or was cut off.") from None
    if not isinstance(document, dict) or "lawspeaker" not in document:
        raise SaveError(f"{path} is no saved game of Lawspeaker.")
    if document["lawspeaker"] != FORMAT:
        raise SaveError(f"{path} was saved in format {document['lawspeaker']}; this version reads format {FORMAT}.")
    shape: dict[str, type | tuple[type, ...]] = {"ruleset": str, "rules": str, "players": list, "seed": int, "choices": list, "first": str}
    for key, wanted in shape.items():
        if not isinstance(document.get(key), wanted):
            raise SaveError(f'{path} is broken: "{key}" is missing or wrong.')
    optional: dict[str, type] = {"expansions": list, "data": list, "hashes": list, "settings": dict}
    for key, kind in optional.items():
        if not isinstance(document.setdefault(key, kind()), kind):
            raise SaveError(f'{path} is broken: "{key}" is wrong.')
    texts = [document[key] for key in ("choices", "players", "expansions", "data", "hashes")]
    if not all(isinstance(c, str) for group in texts for c in group):
        raise SaveError(f"{path} is broken: its choices are not all texts.")
    if document["hashes"] and len(document["hashes"]) != len(document["choices"]) + 1:
        raise SaveError(f"{path} is broken: it has {len(document['hashes'])} hashes for {len(document['choices'])} choices.")
    return document


def restore(path: str | Path, upto: int | None = None) -> State:
    """The saved game, replayed; SaveError if the file is broken or was made with other rules."""
    from lawspeaker.interpreter.game import load
    from lawspeaker.interpreter.text.diagnostic import RulesetError
    document = read_save(path)
    try:
        game = load(document["ruleset"], document["expansions"], document["data"], document["settings"])
    except RulesetError as e:
        raise SaveError(f"{path} was saved with the ruleset \"{document['ruleset']}\", which cannot be loaded now: {e}") from None
    if game.fingerprint != document["rules"]:
        raise SaveError(f"{path} was saved with other rules of {game.title} (version {document.get('version', '?')}): "
                        "its law or data have changed since, so it cannot be continued.")
    try:
        state = game.new(document["players"], document["seed"], document["first"])
    except (ValueError, TypeError) as e:
        raise SaveError(f"{path} is broken: {e}") from None
    hashes = document["hashes"]
    for i, key in enumerate(document["choices"][:upto]):
        try:
            state.apply(key)
        except (IllegalChoice, RuleFault) as e:
            raise SaveError(f"{path} is broken at choice {i + 1}, \"{key}\": {e}") from None
        if i + 1 < len(hashes) and state.hash()[:12] != hashes[i + 1]:
            raise SaveError(f"{path} does not fit these rules: after choice {i + 1}, \"{key}\", the position differs from the saved one.")
    state.recorded_hashes = list(hashes)
    return state
