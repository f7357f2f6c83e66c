"""Live tables in the database: the journal they are folded from, and what finds and wakes them.

Appends of all tables that come in while a transaction is being stored share the next one: waiting for the
disk once serves many games.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from stolik.core.message import Complaint
from stolik.storage.database import Database
from stolik.storage.schema import journal, nodes, seats, tables, visitors


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


class TableRow(NamedTuple):
    """What is known of a table beside its journal."""

    id: str
    preset: str
    settings: bytes
    code: str | None
    status: str
    open: bool
    created_ms: int
    changed_ms: int


class _Append(msgspec.Struct):
    entry: Entry
    marks: Marks
    stored: asyncio.Future[bool]


class TableStore:
    """Reads and appends; `close` stores what is on its way."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[_Append] = []
        self._writer: asyncio.Task[None] | None = None
        dialect = sqlite if database.is_sqlite else postgresql
        columns = (journal.c.table_id, journal.c.seq)
        self._append = dialect.insert(journal).on_conflict_do_nothing().returning(*columns)
        self._note_visitor = dialect.insert(visitors).on_conflict_do_nothing()

    # --- writing ------------------------------------------------------------------------------------------

    async def create(self, row: TableRow, first: Entry, marks: Marks) -> None:
        """A new table with its first entry."""
        async with self._database.writing() as connection:
            values = row._asdict() | {"due_ms": marks.due_ms, "claimed_ms": marks.claimed_ms}
            await connection.execute(insert(tables), values | {"next_seq": marks.next_seq})
            await connection.execute(insert(journal), first._asdict())
            await self._seat(connection, [_Append(first, marks, _done())])

    async def append(self, entry: Entry, marks: Marks) -> bool:
        """Whether the entry was the first with its number; when this returns it is on the disk."""
        waiting = _Append(entry, marks, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write())
        return await waiting.stored

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                won = await self._store(batch)
            except (SQLAlchemyError, OSError) as error:
                for each in batch:
                    if not each.stored.done():
                        each.stored.set_exception(_not_stored(error))
                continue
            for each in batch:
                if not each.stored.done():
                    each.stored.set_result(_place(each) in won)

    async def _store(self, batch: list[_Append]) -> set[tuple[str, int]]:
        # in one order on all machines, so that two of them never wait for each other
        rows = [each.entry for each in sorted(batch, key=_place)]
        async with self._database.writing() as connection:
            result = await connection.execute(self._append, [row._asdict() for row in rows])
            won = {(row[0], row[1]) for row in result}
            winners = [each for each in batch if _place(each) in won]
            if winners:
                await connection.execute(_MARK, [_mark(each) for each in sorted(winners, key=_place)])
                await self._seat(connection, winners)
        return won

    async def _seat(self, connection: AsyncConnection, stored: Sequence[_Append]) -> None:
        for each in stored:
            for seat, player in each.marks.seated:
                here = (seats.c.table_id == each.entry.table_id) & (seats.c.seat == seat)
                await connection.execute(delete(seats).where(here))
                if player is not None:
                    row = {"table_id": each.entry.table_id, "seat": seat, "player_id": player}
                    await connection.execute(insert(seats), row)
                    named = {"table_id": each.entry.table_id, "player_id": player}
                    await connection.execute(self._note_visitor, named)

    async def claim_due(self, now_ms: int, until_ms: int, limit: int = 64) -> list[str]:
        """Tables at which something is due that no machine has taken on; this one has now."""
        due = (
            select(tables.c.id)
            .where(tables.c.due_ms <= now_ms, tables.c.claimed_ms < now_ms)
            .order_by(tables.c.due_ms)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        async with self._database.reading() as connection:
            if not (await connection.execute(due.with_only_columns(tables.c.id).limit(1))).first():
                return []  # the usual case costs no write
        async with self._database.writing() as connection:
            claim = update(tables).where(tables.c.id.in_(due.scalar_subquery())).values(claimed_ms=until_ms)
            return list((await connection.execute(claim.returning(tables.c.id))).scalars())

    async def beat(self, node: str, now_ms: int) -> None:
        """This machine is alive."""
        dialect = sqlite if self._database.is_sqlite else postgresql
        row = dialect.insert(nodes).values(id=node, alive_ms=now_ms)
        async with self._database.writing() as connection:
            await connection.execute(
                row.on_conflict_do_update(index_elements=["id"], set_={"alive_ms": now_ms})
            )

    async def last_beat(self) -> int | None:
        """When some machine was last alive."""
        async with self._database.reading() as connection:
            latest: int | None = (await connection.execute(select(func.max(nodes.c.alive_ms)))).scalar()
            return latest

    async def forget_nodes(self, before_ms: int) -> None:
        """Drop machines that have not been alive since."""
        async with self._database.writing() as connection:
            await connection.execute(delete(nodes).where(nodes.c.alive_ms < before_ms))

    async def close(self) -> None:
        """Wait until everything that was begun is stored."""
        while self._writer is not None and not self._writer.done():
            with suppress(Exception):
                await self._writer

    # --- reading ------------------------------------------------------------------------------------------

    async def find(self, table_id: str) -> TableRow | None:
        """A table."""
        return await self._one(tables.c.id == table_id)

    async def find_code(self, code: str) -> TableRow | None:
        """The table with this code of invitation."""
        return await self._one(tables.c.code == code)

    async def entries(self, table_id: str, from_seq: int = 0) -> list[Entry]:
        """What happened at a table, from an event number on."""
        columns = [journal.c[name] for name in Entry._fields]
        wanted = select(*columns).where(journal.c.table_id == table_id, journal.c.seq >= from_seq)
        async with self._database.reading() as connection:
            return [Entry(*row) for row in await connection.execute(wanted.order_by(journal.c.seq))]

    async def next_seqs(self, ids: Iterable[str]) -> dict[str, int]:
        """How far some tables are."""
        wanted = select(tables.c.id, tables.c.next_seq).where(tables.c.id.in_(list(ids)))
        async with self._database.reading() as connection:
            return {row[0]: row[1] for row in await connection.execute(wanted)}

    async def of_player(self, player: str, limit: int = 100) -> list[TableRow]:
        """The tables at which somebody sits or sat, the latest first."""
        own = select(seats.c.table_id).where(seats.c.player_id == player)
        return await self._many(tables.c.id.in_(own), limit)

    async def open_tables(self, limit: int = 100) -> list[TableRow]:
        """The tables that wait for anybody."""
        return await self._many((tables.c.status == "waiting") & tables.c.open, limit)

    async def playing(self) -> list[str]:
        """The tables at which a clock runs or somebody is to move by himself."""
        wanted = select(tables.c.id).where(tables.c.status == "playing", tables.c.due_ms.is_not(None))
        async with self._database.reading() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def _one(self, condition: Any) -> TableRow | None:
        rows = await self._many(condition, 1)
        return rows[0] if rows else None

    async def _many(self, condition: Any, limit: int) -> list[TableRow]:
        columns = [tables.c[name] for name in TableRow._fields]
        wanted = select(*columns).where(condition).order_by(tables.c.changed_ms.desc()).limit(limit)
        async with self._database.reading() as connection:
            return [TableRow(*row) for row in await connection.execute(wanted)]


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


def _place(each: _Append) -> tuple[str, int]:
    return each.entry.table_id, each.entry.seq


def _mark(each: _Append) -> dict[str, Any]:
    marks = each.marks
    return {
        "table": each.entry.table_id,
        "seq": marks.next_seq,
        "stands": marks.status,
        "at": each.entry.at_ms,
        "due": marks.due_ms,
        "claimed": marks.claimed_ms,
    }


def _done() -> asyncio.Future[bool]:
    future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    future.set_result(True)
    return future


def _not_stored(error: Exception) -> NotStored:
    failure = NotStored("It could not be stored, so nothing has changed. Please try again in a moment.")
    failure.__cause__ = error
    return failure
