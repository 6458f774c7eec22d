"""The blocks of docs/scenarios.md hold, and the page has all keys."""
from __future__ import annotations

import re
from pathlib import Path

from lawspeaker.interpreter.testing.reading import KEYS
from lawspeaker.testing import scenario

PAGE = Path(__file__).resolve().parents[2] / "docs" / "scenarios.md"


def test_the_page() -> None:
    text = PAGE.read_text("utf-8")
    found = re.findall(r"^```yaml\n(.*?)^```", text, re.M | re.S)
    assert len(found) == 2 and sum(scenario(block) for block in found) == 3
    table = "".join(line for line in text.splitlines() if line.startswith("| `"))
    assert [key for key in KEYS if not re.search(rf"`{key}\b", table)] == []
