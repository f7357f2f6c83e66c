"""What lies on the table for everybody, and what each seat holds."""

from __future__ import annotations

from collections import Counter

import msgspec

from stolik.core.tiles import Rack, Tile, less, letter_tile

from .events import Ended
from .options import Options


class Table(msgspec.Struct, frozen=True):
    """What everybody sees; `last` is the seat that played last."""

    options: Options
    seats: int
    sizes: tuple[int, ...]
    tower: tuple[Tile, ...] = ()
    sea: tuple[Tile, ...] = ()
    last: int | None = None
    ended: Ended | None = None

    @property
    def turn(self) -> int | None:
        """The next seat that has stones; None when the game is over."""
        begin = self.options.starter if self.last is None else self.last + 1
        order = [(begin + n) % self.seats for n in range(self.seats)]
        return None if self.ended else next((seat for seat in order if self.sizes[seat]), None)

    @property
    def wanted(self) -> int:
        """The number of the next stone of the tower."""
        return len(self.tower) + 1

    @property
    def bag_size(self) -> int:
        options = self.options
        return options.height * options.copies - len(self.tower) - len(self.sea) - sum(self.sizes)


class State(msgspec.Struct, frozen=True):
    """The table and the hands; what is in neither is in the bag."""

    table: Table
    racks: tuple[Rack, ...]

    def bag(self) -> tuple[Tile, ...]:
        """The stones in the bag, in the order of their numbers."""
        options = self.table.options
        box = Counter({str(n): options.copies for n in range(1, options.height + 1)})
        held = (tile for rack in self.racks for tile in rack.tiles)
        left = less(box, (*self.table.tower, *self.table.sea, *held))
        return tuple(letter_tile(number) for number in left.elements())
