"""lark tree → expressions, strings with their holes, sentences, types.

Does not know what a name means.  What a newcomer would get wrong: `(x in S where C)` is parsed as `sum in sum`, to stay
LALR, so that the left side is a name is checked here.
"""
from __future__ import annotations

from collections.abc import Callable

from lark import Token, Tree

from lawspeaker.interpreter.syntax import nodes
from lawspeaker.interpreter.syntax.reading import Reading, Twig, named, one, token, tokens, trees
from lawspeaker.interpreter.text.source import Span

ESCAPES = {"n": "\n", '"': '"', "\\": "\\", "{": "{", "}": "}"}


def expression(r: Reading, tree: Twig) -> nodes.Expr:
    """Read any tree of the expression language."""
    return READERS[tree.data](r, tree)


# ---- strings ---------------------------------------------------------------------------------------------
def text(r: Reading, t: Token) -> nodes.Text:
    """A string token: escapes undone, each {hole} parsed as an expression at its own place."""
    whole = r.token_span(t)
    raw = r.source.text
    parts: list[str | nodes.Expr] = []
    plain: list[str] = []
    at, end = whole.begin + 1, whole.end - 1

    def flush() -> None:
        if plain:
            parts.append("".join(plain))
            plain.clear()

    while at < end:
        c = raw[at]
        if c == "\\":
            plain.append(_escape(r, at))
            at += 2
        elif c == "{":
            close = _hole_end(raw, at, end)
            if close < 0:
                r.sink.error("syntax/unclosed-hole", r.source.span(at, end), 'A "{" without its "}".',
                             text="In a text, braces hold an expression whose value is shown there.",
                             hint='Close the hole with "}", or write \\{ for the sign itself.')
                plain.append(raw[at:end])
                break
            flush()
            hole = r.parse_hole(at + 1, close)
            parts.append(hole if hole is not None else raw[at:close + 1])
            at = close + 1
        else:
            if c == "}":
                r.sink.error("syntax/unopened-hole", r.source.span(at, at + 1), 'A "}" without its "{".',
                             hint="Write \\} for the sign itself.")
            plain.append(c)
            at += 1
    flush()
    return nodes.Text(whole, tuple(parts))


def _escape(r: Reading, at: int) -> str:
    c = r.source.text[at + 1]
    if c not in ESCAPES:
        r.sink.error("syntax/unknown-escape", r.source.span(at, at + 2), f'I do not know the escape "\\{c}".',
                     text='After a backslash may stand: " \\ { } n.', hint="Write \\\\ for a backslash.")
    return ESCAPES.get(c, c)


def _hole_end(raw: str, begin: int, end: int) -> int:
    depth = 0
    for at in range(begin, end):
        if raw[at] == "{":
            depth += 1
        elif raw[at] == "}":
            depth -= 1
            if not depth:
                return at
    return -1


def maybe_text(r: Reading, tree: Twig) -> nodes.Text | None:
    """The string that stands directly in this rule, if there is one."""
    t = token(tree, "STRING")
    return text(r, t) if t is not None else None


# ---- sentences -------------------------------------------------------------------------------------------
def pieces(r: Reading, tree: Twig) -> tuple[nodes.Piece, ...]:
    """Words and values of a sentence, `costs` line or tail, in order."""
    return tuple(nodes.Word(r.span(t), str(t.children[0])) if t.data == "word" else expression(r, t) for t in trees(tree))


def sentence(r: Reading, tree: Twig) -> nodes.Sentence:
    verb = tokens(tree)[0]
    return nodes.Sentence(r.span(tree), str(verb), r.token_span(verb), pieces(r, tree))


def tails(r: Reading, tree: Twig, rule: str) -> tuple[nodes.Tail, ...]:
    """What stands after commas: `tail` of a line, `trait` of a field or place."""
    return tuple(nodes.Tail(r.span(t), pieces(r, t)) for t in named(tree, rule))


def condition(r: Reading, tree: Twig, rule: str) -> nodes.Expr | None:
    """The expression of an `if`, `where` or `while` part, if it is written."""
    t = one(tree, rule)
    return expression(r, trees(t)[0]) if t is not None else None


def bound_name(r: Reading, tree: Twig, where: str) -> tuple[str, Span]:
    """The name that a set or loop gives to each thing; the grammar allows any value there."""
    e = expression(r, tree)
    if isinstance(e, nodes.Name):
        return e.name, e.span
    r.sink.error("syntax/not-a-name", e.span, f'"{_short(e.span.text)}" cannot be the name before "in".',
                 text=f"In {where} a new name in lower case stands before \"in\"; each thing gets it in turn.",
                 hint="Write a name, as in (p in players where some p.town).")
    return "_", e.span


def _short(s: str) -> str:
    s = " ".join(s.split())
    return s if len(s) <= 40 else s[:37] + "..."


# ---- types -------------------------------------------------------------------------------------------------
def type_(r: Reading, tree: Twig) -> nodes.Type:
    inner = _type_part(r, tree.children[0])
    return nodes.OrNone(r.span(tree), inner) if token(tree, "NONE") is not None else inner


def _type_part(r: Reading, part: Twig | Token) -> nodes.Type:
    if isinstance(part, Token):
        return nodes.NamedType(r.token_span(part), str(part))
    span = r.span(part)
    match part.data:
        case "range_type":
            return _range(r, part, span)
        case "of_type":
            outer, inner = part.children
            return nodes.OfType(span, str(outer), _type_part(r, inner))
        case _:
            return nodes.TableType(span, str(tokens(part, "KIND")[0]))


def _range(r: Reading, tree: Twig, span: Span) -> nodes.RangeType:
    ends: list[int | str] = []
    sign = 1
    for t in tokens(tree):
        if t.type == "PLUS":
            sign = -1 if t == "-" else 1
        else:
            ends.append(sign * integer(r, t) if t.type == "NUMBER" else str(t))
            sign = 1
    low, high = ends
    return nodes.RangeType(span, int(low), high)


def integer(r: Reading, t: Token) -> int:
    """The value of a number; absurd ones are refused, so that no later pass meets them."""
    if len(t) > 9:
        r.sink.error("syntax/number-too-large", r.token_span(t), "This number is too large.",
                     text="Numbers of a game have at most nine digits.")
        return 0
    return int(t)


def parameters(r: Reading, tree: Twig) -> tuple[nodes.Parameter, ...]:
    return tuple(nodes.Parameter(r.span(t), str(t.children[0]), type_(r, trees(t)[0])) for t in named(tree, "parameter"))


# ---- one reader for each rule ---------------------------------------------------------------------------
def _name(r: Reading, t: Twig) -> nodes.Expr:
    return nodes.Name(r.span(t), str(t.children[0]))


def _signed(r: Reading, t: Twig) -> nodes.Expr:
    sign, number = tokens(t)
    return nodes.Number(r.span(t), -integer(r, number) if sign == "-" else integer(r, number))


def _arguments(r: Reading, t: Twig) -> tuple[nodes.Expr, ...]:
    return tuple(expression(r, c) for c in trees(t))


def _call(r: Reading, t: Twig) -> nodes.Expr:
    name = tokens(t)[0]
    return nodes.Call(r.span(t), str(name), r.token_span(name), _arguments(r, t))


def _field_of(r: Reading, t: Twig) -> nodes.Expr:
    name = tokens(t)[0]
    return nodes.FieldOf(r.span(t), expression(r, trees(t)[0]), str(name), r.token_span(name))


def _call_of(r: Reading, t: Twig) -> nodes.Expr:
    name = tokens(t)[0]
    target, *arguments = trees(t)
    return nodes.CallOf(r.span(t), expression(r, target), str(name), r.token_span(name),
                        tuple(expression(r, a) for a in arguments))


def _pair(r: Reading, t: Twig) -> nodes.Pair:
    return nodes.Pair(r.span(t), str(tokens(t)[0]), expression(r, trees(t)[0]))


def _those(r: Reading, t: Twig) -> nodes.Expr:
    name, source, where = trees(t)
    return nodes.Those(r.span(t), *bound_name(r, name, "a set with a condition"), expression(r, source), expression(r, where))


def _every(r: Reading, t: Twig) -> nodes.Expr:
    name = tokens(t)[0]
    source, has = trees(t)
    return nodes.Every(r.span(t), str(name), r.token_span(name), expression(r, source), expression(r, has))


def _aggregate(r: Reading, t: Twig) -> nodes.Expr:
    value, name, source = [c for c in trees(t) if c.data != "where"]
    return nodes.Aggregate(r.span(t), str(tokens(t)[0]), expression(r, value), *bound_name(r, name, "a total"),
                           expression(r, source), condition(r, t, "where"))


def _arithmetic(r: Reading, t: Twig) -> nodes.Expr:
    left, right = trees(t)
    return nodes.Arithmetic(r.span(t), str(tokens(t)[0]), expression(r, left), expression(r, right))


def _compare(r: Reading, t: Twig) -> nodes.Expr:
    left, right = trees(t)
    return nodes.Compare(r.span(t), str(tokens(t)[0]), expression(r, left), expression(r, right))


def _compare_signed(r: Reading, t: Twig) -> nodes.Expr:
    operator, sign, number = tokens(t)
    value = integer(r, number)
    right = nodes.Number(r.token_span(sign).to(r.token_span(number)), -value if sign == "-" else value)
    return nodes.Compare(r.span(t), str(operator), expression(r, trees(t)[0]), right)


def _is_a(negated: bool) -> Callable[[Reading, Twig], nodes.Expr]:
    def read(r: Reading, t: Twig) -> nodes.Expr:
        kind, name = token(t, "KIND"), token(t, "NAME")
        return nodes.IsA(r.span(t), expression(r, trees(t)[0]), str(kind) if kind is not None else None, negated,
                         str(name) if name is not None else None, r.token_span(name) if name is not None else None)
    return read


def _is_in(negated: bool) -> Callable[[Reading, Twig], nodes.Expr]:
    def read(r: Reading, t: Twig) -> nodes.Expr:
        what, where = trees(t)
        return nodes.IsIn(r.span(t), expression(r, what), expression(r, where), negated)
    return read


def _if_else(r: Reading, t: Twig) -> nodes.Expr:
    value, when, other = trees(t)
    return nodes.IfElse(r.span(t), expression(r, value), expression(r, when), expression(r, other))


def _two(make: Callable[[Span, nodes.Expr, nodes.Expr], nodes.Expr]) -> Callable[[Reading, Twig], nodes.Expr]:
    def read(r: Reading, t: Twig) -> nodes.Expr:
        left, right = trees(t)
        return make(r.span(t), expression(r, left), expression(r, right))
    return read


def _one(make: Callable[[Span, nodes.Expr], nodes.Expr]) -> Callable[[Reading, Twig], nodes.Expr]:
    def read(r: Reading, t: Twig) -> nodes.Expr:
        return make(r.span(t), expression(r, trees(t)[0]))
    return read


def _leaf(child: Twig | Token) -> Token:
    assert not isinstance(child, Tree)
    return child


READERS: dict[str, Callable[[Reading, Twig], nodes.Expr]] = {
    "number": lambda r, t: nodes.Number(r.span(t), integer(r, _leaf(t.children[0]))),
    "signed": _signed,
    "text": lambda r, t: text(r, _leaf(t.children[0])),
    "name": _name,
    "all_of": lambda r, t: nodes.AllOf(r.span(t), str(t.children[0])),
    "none": lambda r, t: nodes.NoneValue(r.span(t)),
    "you": lambda r, t: nodes.You(r.span(t)),
    "flag": lambda r, t: nodes.Flag(r.span(t), str(t.children[0]) == "true"),
    "call": _call,
    "field_of": _field_of,
    "call_of": _call_of,
    "at": _two(nodes.At),
    "set": lambda r, t: nodes.SetOf(r.span(t), _arguments(r, t)),
    "bill": lambda r, t: nodes.Bill(r.span(t), tuple(_pair(r, p) for p in trees(t))),
    "those": _those,
    "number_of": _one(nodes.NumberOf),
    "first_of": _one(nodes.FirstOf),
    "aggregate": _aggregate,
    "arithmetic": _arithmetic,
    "compare": _compare,
    "compare_signed": _compare_signed,
    "is_in": _is_in(False),
    "not_in": _is_in(True),
    "is_a": _is_a(False),
    "is_not_a": _is_a(True),
    "some": _one(nodes.Some),
    "no": _one(nodes.No),
    "not_": _one(nodes.Not),
    "every": _every,
    "and_": _two(nodes.And),
    "or_": _two(nodes.Or),
    "if_else": _if_else,
}
