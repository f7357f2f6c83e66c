"""Training of the chances to win: how often the engine, playing against itself, won from a spread.

The games are counted by number of unseen tiles and spread, and for every number of tiles the logistic curve
is found under which what happened is most likely. What was counted is written down from time to time, so
that a training that was interrupted goes on from there.
"""

from __future__ import annotations

import lzma
from collections import defaultdict
from collections.abc import Callable, Sequence
from math import exp
from pathlib import Path

import msgspec

from stolik.core.message import Complaint
from stolik.games.scrabble.commands.training.files import refuse_other_training, write_training
from stolik.games.scrabble.commands.training.leaves import Ground
from stolik.kernels.wins import WinLessons
from stolik.words.leaves import shipped_weights
from stolik.words.wins import Curve, WinCurves, format_curves

_AT_ONCE = 100  # games between two signs of progress
_STRETCH = 5_000  # games between two files
_RACK = 7
_ENOUGH = 200  # turns that a curve is found from, at least
_ROUNDS = 50
_START = 40.0  # points: the scale a curve is looked for from
_STEEPEST, _FLATTEST = 2.0, 400.0

#: Number of unseen tiles, spread in points, how often, twice the wins and once the draws.
Sample = tuple[int, int, int, int]
#: Takes how many games are done and how many there will be.
Progress = Callable[[int, int], None]


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """A training that is not finished."""

    preset: str
    list_hash: str
    games: int
    seed: int
    done: int = 0
    samples: tuple[Sample, ...] = ()


class WinTraining:
    """A training on disk: FILE is the result, FILE.part what has been counted so far."""

    def __init__(self, ground: Ground, games: int, seed: int, out: Path) -> None:
        self._ground = ground
        self._plan = Counted(preset=ground.preset.id, list_hash=ground.lexicon.hash, games=games, seed=seed)
        self._out = out
        self._part = out.with_name(f"{out.name}.part")

    def run(self, progress: Progress | None = None) -> WinCurves:
        """Play the games that are missing, and write the result."""
        plan, counted = self._plan, self._counted()
        lessons = WinLessons(
            self._ground.engine(shipped_weights(self._ground.preset.id)), self._ground.counts
        )
        lessons.add(counted.samples)
        done = counted.done
        while done < plan.games:
            n_games = min(_AT_ONCE, plan.games - done)
            lessons.play(plan.seed, n_games, done)
            done += n_games
            if done % _STRETCH == 0 or done == plan.games:
                write_training(self._part, _format_counted(plan, done, lessons.samples()))
            if progress is not None:
                progress(done, plan.games)
        curves = WinCurves(
            preset=plan.preset,
            list_hash=plan.list_hash,
            games=plan.games,
            seed=plan.seed,
            curves=fit_curves(lessons.samples(), sum(self._ground.counts) - _RACK),
        )
        write_training(self._out, format_curves(curves))
        return curves

    def _counted(self) -> Counted:
        """What an earlier run has left; complains if it is of another training."""
        if not self._part.exists():
            return self._plan
        found = _parse_counted(self._part.read_bytes())
        if msgspec.structs.replace(found, done=0, samples=()) != self._plan:
            raise refuse_other_training(self._part, found.preset, found.games, found.seed)
        return found


def _format_counted(plan: Counted, done: int, samples: Sequence[Sample]) -> bytes:
    return lzma.compress(
        msgspec.json.encode(msgspec.structs.replace(plan, done=done, samples=tuple(samples))), preset=1
    )


def _parse_counted(content: bytes) -> Counted:
    try:
        return msgspec.json.decode(lzma.decompress(content), type=Counted)
    except (lzma.LZMAError, msgspec.DecodeError, UnicodeError, EOFError) as error:
        raise Complaint("This is not a file of chances to win: {why}.", why=str(error)) from error


def fit_curves(samples: Sequence[Sample], most_unseen: int) -> tuple[Curve, ...]:
    """A curve for every number of unseen tiles up to the most; one that was seldom met is its neighbour's."""
    by_unseen: dict[int, list[Sample]] = defaultdict(list)
    for sample in samples:
        by_unseen[sample[0]].append(sample)
    curves: list[Curve | None] = []
    for n_unseen in range(most_unseen + 1):
        near = [sample for n in _neighbours(n_unseen) for sample in by_unseen[n]]
        enough = sum(n for _, spread, n, _ in near if spread) >= _ENOUGH  # at first nobody is ahead
        curves.append(fit_curve(near) if enough else None)
    known = [n for n, curve in enumerate(curves) if curve]
    if not known:
        raise Complaint("Play more games: too few were played to find a chance to win.")
    nearest = (min(known, key=lambda n: abs(n - at)) for at in range(len(curves)))
    return tuple(curve for n in nearest if (curve := curves[n]))


def _neighbours(n_unseen: int) -> range:
    """Whose samples a curve is found from; around the end of the bag every tile makes a difference."""
    return range(n_unseen - 1, n_unseen + 2) if n_unseen > 2 * _RACK else range(n_unseen, n_unseen + 1)


def fit_curve(samples: Sequence[Sample]) -> Curve:
    """The curve under which these results are most likely: Newton's steps on slope and offset."""
    offset, slope = 0.0, 1 / _START
    for _ in range(_ROUNDS):
        offset_pull = slope_pull = offset_bend = slope_bend = both_bend = 0.0
        for _, spread, n, won in samples:
            chance = 1 / (1 + exp(-max(-500.0, min(500.0, offset + slope * spread))))
            miss, bend = won / 2 - n * chance, n * chance * (1 - chance)
            offset_pull += miss
            slope_pull += miss * spread
            offset_bend += bend
            both_bend += bend * spread
            slope_bend += bend * spread * spread
        determinant = offset_bend * slope_bend - both_bend * both_bend
        if determinant <= 1e-9 * slope_bend:
            break
        step = (slope_bend * offset_pull - both_bend * slope_pull) / determinant
        slope_step = (offset_bend * slope_pull - both_bend * offset_pull) / determinant
        offset += step
        slope = min(max(slope + slope_step, 1 / _FLATTEST), 1 / _STEEPEST)
        if abs(step) < 1e-9 and abs(slope_step) < 1e-12:
            break
    return Curve(round(-1000 * offset / slope), round(1000 / slope))
