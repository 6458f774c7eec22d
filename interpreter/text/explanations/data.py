"""Explanations of the family `data`: YAML files that cannot be read, or are not as their schema says."""
from __future__ import annotations

CODES: dict[str, str] = {
    "data/alias":
        "YAML lets a file name a place (`&name`) and repeat it elsewhere (`*name`). Data of games do not use this: each datum is "
        "written out where it belongs, so that it can have a source of its own, and a small file cannot unfold into a huge one.",
    "data/file-too-large":
        "A data file is read whole, with the place of everything in it. Split it; all files of the folder `data` belong together.",
    "data/key-is-no-word":
        "Before the colon of a map stands a word or number, never a list or another map.",
    "data/missing-key":
        "A key that every thing of this kind must have is not there. If it cannot be known, the law can give the fact a default "
        "(`fact x: number = 0`) or allow that there is none (`or none`).",
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
    "data/out-of-range":
        "The number is smaller or larger than is possible here, or a list has too few or too many items. The limits come from the "
        "types that the law declares, such as `fact value: 2 to 5`.",
    "data/several-documents":
        "YAML can hold several documents in one file, separated by `---`. Data of games are one tree; use one file for each.",
    "data/tag":
        "Tags such as `!!set` or `!python` make YAML build other things than maps, lists and plain values. Data of games never "
        "need them, and reading a stranger's data must be safe.",
    "data/too-deep":
        "Maps and lists stand inside each other more than forty times. This is hardly the data of a game.",
    "data/too-many-mistakes":
        "Only the first fifty mistakes of a file are shown. Mend them and check again.",
    "data/twice-in-list":
        "The list must not hold the same thing twice: it is read as a set, and a second mention would be without effect.",
    "data/two-same-keys":
        "A map has the same key twice, so one of the values would be lost. Keep one, or rename the other.",
    "data/unknown-key":
        "Nothing reads a key of this name here. Most often it is misspelt, and the hint names the nearest one; data that nobody "
        "reads would be silently without effect, so they are refused.",
    "data/wrong-type":
        "The value is of another sort than the law expects: a text where a number must stand, or a single value instead of a list. "
        "Whole numbers stand without quotation marks; texts that look like numbers or like true and false need them.",
}
