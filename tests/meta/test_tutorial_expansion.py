"""docs/write-an-expansion.md can be followed word for word, and what it shows of shipped law is what is shipped."""
from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from pages import BLOCK, ROOT, follow

PAGE = ROOT / "docs/write-an-expansion.md"


@pytest.mark.skipif(shutil.which("bash") is None, reason="the blocks are written for a Unix shell")
@pytest.mark.slow
def test_the_page_can_be_followed(tmp_path: Path, bless: bool) -> None:
    now = follow("write-an-expansion.md", PAGE.read_text(encoding="utf-8"), tmp_path / "page", bless)
    if bless:
        PAGE.write_text(now, encoding="utf-8")


def test_the_expansion_is_about_thirty_lines() -> None:
    """The last state of each law file of the expansion, without comments and empty lines."""
    files = {m[2]: m[3] for m in BLOCK.finditer(PAGE.read_text(encoding="utf-8")) if m[1] == "law" and "." in (m[2] or "")}
    lines = [line for name in ("valhalla/valhalla.law", "valhalla/runes.law") for line in files[name].splitlines()
             if line.strip() and not line.startswith("#")]
    assert 25 <= len(lines) <= 35


def test_the_form_that_is_shown_is_the_form_that_is_shipped() -> None:
    (shown,) = [m[3] for m in BLOCK.finditer(PAGE.read_text(encoding="utf-8")) if m[2] == "shown"]
    shipped = (ROOT / "plugins/runes/1_rules.law").read_text(encoding="utf-8")
    plain = {" ".join(re.sub(r"\[[A-Z0-9, -]+\]|#.*", "", line).split()) for line in shipped.splitlines()}
    assert [line for line in shown.splitlines() if line.strip() != "…" and " ".join(line.split()) not in plain] == []


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", PAGE.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (PAGE.parent / link).exists()] == []
