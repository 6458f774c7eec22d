"""`explain` of a woven game: who contributed what, what changes it, and what an expansion put in whose place."""
from __future__ import annotations

from collections.abc import Callable

from lawspeaker.interpreter.explain import Book
from lawspeaker.interpreter.game import Game
from lawspeaker.interpreter.trace import cited


def told(game: Game, what: str) -> str:
    return Book(game, game.compiled, cited(game)).explain(what)


def test_side_by_side(woven: Callable[..., Game]) -> None:
    """What is removed, beside the moves of the same form that come in its place; what is replaced, beside the new law."""
    text = told(woven('''form deal is action
removes action shop
replaces action work "Toil"
  does
    earn 7 coins                                             [XX-01]
action haggle "Haggle"
  does
    add 1 to vp
'''), "work")
    assert "Replaced by the expansion more_1" in text
    row = next(line for line in text.splitlines() if "requires turn.worked < 3" in line and " | " in line)
    assert "[IN-WORK-01]" in row and "earn 7 coins  [XX-01]" in text
    assert "action haggle" in told(woven('removes action shop\naction haggle "Haggle"\n  does\n    add 1 to vp\n'), "shop")


def test_extended(woven: Callable[..., Game]) -> None:
    text = told(woven("extends action work\n  after\n    add 1 to vp\nwage becomes it + 1\n"), "work")
    assert "extends action work" in text and "of the expansion more_1" in text and "wage becomes it + 1" in text
