"""The best play of the number-tile game: exact, by tiles, by value or by any weights."""

from __future__ import annotations

import threading
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, combinations
from operator import add
from typing import Literal

import msgspec

from stolik.core.message import Complaint
from stolik.games.rummikub.hitting import fewest_sufficing
from stolik.games.rummikub.options import JokerRule, Options
from stolik.games.rummikub.sets import FACES, JOKER, JOKER_COST, box_size, number_of
from stolik.games.rummikub.strictness import Need, needs, ways_to_meet
from stolik.games.rummikub.tilecodes import (
    JOKER_CODE,
    N_KINDS,
    codes_of,
    codes_of_table,
    counted,
    kinds_in,
    names_joker,
    sets_of,
    texts_of,
)
from stolik.kernels.melds import Arrangement, MeldSolver

Objective = Literal["tiles", "value"]

OPENING_POINTS = Options().opening_points
PATIENCE = 5000  # tries to prove that no play disturbs less
_MOST_COPIES, _MOST_JOKERS = 3, 4
_MOST_TILES = box_size(_MOST_COPIES, _MOST_JOKERS)
_MANY = 1 << 12  # more than all tiles are worth together
_MOST_POINTS = 250  # that the kernel can ask of an opening
_NUMBERS = [number_of(face) for face in FACES]
_COSTS = (*_NUMBERS, JOKER_COST)  # on a rack


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
        array("i", [_MANY + cost for cost in _COSTS]),
        array("i", [*(_MANY + number for number in _NUMBERS), _MANY]),
        1,
    ),
    "value": Aim(
        array("i", [_MANY * cost + 1 for cost in _COSTS]),
        array("i", [*(_MANY * number + 1 for number in _NUMBERS), 1]),
        _MANY,
    ),
}
_POINTS = array("i", [*_NUMBERS, 0])
_NOTHING = bytes(N_KINDS + 1)


class _Workspace(threading.local):
    """A solver for each thread."""

    def __init__(self) -> None:
        self.solver = MeldSolver()


_workspace = _Workspace()


def best_play(
    table: Sequence[Sequence[str]],
    rack: Sequence[str],
    *,
    jokers: JokerRule = "rulebook",
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
    jokers: JokerRule = "rulebook",
) -> Play:
    """The play with the highest sum of weights of the tiles laid; tiles without one are worth nothing."""
    return Turn(table, rack, weights_of(weights), jokers).best()


def least_disturbing_play(
    table: Sequence[Sequence[str]],
    rack: Sequence[str],
    *,
    jokers: JokerRule = "rulebook",
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
    _, counts = _counts(table, rack)
    found = _workspace.solver.solve(
        _NOTHING,
        counts,
        aim.opening_weights,
        least_points=min(least, _MOST_POINTS),
        joker_point=aim.joker_point,
    )
    before = [list(tiles) for tiles in table]
    if found is None or found.points < least:
        return Play(before, [], 0, 0)
    return Play(before + sets_of(found.sets), texts_of(found.placed), len(found.placed), found.points)


def can_open(rack: Sequence[str], least: int = OPENING_POINTS) -> bool:
    """Whether the rack holds sets that count enough for an opening, a joker as the tile it stands for."""
    _, counts = _counts((), rack)
    found = _workspace.solver.solve(_NOTHING, counts, _POINTS, joker_point=1)
    return found is not None and found.points >= least


def n_touched(before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]) -> int:
    """How many sets of a table are no longer there in another one."""
    return len(sets_missing(before, after))


def sets_missing(table: Sequence[Sequence[str]], other: Sequence[Sequence[str]]) -> list[int]:
    """The places of the sets of a table that another one has not, whatever jokers stand for."""
    there = Counter(map(_set_as_it_is, other))
    missing = []
    for place, tiles in enumerate(map(_set_as_it_is, table)):
        there[tiles] -= 1
        if there[tiles] < 0:
            missing.append(place)
    return missing


def weights_of(weights: Mapping[str, int]) -> array[int]:
    """Weights of tiles and of J in the kernel's order."""
    codes_of(weights)
    return array("i", [weights.get(face, 0) for face in (*FACES, JOKER)])


def _set_as_it_is(tiles: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(JOKER if tile[0] == JOKER else tile for tile in tiles))


def _aim(objective: str) -> Aim:
    if objective not in AIMS:
        raise Complaint("{objective} is no objective: choose tiles or value.", objective=objective)
    return AIMS[objective]


def _counts(table: Sequence[Sequence[str]], rack: Sequence[str]) -> tuple[bytearray, bytearray]:
    """How many tiles of each kind lie on the table and on the rack; refuses what no game has."""
    laid, held = codes_of_table(table), codes_of(rack)
    if names_joker(held):
        raise Complaint("A joker on the rack stands for nothing yet: write J.")
    if len(laid) + len(held) <= _MOST_TILES:
        on_table, on_rack = counted(laid), counted(held)
        # all kinds are added at once, as bytes of one number: no sum is above 160
        both = (int.from_bytes(on_table) + int.from_bytes(on_rack)).to_bytes(N_KINDS + 1)
        if both[JOKER_CODE] <= _MOST_JOKERS and max(both[:JOKER_CODE]) <= _MOST_COPIES:
            return on_table, on_rack
    raise Complaint("No game has more than three tiles of a kind or more than four jokers.")


class Turn:
    """A table and a rack, and what laying tiles is worth; some may be laid already, wherever they fit."""

    def __init__(
        self,
        table: Sequence[Sequence[str]],
        rack: Sequence[str],
        weights: array[int],
        jokers: JokerRule,
        laid: Sequence[str] = (),
    ) -> None:
        if jokers not in ("rulebook", "strict"):
            raise Complaint("{jokers} is no rule for jokers: choose rulebook or strict.", jokers=str(jokers))
        self._table = table
        self._counts, self._rack = _counts([*table, laid], rack)
        self._weights = weights
        self._strict = jokers == "strict" and self._counts[JOKER_CODE] > 0

    def best(self) -> Play:
        """The best play."""
        return self._play(self._best(), ())

    def best_touching(self, most: int) -> Play:
        """The best play that touches at most so many sets of the table, and of equal ones fewer."""
        goal = self._best().gain
        sets = list(map(codes_of, self._table))
        best, kept = None, tuple[int, ...]()
        for touched in chain.from_iterable(combinations(range(len(sets)), size) for size in range(most + 1)):
            least = 0 if best is None else best.gain
            if least == goal:
                break
            whole = tuple(number for number in range(len(sets)) if number not in touched)
            found = self._arranged([sets[number] for number in touched], [sets[number] for number in whole])
            if found is not None and found.gain > least:
                best, kept = found, whole
        return self._nothing() if best is None else self._play(best, kept)

    def least_disturbing(self, patience: int) -> Play:
        """A best play that touches the fewest sets."""
        goal = self._best().gain
        sets = list(map(codes_of, self._table))
        # the sets with the most tiles are the first to be left alone
        by_size = sorted(range(len(sets)), key=lambda number: -len(sets[number]))

        def arranged(choice: frozenset[int]) -> Arrangement | None:
            remade = {by_size[at] for at in choice}
            return self._arranged(
                [sets[number] for number in remade],
                [codes for number, codes in enumerate(sets) if number not in remade],
            )

        def suffices(choice: frozenset[int]) -> bool:
            found = arranged(choice)
            return found is not None and found.gain == goal

        choice, proven = fewest_sufficing(len(sets), suffices, patience)
        found = arranged(choice)
        assert found is not None
        kept = sorted(number for at, number in enumerate(by_size) if at not in choice)
        return msgspec.structs.replace(self._play(found, kept), proven=proven)

    def arranged(self) -> Arrangement | None:
        """The best sets of the rack and the whole table, if there are any."""
        sets = list(map(codes_of, self._table)) if self._strict else ()
        return self._solved(self._counts, sets, ())

    def _best(self) -> Arrangement:
        found = self.arranged()
        if found is None:
            raise Complaint("The tiles on the table cannot be arranged in sets.")
        return found

    def _play(self, found: Arrangement, kept: Sequence[int]) -> Play:
        if not found.placed:
            return self._nothing()
        table = [list(self._table[number]) for number in kept]
        value = sum(map(_COSTS.__getitem__, found.placed))
        return Play(table + sets_of(found.sets), texts_of(found.placed), len(found.placed), value)

    def _nothing(self) -> Play:
        return Play([list(tiles) for tiles in self._table], [], 0, 0)

    def _arranged(self, remade: Sequence[bytes], kept: Sequence[bytes]) -> Arrangement | None:
        """The best sets of the rack and some sets of the table, if the others are left alone."""
        return self._solved(counted(b"".join(remade)), remade, kept)

    def _solved(self, table: bytearray, remade: Sequence[bytes], kept: Sequence[bytes]) -> Arrangement | None:
        free = _workspace.solver.solve(table, self._rack, self._weights)
        if free is None or not self._strict or not table[JOKER_CODE]:
            return free
        # with all jokers free the result can only be better: if it meets a need, it is the best
        ways = needs(remade, kept)
        shown = Counter(kinds_in(free.sets))
        return free if any(need <= shown for need in ways) else self._solved_strictly(table, ways, free.gain)

    def _solved_strictly(
        self, table: bytearray, ways: Sequence[Need], highest_gain: int
    ) -> Arrangement | None:
        """The best sets that meet one of the needs."""
        best: Arrangement | None = None
        for fixed, needed in dict.fromkeys(way for need in ways for way in ways_to_meet(need, table)):
            found = self._solved_with(table, fixed, needed)
            if found is not None and (best is None or found.gain > best.gain):
                best = found
                if best.gain == highest_gain:
                    break
        return best

    def _solved_with(self, table: bytearray, fixed: bytes, needed: bytes) -> Arrangement | None:
        """The best sets with jokers fixed: the table's, then those of the rack, as jokers are alike."""
        tiles, rack = bytearray(map(add, table, fixed)), bytearray(self._rack)
        n_fixed = sum(fixed)
        n_from_rack = max(n_fixed - table[JOKER_CODE], 0)
        if n_from_rack > rack[JOKER_CODE]:
            return None
        tiles[JOKER_CODE] = table[JOKER_CODE] + n_from_rack - n_fixed
        rack[JOKER_CODE] -= n_from_rack
        found = _workspace.solver.solve(tiles, rack, self._weights, fixed=fixed, needed=needed)
        return found and found.with_jokers(n_from_rack, self._weights[JOKER_CODE])
