"""A position as its mover knows it, and what the mover may do there, as the kernels take them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from stolik.kernels.movegen import RECORD

_BLANK_BIT = 64


class Position(NamedTuple):
    """What the seat to move knows; the other seats come in the order of their turns."""

    board: bytes
    rack: bytes
    #: Tiles by code that are in the bag or on other racks, without those known to be on a rack.
    unseen: bytes
    #: For each of the others, the tiles known to be on its rack.
    known: tuple[bytes, ...]
    #: How many tiles each of the others has.
    sizes: tuple[int, ...]
    #: The mover's score first.
    scores: tuple[int, ...]
    #: Tiles in the bag.
    bag: int
    #: The bag must hold at least this many tiles for an exchange.
    exchange_minimum: int = 1
    #: Turns without a play up to now.
    scoreless: int = 0
    #: So many such turns in a row end the game; 0 for two rounds of everybody.
    scoreless_limit: int = 0

    @property
    def rack_size(self) -> int:
        return sum(self.rack)

    def other_rack(self) -> bytes | None:
        """The one other player's tiles, if they are certain: nothing unseen is elsewhere."""
        if len(self.sizes) != 1 or sum(self.unseen) + sum(self.known[0]) != self.sizes[0]:
            return None
        return bytes(n + m for n, m in zip(self.unseen, self.known[0], strict=True))


class Guesses(NamedTuple):
    """Tiles that the next player may have kept, how likely each choice is, and how often to believe it."""

    rows: tuple[bytes, ...]
    weights: tuple[int, ...]
    percent: int = 75


class Choice(NamedTuple):
    """A play, an exchange, or, with neither, a pass; equity in thousandths of a point."""

    record: bytes = b""
    exchanged: bytes = b""
    points: int = 0
    equity: int = 0

    @property
    def candidate(self) -> bytes:
        """The choice as the kernels take it."""
        return self.record or self.exchanged


PASS = Choice()


def counted(tiles: Iterable[int]) -> bytes:
    """Tiles by code as the counts of a rack."""
    counts = bytearray(33)
    for tile in tiles:
        counts[tile] += 1
    return bytes(counts)


def tiles_laid(record: bytes) -> list[int]:
    """The codes of the tiles that a play takes from the rack."""
    word, length, _, placed, *_ = RECORD.unpack(record)
    return [0 if word[i] & _BLANK_BIT else word[i] for i in range(length) if placed >> i & 1]
