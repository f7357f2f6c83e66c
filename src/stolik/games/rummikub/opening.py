"""Whether tiles hold an opening: sets that share no tile and are worth enough together.

1. Only sets of three to five tiles matter: a longer run is two shorter ones of the same worth.
2. A joker stands for a tile of which too few are left, so sets can be written down without jokers: a choice
   of sets fits if the tiles it lacks are no more than the jokers.
3. Sets are tried with the best first and never an earlier one after a later one. Where nothing suffices there
   are few sets worth little, so that the search is short.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from stolik.core.tiles import Tile
from stolik.games.rummikub.sets import JOKER, SHORT_SETS, Meld, joker_as, number_of, tile


def _worth(faces: tuple[str, ...]) -> int:
    return sum(map(number_of, faces))


SETS = sorted(SHORT_SETS, key=_worth, reverse=True)


def find_opening(tiles: Iterable[Tile], points: int) -> tuple[Meld, ...] | None:
    """Sets from these tiles worth so many points together, jokers named; None if there are none."""
    counts = Counter(each.origin for each in tiles)
    jokers = counts.pop(JOKER, 0)
    fitting = [faces for faces in SETS if sum(not counts[face] for face in faces) <= jokers]
    chosen = _search(fitting, 0, counts, jokers, points)
    return None if chosen is None else _as_melds(chosen, counts)


def _search(
    fitting: list[tuple[str, ...]], first: int, counts: Counter[str], jokers: int, points: int
) -> list[tuple[str, ...]] | None:
    if points <= 0:
        return []
    for place in range(first, len(fitting)):
        faces = fitting[place]
        have = [face for face in faces if counts[face] > 0]
        lacking = len(faces) - len(have)
        if lacking > jokers:
            continue
        counts.subtract(have)
        rest = _search(fitting, place, counts, jokers - lacking, points - _worth(faces))
        counts.update(have)
        if rest is not None:
            return [faces, *rest]
    return None


def _as_melds(chosen: list[tuple[str, ...]], counts: Counter[str]) -> tuple[Meld, ...]:
    left = Counter(counts)
    melds = []
    for faces in chosen:
        meld = []
        for face in faces:
            meld.append(tile(face) if left[face] > 0 else joker_as(face))
            left[face] -= 1
        melds.append(tuple(meld))
    return tuple(melds)
