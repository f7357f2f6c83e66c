"""Actions a seat may take, listed from its view.

All that may be laid cannot be listed: a lay is a whole new table, and there are too many of them. What is
listed is sound, modest, and enough to open whenever that is possible: sets from the rack with at most one
joker, one tile added to a set, and one tile borrowed from a set of four or more to go with two of the rack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, islice

from stolik.core.tiles import Tile, origins
from stolik.games.rummikub.actions import Action, AnnounceOpening, Draw, Lay, Pass, Ready, Redeal, Resign
from stolik.games.rummikub.opening import find_opening
from stolik.games.rummikub.sets import (
    COLOURS,
    HIGHEST,
    JOKER,
    LOWEST,
    SHORT_SETS,
    Meld,
    doublets,
    is_group,
    is_open,
    joker_as,
    meld_value,
    number_of,
    readings,
    tile,
)
from stolik.games.rummikub.state import Table
from stolik.games.rummikub.view import View

#: Openings of two sets can be many.
_PAIRS_LISTED = 60


def listed_actions(view: View) -> Iterator[Action]:
    """Actions of the viewer that the rules take, lays first; by far not every lay there is."""
    seat, table = view.viewer, view.table
    if seat is None or table.ended is not None or seat not in table.active():
        return
    if seat in table.asked:
        yield Ready()
        least = table.options.redeal_doublets
        if least is not None and doublets(view.rack) >= least:
            yield Redeal()
    elif seat in table.to_act():
        yield from map(Lay, _lays(table, view.rack) if seat in table.opened else _openings(table, view.rack))
        yield Draw() if table.bank_size else Pass()
    elif table.may_announce(seat):
        yield AnnounceOpening()
    yield Resign()


def melds_of(rack: tuple[Tile, ...]) -> list[Meld]:
    """The different sets that a rack can make, at most one joker in each, those with most tiles first."""
    counts = origins(rack)
    found = [*_groups(counts), *_runs(counts)]
    return sorted(found, key=lambda meld: -len(meld))


def _groups(counts: Counter[str]) -> Iterator[Meld]:
    for number in range(LOWEST, HIGHEST + 1):
        have = [colour for colour in COLOURS if counts[f"{colour}{number}"]]
        lacking = [colour for colour in COLOURS if colour not in have]
        for size in (3, 4):
            for colours in combinations(have, size):
                yield tuple(tile(f"{colour}{number}") for colour in colours)
        for size in (2, 3) if counts[JOKER] else ():
            for colours in combinations(have, size):
                free = next(each for each in (*lacking, *COLOURS) if each not in colours)
                yield (*(tile(f"{colour}{number}") for colour in colours), joker_as(f"{free}{number}"))


def _runs(counts: Counter[str]) -> Iterator[Meld]:
    most = 1 if counts[JOKER] else 0
    for colour in COLOURS:
        for size in range(3, HIGHEST + 1):
            for start in range(LOWEST, HIGHEST - size + 2):
                faces = [f"{colour}{number}" for number in range(start, start + size)]
                if sum(not counts[face] for face in faces) <= most:
                    yield tuple(tile(face) if counts[face] else joker_as(face) for face in faces)


def _openings(table: Table, rack: tuple[Tile, ...]) -> Iterator[tuple[Meld, ...]]:
    least = table.options.opening_points
    melds = melds_of(rack)
    told = set()
    for laid in (*((meld,) for meld in melds), *islice(_pairs(melds, origins(rack), least), _PAIRS_LISTED)):
        if sum(map(meld_value, laid)) >= least:
            told.add(laid)
            yield (*table.melds, *laid)
    found = find_opening(rack, least)
    # Only where it needs more sets or jokers than the short list has.
    if found is not None and not told:
        yield (*table.melds, *found)


def _pairs(melds: list[Meld], counts: Counter[str], least: int) -> Iterator[tuple[Meld, Meld]]:
    for pair in combinations_with_replacement(melds, 2):
        if sum(map(meld_value, pair)) >= least and origins((*pair[0], *pair[1])) <= counts:
            yield pair


def _lays(table: Table, rack: tuple[Tile, ...]) -> Iterator[tuple[Meld, ...]]:
    melds = table.melds
    yield from ((*melds, meld) for meld in melds_of(rack))
    faces = sorted(origins(rack))
    for place, meld in enumerate(melds):
        for face in faces:
            longer = readings((*meld, tile(face)))
            if longer and not is_open(meld):
                yield (*melds[:place], longer[0], *melds[place + 1 :])
    for place, meld in enumerate(melds):
        for borrowed, rest in _spare_tiles(meld):
            for made in _sets_with(borrowed, set(faces)):
                yield (*melds[:place], rest, *melds[place + 1 :], made)


def _spare_tiles(meld: Meld) -> Iterator[tuple[Tile, Meld]]:
    """Tiles that a set can do without, each with what is left."""
    if len(meld) < 4 or is_open(meld):
        return
    for place in range(len(meld)) if is_group(meld) else (0, len(meld) - 1):
        if meld[place].origin != JOKER:
            yield meld[place], (*meld[:place], *meld[place + 1 :])


def _sets_with(borrowed: Tile, faces: set[str]) -> Iterator[Meld]:
    for wanted in _SMALL_SETS[borrowed.face]:
        if all(face in faces for face in wanted if face != borrowed.face):
            yield tuple(map(tile, wanted))


#: The highest first.
_SETS = sorted(SHORT_SETS, key=lambda faces: sum(map(number_of, faces)), reverse=True)
_SMALL_SETS: dict[str, list[tuple[str, ...]]] = {
    f"{colour}{number}": [wanted for wanted in _SETS if len(wanted) == 3 and f"{colour}{number}" in wanted]
    for colour in COLOURS
    for number in range(LOWEST, HIGHEST + 1)
}
