"""Worlds that could be the true one, as far as a viewer knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from stolik.core.chance import Chance
from stolik.core.tiles import Rack, Tile, origins
from stolik.games.scrabble.state import State
from stolik.games.scrabble.view import View


def sample_world(view: View, chance: Chance, holding: Mapping[int, tuple[Tile, ...]]) -> State:
    """Deal the unseen tiles at random to the racks that lack some; the bag is what is left."""
    table = view.table
    pool: Counter[str] = Counter({kind.letter: kind.count for kind in view.unseen})
    certain: list[tuple[Tile, ...]] = []
    for seat, shown in enumerate(table.shown):
        known = view.rack if seat == view.viewer else shown
        extra = tuple((Counter(holding.get(seat, ())) - Counter(known)).elements())
        if origins(extra) - pool or len(known) + len(extra) > table.rack_sizes[seat]:
            raise ValueError(f"seat {seat} cannot hold these tiles")
        pool -= origins(extra)
        certain.append((*known, *extra))
    racks = []
    for known, size in zip(certain, table.rack_sizes, strict=True):
        drawn = chance.draw(table.options.tiles.in_order(pool), size - len(known))
        pool -= origins(drawn)
        racks.append(Rack((*known, *drawn)))
    return State(table, tuple(racks))
