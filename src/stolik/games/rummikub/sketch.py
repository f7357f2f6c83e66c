"""The sets on the table as a small picture."""

from __future__ import annotations

from collections.abc import Iterator

from stolik.core.sketch import Block, Sketch
from stolik.games.rummikub.sets import JOKER, Meld, number_of
from stolik.games.rummikub.view import View

_INKS = {"k": "n-black", "r": "n-red", "b": "n-blue", "o": "n-orange"}
COLOURS = {
    "n-tile": "fffaf0",
    "n-edge": "c8b48f",
    "n-black": "1f1b18",
    "n-red": "b3261e",
    "n-blue": "1f5a9e",
    "n-orange": "bd5800",
}
#: Where a tile is one wide: its height, the room between sets, and how wide and high the table is at least.
_HIGH, _APART, _WIDE, _LOW = 4 / 3, 0.5, 12.0, 6.0


def sketch(view: View) -> Sketch:
    """The sets from left to right, line by line."""
    lines = _lines(view.table.melds)
    blocks = [block for n, line in enumerate(lines) for block in _line(line, n * (_HIGH + _APART))]
    width = max([_WIDE, *(_length(line) for line in lines)])
    return Sketch(width, max(_LOW, len(lines) * (_HIGH + _APART) - _APART), tuple(blocks))


def _lines(melds: tuple[Meld, ...]) -> list[list[Meld]]:
    """So many sets in a line that all lines together are about as high as wide."""
    n_tiles = sum(map(len, melds)) + len(melds)
    fits = max(_WIDE, (n_tiles * (_HIGH + _APART)) ** 0.5)
    lines: list[list[Meld]] = [[]]
    for meld in melds:
        if lines[-1] and _length([*lines[-1], meld]) > fits:
            lines.append([])
        lines[-1].append(meld)
    return lines


def _length(line: list[Meld]) -> float:
    return sum(map(len, line)) + _APART * max(0, len(line) - 1)


def _line(line: list[Meld], y: float) -> Iterator[Block]:
    x = 0.0
    for meld in line:
        for tile in meld:
            sign = "J" if tile.origin == JOKER else str(number_of(tile.face))
            yield Block(x + 0.03, y, 0.94, _HIGH, "n-edge", 0.13)
            yield Block(
                x + 0.03, y, 0.94, _HIGH * 0.95, "n-tile", 0.13, sign, _INKS.get(tile.face[0], "n-black")
            )
            x += 1
        x += _APART
