"""Saved games: the choices made, who sits where, and what the rules say; written atomically, refused when the rules differ.

A save holds no cells: it is replayed, and a hash of what lies on the table is compared after each decision, so that it cannot be
misread.  That hash and the one of the rules (fingerprint.py) know nothing of cells and programs, so saves outlive releases.  Folders
are kept as they lie from the save, never with their absolute path.
"""
from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.arguments import at_least, named
from lawspeaker.interpreter.engine.asking import key_of
from lawspeaker.interpreter.engine.faults import IllegalChoice, RuleFault, SaveError
from lawspeaker.interpreter.saved_places import find, nearby
from lawspeaker.interpreter.state import State

if TYPE_CHECKING:
    from lawspeaker.interpreter.game import Game

FORMAT = 2
BIGGEST = 50_000_000


def write_save(state: State, path: str | Path) -> None:
    """Write the play so far to a file; an older file there is replaced only when the new one is complete."""
    from lawspeaker import __version__
    if state._given is not None:
        raise SaveError("A position that was set up by hand cannot be saved, only a game played from its start.")
    keys, hashes = record(state)
    game, target = state.game, Path(path)
    beside = target.absolute().parent
    document = {"lawspeaker": FORMAT, "made_by": __version__, "ruleset": game.name, "folder": None if by_name(game) else nearby(game.places.folder, beside),
                "version": game.version, "title": game.title,
                "expansions": [x.name if x.known_as == x.name else nearby(p, beside) for x, p in zip(game.sources.expansions, game.places.expansions)],
                "settings": game.settings, "data": [nearby(p, beside) for p in game.places.overlays],
                "rules": game.rules_hash, "players": state.players, "people": list(state.people), "seed": state.seed,
                "first": state.players[state.first], "over": state.over, "choices": keys, "hashes": hashes}
    handle, name = tempfile.mkstemp(dir=target.parent if str(target.parent) else ".", prefix=".save-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as f:
            json.dump(document, f, ensure_ascii=False, indent=1)
            f.write("\n")
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def by_name(game: Game) -> bool:
    """Whether a game's rules are found again by their name: they are built in, or a plugin's."""
    from lawspeaker.interpreter.rulesets import contributed
    from lawspeaker.interpreter.text.diagnostic import Sink
    own = game.ruleset
    return own.origin == "built in" or own.origin != str(own.folder) and any(
        r.name == own.name and r.folder == own.folder for r in contributed(Sink()))


def record(state: State) -> tuple[list[str], list[str]]:
    """The keys of all choices, and the hash of the position after the set-up and each of them: the game is played again beside the
    state, from where it was saved last."""
    if state._shadow is None:
        again = state.game.new(state.players, state.seed, state.first)
        state._shadow = (again, [], [position_hash(again)])
    again, keys, hashes = state._shadow
    same, known = 0, min(len(again._values), len(state._values), len(keys))      # Ctrl-C may have cut the last time short
    while same < known and again._values[same] == state._values[same]:
        same += 1
    while len(again._values) > same:
        again.undo()
    del keys[same:], hashes[same + 1:]
    for value in state._values[same:]:
        key = key_of(again, value)
        again._choose(value)
        hashes.append(position_hash(again))
        keys.append(key)
    if again.hash() != state.hash():
        raise SaveError("Only a position that its choices have reached can be saved: no clone, and none whose cells, dice or seed were set by hand.")
    return keys, hashes


def position_hash(state: State) -> str:
    """A short hash of what lies on the table, hidden places too, and who decides what: the same however cells are laid out."""
    asked = None if state.over else [state.decision.player, state.decision.kind]
    text = json.dumps([state.view(), asked], sort_keys=True, ensure_ascii=False)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


# ---- reading -----------------------------------------------------------------------------------------------------------
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
    if document["lawspeaker"] not in (1, FORMAT):
        raise SaveError(f"{path} was saved in format {document['lawspeaker']}; this version reads formats 1 and {FORMAT}.")
    shape: dict[str, type | tuple[type, ...]] = {"ruleset": str, "rules": str, "players": list, "seed": int, "choices": list, "first": str}
    for key, wanted in shape.items():
        if not isinstance(document.get(key), wanted):
            raise SaveError(f'{path} is broken: "{key}" is missing or wrong.')
    optional: dict[str, type] = {"expansions": list, "data": list, "hashes": list, "settings": dict, "people": list}
    for key, kind in optional.items():
        if not isinstance(document.setdefault(key, kind()), kind):
            raise SaveError(f'{path} is broken: "{key}" is wrong.')
    texts = [document[key] for key in ("choices", "players", "expansions", "data", "hashes", "people")]
    if not all(isinstance(c, str) for group in texts for c in group):
        raise SaveError(f"{path} is broken: its choices are not all texts.")
    if not isinstance(document.setdefault("folder", None), str | None):
        raise SaveError(f'{path} is broken: "folder" is wrong.')
    if document["hashes"] and len(document["hashes"]) != len(document["choices"]) + 1:
        raise SaveError(f"{path} is broken: it has {len(document['hashes'])} hashes for {len(document['choices'])} choices.")
    if document["people"] and len(document["people"]) != len(document["players"]):
        raise SaveError(f"{path} is broken: {len(document['people'])} take the seats of {len(document['players'])}.")
    return document


def restore(path: str | Path, upto: int | None = None, ruleset: str | Path | None = None, expansions: Sequence[str | Path] | None = None,
            data: Sequence[str | Path] | None = None) -> State:
    """The saved game, replayed up to its end or for so many choices.

    `ruleset`, `expansions` and `data` say where its rules lie now, if they were moved.  SaveError tells if the file is broken, if its
    rules are not found, or if these say something else than they did.
    """
    if upto is not None:
        upto = at_least(0, upto, "`upto`, how many of the choices are made again,")
    document = read_save(named(path))
    game = rules_of(path, document, ruleset, expansions, data)
    same = game.fingerprint if document["lawspeaker"] == 1 else game.rules_hash
    if same != document["rules"]:
        raise SaveError(other_rules(path, document, game))
    try:
        state = game.new(document["players"], document["seed"], document["first"])
    except (ValueError, TypeError) as e:
        raise SaveError(f"{path} is broken: {e}") from None
    state.people = tuple(document["people"])
    hashes = document["hashes"] if document["lawspeaker"] == FORMAT else []     # those of format 1 were hashes of cells
    replay(path, document, state, hashes, upto)
    state.recorded_hashes = list(hashes)
    return state


def replay(path: str | Path, document: dict[str, Any], state: State, hashes: Sequence[str], upto: int | None) -> None:
    """Make the saved choices, and compare each position with the saved one."""
    from lawspeaker import __version__
    made_by = document.get("made_by")
    other = f" It was saved by Lawspeaker {made_by}; this is {__version__}, which plays these rules differently." if made_by != __version__ else ""
    if hashes and position_hash(state) != hashes[0]:
        raise SaveError(f"{path} does not fit these rules: the position after the set-up differs from the saved one.{other}")
    for i, key in enumerate(document["choices"][:upto]):
        try:
            state.apply(key)
        except (IllegalChoice, RuleFault) as e:
            raise SaveError(f"{path} is broken at choice {i + 1}, \"{key}\": {e}{other}") from None
        if i + 1 < len(hashes) and position_hash(state) != hashes[i + 1]:
            raise SaveError(f"{path} does not fit these rules: after choice {i + 1}, \"{key}\", the position differs from the saved one.{other}")


def rules_of(path: str | Path, document: dict[str, Any], ruleset: str | Path | None, expansions: Sequence[str | Path] | None,
             data: Sequence[str | Path] | None) -> Game:
    """The game that was saved: its rules by their name, or from where they lie now."""
    from lawspeaker.interpreter.game import load
    from lawspeaker.interpreter.text.diagnostic import RulesetError
    beside = Path(path).absolute().parent
    where: str | Path = document["ruleset"]
    if ruleset is not None:
        where = ruleset
    elif document["folder"] is not None:
        found = find(document["folder"], beside)
        if found is None:
            raise SaveError(f'{path} was saved with the rules in the folder "{document["folder"]}", and there is no such folder here. '
                            f"Say where it is now: lawspeaker play FOLDER --load {path}")
        where = found
    more = expansions if expansions is not None else [find(x, beside) or x if "/" in x or x.startswith(".") else x for x in document["expansions"]]
    laid_over = data if data is not None else [find(x, beside) or x for x in document["data"]]
    try:
        return load(where, more, laid_over, document["settings"])
    except RulesetError as e:
        again = "" if expansions is not None or ruleset is not None else \
            f" What was moved can be named: lawspeaker play RULESET --with EXPANSION --data FILE --load {path}"
        raise SaveError(f"{path} was saved with the ruleset \"{document['ruleset']}\", which cannot be loaded now: {e}{again}") from None


def other_rules(path: str | Path, document: dict[str, Any], game: Game) -> str:
    if document["lawspeaker"] == 1:
        return (f"{path} was saved by an older Lawspeaker (format 1), which could tell only whether nothing at all was changed. Something was "
                f"since: it may be with other rules of {game.title}, so it cannot be continued.")
    if document["ruleset"] != game.name:
        return f"{path} is a game of {document.get('title') or document['ruleset']}, not of {game.title}."
    return (f"{path} was saved with other rules of {game.title} (version {document.get('version', '?')}; these are version {game.version}): "
            "its law or data say something else now, so it cannot be continued.")
