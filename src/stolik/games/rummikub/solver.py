"""The best play of the number-tile game: exact, by tiles, by value or by any weights."""

from __future__ import annotations

import threading
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Literal

import msgspec

from stolik.core.message import Complaint
from stolik.games.rummikub.hitting import fewest_sufficing
from stolik.games.rummikub.tilecodes import (
    CODES,
    HIGHEST,
    JOKER,
    N_KINDS,
    STANDS_FOR,
    counted,
    format_sets,
    format_tiles,
    number_of,
    parse_tiles,
    stood_for,
)
from stolik.kernels.melds import Arrangement, MeldSolver

Jokers = Literal["rulebook", "strict"]
Objective = Literal["tiles", "value"]

OPENING_POINTS = 30
JOKER_VALUE = 30  # on a rack
PATIENCE = 5000  # tries to prove that no play disturbs less
_MANY = 1 << 12  # more than all tiles are worth together
_MOST_POINTS = 250  # that the kernel can ask of an opening
_NUMBERS = [number_of(kind) for kind in range(N_KINDS)]


class Play(msgspec.Struct, frozen=True):
    """A turn: the whole table after it, and the tiles of the rack that were laid.

    The value is what the rack loses, a joker counting 30; in an opening it is what the sets count for it, a
    joker counting as the tile it stands for.
    """

    table: list[list[str]]
    placed: list[str]
    count: int
    value: int
    proven: bool = True  # that no play disturbs less, where that was asked for


class Aim(msgspec.Struct, frozen=True):
    """What tiles are worth; in an opening a joker is worth something for each number it stands for."""

    weights: array[int]
    opening_weights: array[int]
    joker_point: int


AIMS: dict[str, Aim] = {
    "tiles": Aim(
        array("i", [*(_MANY + number for number in _NUMBERS), _MANY + JOKER_VALUE]),
        array("i", [*(_MANY + number for number in _NUMBERS), _MANY]),
        1,
    ),
    "value": Aim(
        array("i", [*(_MANY * number + 1 for number in _NUMBERS), _MANY * JOKER_VALUE + 1]),
        array("i", [*(_MANY * number + 1 for number in _NUMBERS), 1]),
        _MANY,
    ),
}
_POINTS = array("i", [*_NUMBERS, 0])


class _Workspace(threading.local):
    """A solver for each thread."""

    def __init__(self) -> None:
        self.solver = MeldSolver()


_workspace = _Workspace()


def best_play(
    table: Sequence[Sequence[str]],
    rack: Sequence[str],
    *,
    jokers: Jokers = "rulebook",
    objective: Objective = "tiles",
    opening: bool = False,
) -> Play:
    """The play that lays the most tiles, then value, or the most value, then tiles; of none if nothing fits.

    An opening is laid beside the table from the rack alone and counts 30 or more.
    """
    aim = _aim(objective)
    if opening:
        return best_opening(table, rack, aim)
    return Turn(table, rack, aim.weights, jokers).best()


def best_weighed(
    table: Sequence[Sequence[str]],
    rack: Sequence[str],
    weights: Mapping[str, int],
    *,
    jokers: Jokers = "rulebook",
) -> Play:
    """The play with the highest sum of weights of the tiles laid; tiles without one are worth nothing."""
    return Turn(table, rack, weights_of(weights), jokers).best()


def least_disturbing_play(
    table: Sequence[Sequence[str]],
    rack: Sequence[str],
    *,
    jokers: Jokers = "rulebook",
    objective: Objective = "tiles",
    patience: int = PATIENCE,
) -> Play:
    """A best play that leaves as many sets of the table as they are as any best play can.

    If that takes too many tries, one that cannot leave another set as it is: then it is not `proven`.
    """
    return Turn(table, rack, _aim(objective).weights, jokers).least_disturbing(patience)


def best_opening(
    table: Sequence[Sequence[str]], rack: Sequence[str], aim: Aim, least: int = OPENING_POINTS
) -> Play:
    """The best sets of the rack alone that count so many points or more; of no tiles if there are none."""
    found = _workspace.solver.solve(
        bytes(N_KINDS + 1),
        _rack(rack),
        aim.opening_weights,
        least_points=min(least, _MOST_POINTS),
        joker_point=aim.joker_point,
    )
    before = [list(tiles) for tiles in table]
    if found is None or found.points < least:
        return Play(before, [], 0, 0)
    return Play(before + format_sets(found.sets), format_tiles(found.placed), len(found.placed), found.points)


def can_open(rack: Sequence[str], least: int = OPENING_POINTS) -> bool:
    """Whether the rack holds sets that count enough for an opening, a joker as the tile it stands for."""
    found = _workspace.solver.solve(bytes(N_KINDS + 1), _rack(rack), _POINTS, joker_point=1)
    return found is not None and found.points >= least


def n_touched(before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]) -> int:
    """How many sets of a table are no longer there in another one."""
    left = _sets_as_they_are(before) - _sets_as_they_are(after)
    return left.total()


def weights_of(weights: Mapping[str, int]) -> array[int]:
    """Weights of tiles and of J in the kernel's order."""
    parse_tiles(weights)
    by_code = {CODES[tile]: weight for tile, weight in weights.items()}
    return array("i", [by_code.get(code, 0) for code in range(N_KINDS + 1)])


def _sets_as_they_are(table: Sequence[Sequence[str]]) -> Counter[tuple[str, ...]]:
    return Counter(tuple(sorted("J" if tile[0] == "J" else tile for tile in tiles)) for tiles in table)


def _aim(objective: str) -> Aim:
    if objective not in AIMS:
        raise Complaint("{objective} is no objective: choose tiles or value.", objective=objective)
    return AIMS[objective]


def _rack(rack: Sequence[str]) -> bytearray:
    codes = parse_tiles(rack)
    if any(code >= STANDS_FOR for code in codes):
        raise Complaint("A joker on the rack stands for nothing yet: write J.")
    counts = counted(codes)
    _check_numbers(counts)
    return counts


def _check_numbers(counts: bytearray) -> None:
    if counts[JOKER] > 4 or max(counts[:JOKER]) > 3:
        raise Complaint("No game has more than three tiles of a kind or more than four jokers.")


class Turn:
    """A table and a rack, and what laying tiles is worth."""

    def __init__(
        self, table: Sequence[Sequence[str]], rack: Sequence[str], weights: array[int], jokers: Jokers
    ) -> None:
        if jokers not in ("rulebook", "strict"):
            raise Complaint("{jokers} is no rule for jokers: choose rulebook or strict.", jokers=str(jokers))
        self._texts = table
        self._sets = [parse_tiles(tiles) for tiles in table]
        self._rack = _rack(rack)
        self._weights = weights
        self._strict = jokers == "strict"
        _check_numbers(counted(b"".join((*self._sets, parse_tiles(rack)))))

    def best(self) -> Play:
        """The best play."""
        return self.play(self._found(), range(len(self._sets)))

    def best_touching(self, most: int) -> Play:
        """The best play that touches at most so many sets of the table, and of equal ones fewer."""
        goal = self._found().gain
        best: tuple[Arrangement, tuple[int, ...]] | None = None
        numbers = range(len(self._sets))
        for touched in (choice for size in range(most + 1) for choice in combinations(numbers, size)):
            least = 0 if best is None else best[0].gain
            if least == goal:
                break
            found = self.arranged(touched)
            if found is not None and found.gain > least:
                best = found, touched
        return self._nothing() if best is None else self.play(*best)

    def least_disturbing(self, patience: int) -> Play:
        """A best play that touches the fewest sets."""
        goal = self._found().gain
        # the sets with the most tiles are the first to be left alone
        by_size = sorted(range(len(self._sets)), key=lambda number: -len(self._sets[number]))

        def arranged(choice: frozenset[int]) -> Arrangement | None:
            return self.arranged([by_size[at] for at in choice])

        def suffices(choice: frozenset[int]) -> bool:
            found = arranged(choice)
            return found is not None and found.gain == goal

        choice, proven = fewest_sufficing(len(by_size), suffices, patience)
        found = arranged(choice)
        assert found is not None
        play = self.play(found, [by_size[at] for at in choice])
        return msgspec.structs.replace(play, proven=proven)

    def _found(self) -> Arrangement:
        found = self.arranged(range(len(self._sets)))
        if found is None:
            raise Complaint("The tiles on the table cannot be arranged in sets.")
        return found

    def play(self, found: Arrangement, touched: Sequence[int]) -> Play:
        """The turn that leads to these sets, with the sets of the table that are not touched."""
        if not found.placed:
            return self._nothing()
        whole = set(range(len(self._sets))).difference(touched)
        kept = [list(self._texts[number]) for number in sorted(whole)]
        value = sum(JOKER_VALUE if code == JOKER else code % HIGHEST + 1 for code in found.placed)
        return Play(kept + format_sets(found.sets), format_tiles(found.placed), len(found.placed), value)

    def _nothing(self) -> Play:
        return Play([list(tiles) for tiles in self._texts], [], 0, 0)

    def arranged(self, touched: Sequence[int]) -> Arrangement | None:
        """The best sets of the rack and some sets of the table."""
        sets = [self._sets[number] for number in touched]
        table = counted(b"".join(sets))
        found = _workspace.solver.solve(table, self._rack, self._weights)
        if found is None or not self._strict or not table[JOKER]:
            return found
        return self._arranged_strictly(sets, table, found)

    def _arranged_strictly(
        self, sets: list[bytes], table: bytearray, free: Arrangement
    ) -> Arrangement | None:
        """The best sets if a joker stands for its tile until that is laid in its place.

        Each joker of the table stays what it is, which makes it a tile of its kind, or a real tile of this
        kind is needed at the end. With all jokers free the result can only be better: if it keeps to the
        rule, it is the best.
        """
        meanings = {
            tuple(sorted(kind for kinds in together for kind in kinds))
            for together in product(*map(stood_for, sets))
        }
        tokens = Counter(code % STANDS_FOR for code in free.sets if code != 255)
        if any(Counter(kinds) <= tokens for kinds in meanings):
            return free
        best: Arrangement | None = None
        # sorted, so that of equal ones every process finds the same
        for fixed, needed in sorted({split for kinds in meanings for split in _stay_or_go(kinds, table)}):
            with_fixed = bytes(map(sum, zip(table, fixed, strict=True)))
            n_free = table[JOKER] - sum(fixed)
            found = _workspace.solver.solve(
                with_fixed[:JOKER] + bytes((n_free,)), self._rack, self._weights, fixed=fixed, needed=needed
            )
            if found is not None and (best is None or found.gain > best.gain):
                best = found
                if best.gain == free.gain:
                    break
        return best


def _stay_or_go(kinds: tuple[int, ...], table: bytearray) -> Iterator[tuple[bytes, bytes]]:
    """How many jokers are fixed to each kind, and how many tiles of it are needed at the end."""
    counts = Counter(kinds)
    # where the table has enough tiles of a kind, its jokers are free anyway
    numbers = [range(1) if table[kind] >= n else range(n + 1) for kind, n in counts.items()]
    for staying in product(*numbers):
        fixed, needed = bytearray(N_KINDS + 1), bytearray(N_KINDS + 1)
        for (kind, n), n_fixed in zip(counts.items(), staying, strict=True):
            fixed[kind] = n_fixed
            needed[kind] = n if n_fixed < n else 0
        yield bytes(fixed), bytes(needed)
