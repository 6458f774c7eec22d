"""Random expressions of the language, typed, as trees that can be written down in several ways.

A tree is `Node(template, parts)`: the text with `{}` where its parts stand.  Every node can be spelled as it is, or `turned`: with
comparisons turned round, conditions doubled and numbers hidden behind states that never change, which must not change its value.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

NUMBER, FLAG = "number", "flag"


@dataclass(frozen=True)
class Node:
    """`kind`: what a rewriting may do with it: compare, flag, number, or nothing."""

    text: str
    parts: tuple[Node, ...] = ()
    kind: str = ""

    def __str__(self) -> str:
        return self.text.format(*map(str, self.parts))

    def size(self) -> int:
        return 1 + sum(p.size() for p in self.parts)


@dataclass
class World:
    """What expressions can speak of, by type.  Atoms are texts; `sets` are sets of a kind, `fields` what things of a kind have."""

    atoms: dict[str, list[str]] = field(default_factory=dict)
    sets: dict[str, list[str]] = field(default_factory=dict)
    lists: list[str] = field(default_factory=list)                       # of numbers
    fields: dict[str, dict[str, list[str]]] = field(default_factory=dict)     # kind → type → templates with {}
    things: dict[str, list[str]] = field(default_factory=dict)
    optional: dict[str, list[str]] = field(default_factory=dict)         # things or none
    calls: dict[str, list[tuple[str, tuple[str, ...]]]] = field(default_factory=dict)   # type → (name, parameter types)
    indexed: list[tuple[str, str]] = field(default_factory=list)         # (template, type of index)


class Writer:
    """Writes random expressions in a world.  `scope`: names that are bound, by type (a kind, number)."""

    def __init__(self, random: Random, world: World) -> None:
        self.r = random
        self.w = world
        self.names = 0

    def name(self) -> str:
        self.names += 1
        return f"x{self.names}"

    def pick(self, options: list):  # type: ignore[no-untyped-def, type-arg]
        return options[int(self.r.random() * len(options))]

    def of(self, type_: str, depth: int, scope: dict[str, list[str]]) -> Node:
        if type_ == NUMBER:
            return self.number(depth, scope)
        if type_ == FLAG:
            return self.flag(depth, scope)
        if type_.startswith("set "):
            return self.set(type_[4:], depth, scope)
        if type_.startswith("maybe "):
            return self.maybe(type_[6:], depth, scope)
        if type_ == "list":
            return self.list(depth, scope)
        return self.thing(type_, depth, scope)

    # ---- numbers ---------------------------------------------------------------------------------------
    def number(self, depth: int, scope: dict[str, list[str]]) -> Node:
        if depth <= 0:
            own = scope.get(NUMBER, [])
            if own and self.r.random() < 0.5:
                return Node(self.pick(own))
            if self.r.random() < 0.35:
                return Node(str(self.pick([0, 0, 1, 1, 2, 3, 4, 7])), kind="literal")
            return Node(self.pick(self.w.atoms[NUMBER]))
        d = depth - 1
        match self.pick(["op", "op", "div", "field", "field", "count", "count", "total", "total", "best", "select", "call", "index", "minmax", "length",
                         "first", "at", "atom", "place"]):
            case "op":
                return Node(f"({{}} {self.pick(['+', '-', '*', '+', '-'])} {{}})", (self.number(d, scope), self.number(d, scope)))
            case "div":
                by = Node(self.pick(["2", "3", "pair", "count", "low"])) if self.r.random() < 0.5 else Node(f"({{}} + {self.pick(['low', 'count'])})", (self.number(min(d, 1), scope),))
                return Node(f"({{}} {self.pick(['/', '%'])} {{}})", (self.number(d, scope), by))
            case "field":
                return self.field(NUMBER, d, scope)
            case "count":
                return Node("(number of {})", (self.set(self.kind(), d, scope),))
            case "total" | "best" as how:
                word = "total" if how == "total" else self.pick(["highest", "lowest"])
                return self.aggregate(word, d, scope)
            case "select":
                return Node("({} if {} else {})", (self.number(d, scope), self.flag(d, scope), self.number(d, scope)))
            case "call":
                return self.call(NUMBER, d, scope)
            case "index" if self.w.indexed:
                text, type_ = self.pick(self.w.indexed)
                return Node(text, (self.of(type_, d, scope),))
            case "minmax":
                return Node(f"{self.pick(['max', 'min'])}({{}}, {{}})", (self.number(d, scope), self.number(d, scope)))
            case "length":
                return Node("(number of {})", (self.list(d, scope),))
            case "first":
                return Node(self.pick(["(first of {})", "(first of {})", "last({})"]), (self.list(d, scope),))
            case "at":
                return Node("{}[{}]", (Node(self.pick(self.w.lists)), self.number(min(d, 1), scope)))
            case "place":
                return Node("place_in_order({})", (self.thing("Player", d, scope),))
        return self.number(0, scope)

    def aggregate(self, word: str, depth: int, scope: dict[str, list[str]]) -> Node:
        name = self.name()
        if self.r.random() < 0.2:
            source, inner = self.list(depth, scope), self.within(scope, NUMBER, name)
        else:
            kind = self.kind()
            source, inner = self.set(kind, depth, scope), self.within(scope, kind, name)
        worth = self.speaks(name, inner, NUMBER, depth)
        if self.r.random() < 0.3:
            return Node(f"({word} of {{}} for ({name} in {{}} where {{}}))", (worth, source, self.speaks(name, inner, FLAG, depth)))
        return Node(f"({word} of {{}} for ({name} in {{}}))", (worth, source))

    def within(self, scope: dict[str, list[str]], type_: str, name: str) -> dict[str, list[str]]:
        return {**scope, type_: [*scope.get(type_, []), name]}

    def speaks(self, name: str, scope: dict[str, list[str]], type_: str, depth: int) -> Node:
        """An expression that speaks of a name (a name that is not used is warned of)."""
        for _ in range(3):
            e = self.of(type_, depth, scope)
            if mentions(e, name):
                return e
        kind = next(k for k, names in scope.items() if name in names)
        if type_ == NUMBER:
            return Node(f"({name} + {{}})", (e,)) if kind == NUMBER else Node(f"({self.field_text(kind, NUMBER).format(name)} + {{}})", (e,))
        test = Node(f"{name} {self.pick(['=', '!=', '<', '>'])} {{}}", (self.number(0, scope),), "compare") if kind == NUMBER else self.about(kind, name, depth, scope)
        word = self.pick(["and", "and", "or"])
        return Node(f"({{}} {word} {{}})", (test, e) if self.r.random() < 0.7 else (e, test))

    # ---- flags -----------------------------------------------------------------------------------------
    def flag(self, depth: int, scope: dict[str, list[str]]) -> Node:
        if depth <= 0:
            return Node(self.pick(self.w.atoms[FLAG]), kind="flag") if self.r.random() < 0.3 else self.compare(0, scope)
        d = depth - 1
        match self.pick(["compare", "compare", "and", "and", "or", "not", "every", "every", "some", "some", "in", "is", "as", "as", "field", "call", "select",
                         "about", "about", "atom", "first"]):
            case "compare":
                return self.compare(d, scope)
            case "and" | "or" as word:
                n = 3 if self.r.random() < 0.3 else 2
                return Node("(" + f" {word} ".join(["{}"] * n) + ")", tuple(self.flag(d, scope) for _ in range(n)), "flag")
            case "not":
                return Node("(not {})", (self.flag(d, scope),), "flag")
            case "every":
                name = self.name()
                if self.r.random() < 0.15:
                    return Node(f"(every {name} in {{}} has {{}})", (self.list(d, scope), self.speaks(name, self.within(scope, NUMBER, name), FLAG, d)))
                kind = self.kind()
                return Node(f"(every {name} in {{}} has {{}})", (self.set(kind, d, scope), self.speaks(name, self.within(scope, kind, name), FLAG, d)))
            case "some":
                return Node(self.pick(["(some {})", "(no {})"]), (self.set(self.kind(), d, scope),), "flag")
            case "in":
                kind = self.kind()
                return Node(self.pick(["({} in {})", "({} not in {})"]), (self.either(kind, d, scope), self.set(kind, d, scope)), "flag")
            case "is":
                kind = self.kind()
                return Node(self.pick(["({} is none)", "({} is not none)"]), (self.maybe(kind, d, scope),), "flag")
            case "as":
                kind, name = self.kind(), self.name()
                what = self.maybe(kind, d, scope) if self.r.random() < 0.7 else self.thing(kind, d, scope)
                return Node(f"({{}} is {kind} as {name} and {{}})", (what, self.speaks(name, self.within(scope, kind, name), FLAG, d)), "flag")
            case "field":
                return self.field(FLAG, d, scope)
            case "call":
                return self.call(FLAG, d, scope)
            case "select":
                return Node("({} if {} else {})", (self.flag(d, scope), self.flag(d, scope), self.flag(d, scope)))
            case "about" if any(scope.get(k) for k in self.w.things):
                kind = self.pick([k for k in self.w.things if scope.get(k)])
                return self.about(kind, self.pick(scope[kind]), d, scope)
            case "first":
                kind = self.kind()
                return Node(f"((first of {{}}) {self.pick(['=', '!='])} {{}})", (self.set(kind, d, scope), self.thing(kind, d, scope)), "flag")
        return self.flag(0, scope)

    def about(self, kind: str, name: str, depth: int, scope: dict[str, list[str]]) -> Node:
        """A simple condition on a thing: what printers look for."""
        types = [t for t in self.w.fields[kind] if self.w.fields[kind][t]]
        type_ = self.pick(types)
        what = Node(self.field_text(kind, type_).format(name))
        if type_ == FLAG:
            return what
        if type_ == NUMBER:
            e = Node(f"({{}} {self.pick(['=', '=', '!=', '<', '>='])} {{}})", (what, self.number(self.pick([0, 0, 1]), scope)), "compare")
            return e
        if type_.startswith("maybe "):
            if self.r.random() < 0.4:
                return Node(self.pick(["({} is none)", "({} is not none)"]), (what,), "flag")
            return Node(f"({{}} {self.pick(['=', '=', '!='])} {{}})", (what, self.thing(type_[6:], min(depth, 1), scope)), "compare")
        if type_.startswith("set "):
            of = type_[4:]
            return self.pick([Node("(some {})", (what,)), Node("(no {})", (what,)), Node("({} in {})", (self.thing(of, min(depth, 1), scope), what))])
        if type_ == "list":
            return Node("({} in {})", (self.number(0, scope), what))
        return Node(f"({{}} {self.pick(['=', '=', '!='])} {{}})", (what, self.thing(type_, min(depth, 1), scope)), "compare")

    def compare(self, depth: int, scope: dict[str, list[str]]) -> Node:
        if self.r.random() < 0.6:
            return Node(f"({{}} {self.pick(['=', '!=', '<', '<=', '>', '>='])} {{}})", (self.number(depth, scope), self.number(self.pick([0, depth]), scope)), "compare")
        kind = self.kind()
        return Node(f"({{}} {self.pick(['=', '!='])} {{}})", (self.either(kind, depth, scope), self.either(kind, depth, scope)), "compare")

    # ---- things ----------------------------------------------------------------------------------------
    def kind(self) -> str:
        return self.pick(list(self.w.things))  # type: ignore[no-any-return]

    def either(self, kind: str, depth: int, scope: dict[str, list[str]]) -> Node:
        return self.maybe(kind, depth, scope) if self.r.random() < 0.3 else self.thing(kind, depth, scope)

    def thing(self, kind: str, depth: int, scope: dict[str, list[str]]) -> Node:
        own = scope.get(kind, [])
        if own and self.r.random() < 0.45:
            return Node(self.pick(own))
        if depth <= 0:
            return Node(self.pick(self.w.things[kind]))
        d = depth - 1
        match self.pick(["first", "first", "last", "field", "field", "select", "call", "next", "atom", "atom"]):
            case "first":
                return Node("(first of {})", (self.set(kind, d, scope),))
            case "last":
                return Node("last({})", (self.set(kind, d, scope),))
            case "field":
                return self.field(kind, d, scope)
            case "select":
                return Node("({} if {} else {})", (self.thing(kind, d, scope), self.flag(d, scope), self.thing(kind, d, scope)))
            case "call":
                return self.call(kind, d, scope)
            case "next":
                return Node(self.pick(["next({})", "previous({})"]), (self.thing(kind, d, scope),))
        return Node(self.pick(self.w.things[kind]))

    def maybe(self, kind: str, depth: int, scope: dict[str, list[str]]) -> Node:
        if depth <= 0 or self.r.random() < 0.3:
            own = self.w.optional.get(kind, [])
            return Node(self.pick(own)) if own else Node("(first of {})", (self.set(kind, 0, scope),))
        d = depth - 1
        match self.pick(["first", "field", "field", "select", "call", "cell"]):
            case "field":
                return self.field(f"maybe {kind}", d, scope)
            case "select":
                return Node("({} if {} else none)", (self.thing(kind, d, scope), self.flag(d, scope)))
            case "call":
                return self.call(f"maybe {kind}", d, scope)
            case "cell" if kind == "Cell":
                return Node("cell_at({}, {})", (self.number(min(d, 2), scope), self.number(min(d, 1), scope)))
        return Node("(first of {})", (self.set(kind, d, scope),))

    def field_text(self, kind: str, type_: str) -> str:
        return self.pick(self.w.fields[kind][type_])  # type: ignore[no-any-return]

    def field(self, type_: str, depth: int, scope: dict[str, list[str]]) -> Node:
        """A field of some thing; `type_` as it is named in the world's fields."""
        kinds = [k for k, f in self.w.fields.items() if f.get(type_)]
        if not kinds:
            return self.of(type_, 0, scope)
        bound = [k for k in kinds if scope.get(k)]
        kind = self.pick(bound) if bound and self.r.random() < 0.7 else self.pick(kinds)
        return Node(self.field_text(kind, type_), (self.thing(kind, depth if not bound else min(depth, 1), scope),))

    def call(self, type_: str, depth: int, scope: dict[str, list[str]]) -> Node:
        known = self.w.calls.get(type_, [])
        if not known:
            return self.of(type_, 0, scope)
        name, params = self.pick(known)
        if not params:
            return Node(name)
        return Node(name + "(" + ", ".join(["{}"] * len(params)) + ")", tuple(self.of(p, min(depth, 1), scope) for p in params))

    # ---- sets and lists --------------------------------------------------------------------------------
    def set(self, kind: str, depth: int, scope: dict[str, list[str]]) -> Node:
        if depth <= 0:
            return Node(self.pick(self.w.sets[kind]))
        d = depth - 1
        match self.pick(["those", "those", "those", "those", "field", "sum", "given", "select", "call", "atom"]):
            case "those":
                name = self.name()
                source = Node(self.pick(self.w.sets[kind])) if self.r.random() < 0.7 else self.set(kind, d, scope)
                inner = self.within(scope, kind, name)
                match self.pick(["about", "about", "two", "any"]):
                    case "about":
                        condition = self.about(kind, name, d, inner)
                    case "two":
                        word = self.pick(["and", "and", "or"])
                        condition = Node(f"({{}} {word} {{}})", (self.about(kind, name, d, inner), self.about(kind, name, d, inner)), "flag")
                    case _:
                        condition = self.speaks(name, inner, FLAG, d)
                return Node(f"({name} in {{}} where {{}})", (source, condition))
            case "field":
                return self.field(f"set {kind}", d, scope)
            case "sum":
                return Node("({} + {})", (self.set(kind, d, scope), self.set(kind, d, scope)))
            case "given":
                n = self.pick([1, 2, 2, 3])
                return Node("{{" + ", ".join(["{}"] * n) + "}}", tuple(self.thing(kind, d, scope) for _ in range(n)))
            case "select":
                return Node("({} if {} else {})", (self.set(kind, d, scope), self.flag(d, scope), self.set(kind, d, scope)))
            case "call":
                return self.call(f"set {kind}", d, scope)
        return Node(self.pick(self.w.sets[kind]))

    def list(self, depth: int, scope: dict[str, list[str]]) -> Node:
        if depth <= 0 or self.r.random() < 0.4:
            return Node(self.pick(self.w.lists))
        d = depth - 1
        if self.r.random() < 0.3:
            return self.field("list", d, scope)
        if self.r.random() < 0.3:
            return Node("{{" + ", ".join(["{}"] * 2) + "}}", (self.number(d, scope), self.number(d, scope)))
        name = self.name()
        return Node(f"({name} in {{}} where {{}})", (Node(self.pick(self.w.lists)), self.speaks(name, self.within(scope, NUMBER, name), FLAG, d)))


def mentions(e: Node, name: str) -> bool:
    import re
    return bool(re.search(rf"\b{name}\b", str(e)))


# ---- other ways to write the same ------------------------------------------------------------------------------------
TURNED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def turned(e: Node, random: Random) -> Node:
    """The same expression, written otherwise."""
    parts = tuple(turned(p, random) for p in e.parts)
    lot = random.random()
    if e.kind == "compare" and lot < 0.6 and e.text.startswith("({} ") and e.text.endswith(" {})"):
        sign = e.text[4:-4]
        return Node(f"({{}} {TURNED[sign]} {{}})", (parts[1], parts[0]), e.kind)
    out = Node(e.text, parts, e.kind)
    if e.kind == "literal" and e.text in HIDDEN and lot < 0.5:
        return Node(HIDDEN[e.text])
    if e.kind in ("flag", "compare") and lot > 0.8:
        return random.choice([Node("(not (not {}))", (out,)), Node("({} and true)", (out,)), Node("({} or false)", (out,)), Node("(true and {})", (out,)),
                              Node("({} if always else false)", (out,)), Node("({} and always)", (out,))])
    return out


HIDDEN = {"0": "nought", "1": "unit", "2": "pair", "3": "triple"}
