"""Worlds that could be the true one, as far as a viewer knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from stolik.core.chance import Chance
from stolik.core.tiles import Rack, Tile, origins
from stolik.games.scrabble.state import State
from stolik.games.scrabble.view import View


def sample_world(view: View, chance: Chance, holding: Mapping[int, tuple[Tile, ...]]) -> State:
    """Deal the unseen tiles at random to the other racks; the bag is what is left."""
    table = view.table
    pool: Counter[str] = Counter({kind.letter: kind.count for kind in view.unseen})
    certain: dict[int, tuple[Tile, ...]] = {}
    for seat, shown in enumerate(table.shown):
        extra = tuple((Counter(holding.get(seat, ())) - Counter(shown)).elements())
        certain[seat] = (*shown, *extra)
        if seat != view.viewer:
            pool -= origins(extra)
    racks = []
    for seat, known in certain.items():
        if seat == view.viewer:
            racks.append(Rack(view.rack))
            continue
        drawn = chance.draw(table.options.tiles.in_order(pool), table.rack_sizes[seat] - len(known))
        pool -= origins(drawn)
        racks.append(Rack((*known, *drawn)))
    return State(table, tuple(racks))
