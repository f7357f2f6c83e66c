"""Appending to the journal: one thread stores everything that has come in, in one transaction after another.

Actions of all tables that arrive while a transaction is being stored share the next one, so waiting for the
disk once serves many games. The thread speaks to the database without the event loop: an append costs the
loop one message there and one back.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, tuple_, update

from stolik.core.message import Complaint
from stolik.storage.database import Database
from stolik.storage.schema import journal, seats, tables, visitors

#: So many actions at most share a transaction.
_MOST_TOGETHER = 500


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


class Append(NamedTuple):
    """An entry on its way into the journal."""

    entry: Entry
    marks: Marks
    stored: asyncio.Future[bool]


class Journal:
    """The thread that appends."""

    def __init__(self, database: Database) -> None:
        self._engine = database.in_threads.execution_options(stolik_writes=True)
        self._insert = database.insert(journal).on_conflict_do_nothing()
        self._waiting: queue.SimpleQueue[Append | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    async def append(self, entry: Entry, marks: Marks) -> bool:
        """Whether the entry was the first with its number; when this returns it is on the disk."""
        stored: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.put(Append(entry, marks, stored))
        return await stored

    def close(self) -> None:
        """Store what is on its way, and end."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._waiting.get()) is not None:
            batch = [first]
            ends = False
            while len(batch) < _MOST_TOGETHER and not self._waiting.empty():
                following = self._waiting.get()
                if following is None:
                    ends = True
                    break
                batch.append(following)
            self._store(batch)
            if ends:
                return

    def _store(self, batch: Sequence[Append]) -> None:
        try:
            with self._engine.connect() as connection, connection.begin():
                won = self._stored(connection, batch)
        except Exception as error:  # whatever it is, nobody may wait for ever
            _answer(batch, [_not_stored(error)] * len(batch))
        else:
            _answer(batch, [won is None or _place(each) in won for each in batch])

    def _stored(self, connection: Connection, batch: Sequence[Append]) -> set[tuple[str, int]] | None:
        """Which entries were first; None: all of them."""
        # in one order on all machines, so that two of them never wait for each other
        ordered = sorted(batch, key=_place)
        result = connection.execute(self._insert, [each.entry._asdict() for each in ordered])
        won = None if result.rowcount == len(batch) else _first(connection, ordered)
        winners = ordered if won is None else [each for each in ordered if _place(each) in won]
        if winners:
            connection.execute(_MARK, [_mark(each) for each in winners])
            for each in winners:
                sit_down(connection, each.entry.table_id, each.marks.seated)
        return won


def sit_down(connection: Connection, table_id: str, seated: Sequence[tuple[int, str | None]]) -> None:
    """Write down who sits where."""
    for seat, player in seated:
        here = (seats.c.table_id == table_id) & (seats.c.seat == seat)
        connection.execute(delete(seats).where(here))
        if player is not None:
            named = {"table_id": table_id, "player_id": player}
            connection.execute(insert(seats), named | {"seat": seat})
            if connection.execute(select(visitors).filter_by(**named)).first() is None:
                connection.execute(insert(visitors), named)


def _first(connection: Connection, batch: Sequence[Append]) -> set[tuple[str, int]]:
    """The entries that are in the journal as they are here: what another machine stored differs."""
    columns = [journal.c[name] for name in Entry._fields]
    places = tuple_(journal.c.table_id, journal.c.seq).in_([_place(each) for each in batch])
    stored = {Entry(*row) for row in connection.execute(select(*columns).where(places))}
    return {_place(each) for each in batch if each.entry in stored}


def _place(each: Append) -> tuple[str, int]:
    return each.entry.table_id, each.entry.seq


_MARK = (
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values(
        next_seq=bindparam("seq"),
        status=bindparam("stands"),
        changed_ms=bindparam("at"),
        due_ms=bindparam("due"),
        claimed_ms=bindparam("claimed"),
    )
)


def _mark(each: Append) -> dict[str, Any]:
    marks = each.marks
    return {
        "table": each.entry.table_id,
        "seq": marks.next_seq,
        "stands": marks.status,
        "at": each.entry.at_ms,
        "due": marks.due_ms,
        "claimed": marks.claimed_ms,
    }


def _answer(batch: Sequence[Append], answers: Sequence[bool | Exception]) -> None:
    """Tell all who wait; the loop is woken once."""
    batch[0].stored.get_loop().call_soon_threadsafe(_settle, batch, answers)


def _settle(batch: Sequence[Append], answers: Sequence[bool | Exception]) -> None:
    for each, answer in zip(batch, answers, strict=True):
        if each.stored.done():
            continue
        if isinstance(answer, Exception):
            each.stored.set_exception(answer)
        else:
            each.stored.set_result(answer)


def _not_stored(error: Exception) -> NotStored:
    failure = NotStored("It could not be stored, so nothing has changed. Please try again in a moment.")
    failure.__cause__ = error
    return failure
