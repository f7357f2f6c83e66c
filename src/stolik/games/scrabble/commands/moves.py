"""`stolik moves`: every play of a position, by points or by what the engine thinks of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from stolik.core.message import Complaint
from stolik.crossboard.engine.position import Choice
from stolik.crossboard.geometry import Play
from stolik.games.scrabble.commands.positions import (
    Asked,
    describe,
    describe_play,
    kept_tiles,
    read_position,
    write_move,
)
from stolik.games.scrabble.words import allowed_plays
from stolik.notation.coordinates import Notation, format_start
from stolik.terminal import settings
from stolik.terminal.output import print_json
from stolik.texts import N_


def list_moves(
    position: Annotated[str, Parameter(help="Rows, racks, scores and turns without a play, in CGP.")],
    /,
    *,
    lexicon: Annotated[str | None, Parameter(help="Word list; the preset's when left out.")] = None,
    preset: Annotated[str, Parameter(help="Tiles, board and rules.")] = "pl",
    equity: Annotated[bool, Parameter(help="By points and tiles kept; with exchanges.", negative=())] = False,
    top: Annotated[int, Parameter(help="How many plays.")] = 15,
    all: Annotated[bool, Parameter(help="All plays.", negative=())] = False,
    notation: Annotated[settings.NotationName | None, Parameter(help="For the printed table.")] = None,
    json: Annotated[bool, Parameter(help="Print JSON.")] = False,
) -> int:
    """List the plays of a position, the highest score first."""
    if top < 1:
        raise Complaint("Give a number of plays from 1 on.")
    asked = read_position(position, preset, lexicon)
    shown_notation = settings.notation_for(asked.preset, notation)
    most = None if all else top
    if equity:
        choices = asked.brain.choices(asked.position)
        if json:
            print_json([describe(asked, each) | {"equity": each.equity / 1000} for each in choices[:most]])
        else:
            show_choices(asked, choices[:most], len(choices), shown_notation)
        return 0
    plays = list(allowed_plays(asked.brain, asked.view.table.board, asked.view.rack))
    if json:
        print_json([describe_play(play, asked.view) for play in plays[:most]])
    else:
        show_plays(plays[:most], len(plays), shown_notation)
    return 0


def show_plays(plays: Sequence[Play], n: int, notation: Notation) -> None:
    """A table for people."""
    table = headed(N_("at"), N_("word"), N_("points"))
    for play in plays:
        table.add_row(format_start(*play.start, play.down, notation), play.word, str(play.points))
    _print(table, len(plays), n)


def show_choices(asked: Asked, choices: Sequence[Choice], n: int, notation: Notation) -> None:
    """The same with what is kept and its worth."""
    table = headed(N_("move"), N_("points"), N_("keeps"), N_("equity"))
    for choice in choices:
        kept = kept_tiles(asked, choice)
        table.add_row(
            write_move(asked, choice, notation), str(choice.points), kept, f"{choice.equity / 1000:.1f}"
        )
    _print(table, len(choices), n)


def headed(*headings: str) -> Table:
    """An empty table; numbers stand to the right."""
    text = settings.say()
    table = Table(box=None, pad_edge=False)
    for heading in headings:
        is_text = heading in ("at", "word", "who", "move", "keeps")
        table.add_column(text(heading), justify="left" if is_text else "right")
    return table


def _print(table: Table, shown: int, n: int) -> None:
    console = Console()
    console.print(table)
    console.print(settings.say()("{shown} of {n} plays", shown=shown, n=n), style="dim")
