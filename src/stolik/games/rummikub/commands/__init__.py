"""`stolik rummikub`: questions about positions of the number-tile game."""

from __future__ import annotations

from typing import Annotated

import cyclopts
import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from stolik.core.message import Complaint
from stolik.games.rummikub.commands.bench import bench_rummikub
from stolik.games.rummikub.commands.puzzle import puzzle
from stolik.games.rummikub.mistakes import mistake_in
from stolik.games.rummikub.options import JokerRule
from stolik.games.rummikub.sets import Meld
from stolik.games.rummikub.solver import Objective, Play, best_play, least_disturbing_play, sets_missing
from stolik.games.rummikub.tiletext import format_tile, parse_table, parse_tiles
from stolik.terminal import settings
from stolik.terminal.commands import Desk
from stolik.terminal.output import print_json


def solve(
    *,
    rack: Annotated[str, Parameter(help='The own tiles: "r6 J b7".')],
    table: Annotated[str, Parameter(help='The sets that lie there: "r3 r4 r5 / k7 r7 b7".')] = "",
    opening: Annotated[
        bool, Parameter(help="The first sets: from the rack alone, 30 points or more.", negative=())
    ] = False,
    jokers: Annotated[JokerRule, Parameter(help="Strict: a joker stays until its tile is laid for it.")] = (
        "rulebook"
    ),
    objective: Annotated[Objective, Parameter(help="Most tiles, or the most value.")] = "tiles",
    least: Annotated[
        bool, Parameter(help="Of the best plays one that leaves the most sets as they are.", negative=())
    ] = False,
    json: Annotated[bool, Parameter(help="Print JSON.")] = False,
) -> int:
    """Find the best play of the number-tile game: exact, and the whole table after it.

    Tiles are k, b, r or o (black, blue, red, orange) and a number, J is a joker, J=r5 one that stands for a
    tile.
    """
    before, tiles = read_sets(table), names(parse_tiles(rack))
    if opening and least:
        raise Complaint("An opening leaves all sets as they are: leave --least out.")
    if least:
        play = least_disturbing_play(before, tiles, jokers=jokers, objective=objective)
    else:
        play = best_play(before, tiles, jokers=jokers, objective=objective, opening=opening)
    if json:
        print_json(as_json(play, least))
    else:
        show_play(play, before)
    return 0


def read_sets(text: str) -> list[list[str]]:
    """The sets of a table as the solver takes them; raises Complaint for the first that is none."""
    melds = [meld for meld in parse_table(text) if meld]
    for meld in melds:
        mistake = mistake_in(meld)
        if mistake is not None:
            raise mistake
    return [names(meld) for meld in melds]


def names(tiles: Meld) -> list[str]:
    """Tiles as the solver takes them."""
    return [format_tile(each) for each in tiles]


def as_json(play: Play, least: bool) -> dict[str, object]:
    """The play; whether it is proven to disturb least only where that was asked for."""
    fields = msgspec.structs.asdict(play)
    return fields if least else {name: value for name, value in fields.items() if name != "proven"}


def show_play(play: Play, before: list[list[str]]) -> None:
    """What is laid, then the table, new and changed sets marked."""
    text, console = settings.say(), Console(highlight=False)
    if not play.placed:
        console.print(text("Nothing can be laid with these tiles."))
        return
    console.print(
        text(
            "{n} tiles worth {value}: {tiles}",
            n=play.count,
            value=play.value,
            tiles=" ".join(play.placed),
        )
    )
    changed = sets_missing(play.table, before)
    for place, tiles in enumerate(play.table):
        stays = place not in changed
        console.print(Text(f"{'   ' if stays else ' → '}{' '.join(tiles)}", style="" if stays else "bold"))
    if not play.proven:
        console.print(text("Perhaps another such play leaves more sets as they are."), style="dim")


def register(desk: Desk) -> None:
    """Add the commands."""
    rummikub = cyclopts.App(name="rummikub", help="Positions of the number-tile game.")
    rummikub.command(solve, name="solve")
    rummikub.command(puzzle, name="puzzle")
    desk.app.command(rummikub)
    desk.bench.command(bench_rummikub, name="rummikub")
