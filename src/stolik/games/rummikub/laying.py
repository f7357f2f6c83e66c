"""Whether a new table may be laid: the tiles add up, every set is one, and jokers went where they may."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, product

from stolik.core.clauses import in_force
from stolik.core.game import IllegalAction
from stolik.core.tiles import Rack, Tile, less, origins
from stolik.games.rummikub.mistakes import mistake_in
from stolik.games.rummikub.options import Options
from stolik.games.rummikub.sets import (
    JOKER,
    Meld,
    in_order,
    is_open,
    is_tile,
    meld_value,
    readings,
    standings,
)
from stolik.games.rummikub.tiletext import format_table, format_tiles


def tiles_laid(old: Sequence[Meld], new: Sequence[Meld], rack: Rack) -> tuple[Tile, ...]:
    """The tiles of the rack that a new table takes; refused if it is not made of the old one and the rack."""
    before = list(chain.from_iterable(old))
    after = list(chain.from_iterable(new))
    for each in after:
        if not is_tile(each):
            raise IllegalAction("R4.3", "there is no tile {tile}", tile=f"{each.origin}={each.face}"[:20])
    laid = less(origins(after), before)
    if laid.total() != len(after) - len(before) and in_force("R4.4"):
        gone = less(origins(before), after)
        raise IllegalAction("R4.4", "these tiles stay on the table: {tiles}", tiles=_names(gone))
    foreign = less(laid, rack.tiles)
    if foreign.total() > rack.unknown and in_force("R4.3"):
        raise IllegalAction("R4.3", "these are not tiles of the own rack: {tiles}", tiles=_names(foreign))
    if not laid and in_force("R4.2"):
        raise IllegalAction("R4.2", "a turn lays at least one tile of the own rack")
    return in_order(laid)


def _names(counts: Counter[str]) -> str:
    return format_tiles(in_order(counts))


def arranged(options: Options, old: Sequence[Meld], new: Sequence[Meld], opened: bool) -> tuple[Meld, ...]:
    """The new table with every set in order and every joker named, or the mistake that is in it."""
    kept = untouched(old, new)
    if not opened and in_force("R5.3"):
        left = _without(old, kept.values())
        if left:
            raise IllegalAction(
                "R5.3", "before the opening the table stays as it is: {tiles}", tiles=format_table(left)
            )
    for place, meld in enumerate(new):
        mistake = None if place in kept else mistake_in(meld)
        if mistake is not None:
            raise mistake
    table = _named(options, old, new, kept)
    if not opened and in_force("R5.1"):
        points = sum(meld_value(meld) for place, meld in enumerate(table) if place not in kept)
        if points < options.opening_points:
            raise IllegalAction(
                "R5.1",
                "an opening is worth {least} points or more, and this is {points}",
                least=options.opening_points,
                points=points,
            )
    return table


def untouched(old: Sequence[Meld], new: Sequence[Meld]) -> dict[int, Meld]:
    """The sets of the new table that lay there before, with what their jokers stood for."""
    kept: dict[int, Meld] = {}
    left = list(old)
    for alike in (_same, _same_but_unsaid):
        for place, meld in enumerate(new):
            if place in kept:
                continue
            found = next((each for each in left if alike(each, meld)), None)
            if found is not None:
                kept[place] = found
                left.remove(found)
    return kept


def _same(old: Meld, new: Meld) -> bool:
    return old == new or (len(old) == len(new) and sorted(old) == sorted(new))


def _same_but_unsaid(old: Meld, new: Meld) -> bool:
    """Whether the new set is the old one with some jokers left unnamed."""
    if len(old) != len(new) or not is_open(new) or origins(old) != origins(new):
        return False
    said = Counter(each.face for each in new if each.origin == JOKER and each.face != JOKER)
    return not said - Counter(each.face for each in old if each.origin == JOKER)


def _without(melds: Iterable[Meld], gone: Iterable[Meld]) -> list[Meld]:
    left = list(melds)
    for meld in gone:
        left.remove(meld)
    return left


def _named(
    options: Options, old: Sequence[Meld], new: Sequence[Meld], kept: dict[int, Meld]
) -> tuple[Meld, ...]:
    choices = [[kept[place]] if place in kept else _choices(meld) for place, meld in enumerate(new)]
    if options.jokers == "strict" and in_force("R6.3"):
        return _named_strictly(old, choices)
    return tuple(each[0] for each in choices)


def _choices(meld: Meld) -> list[Meld]:
    """The readings of a set, best first; jokers alone stay unnamed."""
    if all(each.face == JOKER for each in meld):
        return [meld]
    return readings(meld) or [meld]


def _named_strictly(old: Sequence[Meld], choices: list[list[Meld]]) -> tuple[Meld, ...]:
    """The first way to name the jokers in which each that lay on the table still stands for its tile, or that
    tile now lies on the table."""
    real = Counter(each.face for read in choices for each in read[0] if each.origin != JOKER)
    before = _joker_faces(old)
    for table in product(*choices):
        for after in _joker_faces(table):
            if any(all(n - after[face] <= real[face] for face, n in stood.items()) for stood in before):
                return table
    faces = sorted({face for stood in before[:1] for face in stood})
    raise IllegalAction(
        "R6.3", "a joker stands for its tile until that tile is laid for it: {tiles}", tiles=" ".join(faces)
    )


def _joker_faces(melds: Iterable[Meld]) -> list[Counter[str]]:
    """What the jokers of these sets may stand for together."""
    with_jokers = (meld for meld in melds if any(each.origin == JOKER for each in meld))
    together = product(*map(standings, with_jokers))
    return [Counter(face for faces in each for face in faces) for each in together]
