"""Model + players → layout: numbers things, gives every state and place its cells, and lays the pieces."""
from __future__ import annotations

from typing import Any

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.types import (
    NumberType,
    ThingType,
    WrongType,
)
from lawspeaker.interpreter.program import fold, ir
from lawspeaker.interpreter.program.building import Builder, Scope
from lawspeaker.interpreter.program.schema import (
    AREA,
    COUNTS,
    ENGINE_CELLS,
    PILE,
    ROW,
    Cells,
    Layout,
    PlaceTable,
    Thing,
    kind_order,
)
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.syntax.data import DScalar


# ---- things -----------------------------------------------------------------------------------------------------
def number_things(b: Builder) -> None:
    lay, model = b.layout, b.model
    for seat in lay.seats:
        add_thing(lay, seat, seat.capitalize(), model.player, None, None)
    lay.ranges["Player"] = (0, lay.players)
    roots = [k for k in model.kinds.values() if k.parent is None and k is not model.player]
    placed = {id(k) for k in piece_kinds(model)}
    counted = [k for k in roots if id(k) in placed and k.counted]
    pieces = [k for k in roots if id(k) in placed and not k.counted]
    others = [k for k in roots if id(k) not in placed]
    for group, name in ((counted, "counted"), (pieces, "pieces"), (others, "")):
        first = len(lay.things)
        for root in group:
            number_kind(b, root)
        if name:
            setattr(lay, name, (first, len(lay.things)))


def piece_kinds(model: m.Model) -> list[m.Kind]:
    """Root kinds whose things can lie in places."""
    out: list[m.Kind] = []
    places = [*model.table_places.values(), *(p for k in model.kinds.values() for p in k.places.values())]
    for k in model.kinds.values():
        if k.parent is None and k is not model.player and any(x.is_a(k) for p in places for x in p.kinds):
            out.append(k)
    return out


def number_kind(b: Builder, root: m.Kind) -> None:
    lay = b.layout
    order = kind_order(root)
    begins: dict[int, int] = {}
    for k in order:
        begins[id(k)] = len(lay.things)
        for t in k.things:
            copies(b, k, t)
    for k in order:
        last = max((begins[id(x)] + how_many(b, x) for x in kind_order(k)), default=begins[id(k)])
        lay.ranges[k.name] = (begins[id(k)], last)


def how_many(b: Builder, k: m.Kind) -> int:
    return sum(1 for t in b.layout.things if t.kind is k)


def copies(b: Builder, k: m.Kind, t: m.ThingDatum) -> None:
    """One thing of the data is one sort, one piece, or a piece for each copy; with `told apart` each copy has a number of its own."""
    lay = b.layout
    holder = next((a for a in k.ancestors() if a.copies is not None), None)
    owners: list[int | None] = list(range(lay.players)) if holder is not None and holder.copies_per_player else [None]
    if holder is None or not holder.told_apart:
        for owner in owners:
            add_thing(lay, t.id, t.title, k, owner, t)
        return
    many = copies_known(b, holder, t)
    for owner in owners:
        for i in range(1, many + 1):
            add_thing(lay, f"{t.id}_{i}", f"{t.title} {i}", k, owner, t)


def copies_known(b: Builder, holder: m.Kind, t: m.ThingDatum) -> int:
    """How many copies of a thing are told apart: digits, a fact of the thing, or a fact of the table."""
    e = holder.copies
    if isinstance(e, n.Number):
        return e.value
    if isinstance(e, n.Name):
        fact = t.kind.find("facts", e.name)
        d = t.facts.get(e.name) if fact is not None else getattr(b.model.table_facts.get(e.name), "value", None)
        for f in (fact, b.model.table_facts.get(e.name)):
            if f is not None:
                f.used = True
        if isinstance(d, DScalar) and isinstance(d.value, int) and not isinstance(d.value, bool):
            return max(0, d.value)
        if isinstance(d, n.Number):
            return d.value
        if fact is not None and isinstance(fact.default, n.Number):
            return fact.default.value
    assert e is not None
    b.sink.error("type/not-constant", e.span, "How many copies are told apart must be known before the game begins",
                 hint="Write digits, or name a fact of the piece or of the table.")
    return 0


def add_thing(lay: Layout, ident: str, title: str, kind: m.Kind, owner: int | None, datum: m.ThingDatum | None) -> None:
    thing = Thing(len(lay.things), ident, title, kind, owner, datum)
    lay.things.append(thing)
    if kind.name != "Player":
        lay.by_id.setdefault(ident, []).append(thing.number)


# ---- cells ---------------------------------------------------------------------------------------------------------
def make_cells(b: Builder) -> None:
    lay, model = b.layout, b.model
    lay.take(Cells(0, ENGINE_CELLS, "engine", "engine", "engine", "nobody"), [(), 0, 0, 0, 0, 0, (), ()] + [0] * (ENGINE_CELLS - 8))
    for s in model.table_states.values():
        state_cells(b, s, "table", ())
    for s in model.player.states.values():
        state_cells(b, s, "player", ((0, lay.players),))
    for k in model.kinds.values():
        if k is model.player:
            continue
        low, high = lay.range(k)
        for s in k.states.values():
            state_cells(b, s, k.name, ((low, high - low),))
    for p in model.phases.values():
        b.made[("depth", p.name)] = lay.take(Cells(0, 1, f"{p.name} is going on", "engine", p.name, "everyone"), [0])
        for s in p.states.values():
            b.made[("phase", p.name, s.name)] = state_cells(b, s, p.name, ())
        for q in p.parameters:
            cells = Cells(0, 1, q.name, "state", p.name, "everyone", None, (), q.type)
            b.made[("phase", p.name, q.name)] = lay.take(cells, [ir.NONE if isinstance(q.type, ThingType) else 0])
        circle_cells(b, p)
    make_places(b)
    for rule in model.rules.values():
        for w in rule.watchers:
            b.made[("bits", id(w))] = lay.take(Cells(0, 1, f"{rule.name} is true for", "bits", "engine", "nobody"), [()]).base
    make_limits(b)
    engine_cells(b)
    low, high = lay.pieces
    cells = lay.take(Cells(0, high - low, "where", "where", "engine", "nobody"), [lay.box] * (high - low))
    lay.where = cells.base - low
    if shows(b.model):
        lay.known = lay.take(Cells(0, high - low, "known", "known", "engine", "nobody"), [()] * (high - low)).base - low


def circle_cells(b: Builder, p: m.Phase) -> None:
    """Of a phase with a circle: whether a playing goes on, where that is not the same as the phase; whether a move was made in it."""
    from lawspeaker.interpreter.program.circles import can_be_cut, counts_passes, has_circle_cells
    if has_circle_cells(p):
        b.made[("playing", p.name)] = b.layout.take(Cells(0, 1, f"a playing of {p.name} is going on", "engine", p.name, "everyone"), [0])
    if counts_passes(p) and can_be_cut(b.model, p):
        b.made[("moved", p.name)] = b.layout.take(Cells(0, 1, f"somebody moved in {p.name}", "engine", p.name, "everyone"), [0]).base


def shows(model: m.Model) -> bool:
    """Whether some law of the game has a `show` sentence: only then it is kept who knows which piece."""
    from lawspeaker.interpreter.model.walk import walk
    entries = [*(f.entry for f in model.forms.values()), *(x.entry for x in model.moves.values()), *(r.entry for r in model.rules.values()),
               *(p.node for p in model.phases.values()), *(v.block for v in model.verbs)]
    return any(isinstance(x, n.Sentence) and x.verb == "show" for e in entries for x in walk(e))


def dimension(b: Builder, t: n.Type | None) -> tuple[tuple[int, int], ...]:
    if t is None:
        return ()
    if isinstance(t, n.NamedType) and t.name in b.model.kinds:
        b.model.kinds[t.name].used = True
        low, high = b.layout.range(b.model.kinds[t.name])
        return ((low, high - low),)
    if isinstance(t, n.RangeType) and isinstance(t.high, int):
        return ((t.low, t.high - t.low + 1),)
    b.sink.error("type/wrong-index", t.span, "An index is a Kind or a range of numbers", hint="Write `[Kind]` or `[1 to 3]`.")
    return ((0, 1),)


def state_cells(b: Builder, s: m.State, owner: str, dims: tuple[tuple[int, int], ...]) -> Cells:
    from lawspeaker.interpreter.program.lifetimes import neutral
    dims = (*dims, *dimension(b, s.index))
    length = 1
    for _, count in dims:
        length *= count
    first = neutral(s.type, s)
    assert isinstance(first, ir.Const)
    cells = Cells(0, length, s.name, "state", owner, s.seen, s, dims, s.type)
    b.layout.state_of[id(s)] = cells
    return b.layout.take(cells, [first.value] * length)


def start_values(b: Builder) -> None:
    """`= E` of states that live as long as the game."""
    from lawspeaker.interpreter.program.acts import limits
    from lawspeaker.interpreter.program.code import Code
    for s in [*b.model.table_states.values(), *(s for k in b.model.kinds.values() for s in k.states.values())]:
        cells = b.layout.state_of[id(s)]
        if s.default is None:
            continue
        if isinstance(s.default, n.Name) and s.default.name == "first_player":
            b.made.setdefault("first player states", []).append(cells.base)
            continue
        v = constant_of(b, s.default, s)
        code = Code(b, None, ir.Function(-1, "", "straight", ()))
        if isinstance(s.type, NumberType) and isinstance(v, int):
            low, high = limits(code, s)
            if not low <= v <= (high.value if isinstance(high, ir.Const) else 9999):
                b.sink.error("type/out-of-range", s.default.span, f'"{s.name}" cannot start at {v}', hint="Use a number in its range.")
        for i in range(cells.length):
            b.layout.initial[cells.base + i] = v
    for s in b.model.table_states.values():
        s.read = s.read or False


def constant_of(b: Builder, e: n.Expr, s: m.State) -> Any:
    from lawspeaker.interpreter.model.types import fits
    from lawspeaker.interpreter.program.expressions import value
    v = value(b, Scope(you=ir.Const(0)), e)
    if not fits(v.type, s.type):
        b.sink.error("type/wrong-value", e.span, f'"{s.name}" is a {s.type}, this is a {v.type}', hint=f"Give a {s.type}.")
        return 0
    if not isinstance(v.ir, ir.Const):
        b.sink.error("type/not-constant", e.span, f'"{s.name}" must start at something known before the game begins',
                     hint="Use numbers, things, facts of the table and settings, or set it in `setup`.")
        return 0
    return v.ir.value


def make_places(b: Builder) -> None:
    lay, model = b.layout, b.model
    lay.box = 0
    base = lay.take(Cells(0, 1, "box", "place", "engine", "nobody"), [()])
    box = PlaceTable(None, 0, 1, base.base, 1, AREA, 0, (), "box", "nobody", "engine")
    lay.places.append(box)
    for p in model.table_places.values():
        one_place(b, p, "table", ())
    for p in model.player.places.values():
        one_place(b, p, "player", ((0, lay.players),))
    for k in model.kinds.values():
        if k is not model.player:
            low, high = lay.range(k)
            for p in k.places.values():
                one_place(b, p, k.name, ((low, high - low),))


def one_place(b: Builder, p: m.Place, owner: str, dims: tuple[tuple[int, int], ...]) -> None:
    lay = b.layout
    dims = (*dims, *dimension(b, p.index))
    count = 1
    for _, c in dims:
        count *= c
    ranges = [lay.range(k) for k in p.kinds] or [(0, 0)]
    low, high = min(r[0] for r in ranges), max(r[1] for r in ranges)
    counted = all(k.counted for k in p.kinds) and bool(p.kinds)
    small = isinstance(p.capacity, n.Number) and p.capacity.value <= 3
    how = {"row": ROW, "pile": PILE}.get(p.word, COUNTS if counted and not small else AREA)
    stride = high - low if how == COUNTS else 1
    what = "count" if how == COUNTS else "place"
    cells = lay.take(Cells(0, count * stride, p.name, what, owner, p.seen or "everyone", p, dims), [0 if how == COUNTS else ()] * (count * stride))
    first = lay.places[-1].first + lay.places[-1].count
    table = PlaceTable(p, first, count, cells.base, stride, how, low, dims, p.name, p.seen or "everyone", owner)
    lay.places.append(table)
    lay.place_of[id(p)] = table


def make_limits(b: Builder) -> None:
    """A cell for each `limit once per …`, cleared when its span begins."""
    from lawspeaker.interpreter.model.sentences import match_sentence
    b.made["limits of"] = {}
    entries = [*(f.entry for f in b.model.forms.values() if f.entry is not None), *(x.entry for x in b.model.moves.values())]
    for entry in entries:
        for member in entry.members:
            if not (isinstance(member, n.Line) and member.sentence.verb == "limit"):
                continue
            found = match_sentence("limit", member.sentence.verb_span, member.sentence.pieces, b.model.clauses)
            if not found:
                continue
            span = found[0].holes["span"]
            name = span.name if isinstance(span, n.Name) else ""
            if name not in b.model.phases:
                continue
            cells = b.layout.take(Cells(0, 1, f"limit of {entry.name}", "limit", name, "everyone", None), [()])
            b.made[("limit", id(member))] = cells
            b.made["limits of"].setdefault(name, []).append(cells)


def engine_cells(b: Builder) -> None:
    """What changes for a time, what comes later, which card is being played, what a moment with a window speaks of."""
    def take(name: str, first: Any) -> int:
        return b.layout.take(Cells(0, 1, name, "engine", "engine", "nobody"), [first]).base
    for u in b.model.untils:
        b.made[("until", id(u))] = take("until", ())
    for step in b.model.laters:
        b.made[("later", id(step))] = take("later", ())
    for x in b.model.moves.values():
        if any(p.word == "any" for p in x.playable):
            b.made[("bits", "any time", x.name)] = b.layout.take(Cells(0, 1, f"{x.name} is possible for", "bits", "engine", "nobody"), [()]).base
    for f in b.model.forms.values():
        if f.card is not None:
            b.made[("card", f.name)] = take(f"{f.name} being played", ir.NONE), take(f"{f.name} to be carried out", ir.NONE)
    from lawspeaker.interpreter.program.edges import cells_needed
    for edge, name in sorted({(p.moment.edge, p.moment.name) for x in b.model.moves.values() for p in x.playable
                              if p.moment is not None and p.moment.edge is not None}):
        b.made[("moment cells", edge, name)] = tuple(take(f"{edge} of {name}", ir.NONE) for _ in range(cells_needed(b.model, edge, name)))
    for name in sorted({p.moment.name for x in b.model.moves.values() for p in x.playable if p.moment is not None and p.moment.edge is None}):
        moment = b.model.moments.get(name)
        b.made[("moment cells", name)] = tuple(take(f"{name} {q.name}", ir.NONE) for q in moment.parameters) if moment is not None else ()


# ---- pieces at the start --------------------------------------------------------------------------------------------
def put_pieces(b: Builder) -> None:
    """Every piece where its kind `starts in`, and the table of places to discard to."""
    lay = b.layout
    low = lay.counted[0]
    high = max(lay.counted[1], lay.pieces[1])
    discards: list[int] = [lay.box] * high
    contents: dict[int, list[int]] = {}
    for t in lay.things[low:high]:
        holder = next((a for a in t.kind.ancestors() if a.copies is not None), None)
        number = 1
        if holder is not None and holder.copies is not None and t.kind.counted:
            number = constant_in(b, holder, holder.copies, t)
        start = place_of_thing(b, t, "starts_in")
        discards[t.number] = place_of_thing(b, t, "discarded_to")
        contents.setdefault(start, []).extend([t.number] * number)
    b.made["discard table"] = tuple(discards)
    for k in b.model.kinds.values():
        begin, end = lay.ranges.get(k.name, (0, 0))
        decls = {id(lay.place(discards[t])[0].decl): lay.place(discards[t])[0].decl for t in range(begin, end) if low <= t < high}
        b.made[("discards", k.name)] = [d for d in decls.values() if d is not None]
    for place, things in contents.items():
        table, i = lay.place(place)
        if table.how == COUNTS:
            for sort in things:
                lay.initial[table.base + i * table.stride + sort - table.low] += 1
        else:
            lay.initial[table.base + i] = tuple(things if table.how in (ROW, PILE) else sorted(things))
        for piece in things:
            if lay.pieces[0] <= piece < lay.pieces[1]:
                lay.initial[lay.where + piece] = place


def constant_in(b: Builder, k: m.Kind, e: n.Expr, t: Thing) -> int:
    from lawspeaker.interpreter.program.expressions import value
    v = value(b, Scope(you=ir.Const(t.owner or 0), inside=(k, ir.Const(t.number))), e)
    if isinstance(v.type, (NumberType, WrongType)):
        if isinstance(v.ir, ir.Const):
            return max(0, int(v.ir.value))
        from lawspeaker.interpreter.program.tabulate import reads_cells
        if not b.sink.failed and not reads_cells(b, v.ir):
            from lawspeaker.interpreter.program.evaluate import Values
            return max(0, int(Values(b.functions, [x.values for x in b.tables]).value(v.ir, [], {"you": t.owner or 0})))
    if not b.sink.failed:
        b.sink.error("type/not-constant", e.span, "How many copies there are must be known before the game begins", hint="Use numbers and facts.")
    return 0


def place_of_thing(b: Builder, t: Thing, what: str) -> int:
    from lawspeaker.interpreter.program.collections import PlaceSet
    from lawspeaker.interpreter.program.expressions import meaning
    from lawspeaker.interpreter.program.names import BoxRef
    holder = next((a for a in t.kind.ancestors() if getattr(a, what) is not None), None)
    if holder is None:
        return b.layout.box
    e = getattr(holder, what)
    s = meaning(b, Scope(you=ir.Const(t.owner or 0), inside=(holder, ir.Const(t.number))), e)
    if isinstance(s, BoxRef):
        return b.layout.box
    if isinstance(s, PlaceSet) and not s.missing and isinstance(number := fold.op("add", ir.Const(s.table.first), s.instance), ir.Const):
        if not any(t.kind.is_a(k) for k in s.type.kinds):
            b.sink.error("type/never-there", e.span, f'No {t.kind.name} can lie in "{s.table.name}"', hint=f"What lies there is {s.type}.")
            return b.layout.box
        # an index can be a fact whose datum is wrong, which was reported
        return number.value if not b.sink.failed or 0 <= number.value < lay_end(b.layout) else b.layout.box
    if not b.sink.failed:
        b.sink.error("type/place-wanted", e.span, "A place must stand here", hint="Name a place; its index may be a fact of the piece.")
    return b.layout.box


def lay_end(layout: Layout) -> int:
    """The number after that of the last place."""
    return layout.places[-1].first + layout.places[-1].count
