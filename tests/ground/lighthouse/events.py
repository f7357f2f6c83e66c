"""What has happened."""

from __future__ import annotations

from typing import Literal

import msgspec

from stolik.core.tiles import Rack, Tile

from .options import Options


class Started(msgspec.Struct, frozen=True, tag=True):
    """The game begins."""

    options: Options
    seats: int


class Drawn(msgspec.Struct, frozen=True, tag=True):
    """A seat has drawn stones, which others do not see."""

    seat: int
    rack: Rack


class Built(msgspec.Struct, frozen=True, tag=True):
    """A stone lies upon the tower."""

    seat: int
    tile: Tile


class Dropped(msgspec.Struct, frozen=True, tag=True):
    """A stone lies in the sea."""

    seat: int
    tile: Tile


class Left(msgspec.Struct, frozen=True, tag=True):
    """A seat has left, or its time was up."""

    seat: int
    timed_out: bool


class Ended(msgspec.Struct, frozen=True, tag=True):
    """All have won or lost, and all hands are shown."""

    reason: Literal["built", "sea", "empty", "left"]
    racks: tuple[Rack, ...]


Event = Started | Drawn | Built | Dropped | Left | Ended
