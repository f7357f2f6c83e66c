"""What a seat can ask for."""

from __future__ import annotations

import msgspec

from stolik.core.actions import Resign, TimedOut
from stolik.games.rummikub.sets import Meld

__all__ = ["Action", "AnnounceOpening", "Draw", "Lay", "Pass", "Ready", "Redeal", "Resign", "TimedOut"]


class Lay(msgspec.Struct, frozen=True, tag=True):
    """Show the whole new table: all that lay there and tiles of the own rack, in sets.

    A joker may say which tile it stands for; sets that nobody touched keep what their jokers stood for.
    """

    table: tuple[Meld, ...]


class Draw(msgspec.Struct, frozen=True, tag=True):
    """Take a tile from the bank."""


class Pass(msgspec.Struct, frozen=True, tag=True):
    """Do nothing, once the bank is empty."""


class Ready(msgspec.Struct, frozen=True, tag=True):
    """Play with the tiles that were dealt."""


class Redeal(msgspec.Struct, frozen=True, tag=True):
    """Ask for a new deal because of three doublets."""


class AnnounceOpening(msgspec.Struct, frozen=True, tag=True):
    """Say, after drawing, that the next turn will be the opening."""


Action = Lay | Draw | Pass | Ready | Redeal | AnnounceOpening | Resign | TimedOut
