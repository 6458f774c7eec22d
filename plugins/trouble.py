"""An exception from a plugin → a warning that names it, with the line of the plugin where it happened."""
from __future__ import annotations

import sys
import traceback
from pathlib import Path

from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Source, Span

OURS = Path(__file__).resolve().parents[1]


def report(sink: Sink, code: str, title: str, error: BaseException, hint: str) -> None:
    sink.warning(code, place(error), f"{title}: {said(error)}", hint=hint)


def said(error: BaseException) -> str:
    """The type of an exception and its first line."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def place(error: BaseException) -> Span | None:
    """The innermost line that is neither ours nor of the Python it runs on."""
    if isinstance(error, SyntaxError) and error.filename:
        return line_of(error.filename, error.lineno or 1)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if frame.filename.startswith("<") or not path.is_file():
            continue
        path = path.resolve()
        if OURS not in path.parents and Path(sys.base_prefix).resolve() not in path.parents and "pluggy" not in path.parts:
            return line_of(frame.filename, frame.lineno or 1)
    return None


def line_of(file: str, line: int) -> Span | None:
    """The written part of a line of a file."""
    try:
        source = Source(file, Path(file).read_text("utf-8"))
    except (OSError, UnicodeDecodeError):
        return None
    text = source.line(line)
    begin = source.starts[line - 1] + len(text) - len(text.lstrip()) if 1 <= line <= len(source.starts) else 0
    return source.span(begin, begin + len(text.strip()))
