"""A game at a terminal: people and bots in turn, until it is over or everybody leaves.

Knows no rules: positions come from the screen modules, legality from the options, reasons from `why_not`.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from lawspeaker.cli import console, rules
from lawspeaker.cli.playing import answer, asking, screen_file
from lawspeaker.cli.playing.keeping import Keeping
from lawspeaker.cli.playing.panels import Names, Panel
from lawspeaker.cli.playing.position import panels as whole_position
from lawspeaker.cli.playing.watch import Watch, told_lines
from lawspeaker.cli.playing.why import Why
from lawspeaker.cli.seats import BOTS, HUMAN
from lawspeaker.cli.shapes import Decision, Game, State
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
    keeping: Keeping = field(default_factory=Keeping)
    screen: Sequence[screen_file.Shown] = ()
    forced: bool = True                           # a single option is taken without asking
    hand_over: bool = True
    onlookers: Onlookers | None = None            # the observers of plugins
    watch: Watch | None = None                    # of the files of rules, where they may be edited meanwhile
    _bots: dict[int, Bot] = field(default_factory=dict)
    _seen: dict[int, int] = field(default_factory=dict)
    _at_screen: int = -1                          # the seat that saw the screen last
    _names: Names = field(default_factory=lambda: Names({}))
    _answers: Why | None = None
    _just_told: list[str] = field(default_factory=list)
    _results_shown: bool = False                  # below the screen stands what came of a choice, and nobody has read it yet

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
        while not self.state.over:
            try:
                goes_on = self._decide(self.state.decision)
            except KeyboardInterrupt:             # while bots think: a step that was begun is taken back whole
                console.out()
                goes_on = not self._may_leave()
            if not goes_on:
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
            self._take_only(decision.player, options[0].label)
            return True
        return self._ask(decision)

    def _take_only(self, player: int, label: str) -> None:
        """Takes the only option of a person.  Who sits at the screen reads of it what he may; news of others come when they sit there."""
        at_screen = self._at_screen in (-1, player) or len(self._humans) == 1
        if at_screen:
            console.out(f"({self._seat(player)} has one option only: {label})", "dim")
        self._take(0)
        if at_screen:
            self._results(player)
        elif any(label.casefold() in told.casefold() for told in self.state.taken_back(1, self._at_screen)):
            console.out(f"({self._seat(player)} has one option only: {label})", "dim")

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
        self.keeping.keep(self.state)

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
            self._names, self._answers = Names(dict(getattr(self.game, "titles", {}))), None
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
        interrupted = False
        while True:
            try:
                line = console.ask(f"{self._seat(decision.player)}> ")
            except KeyboardInterrupt:
                console.out()
                if interrupted and self._may_leave():
                    return False
                if not interrupted:
                    console.out("The line is cleared.  Ctrl-C once more asks whether you want to leave.", "dim")
                interrupted = not interrupted
                continue
            interrupted = False
            if line is None:
                if self._may_leave():
                    return False
                continue
            said = answer.read(line, decision.options)
            if said != answer.Command("quit") and self._look_at_rules():
                if line.strip():
                    console.out(f'"{line.strip()}" was not taken: choose again.', "yellow")
                return True
            match said:
                case answer.Chosen(index):
                    self._take(index)
                    self._results(decision.player)
                    return True
                case answer.Command("quit"):
                    if self.keeping.saved or not self.state.history or self._may_leave():
                        return False
                case answer.Command("ask", rest):
                    if asking.ask(self.state, rest, decision, self._humans):
                        self.keeping.keep(self.state)
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
            "why": lambda: self._why().tell(self.state, rest, decision.options),
            "look": lambda: self._look(decision, rest),
            "all": lambda: self._draw(whole_position(self.state, decision.player, self._names), decision.player),
            "log": lambda: self._log(rest, decision.player),
            "save": lambda: self.keeping.save(self.state, rest),
            "help": lambda: self._help(rest),
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
        if self._results_shown and before >= 0 and not self._enter(f"    Enter hides this from {self._seat(player)}. "):
            return False
        console.clear()
        self._just_told = []
        others = "Everybody else" if len(self._humans) > 2 else "The other player"
        console.out(f"\n\n    It is {self._seat(player)}'s decision.\n\n    {others} looks away, please.\n", "bold")
        if not self._enter("    Enter shows the table. "):
            return False
        console.clear()
        return True

    def _enter(self, prompt: str) -> bool:
        """Waits for Enter; false if somebody wants to leave."""
        while True:
            try:
                if console.ask(prompt) is not None:
                    return True
            except KeyboardInterrupt:
                console.out()
            if self._may_leave():
                return False

    def _offer(self, decision: Decision) -> None:
        from lawspeaker.cli.playing.offers import lines
        console.out()
        console.out(decision.prompt or "What do you do?", "bold")
        for text, style in lines(decision.options, console.width(), self._names):
            console.out(text, style)

    def _look(self, decision: Decision, name: str) -> None:
        if not name:
            self._show(decision.player)
            self._offer(decision)
            return
        there = {p.title: p for p in (*whole_position(self.state, decision.player, self._names), *self._panels(decision.player))}
        found = answer.titled(name, list(there))
        if len(found) == 1:
            from lawspeaker.cli.playing import draw
            console.draw(draw.screen([there[found[0]]], console.width(), self._seat(decision.player)))
        elif found:
            console.out(f'"{name}" may be several: {", ".join(found)}.', "yellow")
        else:
            console.out(f'There is no panel "{name}".  There are: {", ".join(t for t in there if t)}.', "yellow")

    # ---- what is shown ---------------------------------------------------------------------------------------
    def _show(self, player: int) -> None:
        self._results_shown, self._just_told = False, []
        self._draw(self._panels(player), player)

    def _panels(self, player: int) -> Sequence[Panel]:
        """Those of the game's screen, else the whole position."""
        made = screen_file.Filler(self.state, player, self._names).panels(self.screen) if self.screen else []
        return made or whole_position(self.state, player, self._names)

    def _results(self, player: int) -> None:
        """What came of a person's own choice, before anything that others do."""
        self._news(player)
        self._results_shown = True

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
        if new == self._just_told:                # at a screen that nobody hands over
            return
        self._just_told = new
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
    def _help(name: str) -> None:
        if not name:
            console.out("An option: its number, its key or its label; words of it are enough if no other has them.")
        for command, text in answer.COMMANDS.items():
            if name in ("", command):
                console.out(f"  {text}")

    def _why(self) -> Why:
        if self._answers is None:
            self._answers = Why(self.game)
        return self._answers

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
                self.keeping.keep(self.state)
                return True
        for key in history[len(history) - allowed:] if allowed else ():
            self.state.apply(key)
        console.out("There is nothing to take back." if not history else
                    "Nothing can be taken back: since your last decision something was revealed or left to chance.", "yellow")
        return False

    def _may_leave(self) -> bool:
        """Asks a person who wants to leave; whoever is no person may."""
        if not console.somebody_sits_there() or not self.state.history:
            return True
        kept = "The game is kept." if self.keeping.saved else "The game is not saved."
        try:
            said = console.ask(f"Leave the table?  {kept}  (yes/no) ")
        except KeyboardInterrupt:
            return True
        return said is None or said.strip().casefold() in ("y", "yes")

    def _farewell(self) -> None:
        if self.keeping.path and not self.keeping.saved and self.state.history:
            self.keeping.keep(self.state)
        if self.keeping.saved:
            console.out(f"You left the table; the game is kept.  Go on with: {self.keeping.command()}")
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
