"""Live tables in the database: the journal they are folded from, and what finds and wakes them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import Select, bindparam, delete, func, select, update

from stolik.storage.database import Database
from stolik.storage.entry import Entry, Marks
from stolik.storage.journal import Journal
from stolik.storage.schema import nodes, seats, tables


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


class TableStore:
    """Reads and appends; `close` stores what is on its way."""

    def __init__(self, database: Database) -> None:
        self._database = database
        #: What is stored and cannot be read.
        self.aside = database.aside
        self._journal = Journal(database)
        #: Append an entry; whether it was the first with its number.
        self.append = self._journal.append
        self._by_id = database.question(_rows(tables.c.id == bindparam("table_id")))
        self._by_code = database.question(_rows(tables.c.code == bindparam("invitation")))
        own = select(seats.c.table_id).where(seats.c.player_id == bindparam("player_id"))
        self._of_player = database.question(_rows(tables.c.id.in_(own)))
        is_playing = (tables.c.status == "playing") & tables.c.id.in_(own)
        self._playing_of = database.question(select(tables.c.id, tables.c.settings).where(is_playing))
        waits = (tables.c.status == "waiting") & (tables.c.changed_ms >= bindparam("since"))
        self._open = database.question(_rows(waits & tables.c.open))
        self._waiting_of_player = database.question(_rows(waits & tables.c.id.in_(own)))
        is_due = (tables.c.due_ms <= bindparam("now")) & (tables.c.claimed_ms < bindparam("now"))
        self._any_due = database.question(select(tables.c.id).where(is_due).limit(1))

    # --- writing ------------------------------------------------------------------------------------------

    async def create(self, row: TableRow, first: Entry, marks: Marks) -> None:
        """A new table with its first entry."""
        times = {"next_seq": marks.next_seq, "due_ms": marks.due_ms, "claimed_ms": marks.claimed_ms}
        await self._journal.append(first, marks, row._asdict() | times)

    @property
    def is_for_one_machine(self) -> bool:
        """Whether nobody else works on this database."""
        return self._database.is_sqlite

    async def claim_due(self, now_ms: int, until_ms: int, limit: int = 64) -> list[str]:
        """Tables at which something is due that no machine has taken on; this one has now."""
        due = (
            select(tables.c.id)
            .where(tables.c.due_ms <= now_ms, tables.c.claimed_ms < now_ms)
            .order_by(tables.c.due_ms)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        if not await self._any_due(now=now_ms):
            return []  # the usual case costs no write
        async with self._database.writing() as connection:
            claim = update(tables).where(tables.c.id.in_(due.scalar_subquery())).values(claimed_ms=until_ms)
            return list((await connection.execute(claim.returning(tables.c.id))).scalars())

    async def release_claims(self) -> None:
        """Let everything that some machine had taken on be taken on again."""
        async with self._database.writing() as connection:
            await connection.execute(update(tables).where(tables.c.claimed_ms > 0).values(claimed_ms=0))

    async def heartbeat(self, node: str, now_ms: int) -> None:
        """This machine is alive."""
        row = self._database.insert(nodes).values(id=node, alive_ms=now_ms)
        async with self._database.writing() as connection:
            await connection.execute(
                row.on_conflict_do_update(index_elements=["id"], set_={"alive_ms": now_ms})
            )

    async def last_heartbeat(self) -> int | None:
        """When some machine was last alive."""
        async with self._database.reading() as connection:
            latest: int | None = (await connection.execute(select(func.max(nodes.c.alive_ms)))).scalar()
            return latest

    async def time_ms(self) -> int:
        """What the clock of PostgreSQL shows."""
        now_ms = func.floor(func.extract("epoch", func.clock_timestamp()) * 1000)
        async with self._database.reading() as connection:
            return int((await connection.execute(select(now_ms))).scalar_one())

    async def forget_nodes(self, before_ms: int) -> None:
        """Drop machines that have not been alive since."""
        async with self._database.writing() as connection:
            await connection.execute(delete(nodes).where(nodes.c.alive_ms < before_ms))

    async def close(self) -> None:
        """Wait until everything that was begun is stored."""
        await asyncio.to_thread(self._journal.close)

    # --- reading ------------------------------------------------------------------------------------------

    async def find(self, table_id: str) -> TableRow | None:
        """A table."""
        return _one(await self._by_id(table_id=table_id, most=1))

    async def find_code(self, code: str) -> TableRow | None:
        """The table with this code of invitation."""
        return _one(await self._by_code(invitation=code, most=1))

    async def entries(self, table_id: str, from_seq: int = 0) -> list[Entry]:
        """What happened at a table, from an event number on."""
        return await self._journal.entries(table_id, from_seq)

    async def entries_of(self, wanted: Iterable[tuple[str, int]]) -> list[list[Entry]]:
        """What happened at some tables, from an event number of each on."""
        return await self._journal.entries_of(wanted)

    async def next_seqs(self, ids: Iterable[str]) -> dict[str, int]:
        """How far some tables are."""
        wanted = select(tables.c.id, tables.c.next_seq).where(tables.c.id.in_(list(ids)))
        async with self._database.reading() as connection:
            return {row[0]: row[1] for row in await connection.execute(wanted)}

    async def of_player(self, player: str, limit: int = 100) -> list[TableRow]:
        """The tables at which somebody sits or sat, the latest first."""
        return [TableRow(*row) for row in await self._of_player(player_id=player, most=limit)]

    async def playing_of(self, player: str) -> list[tuple[str, bytes]]:
        """The settings of all tables at which somebody plays, by table."""
        return [(table_id, settings) for table_id, settings in await self._playing_of(player_id=player)]

    async def open_tables(self, limit: int = 100, since_ms: int = 0) -> list[TableRow]:
        """The tables that wait for anybody and have changed since, the latest first."""
        return [TableRow(*row) for row in await self._open(most=limit, since=since_ms)]

    async def waiting_tables_of(self, player: str, since_ms: int, limit: int) -> list[TableRow]:
        """The tables at which somebody sits and waits for others, if they have changed since."""
        rows = await self._waiting_of_player(player_id=player, most=limit, since=since_ms)
        return [TableRow(*row) for row in rows]

    async def playing(self) -> list[str]:
        """The tables at which a clock runs or somebody is to move by himself."""
        wanted = select(tables.c.id).where(tables.c.status == "playing", tables.c.due_ms.is_not(None))
        async with self._database.reading() as connection:
            return list((await connection.execute(wanted)).scalars())


def _rows(condition: Any) -> Select[Any]:
    """The newest tables of a kind, as many as are wanted."""
    columns = [tables.c[name] for name in TableRow._fields]
    return select(*columns).where(condition).order_by(tables.c.changed_ms.desc()).limit(bindparam("most"))


def _one(rows: list[Any]) -> TableRow | None:
    return TableRow(*rows[0]) if rows else None
