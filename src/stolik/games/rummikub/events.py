"""What has happened. A log of these, and nothing else, is the game."""

from __future__ import annotations

from typing import Literal

import msgspec

from stolik.core.message import Message
from stolik.core.tiles import Rack, Tile
from stolik.games.rummikub.options import Options
from stolik.games.rummikub.sets import Meld

EndReason = Literal["out", "bank empty", "resigned"]


class Started(msgspec.Struct, frozen=True, tag=True):
    """The rules and the seats are settled."""

    options: Options
    seats: int
    commitment: str | None = None


class StarterDrawn(msgspec.Struct, frozen=True, tag=True):
    """Some seats drew a tile for the first move; the tiles go back."""

    drawn: tuple[tuple[int, Tile], ...]


class StarterChosen(msgspec.Struct, frozen=True, tag=True):
    """This seat moves first."""

    seat: int


class Dealt(msgspec.Struct, frozen=True, tag=True):
    """A seat got its first tiles; others see only how many."""

    seat: int
    rack: Rack


class RedealOffered(msgspec.Struct, frozen=True, tag=True):
    """Everybody is asked whether to play with these tiles."""


class ReadySaid(msgspec.Struct, frozen=True, tag=True):
    """A seat plays with what it has."""

    seat: int
    timed_out: bool = False


class Redealt(msgspec.Struct, frozen=True, tag=True):
    """A seat asked for a new deal, and all racks went back to the bank."""

    seat: int
    racks: tuple[Rack, ...]


class Drawn(msgspec.Struct, frozen=True, tag=True):
    """A seat took a tile from the bank instead of laying; others do not see which."""

    seat: int
    rack: Rack


class Laid(msgspec.Struct, frozen=True, tag=True):
    """A seat laid tiles of its rack, and this is the table now."""

    seat: int
    table: tuple[Meld, ...]
    tiles: tuple[Tile, ...]
    opening: bool = False


class TableRestored(msgspec.Struct, frozen=True, tag=True):
    """A seat ran out of time or made a mistake: the table is as before, and a penalty was drawn.

    Only that seat is told what the mistake was, as the sentence names its tiles.
    """

    seat: int
    cause: Literal["time", "mistake"]
    rack: Rack
    clause: str | None = None
    problem: Message | None = None


class Passed(msgspec.Struct, frozen=True, tag=True):
    """A seat did nothing, by choice or because its time was up."""

    seat: int
    timed_out: bool = False


class OpeningAnnounced(msgspec.Struct, frozen=True, tag=True):
    """A seat says that it will open in its next turn."""

    seat: int


class BankEmptied(msgspec.Struct, frozen=True, tag=True):
    """This seat drew the last tile: everybody has one more move, it at the end."""

    seat: int


class Resigned(msgspec.Struct, frozen=True, tag=True):
    """A seat left the game."""

    seat: int


class Ended(msgspec.Struct, frozen=True, tag=True):
    """The game is over: racks are shown and everybody writes points."""

    reason: EndReason
    racks: tuple[Rack, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]


Event = (
    Started
    | StarterDrawn
    | StarterChosen
    | Dealt
    | RedealOffered
    | ReadySaid
    | Redealt
    | Drawn
    | Laid
    | TableRestored
    | Passed
    | OpeningAnnounced
    | BankEmptied
    | Resigned
    | Ended
)
