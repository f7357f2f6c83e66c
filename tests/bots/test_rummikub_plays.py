"""The plays that bots of the number-tile game choose from, against trying every table."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from random import Random

import pytest

from stolik.games.rummikub.position import Position
from stolik.games.rummikub.ranked import ranked_plays
from stolik.games.rummikub.solver import AIMS, Aim, Turn, n_touched, weights_of
from tests.kernels.number_tiles import WEIGHTS, Table, plain, small_position
from tests.reference import slow_melds
from tests.reference.slow_melds import COLOURS


def positions(name: str, n: int, n_tiles: int, n_jokers: int) -> list[tuple[Table, list[str]]]:
    random = Random(name)
    return [small_position(random, n_tiles, n_jokers) for _ in range(n)]


def every_choice(table: Table, rack: list[str]) -> set[tuple[str, ...]]:
    """All tiles of the rack that can be laid together, none too."""
    before = Counter(plain(table))
    found = set()
    for tiles, jokers in slow_melds.outcomes(plain(table), rack):
        after = Counter({f"{colour}{number}": n for (colour, number), n in tiles})
        after["J"] = sum(n for _, n in jokers)
        found.add(tuple(sorted((after - before).elements())))
    return found


@pytest.mark.parametrize(("n_tiles", "n_jokers", "n"), [(16, 0, 25), (13, 1, 25), (11, 2, 10)])
@pytest.mark.parametrize("sign", [1, -1])
def test_ranked_plays_are_all_there_are_and_the_best_come_first(
    n_tiles: int, n_jokers: int, n: int, sign: int
) -> None:
    weights = {tile: sign * weight for tile, weight in WEIGHTS.items()}
    most = 0
    for table, rack in positions("ranked", n, n_tiles, n_jokers):
        plays = list(ranked_plays(table, rack, weights_of(weights), "rulebook"))
        worths = [sum(weights[tile] for tile in play.placed) for play in plays]
        assert all(before >= after for before, after in pairwise(worths))
        laid = [tuple(sorted(play.placed)) for play in plays]
        assert len(set(laid)) == len(laid)
        assert set(laid) == every_choice(table, rack)
        for play in plays:
            assert Counter(plain(play.table)) == Counter(plain(table)) + Counter(play.placed)
            assert all(slow_melds.is_valid(tiles) for tiles in play.table if play.placed)
        most = max(most, len(plays))
    assert most > 5, "these positions leave no choice"


@pytest.mark.parametrize("most", [0, 1, 2])
@pytest.mark.parametrize("n_jokers", [0, 1])
def test_best_play_of_few_sets_is_the_best_of_all_choices_of_sets(most: int, n_jokers: int) -> None:
    n_less = 0
    for table, rack in positions("touching", 30, 18, n_jokers):
        play = Turn(table, rack, AIMS["tiles"].weights, "rulebook").best_touching(most)
        best = max(
            slow_melds.best(plain([table[number] for number in touched]), rack, WEIGHTS) or 0
            for size in range(most + 1)
            for touched in combinations(range(len(table)), size)
        )
        assert sum(WEIGHTS[tile] for tile in play.placed) == best
        assert n_touched(table, play.table) <= most
        assert Counter(plain(play.table)) == Counter(plain(table)) + Counter(play.placed)
        n_less += best < (slow_melds.best(plain(table), rack, WEIGHTS) or 0)
    assert n_less or most == 2, "touching more sets makes no difference to these positions"


def opened(table: str, rack: str) -> Position:
    sets = [part.split() for part in table.split("/")]
    return Position(sets, rack.split(), True, 30, "rulebook")


def test_adding_takes_no_set_apart() -> None:
    play = opened("r3 r4 r5 r6 / k7 b7 o7", "r7 r2 r1 r7 k1 o13").best_adding()
    assert sorted(play.placed) == ["r1", "r2", "r7", "r7"]
    assert (play.count, play.value) == (4, 17)
    assert {tuple(sorted(tiles)) for tiles in play.table} == {
        ("r1", "r2", "r3", "r4", "r5", "r6", "r7"),
        ("b7", "k7", "o7", "r7"),
    }
    assert opened("r3 r4 r5 r6", "k6 b6").best_adding().count == 0


def test_joker_is_added_too_and_so_is_a_tile_behind_it() -> None:
    play = opened("r3 r4 r5", "J r7 k1").best_adding()
    assert (play.table, play.value) == ([["r3", "r4", "r5", "J=r6", "r7"]], 37)


FEWEST = Aim(weights_of(dict.fromkeys(WEIGHTS, -1)), weights_of(dict.fromkeys(WEIGHTS, -1)), 0)


@pytest.mark.parametrize("least", [15, 30, 50])
def test_smallest_opening_is_as_small_as_any(least: int) -> None:
    random = Random("smallest")
    n_opened = 0
    for _ in range(40):
        lowest = random.randint(5, 9)
        bag = [f"{c}{v}" for c in COLOURS for v in range(lowest, lowest + 5)] * 2
        rack = random.sample(bag, 12)
        play = Position([], rack, False, least, "rulebook").opening(FEWEST)
        counts = [
            sum(n for _, n in tiles)
            for tiles, jokers in slow_melds.outcomes([], rack)
            if slow_melds.points((tiles, jokers)) >= least
        ]
        assert play.count == min(counts, default=0)
        n_opened += play.count > 0
    assert n_opened


def test_opening_of_more_points_than_anybody_holds_is_not_there() -> None:
    rack = [f"k{number}" for number in range(1, 14)]
    assert Position([], rack, False, 91, "rulebook").best().count == 13
    assert Position([], rack, False, 92, "rulebook").best().count == 0
    assert Position([], rack, False, 1000, "rulebook").best().count == 0
