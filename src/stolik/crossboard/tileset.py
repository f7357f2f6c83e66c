"""The tiles in the box: which letters, how many of each, and what they are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import chain, repeat
from typing import Annotated

import msgspec

from stolik.core.tiles import BLANK, Tile, less, letter_tile


class TileKind(msgspec.Struct, frozen=True, array_like=True):
    """One letter of a set."""

    letter: Annotated[str, msgspec.Meta(min_length=1, max_length=4)]
    count: Annotated[int, msgspec.Meta(ge=0, le=999)]
    value: Annotated[int, msgspec.Meta(ge=0, le=99)]


class TileSet(msgspec.Struct, frozen=True, dict=True):
    """All tiles of a box in alphabet order, the blank first."""

    kinds: Annotated[tuple[TileKind, ...], msgspec.Meta(min_length=1, max_length=64)]

    def __post_init__(self) -> None:
        if len(self._counts) != len(self.kinds):
            raise ValueError("a letter stands in the set more than once")

    def counts(self) -> Counter[str]:
        return Counter(self._counts)

    def without(self, tiles: Iterable[Tile]) -> Counter[str]:
        """The origins that are left when these tiles are elsewhere."""
        return less(self._counts, tiles)

    @cached_property
    def _counts(self) -> dict[str, int]:
        return {kind.letter: kind.count for kind in self.kinds}

    @cached_property
    def _tiles(self) -> tuple[Tile, ...]:
        return tuple(letter_tile(kind.letter) for kind in self.kinds)

    def letters(self) -> tuple[str, ...]:
        """The letters a blank may stand for."""
        return tuple(kind.letter for kind in self.kinds if kind.letter != BLANK)

    def order(self) -> dict[str, int]:
        """Rank of each tile in the alphabet; the blank comes before A."""
        return {kind.letter: rank for rank, kind in enumerate(self.kinds)}

    def values(self) -> dict[str, int]:
        return {kind.letter: kind.value for kind in self.kinds}

    def in_order(self, counts: Counter[str]) -> tuple[Tile, ...]:
        """A multiset of origins as tiles in alphabet order: the canonical offer to chance."""
        return tuple(chain.from_iterable(repeat(tile, counts[tile.origin]) for tile in self._tiles))

    def __len__(self) -> int:
        return self._size

    @cached_property
    def _size(self) -> int:
        return sum(self._counts.values())
