"""Documents in `bad/`: each example of wrong law or data, followed by exactly what the author is told.

A document is Markdown.  After each block ```law or ```yaml stands a block ```text with the rendered diagnostics.  A block
```json before a ```yaml block is the schema that the data are held against.  `pytest --bless` writes the text blocks anew.
"""
from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lawspeaker.interpreter.syntax.data import load_yaml, validate
from lawspeaker.interpreter.syntax.parse import parse_file
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.render import render_all
from lawspeaker.interpreter.text.source import Source

BAD = Path(__file__).parent / "bad"
FAMILIES = ("syntax", "data")
DOCUMENTS = sorted(p for name in FAMILIES for p in BAD.glob(f"{name}_*.md"))
BLOCK = re.compile(r"^```(law|yaml|json|text)\n(.*?)^```$", re.M | re.S)


def told(language: str, text: str, schema: str) -> str:
    """What the author of this text is told."""
    sink = Sink()
    if language == "law":
        parse_file(Source("example.law", text), sink)
    else:
        datum = load_yaml(Source("example.yaml", text), sink)
        if datum is not None and schema:
            validate(datum, json.loads(schema), sink)
    return render_all(sink.diagnostics) + "\n"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda p: p.stem)
def test_document(document: Path, bless: bool) -> None:
    before = document.read_text(encoding="utf-8")
    now, schema, wanted = "", "", ""
    end = 0
    for m in BLOCK.finditer(before):
        language, text = m[1], m[2]
        now += before[end:m.start()]
        end = m.end()
        if language == "json":
            schema = text
        elif language != "text":
            wanted = told(language, text, schema)
        elif wanted:
            text, wanted = wanted, ""
        now += f"```{language}\n{text}```"
    now += before[end:]
    if bless and now != before:
        document.write_text(now, encoding="utf-8")
    else:
        assert before == now
    assert not wanted, "the last example has no ```text block"
