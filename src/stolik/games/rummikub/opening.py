"""Whether tiles hold an opening: sets that share no tile and are worth enough together."""

from __future__ import annotations

from collections.abc import Iterable

from stolik.core.tiles import Tile
from stolik.games.rummikub.sets import Meld
from stolik.games.rummikub.solver import AIMS, best_opening
from stolik.games.rummikub.tiletext import format_tile, parse_tile


def find_opening(tiles: Iterable[Tile], points: int) -> tuple[Meld, ...] | None:
    """Sets from these tiles worth so many points together, jokers named; None if there are none."""
    best = best_opening([], list(map(format_tile, tiles)), AIMS["value"], points)
    return tuple(tuple(map(parse_tile, tiles)) for tiles in best.table) or None
