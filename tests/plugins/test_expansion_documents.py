"""The document `bad/expansion_fit.md`: expansions that do not fit, and what is said of them.

An example is one ```law block for each expansion, whose name stands behind the word `law`, a ```sh block with what stands
behind `--with`, and a ```text block, which `pytest --bless` writes anew.
"""
from __future__ import annotations

import re
from pathlib import Path

from lawspeaker.interpreter.extensions import resolve
from lawspeaker.interpreter.rulesets import find_ruleset
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.render import render_all

DOCUMENT = Path(__file__).parents[1] / "language/bad/expansion_fit.md"
BLOCK = re.compile(r"^```(law|sh|text)(?: (\S+))?\n(.*?)^```$", re.M | re.S)


def told(folder: Path, laws: dict[str, str], wanted: str) -> str:
    """What is said when tic_tac_toe is to be played with these."""
    for name, law in laws.items():
        (folder / name).mkdir(parents=True)
        (folder / name / "rules.law").write_text(law, encoding="utf-8")
    sink = Sink()
    ruleset = find_ruleset("tic_tac_toe", sink)
    assert ruleset is not None
    resolve(ruleset, wanted.split(), sink)
    return render_all(sink.diagnostics).replace(str(folder.parent) + "/", "")


def test_document(home, monkeypatch, bless: bool) -> None:
    before = DOCUMENT.read_text(encoding="utf-8")
    laws: dict[str, str] = {}
    wanted, examples = "", 0

    def written(m: re.Match[str]) -> str:
        nonlocal wanted, laws, examples
        if m[1] == "law":
            laws[m[2]] = m[3]
        elif m[1] == "sh":
            wanted = m[3]
        else:
            examples += 1
            place = f"example_{examples}"
            monkeypatch.setenv("LAWSPEAKER_PATH", place)
            text = told(home.folder.parent / place, laws, wanted.replace("./", f"./{place}/")).replace(f"{place}/", "")
            laws = {}
            assert text, "an example in which nothing is wrong"
            return f"```text\n{text}\n```"
        return m[0]
    now = BLOCK.sub(written, before)
    assert examples > 10
    if bless and now != before:
        DOCUMENT.write_text(now, encoding="utf-8")
    else:
        assert before == now
