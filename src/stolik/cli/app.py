"""Puts the commands together and turns complaints into sentences and exit codes."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import cyclopts
from rich.console import Console
from rich.markup import escape

import stolik
from stolik.cli import (
    game_commands,
    match_command,
    reports_command,
    serve_command,
    verify_command,
    word_commands,
)
from stolik.cli.play import command as play_command
from stolik.cli.play.saves import newest_unfinished
from stolik.core import registry
from stolik.core.facets import facet
from stolik.core.message import Complaint
from stolik.terminal import settings
from stolik.terminal.commands import Desk

#: 0 all is well, 1 some answers are "no", 2 the command could not be carried out.
FAILED = 2
INTERRUPTED = 130


def make_app() -> cyclopts.App:
    """The whole command line as one application."""
    app = cyclopts.App(
        name="stolik",
        help="Word and number tile games: play them, ask about words, study positions.",
        version=stolik.__version__,
        help_format="markdown",
    )
    games = (play_command, game_commands, match_command, verify_command)
    for part in (serve_command, reports_command, *games, word_commands, settings):
        part.register(app)
    bench = cyclopts.App(name="bench", help="How fast things are on this machine.")
    desk = Desk(app, bench, newest_unfinished)
    for game in registry.packages():
        own = facet(game, "commands")
        if own is not None:
            own.register(desk)
    app.command(bench)
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    errors = Console(stderr=True)
    tokens = list(sys.argv[1:] if arguments is None else arguments)
    try:
        result = make_app()(tokens, exit_on_error=False, print_error=False, result_action="return_value")
    except cyclopts.CycloptsError as error:
        errors.print(f"[red]{escape(str(error))}[/red]")
        errors.print("[dim]stolik --help[/dim]")
        return FAILED
    except Complaint as complaint:
        errors.print(f"[red]{escape(settings.say().complaint(complaint))}[/red]")
        return FAILED
    except KeyboardInterrupt:
        errors.print()
        return INTERRUPTED
    except BrokenPipeError:
        return 0
    return result if isinstance(result, int) else 0
