"""`stolik moves`: every play of a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import cyclopts
import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from stolik.cli import settings
from stolik.cli.game_commands import print_json
from stolik.cli.opening import show_preparing
from stolik.core import registry
from stolik.core.message import Complaint
from stolik.crossboard.board import Board
from stolik.crossboard.geometry import Play
from stolik.crossboard.placement import words_formed
from stolik.games.scrabble import Scrabble
from stolik.games.scrabble.state import State
from stolik.notation.cgp import parse_position
from stolik.notation.coordinates import Notation, format_start
from stolik.texts import N_
from stolik.words.store import Lexicons


def list_moves(
    position: Annotated[str, Parameter(help="Rows, racks, scores and turns without a play, in CGP.")],
    /,
    *,
    lexicon: Annotated[str | None, Parameter(help="Word list; the preset's when left out.")] = None,
    preset: Annotated[str, Parameter(help="Tiles, board and rules.")] = "pl",
    top: Annotated[int, Parameter(help="How many plays.")] = 15,
    all: Annotated[bool, Parameter(help="All plays.", negative=())] = False,
    notation: Annotated[settings.NotationName | None, Parameter(help="For the printed table.")] = None,
    json: Annotated[bool, Parameter(help="Print JSON.")] = False,
) -> int:
    """List the plays of a position, the highest score first."""
    chosen = registry.find_preset(preset)
    if chosen.game != Scrabble.name:
        raise Complaint("{preset} is not a game with a word board.", preset=preset)
    if top < 1:
        raise Complaint("Give a number of plays from 1 on.")
    words = Lexicons()
    game = Scrabble(words)
    state = parse_position(position, chosen.options)
    named = choose_list(words, lexicon, state.table.options.lexicon, chosen.options.lexicon)
    options = msgspec.structs.replace(state.table.options, lexicon=named)
    state = state.with_table(options=options, lexicon_hash=game.referee.hash_of(options))
    show_preparing(game.preparation(options), named)
    plays = find_plays(game, state)
    shown = plays if all else plays[:top]
    if json:
        print_json([describe(play, state.table.board) for play in shown])
    else:
        show_plays(shown, len(plays), settings.notation_for(chosen, notation))
    return 0


def choose_list(words: Lexicons, asked: str | None, written: str, usual: str) -> str:
    """The list asked for; else the one the position names, if it is installed; else the preset's."""
    if asked is not None:
        return asked
    if written in words.names():
        return written
    text = settings.say()
    note = text("The list {written} is not installed; searching {usual}.", written=written, usual=usual)
    Console(stderr=True).print(note, style="yellow")
    return usual


def find_plays(game: Scrabble, state: State) -> Sequence[Play]:
    """The plays of the seat to move."""
    rack = state.racks[state.table.turn]
    if not rack.tiles:
        raise Complaint("The seat to move has no known tiles: give its rack after the rows.")
    return list(game.referee.plays(state.table, rack.tiles))


def describe(play: Play, board: Board) -> dict[str, Any]:
    """A play as JSON, coordinates international, blanks in lower case."""
    words = words_formed(board, play.laid)
    return {
        "at": format_start(*play.start, play.down, Notation.INTERNATIONAL),
        "word": play.word,
        "placed": "".join(str(laid.tile) for laid in play.laid),
        "score": play.points,
        "words": [word.text for word in words],
    }


def show_plays(plays: Sequence[Play], n: int, notation: Notation) -> None:
    """A table for people."""
    text = settings.say()
    table = Table(box=None, pad_edge=False)
    for heading in (N_("at"), N_("word"), N_("points")):
        table.add_column(text(heading), justify="right" if heading == "points" else "left")
    for play in plays:
        at = format_start(*play.start, play.down, notation)
        table.add_row(at, play.word, str(play.points))
    console = Console()
    console.print(table)
    console.print(text("{shown} of {n} plays", shown=len(plays), n=n), style="dim")


def register(app: cyclopts.App) -> None:
    """Add the command."""
    app.command(list_moves, name="moves")
