"""Diagnostics → what people and programs read: text with the source line, JSON, SARIF 2.1.0.

The only place that knows how a diagnostic looks; the text is what the tests hold against.  Colour is the console's affair.
"""
from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from lawspeaker.interpreter.text.codes import explain
from lawspeaker.interpreter.text.diagnostic import Diagnostic, Label
from lawspeaker.interpreter.text.source import Span

WIDEST = 120                     # of an excerpt; longer lines are cut around the place


def render_text(d: Diagnostic) -> str:
    """Title, each place with its source line, text, hint."""
    kind = "" if d.severity == "error" else f" ({d.severity})"
    lines = [f"{d.code}{kind}: {_title(d)}"]
    gutter = max((len(str(label.span.line)) for label in d.labels if label.span.file), default=1)
    for label in d.labels:
        lines += _place(label, gutter)
    return "\n".join(lines + [f"  {line}".rstrip() for line in _words(d.text, d.hint)])


def _title(d: Diagnostic) -> str:
    """The title with a full stop, which not every author writes."""
    return d.title if d.title[-1:] in (".", "?", "!", ":") else f"{d.title}."


def _words(text: str, hint: str) -> list[str]:
    """Text and hint, on one line where they fit."""
    both = f"{text} {hint}".strip()
    return both.splitlines() if len(both) <= WIDEST or not (text and hint) else text.splitlines() + hint.splitlines()


def render_all(diagnostics: Iterable[Diagnostic]) -> str:
    """All of them, an empty line between two."""
    return "\n\n".join(render_text(d) for d in diagnostics)


def _place(label: Label, gutter: int) -> list[str]:
    span = label.span
    if not span.file:
        return [f"  {label.text}"] if label.text else []
    number, column = span.source.place(span.begin)
    place = f"  {span.file}:{number}:{column}"
    line = span.source.line(number)
    if not span.source.text:
        return [place + (f"  {label.text}" if label.text else "")]
    begin = column - 1
    end = min(span.end_column - 1 if span.end_line == number else len(line), len(line))
    line, begin, end = _window(line, begin, max(end, begin + 1))
    pointer = " " * width(line[:begin]) + "^" * max(width(line[begin:end]), 1)
    return [place, f"    {number:>{gutter}} | {visible(line)}".rstrip(),
            f"    {'':>{gutter}} | {pointer}" + (f" {label.text}" if label.text else "")]


def _window(line: str, begin: int, end: int) -> tuple[str, int, int]:
    """The part of a long line around a place, and where the place is in it."""
    line = line.rstrip()
    if len(line) <= WIDEST:
        return line, begin, end
    first = max(0, min(begin - WIDEST // 3, len(line) - WIDEST))
    last = first + WIDEST
    head, tail = "..." if first else "", "..." if last < len(line) else ""
    shift = len(head) - first
    return head + line[first:last] + tail, begin + shift, min(end, last) + shift


def visible(text: str) -> str:
    """The text with a sign for each character that a terminal would not show as one."""
    return "".join(" " if c == "\t" else "\N{REPLACEMENT CHARACTER}" if unicodedata.category(c) in ("Cc", "Cf", "Cs") else c
                   for c in text)


def width(text: str) -> int:
    """How many columns a terminal needs for the text."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


# ---- for programs --------------------------------------------------------------------------------------------
def to_json(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """One flat object for each; without a place, file is empty and all numbers are 0."""
    return [_flat(d) for d in diagnostics]


def _flat(d: Diagnostic) -> dict[str, Any]:
    place: dict[str, Any] = {"file": "", "line": 0, "column": 0, "end_line": 0, "end_column": 0}
    if d.span is not None and d.span.file:
        place = {"file": d.span.file, "line": d.span.line, "column": d.span.column,
                 "end_line": d.span.end_line, "end_column": d.span.end_column}
    return {"code": d.code, "severity": d.severity, **place, "message": message(d), "hint": d.hint}


def message(d: Diagnostic) -> str:
    """Title and text in one line."""
    return " ".join(f"{_title(d)} {d.text}".split())


def to_sarif(diagnostics: Iterable[Diagnostic]) -> dict[str, Any]:
    """One SARIF 2.1.0 log with one run."""
    found = list(diagnostics)
    codes = sorted({d.code for d in found})
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "lawspeaker", "rules": [_rule(code) for code in codes]}},
            "columnKind": "unicodeCodePoints",
            "results": [_result(d, codes.index(d.code)) for d in found],
        }],
    }


def _rule(code: str) -> dict[str, Any]:
    words = code.rpartition("/")[2].replace("-", " ")
    return {"id": code, "shortDescription": {"text": words[:1].upper() + words[1:]},
            "fullDescription": {"text": explain(code) or words}}


def _result(d: Diagnostic, index: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": d.code, "ruleIndex": index, "level": d.severity,
        "message": {"text": message(d) + (f" {d.hint}" if d.hint else "")},
    }
    places = [_location(label.span) for label in d.labels if label.span.file]
    if places:
        result["locations"] = places[:1]
    if places[1:]:
        texts = [label.text for label in d.labels if label.span.file]
        result["relatedLocations"] = [{"id": i, **place, **({"message": {"text": texts[i]}} if texts[i] else {})}
                                      for i, place in enumerate(places) if i]
    return result


def _location(span: Span) -> dict[str, Any]:
    return {"physicalLocation": {
        "artifactLocation": {"uri": quote(span.file.replace("\\", "/"))},
        "region": {"startLine": span.line, "startColumn": span.column, "endLine": span.end_line, "endColumn": span.end_column},
    }}
