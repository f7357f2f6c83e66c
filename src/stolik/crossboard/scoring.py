"""Points of the words a placement forms."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec

from stolik.core.tiles import Tile
from stolik.crossboard.board import Run, Square

Multiplier = Callable[[Square], int]


class WordFormed(msgspec.Struct, frozen=True):
    """A word a play makes and what it scores."""

    text: str
    points: int


def word_points(
    word: Run,
    fresh: Collection[Square],
    value: Callable[[Tile], int],
    letter_multiplier: Multiplier,
    word_multiplier: Multiplier,
) -> int:
    """Letter values with letter premiums, added up, then multiplied by the word premiums.

    Premiums count only on `fresh` squares: those covered by this very play.
    """
    total, times = 0, 1
    for square, tile in zip(word.squares(), word.tiles, strict=True):
        if square in fresh:
            total += value(tile) * letter_multiplier(square)
            times *= word_multiplier(square)
        else:
            total += value(tile)
    return total * times
