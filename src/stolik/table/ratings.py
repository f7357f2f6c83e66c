"""How strong players are thought to be: Glicko-2 where two play, openskill where more do.

Glicko-2 (Mark Glickman, "Example of the Glicko-2 system") keeps a rating, its deviation and a volatility.
Here each game is rated as it ends; a deviation grows with the time since the last one, as if rating periods
without games had passed. The steps below are numbered as in that paper. With more players Plackett-Luce
compares all places at once; its ratings are shown less three deviations, so that nobody is high by luck.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import count
from typing import NamedTuple

from openskill.models import PlackettLuce

from stolik.core import registry
from stolik.storage.ratings import Kept, Rating

_SCALE = 173.7178
#: How far volatilities may change; the paper advises 0.3 to 1.2.
_TAU = 0.5
_PRECISION = 1e-6
_WIDEST = 350.0
#: How long a rating period without games lasts.
_PERIOD_MS = 7 * 24 * 3600 * 1000
TWO, MANY = "two", "many"
_MODEL = PlackettLuce()


class Encounter(NamedTuple):
    """A game against somebody: 1 won, 0.5 drawn, 0 lost."""

    opponent: Rating
    score: float


class Ladder(NamedTuple):
    """How a kind of rating begins and is shown."""

    start: Rating
    #: The deviation from which on a rating says too little, and how many deviations are taken off it.
    widest: float
    doubts: float

    def shown(self, rating: Rating) -> float:
        """The number that people see."""
        return round(rating.value - self.doubts * rating.deviation, 1)

    def is_sure(self, rating: Rating) -> bool:
        """Whether the rating is known well enough for a leaderboard."""
        return rating.deviation <= self.widest


LADDERS = {
    TWO: Ladder(Rating(1500.0, _WIDEST, 0.06), 110.0, 0.0),
    MANY: Ladder(Rating(25.0, 25.0 / 3, 0.0), math.inf, 3.0),
}


#: Stands for the language of games that are the same in every one.
ALIKE = "any"


class Pool(NamedTuple):
    """What is compared with what: a game in a language, among two players or more."""

    game: str
    language: str
    players: str


def parse_pool(name: str) -> Pool:
    """A pool by its name; `ValueError` where it is none, or its game is not played here any more."""
    pool = Pool(*name.split("/")) if name.count("/") == 2 else None
    if pool is None or pool.players not in LADDERS or pool.game not in registry.packages():
        raise ValueError("there is no such pool")
    return pool


def pool_of(preset: str, n_seats: int) -> str:
    """What a game is compared with: its game, its language, and whether two play or more."""
    if n_seats < 2:
        raise ValueError("who plays alone is compared with nobody")
    chosen = registry.find_preset(preset)
    return f"{chosen.game}/{chosen.language or ALIKE}/{TWO if n_seats == 2 else MANY}"


def pool_named(game: str, language: str, players: str) -> str:
    """A pool by its parts; a game that is the same in every language has one pool, whatever is asked for."""
    languages = {each.language for each in registry.presets().values() if each.game == game}
    return f"{game}/{ALIKE if language not in languages and None in languages else language}/{players}"


def ladder_of(pool: str) -> Ladder:
    """The ladder of a pool."""
    return LADDERS[pool.rpartition("/")[2]]


def rated_after(kept: Sequence[Kept], places: Sequence[int], now_ms: int) -> list[Rating]:
    """The ratings after a game, from those before it and the place of each player (equal ones share one)."""
    if len(kept) != 2:
        return _many([each.rating for each in kept], places)
    aged = [_aged(each, now_ms) for each in kept]
    scores = [0.5 + 0.5 * ((places[1] > places[0]) - (places[1] < places[0]))]
    scores.append(1.0 - scores[0])
    return [glicko2(aged[n], [Encounter(aged[1 - n], scores[n])], periods=0) for n in (0, 1)]


def _aged(kept: Kept, now_ms: int) -> Rating:
    """The rating after the time since the last game."""
    rating = kept.rating
    periods = max(0, now_ms - kept.changed_ms) / _PERIOD_MS if kept.n_games else 0.0
    deviation = _SCALE * math.hypot(rating.deviation / _SCALE, rating.volatility * math.sqrt(periods))
    return rating._replace(deviation=min(_WIDEST, deviation))


def _many(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    teams = [[_MODEL.rating(mu=each.value, sigma=each.deviation)] for each in before]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(team[0].mu, team[0].sigma, 0.0) for team in after]


def glicko2(rating: Rating, results: Sequence[Encounter], periods: float = 1.0) -> Rating:
    """The rating after some games, and after so many rating periods."""
    # step 2: to the scale of the system
    mu, phi = (rating.value - 1500) / _SCALE, rating.deviation / _SCALE
    weighed = [_weighed(mu, result) for result in results]
    # steps 3 and 4: the variance of what the games say, and the improvement they say
    variance = 1 / sum(g * g * e * (1 - e) for g, e, _ in weighed)
    said = sum(g * (score - e) for g, e, score in weighed)
    sigma = _volatility(phi, rating.volatility, variance, variance * said)
    # steps 6 to 8: the new deviation and rating, and back to the old scale
    before = phi * phi + sigma * sigma * periods
    after = 1 / (1 / before + 1 / variance)
    return Rating(_SCALE * (mu + after * said) + 1500, min(_WIDEST, _SCALE * math.sqrt(after)), sigma)


def _weighed(mu: float, result: Encounter) -> tuple[float, float, float]:
    """How much a result counts, what was expected, and what came out."""
    phi = result.opponent.deviation / _SCALE
    g = 1 / math.sqrt(1 + 3 * phi * phi / math.pi**2)
    e = 1 / (1 + math.exp(-g * (mu - (result.opponent.value - 1500) / _SCALE)))
    return g, e, result.score


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5: the volatility that fits best, by the Illinois method."""
    start = math.log(sigma * sigma)

    def slope(x: float) -> float:
        grown = math.exp(x)
        whole = phi * phi + variance + grown
        return grown * (delta * delta - whole) / (2 * whole * whole) - (x - start) / _TAU**2

    surprise = delta * delta - phi * phi - variance
    low, high = start, math.log(surprise) if surprise > 0 else _first_rising(slope, start)
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


def _first_rising(slope: Callable[[float], float], start: float) -> float:
    """The first point below the start, in steps of tau, from which the best volatility lies upwards."""
    return next(x for n in count(1) if slope(x := start - n * _TAU) >= 0)
