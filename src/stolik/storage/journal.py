"""The journal of the tables: one thread appends for all of them.

Actions of all tables that arrive while a transaction is being stored share the next one, so waiting for the
disk once serves many games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import (
    Column,
    String,
    Text,
    bindparam,
    column,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.types import TypeEngine

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
        start = partial(DriverThread[Append, bool], "journal", database.in_threads, failure=_not_stored)
        if database.is_sqlite:
            self._writer = start(_Appending(database), begin="BEGIN IMMEDIATE")
        else:
            self._writer = start(_AppendingAtOnce(database), autocommit=True)
        self._reader, self._reading = database.reader, _Reading(database)

    async def append(self, entry: Entry, marks: Marks, table: Mapping[str, Any] | None = None) -> bool:
        """Whether the entry was the first with its number; when this returns it is on the disk."""
        return await self._writer.ask(Append(entry, marks, table))

    async def entries(self, table_id: str, from_seq: int = 0) -> list[Entry]:
        """What happened at a table, from an event number on."""
        return (await self.entries_of([(table_id, from_seq)]))[0]

    async def entries_of(self, wanted: Iterable[tuple[str, int]]) -> list[list[Entry]]:
        """The same of several tables, in one question."""
        asked = [From(*each) for each in wanted]
        entries: list[list[Entry]] = await self._reader.ask(Wanted(self._reading, asked))
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
        opened = [each.table for each in batch if each.table is not None]
        if opened:
            self._open.run(cursor, opened)
        # in one order on all machines, so that two of them never wait for each other
        won = self._won(cursor, sorted(batch, key=_place))
        for each in won:
            self._sit_down(cursor, each)
        places = set(map(_place, won))
        return [_place(each) in places for each in batch]

    def _won(self, cursor: Any, batch: Sequence[Append]) -> Sequence[Append]:
        """Append what can be, and mark how those tables stand now: which entries are in the journal."""
        if self._append.run(cursor, [each.entry._asdict() for each in batch]) != len(batch):
            batch = [each for each in batch if self._is_stored(cursor, each.entry)]
        if batch:
            self._mark.run(cursor, [_mark(each) for each in batch])
        return batch

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


class _AppendingAtOnce(_Appending):
    """The same for PostgreSQL, in one statement for all entries, which come in columns.

    A statement is stored whole or not at all: for moves nothing is begun or committed, and the database is
    waited for once instead of four times.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        told = {**_ENTRY, **{f"then_{name}": tables.c[name] for name in _MARKED}}
        columns = {name: _any_length(one) for name, one in told.items()}
        come = func.unnest(*(bindparam(name, type_=ARRAY(kind)) for name, kind in columns.items()))
        named = come.table_valued(*(column(name, kind) for name, kind in columns.items()), name="come")
        new = select(named.render_derived()).cte("new")
        entries = select(*(new.c[name] for name in _ENTRY))
        append = database.insert(journal).from_select(list(_ENTRY), entries).on_conflict_do_nothing()
        stored = append.returning(journal.c.table_id, journal.c.seq).cte("stored")
        is_stored = (stored.c.table_id == new.c.table_id) & (stored.c.seq == new.c.seq)
        then = {name: new.c[f"then_{name}"] for name in _MARKED}
        mark = update(tables).where(tables.c.id == new.c.table_id, is_stored)
        marked = mark.values(changed_ms=new.c.at_ms, **then).cte("marked")
        self._columns = list(columns)
        self._at_once = Statement(database.in_threads, select(stored).add_cte(marked))

    def __call__(self, cursor: Any, batch: Sequence[Append]) -> list[bool]:
        if not any(each.table or each.marks.seated for each in batch):
            return super().__call__(cursor, batch)
        cursor.execute("BEGIN")
        stored = super().__call__(cursor, batch)
        cursor.execute("COMMIT")
        return stored

    def _won(self, cursor: Any, batch: Sequence[Append]) -> Sequence[Append]:
        rows = [(*each.entry, *each.marks[: len(_MARKED)]) for each in batch]
        come = dict(zip(self._columns, map(list, zip(*rows, strict=True)), strict=True))
        stored = set(self._at_once.rows(cursor, come))
        if len(stored) == len(batch):
            return batch
        return [each for each in batch if _place(each) in stored or self._is_stored(cursor, each.entry)]


class _Reading:
    """What the journal is asked."""

    def __init__(self, database: Database) -> None:
        self._engine = database.in_threads
        self._statements: dict[int, Statement] = {}  # by how many tables they ask for

    def __call__(self, cursor: Any, questions: Sequence[Sequence[From]]) -> list[list[list[Entry]]]:
        answers = iter(self._answers(cursor, [each for question in questions for each in question]))
        return [[next(answers) for _ in question] for question in questions]

    def _answers(self, cursor: Any, batch: Sequence[From]) -> list[list[Entry]]:
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


_ENTRY = {name: journal.c[name] for name in Entry._fields}
_COLUMNS = list(_ENTRY.values())
#: What is marked of a table, as it is called there.
_MARKED = Marks._fields[:4]


def _any_length(one: Column[Any]) -> TypeEngine[Any]:
    """The type of a column; a text that is too long for it shall be refused, not cut off."""
    return Text() if isinstance(one.type, String) else one.type


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
