"""Tiles, sets of tiles, and what a set may be read as. A set of tiles on the table is called a meld here.

A reading gives every joker the tile it stands for. A meld is valid if it has a reading.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations

from stolik.core.clauses import in_force
from stolik.core.tiles import Tile, less

COLOURS = "kbro"
LOWEST, HIGHEST = 1, 13
JOKER = "J"
JOKER_COST = 30
SHORTEST, LARGEST_GROUP = 3, 4

Meld = tuple[Tile, ...]

#: What is printed on the tiles of the box, in the order in which they are offered to chance.
FACES = tuple(f"{colour}{number}" for colour in COLOURS for number in range(LOWEST, HIGHEST + 1))
#: The faces of every group and of the runs of three to five tiles: a longer run is several of these.
SHORT_SETS = (
    *(
        tuple(f"{colour}{number}" for colour in colours)
        for number in range(LOWEST, HIGHEST + 1)
        for size in range(SHORTEST, LARGEST_GROUP + 1)
        for colours in combinations(COLOURS, size)
    ),
    *(
        tuple(f"{colour}{number}" for number in range(start, start + size))
        for colour in COLOURS
        for size in range(SHORTEST, 2 * SHORTEST)
        for start in range(LOWEST, HIGHEST - size + 2)
    ),
)
_NUMBERS = {face: int(face[1:]) for face in FACES}
_TILES = {face: Tile(face, face) for face in (*FACES, JOKER)}


def tile(face: str) -> Tile:
    """A tile as it lies on a rack."""
    return Tile(face, face)


def joker_as(face: str) -> Tile:
    """A joker that stands for a tile."""
    return Tile(JOKER, face)


def number_of(face: str) -> int:
    """The number of a tile; 0 for a joker that stands for nothing yet."""
    return _NUMBERS.get(face, 0)


def is_tile(each: Tile) -> bool:
    """Whether there is such a tile: only jokers stand for another."""
    if each.origin == JOKER:
        return each.face in _TILES
    return each.origin in _NUMBERS and each.face == each.origin


def on_rack(each: Tile) -> Tile:
    """The tile as it lies on a rack: a joker forgets what it stood for."""
    return tile(each.origin)


@lru_cache(maxsize=16)
def _box(n_copies: int, n_jokers: int) -> dict[str, int]:
    return {**dict.fromkeys(FACES, n_copies), JOKER: n_jokers}


def box_size(n_copies: int, n_jokers: int) -> int:
    """How many tiles there are in all."""
    return n_copies * len(FACES) + n_jokers


def box_without(n_copies: int, n_jokers: int, tiles: Iterable[Tile]) -> Counter[str]:
    """The origins of the box that are not among these tiles."""
    return less(_box(n_copies, n_jokers), tiles)


def in_order(counts: Counter[str]) -> tuple[Tile, ...]:
    """Tiles of these origins, by colour and number, jokers last."""
    ordered: list[Tile] = []
    for face, made in _TILES.items():
        if n := counts.get(face, 0):
            ordered += (made,) * n
    return tuple(ordered)


def doublets(tiles: Iterable[Tile]) -> int:
    """How many pairs of equal tiles there are; jokers are no pairs."""
    counts = Counter(each.origin for each in tiles if each.origin != JOKER)
    return sum(n // 2 for n in counts.values())


def rack_value(tiles: Iterable[Tile]) -> int:
    """What tiles left on a rack cost."""
    joker = JOKER_COST if in_force("R9.2") else 0
    return sum(joker if each.origin == JOKER else number_of(each.origin) for each in tiles)


def meld_value(meld: Meld) -> int:
    """The numbers of a meld, jokers as what they stand for: at best, where that is open."""
    if is_open(meld):
        meld = next(iter(readings(meld)), meld)
    joker_counts = in_force("R5.2")
    return sum(number_of(each.face) for each in meld if joker_counts or each.origin != JOKER)


def is_open(meld: Meld) -> bool:
    """Whether some joker of the meld does not stand for anything in particular."""
    return any(each.face == JOKER for each in meld)


def is_group(meld: Meld) -> bool:
    """Whether a meld, all of whose jokers stand for something, is a group."""
    return len({number_of(each.face) for each in meld}) == 1


def readings(meld: Meld) -> list[Meld]:
    """Every way to read a meld, the one worth most first; none if it is neither a group nor a run."""
    if len(meld) < SHORTEST:
        return []
    fixed = {each.face: each for each in meld if each.face != JOKER}
    n_open = sum(each.face == JOKER for each in meld)
    if len(fixed) + n_open != len(meld) or (n_open and not in_force("R3.5")):
        return []  # a tile that stands there twice
    found = [*_group_readings(fixed, len(meld)), *_run_readings(fixed, len(meld))]
    return sorted(found, key=lambda read: -sum(number_of(each.face) for each in read))


def _group_readings(fixed: dict[str, Tile], size: int) -> Iterator[Meld]:
    if size > LARGEST_GROUP:
        return
    numbers = {number_of(face) for face in fixed} or set(range(LOWEST, HIGHEST + 1))
    if len(numbers) > 1 and fixed:
        return
    for number in sorted(numbers):
        for colours in combinations(COLOURS, size):
            faces = [f"{colour}{number}" for colour in colours]
            if fixed.keys() <= set(faces):
                yield tuple(fixed.get(face) or joker_as(face) for face in faces)


def _run_readings(fixed: dict[str, Tile], size: int) -> Iterator[Meld]:
    colours = {face[0] for face in fixed} or set(COLOURS)
    if len(colours) > 1 and fixed:
        return
    for colour in sorted(colours, key=COLOURS.index):
        # the tiles that are no open jokers lie within the run
        numbers = [number_of(face) for face in fixed]
        first = max(LOWEST, max(numbers, default=LOWEST) - size + 1)
        last = min(min(numbers, default=HIGHEST), HIGHEST - size + 1)
        for start in range(first, last + 1):
            faces = (f"{colour}{number}" for number in range(start, start + size))
            yield tuple(fixed.get(face) or joker_as(face) for face in faces)


def standings(meld: Meld) -> list[tuple[str, ...]]:
    """What the jokers of a meld on the table may be taken for: in a group any colours that are missing."""
    if is_open(meld):
        read = readings(meld)
    elif is_group(meld):
        bare = tuple(on_rack(each) for each in meld)
        number = number_of(meld[0].face)
        read = [each for each in readings(bare) if is_group(each) and number_of(each[0].face) == number]
    else:
        read = [meld]
    return [tuple(each.face for each in one if each.origin == JOKER) for one in read]


def joker_choices(meld: Meld) -> tuple[tuple[str, ...], ...]:
    """What the jokers of a meld could stand for, the way worth most first; none where there is no choice."""
    bare = tuple(on_rack(each) for each in meld)
    if not is_open(bare) or all(each.face == JOKER for each in bare):
        return ()
    named = (tuple(each.face for each in read if each.origin == JOKER) for read in readings(bare))
    faces = dict.fromkeys(named)
    return tuple(faces) if len(faces) > 1 else ()
