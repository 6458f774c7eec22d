"""`lawspeaker test`: runs scenario files."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lawspeaker.cli import console, rules
from lawspeaker.cli.mistakes import UsageMistake
from lawspeaker.cli.shapes import Result
from lawspeaker.cli.words import Json

YAML = ("*.yaml", "*.yml")


def test(
    paths: Annotated[list[str] | None, typer.Argument(
        metavar="[PATH or RULESET …]", help="Scenario files, folders, rulesets or expansions; all shipped scenarios if there is none.")] = None,
    json: Json = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Name the scenarios that pass, too.")] = False,
) -> None:
    """Run scenarios: small positions, what is played, and what must come of it."""
    files = _files(paths or [])
    if not files:
        raise UsageMistake("There is no scenario file there.  Scenarios are .yaml files in a folder `scenarios`.")
    results = rules.run_scenarios([str(f) for f in files])
    failed = [r for r in results if not r.ok]
    if json:
        console.document({"passed": len(results) - len(failed), "failed": len(failed), "scenarios": [
            {"name": r.name, "file": str(r.file), "line": r.line, "ok": r.ok, "message": r.message} for r in results]})
    else:
        _report(results, failed, len(files), verbose)
    if failed:
        raise typer.Exit(1)


def _report(results: list[Result], failed: list[Result], files: int, verbose: bool) -> None:
    for r in results:
        if verbose or not r.ok:
            console.out(f"{'ok    ' if r.ok else 'FAILED'} {r.file}:{r.line}: {r.name}", "green" if r.ok else "red")
        if not r.ok:
            console.out("".join(f"    {line}\n" for line in r.message.splitlines()))
    console.out(f"{len(results) - len(failed)} passed, {len(failed)} failed ({files} file{'' if files == 1 else 's'}).",
                "red" if failed else "green")


def _files(paths: list[str]) -> list[Path]:
    """The scenario files that were meant."""
    found: list[Path] = []
    known = {r.name: Path(str(r.path)) for r in rules.rulesets()}
    added = {e.name: e.folder for e in rules.expansions()}
    shipped = [x.name for x in (*rules.rulesets(), *rules.expansions()) if x.origin == "built in"]
    known = added | known
    for name in paths or shipped:
        path = Path(name)
        if name in known:
            rules.which_is_meant(name)
            found += _in_folder(known[name])
        elif path.is_dir():
            found += _in_folder(path)
        elif path.is_file():
            found.append(path)
        else:
            raise UsageMistake(f"There is no file, folder or ruleset {name}.")
    return list(dict.fromkeys(found))


def _in_folder(folder: Path) -> list[Path]:
    """A folder named `scenarios` is taken whole; of others only the folders of that name below."""
    roots = [folder] if folder.name == "scenarios" else sorted(folder.rglob("scenarios"))
    inside = [f for root in roots for pattern in YAML for f in root.rglob(pattern)]
    if not inside and not roots:
        inside = [f for pattern in YAML for f in folder.glob(pattern)]
    return sorted(inside)
