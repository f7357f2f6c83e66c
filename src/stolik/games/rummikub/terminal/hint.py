"""A hint for the number-tile game: the best play that disturbs least, told as steps one can type."""

from __future__ import annotations

from rich.console import Group
from rich.text import Text

from stolik.games.rummikub.building import Building, steps_to
from stolik.games.rummikub.sets import Meld
from stolik.games.rummikub.solver import Play, best_play, least_disturbing_play
from stolik.games.rummikub.terminal.typed_steps import format_step
from stolik.games.rummikub.terminal.vocabulary import word_for
from stolik.games.rummikub.tiletext import format_tile, parse_tile
from stolik.games.rummikub.view import View
from stolik.terminal.settings import Speaker

#: Tries to disturb less, about a second's worth on the fullest tables: a person waits.
_PATIENCE = 1000


def hint(say: Speaker, view: View, built: Building) -> Group:
    """What is left to do for the best play."""
    play = find_play(view)
    instead = word_for("draw" if view.bank_size else "pass", say.language)
    if not play.placed and view.viewer not in view.table.opened:
        return Group(Text(say("Hint: these tiles hold no opening. Type {instead}.", instead=instead)))
    if not play.placed:
        return Group(Text(say("Hint: nothing can be laid. Type {instead}.", instead=instead)))
    steps = steps_to(built, [tuple(map(parse_tile, tiles)) for tiles in play.table])
    if not steps:
        return Group(Text(say("Hint: this is the best play. Press Enter.")))
    heading = say("Hint, for the most tiles ({n}). Type line by line:", n=play.count)
    lines = [Text(f"  {format_step(step, say.language)}", style="bold") for step in steps]
    return Group(Text(heading), *lines, Text(say("Then press Enter.")))


def find_play(view: View) -> Play:
    """The most tiles that can be laid; of such plays one that leaves the most sets as they are."""
    table, rack = [_names(meld) for meld in view.table.melds], _names(view.rack)
    if view.viewer not in view.table.opened:
        return best_play(table, rack, opening=True)
    return least_disturbing_play(table, rack, jokers=view.table.options.jokers, patience=_PATIENCE)


def _names(tiles: Meld) -> list[str]:
    return [format_tile(each) for each in tiles]
