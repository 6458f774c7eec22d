"""Commands of plugins, and the option `--plugin`, which every command takes.

Plugins are looked for only where their commands could matter: for the list of all commands and for a command that is none
of ours.  Whoever has no plugins does not even wait for that.
"""
from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from lawspeaker.cli import console
from lawspeaker.cli.mistakes import UsageMistake, WorkFailed
from lawspeaker.interpreter.contributed import anybody, contributions, local_plugins, use_plugins


def named(value: list[str]) -> list[str]:
    """Take the paths of `--plugin`, before the command and behind it."""
    for path in value or ():
        if not Path(path).expanduser().exists():
            raise UsageMistake(f"--plugin {path}: there is no such file or folder.")
    if value:
        use_plugins([*local_plugins(), *value])
    return value


Plugins = Annotated[list[str] | None, typer.Option("--plugin", metavar="PATH", callback=named, is_eager=True, expose_value=False,
                                                   help="Use the expansions and plugins that lie there, too.")]


class Commands(TyperGroup):
    """Our commands, and behind them those of plugins."""

    _more: tuple[object, dict[str, Any]] | None = None

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        found = super().get_command(ctx, cmd_name) or self.more(ctx).get(cmd_name)
        option = next((p for p in self.params if "--plugin" in p.opts), None)
        if found is not None and option is not None and option not in found.params:
            found.params.append(option)
        return found

    def list_commands(self, ctx: Any) -> list[str]:
        ours = list(super().list_commands(ctx))
        return ours + (sorted(self.more(ctx)) if anybody() else [])

    def more(self, ctx: Any) -> dict[str, Any]:
        """The commands of plugins, by name; made once for what was found."""
        found = contributions()
        if self._more is None or self._more[0] is not found:
            self._more = (found, added(super().list_commands(ctx)))
        return self._more[1]


def added(ours: list[str]) -> dict[str, Any]:
    """The commands that plugins add; what is wrong with them is told on stderr."""
    from lawspeaker.cli import rules
    from lawspeaker.interpreter.text.diagnostic import Sink
    from lawspeaker.plugins.discovery import command_hooks
    from lawspeaker.plugins.trouble import report
    sink = Sink()
    found: dict[str, Any] = {}
    homes: dict[str, list[str]] = {name: ["lawspeaker"] for name in ours}
    for plugin, hook in command_hooks(contributions()):
        app = typer.Typer(rich_markup_mode=None, add_completion=False)
        try:
            hook(app)
            commands = typer.main.get_group(app).commands if app.registered_commands or app.registered_groups else {}
        except (Exception, SystemExit) as e:      # noqa: BLE001 - whatever is wrong with it, the others are not
            report(sink, "plugin/hook-failed", f'lawspeaker_commands of the plugin "{plugin}" failed', e,
                   "Mend the plugin; its commands are left out.")
            continue
        for name, command in commands.items():
            homes.setdefault(name, []).append(plugin)
            found[name] = guarded(command, name, plugin)
    for name, plugins in homes.items():
        if len(plugins) > 1:
            if name not in ours:
                del found[name]
            sink.error("plugin/two-of-one-name", None, f'"{plugins[0]}" and "{plugins[1]}" both give a command "{name}"',
                       hint="Ours stays; the plugin must give it another name." if name in ours else "Uninstall one of them; neither is used.")
    rules.tell_plugin_problems()
    if sink.diagnostics:
        console.complain(str(rules.render(sink.diagnostics, "text")).rstrip("\n"))
    return {name: command for name, command in found.items() if name not in ours}


def guarded(command: Any, name: str, plugin: str) -> Any:
    """The command, whose exceptions are told as those of its plugin."""
    inner: Callable[..., Any] | None = command.callback
    if inner is None:
        return command

    @wraps(inner)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return inner(*args, **kwargs)
        except Exception as e:
            from lawspeaker.cli import rules
            theirs = not type(e).__module__.startswith(("typer", "click")) and rules.told(e) is None and \
                not isinstance(e, (UsageMistake, WorkFailed, OSError))
            if not theirs or os.environ.get("LAWSPEAKER_TRACEBACK"):
                raise
            from lawspeaker.plugins.trouble import place, said
            where = place(e)
            raise WorkFailed(f'The command "{name}" of the plugin "{plugin}" failed: {said(e)}' +
                             (f"\n  {where}" if where is not None else "")) from e
    command.callback = call
    return command
