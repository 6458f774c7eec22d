"""Syntax → model: collects what the files declare, resolves kinds, types and clauses, and reports what cannot be.

Does not look inside expressions and steps (that is done when form 3 is made, where their types are found), and does not
read data (from_data.py).  Files come in weaving order: core.law first.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from lawspeaker.interpreter.model import limits, requirements, single_lines
from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.declarations import RESERVED as RESERVED
from lawspeaker.interpreter.model.headings import checked
from lawspeaker.interpreter.model.manifest_from_syntax import version
from lawspeaker.interpreter.model.moves_from_syntax import Moves, makes_cards
from lawspeaker.interpreter.model.types import (
    LOW,
    NUMBER,
    WRONG,
    BillType,
    ListType,
    TableType,
    TextType,
    ThingType,
)
from lawspeaker.interpreter.model.walk import walk
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.diagnostic import Label, Sink
from lawspeaker.interpreter.text.spell import nearest

ENTRY_WORDS = ("game", "expansion", "kind", "grid", "graph", "table", "player", "value", "score", "form", "moment", "rule",
               "payment", "bot")


class Collector(Moves):
    """Reads files into one model.  `elsewhere` tells which expansion, not played with, has a form of a name."""

    def __init__(self, sink: Sink, elsewhere: Callable[[str], str] = lambda form: "") -> None:
        super().__init__(sink)
        self.elsewhere = elsewhere

    # ---- files ---------------------------------------------------------------------------------------
    def collect(self, declarations: Sequence[n.Declaration], core: bool = False) -> None:
        """All declarations: first the names of kinds, clauses and forms, then everything that refers to them."""
        self.core = core
        forms = {d.name for d in declarations if isinstance(d, n.Entry) and d.word == "form" and d.name} | set(self.model.forms)
        declarations = [checked(d, {f.lower() for f in forms}, self.sink, self.lost) for d in declarations]
        for d in declarations:
            if isinstance(d, n.Procedure) and d.word == "clause":
                self.model.clauses.append(self.verb(d))
        for d in declarations:
            if isinstance(d, n.Entry) and d.word in ("kind", "grid") and d.name:
                self.begin_kind(d)
            elif isinstance(d, n.Entry) and d.word == "form" and d.name:
                self.declare(d.name, "form", d.name_span or d.span)
                self.model.forms[d.name] = form = m.Form(d.name, d.name_span or d.span, None, d, core=core)
                if makes_cards(d):
                    self.begin_cards(d, form)
        for d in declarations:
            self.declaration(d)
        todo, self.later = self.later, []
        for job in todo:
            job()
        for d in declarations:
            requirements.check(d, frozenset(self.model.forms), self.sink)
            single_lines.check(d, self.sink)
            limits.check(d, self.sink)
            for x in walk(d):
                if isinstance(x, n.Cite):
                    self.model.cited.setdefault(x.id, []).append(x.span)
                elif isinstance(x, n.Until):
                    self.model.untils.append(x)
                    self.model.sites += [m.Site(c, until=x) for c in x.members if isinstance(c, (n.Change, n.Waive))]
                    for c in x.members:
                        if isinstance(c, n.Reaction) and c.word != "at":
                            self.unbuilt("A rule around a verb inside `until`", c.span)
                elif isinstance(x, n.Later):
                    self.model.laters.append(x)

    def begin_kind(self, d: n.Entry) -> None:
        assert d.name is not None
        span = d.name_span or d.span
        if d.name in self.model.kinds:
            self.sink.error("name/declared-twice", span, f'The kind "{d.name}" is declared already',
                            more=(Label(self.model.kinds[d.name].span, "first declared here"),),
                            hint="Kinds of one name are one kind: write its lines together.")
            return
        title = d.title.plain if d.title else ""
        self.model.kinds[d.name] = m.Kind(d.name, span, title, data=d.data, cites=d.cites)

    def cite(self, gone: Sequence[n.Node]) -> None:
        """What was taken away cites its rules too: they are those that an expansion changes."""
        for x in walk(tuple(gone)):
            if isinstance(x, n.Cite):
                self.model.cited.setdefault(x.id, []).append(x.span)

    def declaration(self, d: n.Declaration) -> None:
        match d:
            case n.Entry():
                self.entry(d)
            case n.Phase():
                self.phase(d, None)
            case n.Procedure(word="to"):
                self.model.verbs.append(self.verb(d))
            case n.Procedure():
                pass
            case n.Change() | n.Waive():
                self.model.sites.append(m.Site(d))
            case _:
                raise AssertionError(d)           # woven before

    def entry(self, d: n.Entry) -> None:
        match d.word:
            case "game":
                self.game(d)
            case "kind" | "grid":
                if d.name in self.model.kinds and self.model.kinds[d.name].span == (d.name_span or d.span):
                    self.kind_lines(self.model.kinds[d.name], d)
            case "graph":
                self.graph(d)
            case "table":
                self.table(d)
            case "player":
                self.player(d)
            case "value":
                self.value(d)
            case "score":
                self.score(d)
            case "form":
                self.form(d)
            case "moment":
                self.moment(d)
            case "rule":
                self.rule(d)
            case "expansion":
                self.expansion(d)
            case "payment":
                self.payment(d)
            case "bot":
                self.bot(d)
            case word if word in self.model.forms:
                self.move(d)
            case word:
                home = self.elsewhere(word)
                near = nearest(word, [*ENTRY_WORDS, "phase", "to", "clause", *self.model.forms]) if not home else None
                self.sink.error("name/unknown-declaration", d.word_span, f'I do not know what a "{word}" is',
                                hint=f'The expansion "{home}" has this form: write `needs {home}` into yours.' if home else
                                f'Did you mean "{near}"?' if near else
                                f"Declarations begin with {', '.join(ENTRY_WORDS)}, phase, to, or a form of the game: "
                                f"{', '.join(self.model.forms)}.")
                if near in self.model.forms:      # read it as what was meant, so that its lines are checked too
                    self.move(replace(d, word=near))
                elif near in ENTRY_WORDS and near not in ("kind", "grid", "form") and (near != "game" or self.model.game.span is None):
                    self.entry(replace(d, word=near))

    # ---- game and phases --------------------------------------------------------------------------------
    def game(self, d: n.Entry) -> None:
        g = self.model.game
        if g.span is not None:
            self.sink.error("name/declared-twice", d.span, "There is a game declared already",
                            more=(Label(g.span, "first declared here"),), hint="A ruleset declares one game.")
            return
        g.name, g.title, g.span, g.cites = d.name or "", d.title.plain if d.title else d.name or "", d.name_span or d.span, d.cites
        g.seats = []
        for x in d.members:
            match x:
                case n.Field(word="setting"):
                    self.setting(x)
                case n.Phase():
                    self.phase(x, None)
                    g.outline.append(x)
                case n.Line():
                    self.game_line(x)
                case _:
                    self.misplaced(x, "game")
        if not g.outline:
            self.sink.error("game/no-phase", g.span, "This game has no phase", hint="Write at least one `phase` into its outline.")

    def game_line(self, x: n.Line) -> None:
        g = self.model.game
        if x.sentence.verb == "seats":
            for piece in (*x.sentence.pieces, *(p for t in x.tails for p in t.pieces)):
                if isinstance(piece, n.Name):
                    self.declare(piece.name, "seat", piece.span)
                    g.seats.append(piece.name)
                else:
                    self.sink.error("game/seat-name", piece.span, "A seat is a lower case name", hint="Write `seats red, blue`.")
            return
        found = self.clause(x.sentence, "game")
        if found is None:
            return
        match found.verb.words:
            case "players {least} to {most}":
                g.least, g.most = self.whole(found.holes["least"]), self.whole(found.holes["most"])
                if g.most < g.least and isinstance(found.holes["most"], n.Number) and found.holes["most"].value == g.most:
                    self.sink.error("type/empty-range", x.sentence.span, "This range is empty", hint=f"Write `players {g.most} to {g.least}`.")
                    g.most = g.least
            case "players {n}":
                g.least = g.most = self.whole(found.holes["n"])
            case "run {what}":
                g.outline.append(x)
            case "version {its_number}":
                said = version(found, self.sink)
                g.version = said.text if said is not None else ""
            case "winner has most {what}":
                g.winner.append(self.unless_final(found.holes["what"]))
                for t, _ in self.tails(x.tails, "game"):
                    if t.verb.words == "then most {what}":
                        g.winner.append(self.unless_final(t.holes["what"]))
                return
        for tail in x.tails:
            self.sink.error("sentence/no-pattern", tail.span, "Nothing follows here after a comma", hint="Remove this part.")

    def expansion(self, d: n.Entry) -> None:
        """Its settings; what it needs is read from the manifest before anything is woven."""
        self.model.expansions[d.name or ""] = d.name_span or d.span
        for x in d.members:
            match x:
                case n.Field(word="setting"):
                    self.setting(x)
                case n.Line():
                    self.clause(x.sentence, "expansion")
                case _:
                    self.misplaced(x, "expansion")

    @staticmethod
    def unless_final(e: n.Expr) -> n.Expr | None:
        return None if isinstance(e, n.Name) and e.name == "final_score" else e

    def setting(self, x: n.Field) -> None:
        self.declare(x.name, "setting", x.name_span)
        default = x.default
        t = self.type(x.type)
        if isinstance(t, (TextType, ListType, BillType, TableType)) or (isinstance(t, ThingType) and t.optional):
            self.sink.error("setting/type", x.type.span, f"A setting cannot be a {t}", hint="It is a number, a range such as `0 to 7`, a flag or a Kind.")
            t = WRONG
        if default is None:
            self.sink.error("setting/no-default", x.span, f'The setting "{x.name}" has no value', hint="Write `= …` after its type.")
        self.model.settings[x.name] = m.Setting(x.name, t, x.name_span, default, x.text.plain if x.text else "")

    def phase(self, d: n.Phase, parent: m.Phase | None) -> None:
        self.declare(d.name, "phase", d.name_span)
        p = m.Phase(d.name, d, d.name_span, [], parent=parent, number=len(self.model.phases))
        self.model.phases[d.name] = p
        p.parameters = self.parameters(d.parameters)
        for x in d.members:
            if isinstance(x, n.Phase):
                self.phase(x, p)
                self.model.phases[x.name].used = True
            elif isinstance(x, n.Field):
                if x.word != "state":
                    self.misplaced(x, "phase")
                    continue
                p.states[x.name] = self.state(x, p)
            elif isinstance(x, n.Line):
                found = self.clause(x.sentence, "phase")
                if found and found.verb.words.startswith("offers"):
                    for t in x.tails:
                        sentence = n.Sentence(t.span, words_of_first(t), t.pieces[0].span, t.pieces[1:])
                        if self.clause(sentence, "offers", report=False) is None and not is_form_list(t, self.model.forms):
                            self.clause(sentence, "offers")
            elif isinstance(x, (n.Playable, n.Case, n.Gives, n.Ranked, n.Choose, n.ChooseOne, n.Costs, n.Change, n.Waive, n.Place,
                                n.Watcher)):
                self.misplaced(x, "phase")

    # ---- kinds, table, player ------------------------------------------------------------------------------
    def kind_lines(self, k: m.Kind, d: n.Entry) -> None:
        if d.parent is not None:
            k.parent = self.kind(d.parent, d.parent_span or d.span)
            if k.parent is not None:
                if k.parent.is_a(k):
                    self.sink.error("kind/circle", d.parent_span, f'"{k.name}" cannot be a kind of itself', hint="Break the circle.")
                    k.parent = None
                else:
                    k.parent.children.append(k)
        for x in d.members:
            match x:
                case n.Field(word="fact"):
                    k.facts[x.name] = self.fact(x, k)
                case n.Field(word="state"):
                    k.states[x.name] = self.state(x, k)
                case n.Place():
                    k.places[x.name] = self.place(x, k)
                case n.Line():
                    self.kind_line(k, x, d.word)
                case _:
                    self.misplaced(x, d.word)
        if d.word == "grid":
            if k.size is None:
                self.sink.error("kind/no-size", k.span, f'The grid "{k.name}" has no size', hint="Write `size 3 by 3`.")
            k.facts.setdefault("column", m.Fact("column", NUMBER, k.span, owner=k, used=True))
            k.facts.setdefault("row", m.Fact("row", NUMBER, k.span, owner=k, used=True))

    def kind_line(self, k: m.Kind, x: n.Line, where: str) -> None:
        if x.sentence.verb == "members":
            for piece in (*x.sentence.pieces, *(p for t in x.tails for p in t.pieces)):
                if isinstance(piece, n.Name):
                    k.members.append((piece.name, piece.span))
                else:
                    self.sink.error("kind/member-name", piece.span, "A member is a lower case name", hint="Write `members small, large`.")
            return
        found = self.clause(x.sentence, where)
        if found is None:
            return
        h = found.holes
        match found.verb.words:
            case "copies {n}":
                k.copies = h["n"]
            case "copies {n} for each player":
                k.copies, k.copies_per_player = h["n"], True
            case "starts in {there}":
                k.starts_in = h["there"]
            case "discarded to {there}":
                k.discarded_to = h["there"]
            case "size {columns} by {rows}":
                k.size = self.whole(h["columns"], 1, 100), self.whole(h["rows"], 1, 100)
        for t, tail in self.tails(x.tails, "copies"):
            if t.verb.words == "told apart":
                k.told_apart = True
            else:
                self.sink.error("sentence/wrong-place", tail.span, "This does not belong here", hint="Remove this part.")

    def state(self, x: n.Field, owner: object) -> m.State:
        s = m.State(x.name, self.type(x.type), x.name_span, x, owner, x.index, x.default, cites=x.cites)
        for t, tail in self.tails(x.traits, "state"):
            if t.verb.words == "seen by {who}":
                s.seen = self.audience(t.holes["who"])
            elif t.verb.words == "up to {n}":
                s.capacity = t.holes["n"]
            else:
                self.sink.error("sentence/wrong-place", tail.span, "A state has no such part", hint="Remove it.")
        if isinstance(x.type, n.RangeType) and LOW <= x.type.low < 0 and x.default is None:
            zero = not isinstance(x.type.high, int) or x.type.high >= 0
            self.sink.warning("state/no-start", x.name_span, f'"{x.name}" begins at {x.type.low}, the low end of its range',
                              hint=f"Write `= {'0` or `= ' if zero else ''}{x.type.low}` behind the range, where it shall begin.")
        if isinstance(s.type, ListType) and s.capacity is None and not s.type.is_set:
            self.sink.error("state/list-without-end", x.span, f'How long can the list "{x.name}" be?',
                            hint="Write `, up to 3` behind its type.")
        return s

    def place(self, x: n.Place, owner: object) -> m.Place:
        kinds = tuple(k for k in (self.kind(name, span) for name, span in zip(x.kinds, x.kind_spans)) if k)
        p = m.Place(x.word, x.name, kinds, x.name_span, owner, x.index, cites=x.cites)
        for t, tail in self.tails(x.traits, "place"):
            match t.verb.words:
                case "seen by {who}":
                    p.seen = self.audience(t.holes["who"])
                case "up to {n}":
                    p.capacity = t.holes["n"]
                case "refilled from {pile}":
                    p.refilled = t.holes["pile"]
                case _:
                    self.sink.error("sentence/wrong-place", tail.span, "A place has no such part", hint="Remove it.")
        if p.seen is None:
            self.sink.error("place/no-audience", x.span, f'Who sees what lies in "{x.name}"?',
                            hint="Write `, seen by everyone`, `, seen by owner` or `, seen by nobody`.")
            p.seen = "everyone"
        return p

    def graph(self, d: n.Entry) -> None:
        self.declare(d.name or "", "graph", d.name_span or d.span)
        k = self.kind(d.owner, d.owner_span or d.span) if d.owner else None
        if k is None:
            if d.owner is None:
                self.sink.error("graph/no-kind", d.span, "What does this graph link?", hint="Write `graph name for Kind from path`.")
            return
        if not d.data:
            self.sink.error("graph/no-data", d.span, "Where do the links come from?", hint="Write `from` and the path of the data.")
        for x in d.members:
            self.unbuilt("A fact of links", x.span)
        self.model.graphs[d.name or ""] = m.Graph(d.name or "", k, d.name_span or d.span, d.data, cites=d.cites)

    def table(self, d: n.Entry) -> None:
        for x in d.members:
            match x:
                case n.Field(word="fact"):
                    self.declare(x.name, "fact", x.name_span)
                    self.model.table_facts[x.name] = self.fact(x, None)
                case n.Field(word="state"):
                    self.declare(x.name, "state", x.name_span)
                    self.model.table_states[x.name] = self.state(x, "table")
                case n.Place():
                    self.declare(x.name, "place", x.name_span)
                    self.model.table_places[x.name] = self.place(x, "table")
                case n.Line():
                    found = self.clause(x.sentence, "table")
                    if found and found.verb.words == "facts from {path}":
                        self.table_paths.append(found.holes["path"])
                case _:
                    self.misplaced(x, "table")

    def player(self, d: n.Entry) -> None:
        k = self.model.player
        for x in d.members:
            match x:
                case n.Field(word="state"):
                    self.declare(x.name, "state", x.name_span)
                    k.states[x.name] = self.state(x, k)
                case n.Place():
                    self.declare(x.name, "place", x.name_span)
                    k.places[x.name] = self.place(x, k)
                case _:
                    self.misplaced(x, "player")

    # ---- values, scores, moves, rules ------------------------------------------------------------------------
    def value(self, d: n.Entry) -> None:
        name = d.name or ""
        self.declare(name, "value", d.name_span or d.span)
        v = m.Value(name, self.parameters(d.parameters), d.name_span or d.span, d.value, [], cites=d.cites)
        for x in d.members:
            match x:
                case n.Case():
                    v.cases.append((x.condition, x.value))
                case n.Gives():
                    v.cases.append((None, x.value))
                case n.Line(sentence=n.Sentence(verb="native")) if self.core:
                    v.native = True
                    piece = x.sentence.pieces[0]
                    v.help = piece.plain if isinstance(piece, n.Text) else ""
                case _:
                    self.misplaced(x, "value")
        self.check_cases(v.value, v.cases, v.native, v.span, name)
        self.model.values[name] = v

    def score(self, d: n.Entry) -> None:
        name = d.name or ""
        self.declare(f"score {name}", "score", d.name_span or d.span)
        parameters = self.parameters(d.parameters)
        s = m.ScoreDecl(name, d, d.name_span or d.span, parameters[0] if parameters else None, d.value, [])
        if len(parameters) > 1:
            self.sink.error("score/parameters", d.span, "A score has at most one parameter", hint="Use one kind.")
        for x in d.members:
            match x:
                case n.Case():
                    s.cases.append((x.condition, x.value))
                case n.Gives():
                    s.cases.append((None, x.value))
                case n.Ranked():
                    s.ranks[x.rank] = x.value
                case n.Line():
                    found = self.clause(x.sentence, "score")
                    if found is None:
                        continue
                    if found.verb.words == "compares {what}":
                        s.compares = found.holes["what"]
                    elif found.verb.words.startswith("ties "):
                        s.ties = found.verb.words.split()[1]
                case _:
                    self.misplaced(x, "score")
        if s.compares is None and s.ranks:
            self.sink.error("score/no-comparison", s.span, "What are the players ranked by?", hint="Write `compares …`.")
        elif s.compares is None:
            self.check_cases(s.value, s.cases, False, s.span, name)
        elif 1 not in s.ranks:
            self.sink.error("score/no-first", s.span, "What does the first place give?", hint="Write `first gives …`.")
        self.model.scores[name] = s

    def payment(self, d: n.Entry) -> None:
        name = d.name or ""
        self.declare(f"payment {name}", "payment", d.name_span or d.span)
        p = m.Payment(name, d.name_span or d.span, d.parent, d.parent_span, cites=d.cites)
        for x in d.members:
            if not isinstance(x, n.Line):
                self.misplaced(x, "payment")
                continue
            found = self.clause(x.sentence, "payment")
            if found is not None:
                p.lines.append((found.verb.words, found.holes, x))
        self.model.payments[name] = p

    def bot(self, d: n.Entry) -> None:
        name = d.name or ""
        self.declare(f"bot {name}", "bot", d.name_span or d.span)
        bot = m.BotDecl(name, d.title.plain if d.title else name, d.name_span or d.span)
        for x in d.members:
            found = self.clause(x.sentence, "bot") if isinstance(x, n.Line) else None
            if not isinstance(x, n.Line):
                self.misplaced(x, "bot")
            elif found is not None:
                what = found.holes["what"]
                if isinstance(what, n.Name):
                    bot.weights.append((what, found.holes["n"]))
                else:
                    self.sink.error("type/move-wanted", what.span, "A move or a form must stand here", hint="Name one.")
        self.model.bots[name] = bot

    def moment(self, d: n.Entry) -> None:
        name = d.name or ""
        self.declare(name, "moment", d.name_span or d.span)
        self.model.moments[name] = m.MomentDecl(name, self.parameters(d.parameters), d.name_span or d.span, core=self.core)

    def rule(self, d: n.Entry) -> None:
        name = d.name or ""
        self.declare(f"rule {name}", "rule", d.name_span or d.span)
        r = m.Rule(name, d, d.name_span or d.span, [], [])
        for x in d.members:
            match x:
                case n.Reaction(word="at"):
                    r.reactions.append(x)
                case n.Watcher():
                    r.watchers.append(x)
                case n.Reaction():
                    r.events.append(x)
                case n.Line():
                    found = self.clause(x.sentence, "rule")
                    if found and found.verb.words == "precedes {other}":
                        other = found.holes["other"]
                        r.precedes.append((other.name if isinstance(other, n.Name) else "", other.span))
                    elif found:
                        self.unbuilt("`order chosen by`", x.span)
                case _:
                    self.misplaced(x, "rule")
        if not (r.reactions or r.watchers or r.events) and not self.sink.failed:
            self.sink.error("rule/no-moment", r.span, f'When does the rule "{name}" run?', hint="Write `at …` or `whenever …`.")
        self.model.rules[name] = r

    # ---- the end ---------------------------------------------------------------------------------------
    def finish(self) -> m.Model:
        """Checks that need everything; returns the model."""
        if self.model.game.span is None:
            self.sink.error("game/missing", None, "No file declares a game", hint='Write `game name "Title"` with its outline.')
        for r in self.model.rules.values():
            for name, span in r.precedes:
                if name not in self.model.rules:
                    near = nearest(name, self.model.rules)
                    self.sink.error("name/unknown-rule", span, f'I do not know the rule "{name}"',
                                    hint=f'Did you mean "{near}"?' if near else "Name a rule of this game.")
        for place in [*self.model.table_places.values(), *(p for k in self.model.kinds.values() for p in k.places.values())]:
            for k in place.kinds:
                k.used = True
        return self.model


def words_of_first(t: n.Tail) -> str:
    first = t.pieces[0]
    return first.word if isinstance(first, n.Word) else first.name if isinstance(first, n.Name) else ""


def is_form_list(t: n.Tail, forms: dict[str, m.Form]) -> bool:
    """`offers task, rune, at most once`: another form after the comma."""
    return len(t.pieces) == 1 and isinstance(t.pieces[0], n.Name) and t.pieces[0].name in forms


__all__ = ["Collector"]
