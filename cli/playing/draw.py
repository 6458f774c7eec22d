"""Panels laid out for a terminal, small ones beside each other.  The only module that knows how rich draws a game."""
from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.panel import Panel as Frame
from rich.table import Table
from rich.text import Text

from lawspeaker.cli.playing.panels import NOTHING, Board, Facts, Listing, Panel

GAP = 1
EMPTY_CELL = "·"
# Seats and pieces named after a colour are drawn in it, where the terminal has colours.
COLOURS = {"red": "red", "yellow": "yellow", "blue": "bright_blue", "green": "green", "black": "bright_black",
           "white": "bright_white", "orange": "dark_orange", "purple": "purple", "pink": "hot_pink", "brown": "orange4"}


def screen(panels: Sequence[Panel], width: int, highlight: str = "") -> RenderableType:
    """All panels; the column or row named `highlight` (the seat that looks) catches the eye."""
    ruler = Console(width=width, markup=False, emoji=False)
    lines: list[list[tuple[RenderableType, int]]] = [[]]
    for panel in panels:
        frame = _frame(panel, highlight)
        wide = min(width, Measurement.get(ruler, ruler.options, frame).maximum)
        if lines[-1] and sum(w + GAP for _f, w in lines[-1]) + wide > width:
            lines.append([])
        lines[-1].append((frame, wide))
    return Group(*(_line(line) for line in lines if line))


def _line(line: list[tuple[RenderableType, int]]) -> RenderableType:
    if len(line) == 1:
        return line[0][0]
    side_by_side = Table.grid(padding=(0, GAP, 0, 0))
    for _, wide in line:
        side_by_side.add_column(width=wide)
    side_by_side.add_row(*(frame for frame, _w in line))
    return side_by_side


def _frame(panel: Panel, highlight: str) -> RenderableType:
    body: RenderableType
    match panel:
        case Facts():
            body = _facts(panel)
        case Listing():
            body = _listing(panel, highlight)
        case Board():
            body = _board(panel)
    return Frame(body, title=Text(panel.title, style="bold"), title_align="left", box=box.ROUNDED, expand=False,
                 padding=(0, 1), border_style="dim")


def _facts(panel: Facts) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="dim")
    grid.add_column(overflow="fold")
    for name, text in panel.items:
        grid.add_row(Text(name), Text(text))
    return grid


def _listing(panel: Listing, highlight: str) -> RenderableType:
    if not panel.rows:
        return Text(NOTHING)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=True, header_style="dim")
    for i, name in enumerate(panel.columns):
        numbers = all(_is_number(row[i]) for row in panel.rows)
        table.add_column(_coloured(name), justify="right" if numbers else "left", overflow="fold",
                         style="bold" if name == highlight and highlight else "")
    for row in panel.rows:
        table.add_row(*(_coloured(cell) for cell in row), style="bold" if row[0].casefold() == highlight.casefold() else "")
    return table


def _board(panel: Board) -> RenderableType:
    grid = Table(box=box.SQUARE, show_header=False, show_lines=True, padding=(0, 1))
    grid.add_column(style="dim")
    for _column in panel.across:
        grid.add_column(justify="center")
    short = _initials(panel)
    for name, row in zip(panel.up, panel.rows, strict=True):
        grid.add_row(Text(name), *(Text(short.get(cell, cell) or EMPTY_CELL, style=_colour(cell)) for cell in row))
    grid.add_row(Text(""), *(Text(name, style="dim") for name in panel.across))
    if not short:
        return grid
    return Group(grid, Text("  ".join(f"{letter} {cell}" for cell, letter in short.items()), style="dim"))


def _initials(panel: Board) -> dict[str, str]:
    """A letter for each long text of a board, so that its columns stay equal; nothing if two would share one."""
    texts = sorted({cell for row in panel.rows for cell in row if cell})
    letters = [t[0].upper() for t in texts]
    return dict(zip(texts, letters, strict=True)) if len(set(letters)) == len(texts) and max(map(len, texts), default=0) > 2 else {}


def _coloured(text: str) -> Text:
    return Text(text, style=_colour(text))


def _colour(text: str) -> str:
    return COLOURS.get(text.casefold(), "")


def _is_number(text: str) -> bool:
    return text == NOTHING or text.lstrip("+-").isdigit()
