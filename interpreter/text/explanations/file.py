"""Explanations of the family `file`: files of rules that cannot be read."""
from __future__ import annotations

CODES: dict[str, str] = {
    "file/not-read":
        "Of a folder of rules these are read: `*.law`, `data/*.yaml`, `scenarios/**/*.yaml`, `rules.yaml` and `screen.yaml`. This "
        "file looks as if it should be among them, and is not.",
    "file/no-law":
        "A ruleset is a folder with at least one file whose name ends in `.law`. Name the folder, as in `lawspeaker check "
        "./my_game`.",
    "file/not-text":
        "Law and data are text files in UTF-8. This file has bytes that are none: it was saved in another encoding, or is no text "
        "at all.",
    "file/outside":
        "A folder of rules may come from anybody. A link in it to a file that lies elsewhere would show what is in that file, so only "
        "links to files of the same folder are followed.",
    "file/unreadable":
        "The system does not let this file be read: it is missing, is a folder, or belongs to somebody else.",
}
