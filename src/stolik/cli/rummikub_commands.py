"""`stolik rummikub`: positions of the number-tile game."""

from __future__ import annotations

import cyclopts

from stolik.cli.puzzle_command import puzzle


def register(app: cyclopts.App) -> None:
    """Add the commands."""
    rummikub = cyclopts.App(name="rummikub", help="Positions of the number-tile game.")
    rummikub.command(puzzle, name="puzzle")
    app.command(rummikub)
