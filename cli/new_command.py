"""`lawspeaker new`: begins an expansion, or a card of one."""
from __future__ import annotations

import typer

from lawspeaker.cli.new import card, expansion

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Begin an expansion, or add a card to one.",
                  context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
app.command("expansion", short_help="A folder of law that works, or a distribution.")(expansion.expansion)
app.command("card", short_help="A card for an expansion, with its scenario.")(card.card)
