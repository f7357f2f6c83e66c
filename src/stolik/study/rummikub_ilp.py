"""The best play of the number-tile game as an integer program for HiGHS, to judge and to time the solver by.

How often each set is laid, how many tiles of each kind come from the rack, and how many jokers stand for each
kind: for every kind the sets need as many tiles as there are on the table, from the rack and by jokers. Runs
have three to five tiles, as longer ones are several of these. Jokers are alike, so that it does not matter
which one stands where.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import process_time
from typing import Any, NamedTuple

from stolik.core.message import Complaint
from stolik.games.rummikub.tilecodes import KINDS
from stolik.study.rummikub_positions import all_sets


class Optimum(NamedTuple):
    """The highest sum of weights, and the CPU seconds that HiGHS took for it."""

    gain: int
    cpu_s: float


def optimum(
    table: Sequence[Sequence[str]], rack: Sequence[str], weights: Mapping[str, int]
) -> Optimum | None:
    """What HiGHS finds; None if the table alone makes no sets."""
    highspy = _highspy()
    model = highspy.Highs()
    for option, choice in (
        ("output_flag", False),
        ("threads", 1),
        ("mip_rel_gap", 0.0),
        ("mip_abs_gap", 0.5),
    ):
        model.setOptionValue(option, choice)
    old = ["J" if tile.startswith("J") else tile for tiles in table for tile in tiles]
    sets, n_jokers = all_sets(), old.count("J") + rack.count("J")
    n_columns = len(sets) + 2 * len(KINDS) + 1
    rack_at, stands_at, joker_at = len(sets), len(sets) + len(KINDS), n_columns - 1
    highest = [7] * len(sets) + [rack.count(kind) for kind in KINDS] + [n_jokers] * len(KINDS)
    for column, most in enumerate([*highest, rack.count("J")]):
        model.addVar(0.0, float(most))
        model.changeColIntegrality(column, highspy.HighsVarType.kInteger)
    model.changeObjectiveSense(highspy.ObjSense.kMaximize)
    for number, kind in enumerate(KINDS):
        model.changeColCost(rack_at + number, float(weights[kind]))
        using = [column for column, tiles in enumerate(sets) if kind in tiles]
        columns = [*using, rack_at + number, stands_at + number]
        factors = [*[1.0] * len(using), -1.0, -1.0]
        model.addRow(float(old.count(kind)), float(old.count(kind)), len(columns), columns, factors)
    model.changeColCost(joker_at, float(weights["J"]))
    columns = [*range(stands_at, n_columns)]
    factors = [*[1.0] * len(KINDS), -1.0]
    model.addRow(float(old.count("J")), float(old.count("J")), len(columns), columns, factors)
    begun = process_time()
    model.run()
    spent = process_time() - begun
    if model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return Optimum(round(model.getInfo().objective_function_value), spent)


def _highspy() -> Any:
    try:
        import highspy
    except ImportError:
        raise Complaint("This needs the package highspy: install it with pip.") from None
    return highspy
