"""`lawspeaker new expansion`: the folder of an expansion that can be played and tested as it is, alone or as a distribution."""
from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from lawspeaker.cli import console, rules
from lawspeaker.cli.mistakes import UsageMistake
from lawspeaker.cli.new.names import as_title, checked, quoted, rule_id
from lawspeaker.cli.new.writing import filled, write_new


def expansion(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name in law and on the command line: thors_hammer.")],
    for_: Annotated[str, typer.Option("--for", metavar="RULESET", help="The game that it expands.")],
    package: Annotated[bool, typer.Option("--package", help="A Python distribution that pip can install, with the expansion in it.")] = False,
    into: Annotated[Path, typer.Option("--into", metavar="FOLDER", help="Where the new folder is made.")] = Path("."),
    title: Annotated[str | None, typer.Option("--title", help="What people call it; made of the name if not said.")] = None,
) -> None:
    """Begin an expansion: law, data of its rules, scenarios and a README, which work as they are."""
    checked(name, "an expansion")
    taken(name)
    words = words_of(name, quoted(title) if title is not None else as_title(name), for_)
    own = law_folder(words)
    if package:
        folder = into / words["distribution"]
        inside = f"src/{words['package']}"
        made = {"pyproject.toml": filled("pyproject.toml", words), "README.md": own.pop("README.md"),
                f"{inside}/__init__.py": filled("package.py", words), f"tests/test_{name}.py": filled("test_package.py", words),
                **{f"{inside}/{name}/{path}": text for path, text in own.items()}}
        where = folder / inside / name
    else:
        folder, made = into / name, own
        where = folder
    made["README.md"] = filled("README.md", {**words, "commands": "\n".join(commands(words, where.relative_to(into) if package else Path(name)))})
    written = write_new(folder, made)
    console.out(f"{words['title']}, an expansion for {words['game_title']}:")
    for path in written:
        console.out(f"  {path.as_posix()}")
    console.out("What you can do with it:")
    for line in commands(words, where):
        console.out(f"  {line}")
    if package:
        console.out(f"  pip install {here(folder)}          # then it is found by its name")


def here(folder: Path) -> str:
    """The path as pip must be told it: a bare name would be looked up in an index."""
    return folder.as_posix() if folder.is_absolute() or folder.as_posix().startswith(".") else f"./{folder.as_posix()}"


def taken(name: str) -> None:
    """A mistake of usage if a game or an expansion has this name already."""
    if name in rules.shipped():
        raise UsageMistake(f'There is a game "{name}" already.  Give the expansion another name, such as {name}_plus.')
    found = next((x for x in rules.expansions() if x.name == name), None)
    if found is not None:
        raise UsageMistake(f'There is an expansion "{name}" already ({found.origin}).  Give yours another name, such as more_{name}.')


def words_of(name: str, title: str, ruleset: str) -> dict[str, str]:
    """What the templates need to know."""
    from lawspeaker.interpreter.extensions import LANGUAGE
    other = next((x for x in rules.expansions() if x.name == ruleset), None)
    if other is not None:
        raise UsageMistake(f'"{ruleset}" is an expansion, not a game.  Write --for {other.ruleset}, and into the law: needs {ruleset}')
    try:
        game = rules.load(rules.known(ruleset))
    except UsageMistake as e:
        raise UsageMistake(f"--for {ruleset}: {e}") from None
    least, most = game.players
    seats = list(game.seats)[:max(2, least)]
    if most < 2 or len(seats) < 2:
        raise UsageMistake(f"{game.title} is for one player: there is nobody who does not begin.  Write its first expansion by hand.")
    version = re.match(r"\d+(\.\d+)?", str(getattr(game, "version", "")))
    return {"name": name, "title": title, "ruleset": game.name, "game_title": quoted_title(game.title), "language": LANGUAGE,
            "ruleset_version": version[0] if version else "0", "id": rule_id(name, 1), "seats": ", ".join(seats), "first": seats[0],
            "second": seats[1], "package": f"lawspeaker_{name}", "distribution": f"lawspeaker-{name.replace('_', '-').strip('-')}",
            "command_ruleset": ruleset}


def quoted_title(title: str) -> str:
    return title.replace('"', "'").replace("\\", "")


def law_folder(words: dict[str, str]) -> dict[str, str]:
    """The files of the expansion itself."""
    return {f"{words['name']}.law": filled("expansion.law", words), "rules.yaml": filled("rules.yaml", words),
            f"scenarios/{words['name']}.yaml": filled("scenarios.yaml", words), "README.md": ""}


def commands(words: dict[str, str], where: Path) -> list[str]:
    """What can be done with the folder."""
    there = where.as_posix()
    return [f"lawspeaker check {words['command_ruleset']} --with {there}", f"lawspeaker test {there}",
            f"lawspeaker play {words['command_ruleset']} --with {there} --watch",
            f"lawspeaker simulate {words['command_ruleset']} --with {there} --games 20"]
