"""All plays in the order of what they are worth.

1. Plays that lay the same tiles count as one: a play is how many of each tile it lays. The solver finds the
   best within bounds: what must be laid lies on its table already, what may not be is not on its rack.
2. All plays but the best one are divided by the first tile of which they lay fewer or more than it does. The
   best play of each part waits in a heap, and the part with the best of these is divided next.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count

from stolik.games.rummikub.options import JokerRule
from stolik.games.rummikub.sets import JOKER, JOKER_COST, number_of
from stolik.games.rummikub.solver import Play, Turn
from stolik.games.rummikub.tilecodes import CODES, sets_of, texts_of

Numbers = Mapping[str, int]


def ranked_plays(
    table: Sequence[Sequence[str]], rack: Sequence[str], weights: array[int], jokers: JokerRule
) -> Iterator[Play]:
    """Every choice of tiles that can be laid, none too, with the highest sum of weights first."""
    kinds = sorted(set(rack), key=lambda tile: CODES[tile])
    waiting: list[tuple[int, int, Play, Numbers, Numbers]] = []
    order = count()

    def wait(least: Numbers, most: Numbers) -> None:
        play = _best_between(table, least, most, weights, jokers)
        if play is not None:
            worth = sum(weights[CODES[tile]] for tile in play.placed)
            heappush(waiting, (-worth, next(order), play, least, most))

    wait(dict.fromkeys(kinds, 0), {kind: rack.count(kind) for kind in kinds})
    while waiting:
        _, _, play, least, most = heappop(waiting)
        yield play
        for fewest, largest in _parts(play, least, most):
            wait(fewest, largest)


def _parts(play: Play, least: Numbers, most: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
    """The bounds of all other plays within these bounds, divided."""
    laid = {kind: play.placed.count(kind) for kind in most}
    same: dict[str, int] = {}
    for kind, n in laid.items():
        if n > least[kind]:
            yield {**least, **same}, {**most, **same, kind: n - 1}
        if n < most[kind]:
            yield {**least, **same, kind: n + 1}, {**most, **same}
        same[kind] = n


def _best_between(
    table: Sequence[Sequence[str]], least: Numbers, most: Numbers, weights: array[int], jokers: JokerRule
) -> Play | None:
    """The best play within bounds, None if there is none."""
    forced = [kind for kind, n in least.items() for _ in range(n)]
    free = [kind for kind, n in most.items() for _ in range(n - least[kind])]
    found = Turn(table, free, weights, jokers, laid=forced).arranged()
    if found is None:
        return None
    placed = [*forced, *texts_of(found.placed)]
    if not placed:
        return Play([list(tiles) for tiles in table], [], 0, 0)
    value = sum(JOKER_COST if tile == JOKER else number_of(tile) for tile in placed)
    return Play(sets_of(found.sets), placed, len(placed), value)
