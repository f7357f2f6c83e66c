"""A board of tiles that never changes: laying tiles gives a new one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from stolik.core.tiles import Tile


class Square(NamedTuple):
    """A place on the board, counted from zero at the top left."""

    row: int
    col: int

    def step(self, down: bool, n: int = 1) -> Square:
        """The square n places further along a line (backwards for a negative n)."""
        return Square(self.row + n, self.col) if down else Square(self.row, self.col + n)


class Laid(msgspec.Struct, frozen=True, array_like=True, order=True):
    """A tile on a square."""

    row: int
    col: int
    tile: Tile

    @property
    def square(self) -> Square:
        return Square(self.row, self.col)


class Run(NamedTuple):
    """Neighbouring tiles in one line, read from the left or from the top."""

    start: Square
    down: bool
    tiles: tuple[Tile, ...]

    @property
    def text(self) -> str:
        return "".join(tile.face for tile in self.tiles)

    def squares(self) -> Iterator[Square]:
        return (self.start.step(self.down, n) for n in range(len(self.tiles)))


class Board:
    """Which tile lies where."""

    __slots__ = ("_tiles",)

    def __init__(self, tiles: Mapping[Square, Tile] | None = None) -> None:
        self._tiles = dict(tiles or {})

    @classmethod
    def of(cls, laid: Iterable[Laid]) -> Board:
        return cls({Square(each.row, each.col): each.tile for each in laid})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._tiles == other._tiles

    def __hash__(self) -> int:
        return hash(frozenset(self._tiles.items()))

    def __len__(self) -> int:
        return len(self._tiles)

    def __contains__(self, square: object) -> bool:
        return square in self._tiles

    def get(self, square: Square) -> Tile | None:
        return self._tiles.get(square)

    def laid(self) -> tuple[Laid, ...]:
        """All tiles in reading order."""
        return tuple(Laid(*square, tile) for square, tile in sorted(self._tiles.items()))

    def with_laid(self, laid: Iterable[Laid]) -> Board:
        return Board({**self._tiles, **{each.square: each.tile for each in laid}})

    def run_through(self, square: Square, down: bool) -> Run:
        """The unbroken row or column of tiles through a covered square."""
        start = square
        while start.step(down, -1) in self._tiles:
            start = start.step(down, -1)
        tiles = []
        here = start
        while (tile := self._tiles.get(here)) is not None:
            tiles.append(tile)
            here = here.step(down)
        return Run(start, down, tuple(tiles))
