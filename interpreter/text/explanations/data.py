"""Explanations of the family `data`: YAML files that cannot be read, are not as their schema says, or do not fit the law."""
from __future__ import annotations

CODES: dict[str, str] = {
    "data/alias":
        "YAML lets a file name a place (`&name`) and repeat it elsewhere (`*name`). Data of games do not use this: each datum is "
        "written out where it belongs, so that it can have a source of its own, and a small file cannot unfold into a huge one.",
    "data/bad-id":
        "The id of a thing has small letters, digits and `_`, and begins with a letter, so that law can name it: `staraya_ladoga`.",
    "data/file-too-large":
        "A data file is read whole, with the place of everything in it. Split it; all files of the folder `data` belong together.",
    "data/id-wanted":
        "The id of a thing must stand here, written as it is where the thing is declared.",
    "data/key-is-no-word":
        "Before the colon of a map stands a word or number, never a list or another map.",
    "data/key-twice":
        "Two data files have the same key at the top. All files of the folder `data` are one tree, so each key stands in one of "
        "them; maps of one key are joined.",
    "data/list-wanted":
        "A list must stand here, in brackets or with a dash before each item.",
    "data/map-wanted":
        "A map must stand here: keys with their values, in braces or one below the other.",
    "data/missing-fact":
        "The law declares this fact for every thing of the kind, and the datum does not have it. Write it, give the fact a default "
        "(`fact worth: number = 0`), or allow that there is none (`Region or none`).",
    "data/missing-key":
        "A key that every thing of this kind must have is not there. If it cannot be known, the law can give the fact a default "
        "(`fact x: number = 0`) or allow that there is none (`or none`).",
    "data/no-id":
        "Each thing in a list of the data has an id, by which law and other data name it: `- {id: bayeux, value: 4}`.",
    "data/not-a-map":
        "At the top of a data file stand keys with data below them; the law says by `from` which key a kind is read from.",
    "data/not-of-form":
        "The value has the right type but not the right form, or none of the forms that are possible here. The message says what "
        "they are.",
    "data/not-one-of":
        "Only certain words are possible here, and this is none of them. They are listed if there are not too many.",
    "data/not-text":
        "The file has characters that no text has. It is most likely no YAML at all, or was damaged on its way.",
    "data/not-yaml":
        "The file cannot be read as YAML. The message points at the place where the reader gave up; the mistake is there or a "
        "little above: a missing colon, quotation mark or bracket, a tab, or a line that is indented differently from its "
        "neighbours.",
    "data/one-way-link":
        "The links of a graph go both ways: what is linked to a thing has that thing among its own links. A missing way back is "
        "mostly a slip.",
    "data/out-of-range":
        "The number is smaller or larger than is possible here, or a list has too few or too many items. The limits come from the "
        "types that the law declares, such as `fact value: 2 to 5`.",
    "data/several-documents":
        "YAML can hold several documents in one file, separated by `---`. Data of games are one tree; use one file for each.",
    "data/tag":
        "Tags such as `!!set` or `!python` make YAML build other things than maps, lists and plain values. Data of games never need "
        "them, and reading a stranger's data must be safe.",
    "data/thing-twice":
        "The same id stands twice where each thing can be only once: in the data of one kind, in a set, or among the links of a thing.",
    "data/too-deep":
        "Maps and lists stand inside each other more than forty times. This is hardly the data of a game.",
    "data/too-many-mistakes":
        "Only the first fifty mistakes of a file are shown. Mend them and check again.",
    "data/title-hole":
        "A name in the data may tell facts of its thing: `name: \"Town of {treasure}\"`. What stands in braces is the name of a fact "
        "that the same datum gives, as a number, a flag, a text or an id.",
    "data/twice-in-list":
        "The list must not hold the same thing twice: it is read as a set, and a second mention would be without effect.",
    "data/two-meanings":
        "Things of several kinds have this id, and nothing says which kind the fact is of. Declare the fact with its type in "
        "`table`.",
    "data/two-same-keys":
        "A map has the same key twice, so one of the values would be lost. Keep one, or rename the other.",
    "data/unknown-key":
        "Nothing reads a key of this name here. Most often it is misspelt, and the hint names the nearest one; data that nobody "
        "reads would be silently without effect, so they are refused.",
    "data/unknown-path":
        "Behind `from` stands a path through the data files: `kind Zone from weather.dial` reads what stands below `dial:` below "
        "`weather:`.",
    "data/unknown-shape":
        "A fact that no declaration gives a type is a number, a flag, the id of a thing or a list of these. For anything else write "
        "its type: `fact slots: list of number from hold.slots`.",
    "data/unknown-source":
        "`source` says where a datum comes from: `seed` is the rulebook, `public` a page that anyone can read, `reconstructed` was "
        "made up to fit.",
    "data/unknown-thing":
        "No thing of the kind that is wanted here has this id. Ids are written in the data, or behind `members`.",
    "data/wrong-type":
        "The value is of another sort than the law expects: a text where a number must stand, or a single value instead of a list. "
        "Whole numbers stand without quotation marks; texts that look like numbers or like true and false need them.",
    "data/wrong-value":
        "The value does not fit the type that the law declares for the fact.",
}
