"""The best play with number tiles against covering the tiles in every way, and against HiGHS."""

from __future__ import annotations

from array import array
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from random import Random

import pytest

from stolik.core.message import Complaint
from stolik.games.rummikub.commands.measuring.ilp import optimum
from stolik.games.rummikub.commands.measuring.positions import RandomPosition, random_position
from stolik.games.rummikub.solver import (
    Play,
    best_play,
    best_weighed,
    can_open,
    least_disturbing_play,
    n_touched,
    weights_of,
)
from stolik.games.rummikub.tilecodes import codes_of, codes_of_table, counted, joker_kinds, texts_of
from stolik.kernels.melds import MeldSolver
from tests.kernels.number_tiles import VALUES, WEIGHTS, Table, assert_legal, fewer, plain, positions, worth
from tests.reference import slow_melds
from tests.reference.slow_melds import COLOURS, kind_of

N_HIGHS = 60
N_HIGHS_SOAK = 2000


BEST = [(20, 0, 60), (15, 1, 40), (13, 2, 25), (10, 4, 8)]
OPENINGS = [(12, 0, 60), (11, 1, 60), (9, 2, 40), (8, 3, 8)]


@pytest.mark.parametrize(
    ("n_tiles", "n_jokers", "n"),
    [*fewer(BEST), *(pytest.param(*each, marks=pytest.mark.soak) for each in BEST)],
)
def test_best_play_equals_trying_every_table(n_tiles: int, n_jokers: int, n: int) -> None:
    for table, rack in positions("best", n, n_tiles, n_jokers):
        for objective, weights in (("tiles", WEIGHTS), ("value", VALUES)):
            play = best_play(table, rack, objective=objective)  # type: ignore[arg-type]
            assert_legal(table, rack, play)
            assert worth(play, weights) == slow_melds.best(plain(table), rack, weights), (table, rack)
            assert play.value == sum(WEIGHTS[tile] - 4096 for tile in play.placed)


@pytest.mark.parametrize("n_jokers", [0, 1, 2])
@pytest.mark.parametrize("n", [10, pytest.param(30, marks=pytest.mark.soak)])
def test_any_weights_are_weighed_even_negative_ones(n: int, n_jokers: int) -> None:
    random = Random(n_jokers)
    for table, rack in positions("weights", n, 13, n_jokers):
        weights = {tile: random.randint(-40, 100) for tile in WEIGHTS}
        weights["J"] = random.choice((-200, -30, 0, 30))
        play = best_weighed(table, rack, weights)
        assert_legal(table, rack, play)
        assert worth(play, weights) == slow_melds.best(plain(table), rack, weights), (table, rack, weights)


@pytest.mark.parametrize(
    ("n_tiles", "n_jokers", "n"),
    [*fewer(OPENINGS), *(pytest.param(*each, marks=pytest.mark.soak) for each in OPENINGS)],
)
def test_opening_equals_trying_every_table(n_tiles: int, n_jokers: int, n: int) -> None:
    random = Random("opening")
    n_opened = 0
    for _ in range(n):
        lowest = random.randint(1, 9)
        bag = [f"{c}{v}" for c in COLOURS for v in range(lowest, lowest + 5)] * 2
        rack = ["J"] * n_jokers + random.sample(bag, n_tiles - n_jokers)
        play = best_play([["k1", "k2", "k3"]], rack, opening=True)
        best = slow_melds.best_opening(rack)
        assert (play.count, play.value) == (best or (0, 0)), rack
        assert can_open(rack) == (best is not None)
        assert play.table[0] == ["k1", "k2", "k3"]
        assert_legal([], rack, Play(play.table[1:], play.placed, play.count, play.value))
        points = sum(kind_of(t.removeprefix("J="))[1] for tiles in play.table[1:] for t in tiles)
        assert points == play.value
        n_opened += play.count > 0
    assert 0 < n_opened < n or n_jokers > 1


@pytest.mark.parametrize("n", [10, pytest.param(25, marks=pytest.mark.soak)])
def test_least_disturbing_play_touches_the_fewest_sets(n: int) -> None:
    for n_jokers in (0, 1):
        for table, rack in positions("disturb", n, 16, n_jokers):
            play = least_disturbing_play(table, rack)
            assert_legal(table, rack, play)
            assert play.proven
            assert worth(play, WEIGHTS) == worth(best_play(table, rack), WEIGHTS)
            sets = [plain([tiles]) for tiles in table]
            touched = n_touched(table, play.table)
            assert touched == slow_melds.fewest_touched(sets, rack, WEIGHTS), (table, rack)


def test_impatient_play_is_as_good_and_says_that_it_may_disturb_more() -> None:
    position = random_position("impatient", 2, 60, 14, 2)
    play = least_disturbing_play(position.table, position.rack, patience=20)
    assert not play.proven
    assert_legal(position.table, position.rack, play)
    assert worth(play, WEIGHTS) == worth(best_play(position.table, position.rack), WEIGHTS)
    assert n_touched(position.table, play.table) < len(position.table)


def assert_equal_to_highs(number: int) -> None:
    random = Random(f"highs {number}")
    copies = random.choice((2, 3))
    n_jokers = random.randint(0, 2 if copies == 2 else 4)
    size = random.choice((0, 10, 20, 40, 60, 90))
    position = random_position(f"highs {number}", copies, size, random.choice((5, 14, 20)), n_jokers)
    weights = random.choice((WEIGHTS, VALUES, {tile: random.randint(-20, 60) for tile in WEIGHTS}))
    play = best_weighed(position.table, position.rack, weights)
    assert_legal(position.table, position.rack, play)
    found = optimum(position.table, position.rack, weights)
    assert found is not None
    assert worth(play, weights) == found.gain, position


@pytest.mark.parametrize("part", range(6))
def test_best_play_equals_highs(part: int) -> None:
    for number in range(part, N_HIGHS, 6):
        assert_equal_to_highs(number)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_best_play_equals_highs_on_many_positions(part: int) -> None:
    for number in range(N_HIGHS + part, N_HIGHS + N_HIGHS_SOAK, 20):
        assert_equal_to_highs(number)


@cache
def some_positions() -> list[RandomPosition]:
    return [random_position(f"threads {n}", 2 + n % 2, 40, 14, 2) for n in range(40)]


def played(position: RandomPosition) -> Play:
    return best_play(position.table, position.rack, jokers="strict")


def test_threads_do_not_disturb_each_other() -> None:
    alone = [played(position) for position in some_positions()]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(5):
            assert list(pool.map(played, some_positions())) == alone


def test_solver_gives_the_same_answer_whatever_came_before() -> None:
    solver = MeldSolver()
    weights = weights_of(WEIGHTS)
    tasks = [
        (counted(codes_of_table(position.table)), counted(codes_of(position.rack)))
        for position in some_positions()
    ]
    first = [MeldSolver().solve(table, rack, weights) for table, rack in tasks]
    assert [solver.solve(table, rack, weights) for table, rack in reversed(tasks)] == first[::-1]


def test_joker_is_freed_by_the_rulebook_and_stays_by_the_strict_rule() -> None:
    table, rack = [["r3", "r4", "J=r5"]], ["k4", "b4", "r2"]
    assert best_play(table, rack).count == 3
    assert best_play(table, rack, jokers="strict").placed == ["r2"]
    assert best_play(table, [*rack, "r5"], jokers="strict").count == 4


def test_jokers_without_a_place_stay_on_the_rack_and_three_make_a_set() -> None:
    full = [["k1", "b1", "r1", "o1"]]
    assert best_play(full, ["J"]) == Play(full, [], 0, 0)
    assert best_play(full, ["J", "J"]).table == [["k1", "J=k2", "J=k3"], ["b1", "r1", "o1"]]
    assert best_play([], ["k1", "J"]).count == 0
    assert best_play([], ["J", "J", "J"]).count == 3
    assert best_play([], ["k5", "J", "J"]).count == 3


def test_nothing_to_lay_leaves_the_table_as_it_is() -> None:
    table = [["k7", "r7", "J"], ["b1", "b2", "b3"]]
    assert best_play(table, ["o13"]) == Play(table, [], 0, 0)
    assert best_play(table, ["k10", "r10", "b10"], opening=True).value == 30
    assert best_play(table, ["k9", "r9", "b9"], opening=True) == Play(table, [], 0, 0)


@pytest.mark.parametrize(
    ("tiles", "kinds"),
    [
        ("k4 J=k5 k6", ["k5"]),
        ("k5 k4 J=k3", ["k3"]),
        ("J k4 k5", ["k3", "k6"]),
        ("k12 k13 J", ["k11"]),
        ("k7 r7 J=b7", ["b7", "o7"]),
        ("k7 r7 J", ["b7", "o7"]),
        ("k7 r7 o7 J", ["b7"]),
        ("k7 J=b7 J=r7", ["b7 r7", "b7 o7", "r7 o7"]),
        ("k1 J J", ["k2 k3", "b1 r1", "b1 o1", "r1 o1"]),
        ("k7 r7 o7", [""]),
        ("k7 r8 J", [""]),
    ],
)
def test_joker_on_the_table_may_be_taken_for(tiles: str, kinds: list[str]) -> None:
    assert sorted(" ".join(texts_of(way)) for way in joker_kinds(codes_of(tiles.split()))) == sorted(kinds)


@pytest.mark.parametrize(
    ("table", "rack", "words"),
    [
        ([["k1", "k2", "k14"]], [], "“k14” is no tile"),
        ([], ["J=k4"], "stands for nothing yet"),
        ([["k1", "k2", "k4"]], ["k9"], "cannot be arranged"),
        ([], ["k4"] * 4, "more than three tiles of a kind"),
        ([["k4"] * 128], ["k4"] * 128, "more than three tiles of a kind"),
        ([["J", "J", "J"]], ["J", "J"], "more than four jokers"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(table: Table, rack: list[str], words: str) -> None:
    with pytest.raises(Complaint, match=words):
        best_play(table, rack)


def test_kernel_refuses_what_is_out_of_its_bounds() -> None:
    solver, none, weights = MeldSolver(), bytes(53), array("i", [1] * 53)
    for table, rack, more in (
        (bytes(52), none, {}),
        (bytes(52) + b"\5", none, {}),
        (b"\4" + bytes(51) + b"\4", none, {}),
        (none, none, {"least_points": 251}),
        (none, none, {"joker_point": -1}),
        (none, none, {"fixed": bytes(3)}),
    ):
        with pytest.raises(ValueError, match=r"\.$"):
            solver.solve(table, rack, weights, **more)
    with pytest.raises(ValueError, match="too large"):
        solver.solve(none, b"\1" * 53, array("i", [1 << 28] * 53))
