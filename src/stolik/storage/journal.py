"""Appending to the journal: one thread stores everything that has come in, in one transaction after another.

Actions of all tables that arrive while a transaction is being stored share the next one, so waiting for the
disk once serves many games. The thread speaks to the database without the event loop: an append costs the
loop one message there and one back. Its few statements are compiled once and handed to the driver itself:
going through SQLAlchemy every time would cost more than all the rest of a move.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from sqlalchemy import Engine, Executable, bindparam, delete, insert, select, update

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
    """An entry on its way into the journal, with the row of its table where that is new."""

    entry: Entry
    marks: Marks
    stored: asyncio.Future[bool]
    table: Mapping[str, Any] | None = None


class Journal:
    """The thread that appends."""

    def __init__(self, database: Database) -> None:
        self._engine = database.in_threads
        self._begins_itself = not database.is_sqlite
        self._statements = _Statements(database)
        self._waiting: queue.SimpleQueue[Append | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    async def append(self, entry: Entry, marks: Marks, table: Mapping[str, Any] | None = None) -> bool:
        """Whether the entry was the first with its number; when this returns it is on the disk."""
        stored: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.put(Append(entry, marks, stored, table))
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
            won = self._won(batch)
        except Exception as error:  # whatever it is, nobody may wait for ever
            if len(batch) > 1 and isinstance(error, self._engine.dialect.loaded_dbapi.IntegrityError):
                for each in batch:  # one of them cannot be stored: the others need not suffer for it
                    self._store([each])
            else:
                _answer(batch, [_not_stored(error)] * len(batch))
        else:
            _answer(batch, [_place(each) in won for each in batch])

    def _won(self, batch: Sequence[Append]) -> set[tuple[str, int]]:
        """Store a batch in one transaction; the places of those that were first."""
        connection = self._engine.raw_connection()
        try:
            cursor = connection.cursor()
            try:
                if not self._begins_itself:
                    cursor.execute("BEGIN IMMEDIATE")
                won = self._statements.stored(cursor, batch)
            finally:
                cursor.close()
            connection.commit()
        except BaseException:
            with suppress(Exception):
                connection.rollback()
            connection.invalidate()
            raise
        connection.close()
        return {_place(each) for each in won}


class _Statement:
    """A statement as the driver takes it."""

    def __init__(self, engine: Engine, statement: Executable) -> None:
        compiled = statement.compile(dialect=engine.dialect)  # type: ignore[attr-defined]
        self._text = str(compiled)
        self._order: list[str] | None = compiled.positiontup

    def _row(self, values: Mapping[str, Any]) -> Any:
        return values if self._order is None else tuple(values[name] for name in self._order)

    def run(self, cursor: Any, rows: Iterable[Mapping[str, Any]]) -> int:
        """Run it for every row; how many rows of the database it concerned."""
        cursor.executemany(self._text, [self._row(row) for row in rows])
        return int(cursor.rowcount)

    def first(self, cursor: Any, values: Mapping[str, Any]) -> Any:
        """The first row that it finds."""
        cursor.execute(self._text, self._row(values))
        return cursor.fetchone()


class _Statements:
    """What the journal says to the database."""

    def __init__(self, database: Database) -> None:
        engine = database.in_threads
        place = (journal.c.table_id == bindparam("table_id")) & (journal.c.seq == bindparam("seq"))
        here = (seats.c.table_id == bindparam("table_id")) & (seats.c.seat == bindparam("seat"))
        self._open = _Statement(engine, insert(tables))
        self._append = _Statement(engine, database.insert(journal).on_conflict_do_nothing())
        self._stored = _Statement(engine, select(*(journal.c[name] for name in Entry._fields)).where(place))
        self._mark = _Statement(engine, _MARK)
        self._empty = _Statement(engine, delete(seats).where(here))
        self._take = _Statement(engine, insert(seats))
        self._visit = _Statement(engine, database.insert(visitors).on_conflict_do_nothing())

    def stored(self, cursor: Any, batch: Sequence[Append]) -> Sequence[Append]:
        """Store what is new; those that were first with their number."""
        # in one order on all machines, so that two of them never wait for each other
        won: Sequence[Append] = sorted(batch, key=_place)
        opened = [each.table for each in won if each.table is not None]
        if opened:
            self._open.run(cursor, opened)
        if self._append.run(cursor, [each.entry._asdict() for each in won]) != len(won):
            won = [each for each in won if self._is_stored(cursor, each.entry)]
        if won:
            self._mark.run(cursor, [_mark(each) for each in won])
        for each in won:
            self._sit_down(cursor, each)
        return won

    def _is_stored(self, cursor: Any, entry: Entry) -> bool:
        """Whether the entry is in the journal as it is here: what another machine stored differs."""
        row = self._stored.first(cursor, {"table_id": entry.table_id, "seq": entry.seq})
        return row is not None and Entry(*row) == entry

    def _sit_down(self, cursor: Any, each: Append) -> None:
        """Write down who sits where."""
        for seat, player in each.marks.seated:
            place = {"table_id": each.entry.table_id, "seat": seat}
            self._empty.run(cursor, [place])
            if player is not None:
                self._take.run(cursor, [place | {"player_id": player}])
                self._visit.run(cursor, [place | {"player_id": player}])


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
