"""A process that is watched while it checks, explains, plays and tests what it is told to; run as a script, JSON line by line.

In:  `{"folder": …, "ruleset": …, "with": […], "words": […], "commands": […]}` · out: what the commands said, how they ended, and every event
of Python's audit hook that is not to be expected: files outside the folder, the cache and the packages; imports of anything
but ours; code that is not printed by us; processes, sockets, and whatever changes the disk.
"""
from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
QUIET = ("object.__getattr__", "object.__setattr__", "object.__delattr__", "sys._getframe", "sys._current_frames", "code.__new__", "compile",
         "builtins.id", "sys.unraisablehook", "gc.", "sys._getframemodulename", "time.sleep", "os.putenv", "builtins.input", "signal.",
         "sys.setrecursionlimit", "function.__new__", "cpython.", "marshal.dumps", "sys.monitoring", "fcntl.", "msvcrt.")
ENDINGS = {os.O_WRONLY, os.O_RDWR, os.O_CREAT, os.O_TRUNC, os.O_APPEND}
OWN_CODE = ("<law of ", "<games of ")
WRITTEN = ("<string>", "<attrs generated ", "<frozen ")          # code that libraries write for their own classes


class Watch:
    """Records audit events while it is on; a hook can never be taken away, so this has a process of its own."""

    def __init__(self, cache: Path) -> None:
        self.on = False
        self.seen: list[tuple[str, tuple[Any, ...]]] = []
        self.cache = cache
        import lawspeaker
        package = Path(lawspeaker.__file__).resolve().parent
        parts = [p.resolve() for p in package.iterdir() if p.is_dir()]           # links, where it is installed for editing
        paths = sysconfig.get_paths()
        libraries = {Path(paths[k]).resolve() for k in ("stdlib", "platstdlib", "purelib", "platlib")} | {
            Path(p).resolve() for p in sys.path if p.endswith(("site-packages", "dist-packages", "lib-dynload"))}
        self.own = [package, *parts]
        self.packages = [*self.own, *libraries, Path(sys.base_prefix).resolve()]
        sys.addaudithook(self.hook)

    def hook(self, event: str, args: tuple[Any, ...]) -> None:
        if self.on and not event.startswith(QUIET):
            by = sys._getframe(1).f_code.co_filename if event == "exec" else ""
            self.seen.append((event, (*args, by)))

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        self.seen.clear()
        self.on = True
        try:
            yield
        finally:
            self.on = False

    def unexpected(self, folder: Path) -> list[str]:
        return list(dict.fromkeys(said for event, args in self.seen if (said := self.judge(event, args, folder.resolve()))))

    def judge(self, event: str, args: tuple[Any, ...], folder: Path) -> str:  # noqa: C901
        """What is wrong with an event; nothing, if it is to be expected."""
        match event:
            case "open":
                path, mode, flags = args[:3]
                if isinstance(path, int):
                    return ""
                writes = bool(set(str(mode or "r")) & set("wax+")) or any(int(flags or 0) & f for f in ENDINGS if f)
                return self.place(path, folder, "writes" if writes else "reads")
            case "os.listdir" | "os.scandir" | "glob.glob" | "glob.glob/2" | "os.walk" | "pathlib.Path.glob" | "pathlib.Path.rglob" | "os.stat" \
                    | "pathlib.Path.walk":
                return self.place(args[0], folder, "lists") if event.startswith("os.") and args[0] is not None and not isinstance(args[0], int) else ""
            case "os.mkdir" | "os.remove" | "os.rename" | "tempfile.mkstemp" | "os.chmod" | "os.utime" | "os.truncate" | "os.rmdir" | "os.link" \
                    | "os.symlink":
                return self.place(args[0], folder, "writes")
            case "import":
                return "" if str(args[0]).split(".")[0] in WANTED else f"imports {args[0]}"
            case "exec":
                name = str(getattr(args[0], "co_filename", args[0]))
                written = name.startswith(WRITTEN) and any(inside(args[1], p) for p in self.packages[len(self.own):])
                printed = name.startswith(OWN_CODE) and any(inside(args[1], p) for p in self.own)
                return "" if printed or written or any(inside(name, p) for p in self.packages) else f"runs code of {name}"
            case "pickle.find_class":
                return "" if str(args[0]).startswith("lawspeaker.interpreter.") else f"unpickles {args[0]}.{args[1]}"
            case "marshal.loads":
                return ""
        return "" if event == "os.unsetenv" and b"PYDANTIC" in args[0] else f"{event} {args!r:.200}"

    def place(self, path: Any, folder: Path, what: str) -> str:
        text = os.fsdecode(path)
        if text == os.devnull or inside(text, self.cache):
            return ""
        if what != "writes" and (inside(text, folder) or any(inside(text, p) for p in self.packages)):
            return ""
        return f"{what} {text}"


WANTED = {"lawspeaker"}


def inside(path: str, folder: Path) -> bool:
    real = Path(os.path.realpath(path))
    return real == folder or folder in real.parents


# ---- what is done ---------------------------------------------------------------------------------------------------
def run(order: dict[str, Any]) -> dict[str, Any]:
    """All commands for one ruleset, and a game by the library: how each ended, what it said, and what its program reaches."""
    from lawspeaker.cli.main import main
    ruleset, expansions = order["ruleset"], list(order["with"])
    more = ["--with", ",".join(expansions)] if expansions else []
    commands = {"check": [["check", ruleset, *more]], "explain": [["explain", ruleset, w, *more] for w in order["words"]],
                "trace": [["trace", ruleset, *more]], "test": [["test", order["folder"]]],
                "simulate": [["simulate", ruleset, *more, "--games", "1", "--limit", "60", "--jobs", "1"]],
                "list": [["list", "--json", *(x for p in order.get("plugins", ()) for x in ("--plugin", p))]],
                "play": [["play", ruleset, *more, "--seat", "random,random", "--seed", "1"]]}
    out, codes = io.StringIO(), []
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        for name in order["commands"]:
            codes += [[name, main(command)] for command in commands[name]]
        game = played(ruleset, expansions, out, order.get("settings"))
    return {"codes": codes, "said": out.getvalue(), "loads": game is not None, "printed": reached(game) if game is not None else []}


def played(ruleset: str, expansions: list[str], out: io.StringIO, settings: dict[str, Any] | None) -> Any:
    """A game in which everything is looked at that people look at; None where the ruleset does not load."""
    import lawspeaker
    from lawspeaker.interpreter.engine.faults import RuleFault
    from lawspeaker.interpreter.text.diagnostic import RulesetError
    try:
        game = lawspeaker.load(ruleset, expansions=expansions, settings=settings)
    except RulesetError as e:
        print(e, file=out)
        return None
    try:
        state = game.new(seed=1)
        for i in range(25):
            if state.over:
                break
            d = state.decision
            print(d.prompt, [(o.key, o.label) for o in d.options], file=out)
            for seat in range(len(state.players)):
                print(state.view(seat), file=out)
            state.step(i % len(d.options))
        print(state.scores, [str(line) for line in state.log()], file=out)
    except RuleFault as e:
        print(e, file=out)
    return game


def reached(game: Any) -> list[str]:
    """Ways out of the printed programs of a game, and names that its machine lends them beyond those listed."""
    from printed import REACHED, TABLE, ways_out

    from lawspeaker.interpreter.program.print_playout import print_playout
    from lawspeaker.interpreter.program.print_python import print_python
    found = []
    for players in sorted({game.players[0], game.players[-1]}):
        edition = game.edition(players)
        for printer in (print_python, print_playout):
            found += [f"{printer.__name__}, {players} players: {w}" for w in ways_out(printer(edition.program)[0],
                                                                                   [f[0] for f in edition.program.foreign])]
        names = edition.machine.names([])
        lent = (set(names) - {"__builtins__"}) | set(names["__builtins__"])
        found += [f"the machine lends {name}" for name in sorted(lent) if name not in REACHED and not TABLE.fullmatch(name)]
    return found


def serve() -> None:
    speak, cache = sys.stdout, Path(os.environ["LAWSPEAKER_CACHE"]).resolve()
    sys.path.insert(0, str(HERE))
    import printed  # noqa: F401
    with contextlib.suppress(ImportError):        # where there is no such thing, a bomb takes all the memory there is
        import resource
        resource.setrlimit(resource.RLIMIT_AS, (3 << 30, resource.getrlimit(resource.RLIMIT_AS)[1]))
    watch = Watch(cache)
    for line in sys.stdin:
        order = json.loads(line)
        if hasattr(signal, "ITIMER_PROF"):        # ends the process, by the signal's own default
            signal.setitimer(signal.ITIMER_PROF, order["seconds"])
        folder = Path(order["folder"])
        before = Path.cwd()
        os.chdir(folder)                          # where people are when they try a ruleset
        answer: dict[str, Any]
        try:
            with watch.watching():
                answer = run(order)
        except BaseException as e:  # noqa: BLE001 - whatever it is, it is what the test wants to see
            import traceback
            answer = {"crash": "".join(traceback.format_exception(e))[-3000:]}
        answer["unexpected"] = watch.unexpected(folder)          # paths are as they were seen from the folder
        os.chdir(before)
        speak.write(json.dumps(answer) + "\n")
        speak.flush()


if __name__ == "__main__":
    serve()
