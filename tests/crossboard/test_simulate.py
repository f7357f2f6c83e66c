"""Simulation in rounds: the same for any number of threads, bad candidates dropped, good ones found."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from stolik.crossboard.engine.position import Guesses, Position
from stolik.crossboard.engine.simulate import SimulationReport, simulate
from stolik.kernels.engine import Engine
from stolik.kernels.simulation import Simulation
from stolik.kernels.wins import WinTable
from stolik.words.wins import make_wins, shipped_curves
from tests.kernels.engine_positions import classic_engine, game_turns, random_leaves
from tests.kernels.test_simulation import situation_of
from tests.perft.lists import classic_generator
from tests.reference.positions import counted

PLIES = 2
VOWELS = (1, 2, 7, 8, 12, 20, 21, 27, 29)


@cache
def engine() -> Engine:
    return classic_engine("pl", random_leaves("pl"))


@cache
def wins() -> WinTable:
    curves = shipped_curves("pl")
    assert curves is not None
    return make_wins(curves)


def simulations(n: int) -> list[Simulation]:
    return [Simulation(engine(), wins()) for _ in range(n)]


def middle_of_a_game(scores: tuple[int, ...] = (200, 210), turn: int = 8) -> Position:
    board, rack = game_turns("pl", 11)[turn]
    found = situation_of("pl", board, rack, len(scores), Random(11))
    n_others = len(scores) - 1
    unseen = bytes(map(sum, zip(found.unseen, *found.known, strict=True)))
    return Position(
        board=board,
        rack=rack,
        unseen=unseen,
        known=(bytes(33),) * n_others,
        sizes=(7,) * n_others,
        scores=scores,
        bag=sum(unseen) - 7 * n_others,
        exchange_minimum=7,
    )


def moves_of(position: Position, *numbers: int) -> list[bytes]:
    """Moves by their place in the list, the best score first."""
    records = classic_generator("pl").moves(position.board, position.rack)
    return [records[32 * i : 32 * i + 32] for i in numbers]


def means_of(report: SimulationReport) -> list[tuple[int, int, float, float]]:
    return [(one.number, one.n, one.spread.mean, one.win.half_width) for one in report.standings]


@pytest.mark.parametrize("n_threads", [2, 3])
def test_report_is_the_same_for_any_number_of_threads(n_threads: int) -> None:
    position = middle_of_a_game()
    moves = moves_of(position, *range(8))
    alone = simulate(simulations(1), position, moves, plies=PLIES, iterations=2500, seed=3)
    assert simulate(simulations(n_threads), position, moves, plies=PLIES, iterations=2500, seed=3) == alone
    assert means_of(simulate(simulations(1), position, moves, iterations=2500, seed=4)) != means_of(alone)


def test_much_worse_candidate_is_dropped_and_the_rest_share_its_iterations() -> None:
    position = middle_of_a_game()
    moves = [*moves_of(position, 0, 1, 2), b""]
    report = simulate(simulations(1), position, moves, iterations=4000, indifference=0)
    passing = next(one for one in report.standings if one.move == b"")
    assert passing == report.standings[-1]
    assert passing.n < report.best.n
    assert report.n_iterations == sum(one.n for one in report.standings) <= 4000


def test_it_ends_early_when_one_is_left() -> None:
    position = middle_of_a_game()
    report = simulate(simulations(2), position, [b"", *moves_of(position, 0)], iterations=100_000)
    assert report.stopped_early
    assert report.n_iterations < 5_000
    assert report.best.number == 1
    assert report.best.win.mean > report.standings[1].win.mean


def test_it_ends_early_when_the_candidates_are_as_good_as_each_other() -> None:
    position = middle_of_a_game()
    [move] = moves_of(position, 0)
    report = simulate(simulations(1), position, [move, move], iterations=100_000)
    assert report.stopped_early
    assert report.n_iterations <= 480
    assert [one.number for one in report.standings] == [0, 1]
    assert report.standings[0].worth == report.standings[1].worth


def test_budget_is_kept_when_nothing_is_decided() -> None:
    position = middle_of_a_game()
    report = simulate(simulations(1), position, moves_of(position, *range(5)), iterations=333, sureness=1e9)
    assert not report.stopped_early
    assert 333 - 5 < report.n_iterations <= 333
    assert {one.n for one in report.standings} == {66}


@pytest.mark.parametrize("iterations", [0, 1])
def test_every_candidate_is_tried_once_whatever_the_budget(iterations: int) -> None:
    position = middle_of_a_game()
    report = simulate(simulations(2), position, moves_of(position, 0, 1, 2), iterations=iterations)
    assert [one.n for one in report.standings] == [1, 1, 1]


def test_deadline_ends_it_between_rounds_but_not_before_the_first() -> None:
    position = middle_of_a_game()
    moves = moves_of(position, *range(5))
    asked = []

    def over() -> bool:
        asked.append(True)
        return len(asked) == 3

    report = simulate(
        simulations(1), position, moves, iterations=100_000, sureness=1e9, indifference=0, deadline=over
    )
    assert len(asked) == 3
    assert not report.stopped_early
    assert report.n_iterations == 3 * 960
    at_once = simulate(simulations(1), position, moves, deadline=lambda: True)
    assert at_once.n_iterations == 960


def test_half_widths_hold_the_result_of_many_more_iterations() -> None:
    position = middle_of_a_game()
    moves = moves_of(position, 0, 4)
    few = simulate(simulations(1), position, moves, iterations=800, sureness=1e9, indifference=0)
    many = simulate(simulations(2), position, moves, iterations=16_000, seed=5, sureness=1e9, indifference=0)
    for one, other in zip(
        *(sorted(report.standings, key=lambda s: s.number) for report in (few, many)), strict=True
    ):
        assert other.win.half_width < one.win.half_width < 0.06
        assert abs(one.win.mean - other.win.mean) < 2 * one.win.half_width
        assert abs(one.spread.mean - other.spread.mean) < 2 * one.spread.half_width


def test_game_that_is_won_anyway_goes_on_for_points() -> None:
    position = middle_of_a_game((900, 100))
    report = simulate(
        simulations(1), position, [*moves_of(position, 40), *moves_of(position, 0)], iterations=20_000
    )
    assert report.best.win.mean > 0.999
    assert report.stopped_early
    assert report.best.spread.mean == max(one.spread.mean for one in report.standings)


def test_with_three_players_the_spread_to_the_best_of_the_others_decides() -> None:
    position = middle_of_a_game((200, 150, 220))
    moves = [*moves_of(position, *range(4)), b""]
    report = simulate(simulations(2), position, moves, plies=3, iterations=3000)
    spreads = {one.number: one.spread.mean for one in report.standings}
    assert report.best.worth == pytest.approx(spreads[report.best.number] / 1000, abs=1e-5)
    assert report.standings[-1].move == b""


def test_what_is_guessed_of_the_opponent_counts() -> None:
    position = middle_of_a_game()
    consonants = [
        tile for tile, n in enumerate(position.unseen) if tile and tile not in VOWELS for _ in range(n)
    ]
    hard = counted(consonants[:7])
    moves = moves_of(position, 0)
    blind = simulate(simulations(1), position, moves, iterations=240)
    told = simulate(simulations(1), position, moves, iterations=240, guesses=Guesses((hard,), (1,), 100))
    assert told.best.spread.mean > blind.best.spread.mean + told.best.spread.half_width
