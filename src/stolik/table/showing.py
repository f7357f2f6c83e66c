"""What is told of a table: to a seat what that seat may know, to spectators what is public."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from stolik.core.log import TABLE_EVENTS, Envelope
from stolik.core.outcome import Kind, Outcome, Seat, Viewer
from stolik.table.record import Record
from stolik.table.results import result_said
from stolik.texts import Translator, translator

_ENGLISH = translator("en")


class SeatShown(msgspec.Struct, frozen=True):
    """Who sits at a seat."""

    name: str
    player: str | None
    bot: str | None


class AskedShown(msgspec.Struct, frozen=True):
    """What was proposed, by whom and by which event, and who has agreed."""

    what: str
    seat: int
    agreed: tuple[int, ...]
    seq: int


class TableShown(msgspec.Struct, frozen=True, tag="table", tag_field="type"):
    """A table as one viewer sees it after event `seq` - 1, and the events since the viewer's last message."""

    table: str
    viewer: int | None
    seq: int
    status: str
    seats: tuple[SeatShown | None, ...]
    #: The number of the event that opened the turn or window of each seat that is to act.
    turns: Mapping[int, int]
    #: What is left to whom: for the turn or answer, and for the whole game where that is how time is kept.
    left_ms: dict[int, int]
    bank_ms: list[int] | None
    asked: AskedShown | None
    followed_by: str | None
    ended: str | None
    outcome: Outcome | None
    #: The viewer's own requests that led here.
    done: tuple[str, ...]
    view: Any
    events: tuple[Envelope[Any], ...]
    #: How the game is won.
    kind: Kind = "versus"
    #: How it ended, as a sentence for the viewer; null while it goes on.
    result: str | None = None


def shown(
    record: Record,
    viewer: Viewer,
    envelopes: Sequence[Envelope[Any]],
    now_ms: int,
    done: Sequence[str] = (),
    say: Translator = _ENGLISH,
) -> TableShown:
    """The whole view of a table, and some events as the viewer may see them."""
    game = record.game
    return TableShown(
        record.id,
        viewer,
        record.seq,
        record.status,
        seats_shown(record),
        record.opened,
        record.clocks.left_ms(now_ms),
        record.clocks.bank_ms(now_ms),
        _asked(record),
        record.followed_by,
        None if record.ended_by is None else type(record.ended_by).__name__,
        record.outcome,
        tuple(done),
        None if record.state is None else game.view(record.state, viewer),
        tuple(redacted(record, envelope, viewer) for envelope in envelopes),
        record.kind,
        result_said(record, say, _own(record, viewer)),
    )


def _own(record: Record, viewer: Viewer) -> list[Seat]:
    """All the seats of whoever looks: several people may play on one device."""
    holder = None if viewer is None else record.holders[viewer]
    return record.seats_of(holder.player) if holder else []


def seats_shown(record: Record) -> tuple[SeatShown | None, ...]:
    """Who sits where."""
    return tuple(one and SeatShown(one.name, one.player, one.bot) for one in record.holders)


def _asked(record: Record) -> AskedShown | None:
    asked = record.asked
    if asked is None:
        return None
    return AskedShown(asked.proposal.what, asked.proposal.seat, tuple(sorted(asked.agreed)), asked.seq)


def redacted(record: Record, envelope: Envelope[Any], viewer: Viewer) -> Envelope[Any]:
    """An envelope as a viewer may see it; what concerns the table itself is public."""
    if isinstance(envelope.event, TABLE_EVENTS):
        return envelope
    return Envelope(envelope.seq, record.game.redact(envelope.event, viewer))
