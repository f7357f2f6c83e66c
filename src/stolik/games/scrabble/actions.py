"""What a seat can ask for."""

from __future__ import annotations

import msgspec

from stolik.core.tiles import Tile
from stolik.crossboard.board import Laid


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


class Resign(msgspec.Struct, frozen=True, tag=True):
    """Leave the game."""


class TimedOut(msgspec.Struct, frozen=True, tag=True):
    """The clock of this seat ran out; only the table says so."""


Action = Place | Exchange | Pass | Accept | Challenge | Resign | TimedOut
