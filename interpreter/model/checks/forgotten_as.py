"""A player who is named and never spoken of: `for each p in others` with steps that `you` does, where most likely `as p` was forgotten.

Looks at what is written, not at what it means: steps that say nothing of any player are left alone.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.walk import walk
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Span

CIRCLES = ("players", "others")
ASKING = (n.Choose, n.ChooseOne, n.May)


def check(declarations: Sequence[n.Declaration], model: m.Model, sink: Sink) -> None:
    own = names_of_you(model)
    acting = verbs_that_act(model, own)
    for d in declarations:
        for x in walk(d):
            if isinstance(x, n.ForEach) and of_players(x.source) and x.to is None:
                report(x.name, x.name_span, x.source, x.condition, x.block, own, acting, sink)
            elif isinstance(x, n.Watcher) and x.name is not None and x.source is not None and x.name_span is not None and of_players(x.source):
                report(x.name, x.name_span, None, None, x.block, own, acting, sink)


def report(name: str, span: Span, source: n.Expr | None, condition: n.Expr | None, block: n.Block, own: frozenset[str],
           acting: frozenset[str], sink: Sink) -> None:
    if speaks_of(block, name) or not acts(block, own, acting):
        return
    how_often = ""
    if source is not None:
        many = source.span.text if condition is None else f"({name} in {source.span.text} where {condition.span.text})"
        how_often = f"; if it is you each time, write `repeat number of {many} times`"
    sink.warning("step/forgotten-as", span, f'These steps never speak of "{name}": it is `you` who acts',
                 hint=f"Write `as {name}` above them and indent them{how_often}.")


def speaks_of(node: object, name: str) -> bool:
    return any(isinstance(x, n.Name) and x.name == name for x in walk(node))


def of_players(e: n.Expr) -> bool:
    match e:
        case n.Name():
            return e.name in CIRCLES
        case n.AllOf():
            return e.kind == "Player"
        case n.Call():
            return e.name == "players_from"
        case n.Those():
            return of_players(e.source)
    return False


def names_of_you(model: m.Model) -> frozenset[str]:
    """What is of `you` when it stands bare: states and places of players, and values that read such."""
    own = {"you", "others", *model.player.states, *model.player.places}
    values = {v.name: [c for pair in v.cases for c in pair] + [v.value] for v in model.values.values() if not v.native}
    while more := {name for name, parts in values.items() if name not in own and any(bare(p, own) for p in parts if p is not None)}:
        own |= more
    return frozenset(own)


def verbs_that_act(model: m.Model, own: frozenset[str]) -> frozenset[str]:
    """First words of the verbs of the game in which `you` acts."""
    found: set[str] = set()
    verbs = [v for v in model.verbs if not v.core]
    while more := {v.words.split()[0] for v in verbs if acts(v.block, own, found)} - found:
        found |= more
    return frozenset(found)


def acts(block: n.Block, own: frozenset[str], acting: frozenset[str] | set[str]) -> bool:
    """Whether `you` does, decides or has something in these steps."""
    return any(isinstance(x, ASKING) or (isinstance(x, n.Name) and x.name in own) or (isinstance(x, n.Call) and x.name in own)
               or (isinstance(x, n.Sentence) and x.verb in acting) for x in outside_as(block))


def bare(e: object, own: set[str]) -> bool:
    return any(isinstance(x, (n.Name, n.Call)) and x.name in own for x in walk(e))


def outside_as(node: n.Block) -> Iterator[n.Node]:
    """The nodes of a block that do not stand below `as`."""
    inside = {id(y) for x in walk(node) if isinstance(x, n.As) for y in walk(x.block)}
    return (x for x in walk(node) if id(x) not in inside)
