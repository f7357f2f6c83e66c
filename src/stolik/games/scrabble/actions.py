"""What a seat can ask for."""

from __future__ import annotations

import msgspec

from stolik.core.actions import Resign, TimedOut
from stolik.core.tiles import Tile
from stolik.crossboard.board import Laid

__all__ = ["Accept", "Action", "Challenge", "Exchange", "Pass", "Place", "Resign", "TimedOut"]


class Place(msgspec.Struct, frozen=True, tag=True):
    """Lay tiles on the board; a blank carries the letter it stands for."""

    tiles: tuple[Laid, ...]


class Exchange(msgspec.Struct, frozen=True, tag=True):
    """Give tiles back to the bag for others."""

    tiles: tuple[Tile, ...]


class Pass(msgspec.Struct, frozen=True, tag=True):
    """Do nothing this turn."""


class Accept(msgspec.Struct, frozen=True, tag=True):
    """Let the play stand."""


class Challenge(msgspec.Struct, frozen=True, tag=True):
    """Say that a word of the play is not one."""


Action = Place | Exchange | Pass | Accept | Challenge | Resign | TimedOut
