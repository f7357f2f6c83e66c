"""Paired games: the same draws twice, with the seats swapped, and what follows from many pairs."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

#: Two standard errors of a normal distribution hold 95 % of it.
_NORMAL_95 = 1.959964


class Pair(msgspec.Struct, frozen=True):
    """Two games with the same draws; scores are the first bot's, then the second's."""

    number: int
    scores: tuple[tuple[int, int], tuple[int, int]]
    checksum: str

    @property
    def share(self) -> float:
        """What the first bot won of the pair: a win counts 1, a draw one half."""
        return sum((mine > other) + (mine == other) / 2 for mine, other in self.scores) / 2

    @property
    def spread(self) -> float:
        """By how many points a game the first bot was ahead."""
        return sum(mine - other for mine, other in self.scores) / 2


class Estimate(msgspec.Struct, frozen=True):
    """A mean over pairs with the half-width of its 95 % interval."""

    mean: float
    half_width: float


def estimate(values: Sequence[float]) -> Estimate:
    """The mean and its interval; pairs are independent, the two games of one are not."""
    n = len(values)
    mean = sum(values) / n
    if n < 2:
        return Estimate(mean, math.inf)
    variance = sum((value - mean) ** 2 for value in values) / (n - 1)
    return Estimate(mean, _NORMAL_95 * math.sqrt(variance / n))


def estimate_wins(pairs: Sequence[Pair]) -> Estimate:
    """Won pairs in percent. When all went one way the interval is that of as many equal results by chance."""
    shares = [100 * pair.share for pair in pairs]
    if len(set(shares)) > 1:
        return estimate(shares)
    return Estimate(shares[0], 100 * (1 - 0.05 ** (1 / len(shares))))
