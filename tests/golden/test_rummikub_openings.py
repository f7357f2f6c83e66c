"""Whether a rack holds an opening, against a slow search of another kind."""

import pytest

from stolik.core.chance import SeededChance
from stolik.core.tiles import origins
from stolik.games.rummikub.mistakes import mistake_in
from stolik.games.rummikub.opening import find_opening
from stolik.games.rummikub.sets import box_without, in_order, meld_value
from tests.reference.slow_openings import worth_of_sets


@pytest.mark.clause("R9.4")
@pytest.mark.parametrize(("n_copies", "n_jokers"), [(2, 2), (3, 4)])
def test_opening_is_found_exactly_where_there_is_one(n_copies: int, n_jokers: int) -> None:
    chance = SeededChance(f"openings {n_copies}")
    box = in_order(box_without(n_copies, n_jokers, ()))
    n_held = 0
    for _ in range(150):
        tiles = chance.draw(box, 8 + chance.below(10))
        worth = worth_of_sets([each.origin for each in tiles])
        for points in (30, worth, worth + 1):
            found = find_opening(tiles, max(1, points))
            assert (found is not None) == (worth >= max(1, points))
            if found is not None:
                assert not any(mistake_in(meld) for meld in found)
                assert sum(map(meld_value, found)) >= points
                assert origins(each for meld in found for each in meld) <= origins(tiles)
        n_held += worth >= 30
    assert 20 < n_held < 130
