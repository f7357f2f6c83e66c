"""Tiles and tables as people type them: `r3 r4 r5 / k7 J=b7 o7`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stolik.core.message import Complaint
from stolik.core.tiles import Tile
from stolik.games.rummikub.sets import JOKER, Meld, is_tile, joker_as, tile


class BadTile(Complaint):
    """Something is not the name of a tile."""


def parse_tile(text: str) -> Tile:
    """A tile from its name: `k13`, `J`, or `J=r5` for a joker that stands for a red 5."""
    name, equals, face = text.partition("=")
    made = joker_as(face) if equals and name == JOKER else tile(text)
    if not is_tile(made) or (equals and face == JOKER):
        raise BadTile(
            "“{name}” is no tile: write k, b, r or o and a number from 1 to 13, or J for a joker.",
            name=text[:20],
        )
    return made


def format_tile(each: Tile) -> str:
    """The name of a tile."""
    return each.face if each.origin == each.face else f"{each.origin}={each.face}"


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of a rack or a set."""
    return tuple(parse_tile(name) for name in text.split())


def format_tiles(tiles: Iterable[Tile]) -> str:
    """The names of tiles."""
    return " ".join(map(format_tile, tiles))


def parse_table(text: str) -> tuple[Meld, ...]:
    """The sets of a table; an empty text is an empty table."""
    return tuple(parse_tiles(part) for part in text.split("/")) if text.strip() else ()


def format_table(table: Sequence[Meld]) -> str:
    """The sets of a table in one line."""
    return " / ".join(map(format_tiles, table))
