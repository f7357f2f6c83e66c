"""What the others may hold in the number-tile game, as far as their play tells.

Who drew could not lay, or did not want to. So racks with which they could have laid are less likely, unless
they have shown that they wait: such players open and then only draw.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from stolik.core.chance import Chance
from stolik.games.rummikub.closing import Other, World
from stolik.games.rummikub.position import Position
from stolik.games.rummikub.view import View

#: How likely it is that somebody draws who can lay, compared with somebody who cannot.
_DOUBT = 0.2


def worlds_of(view: View, position: Position, chance: Chance, n: int) -> list[World]:
    """Racks the others may hold when the bank is empty; one world where only one rack is unknown."""
    table = view.table
    seats = [seat for seat in table.round_after(view.viewer or 0) if seat != view.viewer]
    unseen = sorted(Counter(view.unseen).elements())
    if [size for seat, size in enumerate(table.rack_sizes) if size and seat != view.viewer] == [len(unseen)]:
        n = 1
    worlds = []
    for _ in range(n):
        tiles = iter(chance.shuffled(unseen))
        racks = {seat: [next(tiles) for _ in range(table.rack_sizes[seat])] for seat in seats}
        likely = 1.0
        for seat in seats if n > 1 else ():
            if _drew(view, seat) and _could_lay(position, racks[seat], seat in table.opened):
                likely *= _DOUBT
        closing = table.closing or ()
        others = [Other(racks[seat], seat in table.opened, seat in closing) for seat in seats]
        worlds.append(World(others, likely))
    return worlds


def _drew(view: View, seat: int) -> bool:
    """Whether a seat drew the last time, and not because it always does."""
    kinds = [turn.kind for turn in view.table.turns if turn.seat == seat]
    return kinds[-1:] == ["draw"] and (seat not in view.table.opened or "lay" in kinds)


def _could_lay(position: Position, rack: list[str], opened: bool) -> bool:
    return msgspec.structs.replace(position, rack=rack, opened=opened).best().count > 0
