"""Small tables and racks of the number-tile game, few enough numbers that tiles belong together."""

from __future__ import annotations

from collections import Counter
from random import Random

from tests.reference.slow_melds import COLOURS, TEMPLATES

WEIGHTS = {f"{colour}{number}": 4096 + number for colour in COLOURS for number in range(1, 14)} | {
    "J": 4096 + 30
}
VALUES = {tile: 4096 * (weight - 4096) + 1 for tile, weight in WEIGHTS.items()}

Table = list[list[str]]


def small_position(random: Random, n_tiles: int, n_jokers: int, copies: int = 2) -> tuple[Table, list[str]]:
    """At most so many tiles in sets and on the rack; jokers on either, in a set as J=r5."""
    lowest = random.randint(1, 10)
    numbers = range(lowest, min(lowest + random.randint(3, 6), 14))
    left = Counter({f"{colour}{number}": copies for colour in COLOURS for number in numbers})
    templates = [kinds for kinds in TEMPLATES if len(kinds) < 6 and all(n in numbers for _, n in kinds)]
    table: Table = []
    for _ in range(random.randint(0, n_tiles // 4)):
        tiles = [f"{colour}{number}" for colour, number in random.choice(templates)]
        if all(left[tile] for tile in tiles) and sum(map(len, table)) + len(tiles) < n_tiles - 2:
            left.subtract(tiles)
            table.append(tiles)
    n_on_rack = 0
    for _ in range(n_jokers):
        tiles = random.choice(table) if table and random.random() < 0.6 else ["J="]
        at = random.randrange(len(tiles))
        if tiles[at].startswith("J="):
            n_on_rack += 1
        else:
            left[tiles[at]] += 1
            tiles[at] = f"J={tiles[at]}"
    bank = sorted(left.elements())
    random.shuffle(bank)
    n_more = max(1, n_tiles - n_on_rack - sum(map(len, table)))
    return table, ["J"] * n_on_rack + bank[: random.randint(1, n_more)]


def plain(table: Table) -> list[str]:
    """All tiles of a table, jokers as J."""
    return ["J" if tile.startswith("J") else tile for tiles in table for tile in tiles]
