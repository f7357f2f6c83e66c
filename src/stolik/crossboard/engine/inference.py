"""What another player has probably kept, from the play he made.

Racks he may have had are tried out: the tiles he laid and, for those he kept, tiles at random from the
unseen. On the board before his play the best move of each rack is found. The further his play falls behind
it, the less likely he had that rack, as he would have made the better play. People make mistakes: so the
weight only halves with every two points, and a simulation leaves the guess aside in some iterations.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from stolik.core.chance import SeededChance
from stolik.crossboard.engine.brain import Brain
from stolik.crossboard.engine.position import Guesses, counted

_SAMPLES = 1000
_CERTAIN = 1000  # weight of a rack with which the play was the best
_HALVING = 2000  # thousandths of a point


class LastPlay(NamedTuple):
    """A play of the one who moves next: the board before it, the tiles laid by code, points, tiles kept."""

    board: bytes
    laid: bytes
    points: int
    n_kept: int


def infer(brain: Brain, play: LastPlay, unseen: bytes, seed: int) -> Guesses | None:
    """What the player has probably kept; None where nothing can be said."""
    engine, leaves = brain.engine(), brain.leaves()
    pool = [tile for tile, n in enumerate(unseen) for _ in range(n)]
    if engine is None or leaves is None or not 0 < play.n_kept <= len(pool):
        return None
    engine.set_board(play.board)
    chance = SeededChance(seed)
    drawn = Counter(bytes(sorted(chance.draw(pool, play.n_kept))) for _ in range(_SAMPLES))
    likely: dict[bytes, int] = {}
    for kept, n_drawn in drawn.items():
        row = counted(kept)
        best = engine.best(bytes(n + m for n, m in zip(row, play.laid, strict=True)))
        equity = 1000 * play.points + leaves.value(kept)
        likely[row] = n_drawn * _weight(0 if best is None else best[1] - equity)
    rows = [row for row, weight in likely.items() if weight]
    return Guesses(tuple(rows), tuple(likely[row] for row in rows)) if rows else None


def _weight(behind: int) -> int:
    return int(_CERTAIN * 0.5 ** (max(behind, 0) / _HALVING))
