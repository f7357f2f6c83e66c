"""Leave values worked out by the kernel, against the same sums written plainly."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from random import Random

import pytest

from stolik.kernels.leaves import LeaveTable, build_leaves
from stolik.kernels.training import Lessons, expand_leaves
from tests.kernels.engine_positions import classic_engine
from tests.perft.lists import TILES

N_WEIGHTS, PAIRS_FROM, BALANCE_FROM = 643, 33, 594
COUNTS = bytes((2, 3, 1, 7, 0, 1)).ljust(33, b"\0")
VOWELS = bytes((0, 1, 0, 0, 1, 1)).ljust(33, b"\0")


def plain_value(weights: list[int], leave: tuple[int, ...]) -> int:
    """Tiles, pairs and balance added up; nothing kept is worth 0."""
    pairs = sum(weights[PAIRS_FROM + high * (high + 1) // 2 + low] for low, high in combinations(leave, 2))
    balance = weights[BALANCE_FROM + 7 * len(leave) + sum(VOWELS[tile] for tile in leave)]
    return sum(weights[tile] for tile in leave) + pairs + balance - weights[BALANCE_FROM]


def test_every_leave_of_a_set_is_there_once_with_the_sum_of_its_weights() -> None:
    random = Random(5)
    weights = [random.randint(-9000, 9000) for _ in range(N_WEIGHTS)]
    leaves = [
        leave
        for n in range(1, 7)
        for leave in combinations_with_replacement(range(33), n)
        if n < 4 or max(leave) < 6  # the tiles of the set are the first six
        if all(leave.count(tile) <= COUNTS[tile] for tile in leave)
    ]
    rows, values = expand_leaves(weights, COUNTS, VOWELS)
    found = {
        tuple(rows[8 * i + 1 : 8 * i + 1 + rows[8 * i]]): value for i, value in enumerate(values.tolist())
    }
    assert len(values) == len(leaves)
    assert found == {leave: plain_value(weights, leave) for leave in leaves}
    table = LeaveTable(build_leaves(rows, values))
    assert all(table.value(bytes(leave)) == value for leave, value in found.items())


def test_lessons_are_the_same_whether_games_are_played_at_once_or_in_parts() -> None:
    tiles = TILES["pt"]
    counts = (bytes([tiles.n_blanks]) + tiles.counts).ljust(33, b"\0")
    whole, parts = (Lessons(classic_engine("pt"), counts, VOWELS) for _ in range(2))
    whole.play(3, 30)
    parts.play(3, 10)
    parts.play(3, 20, first=10)
    assert whole.n_samples == parts.n_samples > 300
    assert whole.weights(20, 200) == parts.weights(20, 200)


def test_stronger_pull_makes_smaller_weights() -> None:
    tiles = TILES["pt"]
    counts = (bytes([tiles.n_blanks]) + tiles.counts).ljust(33, b"\0")
    lessons = Lessons(classic_engine("pt"), counts, VOWELS)
    lessons.play(4, 30)
    sizes = [sum(map(abs, lessons.weights(20, pull)[PAIRS_FROM:BALANCE_FROM])) for pull in (1, 20, 1e9)]
    assert sizes[0] > sizes[1] > sizes[2] == 0


@pytest.mark.parametrize(
    ("weights", "counts", "vowels"),
    [
        ([0] * (N_WEIGHTS - 1), COUNTS, VOWELS),
        ([0] * N_WEIGHTS, COUNTS[:-1], VOWELS),
        ([0] * N_WEIGHTS, COUNTS, VOWELS + b"\0"),
        ([0] * N_WEIGHTS, COUNTS, bytes([2]) * 33),
    ],
)
def test_weights_or_sets_of_another_size_are_refused(
    weights: list[int], counts: bytes, vowels: bytes
) -> None:
    with pytest.raises(ValueError, match="33"):
        expand_leaves(weights, counts, vowels)
