"""Questions for the printer of Python: the options of each, and who is asked."""
from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from lawspeaker.interpreter.program import ir
from lawspeaker.interpreter.program.optimise import index_walk, shift, zipped
from lawspeaker.interpreter.program.print_bills import heads_of
from lawspeaker.interpreter.program.print_headers import first_tests
from lawspeaker.interpreter.program.schema import AREA

if TYPE_CHECKING:
    from lawspeaker.interpreter.program.print_python import Printer

MANY = 4                         # cards of one hand that are looked for one by one


def question(p: Printer, block: ir.Block, q: ir.Question) -> None:
    name = "q"
    if block.number in p.paying.questions:        # asked while something is paid: only what leaves the rest payable
        p.line(f"def q{block.number}(C, f): return open_ways(C, f, w{block.number}(C, f))")
        name = "w"
    if q.kind == "move" and one_line(p, block, q):
        player_of(p, block, q)
        return
    p.line(f"def {name}{block.number}(C, f):")
    p.depth += 1
    p.line(f"_, up, {''.join(r + ', ' for r in block.params)} = f")
    match q.kind:
        case "move":
            p.line(f"_asked = {p.e(q.player)}")                       # guards may speak of `you`, whose moment it is
            p.line("out = []")
            offered(p, q, "_asked", "out")
            p.line("return out")
        case "choose" | "option" | "part":
            assert q.list is not None
            p.line(f"return {p.e(q.list)}" + (" + ((),)" if q.may_pass else ""))
        case "set":
            assert q.list is not None and q.least is not None and q.most is not None
            p.line(f"return subsets({p.e(q.list)}, {p.e(q.least)}, {p.e(q.most)})")
        case "yes":
            p.line("return (1, 0)")
    p.depth -= 1
    if q.kind == "move":
        player_of(p, block, q)


def offered(p: Printer, q: ir.Question, you: str, out: str) -> None:
    """The options of a question about moves into a list."""
    entries = [(number, p.e(q.guards[i]) if q.guards and q.guards[i] is not None else "", card_of(p, number))  # type: ignore[arg-type]
               for i, number in enumerate(q.moves)]
    for (guard, hand), group in groupby(entries, key=lambda x: (x[1], x[2][1] if x[2] is not None else -1)):
        some = list(group)
        cards = tuple((card[0], number) for number, _, card in some if card is not None)
        if hand >= 0 and len(cards) >= MANY and cards == tuple(sorted(cards)):
            held(p, cards, f"C[{hand} + {you}]", guard, you, out)
            continue
        one_by_one(p, [number for number, _, _ in some], guard, you, out)
    if q.may_pass:
        p.line(f"if {out}: {out}.append(())")


def one_by_one(p: Printer, moves: list[int], guard: str, you: str, out: str) -> None:
    """Each move behind what it requires first; what several in a row require stands once."""
    offers = []
    for number in moves:
        tests, more = first_tests(p, number, ir.Reg(you))
        offers.append(([guard] * bool(guard) + tests, f"{'h' if tests else 'm'}{number}(C, {you}, {out})" if more else f"{out}.append(({number}, ))"))
    for first, group in groupby(offers, key=lambda x: x[0][0] if x[0] else ""):
        some = list(group)
        shared = len(some) > 1 and bool(first)
        if shared:
            p.line(f"if {first}:")
            p.depth += 1
        for tests, offer in some:
            left = tests[1:] if shared else tests
            p.line((f"if {' and '.join(left)}: " if left else "") + offer)
        p.depth -= shared


def held(p: Printer, cards: tuple[tuple[int, int], ...], hand: str, guard: str, you: str, out: str) -> None:
    """Moves that are cards of one hand: those that lie there are asked, in the order in which they lie."""
    if cards not in p.hands:
        p.hands.append(cards)
    table, card = f"D{p.hands.index(cards)}", p.name()
    if guard:
        p.line(f"if {guard}:")
        p.depth += 1
    p.line(f"for {card} in {hand}:")
    p.line(f"    if {card} in {table}: {table}[{card}](C, {you}, {out})")
    p.depth -= bool(guard)


def card_of(p: Printer, move: int) -> tuple[int, int] | None:
    """Of a move that is a card, which must lie in a hand of the player: the card, and the cell of the hand of the first player; only of
    hands that keep their cards in order."""
    heads = heads_of(p, p.p.moves[move])
    c = heads[0].condition if heads and isinstance(heads[0], ir.HeadRequire) else None
    if not (isinstance(c, ir.Op) and c.op == "eq" and isinstance(c.left, ir.Load) and c.left.index is None):
        return None
    place, layout = shift(c.right, "you"), p.p.layout
    card = c.left.base - layout.where
    if place is None or not layout.pieces[0] <= card < layout.pieces[1]:
        return None
    return next(((card, t.base) for t in layout.places if t.first == place and t.how == AREA and t.count == layout.players and t.owner == "player"), None)


def one_line(p: Printer, block: ir.Block, q: ir.Question) -> bool:
    """A single move with one choice and simple requirements: its options as one list."""
    if len(q.moves) != 1 or q.may_pass or q.guards:
        return False
    header = heads_of(p, p.p.moves[q.moves[0]])
    if not header or not isinstance(header[0], ir.HeadChoose) or not all(isinstance(h, ir.HeadRequire) for h in header[1:]):
        return False
    p.line(f"def q{block.number}(C, f):")
    p.depth += 1
    p.line(f"_, up, {''.join(r + ', ' for r in block.params)} = f")
    p.line(f"you = {p.e(q.player)}")
    tests = [p.e(h.condition) for h in header[1:] if isinstance(h, ir.HeadRequire) and h.condition != ir.Const(1)]
    tail = f" if {' and '.join(tests)}" if tests else ""
    walked = header[0].list
    if isinstance(walked, ir.Each) and walked.what == "collect" and walked.condition is not None and not tests:
        p.line(f"return [({q.moves[0]}, {walked.reg}) {collecting(p, walked)}]")
    else:
        p.line(f"return [({q.moves[0]}, {header[0].reg}) for {header[0].reg} in {p.iterable(walked)}{tail}]")
    p.depth -= 1
    return True


def collecting(p: Printer, x: ir.Each) -> str:
    """`for x in list if condition` of a collecting walk."""
    y, lst = index_walk(p, x)
    side_by_side = zipped(p, x) if y is x else None
    if side_by_side is not None:
        return side_by_side
    if ":=" in lst:
        y, lst = x, p.own_function(x.list)
    return f"for {y.reg} in {lst}" + (f" if {p.e(y.condition)}" if y.condition is not None else "")


def player_of(p: Printer, block: ir.Block, q: ir.Question) -> None:
    p.line(f"def p{block.number}(C, f):")
    p.line(f"    _, up, {''.join(r + ', ' for r in block.params)} = f")
    p.line(f"    return {p.e(q.player)}")
