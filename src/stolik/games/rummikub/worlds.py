"""Worlds that could be the true one, as far as a viewer knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import islice

from stolik.core.chance import Chance
from stolik.core.tiles import Rack, Tile, origins
from stolik.games.rummikub.sets import in_order
from stolik.games.rummikub.state import State
from stolik.games.rummikub.view import View


def sample_world(view: View, chance: Chance, holding: Mapping[int, tuple[Tile, ...]]) -> State:
    """Deal the unseen tiles at random to the other racks; the bank is what is left."""
    table = view.table
    if table.ended is not None:
        return State(table, table.ended.racks)
    pool: Counter[str] = Counter(view.unseen)
    certain: list[tuple[Tile, ...]] = []
    for seat, size in enumerate(table.rack_sizes):
        known = view.rack if seat == view.viewer else ()
        extra = tuple((Counter(holding.get(seat, ())) - Counter(known)).elements())
        if origins(extra) - pool or len(known) + len(extra) > size:
            raise ValueError(f"seat {seat} cannot hold these tiles")
        pool -= origins(extra)
        certain.append((*known, *extra))
    missing = [size - len(known) for known, size in zip(certain, table.rack_sizes, strict=True)]
    drawn = iter(chance.draw(in_order(pool), sum(missing)))
    racks = (Rack((*known, *islice(drawn, n))) for known, n in zip(certain, missing, strict=True))
    return State(table, tuple(racks))
