"""Simulation of candidates in rounds, those that are surely worse being dropped after each.

What decides is the worth of simulation.pyx: with two players the chance to win plus a ten thousandth for
each point of spread, so that a game that is won or lost anyway goes on for points; with more players, or
without a table of chances, the mean spread to the best of the others, in thousands of points.

After a round every candidate is compared with the leader. Both have met the same tiles, so the mean of
their differences is much surer than either mean: who is behind by more than `sureness` standard errors of
it is dropped, and the others share what is left of the budget. It ends early when one is left, or when all
that are left are within `indifference` of the leader as surely.

The result depends on the position, the candidates and the numbers given: not on how many threads share the
work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from math import sqrt

import msgspec

from stolik.crossboard.engine.position import Guesses, Position
from stolik.kernels.simulation import Simulation

SURE_99 = 2.576  # standard errors on either side that hold 99 % of a normal distribution
_SURE_95 = 1.96
_CERTAIN = 1_000_000
_BILLION = 1_000_000_000
_POINT = 1_000
_PER_ROUND = 960  # candidate iterations
_LEAST_ROUND, _MOST_ROUND = 32, 240  # iterations


class Mean(msgspec.Struct, frozen=True):
    """A mean with half of its 95 % interval."""

    mean: float
    half_width: float


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What a candidate brought in n iterations."""

    number: int  # among the candidates given
    move: bytes
    n: int
    spread: Mean  # points
    win: Mean  # 0 to 1
    worth: float


class SimulationReport(msgspec.Struct, frozen=True, kw_only=True):
    """The candidates, the best first, those that were dropped behind the others."""

    standings: tuple[Standing, ...]
    n_iterations: int  # of all candidates together
    stopped_early: bool

    @property
    def best(self) -> Standing:
        """The candidate to choose."""
        return self.standings[0]


class _Sums(msgspec.Struct, frozen=True, array_like=True):
    """The totals of a candidate over all threads."""

    n: int
    spread: int
    spread_squares: int
    win: int
    win_squares: int
    worth: int


def simulate(
    simulations: Sequence[Simulation],
    position: Position,
    candidates: Sequence[bytes],
    *,
    guesses: Guesses | None = None,
    plies: int = 2,
    iterations: int = 20_000,
    seed: int = 0,
    sureness: float = SURE_99,
    indifference: float = 0.001,
    deadline: Callable[[], bool] | None = None,
) -> SimulationReport:
    """Find the best candidate with at most so many candidate iterations; one thread for each simulation.

    `deadline` is asked between rounds and ends the work with True; without it the seed decides the result.
    """
    for simulation in simulations:
        set_up(simulation, position, candidates, guesses, seed)
    threads = ThreadPoolExecutor(len(simulations)) if len(simulations) > 1 else nullcontext()
    with threads as executor:
        race = _Race(simulations, executor, sureness, indifference, len(candidates))
        while not race.decided:
            n = race.next_round(iterations)
            if not n or (race.first and deadline is not None and deadline()):
                break
            race.run(n, plies)
        return race.report(candidates)


def set_up(
    simulation: Simulation,
    position: Position,
    candidates: Sequence[bytes],
    guesses: Guesses | None,
    seed: int,
) -> None:
    """Make a simulation ready to run these candidates."""
    simulation.set_position(
        position.board,
        position.rack,
        position.unseen,
        position.known,
        position.sizes,
        position.scores,
        position.scoreless,
        seed=seed,
        exchange_minimum=position.exchange_minimum,
        scoreless_limit=position.scoreless_limit,
    )
    simulation.set_candidates(candidates)
    if guesses is not None:
        simulation.set_guesses(guesses.rows, guesses.weights, guesses.percent)


class _Race:
    """The candidates still in the running, and what is known of all."""

    def __init__(
        self,
        simulations: Sequence[Simulation],
        executor: Executor | None,
        sureness: float,
        indifference: float,
        n_candidates: int,
    ) -> None:
        self._simulations, self._executor = simulations, executor
        self._sureness, self._indifference = sureness, indifference
        self._running = list(range(n_candidates))
        self._sums: list[_Sums] = []
        self.first = 0  # the next iteration
        self.n_iterations = 0
        self.decided = False

    def next_round(self, budget: int) -> int:
        """How many iterations come next; at least one round is played whatever the budget."""
        n_running = len(self._running)
        n = min(max(_PER_ROUND // n_running, _LEAST_ROUND), _MOST_ROUND)
        return min(n, max((budget - self.n_iterations) // n_running, 0 if self.first else 1))

    def run(self, n: int, plies: int) -> None:
        """Play a round and drop who is surely worse."""
        k = len(self._simulations)
        ends = [self.first + n * i // k for i in range(k + 1)]
        stripes = [(ends[i], ends[i + 1] - ends[i]) for i in range(k)]
        if self._executor is None:
            self._simulations[0].run(*stripes[0], self._running, plies)
        else:
            jobs = [
                self._executor.submit(simulation.run, *stripe, self._running, plies)
                for simulation, stripe in zip(self._simulations, stripes, strict=True)
            ]
            for job in jobs:
                job.result()
        self.first += n
        self.n_iterations += n * len(self._running)
        totals = [simulation.totals() for simulation in self._simulations]
        self._sums = [_Sums(*map(sum, zip(*parts, strict=True))) for parts in zip(*totals, strict=True)]
        self._drop()

    def _drop(self) -> None:
        n = self.first
        leader = max(self._running, key=lambda number: (self._sums[number].worth, -number))
        parts = [simulation.gaps_to(leader) for simulation in self._simulations]
        gaps = [sum(each) for each in zip(*parts, strict=True)]
        left, close = [], True
        for number in self._running:
            behind = (self._sums[leader].worth - self._sums[number].worth) / n / _CERTAIN
            margin = self._sureness * _error(gaps[number] / n / _BILLION, behind, n)
            if behind <= margin:
                left.append(number)
                close = close and behind + margin <= self._indifference
        self._running = left
        self.decided = len(left) == 1 or close

    def report(self, candidates: Sequence[bytes]) -> SimulationReport:
        running = set(self._running)
        standings = [
            Standing(
                number=number,
                move=bytes(candidates[number]),
                n=sums.n,
                spread=_mean(sums.spread / _POINT, sums.spread_squares / _POINT, sums.n),
                win=_mean(sums.win / _CERTAIN, sums.win_squares / _CERTAIN, sums.n),
                worth=sums.worth / _CERTAIN / sums.n,
            )
            for number, sums in enumerate(self._sums)
        ]
        standings.sort(key=lambda one: (one.number not in running, -one.n, -one.worth, one.number))
        return SimulationReport(
            standings=tuple(standings), n_iterations=self.n_iterations, stopped_early=self.decided
        )


def _error(mean_square: float, mean: float, n: int) -> float:
    """The standard error of a mean."""
    return sqrt(max(mean_square - mean * mean, 0.0) / n)


def _mean(total: float, squares: float, n: int) -> Mean:
    return Mean(total / n, _SURE_95 * _error(squares / n, total / n, n))
