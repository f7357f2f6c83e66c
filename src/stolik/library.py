"""The library in a few lines: word lists, tables and positions by name."""

from __future__ import annotations

from functools import cache
from typing import Any

from stolik.core import registry
from stolik.core.chance import Chance, SeededChance
from stolik.core.facets import facet
from stolik.core.message import Complaint
from stolik.table.local import LocalTable
from stolik.table.settings import changed_options
from stolik.words.lexicon import Lexicon
from stolik.words.store import Lexicons


@cache
def lexicons() -> Lexicons:
    """The word lists of this machine."""
    return Lexicons()


def lexicon(name: str) -> Lexicon:
    """A word list by name, such as `pl` or `pt`."""
    return lexicons().open(name)


def new_table(
    preset: str,
    players: int | None = None,
    *,
    seed: int | str = 0,
    chance: Chance | None = None,
    **options: Any,
) -> LocalTable:
    """A dealt game of a preset, some of its options changed by name."""
    chosen = registry.find_preset(preset)
    game = registry.create(chosen.game, lexicons())
    source = chance or SeededChance(seed)
    table = LocalTable(game, lambda _: source)
    table.start(changed_options(chosen.options, options), chosen.players[0] if players is None else players)
    return table


def position(table: LocalTable) -> str:
    """The position as one line of text, as programs for this game write it: CGP for a word board."""
    write = getattr(facet(table.game.name, "notation"), "position", None)
    if write is None:
        raise Complaint("Positions of this game have no notation.")
    return str(write(table.state))
