"""What a seat can do."""

from __future__ import annotations

from typing import Annotated

import msgspec

from stolik.core.actions import Resign, TimedOut
from stolik.core.tiles import Tile

from .options import MOST_STAIRS


class Put(msgspec.Struct, frozen=True, tag=True):
    """Put a step at the end of one of one's stairs."""

    tile: Tile
    stair: Annotated[int, msgspec.Meta(ge=0, le=MOST_STAIRS - 1)] = 0


class Throw(msgspec.Struct, frozen=True, tag=True):
    """Throw a step away."""

    tile: Tile


Action = Put | Throw | Resign | TimedOut
