"""A small game with something of everything, drawn anew for each seed: what random expressions and laws speak of.

The law is a list of declarations, so that they can be exchanged and left out.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.differential.expressions import FLAG, NUMBER, World

HEAD = '''game world "World"
  players {players}
  seats ann, bob, cid
  setting always: flag = true "Is always on"
  phase turn "Turn"
    each player from first_player, again until over_now
    state turns: 0 to 9
    offers action, {how}
  winner has {winner}'''


@dataclass
class Law:
    """A game as text in parts.  `parts` are whole declarations."""

    parts: list[str] = field(default_factory=list)
    data: str = ""

    def text(self) -> str:
        return "\n".join(self.parts) + "\n"


@dataclass
class Sizes:
    columns: int
    rows: int
    tiles: int
    cards: int
    colours: int


def world(r: Random, changing: bool = True) -> tuple[Law, World, Sizes]:
    """The skeleton of a game, and what can be said of it."""
    s = Sizes(r.choice([2, 3, 3, 4]), r.choice([2, 3, 3]), r.choice([1, 3, 5, 6]), r.choice([2, 5, 6]), r.choice([2, 3]))
    law = Law()
    law.parts.append(HEAD.format(players=r.choice(["2", "3"]), how=r.choice(["exactly once", "at most once", "as often as wanted"]),
                                 winner=r.choice(["most final_score, then shared", "most coins, then most final_score, then shared"])))
    law.parts.append(f"kind Colour\n  members {', '.join(colours(s))}")
    law.parts.append(f"grid Cell\n  size {s.columns} by {s.rows}\n  state mark: Player or none\n  state height: -2 to 5\n  state lit: flag\n  state tile: Tile or none")
    law.parts.append("kind Tile from tiles\n  fact rank: -2 to 9 = 1\n  fact colour: Colour\n  fact twin: Tile or none\n  fact tags: list of number\n"
                     "  fact glows: flag = false\n  state wear: 0 to 9\n  area spots of Good, seen by everyone")
    law.parts.append("graph near for Tile from links")
    law.parts.append(f"kind Good\n  members fish, fur, tusk\n  copies {r.choice([2, 4, 6])}\n  starts in stock\n  discarded to stock")
    law.parts.append("kind Card from cards\n  fact power: 0 to 9\n  fact hue: Colour\n  starts in deck\n  discarded to deck")
    law.parts.append("kind Crew\n  copies 3 for each player\n  starts in owner.home\n  discarded to owner.home")
    law.parts.append("table\n  state low: -9 to 9 = -1\n  state count: 0 to 20 = 2\n  state on: flag\n  state over_now: flag\n  state fav: Tile or none\n  state who: Player or none\n"
                     "  state here: Cell or none\n  state nums: list of number, up to 5\n  state price[Colour]: 0 to 9\n  state board[1 to 4]: -3 to 9\n"
                     "  state nought: 0 to 9\n  state unit: 0 to 9 = 1\n  state pair: 0 to 9 = 2\n  state triple: 0 to 9 = 3\n"
                     "  fact temps: list of number from temps\n"
                     "  area stock of Good, seen by everyone\n  area mixed of Good or Card, seen by everyone\n  pile deck of Card, seen by everyone\n"
                     "  row line of Card, up to 4, seen by everyone\n  area slot[1 to 3] of Card, up to 1, seen by everyone\n  area field of Crew, seen by everyone")
    law.parts.append("player\n  state coins: 0 to many = 3\n  state luck: -3 to 3\n  state spot: Cell = cell_1_1\n  state pet: Tile or none\n"
                     "  area hold of Good, seen by everyone\n  area hand of Card, seen by everyone\n  area home of Crew, seen by everyone")
    law.data = data(r, s)
    return law, speech(s), s


def colours(s: Sizes) -> list[str]:
    return ["crimson", "azure", "olive"][:s.colours]


def data(r: Random, s: Sizes) -> str:
    names = [f"t{i}" for i in range(1, s.tiles + 1)]
    tiles = [f"  - {{id: {t}, rank: {r.choice([-2, -1, 0, 1, 2, 3, 5])}, colour: {r.choice(colours(s))}, "
             + (f"twin: {r.choice(names)}, " if r.random() < 0.6 else "")
             + f"tags: [{', '.join(str(r.choice([-1, 0, 1, 2, 2, 3])) for _ in range(r.choice([0, 1, 2, 3])))}], glows: {r.choice(['true', 'false'])}}}" for t in names]
    pairs = {(a, b) for a in names for b in names if a < b and r.random() < 0.4}
    links = [f"  {t}: [{', '.join(sorted(b if a == t else a for a, b in pairs if t in (a, b)))}]" for t in names]
    cards = [f"  - {{id: c{i}, power: {r.choice([0, 1, 2, 3, 9])}, hue: {r.choice(colours(s))}}}" for i in range(1, s.cards + 1)]
    return "tiles:\n" + "\n".join(tiles) + "\nlinks:\n" + "\n".join(links) + "\ncards:\n" + "\n".join(cards) \
        + f"\ntemps: [{', '.join(str(r.choice([-2, -1, -1, 0, 1, 2, 5])) for _ in range(r.choice([1, 3, 4])))}]\n"


def speech(s: Sizes) -> World:
    w = World()
    w.atoms = {NUMBER: ["low", "count", "coins", "luck", "turn.turns", "nought", "unit", "pair", "triple", "number of players", "board[2]", "price[azure]",
                        "number of stock", "number of hand", "hold[fish]", "line.room", "number of line", "number of hold", "number of field"],
               FLAG: ["on", "true", "false", "always", "some hand", "no hold", "you = first_player", "active = you"]}
    w.sets = {"Player": ["players", "others", "Player", "players_from(first_player)"],
              "Cell": ["Cell", "Cell", "{{cell_1_1}}"],
              "Tile": ["Tile", "Tile", "near(t1)", "{{t1}}"],
              "Colour": ["Colour", "Colour"],
              "Good": ["hold", "stock", "Good", "mixed.Good", "t1.spots"],
              "Card": ["Card", "hand", "line", "deck", "mixed.Card", "slot[2]", "slot"],
              "Crew": ["home", "field"]}
    w.lists = ["nums", "nums", "temps", "t1.tags"]
    w.things = {"Player": ["you", "first_player", "active", "next_player(you)"],
                "Cell": ["cell_1_1", "spot", "cell_2_2", f"cell_{s.columns}_{s.rows}"],
                "Tile": ["t1", f"t{s.tiles}"],
                "Colour": colours(s),
                "Good": ["fish", "fur", "tusk"],
                "Card": ["c1", "c2"],
                "Crew": ["crew"]}
    w.optional = {"Player": ["who"], "Cell": ["here"], "Tile": ["fav", "pet"]}
    w.fields = {"Player": {NUMBER: ["{}.coins", "{}.luck", "(number of {}.hold)", "(number of {}.hand)", "place_in_order({})"], "Cell": ["{}.spot"],
                           "maybe Tile": ["{}.pet"], "set Good": ["{}.hold"], "set Card": ["{}.hand"], "set Crew": ["{}.home"]},
                "Cell": {NUMBER: ["{}.height", "{}.column", "{}.row", "{}.height"], FLAG: ["{}.lit"], "maybe Player": ["{}.mark", "{}.mark"], "maybe Tile": ["{}.tile"]},
                "Tile": {NUMBER: ["{}.rank", "{}.rank", "{}.wear", "(number of {}.spots)"], "Colour": ["{}.colour", "{}.colour"], "maybe Tile": ["{}.twin"],
                         "list": ["{}.tags"], FLAG: ["{}.glows"], "set Tile": ["near({})"], "set Good": ["{}.spots"]},
                "Colour": {NUMBER: ["price[{}]", "(number of (z in Tile where z.colour = {}))"]},
                "Good": {NUMBER: ["hold[{}]", "stock[{}]"], FLAG: ["({} in hold)", "({} in mixed)"]},
                "Card": {NUMBER: ["{}.power", "{}.power"], "Colour": ["{}.hue", "{}.hue"], FLAG: ["({} in hand)", "({} in line)", "({} in deck)", "({} in slot[1])"]},
                "Crew": {"Player": ["{}.owner"], NUMBER: ["home[{}]"], FLAG: ["({} in field)"]}}
    w.indexed = [("price[{}]", "Colour"), ("board[{}]", NUMBER), ("hold[{}]", "Good"), ("steps_between(near, t1, {})", "Tile"), ("price[{}]", "Colour")]
    return w


def shakes(r: Random, s: Sizes, number: int) -> list[str]:
    """Moves that change much, so that positions differ."""
    out = []
    for i in range(number):
        lines = [shake(r, s) for _ in range(r.choice([2, 4, 6]))]
        out.append(f"action shake_{i}\n  does\n" + "".join("    " + x + "\n" for x in lines) + "    add 1 to count")
    return out


def shake(r: Random, s: Sizes) -> str:
    cell = f"cell_{r.randint(1, s.columns)}_{r.randint(1, s.rows)}"
    tile, colour = f"t{r.randint(1, s.tiles)}", r.choice(colours(s))
    good, card = r.choice(["fish", "fur", "tusk"]), f"c{r.randint(1, s.cards)}"
    return r.choice([
        f"set low to ({r.randint(-9, 9)})", f"set count to {r.randint(0, 9)}", "set on to (not on)", f"set fav to {r.choice([tile, 'none'])}",
        f"set who to {r.choice(['you', 'none', 'next_player(you)'])}", f"set here to {r.choice([cell, 'none'])}",
        f"set nums to {{{', '.join(str(r.randint(0, 4)) for _ in range(r.randint(0, 3)))}}}", f"set nums to nums + {{{r.randint(0, 3)}}}" if False else "set nums to {}",
        f"set price[{colour}] to {r.randint(0, 9)}", f"set board[{r.randint(1, 4)}] to ({r.randint(-3, 9)})", f"set {cell}.mark to {r.choice(['you', 'you', 'none'])}",
        f"set {cell}.height to ({r.randint(-2, 5)})", f"set {cell}.lit to true", f"set {cell}.tile to {tile}", f"set {tile}.wear to {r.randint(0, 9)}",
        f"move 1 {good} from stock to hold", f"move 1 {good} from stock to mixed", f"move 1 {good} from stock to {tile}.spots", f"move 1 {good} from hold to stock",
        f"move {card} to hand", f"move {card} to line", f"move {card} to mixed", f"move {card} to deck", f"move {card} to slot[{r.randint(1, 3)}]",
        "move 1 Crew from home to field", "move field to home" if False else "add 1 to coins", f"set luck to ({r.randint(-3, 3)})", f"set spot to {cell}", f"set pet to {r.choice([tile, 'none'])}",
        f"add {r.randint(0, 3)} to coins", "add 1 to turn.turns", "set over_now to (count > 15)"])
