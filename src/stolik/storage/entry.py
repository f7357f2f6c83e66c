"""What is written into the journal of a table. It needs no database, and so costs nothing to know."""

from __future__ import annotations

from typing import NamedTuple

from stolik.core.message import Complaint


class NotStored(Complaint):
    """The database did not take it, so it did not happen."""


class Entry(NamedTuple):
    """One action of a table and all events it caused; the events are numbered from `seq` on."""

    table_id: str
    seq: int
    at_ms: int
    seat: int | None
    request: str | None
    action: bytes | None
    events: bytes


class Marks(NamedTuple):
    """How a table stands after an entry, for those who look for tables."""

    next_seq: int
    status: str
    #: When something will happen by itself, and until when this machine has taken it on.
    due_ms: int | None = None
    claimed_ms: int = 0
    #: Who has come to a seat, or None who has left one.
    seated: tuple[tuple[int, str | None], ...] = ()


class Unreadable(Complaint):
    """What is stored of a table is damaged."""

    def __init__(self) -> None:
        super().__init__(
            "This game cannot be read: what was stored of it is damaged. Others are not concerned."
        )
