"""What entries of a journal tell: decoded and folded here, beside the event loop where they are many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from stolik.storage.entry import Entry
from stolik.table.calling import beside
from stolik.table.record import Record, Told

#: More entries than this are folded beside the event loop.
FEW_ENTRIES = 50
T = TypeVar("T")


class Beside(Protocol):
    """Does work on so many entries or events, beside the event loop if they are many."""

    async def __call__(self, n: int, work: Callable[[], T], /) -> T: ...


async def folding(n_entries: int, work: Callable[[], T]) -> T:
    """What work on so many entries of a journal comes to: beside the event loop if they are many."""
    return work() if n_entries <= FEW_ENTRIES else await beside(work)


def decoded_entries(record: Record, entries: Sequence[Entry]) -> Told:
    """Entries of a table, each with its envelopes."""
    return [(entry, record.decode(entry)) for entry in entries]
