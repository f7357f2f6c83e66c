"""The journal of the tables: one thread appends for all of them.

Actions of all tables that arrive while a transaction is being stored share the next one, so waiting for the
disk once serves many games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, insert, or_, select, update

from stolik.storage.database import Database
from stolik.storage.driver import DriverThread, Statement, Wanted
from stolik.storage.entry import Entry, Marks, NotStored
from stolik.storage.schema import journal, seats, tables, visitors

#: For so many tables the journal is asked in one question.
_AT_ONCE = 32


class Append(NamedTuple):
    """An entry on its way into the journal, with the row of its table where that is new."""

    entry: Entry
    marks: Marks
    table: Mapping[str, Any] | None = None


class From(NamedTuple):
    """What is wanted of a journal: the entries of a table from an event number on."""

    table_id: str
    seq: int


class Journal:
    """Appends and reads."""

    def __init__(self, database: Database) -> None:
        engine, begin = database.in_threads, "BEGIN IMMEDIATE" if database.is_sqlite else None
        self._writer = DriverThread("journal", engine, _Appending(database), _not_stored, begin=begin)
        self._reader, self._reading = database.reader, _Reading(database)

    async def append(self, entry: Entry, marks: Marks, table: Mapping[str, Any] | None = None) -> bool:
        """Whether the entry was the first with its number; when this returns it is on the disk."""
        return await self._writer.ask(Append(entry, marks, table))

    async def entries(self, table_id: str, from_seq: int = 0) -> list[Entry]:
        """What happened at a table, from an event number on."""
        entries: list[Entry] = await self._reader.ask(Wanted(self._reading, From(table_id, from_seq)))
        return entries

    def close(self) -> None:
        """Store what is on its way, and end."""
        self._writer.close()


class _Appending:
    """What the journal says to the database."""

    def __init__(self, database: Database) -> None:
        engine = database.in_threads
        place = (journal.c.table_id == bindparam("table_id")) & (journal.c.seq == bindparam("seq"))
        here = (seats.c.table_id == bindparam("table_id")) & (seats.c.seat == bindparam("seat"))
        self._open = Statement(engine, insert(tables))
        self._append = Statement(engine, database.insert(journal).on_conflict_do_nothing())
        self._stored = Statement(engine, select(*_COLUMNS).where(place))
        self._mark = Statement(engine, _MARK)
        self._empty = Statement(engine, delete(seats).where(here))
        self._take = Statement(engine, insert(seats))
        self._visit = Statement(engine, database.insert(visitors).on_conflict_do_nothing())

    def __call__(self, cursor: Any, batch: Sequence[Append]) -> list[bool]:
        """Store what is new; which were first with their number."""
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
        places = set(map(_place, won))
        return [_place(each) in places for each in batch]

    def _is_stored(self, cursor: Any, entry: Entry) -> bool:
        """Whether the entry is in the journal as it is here: what another machine stored differs."""
        rows = self._stored.rows(cursor, {"table_id": entry.table_id, "seq": entry.seq})
        return [Entry(*row) for row in rows] == [entry]

    def _sit_down(self, cursor: Any, each: Append) -> None:
        """Write down who sits where."""
        for seat, player in each.marks.seated:
            place = {"table_id": each.entry.table_id, "seat": seat}
            self._empty.run(cursor, [place])
            if player is not None:
                self._take.run(cursor, [place | {"player_id": player}])
                self._visit.run(cursor, [place | {"player_id": player}])


class _Reading:
    """What the journal is asked."""

    def __init__(self, database: Database) -> None:
        self._engine = database.in_threads
        self._statements: dict[int, Statement] = {}  # by how many tables they ask for

    def __call__(self, cursor: Any, batch: Sequence[From]) -> list[list[Entry]]:
        found: dict[str, list[Entry]] = {each.table_id: [] for each in batch}
        first = {each.table_id: each for each in sorted(batch, key=lambda each: -each.seq)}
        all_wanted = list(first.values())
        for at in range(0, len(all_wanted), _AT_ONCE):
            wanted = all_wanted[at : at + _AT_ONCE]
            for row in self._asking_for(len(wanted)).rows(cursor, _numbered(wanted)):
                entry = Entry(*row)
                found[entry.table_id].append(entry)
        return [[entry for entry in found[each.table_id] if entry.seq >= each.seq] for each in batch]

    def _asking_for(self, n: int) -> Statement:
        """The question for so many tables."""
        if n not in self._statements:
            wanted = (
                (journal.c.table_id == bindparam(f"table_id_{at}"))
                & (journal.c.seq >= bindparam(f"seq_{at}"))
                for at in range(n)
            )
            question = select(*_COLUMNS).where(or_(*wanted)).order_by(journal.c.table_id, journal.c.seq)
            self._statements[n] = Statement(self._engine, question)
        return self._statements[n]


def _numbered(wanted: Sequence[From]) -> dict[str, Any]:
    return {f"{name}_{at}": value for at, each in enumerate(wanted) for name, value in each._asdict().items()}


_COLUMNS = [journal.c[name] for name in Entry._fields]


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


def _not_stored(error: Exception) -> NotStored:
    failure = NotStored("It could not be stored, so nothing has changed. Please try again in a moment.")
    failure.__cause__ = error
    return failure
