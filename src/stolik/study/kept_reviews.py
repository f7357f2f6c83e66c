"""Reviews as they are kept: as they are written now, and as they were written before.

Version 1 knew words and one bonus. What it found is still true, so it is read and not made anew.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from stolik.core.judging import Better, Verdict
from stolik.storage.reviews import KeptReview
from stolik.study.review import TurnReview

VERSION = 2


class _FirstBetter(msgspec.Struct):
    action: Any
    gain: int
    words: tuple[str, ...] = ()
    at: tuple[int, int, bool] | None = None


class _FirstVerdict(msgspec.Struct):
    loss: float
    exact: bool
    better: _FirstBetter | None = None
    bonus: Literal["found", "missed"] | None = None
    wrong: tuple[str, ...] = ()
    stood: bool = True
    win: float | None = None


class _FirstTurn(msgspec.Struct):
    seq: int
    last: int
    seat: int
    verdict: _FirstVerdict


_now = msgspec.json.Decoder(list[TurnReview]).decode
_first = msgspec.json.Decoder(list[_FirstTurn]).decode


def _read_first(content: bytes) -> list[TurnReview]:
    return [TurnReview(each.seq, each.last, each.seat, _upgraded(each.verdict)) for each in _first(content)]


def _upgraded(first: _FirstVerdict) -> Verdict:
    better = first.better
    return Verdict(
        first.loss,
        first.exact,
        None if better is None else Better(better.action, better.gain, better.words, better.at),
        earned=("bonus",) if first.bonus == "found" else (),
        missed=("bonus",) if first.bonus == "missed" else (),
        doubtful=first.wrong,
        stood=first.stood,
        win=first.win,
    )


_READERS = {1: _read_first, VERSION: _now}
#: Reviews of other versions are made again.
READABLE = tuple(_READERS)


def read_review(kept: KeptReview) -> list[TurnReview]:
    """What a review has found so far, in the order in which it was found."""
    return _READERS[kept.version](kept.content)
