"""Explanations of the family `expansion`: what expansions say of themselves, and whether they fit the game and each other."""
from __future__ import annotations

CODES: dict[str, str] = {
    "expansion/bad-version":
        "A version is one to four numbers with points between them, in quotes: `version \"1.2\"`, `needs version \"1.0\"`.",
    "expansion/circle":
        "Expansions are woven one after another: each behind those that it `loads after` and those that it `needs`. If each of several "
        "must come after another of them, there is no first one. Remove one of the lines.",
    "expansion/conflict":
        "One of these expansions says `conflicts` and the name of the other: they change the game in ways that do not go together. Play "
        "with one of them.",
    "expansion/declared-twice":
        "A folder is one expansion, with one `expansion` line, whatever number of files it has. A second expansion lives in a folder of "
        "its own; what belongs together only in combination stands in a part `when this and that`.",
    "expansion/itself":
        "An expansion cannot need itself, come after itself, or exclude itself.",
    "expansion/language-version":
        "`needs language \"1.2\"` says which version of the language the law was written in. It fits every later version with the same "
        "first number. `lawspeaker --version` is the program's own version, which is another number.",
    "expansion/missing-need":
        "An expansion that says `needs other` builds on what the other one adds, and is never played without it. The hint has the whole "
        "list to type.",
    "expansion/name-wanted":
        "Behind `needs`, `conflicts`, `loads after` and `uses` stands a plain name, without quotes or holes; one for each line.",
    "expansion/named-twice":
        "The same expansion stands twice behind `--with`, perhaps once by its name and once by its folder.",
    "expansion/no-name":
        "Expansions are asked for by name: `--with runes`. The name stands behind the word `expansion`, in small letters.",
    "expansion/no-ruleset":
        "An expansion changes one game, which stands behind `for`: `expansion runes \"The runes\" for the_game`.",
    "expansion/not-declared":
        "A folder of law is a game (one file has a `game` line) or an expansion (one file has an `expansion` line). Only expansions can "
        "stand behind `--with`.",
    "expansion/other-ruleset":
        "Behind `for` stands the game that the expansion is written for. It cannot be played with another one, even if that has things of "
        "the same names.",
    "expansion/ruleset-version":
        "`needs version \"1.2\"` says which version of the game the expansion was written for. It fits every later version with the same "
        "first number; a greater first number means that names have changed.",
    "expansion/two-places":
        "Two folders declare an expansion of the same name, so nobody can tell which one is meant. Rename one, or remove one from the "
        "places that are searched (`lawspeaker list` shows them), or name the folder itself: `--with ./my_runes`.",
    "expansion/unknown":
        "The ruleset has no expansion of this name, here or among the installed ones. `lawspeaker list` shows the expansions of "
        "every ruleset; `--plugin PATH` and the environment variable `LAWSPEAKER_PATH` name further places to look.",
    "expansion/unknown-ruleset":
        "The game behind `for` is none that comes with lawspeaker, and no plugin brings it. If it lies in a folder of its own, name that "
        "folder, too: `lawspeaker check ./my_expansion --plugin ./my_game`.",
}
