"""What could have been done better in a finished game, turn by turn.

1. `turns_of` folds the journal of a game once: every action that still counts, with the state before it.
2. A game whose engine can judge brings a `Reviewer` (its facet `review`): it gets one such turn and says
   what was lost against the best that could be done there, from what that seat could know.
3. Nothing here asks whether a game is over: whoever shows a review does (web/study/reviews.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, cast

import msgspec

from stolik.core.facets import facet
from stolik.core.game import AnyGame
from stolik.core.judging import Reviewer, Taken, Verdict
from stolik.core.log import TABLE_EVENTS, append_state, standing
from stolik.storage.entry import Entry
from stolik.table.record import Record


class TurnReview(msgspec.Struct, frozen=True):
    """A turn and the verdict on it: its events are numbered from `seq` to `last`."""

    seq: int
    last: int
    seat: int
    verdict: Verdict


class Tally(NamedTuple):
    """What can be said of many turns together."""

    n_turns: int = 0
    loss: float = 0.0
    earned: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()


NOTHING = Tally()


def reviewer_of(game: str) -> Reviewer | None:
    """Who can judge a game, if anybody."""
    module = facet(game, "review")
    return None if module is None else cast(Reviewer, module.REVIEWER)


def turns_of(record: Record, entries: Sequence[Entry]) -> list[Taken]:
    """Every action of a seat that counts to the end, with the state before it and what came of it."""
    decoded = [(entry, record.decode(entry)) for entry in entries]
    envelopes = [one for _, some in decoded for one in some]
    counting = standing(envelopes)
    numbers = {one.seq for one in counting}
    events = [(one.seq, one.event) for one in counting if not isinstance(one.event, TABLE_EVENTS)]
    states: list[Any] = []
    for envelope in envelopes:
        append_state(record.game, states, envelope)
    return [
        Taken(
            entry.seq,
            some[-1].seq,
            entry.seat,
            states[entry.seq - 1],
            record.game.codec.decode_action(entry.action),
            tuple(event for seq, event in events if seq >= entry.seq),
        )
        for entry, some in decoded
        if entry.action is not None and entry.seat is not None and entry.seq in numbers
    ]


def reviewed(game: AnyGame, taken: Taken) -> TurnReview | None:
    """The verdict on a turn; None where there was nothing to choose, or nobody can judge the game."""
    reviewer = reviewer_of(game.name)
    verdict = None if reviewer is None else reviewer.judge(game, taken)
    return None if verdict is None else TurnReview(taken.seq, taken.last, taken.seat, verdict)


def missed(turns: Iterable[TurnReview], seats: Sequence[int], much: float) -> list[TurnReview]:
    """The turns of these seats in which so much got away that they are worth another look."""
    own = [turn for turn in turns if turn.seat in seats and turn.verdict.better is not None]
    return [turn for turn in own if turn.verdict.loss >= much]


def tallied(turns: Iterable[TurnReview], seats: Sequence[int], before: Tally = NOTHING) -> Tally:
    """Add what these seats did to a tally."""
    own = [turn.verdict for turn in turns if turn.seat in seats]
    return Tally(
        before.n_turns + len(own),
        before.loss + sum(each.loss for each in own),
        (*before.earned, *(tag for each in own for tag in each.earned)),
        (*before.missed, *(tag for each in own for tag in each.missed)),
        (*before.doubtful, *(part for each in own for part in each.doubtful)),
    )
