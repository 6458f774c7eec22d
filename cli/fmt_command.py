"""`lawspeaker fmt`: writes .law files in house style."""
from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from lawspeaker.cli import console, rules
from lawspeaker.cli.mistakes import UsageMistake


def fmt(
    paths: Annotated[list[str], typer.Argument(metavar="PATH …", help="Law files, or folders of them; `-` reads stdin.")],
    check: Annotated[bool, typer.Option("--check", help="Change nothing; exit with 1 if a file would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Change nothing; show what would change.")] = False,
) -> None:
    """Format law files: spaces, indentation and the column of the citations; never their meaning."""
    from lawspeaker.interpreter.text.diagnostic import RulesetError
    if paths == ["-"]:
        _standard_input()
        return
    changed, broken = 0, 0
    for path in _files(paths):
        try:
            before, after = rules.read(path), rules.formatted(path)
        except RulesetError as e:
            console.complain(rules.told(e) or str(e))
            broken += 1
            continue
        if after == before:
            continue
        changed += 1
        if diff:
            _show(path, before, after)
        elif check:
            console.out(f"would change {path}")
        else:
            replace(path, after)
            console.out(f"changed {path}")
    if broken or (changed and (check or diff)):
        raise typer.Exit(1)


def replace(path: Path, text: str) -> None:
    """Writes a file whole or not at all, keeping its permissions."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as f:
            f.write(text)
        os.chmod(name, path.stat().st_mode & 0o777 if path.exists() else 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _files(paths: list[str]) -> list[Path]:
    found: list[Path] = []
    for name in paths:
        path = Path(name)
        if path.is_dir():
            found += sorted(path.rglob("*.law"))
        elif path.is_file():
            found.append(path)
        else:
            raise UsageMistake(f"There is no file or folder {name}.")
    return list(dict.fromkeys(found))


def _show(path: Path, before: str, after: str) -> None:
    import difflib
    for line in difflib.unified_diff(before.splitlines(), after.splitlines(), str(path), f"{path} (formatted)", lineterm=""):
        console.out(line, {"+": "green", "-": "red"}.get(line[:1], ""))


def _standard_input() -> None:
    import sys
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "stdin.law"
        path.write_bytes(sys.stdin.buffer.read())
        sys.stdout.write(rules.formatted(path))
