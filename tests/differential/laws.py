"""Random laws: moves with headers, verbs, rules, changes, costs and bills, phases, cards, windows, scores, bots, around random expressions."""
from __future__ import annotations

from random import Random

from tests.differential.expressions import FLAG, NUMBER, Writer
from tests.differential.worlds import Law, Sizes, shakes, world

Scope = dict[str, list[str]]
KINDS = ["Cell", "Cell", "Tile", "Tile", "Colour", "Good", "Card", "Player"]


class Lawgiver:
    """Writes the declarations of one law, by name."""

    def __init__(self, r: Random) -> None:
        self.r = r
        self.law, w, self.sizes = world(r)
        self.e = Writer(r, w)
        self.out: dict[str, str] = {}
        self.verbs: list[tuple[str, str | None]] = []       # sentence before its hole, type of the hole
        self.moves: list[str] = []

    def lot(self, of: float) -> bool:
        return self.r.random() < of

    # ---- everything ------------------------------------------------------------------------------------
    def write(self) -> tuple[Law, dict[str, str]]:
        for i in range(self.r.choice([3, 5, 8])):
            self.value(i)
        self.out["pay"] = 'to pay {n: number} coin(s)\n  requires n <= coins\n  take n from coins'
        for i in range(self.r.choice([0, 1, 2])):
            self.verb(i)
        self.parts_of_some()
        for i, text in enumerate(shakes(self.r, self.sizes, 3)):
            self.out[f"shake_{i}"] = text
            self.moves.append(f"shake_{i}")
        for i in range(self.r.choice([1, 2, 3])):
            self.action(i)
        for i in range(self.r.choice([0, 1, 1, 2])):
            self.rule(i)
        for i in range(self.r.choice([0, 0, 1, 2])):
            self.change(i)
        for i in range(self.r.choice([1, 2])):
            self.score(i)
        self.bot()
        return self.law, self.out

    def value(self, i: int) -> None:
        type_ = self.r.choice([NUMBER, NUMBER, FLAG, FLAG, "set Cell", "set Tile", "maybe Tile", "Cell", "set Good"])
        params = [(f"p{i}_{k}", self.r.choice(["Tile", "Cell", "Player", NUMBER])) for k in range(self.r.choice([0, 0, 1]))]
        scope: Scope = {}
        for name, t in params:
            scope.setdefault(t, []).append(name)
        e = self.e.speaks(params[0][0], scope, type_, 2) if params and type_ in (NUMBER, FLAG) else self.e.of(type_, self.r.choice([1, 2, 3]), scope)
        self.out[f"v{i}"] = f"value v{i}" + (f"({', '.join(f'{n}: {t}' for n, t in params)})" if params else "") + f" = {e}"
        self.e.w.calls.setdefault(type_, []).append((f"v{i}", tuple(t for _, t in params)))

    def verb(self, i: int) -> None:
        hole = self.r.choice([None, "Tile", NUMBER, "Cell", "Player"])
        scope: Scope = {hole: ["what"]} if hole else {}
        lines = [f"  requires {self.e.flag(2, scope)}"] if self.lot(0.3) else []
        lines += self.block(scope, 1, self.r.choice([1, 2, 3]))
        self.out[f"verb{i}"] = f"to verb_{i}" + (f" {{what: {hole}}}" if hole else "") + "\n" + "\n".join(lines)
        self.verbs.append((f"verb_{i}", hole))

    def parts_of_some(self) -> None:
        """Parts that only some laws have: bills, cards, a phase inside, a moment with a window."""
        r = self.r
        if self.lot(0.3):
            wild = r.choice(["", "\n  coins stand for any Good", "\n  tusk stands for any Good"])
            self.out["barter"] = f"payment barter\n  takes from hold by sort\n  puts into stock{wild}"
        if self.lot(0.3):
            self.out["sub"] = ("form deed is action\nphase sub(who_begins: Player, rounds: 1 to 3) \"Sub\"\n  state made: 0 to 9\n  each player from sub.who_begins"
                               f"{r.choice(['', ', again until sub.made >= sub.rounds', ', again until all pass'])}\n  offers deed, {r.choice(['exactly once', 'at most once'])}\n"
                               "deed pass_on\n  does\n    add 1 to sub.made\n" + "\n".join(self.block({}, 2, 1)))
            self.out["enter"] = f"action enter\n  does\n    run sub({self.e.thing('Player', 1, {})}, {self.e.number(0, {})})"
        if self.lot(0.3):
            self.out["cards"] = ("form trick is action\n  card kept in tricks\n  starts in trick_pile\n  discarded to trick_pit\n  does\n    move card to trick_pit\n    do its effect\n"
                                 "table\n  pile trick_pile of Trick, refilled from trick_pit, seen by nobody\n  pile trick_pit of Trick, seen by everyone\n"
                                 "player\n  area tricks of Trick, seen by owner\n  area kept of Trick, seen by everyone\n"
                                 "action take_trick\n  does\n    draw 1 from trick_pile to tricks")
            self.out["moment"] = "moment noted(what: number)"
            for i in range(r.choice([1, 2, 3])):
                play = r.choice(["", "", "\n  playable at noted(k) if k > 0", "\n  playable at end of any shake_0", "\n  playable any time"])
                more = r.choice(["", "\n  copies 2"])
                does = "\n".join(self.block({}, 2, 2))
                need = f"\n  requires {self.e.flag(1, {})}" if self.lot(0.4) else ""
                self.out[f"trick{i}"] = f"trick trick_{i} \"Trick\"{more}{play}{need}\n  does\n{does}"

    def action(self, i: int) -> None:
        scope: Scope = {}
        lines = []
        for k in range(self.r.choice([0, 1, 1, 2, 2])):
            name = f"c{i}_{k}".replace("c", "a")
            if self.lot(0.2):
                lines.append(f"  choose {name} from {self.r.choice(['1 to 3', '0 to 4', '(-1) to 2', '1 to count'])}")
                scope.setdefault(NUMBER, []).append(name)
            else:
                kind = self.r.choice(KINDS)
                lines.append(f"  choose {name} from {self.e.set(kind, self.r.choice([0, 1, 1, 2]), scope)}")
                scope.setdefault(kind, []).append(name)
            if self.lot(0.5):
                lines.append(f"  requires {self.e.flag(self.r.choice([1, 2]), scope)}" if self.lot(0.5) else f"  requires {self.e.speaks(name, scope, FLAG, 1)}")
        if self.lot(0.2):
            name = f"b{i}"
            kind = self.r.choice(["Cell", "Tile"])
            lines.append(f"  requires {self.e.maybe(kind, 1, scope)} is {kind} as {name}")
            scope.setdefault(kind, []).append(name)
        if self.lot(0.3):
            lines.append(f"  costs {self.r.choice(['1', '2', '(count / 3)'])} coins")
        if "barter" in self.out and self.lot(0.6):
            lines.append("  costs {" + self.r.choice(["fish: 1", "fish: 1, fur: 1", "any: 2", "alike: 2", "different: 2", "fish: count"]) + "} with barter")
        if self.lot(0.15):
            lines.append('  limit once per turn "Once."')
        body = self.block(scope, 2, self.r.choice([1, 2, 3]))
        self.out[f"action{i}"] = f"action move_{i}\n" + "\n".join(lines + ["  does"] + body)
        self.moves.append(f"move_{i}")

    def rule(self, i: int) -> None:
        r = self.r
        condition = f" if {self.e.flag(2, {})}" if self.lot(0.6) else ""
        heads = [f"  at start of turn{condition}", f"  at end of turn{condition}", f"  at end of {r.choice(self.moves)}{condition}", f"  at start of {r.choice(self.moves)}{condition}",
                 f"  whenever {self.e.flag(2, {})}"]
        scope: Scope = {}
        if self.verbs:
            verb, hole = r.choice(self.verbs)
            word = r.choice(["before", "after", "instead of"])
            heads += [f"  {word} {verb}{' it_is' if hole else ''}{condition}"] * 2
        head = r.choice(heads)
        if "it_is" in head and hole:
            scope = {hole: ["it_is"]}
        usual = "\n    do usual" if "instead of" in head and self.lot(0.5) else ""
        self.out[f"rule{i}"] = f"rule rule_{i}\n{head}{usual}\n" + "\n".join(self.block(scope, 2, r.choice([1, 2]), asking=self.lot(0.3)))

    def change(self, i: int) -> None:
        numbers = [n for n, params in self.e.w.calls.get(NUMBER, []) if not params and n in self.out]
        if numbers:
            while_ = f" while {self.e.flag(2, {})}" if self.lot(0.7) else ""
            self.out[f"change{i}"] = f"{self.r.choice(numbers)} becomes {self.r.choice(['it + 1', 'it * 2', '3', 'max(it, count)'])}{while_}"

    def score(self, i: int) -> None:
        match self.r.choice(["plain", "plain", "compares", "each"]):
            case "plain":
                self.out[f"score{i}"] = f"score s{i} = {self.e.number(2, {})}"
            case "compares":
                self.out[f"score{i}"] = f"score s{i}\n  compares {self.e.number(2, {})}\n  first gives 5\n  second gives 2\n  ties {self.r.choice(['shared', 'all', 'nobody'])}"
            case _:
                self.out[f"score{i}"] = f"score s{i}(t: Tile) = {self.e.speaks('t', {'Tile': ['t']}, NUMBER, 1)}"

    def bot(self) -> None:
        self.out["bot"] = "bot weigher\n" + "\n".join(f"  weighs {m} {self.e.number(1, {})}" for m in self.moves)

    # ---- steps -----------------------------------------------------------------------------------------
    def block(self, scope: Scope, indent: int, number: int, depth: int = 2, asking: bool = True) -> list[str]:
        inner = {k: list(v) for k, v in scope.items()}
        out: list[str] = []
        for _ in range(number):
            out += self.step(inner, indent, depth, asking)
        return out

    def step(self, scope: Scope, indent: int, depth: int, asking: bool) -> list[str]:  # noqa: C901
        pad, r, e = "  " * indent, self.r, self.e
        kinds = ["set", "set", "set", "add", "move", "move", "say"]
        if depth > 0:
            kinds += ["if", "if", "each", "let", "let", "repeat", "arms", "as", "at once", "until", "later"]
            if asking:
                kinds += ["choose", "choose", "may", "choose one", "choose some", "during"]
        if self.verbs:
            kinds += ["verb", "verb"]
        match r.choice(kinds):
            case "set":
                return [pad + self.simple(scope)]
            case "add":
                return [pad + r.choice([f"add {e.number(1, scope)} to count", f"take {e.number(1, scope)} from coins", f"add {e.number(1, scope)} to luck", "add 1 to turn.turns"])]
            case "move":
                return [pad + self.moving(scope)]
            case "say":
                return [pad + f'say "{{{e.number(1, scope)}}} of {{{e.thing("Tile", 0, scope)}}}"']
            case "if":
                out = [pad + f"if {e.flag(2, scope)}", *self.block(scope, indent + 1, 1, depth - 1, asking)]
                return out + ([pad + "else", *self.block(scope, indent + 1, 1, depth - 1, asking)] if self.lot(0.4) else [])
            case "each":
                kind, name = r.choice(KINDS), e.name()
                where = f" where {e.speaks(name, {**scope, kind: [name]}, FLAG, 1)}" if self.lot(0.3) else ""
                inner = e.within(scope, kind, name)
                body = self.block(inner, indent + 1, 1, depth - 1, asking and self.lot(0.3))
                return [pad + f"for each {name} in {e.set(kind, 1, scope)}{where}", *body, f"{pad}  add {e.speaks(name, inner, NUMBER, 1)} to count"]
            case "let":
                type_, name = r.choice([NUMBER, FLAG, "Tile", "Cell"]), e.name()
                scope.setdefault(type_, [])
                out = [pad + f"let {name} = {e.of(type_, 2, scope)}"]
                scope[type_].append(name)
                use = f"if {name}\n{pad}  add 1 to count" if type_ == FLAG else f"add {e.speaks(name, {type_: [name]}, NUMBER, 0)} to coins"
                return out + [pad + x for x in use.split("\n", 1)[:1]] + ([use.split("\n", 1)[1]] if "\n" in use else [])
            case "repeat":
                return [pad + f"repeat {r.choice(['2', '3', 'pair', 'board[1]'])} times", *self.block(scope, indent + 1, 1, depth - 1, False)]
            case "arms":
                step = r.choice([self.simple(scope), self.moving(scope), "add 2 to luck", "take 3 from coins"])
                return [pad + step, *[pad + f"{w} {self.simple(scope)}" for w in ("then", "partly", "otherwise") if self.lot(0.6)]]
            case "as":
                return [pad + f"as {e.thing('Player', 1, scope)}", *self.block(scope, indent + 1, 1, depth - 1, asking)]
            case "at once":
                return [pad + "at once", *self.block(scope, indent + 1, 2, depth - 1, asking)]
            case "until":
                numbers = [n for n, params in e.w.calls.get(NUMBER, []) if not params and n in self.out]
                if not numbers:
                    return [pad + self.simple(scope)]
                bound = r.choice(["end of turn", "start of turn", f"2 {r.choice(self.moves)}" if self.moves else "end of turn"])
                return [pad + f"until {bound}{r.choice(['', ' for everyone'])}", f"{pad}  {r.choice(numbers)} becomes it + {e.number(0, scope)}"]
            case "later":
                return [pad + f"later at {r.choice(['start of turn', 'end of turn'])}", *self.block(scope, indent + 1, 1, 0, False)]
            case "choose":
                kind, name = r.choice(KINDS), e.name()
                out = [pad + f"choose {name} from {e.set(kind, r.choice([0, 1, 2]), scope)}"]
                scope.setdefault(kind, []).append(name)
                return [*out, pad + f"add {e.speaks(name, {kind: [name]}, NUMBER, 0)} to count"]
            case "choose some":
                name, amount = e.name(), r.choice(["2", "up to 2", "any"])
                kind = r.choice(["Cell", "Tile", "Colour"])
                return [pad + f"choose {amount} {name} from {r.choice(e.w.sets[kind]).replace('{{', '{').replace('}}', '}')}", pad + f"add number of {name} to coins"]
            case "may":
                return [pad + 'may "Really"', *self.block(scope, indent + 1, 1, depth - 1, asking)]
            case "choose one":
                out = [pad + 'choose one "Which"']
                for k in ("left", "right"):
                    c = f" if {e.flag(1, scope)}" if self.lot(0.4) else ""
                    out += [f'{pad}  option {k}{e.names} "{k}"{c}', *self.block(scope, indent + 2, 1, depth - 1, asking)]
                return out
            case "during":
                return [pad + "if count > 5", pad + "  end turn"]
            case "verb":
                verb, hole = r.choice(self.verbs)
                return [pad + (f"{verb} ({e.of(hole, 1, scope)})" if hole else verb)]
        raise AssertionError

    def simple(self, scope: Scope) -> str:
        e = self.e
        cell, tile = e.thing("Cell", 1, scope), e.thing("Tile", 1, scope)
        return self.r.choice([  # type: ignore[no-any-return]
            f"set low to ({e.number(2, scope)})", f"set count to ({e.number(2, scope)})", f"set on to ({e.flag(2, scope)})", f"set {cell}.lit to ({e.flag(1, scope)})",
            f"set {cell}.mark to you", f"set {cell}.height to ({e.number(1, scope)})", f"set fav to ({e.either('Tile', 2, scope)})", f"set here to ({e.either('Cell', 2, scope)})",
            f"set price[{e.thing('Colour', 1, scope)}] to ({e.number(1, scope)})", f"set board[{e.number(1, scope)}] to ({e.number(1, scope)})",
            f"set {tile}.wear to ({e.number(1, scope)})", f"set spot to ({e.thing('Cell', 2, scope)})", f"set nums to {{{e.number(1, scope)}, {e.number(0, scope)}}}",
            f"add 1 to price[{e.thing('Colour', 1, scope)}]", f"add 1 to {cell}.height"])

    def moving(self, scope: Scope) -> str:
        e, r = self.e, self.r
        place = r.choice(["hand", "line", "deck", "mixed", "slot[1]"])
        return r.choice([  # type: ignore[no-any-return]
            f"move {e.thing('Card', 1, scope)} to {place}", f"move {e.thing('Card', 0, scope)} to {place}", f"move {r.choice(['1', '2', 'pair'])} {r.choice(['fish', 'fur', 'Good'])} from stock to hold" if False
            else f"move {r.choice(['1', '2'])} {r.choice(['fish', 'fur'])} from {r.choice(['stock', 'hold'])} to {r.choice(['hold', 'mixed', 't1.spots', 'stock'])}",
            "move 1 Crew from home to field", "shuffle deck", f"move {e.set('Card', 1, scope)} to {place}", "discard hand", "roll 2 dice into nums", "draw 1 from deck to hand"])


def law_of(seed: int) -> tuple[Law, dict[str, str], Sizes]:
    """The law of a seed: the skeleton and its declarations by name."""
    giver = Lawgiver(Random(seed))
    law, out = giver.write()
    return law, out, giver.sizes
