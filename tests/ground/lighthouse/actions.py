"""What a seat can do."""

from __future__ import annotations

import msgspec

from stolik.core.actions import Resign, TimedOut
from stolik.core.tiles import Tile


class Build(msgspec.Struct, frozen=True, tag=True):
    """Put a stone upon the tower."""

    tile: Tile


class Drop(msgspec.Struct, frozen=True, tag=True):
    """Let a stone fall into the sea."""

    tile: Tile


Action = Build | Drop | Resign | TimedOut
