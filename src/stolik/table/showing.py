"""What is told of a table: to a seat what that seat may know, to spectators what is public."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import compress, count
from operator import is_not
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from stolik.core.changes import Change, changes
from stolik.core.log import TABLE_EVENTS, Envelope
from stolik.core.moves import Line, Lines
from stolik.core.outcome import Kind, Outcome, Seat, Viewer
from stolik.table.record import Holders, Record
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


class LineShown(msgspec.Struct, frozen=True):
    """One line of the move list: whatever took a turn or changed a figure, in the words of the viewer.

    `text` is what was done ("exchange 2") or, where `strong`, what lies on the table now ("PUNKT").
    """

    #: The number of the event that it stands for.
    seq: int
    seat: int
    text: str
    strong: bool
    #: Something about it in a word or two.
    detail: str | UnsetType = UNSET
    #: On a board, the row and column of the square on which it begins, and whether it runs down.
    at: tuple[int, int, bool] | UnsetType = UNSET
    #: What it brought, and the seat's figure after it: points, or tiles left.
    points: int | UnsetType = UNSET
    total: int | UnsetType = UNSET


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
    #: The move list, for those who speak version 2 of the protocol.
    lines: tuple[LineShown, ...] | UnsetType = UNSET


class TableChanged(msgspec.Struct, frozen=True, tag="changed", tag_field="type"):
    """What has changed of a table since the viewer's last message: what is not named is as it was."""

    table: str
    viewer: int | None
    #: The `seq` of the message that the changes are made to, and that of what results.
    on: int
    seq: int
    #: As in a whole message.
    left_ms: dict[int, int]
    done: tuple[str, ...]
    events: tuple[Envelope[Any], ...]
    #: Paths of names and of places in lists, each with the value that stands there now.
    changes: tuple[Change, ...]


def changed(before: TableShown, after: TableShown) -> TableChanged:
    """The later of two messages to one viewer, for who has the earlier one."""
    told_anyway = replace(before, seq=after.seq, left_ms=after.left_ms, done=after.done, events=after.events)
    return TableChanged(
        after.table,
        after.viewer,
        before.seq,
        after.seq,
        after.left_ms,
        after.done,
        after.events,
        changes(told_anyway, after),
    )


class WrittenLines:
    """The move list as it was written last: only what is new in it is written again."""

    def __init__(self) -> None:
        self._say: Translator | None = None
        self._lines: Lines = ()
        self._written: tuple[LineShown, ...] = ()

    def of(self, lines: Lines, say: Translator) -> tuple[LineShown, ...]:
        """The lines in a language; those that are as they were are the same objects."""
        if say is not self._say:
            self._say, self._lines, self._written = say, (), ()
        if lines is not self._lines:
            n_both = min(len(lines), len(self._lines))
            n_same = next(compress(count(), map(is_not, lines, self._lines)), n_both)
            self._written = (*self._written[:n_same], *(_line_shown(line, say) for line in lines[n_same:]))
            self._lines = lines
        return self._written


def _line_shown(line: Line, say: Translator) -> LineShown:
    return LineShown(
        line.seq,
        line.seat,
        say.sentence(line.text),
        line.strong,
        UNSET if line.detail is None else say.sentence(line.detail),
        UNSET if line.at is None else line.at,
        UNSET if line.points is None else line.points,
        UNSET if line.total is None else line.total,
    )


def shown(
    record: Record,
    viewer: Viewer,
    envelopes: Sequence[Envelope[Any]],
    now_ms: int,
    done: Sequence[str] = (),
    say: Translator = _ENGLISH,
    lines: WrittenLines | None = None,
) -> TableShown:
    """The whole view of a table, some events as the viewer may see them, and the move list if wanted."""
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
        UNSET if lines is None else lines.of(record.lines, say),
    )


def _own(record: Record, viewer: Viewer) -> list[Seat]:
    """All the seats of whoever looks: several people may play on one device."""
    holder = None if viewer is None else record.holders[viewer]
    return record.seats_of(holder.player) if holder else []


def seats_shown(record: Record) -> tuple[SeatShown | None, ...]:
    """Who sits where."""
    return _seats_of(record.holders)


@lru_cache(maxsize=1024)
def _seats_of(holders: Holders) -> tuple[SeatShown | None, ...]:
    return tuple(one and SeatShown(one.name, one.player, one.bot) for one in holders)


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
