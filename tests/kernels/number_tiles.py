"""Small tables and racks of the number-tile game, few enough numbers that tiles belong together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from stolik.games.rummikub.solver import Play
from tests.reference import slow_melds
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


def positions(name: str, n: int, n_tiles: int, n_jokers: int) -> list[tuple[Table, list[str]]]:
    """So many small positions, with three of each tile where there are more than two jokers."""
    random = Random(name)
    return [small_position(random, n_tiles, n_jokers, 3 if n_jokers > 2 else 2) for _ in range(n)]


def fewer(comparisons: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """The same tiles and jokers with a third of the positions."""
    return [(n_tiles, n_jokers, max(n // 3, 4)) for n_tiles, n_jokers, n in comparisons]


def assert_legal(table: Table, rack: Sequence[str], play: Play) -> None:
    """All sets are valid and hold the tiles of the table and what was laid from the rack."""
    assert all(slow_melds.is_valid(tiles) for tiles in play.table if play.placed), play
    assert not Counter(play.placed) - Counter(rack)
    assert Counter(plain(play.table)) == Counter(plain(table)) + Counter(play.placed)
    assert play.count == len(play.placed)


def worth(play: Play, weights: dict[str, int]) -> int:
    return sum(weights[tile] for tile in play.placed)
