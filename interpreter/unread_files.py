"""Files in the folder of a ruleset or expansion that nothing reads, and most likely should have been read.

Looks at names only.  Pages of documentation (`*.md`), hidden files and what Python leaves behind are no concern of ours; a
folder with law of its own that is a game or an expansion stands for itself.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Source
from lawspeaker.interpreter.text.spell import nearest

FILES = ("rules.yaml", "screen.yaml")
FOLDERS = ("data", "scenarios")
OURS = (".law", ".yaml", ".yml", ".json", ".csv")
PAGES = (".md", ".rst")
LAW = re.compile(r"^(game|expansion)\b", re.M)
MOST_FILES = 2_000               # that are looked at below a folder


def check(folder: Path, label: str, sink: Sink) -> None:
    """Warn of each file that nothing reads."""
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if passed_over(path):
            continue
        if path.is_dir():
            inner(path, folder, label, sink)
        elif path.suffix != ".law" and path.name not in FILES and looks_like_ours(path):
            tell(path, folder, label, at_top(path), sink)


def at_top(path: Path) -> str:
    """What to do about a file that lies beside the law."""
    if path.suffix.lower() == ".law" or path.name.lower().endswith(".law.txt"):
        return f"Law is read from `*.law`: rename it to {path.name.split('.')[0]}.law, or move it away."
    stem = path.name.split(".")[0]
    known = nearest(stem, [f.split(".")[0] for f in FILES]) or (stem if f"{stem}.yaml" in FILES else None)
    return f"Rename it to {known}.yaml." if known else "Data lie in the folder `data`, scenarios in the folder `scenarios`."


def inner(path: Path, folder: Path, label: str, sink: Sink) -> None:
    """What lies in a folder below."""
    if path.name in FOLDERS:
        for file in below(path):
            hint = unread_in(path.name, file, file.parent == path)
            if hint:
                tell(file, folder, label, hint, sink)
        return
    if stands_for_itself(path):
        return
    near = nearest(path.name, FOLDERS)
    for file in below(path):
        if looks_like_ours(file) and not any(stands_for_itself(p) for p in file.parents if path in (p, *p.parents)):
            hint = f"Did you mean the folder `{near}`?" if near else "Law lies in the folder itself, data in `data`, scenarios in `scenarios`."
            tell(file, folder, label, hint, sink)


def unread_in(name: str, file: Path, directly: bool) -> str:
    """Why a file of `data` or `scenarios` is not read; nothing for one that is, or that is only a page."""
    suffix = file.suffix.lower()
    if suffix in PAGES:
        return ""
    if name == "scenarios":
        return "" if file.suffix in (".yaml", ".yml") else "Scenarios are read from `*.yaml`." if suffix != ".law" else "Law lies in the folder above."
    if file.suffix == ".yaml":
        return "" if directly else "Data are read from `data` itself, not from folders in it."
    if suffix in (".yaml", ".yml"):
        return f"Data are read from `*.yaml`: rename it to {file.stem}.yaml."
    return "Law lies in the folder above." if suffix == ".law" else "Data are read from `*.yaml`; move it away, or write what it says there."


def below(path: Path) -> Iterator[Path]:
    """The files in a folder and in those inside it."""
    count = 0
    for file in sorted(path.rglob("*")):
        if file.is_file() and not any(passed_over(p) for p in (file, *file.parents) if path in p.parents):
            count += 1
            if count > MOST_FILES:
                return
            yield file


def passed_over(path: Path) -> bool:
    """Hidden files, links, and copies that editors keep beside a file: `board.yaml~`, `board.yaml.before`."""
    copy = path.is_file() and path.with_suffix("").is_file() and path.with_suffix("").suffix != ""
    return path.name.startswith((".", "__")) or path.name.endswith("~") or copy or path.is_symlink()


def looks_like_ours(path: Path) -> bool:
    return path.suffix.lower() in OURS or path.name.lower().endswith(".law.txt")


def stands_for_itself(folder: Path) -> bool:
    """Whether the law of a folder is that of a game or an expansion."""
    for path in folder.glob("*.law"):
        try:
            if LAW.search(path.read_text("utf-8", "replace")):
                return True
        except OSError:
            continue
    return False


def tell(path: Path, folder: Path, label: str, hint: str, sink: Sink) -> None:
    at = Source(f"{label}/{path.relative_to(folder).as_posix()}", "").span(0, 0)
    sink.warning("file/not-read", at, "Nothing reads this file", hint=hint)
