"""The best play of the number-tile game as an integer program for HiGHS, to judge and to time the solver by.

Two programs with the same optimum. In the published one each set with each choice of its tiles that are
jokers is a column: 1,173 of them with two jokers. In the compact one a set is one column whatever its tiles
are, and other columns say how many jokers stand for each kind: jokers are alike, so that it does not matter
which one stands where. Runs have three to five tiles, as longer ones are several of these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from time import process_time
from typing import Any, NamedTuple

from stolik.core.message import Complaint
from stolik.games.rummikub.sets import FACES, JOKER, SHORT_SETS

TILES = (*FACES, JOKER)
_MOST_ALIKE = 7  # sets with the same tiles


class Optimum(NamedTuple):
    """The highest sum of weights, and the CPU seconds for it without and with making the program."""

    gain: int
    solve_s: float
    whole_s: float


class _Column(NamedTuple):
    """Up to so many of something that adds to the rows of some tiles."""

    most: int
    weight: int
    tiles: dict[str, int]


def optimum(
    table: Sequence[Sequence[str]], rack: Sequence[str], weights: Mapping[str, int], *, compact: bool = True
) -> Optimum | None:
    """What HiGHS finds; None if the table alone makes no sets."""
    highspy = find_highs()
    begun = process_time()
    old = Counter("J" if tile.startswith("J") else tile for tiles in table for tile in tiles)
    new = Counter(rack)
    n_jokers = old["J"] + new["J"]
    sets: Sequence[tuple[str, ...]] = SHORT_SETS if compact else _sets_with_jokers(n_jokers)
    columns = [_Column(_MOST_ALIKE, 0, dict(Counter(tiles))) for tiles in sets]
    if compact:
        columns += [_Column(n_jokers, 0, {kind: -1, "J": 1}) for kind in FACES]
    columns += [_Column(new[tile], weights[tile], {tile: -1}) for tile in TILES]
    model = _program(highspy, columns, old)
    made = process_time()
    model.run()
    solved = process_time()
    if model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    gain = round(model.getInfo().objective_function_value)
    return Optimum(gain, solved - made, solved - begun)


def _program(highspy: Any, columns: Sequence[_Column], old: Counter[str]) -> Any:
    """Whole numbers of the columns; the sets need as many of a tile as the table and other columns bring."""
    model = highspy.Highs()
    options = {"output_flag": False, "threads": 1, "mip_rel_gap": 0.0, "mip_abs_gap": 0.5}
    for option, choice in options.items():
        model.setOptionValue(option, choice)
    rows: dict[str, dict[int, float]] = {tile: {} for tile in TILES}
    for number, column in enumerate(columns):
        model.addVar(0.0, float(column.most))
        model.changeColIntegrality(number, highspy.HighsVarType.kInteger)
        if column.weight:
            model.changeColCost(number, float(column.weight))
        for tile, n in column.tiles.items():
            rows[tile][number] = float(n)
    model.changeObjectiveSense(highspy.ObjSense.kMaximize)
    for tile, row in rows.items():
        model.addRow(float(old[tile]), float(old[tile]), len(row), list(row), list(row.values()))
    return model


@cache
def _sets_with_jokers(n_jokers: int) -> list[tuple[str, ...]]:
    """All sets in which up to so many tiles are jokers, those of the same tiles once."""
    found = {
        (*[tile for tile in tiles if tile not in replaced], *["J"] * n)
        for tiles in SHORT_SETS
        for n in range(min(n_jokers, len(tiles)) + 1)
        for replaced in combinations(tiles, n)
    }
    return sorted(found)


def find_highs() -> Any:
    """The module of HiGHS; Complaint if it is not installed."""
    try:
        import highspy
    except ImportError:
        raise Complaint("This compares with HiGHS: install it with “pip install highspy”.") from None
    return highspy
