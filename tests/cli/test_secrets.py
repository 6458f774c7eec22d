"""What is told at the table of what others chose unseen: nothing, on any screen but one's own."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

CASES = Path(__file__).parent.parent / "cases"
BEFORE = ("auction", "4", "5")                    # whoever begins bids 3 (the fourth option), the next one 4


def screens(out: str) -> list[tuple[str, str]]:
    """The name of the seat, and what was written while it had the screen."""
    parts = re.split(r"^[─-]{3} (\w+) [─-]{3}$", out, flags=re.M)
    return [("", parts[0]), *zip(parts[1::2], parts[2::2], strict=True)]


@pytest.mark.parametrize("undo", [(), ("undo",), ("undo", "1"), ("log", "undo", "log")])
def test_nobody_reads_what_another_chose_unseen(run, tmp_path: Path, undo: tuple[str, ...]) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = run("play", str(CASES / "secret_vote"), "--seat", "human,human,human", "--seed", "1", "--save", str(tmp_path / "evening.json"),
                       typed="\n".join((*BEFORE, *undo, "")))
    assert code == 0
    assert "cid: chooses 3" in out.casefold()                            # on his own screen
    for seat, text in screens(out):
        told = [line for line in text.splitlines() if re.search(r"chooses [0-9]|Taken back: .*[0-9]", line)]
        assert all(line.strip().casefold().startswith(f"{seat}:") for line in told), (seat, told)
    if undo:
        assert "Taken back: a choice of Ann that you do not see" in out
