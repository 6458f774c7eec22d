"""A game at a terminal: people and bots in turn, until it is over or everybody leaves.

Knows no rules: positions come from the screen modules, legality from the options, reasons from `why_not`.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lawspeaker.cli import console, rules
from lawspeaker.cli.playing import answer, asking, screen_file
from lawspeaker.cli.playing.panels import Names, Panel
from lawspeaker.cli.playing.position import panels as whole_position
from lawspeaker.cli.playing.watch import Watch, told_lines
from lawspeaker.cli.seats import BOTS, HUMAN
from lawspeaker.cli.shapes import Decision, Game, Option, State
from lawspeaker.interpreter.bots import Bot, Lots, bot_named, derived_seed
from lawspeaker.interpreter.contributed import bots
from lawspeaker.interpreter.onlookers import Onlookers

NEWS = 25                                         # lines of the log that are shown without being asked


@dataclass(slots=True)
class Session:
    """One evening at the table.  `people` says for each seat who takes it."""

    game: Game
    state: State
    people: tuple[str, ...]
    save_to: str = ""
    screen: Sequence[screen_file.Shown] = ()
    forced: bool = True                           # a single option is taken without asking
    hand_over: bool = True
    onlookers: Onlookers | None = None            # the observers of plugins
    watch: Watch | None = None                    # of the files of rules, where they may be edited meanwhile
    _bots: dict[int, Bot] = field(default_factory=dict)
    _seen: dict[int, int] = field(default_factory=dict)
    _at_screen: int = -1                          # the seat that saw the screen last
    _saved: bool = False
    _names: Names = field(default_factory=lambda: Names({}))
    _rules: dict[str, str] | None = None

    def __post_init__(self) -> None:
        self._names = Names(dict(getattr(self.game, "titles", {})))
        for seat, who in enumerate(self.people):
            if who != HUMAN:
                self._bots[seat] = bot_named(who, Lots(derived_seed(self.state.seed, "seat", seat)))

    @property
    def _humans(self) -> list[int]:
        return [i for i, who in enumerate(self.people) if who == HUMAN]

    # ---- the loop ------------------------------------------------------------------------------------------
    def run(self) -> None:
        """Plays to the end, or until the input ends or somebody quits."""
        self._onlookers_told(lambda o: o.began(self.state))
        try:
            while not self.state.over:
                if not self._decide(self.state.decision):
                    self._farewell()
                    return
        except KeyboardInterrupt:
            console.out()
            self._farewell()
            return
        self._ending()

    def _decide(self, decision: Decision) -> bool:
        bot = self._bots.get(decision.player)
        if bot is not None:
            self._take(bot(self.state))
            if not self._humans:
                self._news(None)
            return True
        options = decision.options
        if self.forced and len(options) == 1:
            console.out(f"({self._seat(decision.player)} has one option only: {options[0].label})", "dim")
            self._take(0)
            return True
        return self._ask(decision)

    def _take(self, index: int) -> None:
        player = self.state.decision.player if self.onlookers is not None else -1
        key = self.state.decision.options[index].key if self.onlookers is not None else ""
        try:
            self.state.step(index)
        except Exception as e:  # noqa: BLE001 (only a fault of rules that can be mended now)
            if self.watch is None or type(e).__name__ != "RuleFault":
                raise
            console.complain(str(e))
            if console.ask("The rules fail here.  Mend them, then press Enter. ") is None:
                raise
            self._look_at_rules()
            return
        self._onlookers_told(lambda o: o.decided(self.state, player, key))
        self._saved = False
        if self.save_to:
            self._save(self.save_to, quiet=True)

    def _onlookers_told(self, tell: Callable[[Onlookers], None]) -> None:
        """Tell the observers of plugins, and say what is wrong with them."""
        if self.onlookers is not None:
            tell(self.onlookers)
            for failure in self.onlookers.take_failures():
                console.complain(failure)

    def _look_at_rules(self) -> bool:
        """Loads changed rules anew, and says so; whether there were any."""
        news = self.watch.look(self.state) if self.watch is not None else None
        if news is None:
            return False
        for line, style in told_lines(news):
            console.out(line, style)
        if news.state is not self.state:
            self.state, self.game = news.state, rules.game_of(news.state)
            self._names, self._rules = Names(dict(getattr(self.game, "titles", {}))), None
            self._replace_lost_bots()
            self._seen = {p: min(n, len(self._lines(None if p < 0 else p))) for p, n in self._seen.items()}
            return True
        return False

    def _replace_lost_bots(self) -> None:
        """A bot that the new law no longer has gives its seat to a random one."""
        for seat in self._bots:
            if self.people[seat] not in (*BOTS, *getattr(self.game, "bots", ()), *bots()):
                self._bots[seat] = bot_named("random", Lots(derived_seed(self.state.seed, "seat", seat)))
                console.out(f'The rules have no bot "{self.people[seat]}" now: {self._seat(seat)} plays at random.', "yellow")
                self.people = (*self.people[:seat], "random", *self.people[seat + 1:])

    # ---- a person's decision --------------------------------------------------------------------------------
    def _ask(self, decision: Decision) -> bool:
        if not self._give_seat_to(decision.player):
            return False
        if self._look_at_rules():
            return True
        self._news(decision.player)
        self._show(decision.player)
        self._offer(decision)
        while True:
            line = console.ask(f"{self._seat(decision.player)}> ")
            if line is None:
                return False
            said = answer.read(line, decision.options)
            if said != answer.Command("quit") and self._look_at_rules():
                if line.strip():
                    console.out(f'"{line.strip()}" was not taken: choose again.', "yellow")
                return True
            match said:
                case answer.Chosen(index):
                    self._take(index)
                    return True
                case answer.Command("quit"):
                    if self._may_leave():
                        return False
                case answer.Command("ask", rest):
                    if asking.ask(self.state, rest, decision, self._humans):
                        return True
                case answer.Command("undo"):
                    if self._undo():
                        return True
                case answer.Command(name, rest):
                    self._do(name, rest, decision)
                case answer.Mistake(text):
                    console.out(text, "yellow")

    def _do(self, name: str, rest: str, decision: Decision) -> None:
        work: dict[str, Callable[[], None]] = {
            "why": lambda: self._why(rest, decision.options),
            "look": lambda: self._look(decision),
            "all": lambda: self._draw(whole_position(self.state, decision.player, self._names), decision.player),
            "log": lambda: self._log(rest, decision.player),
            "save": lambda: self._save(rest or self.save_to),
            "help": self._help,
        }
        work[name]()

    def _give_seat_to(self, player: int) -> bool:
        """Hands the screen over, if another person had it; false at the end of input."""
        before, self._at_screen = self._at_screen, player
        if not self.hand_over or len(self._humans) < 2 or before == player:
            return True
        if not console.somebody_sits_there():
            console.out(f"─── {self._seat(player)} ───" if console.writes_unicode() else f"--- {self._seat(player)} ---")
            return True
        console.clear()
        others = "Everybody else" if len(self._humans) > 2 else "The other player"
        console.out(f"\n\n    It is {self._seat(player)}'s decision.\n\n    {others} looks away, please.\n", "bold")
        if console.ask("    Enter shows the table. ") is None:
            return False
        console.clear()
        return True

    def _offer(self, decision: Decision) -> None:
        from lawspeaker.cli.playing.offers import lines
        console.out()
        console.out(decision.prompt or "What do you do?", "bold")
        for text, style in lines(decision.options, console.width(), self._names):
            console.out(text, style)

    def _look(self, decision: Decision) -> None:
        self._show(decision.player)
        self._offer(decision)

    # ---- what is shown ---------------------------------------------------------------------------------------
    def _show(self, player: int) -> None:
        made = screen_file.Filler(self.state, player, self._names).panels(self.screen) if self.screen else []
        self._draw(made or whole_position(self.state, player, self._names), player)

    def _draw(self, panels: Sequence[Panel], player: int) -> None:
        from lawspeaker.cli.playing import draw
        console.out(f"\n{self.game.title} · {self._names.of(self._seat(player))}", "bold")
        console.draw(draw.screen(panels, console.width(), self._seat(player)))

    def _news(self, player: int | None) -> None:
        """What happened since this player last decided."""
        lines = self._lines(player)
        key = -1 if player is None else player
        new = lines[min(self._seen.get(key, 0), len(lines)):]
        self._seen[key] = len(lines)
        if len(new) > NEWS:
            console.out(f"… {len(new) - NEWS} earlier lines (`log` shows all)", "dim")
        for line in new[-NEWS:]:
            console.out(f"  {line}", "dim")

    def _log(self, rest: str, player: int) -> None:
        lines = self._lines(player)
        for line in lines[-int(rest):] if rest.isdigit() and int(rest) else lines:
            console.out(f"  {line}")
        if not lines:
            console.out("Nothing has happened yet.")

    def _lines(self, player: int | None) -> list[str]:
        """The log, what came of a choice a little to the right of it."""
        return [entry.text if entry.kind == "choice" else f"    {entry.text}" for entry in self.state.log(player=player)]

    def _seat(self, player: int) -> str:
        return str(self.state.players[player])

    @staticmethod
    def _help() -> None:
        console.out("An option: its number, its key or its label; the beginning is enough if no other begins so.")
        for text in answer.COMMANDS.values():
            console.out(f"  {text}")

    # ---- why ---------------------------------------------------------------------------------------------------
    def _why(self, name: str, options: Sequence[Option]) -> None:
        if not name:
            console.out("Why what?  For instance: why " + (options[0].group or options[0].key))
            return
        if name.isdigit() and 1 <= int(name) <= len(options):
            self._possible([int(name) - 1], options)
            return
        for key in answer.names_of_moves(name):
            try:
                reasons = list(self.state.why_not(key))
            except Exception as e:  # noqa: BLE001 (any complaint means: no such move; another spelling may be one)
                if type(e).__name__ == "RuleFault":
                    raise
                continue
            if reasons:
                console.out(f"{key} is not possible now:")
                for r in reasons:
                    self._cite(f"- {r.text}", r.cites)
                return
            break
        found = answer.matching(name, options, whole=False)
        if found:
            self._possible(found, options)
        else:
            console.out(f'I know no move "{name}".  Moves have the names of the groups of options, as in: why '
                        f"{options[0].group or options[0].key}", "yellow")

    def _possible(self, indices: Sequence[int], options: Sequence[Option]) -> None:
        for i in indices[:answer.SHOWN]:
            self._cite(f"{i + 1} {options[i].label} is possible.", options[i].cites)
        if len(indices) > answer.SHOWN:
            console.out(f"… and {len(indices) - answer.SHOWN} more")

    def _cite(self, text: str, ids: Sequence[str]) -> None:
        console.out(text + (f"  [{', '.join(ids)}]" if ids else ""))
        for id_ in ids:
            statement = self._statements().get(id_)
            if statement:
                console.out(f"    {id_}: {statement}", "dim")

    def _statements(self) -> dict[str, str]:
        """What the rule catalogue says under each id."""
        if self._rules is None:
            self._rules = {}
            for record in getattr(self.game, "catalogue", ()):
                entry: Any = record if isinstance(record, dict) else {k: getattr(record, k, "") for k in ("id", "rule")}
                self._rules[str(entry["id"])] = str(entry["rule"])
        return self._rules

    # ---- undo, save, leave -------------------------------------------------------------------------------------
    def _undo(self) -> bool:
        """Back to the last decision of a person, if nothing was revealed and no chance fell since."""
        allowed = self.state.undo_barrier
        history = list(self.state.history)
        told = list(self.state.taken_back(allowed, self.state.decision.player))      # no secret of anybody else
        for back in range(1, allowed + 1):
            self.state.undo()
            if self.people[self.state.decision.player] == HUMAN and not (self.forced and self.state.count == 1):
                console.out(f"Taken back: {', '.join(told[-back:])}", "yellow")
                self._seen = {p: min(n, len(self._lines(None if p < 0 else p))) for p, n in self._seen.items()}
                if self.save_to:
                    self._save(self.save_to, quiet=True)
                return True
        for key in history[len(history) - allowed:] if allowed else ():
            self.state.apply(key)
        console.out("There is nothing to take back." if not history else
                    "Nothing can be taken back: since your last decision something was revealed or left to chance.", "yellow")
        return False

    def _save(self, name: str, quiet: bool = False) -> None:
        if not name:
            console.out("Save to which file?  For instance: save evening.json", "yellow")
            return
        path = str(Path(name).expanduser())
        try:
            self.state.save(path)
        except OSError as e:
            console.complain(f"Not saved: {e.filename or path}: {e.strerror or e}")
            return
        except Exception as e:  # noqa: BLE001 (a position that was set up cannot be saved: that is no reason to leave)
            if type(e).__name__ != "SaveError":
                raise
            console.complain(f"Not saved: {e}")
            return
        self._saved = True
        if not quiet:
            console.out(f"Saved.  Go on with: lawspeaker play {self.game.name} --load {path}")

    def _may_leave(self) -> bool:
        if self._saved or not console.somebody_sits_there() or not self.state.history:
            return True
        said = console.ask("The game is not saved.  Leave all the same? (yes/no) ")
        return said is None or said.strip().casefold() in ("y", "yes")

    def _farewell(self) -> None:
        if self.save_to and not self._saved:
            self._save(self.save_to, quiet=True)
        if self._saved:
            where = f" with: lawspeaker play {self.game.name} --load {self.save_to}" if self.save_to else " later."
            console.out(f"The game is saved.  Go on{where}")
        else:
            console.out("You left the table; the game is not saved.")

    # ---- the end -------------------------------------------------------------------------------------------------
    def _ending(self) -> None:
        self._onlookers_told(lambda o: o.ended(self.state))
        humans = self._humans
        viewer = humans[0] if humans else None
        self._news(viewer)
        self._draw(whole_position(self.state, viewer, self._names), viewer or 0)
        from lawspeaker.cli.playing.ending import show
        show(self.state)
