"""Reviews that were kept by an earlier version: what they found is read, and nothing of it is lost."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from stolik.core.judging import Better, Verdict
from stolik.storage.reviews import KeptReview
from stolik.study.kept_reviews import READABLE, VERSION, read_review

#: As version 1 wrote it, turns of several games together: a bonus found and one missed, an exchange that
#: would have been better, an endgame, a word in no list that was challenged, and number tiles.
FIRST = Path(__file__).with_name("kept_review_1.json").read_bytes()


def kept(version: int, content: bytes) -> KeptReview:
    return KeptReview("table", version, 6, 6, content, 0)


def test_review_of_the_first_version_is_read() -> None:
    found, missed, exchange, endgame, refused, numbers = read_review(kept(1, FIRST))
    assert (found.seq, found.last, found.seat) == (5, 5, 0)
    assert found.verdict == Verdict(0.0, exact=False, earned=("bonus",), win=0.7105)
    assert (missed.verdict.loss, missed.verdict.missed, missed.verdict.earned) == (52.34, ("bonus",), ())
    assert missed.verdict.better is not None
    assert missed.verdict.better.made == ("DZIANEGO",)
    assert missed.verdict.better.at == (3, 4, True)
    letters = [["A", "A"], ["E", "E"], ["Ó", "Ó"], ["Y", "Y"]]
    assert exchange.verdict.better == Better({"type": "Exchange", "tiles": letters}, 0)
    assert (endgame.verdict.exact, endgame.verdict.win) == (True, 1.0)
    assert (refused.verdict.doubtful, refused.verdict.stood) == (("RGR",), False)
    assert numbers.verdict.better is not None
    assert numbers.verdict.better.made == ("k1", "b3", "b4", "b6", "o3", "o4", "o6", "J")


def test_what_was_read_is_kept_in_the_form_of_today() -> None:
    turns = read_review(kept(1, FIRST))
    assert read_review(kept(VERSION, msgspec.json.encode(turns))) == turns


@pytest.mark.parametrize("version", READABLE)
def test_what_is_no_review_is_refused(version: int) -> None:
    with pytest.raises(msgspec.ValidationError):
        read_review(kept(version, b'[{"seq":1}]'))
