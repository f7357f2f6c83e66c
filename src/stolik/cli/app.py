"""Puts the commands together and turns complaints into sentences and exit codes."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import cyclopts
from rich.console import Console
from rich.markup import escape

import stolik
from stolik.cli import (
    analysis_commands,
    bench_command,
    game_commands,
    match_command,
    move_commands,
    play_command,
    reports_command,
    rummikub_commands,
    serve_command,
    settings,
    train_command,
    verify_command,
    word_commands,
)
from stolik.core.message import Complaint

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
    games = (play_command, game_commands, match_command, move_commands, analysis_commands, verify_command)
    words = (word_commands, train_command, bench_command, settings)
    for part in (serve_command, reports_command, *games, rummikub_commands, *words):
        part.register(app)
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
