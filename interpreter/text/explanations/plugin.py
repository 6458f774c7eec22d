"""Explanations of the family `plugin`: plugins that cannot be used.  They are left out; everything else works."""
from __future__ import annotations

CODES: dict[str, str] = {
    "plugin/broken":
        "The Python of this plugin raised an error when it was imported: it is broken, or made for other versions of Python or of what it "
        "needs. It is left out, with all it would contribute.",
    "plugin/hook-failed":
        "A hook is a function of a plugin that tells what it contributes. This one raised an error, so its contribution is left out; what "
        "the other hooks of the plugin give is used.",
    "plugin/not-found":
        "A path behind `--plugin` or in the environment variable `LAWSPEAKER_PATH` leads nowhere. Paths there are separated by `:` (`;` "
        "on Windows).",
    "plugin/not-words":
        "A library of words lends verbs (`to …`) and values to the games and expansions that say `uses`. Anything else in it would change "
        "these games unseen; that is what expansions are for.",
    "plugin/nothing-there":
        "A plugin is a folder with law, a folder of such folders, or Python that has hooks: functions with the names that "
        "`lawspeaker/plugins/hookspecs.py` lists, as `lawspeaker_bots`.",
    "plugin/two-of-one-name":
        "Two plugins contribute something of one name, or one does it twice. In what order plugins are found is chance, so neither is "
        "used, rather than one of them at random.",
    "plugin/two-rulesets":
        "Two folders declare a game of the same name, so nobody can tell which one is meant. One that comes with lawspeaker is kept; else "
        "neither is used. A game can always be played from its folder: `lawspeaker play ./my_game`.",
    "plugin/unknown-hook":
        "All functions of a plugin whose names begin with `lawspeaker_` are hooks, and nobody calls one of this name. It is misspelt, or "
        "made for another version.",
    "plugin/unknown-words":
        "`uses` names a library of words: a folder of verbs and values that a plugin contributes. None that is installed, or found by "
        "`--plugin` and `LAWSPEAKER_PATH`, has this name; the library's name is that of its folder.",
    "plugin/unreadable":
        "The law of a game or an expansion that a plugin brings has mistakes, or lacks its first line, so it is left out. `lawspeaker "
        "check` with its folder tells them all.",
    "plugin/wrong-hook":
        "A hook has other parameters than it is called with, or two plugins are registered under one name. `lawspeaker/plugins/hookspecs.py` "
        "shows each hook as it should be.",
    "plugin/wrong-result":
        "A hook gave something that cannot be used: a folder without law, a function with types that law does not know, a name with "
        "capitals. That part is left out.",
}
