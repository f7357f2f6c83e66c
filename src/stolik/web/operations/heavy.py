"""Heavy work that another machine may do: each kind has a name, a question, and what is done with it.

A worker reads whatever it needs from the database, and what comes of the work is stored there, where every
machine finds it: nobody waits for an answer, and whoever asked may die meanwhile. Work that is lost is asked
for again by whoever needs it; so doing it twice must be harmless.

To add a kind: a struct for the question, which is all that travels; a function that does it; a line in KINDS.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from stolik.bots import thinks_long
from stolik.study.reviewing import Review
from stolik.table.record import Record

if TYPE_CHECKING:
    from stolik.web.site import Site


class Work(NamedTuple):
    """One kind of heavy work."""

    name: str
    question: type[msgspec.Struct]
    do: Callable[[Site, Any], Awaitable[None]]


class Move(msgspec.Struct, frozen=True):
    """Which bot is to move, and in which turn."""

    table: str
    seat: int
    turn: int


async def make_move(site: Site, move: Move) -> None:
    """Think and act as any machine would, unless that turn is over."""
    await site.host.refresh(move.table)
    record = (await site.host.live(move.table)).record
    if record.opened.get(move.seat) == move.turn:
        await site.bots.move(record, move.seat)


def heavy_move(record: Record, seat: int) -> Move | None:
    """The move of a bot, if it takes long enough to be sent away."""
    holder = record.holders[seat]
    if holder is None or holder.bot is None or not thinks_long(record.game.name, holder.bot):
        return None
    return Move(record.id, seat, record.opened[seat])


async def make_review(site: Site, review: Review) -> None:
    """Go on with a review, wherever it was left."""
    await site.host.refresh(review.table)
    await site.reviews.review(review.table)


KINDS: tuple[Work, ...] = (Work("move", Move, make_move), Work("review", Review, make_review))


def kind_of(question: msgspec.Struct) -> Work:
    """The kind that a question belongs to."""
    return next(kind for kind in KINDS if kind.question is type(question))
