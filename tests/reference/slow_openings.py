"""The most that sets made of some tiles are worth together, the slow way: the first tile is left or laid in
every set it can lie in, and so on with the rest. `J` is a joker, `r5` a red 5."""

from __future__ import annotations

from functools import cache

COLOURS = "kbro"


def worth_of_sets(rack: list[str]) -> int:
    """The highest sum of numbers, a joker counting as the tile it stands for."""
    jokers = rack.count("J")
    tiles = sorted((int(name[1:]), name[0]) for name in rack if name != "J")
    return _best(tuple(tiles), jokers)


@cache
def _best(tiles: tuple[tuple[int, str], ...], jokers: int) -> int:
    # Jokers alone: three or four of them are worth as many thirteens.
    best = max((13 * n + _best(tiles, jokers - n) for n in (3, 4) if n <= jokers), default=0)
    if not tiles:
        return best
    first, rest = tiles[0], tiles[1:]
    best = max(best, _best(rest, jokers))
    for wanted in _sets_with(*first):
        left, lacking, worth = list(rest), 0, first[0]
        for kind in wanted:
            worth += kind[0]
            if kind in left:
                left.remove(kind)
            else:
                lacking += 1
        if lacking <= jokers:
            best = max(best, worth + _best(tuple(left), jokers - lacking))
    return best


@cache
def _sets_with(number: int, colour: str) -> list[list[tuple[int, str]]]:
    """The other tiles of every group and every run, however long, that the tile can lie in."""
    found = []
    others = [each for each in COLOURS if each != colour]
    for mask in range(1, 8):
        chosen = [others[n] for n in range(3) if mask >> n & 1]
        if len(chosen) >= 2:
            found.append([(number, each) for each in chosen])
    for low in range(1, number + 1):
        for high in range(max(number, low + 2), 14):
            found.append([(each, colour) for each in range(low, high + 1) if each != number])
    return found
