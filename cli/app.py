"""The commands under their names, for typer; each is written in a file of its own."""
from __future__ import annotations

from typing import Annotated

import typer

from lawspeaker.cli import (
    check_command,
    explain_command,
    facts_command,
    fmt_command,
    list_command,
    new_command,
    play_command,
    replay_command,
    simulate_command,
    tests_command,
    trace_command,
    try_command,
)
from lawspeaker.cli.added_commands import Commands, Plugins

# rich help looks better and costs a third of the time that --help may take
app = typer.Typer(name="lawspeaker", cls=Commands, no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False,
                  context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version
        try:
            typer.echo(f"lawspeaker {version('lawspeaker')}")
        except PackageNotFoundError:
            typer.echo("lawspeaker (not installed)")
        raise typer.Exit


@app.callback()
def lawspeaker(version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True,
                                                     help="Say which version this is.")] = False, plugin: Plugins = None) -> None:
    """Board games whose rules are plain text: read them, check them, play them, simulate them.

    Begin with `lawspeaker list`, then `lawspeaker play tic_tac_toe`.
    """


app.command("list")(list_command.show)
app.command("play", short_help="Play in the terminal.")(play_command.play)
app.command("simulate")(simulate_command.simulate)
app.command("try", short_help="Deal a card where it can be played, and play on.")(try_command.try_card)
app.command("replay")(replay_command.replay)
app.command("check", short_help="Check rules and data; all problems at once.")(check_command.check)
app.command("test", short_help="Run scenario files.")(tests_command.test)
app.command("trace", short_help="Rules of the rulebook, their law, their scenarios.")(trace_command.trace)
app.command("explain", short_help="What a rule or a name means, where it stands.")(explain_command.explain)
app.command("facts", short_help="The facts of a game's data, with their sources.")(facts_command.facts)
app.command("fmt", short_help="Write law files in house style.")(fmt_command.fmt)
app.add_typer(new_command.app, name="new")
