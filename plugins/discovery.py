"""Installed distributions and named paths → what their plugins contribute.

A plugin that cannot be used is reported and left out; the others stay.  Nothing depends on the order in which plugins are
found: they are sorted by name, and two contributions of one name are both left out.
"""
from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

import pluggy

from lawspeaker.interpreter.contributed import Contributions, Plugin
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.spell import nearest
from lawspeaker.plugins import built_in, hookspecs
from lawspeaker.plugins.contributions import Taker
from lawspeaker.plugins.local import Place, load_python, look
from lawspeaker.plugins.trouble import guarded

PREFIX = "lawspeaker_"
BUILT_IN = "built in"


@dataclass(frozen=True, slots=True)
class Registered:
    """A plugin that pluggy knows, and what is known of it from outside."""

    name: str
    version: str
    origin: str
    kind: str
    module: Any


class Hooks(pluggy.PluginManager):
    """Takes every function of a hook's name for an implementation, with or without `@hookimpl`."""

    def parse_hookimpl_opts(self, plugin: object, name: str) -> Any:
        marked = super().parse_hookimpl_opts(plugin, name)
        if marked is None and name.startswith(PREFIX) and callable(getattr(plugin, name, None)):
            return pluggy.HookimplOpts(wrapper=False, hookwrapper=False, optionalhook=False, tryfirst=False, trylast=False,
                                       specname=None)
        return marked


def discover(paths: Sequence[tuple[str, str]]) -> Contributions:
    """All contributions: built in, installed, and at these paths (with whatever named them)."""
    out = Contributions()
    sink = Sink(out.problems)
    hooks = Hooks(hookspecs.PROJECT)
    hooks.add_hookspecs(hookspecs)
    taker = Taker(out, sink)
    here = [Registered("built_in", own_version(), BUILT_IN, "law", built_in)]
    here += installed(sink)
    for place in places(paths, sink):
        if place.python:
            module = load_python(place, sink)
            if module is not None:
                here.append(Registered(place.name, str(getattr(module, "__version__", "")), place.label, "python", module))
        else:
            here.append(Registered(place.name, "", place.label, "law", place))
    for one in sorted(here, key=lambda r: (r.name, r.origin)):
        before = len(taker.given)
        if isinstance(one.module, Place):
            taker.folder(one.name, one.module.path, one.module.label, one.origin)
        else:
            register(hooks, one, taker, sink)
        out.plugins.append(Plugin(one.name, one.version, one.origin, one.kind, tuple(taker.given[before:])))
    taker.finish()
    out.hooks = hooks
    return out


def own_version() -> str:
    from lawspeaker import __version__
    return __version__


# ---- where plugins are ---------------------------------------------------------------------------------------------
def installed(sink: Sink) -> list[Registered]:
    """The plugins of installed distributions."""
    out: list[Registered] = []
    for point in sorted(entry_points(group=hookspecs.PROJECT), key=lambda p: (p.name, p.value)):
        distribution = f"{point.dist.name} {point.dist.version}" if point.dist is not None else point.value
        with redirect_stdout(sys.stderr):
            module = guarded(point.load, sink, "plugin/broken", f'The plugin "{point.name}" of {distribution} cannot be imported',
                             "Mend it or uninstall it; it is left out.")
        if module is not None:
            out.append(Registered(point.name, version_of(point), distribution, "python", module))
    return out


def version_of(point: EntryPoint) -> str:
    return point.dist.version if point.dist is not None else ""


def places(paths: Iterable[tuple[str, str]], sink: Sink) -> list[Place]:
    """What stands at the named paths; the same place twice is one."""
    found: dict[Path, Place] = {}
    for text, namer in paths:
        path = Path(text).expanduser()
        if not path.exists():
            sink.warning("plugin/not-found", None, f'There is no "{text}", which {namer} names', hint="Name a folder, or a .py file.")
            continue
        there = look(path, text)
        if not there:
            sink.warning("plugin/nothing-there", None, f'There is no plugin in "{text}", which {namer} names',
                         hint="Name a folder with .law files, a folder of such folders, or Python with hooks (`lawspeaker_bots` …).")
        for place in there:
            found.setdefault(place.path.resolve(), place)
    return list(found.values())


# ---- what they give ------------------------------------------------------------------------------------------------
def register(hooks: Hooks, one: Registered, taker: Taker, sink: Sink) -> None:
    """Make pluggy know a plugin, and take what its hooks give, one after another."""
    try:
        name = hooks.register(one.module, f"{one.name} ({one.origin})")
    except (pluggy.PluginValidationError, ValueError) as e:
        sink.warning("plugin/wrong-hook", None, f'The plugin "{one.name}" of {one.origin} does not fit: {told(e)}',
                     hint="`lawspeaker/plugins/hookspecs.py` shows each hook with its parameters.")
        return
    assert name is not None
    known = [n for n in dir(hookspecs) if n.startswith(PREFIX)]
    callers = hooks.get_hookcallers(one.module) or []
    for caller in callers:
        if not caller.has_spec():
            near = nearest(caller.name, known)
            sink.warning("plugin/unknown-hook", None, f'The plugin "{one.name}" of {one.origin} has a hook that nobody calls: {caller.name}',
                         hint=f'Did you mean "{near}"?' if near else f"Hooks are {', '.join(known)}.")
    if not callers and isinstance(one.module, ModuleType):
        folder = Path(one.module.__file__ or "").parent
        if any(folder.glob("*.law")):
            taker.folder(one.name, folder, folder.as_posix(), one.origin)
            return
    if not callers:
        sink.warning("plugin/nothing-there", None, f'The plugin "{one.name}" of {one.origin} has no hooks and no law',
                     hint=f"Hooks are functions with the names {', '.join(known)}.")
        return
    for hook in sorted(known):
        if hook != "lawspeaker_commands":
            for impl in getattr(hooks.hook, hook).get_hookimpls():
                if impl.plugin is one.module:
                    taker.hook(hook, impl.function, one.name, stamp(one), one.origin)


def stamp(one: Registered) -> str:
    """The version of a plugin, and a hash of its text: what functions give may change while it is being written."""
    file = Path(getattr(one.module, "__file__", None) or "")
    files = sorted(file.parent.glob("**/*.py")) if file.name == "__init__.py" else [file]
    h = hashlib.sha256()
    for path in files:
        if path.is_file():
            h.update(path.read_bytes())
    return f"{one.version} {h.hexdigest()[:16]}"


def command_hooks(found: Contributions) -> list[tuple[str, Callable[[Any], object]]]:
    """What adds commands to a typer app, with the name of its plugin, in the order of names."""
    def call(impl: pluggy.HookImpl) -> Callable[[Any], object]:
        return lambda app: impl.function(*[app for _ in impl.argnames])
    impls = sorted(found.hooks.hook.lawspeaker_commands.get_hookimpls(), key=lambda i: i.plugin_name)
    return [(impl.plugin_name, call(impl)) for impl in impls]


def told(e: Exception) -> str:
    return " ".join(str(e).split())
