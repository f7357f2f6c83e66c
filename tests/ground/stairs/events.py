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
    """A seat has drawn steps, which others do not see."""

    seat: int
    rack: Rack


class StepPut(msgspec.Struct, frozen=True, tag=True):
    """A stair is longer."""

    seat: int
    tile: Tile
    stair: int
    points: int


class Thrown(msgspec.Struct, frozen=True, tag=True):
    """A step was thrown away."""

    seat: int
    tile: Tile


class TurnLost(msgspec.Struct, frozen=True, tag=True):
    """The time of a seat was up."""

    seat: int


class Resigned(msgspec.Struct, frozen=True, tag=True):
    """A seat has left."""

    seat: int


class Ended(msgspec.Struct, frozen=True, tag=True):
    """It is over, and all hands are shown."""

    reason: Literal["finished", "resigned"]
    racks: tuple[Rack, ...]


Event = Started | Drawn | StepPut | Thrown | TurnLost | Resigned | Ended
