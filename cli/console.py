"""The only printer: results go to stdout, progress and complaints to stderr, questions to whoever sits there.

Does not decide what to say.  rich is imported only when something is drawn, so that `--help` and `--json` stay quick.
Texts are printed as they are: square brackets in them are citations, never rich markup.
"""
from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

PIPE_WIDTH = 120                                  # columns when nobody tells how wide the output is


def prepare() -> None:
    """Makes both streams print every text: what their encoding lacks becomes `?` instead of an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def has_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except (AttributeError, ValueError):          # closed, or not a real stream
        return False


def somebody_sits_there() -> bool:
    """Whether a person types the answers and sees the screen."""
    return has_terminal(sys.stdin) and has_terminal(sys.stdout)


def in_colour(stream: TextIO) -> bool:
    return has_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def writes_unicode() -> bool:
    """Whether the output can show more than ASCII."""
    return (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "").startswith("utf")


def _rich(stream: TextIO) -> Console:
    from rich.console import Console
    known = has_terminal(stream) or "COLUMNS" in os.environ
    return Console(file=stream, markup=False, highlight=False, emoji=False, soft_wrap=False,
                   width=None if known else PIPE_WIDTH, no_color=not in_colour(stream))


def width() -> int:
    if has_terminal(sys.stdout) or "COLUMNS" in os.environ:
        import shutil
        return shutil.get_terminal_size().columns
    return PIPE_WIDTH


def _say(stream: TextIO, text: str, style: str) -> None:
    if style and in_colour(stream):
        from rich.text import Text
        _rich(stream).print(Text(text, style=style), soft_wrap=True)
    else:
        stream.write(text + "\n")


def out(text: str = "", style: str = "") -> None:
    """A line of the result."""
    _say(sys.stdout, text, style)


def note(text: str, style: str = "") -> None:
    """A line beside the result: progress, hints."""
    _say(sys.stderr, text, style)


def complain(text: str) -> None:
    """An error, in one or more lines."""
    _say(sys.stderr, text, "red")


def draw(thing: RenderableType) -> None:
    """Something that rich lays out."""
    _rich(sys.stdout).print(thing)


def document(value: object) -> None:
    """One JSON document."""
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=not writes_unicode()) + "\n")


def table(columns: Sequence[str], rows: Sequence[Sequence[str]], *, title: str = "", right: frozenset[int] = frozenset(),
          bold: frozenset[int] = frozenset()) -> None:
    """A table; `right` are the columns of numbers, `bold` the ones to catch the eye."""
    from rich import box
    from rich.table import Table
    from rich.text import Text
    drawn = Table(box=box.SIMPLE_HEAD, title=Text(title, style="bold") if title else None, title_justify="left",
                  pad_edge=False)
    for i, name in enumerate(columns):
        drawn.add_column(Text(name), justify="right" if i in right else "left", no_wrap=i in right,
                         style="bold" if i in bold else "", overflow="fold")
    for row in rows:
        drawn.add_row(*(Text(cell) for cell in row))
    draw(drawn)


def clear() -> None:
    """An empty screen, the lines that were scrolled away included, so that nobody reads another's secrets."""
    if has_terminal(sys.stdout):
        sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
        sys.stdout.flush()
    else:
        out()


def ask(prompt: str) -> str | None:
    """What was answered, or None at the end of input."""
    try:
        if somebody_sits_there():
            import readline  # noqa: F401  (gives input() its line editing)
    except ImportError:
        pass
    try:
        if somebody_sits_there():
            return input(prompt)
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
    except EOFError:
        line = ""
    except UnicodeDecodeError:                    # bytes that are no text: as wrong as any other wrong answer
        line = "\N{REPLACEMENT CHARACTER}\n"
    if not line:
        sys.stdout.write("\n")
        return None
    if not has_terminal(sys.stdin):
        sys.stdout.write(line if line.endswith("\n") else line + "\n")       # a transcript reads like a session
    return line.rstrip("\r\n")


def progress(text: str) -> None:
    """Replaces the line of progress; says nothing where nobody watches."""
    if has_terminal(sys.stderr):
        sys.stderr.write("\r\x1b[K" + text)
        sys.stderr.flush()


def progress_done() -> None:
    progress("")
