"""One row for each game, as .csv or .parquet, written whole or not at all."""
from __future__ import annotations

import csv
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


def write(path: Path, seats: Sequence[str], records: Sequence[Record]) -> None:
    """Writes the games in their order."""
    columns = _columns(seats, records)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        if path.suffix.lower() == ".csv":
            with beside.open("w", newline="", encoding="utf-8") as f:
                writer = csv.writer(f, lineterminator="\n")
                writer.writerow(columns)
                writer.writerows(zip(*columns.values(), strict=True))
        else:
            arrow, parquet = _pyarrow()
            parquet.write_table(arrow.table(columns), beside)
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def _columns(seats: Sequence[str], records: Sequence[Record]) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {
        "game": [r.number for r in records], "seed": [r.seed for r in records],
        "decisions": [r.decisions for r in records], "finished": [int(r.finished) for r in records],
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
