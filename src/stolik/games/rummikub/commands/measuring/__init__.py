"""How fast the solver of the number-tile game is: CPU time of one core, on positions fixed by a seed.

A class is told by its game, jokers, and tiles on the table and on the rack. Some positions of each class are
also solved by HiGHS in the same run, as machines differ and are busy; before anything is compared, the
results are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import median
from time import process_time

import msgspec

from stolik.games.rummikub.commands.measuring.ilp import TILES, find_highs, optimum
from stolik.games.rummikub.commands.measuring.positions import (
    STANDARD_COPIES,
    XP_COPIES,
    RandomPosition,
    random_position,
)
from stolik.games.rummikub.solver import AIMS, best_play
from stolik.games.rummikub.tilecodes import codes_of, codes_of_table, counted
from stolik.kernels.melds import MeldSolver

#: What was set: the ratio holds for the standard game, the call for tables of 60 tiles.
TARGETS = {"least_median_ratio": 350.0, "highest_ms": 100.0, "call_adds_us": 60.0}
_SEED = "bench"
_POSITIONS = 200
_COMPARED = 20
_ROUNDS = 5  # the median counts, as machines are busy with other things too
_SHORTEST_ROUND_S = 0.0002
_CALL_TABLE = 60


class PositionClass(msgspec.Struct, frozen=True):
    """A class of positions."""

    game: str
    jokers: int
    table: int
    rack: int

    def positions(self, n: int) -> Iterator[RandomPosition]:
        """So many of them."""
        copies = XP_COPIES if self.game == "xp" else STANDARD_COPIES
        for number in range(n):
            seed = f"{_SEED} {self.game} {self.jokers} {self.table} {self.rack} {number}"
            yield random_position(seed, copies, self.table, self.rack, self.jokers)


KINDS = tuple(
    PositionClass(game, jokers, table, rack)
    for game, jokers in (("standard", 0), ("standard", 1), ("standard", 2), ("xp", 4))
    for table in (20, 40, 60, 90)
    for rack in (5, 14, 20)
)


class Figures(msgspec.Struct, frozen=True):
    """What was measured for a class; a ratio is HiGHS's time to ours, position by position, its median.

    So is what the public call adds to the kernel's time.
    The published program has a column for each set with jokers and is not tried with four of them.
    """

    kind: PositionClass
    median_us: float
    p99_us: float
    highest_us: float
    call_median_us: float
    call_adds_us: float
    ratio: float | None
    ratio_with_making: float | None
    compact_ratio: float
    compact_ratio_with_making: float


def measure(kinds: Sequence[PositionClass], progress: Callable[[int, int], object]) -> list[Figures]:
    """All figures, telling how many classes are done; AssertionError if the solver and HiGHS differ."""
    find_highs()
    figures: list[Figures] = []
    for kind in kinds:
        progress(len(figures), len(kinds))
        figures.append(_measure(kind))
    return figures


def summary(figures: Sequence[Figures]) -> dict[str, float]:
    """The figures with targets."""
    standard = [each for each in figures if each.kind.game == "standard"]
    at_60 = [each for each in figures if each.kind.table == _CALL_TABLE]
    told = {"highest_ms": max(each.highest_us for each in figures) / 1000}
    if standard:
        told["least_median_ratio"] = min(each.ratio for each in standard if each.ratio is not None)
        told["least_median_ratio_with_making"] = min(
            each.ratio_with_making for each in standard if each.ratio_with_making is not None
        )
        told["least_median_compact_ratio"] = min(each.compact_ratio for each in standard)
    if at_60:
        told["call_adds_us"] = max(each.call_adds_us for each in at_60)
    return told


def _measure(kind: PositionClass) -> Figures:
    solver, weights = MeldSolver(), AIMS["tiles"].weights
    spent, calls = [], []
    ratios: dict[str, list[float]] = {"solve": [], "whole": [], "compact solve": [], "compact whole": []}
    by_tile = dict(zip(TILES, weights, strict=True))
    for number, position in enumerate(kind.positions(_POSITIONS)):
        table = counted(codes_of_table(position.table))
        rack = counted(codes_of(position.rack))
        found = solver.solve(table, rack, weights)
        own = _seconds(partial(solver.solve, table, rack, weights))
        spent.append(own)
        calls.append(_seconds(partial(best_play, position.table, position.rack)))
        if number >= _COMPARED:
            continue
        for compact in (False, True) if kind.game == "standard" else (True,):
            best = optimum(position.table, position.rack, by_tile, compact=compact)
            if found is None or best is None or found.gain != best.gain:
                raise AssertionError(f"the solver and HiGHS differ: {position}")
            name = "compact " if compact else ""
            ratios[f"{name}solve"].append(best.solve_s / own)
            ratios[f"{name}whole"].append(best.whole_s / own)
    micro = sorted(1e6 * seconds for seconds in spent)
    return Figures(
        kind,
        median(micro),
        micro[99 * len(micro) // 100],
        micro[-1],
        1e6 * median(calls),
        1e6 * median(call - own for call, own in zip(calls, spent, strict=True)),
        median(ratios["solve"]) if ratios["solve"] else None,
        median(ratios["whole"]) if ratios["whole"] else None,
        median(ratios["compact solve"]),
        median(ratios["compact whole"]),
    )


def _seconds(work: Callable[[], object]) -> float:
    """What a call takes; several make up a round where one is hardly more than a look at the clock."""
    begun = process_time()
    work()
    n = 1 + int(_SHORTEST_ROUND_S / max(process_time() - begun, 1e-6))
    spent = []
    for _ in range(_ROUNDS):
        begun = process_time()
        for _ in range(n):
            work()
        spent.append((process_time() - begun) / n)
    return median(spent)
