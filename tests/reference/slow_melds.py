"""Every table that a turn of the number-tile game can end with, the slow way: cover the tiles set by set.

A kind is (colour, number). A table is told by two counts: how many real tiles of each kind lie there, and how
many jokers stand for each kind. All reachable pairs of counts are listed, and what is legal or best is judged
afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

COLOURS = "kbro"
NUMBERS = range(1, 14)
JOKER = "J"

Kind = tuple[str, int]
Counts = tuple[tuple[Kind, int], ...]  # sorted, without zeros
Outcome = tuple[Counts, Counts]  # real tiles, and jokers by what they stand for


def _templates() -> list[tuple[Kind, ...]]:
    groups = [
        tuple((colour, number) for colour in chosen)
        for number in NUMBERS
        for size in (3, 4)
        for chosen in combinations(COLOURS, size)
    ]
    runs = [
        tuple((colour, number) for number in range(first, last + 1))
        for colour in COLOURS
        for first in NUMBERS
        for last in range(first + 2, 14)
    ]
    return groups + runs


TEMPLATES = _templates()


def kind_of(text: str) -> Kind:
    """`r5` as colour and number."""
    return text[0], int(text[1:])


def counted(kinds: Sequence[Kind]) -> Counts:
    return tuple(sorted(Counter(kinds).items()))


def joined(first: Counts, second: Counts) -> Counts:
    return tuple(sorted((Counter(dict(first)) + Counter(dict(second))).items()))


def without(counts: Counts, kinds: Sequence[Kind]) -> Counts:
    left = Counter(dict(counts))
    left.subtract(kinds)
    return tuple(sorted((kind, n) for kind, n in left.items() if n))


def is_valid(tiles: Sequence[str]) -> bool:
    """Whether tiles make a set; a joker is written with what it stands for, as in `J=r5`."""
    kinds = [kind_of(tile.removeprefix("J=")) for tile in tiles]
    return any(sorted(kinds) == sorted(template) for template in TEMPLATES)


def outcomes(table: Sequence[str], rack: Sequence[str]) -> frozenset[Outcome]:
    """What may lie on the table if all of `table` and any of `rack` are laid in sets; J is a joker."""
    must = counted([kind_of(tile) for tile in table if tile != JOKER])
    may = counted([kind_of(tile) for tile in rack if tile != JOKER])
    n_must, n_may = table.count(JOKER), rack.count(JOKER)
    covered = _cover(must, joined(must, may), n_must + n_may, 0)
    return frozenset(
        outcome for outcome in covered if n_must <= sum(n for _, n in outcome[1]) <= n_must + n_may
    )


@cache
def _cover(must: Counts, free: Counts, n_jokers: int, first: int) -> frozenset[Outcome]:
    """The outcomes if `must` is part of what is left; once it is covered, sets come in a fixed order."""
    reached: set[Outcome] = set() if must else {((), ())}
    target = must[0][0] if must else None
    for number in range(first, len(TEMPLATES)):
        template = TEMPLATES[number]
        if target is not None and target not in template:
            continue
        for real in _real_parts(template, free, n_jokers):
            if target is not None and target not in real:
                continue
            as_jokers = [kind for kind in template if kind not in real]
            # a kind may be laid from the rack and from the table; it is then the table's that is laid first
            still = without(must, [kind for kind in real if kind in dict(must)])
            rest = _cover(still, without(free, real), n_jokers - len(as_jokers), 0 if must else number)
            laid, stood = counted(real), counted(as_jokers)
            reached |= {(joined(laid, tiles), joined(stood, jokers)) for tiles, jokers in rest}
    return frozenset(reached)


def _real_parts(template: tuple[Kind, ...], free: Counts, n_jokers: int) -> Iterator[tuple[Kind, ...]]:
    """Which of the tiles of a set may be real ones."""
    owned = [kind for kind in template if kind in dict(free)]
    for n_real in range(max(0, len(template) - n_jokers), len(owned) + 1):
        yield from combinations(owned, n_real)


def strictly_legal(outcome: Outcome, stands_for: Sequence[Kind]) -> bool:
    """Whether each joker of the old table still stands for its kind or a tile of that kind replaced it."""
    tiles, jokers = outcome
    if not stands_for:
        return True
    kind, others = stands_for[0], stands_for[1:]
    stays = bool(dict(jokers).get(kind)) and strictly_legal((tiles, without(jokers, [kind])), others)
    return stays or (bool(dict(tiles).get(kind)) and strictly_legal((without(tiles, [kind]), jokers), others))


def points(outcome: Outcome) -> int:
    """What the sets of a table count, a joker as the tile it stands for."""
    return sum(number * n for counts in outcome for (_, number), n in counts)


def placed(outcome: Outcome, table: Sequence[str]) -> tuple[Counts, int]:
    """The tiles laid from the rack, and how many jokers."""
    tiles, jokers = outcome
    old = [kind_of(tile) for tile in table if tile != JOKER]
    return without(tiles, old), sum(n for _, n in jokers) - table.count(JOKER)


def best(
    table: Sequence[str],
    rack: Sequence[str],
    weights: dict[str, int],
    meanings: Sequence[Sequence[Kind]] = ((),),
) -> int | None:
    """The highest sum of weights that can be laid; None if the table alone makes no sets.

    Strictly if `meanings` lists each way to say what the jokers of the table stand for.
    """
    sums = [
        sum(weights[f"{colour}{number}"] * n for (colour, number), n in laid) + weights[JOKER] * n_jokers
        for outcome in outcomes(table, rack)
        if any(strictly_legal(outcome, stands_for) for stands_for in meanings)
        for laid, n_jokers in [placed(outcome, table)]
    ]
    return max(sums, default=None)


def best_opening(rack: Sequence[str], least: int = 30) -> tuple[int, int] | None:
    """The most tiles, then the most points, of sets from the rack alone that count enough."""
    found = [
        (sum(n for counts in outcome for _, n in counts), points(outcome))
        for outcome in outcomes([], rack)
        if points(outcome) >= least
    ]
    return max(found, default=None)


def fewest_touched(sets: Sequence[Sequence[str]], rack: Sequence[str], weights: dict[str, int]) -> int:
    """How many sets of the table must change at least for the best play."""
    goal = best([tile for tiles in sets for tile in tiles], rack, weights)
    for n_touched in range(len(sets) + 1):
        for touched in combinations(sets, n_touched):
            if best([tile for tiles in touched for tile in tiles], rack, weights) == goal:
                return n_touched
    raise AssertionError("with all sets touched everything can be done")
