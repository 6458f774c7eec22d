"""A folder of plugins that are written by the tests, and the command line."""
from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from textwrap import dedent

import pytest

from lawspeaker.cli.main import main
from lawspeaker.interpreter.contributed import use_plugins

Run = Callable[..., tuple[int, str, str]]


class Home:
    """Where plugins are written: `here/` below the folder that the test runs in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def law(self, name: str, text: str) -> Path:
        place = self.folder / name
        place.mkdir(parents=True, exist_ok=True)
        (place / "1_rules.law").write_text(dedent(text), encoding="utf-8")
        return place

    def expansion(self, name: str, *lines: str, game: str = "tic_tac_toe", folder: str = "") -> Path:
        return self.law(folder or name, f'expansion {name} "The {name}" for {game}\n' + "".join(f"  {x}\n" for x in lines))

    def game(self, name: str) -> Path:
        """A game of one move with a value `luck`, which tests may have law compute."""
        return self.law(name, f"""\
            game {name} "The {name}"
              players 2
              seats anna, bjorn
              phase turn "{{you}}'s turn"
                each player from first_player, again until no heap
                offers action, exactly once
              winner has most final_score, then shared

            kind Stone
              copies 5
              starts in heap

            table
              area heap of Stone, seen by everyone

            player
              state taken: number

            action take_stones "Take {{n}}"
              choose n from 1 to 2
              requires enough: number of heap >= n "There are not so many."
              does
                move n Stone from heap to box
                add luck(n) to taken

            value luck(n: number) = n

            score stones = taken
            """)

    def python(self, name: str, text: str) -> Path:
        path = self.folder / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")
        return path

    def distribution(self, name: str, version: str, entry: str, value: str) -> None:
        """What pip leaves behind: the folder that says which entry points there are."""
        info = self.folder / f"{name}-{version}.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        (info / "entry_points.txt").write_text(f"[lawspeaker]\n{entry} = {value}\n")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    """An empty folder for plugins; nothing is known of it yet."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LAWSPEAKER_PATH", raising=False)
    use_plugins(())
    yield Home(tmp_path / "here")
    use_plugins(())


@pytest.fixture
def known(home: Home, monkeypatch: pytest.MonkeyPatch) -> Home:
    """The same folder, which stands in LAWSPEAKER_PATH."""
    monkeypatch.setenv("LAWSPEAKER_PATH", "here")
    return home


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Calls the command line: the exit code, stdout and stderr."""
    def call(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", StringIO(typed))
        capsys.readouterr()
        code = main(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err
    return call
