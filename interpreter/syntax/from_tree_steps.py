"""lark tree → steps: what stands under `does`, `to …` and other blocks.

Does not look verbs up: a step that starts with no keyword is a `Line`, whatever its verb.
"""
from __future__ import annotations

from collections.abc import Callable

from lark import Token, Tree

from lawspeaker.interpreter.syntax import nodes
from lawspeaker.interpreter.syntax.from_tree_expr import (
    condition,
    expression,
    maybe_text,
    pieces,
    sentence,
    tails,
    text,
)
from lawspeaker.interpreter.syntax.reading import Reading, Twig, cites, named, one, token, tokens, trees
from lawspeaker.interpreter.text.source import Span

SHORT = ("line", "let", "end", "stop", "choose")
AMOUNTS = {"up_to": "up_to", "any_number": "any", "exactly": "exactly"}


def block(r: Reading, tree: Twig) -> nodes.Block:
    return nodes.Block(r.span(tree), tuple(step(r, t) for t in trees(tree)))


def step(r: Reading, tree: Twig) -> nodes.Step:
    """Read any step."""
    return READERS[tree.data](r, tree)


def block_of(r: Reading, tree: Twig) -> nodes.Block:
    """The block of this step: the one below it, the short step on its own line, or an empty one."""
    below = one(tree, "block")
    if below is not None:
        return block(r, below)
    beside = one(tree, *SHORT)
    if beside is not None:
        return nodes.Block(r.span(beside), (step(r, beside),))
    end = r.span(tree).end
    return nodes.Block(r.source.span(end, end), ())


def span_of(r: Reading, t: Token | None) -> Span | None:
    return r.token_span(t) if t is not None else None


# ---- lines that are also members of declarations -----------------------------------------------------------
def line(r: Reading, t: Twig) -> nodes.Line:
    says = one(t, "sentence")
    assert says is not None
    return nodes.Line(r.span(t), sentence(r, says), tails(r, t, "tail"), cites(r, t))


def requires(r: Reading, t: Twig) -> nodes.Requires:
    name = token(t, "NAME")
    return nodes.Requires(r.span(t), str(name) if name is not None else None, expression(r, trees(t)[0]),
                          maybe_text(r, t), cites(r, t))


def costs(r: Reading, t: Twig) -> nodes.Costs:
    return nodes.Costs(r.span(t), pieces(r, t), cites(r, t))


def source(r: Reading, tree: Twig) -> tuple[nodes.Expr, nodes.Expr | None]:
    """`from S`, `in S`, or a range `from 1 to 3`."""
    low, *high = trees(tree)
    return expression(r, low), expression(r, high[0]) if high else None


def choose(r: Reading, t: Twig) -> nodes.Choose:
    how, where = one(t, *AMOUNTS), one(t, "source")
    assert where is not None
    amount = None
    if how is not None:
        number = trees(how)
        amount = nodes.Amount(r.span(how), AMOUNTS[how.data], expression(r, number[0]) if number else None)
    name = tokens(t, "NAME")[0]
    return nodes.Choose(r.span(t), amount, str(name), r.token_span(name), *source(r, where), maybe_text(r, t), cites(r, t))


def choose_one(r: Reading, t: Twig) -> nodes.ChooseOne:
    return nodes.ChooseOne(r.span(t), maybe_text(r, t), tuple(_option(r, o) for o in named(t, "option")), cites(r, t))


def _option(r: Reading, t: Twig) -> nodes.Option:
    key, label = tokens(t, "NAME")[0], tokens(t, "STRING")[0]
    body = one(t, "option_body")
    inside = trees(body) if body is not None else []
    steps = tuple(step(r, s) for s in inside if s.data != "costs")
    end = r.span(t).end
    place = steps[0].span.to(steps[-1].span) if steps else r.source.span(end, end)
    return nodes.Option(r.span(t), str(key), r.token_span(key), text(r, label), condition(r, t, "if_so"),
                        tuple(costs(r, c) for c in inside if c.data == "costs"), nodes.Block(place, steps), cites(r, t))


# ---- moments, reactions, changes -----------------------------------------------------------------------------
def moment(r: Reading, t: Twig) -> nodes.Moment:
    whose = token(t, "OWN", "ANY")
    if t.data == "edge":
        edge = tokens(t, "START", "END")[0]
        name, *names = tokens(t, "NAME", "CALL")
        return nodes.Moment(r.span(t), str(edge), _word(whose), str(name), r.token_span(name),
                            tuple(str(a) for a in names), tuple(r.token_span(a) for a in names))
    name, *arguments = [x for x in tokens(t) if x is not whose]
    return nodes.Moment(r.span(t), None, _word(whose), str(name), r.token_span(name),
                        tuple(str(a) for a in arguments), tuple(r.token_span(a) for a in arguments))


def moments(r: Reading, t: Twig) -> tuple[nodes.Moment, ...]:
    return tuple(moment(r, m) for m in named(t, "edge", "moment"))


def reaction(r: Reading, t: Twig) -> nodes.Reaction:
    word, says = token(t, "BEFORE", "AFTER", "INSTEAD"), one(t, "sentence")
    return nodes.Reaction(r.span(t), str(word) if word is not None else "at", moments(r, t),
                          sentence(r, says) if says is not None else None, condition(r, t, "if_so"), block_of(r, t), cites(r, t))


def change(r: Reading, t: Twig) -> nodes.Change:
    target, value = trees(t)[:2]
    return nodes.Change(r.span(t), expression(r, target), expression(r, value), condition(r, t, "while_so"), cites(r, t))


def waive(r: Reading, t: Twig) -> nodes.Waive:
    what = tokens(t)[0]
    move = tokens(t, "NAME")[-1]
    named_one = what if what.type == "NAME" else None
    all_cites = cites(r, t)
    ids = () if named_one is not None else cites(r, Tree("waived", [what]))
    return nodes.Waive(r.span(t), ids, _word(named_one), span_of(r, named_one), str(move), r.token_span(move),
                       condition(r, t, "where"), all_cites[len(ids):])


def _word(t: Token | None) -> str | None:
    return str(t) if t is not None else None


# ---- steps proper ------------------------------------------------------------------------------------------
def _let(r: Reading, t: Twig) -> nodes.Let:
    name = tokens(t, "NAME")[0]
    return nodes.Let(r.span(t), str(name), r.token_span(name), expression(r, trees(t)[0]), cites(r, t))


def _end(r: Reading, t: Twig) -> nodes.End:
    name = tokens(t, "NAME")[0]
    return nodes.End(r.span(t), str(name), r.token_span(name), cites(r, t))


def _may(r: Reading, t: Twig) -> nodes.May:
    return nodes.May(r.span(t), maybe_text(r, t), block_of(r, t), cites(r, t))


def _if(r: Reading, t: Twig) -> nodes.If:
    branches: list[tuple[nodes.Expr, nodes.Block]] = []
    otherwise: nodes.Block | None = None
    when: nodes.Expr | None = None
    for c in trees(t):
        if c.data != "block":
            when = expression(r, c)
        elif when is not None:
            branches.append((when, block(r, c)))
            when = None
        else:
            otherwise = block(r, c)
    return nodes.If(r.span(t), tuple(branches), otherwise, cites(r, t))


def _for_each(r: Reading, t: Twig) -> nodes.ForEach:
    name, where = tokens(t, "NAME")[0], one(t, "source")
    assert where is not None
    return nodes.ForEach(r.span(t), str(name), r.token_span(name), *source(r, where), condition(r, t, "where"),
                         token(t, "ONCE") is not None, block_of(r, t), cites(r, t))


def _repeat(r: Reading, t: Twig) -> nodes.Repeat:
    return nodes.Repeat(r.span(t), expression(r, trees(t)[0]), maybe_text(r, t), block_of(r, t), cites(r, t))


def _as(r: Reading, t: Twig) -> nodes.As:
    return nodes.As(r.span(t), expression(r, trees(t)[0]), block_of(r, t), cites(r, t))


def _during(r: Reading, t: Twig) -> nodes.During:
    return nodes.During(r.span(t), expression(r, trees(t)[0]), block_of(r, t), cites(r, t))


def _bound(r: Reading, t: Twig) -> nodes.Bound:
    edge, name, count = token(t, "START", "END"), tokens(t, "NAME")[-1], trees(t)
    return nodes.Bound(r.span(t), _word(edge), expression(r, count[0]) if count else None, str(name), r.token_span(name))


def _until(r: Reading, t: Twig) -> nodes.Until:
    members: list[nodes.Change | nodes.Waive | nodes.Reaction] = []
    for c in trees(t):
        match c.data:
            case "change":
                members.append(change(r, c))
            case "waive":
                members.append(waive(r, c))
            case "reaction":
                members.append(reaction(r, c))
    return nodes.Until(r.span(t), tuple(_bound(r, b) for b in named(t, "bound")), token(t, "EVERYONE") is not None,
                       tuple(members), cites(r, t))


def _later(r: Reading, t: Twig) -> nodes.Later:
    return nodes.Later(r.span(t), moments(r, t)[0], condition(r, t, "if_so"), block_of(r, t), cites(r, t))


def _result(r: Reading, t: Twig) -> nodes.Result:
    return nodes.Result(r.span(t), str(tokens(t)[0]), block_of(r, t), cites(r, t))


READERS: dict[str, Callable[[Reading, Twig], nodes.Step]] = {
    "line": line,
    "requires": requires,
    "choose": choose,
    "choose_one": choose_one,
    "let": _let,
    "end": _end,
    "stop": lambda r, t: nodes.Stop(r.span(t), cites(r, t)),
    "may": _may,
    "if": _if,
    "for_each": _for_each,
    "repeat": _repeat,
    "as": _as,
    "during": _during,
    "until": _until,
    "later": _later,
    "at_once": lambda r, t: nodes.AtOnce(r.span(t), block_of(r, t), cites(r, t)),
    "result": _result,
}
