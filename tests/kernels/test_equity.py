"""Plays by equity: the order of the plain list by another route, and refusals."""

from __future__ import annotations

import pytest

from stolik.kernels.equity import by_equity
from stolik.kernels.movegen import RECORD
from tests.kernels.engine_positions import (
    LANGUAGES,
    classic_engine,
    game_turns,
    kept_tiles,
    random_leaves,
)
from tests.perft.lists import classic_generator


@pytest.mark.parametrize("language", LANGUAGES)
def test_order_is_that_of_points_and_leaves_with_the_list_order_for_ties(language: str) -> None:
    plain, leaves = classic_generator(language), random_leaves(language)
    for board, rack in game_turns(language, 3)[::3]:
        records = plain.moves(board, rack)
        slow = [
            1000 * score + leaves.value(kept_tiles(rack, word[:length], placed))
            for word, length, score, placed, *_ in RECORD.iter_unpack(records)
        ]
        expected = sorted(enumerate(slow), key=lambda rated: (-rated[1], rated[0]))
        assert by_equity(records, rack, leaves) == expected
        assert by_equity(records, rack, leaves, 5) == expected[:5]


@pytest.mark.parametrize("language", LANGUAGES)
def test_head_is_the_best_move_of_the_fast_search(language: str) -> None:
    plain, leaves = classic_generator(language), random_leaves(language)
    engine = classic_engine(language, leaves)
    for board, rack in game_turns(language, 4):
        records = plain.moves(board, rack)
        engine.set_board(board)
        found = engine.best(rack)
        head = by_equity(records, rack, leaves, 1)
        assert (found is None) == (not head)
        if found:
            number, equity = head[0]
            assert found == (records[RECORD.size * number :][: RECORD.size], equity)


def test_without_leaves_the_points_decide_and_the_order_stays() -> None:
    board, rack = game_turns("pl", 5)[0]
    records = classic_generator("pl").moves(board, rack)
    ordered = by_equity(records, rack)
    assert [number for number, _ in ordered] == list(range(len(records) // RECORD.size))
    assert [equity for _, equity in ordered] == [1000 * record[2] for record in RECORD.iter_unpack(records)]


def test_records_that_do_not_fit_the_rack_are_refused() -> None:
    board, rack = game_turns("pl", 5)[0]
    records = classic_generator("pl").moves(board, rack)
    with pytest.raises(ValueError, match="no records"):
        by_equity(records[:-1], rack)
    with pytest.raises(ValueError, match="33 counts"):
        by_equity(records, rack[:-1])
    with pytest.raises(ValueError, match="more tiles than the rack"):
        by_equity(records, bytes(33))
