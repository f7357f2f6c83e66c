"""What lies on the table for everybody, and what each seat holds."""

from __future__ import annotations

from collections import Counter

import msgspec

from stolik.core.tiles import Rack, Tile, less, letter_tile

from .events import Ended
from .options import Options

Stair = tuple[Tile, ...]


class Table(msgspec.Struct, frozen=True):
    """What everybody sees; what stands in rows has one for each seat."""

    options: Options
    seats: int
    stairs: tuple[tuple[Stair, ...], ...]
    scores: tuple[int, ...]
    n_turns: tuple[int, ...]
    sizes: tuple[int, ...]
    thrown: tuple[Tile, ...] = ()
    resigned: int | None = None
    ended: Ended | None = None

    @property
    def turn(self) -> int | None:
        """The seat that is to act; None when the game is over."""
        return None if self.ended else (self.options.starter + sum(self.n_turns)) % self.seats

    def tiles(self) -> tuple[Tile, ...]:
        """Everything that lies on the table."""
        return (*self.thrown, *(tile for own in self.stairs for stair in own for tile in stair))


class State(msgspec.Struct, frozen=True):
    """The table and the hands; what is in neither is in the bag."""

    table: Table
    racks: tuple[Rack, ...]

    def bag(self) -> tuple[Tile, ...]:
        """The steps in the bag, in the order of their numbers."""
        box = Counter({str(n): 1 for n in range(1, self.table.options.highest + 1)})
        held = (tile for rack in self.racks for tile in rack.tiles)
        return tuple(letter_tile(number) for number in less(box, (*self.table.tiles(), *held)).elements())
