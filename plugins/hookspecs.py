"""The manual of plugins: every hook there is, what it gives, and an example of each.

**Do you need a plugin?**  Hardly ever.  An expansion, a game, a card is a folder of law; it is played from where it lies
(`--with ./my_expansion`, `play ./my_game`), found by name if its folder stands in `LAWSPEAKER_PATH` or behind
`--plugin`, and needs no Python.  A plugin is for two things: to ship such folders so that `pip install` is enough, and to
do what law cannot (functions, bots, observers, commands).  Python of plugins is trusted code; law never is.

**What a plugin is.**  A Python module with functions of the names below.  No import is needed; the decorator
`@hookimpl` of `lawspeaker.plugins` may stand before them.  It is found in three ways:

- installed, by an entry point of the group `lawspeaker` in its pyproject.toml, whose name is the name of the plugin:

      [project.entry-points.lawspeaker]
      my_runes = "lawspeaker_my_runes"

  A package that has law beside its `__init__.py` and no hooks counts as one expansion (or game), that of its own folder;
- by `lawspeaker --plugin PATH …`: a `.py` file, a folder that is a package, a folder of law, or a folder that holds several;
- by the environment variable `LAWSPEAKER_PATH`: the same paths, with `:` between them (`;` on Windows).

**What holds for all hooks.**  Each is called once, without any order that one could rely on, and gives all it has at
once.  Two of one name (two rulesets, two expansions, two bots …) are an error that names both plugins.  A hook that raises
or gives something of another shape is reported with the name of its plugin, and its contribution is left out; everybody
else's stands.  What a hook prints goes to stderr.  Paths are folders; those beside a module are best written so:

      from pathlib import Path
      HERE = Path(__file__).parent
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    import typer

    from lawspeaker.interpreter.contributed import LawFunction

PROJECT = "lawspeaker"
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def lawspeaker_rulesets() -> Iterable[Path]:  # type: ignore[empty-body]
    """Games: folders with `.law` files that declare a `game`, with `data/`, `scenarios/`, `rules.yaml` beside them.

        def lawspeaker_rulesets():
            return [HERE / "hnefatafl"]

    `lawspeaker list` shows them, and every command and `lawspeaker.load` knows their names.  A name that a shipped game
    has already is an error.
    """


@hookspec
def lawspeaker_expansions() -> Iterable[Path]:  # type: ignore[empty-body]
    """Expansions: folders with `.law` files that declare `expansion NAME "Title" for GAME`, laid out like games.

        def lawspeaker_expansions():
            return [HERE / "more_runes", HERE / "storms"]

    What they need, exclude and come after they say themselves, in law (`needs`, `conflicts`, `loads after`).
    """


@hookspec
def lawspeaker_functions() -> Iterable[LawFunction]:  # type: ignore[empty-body]
    """Pure functions that law may call by name, as it calls a value.

        from lawspeaker.plugins import LawFunction

        def lawspeaker_functions():
            return [LawFunction("square_root", math.isqrt),
                    LawFunction("spread", lambda xs: max(xs, default=0) - min(xs, default=0), ("list of number",)),
                    LawFunction("is_prime", is_prime, ("number",), "flag")]

    and in law: `requires square_root(n) > 2`.  Types are "number" (whole numbers within ±9,999), "flag" and "list of
    number" (a tuple in Python).  The name is a word of law: small letters, digits, `_`.

    A function must give the same for the same arguments, always, and must do nothing else: undo, saves and bots
    compute things again.  One that raises, or gives something else than it declares, ends the game with a rule fault that
    names the line of law, the function and the plugin.  Games that call one can only be played where the plugin is.
    """


@hookspec
def lawspeaker_verbs() -> Iterable[Path]:  # type: ignore[empty-body]
    """Libraries of words: folders whose `.law` files hold only `to …` and `value …` declarations.

        def lawspeaker_verbs():
            return [HERE / "dice_words"]

    A game or an expansion that writes `uses dice_words` (the name of the folder) can use them as if they were its own.
    """


@hookspec
def lawspeaker_bots() -> Mapping[str, Callable[[int], Callable[[Any], int]]]:  # type: ignore[empty-body]
    """Players: by name, what makes a bot of a seed.  A bot is a function of a `State` that gives the number of an option.

        def cautious(seed: int):
            lots = random.Random(seed)
            def choose(state):
                return min(range(state.count), key=lambda i: (state.decision.options[i].key == "raid", lots.random()))
            return choose

        def lawspeaker_bots():
            return {"cautious": cautious}

    `simulate --bot cautious`, `play --seat cautious`.  The position must be left as it was: try moves on `state.clone()`.
    Draw all lots from the seed, so that equal seeds play equal games.  A bot that raises, or gives no number from 0 to
    `state.count - 1`, ends the command with its name.
    """


@hookspec
def lawspeaker_observers() -> Iterable[object]:  # type: ignore[empty-body]
    """Onlookers: objects with any of `began(state)`, `decided(state, player, key)`, `ended(state)`.

        class Counter:
            def __init__(self):
                self.chosen = collections.Counter()
            def decided(self, state, player, key):
                self.chosen[key] += 1
            def ended(self, state):
                print(self.chosen.most_common(5), file=sys.stderr)

        def lawspeaker_observers():
            return [Counter()]

    They are told of each game of `play` and `simulate`; `decided` comes after the choice was carried out.  `simulate` with
    several processes has one observer in each.  An observer that raises is told of once and then left out.  Observers
    must not change the position.
    """


@hookspec
def lawspeaker_commands(app: typer.Typer) -> None:
    """Commands: the typer app to add them to.

        def lawspeaker_commands(app):
            @app.command("openings")
            def openings(ruleset: str):
                '''Show the most played openings.'''

    and then `lawspeaker openings tic_tac_toe`.  Called only for `--help` and for a command that lawspeaker does not have;
    the names of its own commands are taken.  Import heavy things inside the command.
    """
