"""Pages whose blocks are done in order, in a folder of their own: files are written, commands run, outputs compared.

  ```law NAME, ```yaml NAME, ```python NAME   a file is written
  ```sh, ```sh fails          commands, which end with exit code 0 or 1; with `lawspeaker` and `python` on the path
  ```text                     what the block before printed (a line `…` stands for any lines)
"""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(\w+)(?: +([^\n]+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def environment(folder: Path) -> dict[str, str]:
    """Plain output, and commands `lawspeaker`, which is this checkout, installed or not, and `python`."""
    place = folder / ".bin"
    place.mkdir()
    for name, command in (("lawspeaker", " -m lawspeaker.cli"), ("python", "")):
        (place / name).write_text(f'#!/bin/sh\nexec "{sys.executable}"{command} "$@"\n', encoding="utf-8")
        (place / name).chmod(0o755)
    path = os.pathsep.join([str(place), os.environ.get("PATH", "")])
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT / "src"), "NO_COLOR": "1", "COLUMNS": "100", "LC_ALL": "C.UTF-8",
            "LAWSPEAKER_CACHE": str(folder / ".cache")}


def plain(text: str) -> list[str]:
    """Lines without the blanks at their ends and without empty lines at both ends: tables are padded."""
    return [line.rstrip() for line in text.strip("\n").splitlines()]


def fits(shown: list[str], said: list[str]) -> bool:
    """Whether lines are as shown, where a line `…` stands for any number of lines, and `…` in a line for any text.

    Two or more blanks before a word are the gap of a table, whose width depends on rows that are not shown.
    """
    if not shown:
        return not said
    if shown[0].strip() == "…":
        return any(fits(shown[1:], said[i:]) for i in range(len(said) + 1))
    pattern = ".*".join(re.sub(r"(?<=\S)(?:\\ ){2,}(?=\w)", "  +", re.escape(part)) for part in shown[0].split("…"))
    return bool(said) and re.fullmatch(pattern, said[0]) is not None and fits(shown[1:], said[1:])


def follow(name: str, text: str, folder: Path, bless: bool) -> str:
    """Do what a page says; the page with what was really printed, if `bless`, where it is not as shown."""
    shutil.copytree(ROOT / "rulesets", folder / "rulesets")
    env = environment(folder)
    said, now, end = "", "", 0
    for m in BLOCK.finditer(text):
        language, info, body = m[1], m[2] or "", m[3]
        place = f"{name}:{text.count(chr(10), 0, m.start()) + 1}"
        if language in ("law", "yaml", "python") and "." in info:
            path = folder / info
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(body, encoding="utf-8")
        elif language == "sh":
            done = subprocess.run(["bash", "-euc", "ulimit -t 100\n" + body], cwd=folder, env=env, capture_output=True, text=True,
                                  stdin=subprocess.DEVNULL)
            said = done.stdout + done.stderr
            assert done.returncode == (1 if info == "fails" else 0), f"{place}\n{body}\n{said}"
            assert "Traceback" not in said and "mistake in lawspeaker" not in said, f"{place}\n{said}"
        elif language == "text" and not fits(plain(body), plain(said)):
            assert bless, f"{place} shows\n{body}\nbut this is printed:\n{said}"
            body = "\n".join(plain(said)) + "\n"
        now += text[end:m.start()] + f"```{language}{' ' + info if info else ''}\n{body}```"
        end = m.end()
    return now + text[end:]
