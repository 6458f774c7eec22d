"""An exception from a plugin → a warning that names it, with the line of the plugin where it happened."""
from __future__ import annotations

import signal
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path

from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Source, Span

OURS = Path(__file__).resolve().parents[1]


def report(sink: Sink, code: str, title: str, error: BaseException, hint: str) -> None:
    sink.warning(code, place(error), f"{title}: {said(error)}", hint=hint)


def guarded(work: Callable[[], object], sink: Sink, code: str, title: str, hint: str) -> object | None:
    """What some work of a plugin gives; whatever it raises is reported, and nothing is given.  Only Ctrl-C is let through."""
    pressed: list[int] = []

    def handler(number: int, frame: object) -> None:
        pressed.append(number)
        raise KeyboardInterrupt
    listening = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if listening:
        signal.signal(signal.SIGINT, handler)
    try:
        return work()
    except BaseException as e:  # noqa: BLE001 - whatever is wrong with it, the others are not
        if isinstance(e, KeyboardInterrupt) and (pressed or not listening):
            raise
        report(sink, code, title, e, hint)
        return None
    finally:
        if listening:
            signal.signal(signal.SIGINT, signal.default_int_handler)


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
