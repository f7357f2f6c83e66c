"""Tiles that remember where they come from, and racks of which a part may be unknown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from operator import attrgetter

import msgspec

BLANK = "?"
_origin = attrgetter("origin")


class Tile(msgspec.Struct, frozen=True, array_like=True, order=True, gc=False):
    """One tile: `origin` is what is printed on it, which conservation counts, `face` what it stands for."""

    origin: str
    face: str

    @property
    def is_blank(self) -> bool:
        """Whether it scores nothing, because it was born blank or was turned over."""
        return self.face == BLANK or self.origin != self.face

    def __str__(self) -> str:
        return self.face.lower() if self.is_blank else self.face


def letter_tile(letter: str) -> Tile:
    """A tile with a printed letter (or a blank not yet named, for `BLANK`)."""
    return Tile(letter, letter)


def blank_as(letter: str) -> Tile:
    """A blank that stands for a letter."""
    return Tile(BLANK, letter)


def tiles_of(text: Iterable[str]) -> tuple[Tile, ...]:
    """Rack tiles from text: `AŻ?` gives two letters and a blank."""
    return tuple(letter_tile(letter) for letter in text)


def unnamed(tile: Tile) -> Tile:
    """The tile as it lies on a rack: a born blank forgets the letter it was given."""
    return letter_tile(BLANK) if tile.origin == BLANK else tile


class MissingTiles(ValueError):
    """Tiles were asked for that are not there."""

    def __init__(self, tiles: Iterable[Tile]) -> None:
        self.tiles = tuple(tiles)
        super().__init__("missing: " + " ".join(map(str, self.tiles)))


class Rack(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Known tiles and a number of unknown ones; live games know all of their own, records may not."""

    tiles: tuple[Tile, ...] = ()
    unknown: int = 0

    def __len__(self) -> int:
        return len(self.tiles) + self.unknown

    def with_tiles(self, tiles: Iterable[Tile], unknown: int = 0) -> Rack:
        """The rack with more tiles on its right end."""
        return Rack((*self.tiles, *tiles), self.unknown + unknown)

    def without_tiles(self, tiles: Iterable[Tile]) -> Rack:
        """The rack less these tiles: known ones first, then unknown ones; raises `MissingTiles`."""
        left = list(self.tiles)
        unknown = self.unknown
        missing = []
        for tile in tiles:
            if tile in left:
                left.remove(tile)
            elif unknown:
                unknown -= 1
            else:
                missing.append(tile)
        if missing:
            raise MissingTiles(missing)
        return Rack(tuple(left), unknown)

    def without_any(self, n: int) -> Rack:
        """The rack after n tiles left it face down: nothing that stays is certain any more."""
        return Rack((), len(self) - n) if n else self


def origins(tiles: Iterable[Tile]) -> Counter[str]:
    """How many tiles of each origin."""
    return Counter(map(_origin, tiles))


def less(counts: Mapping[str, int], tiles: Iterable[Tile]) -> Counter[str]:
    """The origins that are left of so many when these tiles are elsewhere, in the same order."""
    left = dict(counts)  # twice as fast as a Counter, and done for every draw and every view
    for each in tiles:
        left[each.origin] = left.get(each.origin, 0) - 1
    return Counter({origin: n for origin, n in left.items() if n > 0})
