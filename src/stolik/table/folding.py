"""What entries of a journal tell: decoded and folded here, beside the event loop where they are many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from stolik.core.log import Envelope
from stolik.storage.entry import Entry
from stolik.table.calling import beside
from stolik.table.record import Record, goes_back

#: More entries than this are folded beside the event loop.
FEW_ENTRIES = 50
T = TypeVar("T")
Told = Sequence[tuple[Entry, Sequence[Envelope[Any]]]]


class Beside(Protocol):
    """Does work on so many entries or events, beside the event loop if they are many."""

    async def __call__(self, n: int, work: Callable[[], T], /) -> T: ...


async def folding(n_entries: int, work: Callable[[], T]) -> T:
    """What work on so many entries of a journal comes to: beside the event loop if they are many."""
    return work() if n_entries <= FEW_ENTRIES else await beside(work)


def decoded_entries(record: Record, entries: Sequence[Entry]) -> Told:
    """Entries of a table, each with its envelopes."""
    return [(entry, record.decode(entry)) for entry in entries]


def any_goes_back(told: Told) -> bool:
    """Whether the game goes on from an earlier state somewhere."""
    return any(goes_back(envelopes) for _, envelopes in told)
