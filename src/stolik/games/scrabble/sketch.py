"""The board as a small picture."""

from __future__ import annotations

from collections.abc import Iterator

from stolik.core.sketch import Block, Sketch
from stolik.crossboard.board import Square
from stolik.games.scrabble.view import View

_GROUNDS = {"d": "dl", "t": "tl", "D": "dw", "*": "dw", "T": "tw"}
_RIM = 0.3
COLOURS = {
    "board-rim": "4b301d",
    "board-line": "27493f",
    "sq": "3a6a5b",
    "dl": "a5cbdc",
    "tl": "215b8c",
    "dw": "e6a693",
    "tw": "a8392b",
}


def sketch(view: View) -> Sketch:
    """The squares and the tiles on them; a square is one wide."""
    layout = view.table.options.layout
    width, height = layout.n_cols + 2 * _RIM, layout.n_rows + 2 * _RIM
    rim = Block(0, 0, width, height, "board-rim", 0.02)
    line = Block(_RIM, _RIM, layout.n_cols, layout.n_rows, "board-line")
    return Sketch(width, height, (rim, line, *_squares(view)), _RIM)


def _squares(view: View) -> Iterator[Block]:
    for row, signs in enumerate(view.table.options.layout.rows):
        for col, sign in enumerate(signs):
            tile = view.table.board.get(Square(row, col))
            x, y = _RIM + col, _RIM + row
            if tile is None:
                yield Block(x + 0.03, y + 0.03, 0.94, 0.94, _GROUNDS.get(sign, "sq"), 0.09)
            else:
                ink = "tile-ink" if tile.origin == tile.face else "blank-ink"
                yield Block(x, y, 1, 1, "tile-edge", 0.13)
                yield Block(x, y, 1, 0.94, "tile", 0.13, tile.face, ink)
