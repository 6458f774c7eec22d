"""What hooks give → contributions, each looked at before it is taken: paths that are folders of law, functions with types …"""
from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lawspeaker.interpreter.contributed import TYPES, Contributed, Contributions, Found, LawFunction
from lawspeaker.interpreter.extensions import is_expansion
from lawspeaker.interpreter.rulesets import shipped_folders
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.plugins.trouble import guarded

NAME = re.compile(r"[a-z][a-z0-9_]*")
GAME = re.compile(r"^game\b", re.M)
TOLD = ("began", "decided", "ended")              # what observers may listen to


@dataclass(slots=True)
class Taker:
    """Takes what one plugin after another gives."""

    out: Contributions
    sink: Sink
    given: list[str] = field(default_factory=list)
    named: dict[tuple[str, str], list[tuple[str, Any]]] = field(default_factory=dict)
    shipped: list[Path] = field(default_factory=lambda: [p.resolve() for p in shipped_folders()])

    # ---- folders of law ----------------------------------------------------------------------------------------
    def folder(self, plugin: str, path: Path, label: str, origin: str) -> None:
        """A folder of law of which nobody said what it is."""
        found = Found(path, label, origin, plugin)
        if is_expansion(path):
            self.add(self.out.expansions, found, "expansion")
        elif any(GAME.search(text(p)) for p in path.glob("*.law")):
            self.add(self.out.rulesets, found, "ruleset")
        else:
            self.name("verbs", path.resolve().name, plugin, found)

    def add(self, where: list[Found], found: Found, what: str) -> None:
        path = found.folder.resolve()
        if path in self.shipped or any(f.folder.resolve() == path for f in where):
            return                                # the same one twice is one
        where.append(found)
        self.given.append(f"{what} {path.name}")

    def name(self, what: str, name: str, plugin: str, given: Any) -> None:
        self.named.setdefault((what, name), []).append((plugin, given))
        self.given.append(f"{what} {name}")

    def folders(self, given: object, wrong: Callable[[str], None]) -> list[Path]:
        """The paths among what was given, which are folders of law."""
        out: list[Path] = []
        if isinstance(given, (str, Path)) or not isinstance(given, Iterable):
            wrong(f"gives {kind(given)}, not several folders")
            return []
        for x in given:
            if not isinstance(x, (str, Path)):
                wrong(f"gives {kind(x)} where a folder must stand")
            elif not any(Path(x).glob("*.law")):
                wrong(f"names {x}, where there is no .law file")
            else:
                out.append(Path(x))
        return out

    # ---- hooks -------------------------------------------------------------------------------------------------
    def hook(self, hook: str, function: Callable[[], object], plugin: str, version: str, origin: str) -> None:
        """Call one hook of one plugin, and take what is good of what it gives."""
        what = hook.removeprefix("lawspeaker_")

        def wrong(how: str) -> None:
            self.sink.warning("plugin/wrong-result", None, f'{hook} of the plugin "{plugin}" ({origin}) {how}',
                              hint="`lawspeaker/plugins/hookspecs.py` shows what each hook gives; this is left out.")
        def called() -> tuple[object]:
            given = function()
            return (list(given),) if isinstance(given, Iterable) and not isinstance(given, (str, Path, Mapping)) else (given,)
        with redirect_stdout(sys.stderr):
            found = guarded(called, self.sink, "plugin/hook-failed", f'{hook} of the plugin "{plugin}" ({origin}) failed',
                            "Mend the plugin; this is left out.")
        if not isinstance(found, tuple):
            return
        [given] = found
        match what:
            case "rulesets" | "expansions":
                for path in self.folders(given, wrong):
                    label = path.name if origin == "built in" else path.as_posix()
                    self.add(getattr(self.out, what), Found(path, label, origin, plugin), what[:-1])
            case "verbs":
                for path in self.folders(given, wrong):
                    self.name("verbs", path.resolve().name, plugin, Found(path, path.as_posix(), origin, plugin))
            case "functions":
                self.functions(given, plugin, version, wrong)
            case "bots":
                self.bots(given, plugin, version, wrong)
            case "observers":
                self.observers(given, plugin, version, wrong)

    def functions(self, given: object, plugin: str, version: str, wrong: Callable[[str], None]) -> None:
        if not isinstance(given, list):
            wrong(f"gives {kind(given)}, not several LawFunctions")
            return
        for x in given:
            if not isinstance(x, LawFunction):
                wrong(f"gives {kind(x)} where a LawFunction must stand")
            elif not isinstance(x.name, str) or not NAME.fullmatch(x.name):
                wrong(f"gives a function {x.name!r}: names are small letters, digits and _")
            elif not callable(x.function):
                wrong(f'gives "{x.name}", which cannot be called')
            elif bad := next((t for t in (*x.parameters, x.result) if t not in TYPES), None):
                wrong(f'gives "{x.name}" with the type "{bad}"; types are {", ".join(TYPES)}')
            else:
                self.name("function", x.name, plugin, Contributed(x, plugin, version))

    def bots(self, given: object, plugin: str, version: str, wrong: Callable[[str], None]) -> None:
        if not isinstance(given, Mapping):
            wrong(f"gives {kind(given)}, not names with what makes bots")
            return
        for name, make in given.items():
            if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z][\w-]*", name):
                wrong(f"gives a bot {name!r}: names are letters, digits, _ and -")
            elif not callable(make):
                wrong(f'gives the bot "{name}", which cannot be called')
            elif name in ("human", "random", "greedy", "mcts"):
                wrong(f'gives a bot "{name}", which is the name of one of ours')
            else:
                self.name("bot", name, plugin, Contributed(make, plugin, version))

    def observers(self, given: object, plugin: str, version: str, wrong: Callable[[str], None]) -> None:
        if not isinstance(given, list):
            wrong(f"gives {kind(given)}, not several observers")
            return
        for x in given:
            if not any(callable(getattr(x, name, None)) for name in TOLD):
                wrong(f"gives {kind(x)}, which has none of {', '.join(TOLD)}")
            else:
                self.out.observers.append(Contributed(x, plugin, version))
                self.given.append(f"observer {type(x).__name__}")

    # ---- the end -----------------------------------------------------------------------------------------------
    def finish(self) -> None:
        """What has a name of its own is taken; two of one name are both left out."""
        homes = {"function": self.out.functions, "bot": self.out.bots, "verbs": self.out.verbs}
        for (what, name), several in sorted(self.named.items(), key=lambda x: x[0]):
            plugins = list(dict.fromkeys(p for p, _ in several))
            if len(several) == 1:
                homes[what][name] = several[0][1]  # type: ignore[index]
                continue
            if what == "verbs" and len({g.folder.resolve() for _, g in several}) == 1:
                homes[what][name] = several[0][1]  # type: ignore[index]
                continue
            both = " and ".join(f'"{p}"' for p in plugins)
            title = f'The plugins {both} both give' if len(plugins) > 1 else f"The plugin {both} gives twice"
            self.sink.error("plugin/two-of-one-name", None, f'{title} {"the " if what == "verbs" else "a "}{what} "{name}"',
                            hint="Give one of them another name, or uninstall one; neither is used.")


def kind(x: object) -> str:
    return "nothing" if x is None else f"a {type(x).__name__}"


def text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
