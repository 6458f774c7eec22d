"""One row for each game, as .csv or .parquet, and beside it what was played (`F.run.json`).

Rows of .csv are written as games end, so that a run that is killed leaves what it has played; in the end the file is put in the order
of the games.  A .parquet file is written in the end, or when the run is stopped.
"""
from __future__ import annotations

import csv
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lawspeaker.cli.mistakes import UsageMistake
from lawspeaker.cli.simulating.batch import Record

NO_PYARROW = ("Writing .parquet needs pyarrow, which is not installed: pip install 'lawspeaker[report]'.\n"
              "Or name a .csv file, which needs nothing.")


def possible(path: Path) -> None:
    """Complains before hours are spent playing."""
    if path.suffix.lower() not in (".csv", ".parquet"):
        raise UsageMistake(f"--out {path}: I write .csv and .parquet files only.")
    if path.suffix.lower() == ".parquet":
        _pyarrow()
    if not path.resolve().parent.is_dir():
        raise UsageMistake(f"--out {path}: there is no folder {path.parent}.")
    if path.is_dir():
        raise UsageMistake(f"--out {path}: this is a folder.")


class Rows:
    """Rows that are written as games end."""

    def __init__(self, path: Path, seats: Sequence[str], run: dict[str, Any]) -> None:
        self.path, self.seats = path, seats
        self._file = path.open("w", newline="", encoding="utf-8") if path.suffix.lower() == ".csv" else None
        self._add([], head=True)
        describe(path, {**run, "finished": None})

    def add(self, records: Sequence[Record]) -> None:
        self._add(records)

    def _add(self, records: Sequence[Record], head: bool = False) -> None:
        if self._file is None:
            return
        columns = _columns(self.seats, records)
        writer = csv.writer(self._file, lineterminator="\n")
        if head:
            writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))
        self._file.flush()

    def finish(self, records: Sequence[Record], found: dict[str, Any]) -> None:
        """All rows in order, and the whole report beside them."""
        if self._file is not None:
            self._file.close()
        write(self.path, self.seats, records)
        describe(self.path, found)


def beside(path: Path) -> Path:
    """The file that says what was played."""
    return path.with_suffix(".run.json")


def describe(path: Path, found: dict[str, Any]) -> None:
    beside(path).write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def write(path: Path, seats: Sequence[str], records: Sequence[Record]) -> None:
    """Writes the games in their order."""
    columns = _columns(seats, records)
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        if path.suffix.lower() == ".csv":
            with new.open("w", newline="", encoding="utf-8") as f:
                writer = csv.writer(f, lineterminator="\n")
                writer.writerow(columns)
                writer.writerows(zip(*columns.values(), strict=True))
        else:
            arrow, parquet = _pyarrow()
            parquet.write_table(arrow.table(columns), new)
        os.replace(new, path)
    finally:
        new.unlink(missing_ok=True)


def _columns(seats: Sequence[str], records: Sequence[Record]) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {
        "game": [r.number for r in records], "seed": [r.seed for r in records],
        "decisions": [r.decisions for r in records], "finished": [int(r.finished) for r in records],
        "first": [seats[r.first] if r.first >= 0 else "" for r in records],
        "winners": [" ".join(seats[w] for w in r.winners) for r in records]}
    for i, seat in enumerate(seats):
        columns[f"score_{seat}"] = [r.scores[i] if r.finished else None for r in records]
    columns["hash"] = [r.hash for r in records]
    columns["fault"] = [r.fault for r in records]
    return columns


def _pyarrow() -> tuple[Any, Any]:
    try:
        from importlib import import_module
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise UsageMistake(NO_PYARROW) from None
