"""Syntax → forms, moves and cards of the model: the part of from_syntax.py that reads what players may do."""
from __future__ import annotations

from functools import partial

from lawspeaker.interpreter.model import model as m
from lawspeaker.interpreter.model.declarations import RESERVED, Declarations, a_or_an
from lawspeaker.interpreter.model.sentences import Match
from lawspeaker.interpreter.model.types import NUMBER, TEXT
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.diagnostic import Label
from lawspeaker.interpreter.text.spell import nearest


class Moves(Declarations):
    """Reads forms, moves and cards into the model."""

    def begin_cards(self, d: n.Entry, form: m.Form) -> None:
        """The kind of the cards that a form makes of its moves: `form life_goal` makes `LifeGoal`."""
        name = "".join(w.capitalize() for w in form.name.split("_"))
        if name in self.model.kinds:
            self.sink.error("name/declared-twice", form.span, f'The cards of the form "{form.name}" are of the kind "{name}", which is declared already',
                            more=(Label(self.model.kinds[name].span, "first declared here"),), hint="Give the form or the kind another name.")
            return
        form.card = self.model.kinds[name] = m.Kind(name, form.span, form.name.replace("_", " "), cites=d.cites, used=True)

    def form(self, d: n.Entry) -> None:
        f = self.model.forms.get(d.name or "")
        if f is None or f.entry is not d:
            return
        if d.parent is not None:
            parent = self.model.forms.get(d.parent)
            if parent is None:
                near = nearest(d.parent, self.model.forms)
                self.sink.error("name/unknown-form", d.parent_span, f'I do not know the form "{d.parent}"',
                                hint=f'Did you mean "{near}"?' if near else "Declare it with `form`.")
            elif f in parent.ancestors():
                self.sink.error("kind/circle", d.parent_span, f'"{f.name}" cannot be a form of itself', hint="Break the circle.")
            else:
                f.parent = parent
        self.move_lines(d, f)

    def move(self, d: n.Entry) -> None:
        name = d.name or ""
        if d.name is None:
            self.sink.error("move/no-name", d.span, f"This {d.word} has no name", hint=f'Write `{d.word} name "Title"`.')
            return
        if name in self.model.moves:
            self.sink.error("name/declared-twice", d.name_span, f'The move "{name}" is declared already',
                            more=(Label(self.model.moves[name].span, "first declared here"),), hint="Give one another name.")
            return
        if name in RESERVED:
            self.sink.error("name/reserved", d.name_span, f'"{name}" is a word of the language', hint="Choose another name.")
        if d.parameters or d.parent or d.owner or d.data or d.value is not None:
            self.sink.error("move/heading", d.span, f'Only a name and a title stand in the first line of {a_or_an(d.word)}',
                            hint=f'Write `{d.word} {name} "Title"` and the rest below.')
        made = self.model.moves[name] = m.MoveDecl(name, self.model.forms[d.word], d, d.name_span or d.span, len(self.model.moves))
        self.move_lines(d, made)
        self.later.append(partial(self.card, made))

    def move_lines(self, d: n.Entry, owner: m.Form | m.MoveDecl) -> None:
        """The lines of a form or a move."""
        for x in d.members:
            match x:
                case n.Choose() | n.ChooseOne() | n.Requires() | n.Costs() | n.Does():
                    pass
                case n.Line() if isinstance(owner, m.MoveDecl) and x.sentence.verb in fact_names(owner):
                    self.later.append(partial(self.fact_of_card, owner, x))
                case n.Line():
                    found = self.clause(x.sentence, "form" if d.word == "form" else "move")
                    if found is not None:
                        self.move_line(owner, found, x)
                case n.Reaction(word="at"):
                    pass
                case n.Playable():
                    self.playable(x, owner)
                case n.Change() | n.Waive():
                    self.later.append(partial(self.change_of_card, owner, x))
                case n.Field(word="fact") if isinstance(owner, m.Form):
                    if owner.card is None:
                        self.sink.error("form/no-card", x.span, f'Only cards have facts, and "{owner.name}" makes none',
                                        hint="Write `card kept in PLACE` into the form.")
                    else:
                        owner.card.facts[x.name] = self.fact(x, owner.card)
                case n.Reaction() if isinstance(owner, m.MoveDecl):
                    self.later.append(partial(self.reaction_of_card, owner, x))
                case n.Watcher() | n.Reaction():
                    self.unbuilt("This line of a move", x.span)
                case _:
                    self.misplaced(x, d.word)

    def move_line(self, owner: m.Form | m.MoveDecl, found: Match, x: n.Line) -> None:
        there = found.holes.get("there")
        kind = owner.card if isinstance(owner, m.Form) else None
        match found.verb.words:
            case "card kept in {there}":
                if isinstance(owner, m.Form):
                    owner.kept = there
                else:
                    self.sink.error("form/of-form", x.span, "Where cards are kept is said by their form", hint=f"Write it into `form {owner.form.name}`.")
            case "active in {there}":
                owner.active = there
            case "starts in {there}" | "discarded to {there}":
                if kind is None:
                    self.sink.error("form/no-card", x.span, "Only the form of cards says where they start and go",
                                    hint="Write it into the form, which has `card kept in PLACE`.")
                elif found.verb.words.startswith("starts"):
                    kind.starts_in = there
                else:
                    kind.discarded_to = there
            case "copies {n}" | "text {printed}":
                assert isinstance(owner, m.MoveDecl)        # the clauses are not for forms
                if found.verb.words.startswith("text"):
                    owner.printed = found.holes["printed"] if isinstance(found.holes["printed"], n.Text) else None
                    self.later.append(partial(self.text_of_card, owner, x))
                else:
                    self.later.append(partial(self.copies_of_card, owner, found.holes["n"], x))
            case "copies {n} for each player":
                self.unbuilt("Cards of which each player has copies", x.span)

    def playable(self, x: n.Playable, owner: m.Form | m.MoveDecl) -> None:
        if x.word == "instead":
            self.unbuilt("`playable instead of`", x.span)
            return
        if isinstance(owner, m.Form):
            owner.playable.append(x)
        else:
            owner.own_playable.append(x)

    def change_of_card(self, owner: m.Form | m.MoveDecl, x: n.Change | n.Waive) -> None:
        """What a card changes while it is in play."""
        if isinstance(owner, m.Form) or owner.active_in is None:
            self.sink.error("change/never-in-play", x.span, "When does this hold?" if isinstance(owner, m.MoveDecl) else "A form changes nothing",
                            hint="Write `active in PLACE` into the card, or put the change into an `until` block of its `does`.")
            return
        self.model.sites.append(m.Site(x, move=owner))

    def reaction_of_card(self, owner: m.MoveDecl, x: n.Reaction) -> None:
        if owner.active_in is None:
            self.sink.error("change/never-in-play", x.span, "When does this hold?", hint="Write `active in PLACE` into the card.")

    # ---- cards ---------------------------------------------------------------------------------------------
    def card(self, move: m.MoveDecl) -> m.ThingDatum | None:
        """The card that a move is: a thing of the kind that its form makes."""
        kind = move.card
        if kind is None:
            return None
        for t in kind.cards:
            if t.id == move.name:
                return t
        title = move.entry.title.plain if move.entry.title is not None else move.name.replace("_", " ").capitalize()
        kind.cards.append(m.ThingDatum(move.name, title, kind, move.span))
        return kind.cards[-1]

    def copies_of_card(self, move: m.MoveDecl, amount: n.Expr, x: n.Line) -> None:
        thing, kind = self.card(move), move.card
        if thing is None or kind is None:
            self.sink.error("form/no-card", x.span, f'Only cards have copies, and {a_or_an(move.form.name)} is none',
                            hint="Write `card kept in PLACE` into the form.")
            return
        for _, tail in self.tails(x.tails, "copies"):
            self.unbuilt("Copies that are told apart", tail.span)
        kind.facts.setdefault("copies", m.Fact("copies", NUMBER, x.span, n.Number(x.span, 1), owner=kind, used=True))
        kind.copies = n.Name(x.span, "copies")    # each card of the form says how many
        thing.facts["copies"] = amount

    def text_of_card(self, move: m.MoveDecl, x: n.Line) -> None:
        """What is printed on a card is a fact that screens and texts may read: `{r.text}`."""
        thing, kind = self.card(move), move.card
        if thing is None or kind is None or move.printed is None:
            return
        kind.facts.setdefault("text", m.Fact("text", TEXT, x.span, n.Text(x.span, ("",)), owner=kind, used=True))
        thing.facts["text"] = n.Text(move.printed.span, (move.printed.plain,))

    def fact_of_card(self, move: m.MoveDecl, x: n.Line) -> None:
        thing = self.card(move)
        if thing is None:
            return
        if len(x.sentence.pieces) != 1 or isinstance(x.sentence.pieces[0], n.Word) or x.tails:
            self.sink.error("sentence/no-pattern", x.span, f'"{x.sentence.verb}" is a fact of the card: its value stands behind it',
                            hint=f"Write `{x.sentence.verb} VALUE`.")
            return
        if x.sentence.verb in thing.facts:
            self.sink.error("name/declared-twice", x.span, f'The fact "{x.sentence.verb}" stands twice', hint="Keep one of them.")
        thing.facts[x.sentence.verb] = x.sentence.pieces[0]


def makes_cards(form: n.Entry) -> bool:
    return any(isinstance(x, n.Line) and x.sentence.verb == "card" for x in form.members)


def fact_names(move: m.MoveDecl) -> set[str]:
    """The facts that the form of a card declares; read from its lines, since a form may stand below its cards."""
    entries = [f.entry for f in move.form.ancestors() if f.entry is not None]
    return {x.name for e in entries for x in e.members if isinstance(x, n.Field) and x.word == "fact"}
