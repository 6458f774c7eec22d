"""`lawspeaker new card`: a card of a form, added to the law of an expansion, with its rule and a scenario that runs."""
from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lawspeaker.cli import console, rules
from lawspeaker.cli.mistakes import UsageMistake, WorkFailed, nearest
from lawspeaker.cli.new.names import as_title, checked, quoted, rule_id
from lawspeaker.cli.new.writing import Edits

if TYPE_CHECKING:
    from lawspeaker.interpreter.game import Game
    from lawspeaker.interpreter.model.model import Form
    from lawspeaker.interpreter.testing.beside import Declared

LAW, SCENARIOS, RULES = "cards.law", "scenarios/cards.yaml", "rules.yaml"


@dataclass(frozen=True, slots=True)
class Deck:
    """A form that makes cards, in the game as it is loaded with these expansions."""

    form: Form
    game: Game
    expansions: tuple[str, ...]                   # names, the new card's own last


def card(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name in law: thunder_clap.")],
    form: Annotated[str, typer.Option("--form", metavar="FORM", help="What kind of card it is: a form of the game or of an expansion.")],
    in_: Annotated[Path, typer.Option("--in", metavar="FOLDER", help="The folder of the expansion.")] = Path("."),
    title: Annotated[str | None, typer.Option("--title", help="What people call it; made of the name if not said.")] = None,
) -> None:
    """Add a card to an expansion: its law, its rule, and a scenario.

    The form may be that of another expansion: the new one then needs that.
    """
    checked(name, "a card")
    own = expansion_in(in_)
    shown = quoted(title) if title is not None else as_title(name)
    edits = Edits()
    try:
        deck = find_deck(form, in_, own, edits)
        free(name, deck.game)
        ident = add_rule(in_ / RULES, own.name, shown, edits)
        edits.write(in_ / LAW, law_with(in_ / LAW, name, shown, ident, deck, own.name))
        game = load(own, deck.expansions, in_)
        add_scenario(in_ / SCENARIOS, name, shown, ident, deck, game, edits)
    except BaseException:
        edits.take_back()
        raise
    console.out(f"{shown}, a {form} of {own.name}:")
    for path in edits.paths:
        console.out(f"  {path.as_posix()}")
    console.out(f"Now write what it does, and see it at work: lawspeaker try {name} --with {in_.as_posix()}")


def expansion_in(folder: Path) -> Declared:
    from lawspeaker.interpreter.testing.beside import declared
    own = declared(folder) if folder.is_dir() else None
    if own is None:
        raise UsageMistake(f"There is no expansion in {folder.as_posix()}: go into its folder, or name it with --in FOLDER.\n"
                           "A new one: lawspeaker new expansion NAME --for RULESET")
    return own


def load(own: Declared, expansions: tuple[str, ...], folder: Path) -> Any:
    from lawspeaker.interpreter.game import load
    names = [str(folder) if x == own.name else x for x in expansions]
    near = folder.resolve().parent / own.ruleset
    return load(near if own.ruleset not in rules.shipped() and near.is_dir() else own.ruleset, names)


# ---- the form ------------------------------------------------------------------------------------------------------
def find_deck(form: str, folder: Path, own: Declared, edits: Edits) -> Deck:
    """The form of this name, if it makes cards.  That of another expansion is needed from now on."""
    expansions = (*own.needs, own.name)
    game = load(own, expansions, folder)
    forms = game.compiled.model.forms
    if form not in forms:
        other = next((x for x in rules.expansions() if x.ruleset == own.ruleset and x.name not in expansions and declares(x.folder, form)), None)
        if other is None:
            raise UsageMistake(unknown_form(form, own, game))
        edits.write(own.file, needing(own.file.read_text("utf-8"), own.name, other.name))
        expansions = (*own.needs, *(n for n in (*other.needs, other.name) if n not in own.needs), own.name)
        game = load(own, expansions, folder)
        forms = game.compiled.model.forms
    found = forms[form]
    if found.deck is None:
        raise UsageMistake(f'Moves of the form "{form}" are no cards.  {card_forms(own, game)}')
    return Deck(found, game, expansions)


def needing(law: str, name: str, other: str) -> str:
    """The law of an expansion, which needs another one from now on."""
    lines = law.split("\n")
    at = next(i for i, line in enumerate(lines) if re.match(rf"expansion +{name}\b", line))
    while at + 1 < len(lines) and re.match(r"  (version|needs)\b", lines[at + 1]):
        at += 1
    return "\n".join([*lines[:at + 1], f"  needs {other}", *lines[at + 1:]])


def declares(folder: Path, form: str) -> bool:
    pattern = re.compile(rf"^form +{re.escape(form)}\b", re.M)
    return any(pattern.search(p.read_text("utf-8", "replace")) for p in folder.glob("*.law"))


def unknown_form(form: str, own: Declared, game: Game) -> str:
    known = list(game.compiled.model.forms)
    return f'{game.title} has no form "{form}", with {own.name} or any expansion that is installed.{nearest(form, known)}\n{card_forms(own, game)}'


def card_forms(own: Declared, game: Game) -> str:
    """Which forms make cards: of the game as it is, and of expansions that could be needed."""
    here = [f.name for f in game.compiled.model.forms.values() if f.card is not None]
    others = {}
    for x in rules.expansions():
        if x.ruleset == own.ruleset and x.name not in game.expansions:
            for p in sorted(x.folder.glob("*.law")):
                for block in re.finditer(r"^form +(\w+).*\n((?:(?: .*)?\n)*)", p.read_text("utf-8", "replace"), re.M):
                    if re.search(r"^  card kept in", block[2], re.M):
                        others[block[1]] = x.name
    told = here + [f"{f} (of {x})" for f, x in others.items()]
    return f"Forms with cards: {', '.join(told)}." if told else "No form of this game has cards: a form has them that says `card kept in PLACE`."


def free(name: str, game: Game) -> None:
    """A mistake of usage if the name is taken."""
    model = game.compiled.model
    if name in model.moves or name in model.things:
        what = "a move" if name in model.moves else "a thing"
        raise UsageMistake(f'"{name}" is {what} of {game.title} already.  Give the card another name, such as new_{name}.')


# ---- what is written -------------------------------------------------------------------------------------------------
def law_with(path: Path, name: str, title: str, ident: str, deck: Deck, expansion: str) -> str:
    """The file of the cards with one more."""
    before = path.read_text("utf-8").rstrip("\n") + "\n" if path.exists() else f"# The cards of {as_title(expansion)}\n"
    lines = [f'{deck.form.name} {name} "{title}"' + (f" [{ident}]" if ident else "")]
    kind = deck.form.deck.card if deck.form.deck is not None else None
    assert kind is not None
    if kind.copies is not None:
        lines.append("  copies 1")
    lines += [f"  {fact} {example(f, deck.game)}" for fact, f in kind.facts.items() if f.default is None and fact != "copies"]
    lines += [f"  {when}" for when in timing(deck)]
    lines += [f'  text "Everybody hears that {title} is played."', "  does", f'    say "{{you}} plays {title}."']
    return before + "\n" + "\n".join(lines) + "\n"


def timing(deck: Deck) -> list[str]:
    """When it is played, where each card of the form that does something says that for itself: as most of them do."""
    cards = [x for x in deck.game.compiled.model.moves.values() if x.form.deck is deck.form.deck]
    if any(x.does and not x.own_playable for x in cards):
        return []
    said = Counter(p.words for x in cards for p in x.own_playable)
    return [line for line, _ in said.most_common(1)]


def example(fact: Any, game: Game) -> str:
    """A value that a fact of this type can have."""
    from lawspeaker.interpreter.model.types import BillType, FlagType, NumberType, ThingType
    match fact.type:
        case BillType():
            return "{}"
        case NumberType():
            return str(max(fact.type.low, 0))
        case FlagType():
            return "false"
        case ThingType(optional=True):
            return "none"
        case ThingType():
            return next(t.id for k in fact.type.kinds for t in k.things)
    return '"…"'


def add_rule(path: Path, expansion: str, title: str, edits: Edits) -> str:
    """Add the rule of the card to the catalogue; its id, or nothing where there is no catalogue that one can add to."""
    if not path.exists():
        return ""
    lines = path.read_text("utf-8").rstrip("\n").split("\n")
    try:
        start = next(i for i, line in enumerate(lines) if re.match(r"rules:\s*(#.*)?$", line))
    except StopIteration:
        return ""
    end = next((i for i in range(start + 1, len(lines)) if re.match(r"\S", lines[i]) and not lines[i].startswith(("#", "-"))), len(lines))
    entries = [i for i in range(start + 1, end) if re.match(r" *- ", lines[i])]
    prefix = rule_id(expansion, 0)[:-2]
    numbers = [int(n) for n in re.findall(rf"\b{re.escape(prefix)}(\d+)\b", "\n".join(lines))]
    ident = rule_id(expansion, max(numbers, default=0) + 1)
    dash = re.match(r" *", lines[entries[-1]])[0] if entries else "  "  # type: ignore[index]
    last = entries[-1] if entries else start
    while last + 1 < end and re.match(rf"{dash} +\S", lines[last + 1]):
        last += 1
    lines.insert(last + 1, f'{dash}- {{id: {ident}, rule: "{title}: everybody hears that it is played.", where: "{LAW}", source: own}}')
    edits.write(path, "\n".join(lines) + "\n")
    return ident


def add_scenario(path: Path, name: str, title: str, ident: str, deck: Deck, game: Game, edits: Edits) -> None:
    """Add a scenario that holds: the card is played from a hand, or where that is not possible at once, held."""
    from lawspeaker.interpreter.testing.scenario import Runner
    before = path.read_text("utf-8").rstrip("\n") + "\n\n" if path.exists() else ""
    message = ""
    for play, asked in ((True, True), (True, False), (False, False)):
        edits.write(path, before + scenario_text(name, title, ident, deck, game, play, asked))
        last = Runner().run_file(path)[-1]
        if last.ok:
            return
        message = last.message
    raise WorkFailed(f"I could write no scenario for {name} that holds.  This is the last one:\n{message}")


def scenario_text(name: str, title: str, ident: str, deck: Deck, game: Game, play: bool, asked: bool) -> str:
    """A scenario in which the first seat has the card, and plays it; `asked`: and is asked again then."""
    seats = game.seat_names(game.players[0])
    kept = deck.form.deck.kept.span.text if deck.form.deck is not None and deck.form.deck.kept is not None else ""
    place = game.looker(seats).sight(kept).place
    key = f"{seats[0]}.{kept}" if place is not None and place.table.owner == "player" else kept
    head = [f"- scenario: {title} " + ("is played, and heard" if play else "is held until its moment comes")]
    head += [f"  cites: [{ident}]"] if ident else []
    head += [f"  players: [{', '.join(seats)}]", f"  turn: {seats[0]}", "  given:", f"    {key}: [{name}]"]
    if play:
        then = ["  then:", f"    player: {seats[0]}" if asked else "    over: false"]
        return "\n".join([*head, "  play:", f"    - {seats[0]}: {name}", *then]) + "\n"
    return "\n".join([*head, "  then:", f"    {key}: [{name}]", f"  not_offered: [{name}]"]) + "\n"
