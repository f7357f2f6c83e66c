"""Tables and racks of the number-tile game by chance, the same for the same seed."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec

from stolik.games.rummikub.sets import COLOURS, FACES, HIGHEST, SHORT_SETS

STANDARD_COPIES, XP_COPIES = 2, 3


class RandomPosition(msgspec.Struct, frozen=True):
    """The sets on the table and the tiles of the rack, as text."""

    table: list[list[str]]
    rack: list[str]


def random_position(seed: str, copies: int, n_table: int, n_rack: int, n_jokers: int) -> RandomPosition:
    """So many tiles in sets on the table, a rack from the others, and each joker on either by chance."""
    chance = Random(seed)
    tables = (_sets_by_chance(chance, copies, n_table) for _ in range(40))
    table = next((table for table in tables if table is not None), None) or _sets_by_blocks(
        chance, copies, n_table
    )
    left = Counter(dict.fromkeys(FACES, copies)) - Counter(tile for tiles in table for tile in tiles)
    n_on_rack = 0
    for _ in range(n_jokers):
        tiles = chance.choice(table) if table and chance.random() < 0.5 else None
        if tiles is None or any(tile.startswith("J") for tile in tiles):
            n_on_rack += 1
            continue
        at = chance.randrange(len(tiles))
        left[tiles[at]] += 1
        tiles[at] = f"J={tiles[at]}"
    bank = sorted(left.elements())
    chance.shuffle(bank)
    return RandomPosition(table, [*["J"] * n_on_rack, *bank][:n_rack])


def _sets_by_chance(chance: Random, copies: int, n_tiles: int) -> list[list[str]] | None:
    """Sets one after the other from what is left; None if they do not make so many tiles."""
    left = dict.fromkeys(FACES, copies)
    table: list[list[str]] = []
    n = 0
    while n < n_tiles:
        fitting = [
            tiles
            for tiles in SHORT_SETS
            if len(tiles) <= n_tiles - n
            and n_tiles - n - len(tiles) not in (1, 2)
            and all(map(left.get, tiles))
        ]
        if not fitting:
            return None
        tiles = chance.choice(fitting)
        for tile in tiles:
            left[tile] -= 1
        table.append(list(tiles))
        n += len(tiles)
    return table


def _sets_by_blocks(chance: Random, copies: int, n_tiles: int) -> list[list[str]]:
    """All tiles, cut into groups of one number and runs over several, less some sets and ends of sets."""
    table: list[list[str]] = []
    for _ in range(copies):
        first = 1
        while first <= HIGHEST:
            length = chance.choice([n for n in (1, 1, 1, 3, 4, 5) if first + n <= HIGHEST + 1])
            block = [[f"{colour}{first + i}" for i in range(length)] for colour in COLOURS]
            table += block if length > 1 else [[tile for tiles in block for tile in tiles]]
            first += length
    chance.shuffle(table)
    while sum(map(len, table)) - n_tiles > 4:
        table.pop()
    while sum(map(len, table)) > n_tiles:
        longer = [tiles for tiles in table if len(tiles) > 3]
        if longer:
            chance.choice(longer).pop()
        else:
            table.pop()
    return table
