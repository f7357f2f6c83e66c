"""The tower and the stones in the sea as a small picture."""

from __future__ import annotations

from stolik.core.sketch import Block, Sketch

from .view import View


def sketch(view: View) -> Sketch:
    """The tower in the middle, growing upwards, and the sea below."""
    table = view.table
    height = table.options.height
    width = max(5, len(table.sea))
    tower = [
        Block(width / 2 - 1, height - 1 - n, 2, 0.95, "tile", 0.1, tile.face)
        for n, tile in enumerate(table.tower)
    ]
    sea = [Block(n, height, 0.95, 0.95, "tile", 0.4, tile.face) for n, tile in enumerate(table.sea)]
    return Sketch(width, height + 1, (*tower, *sea))
