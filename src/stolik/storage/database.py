"""Opening the database: SQLite for one machine, PostgreSQL for many; nothing else knows which."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, Select, Table, create_engine, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from stolik.core.message import Complaint, PackageMissing
from stolik.storage.aside import Aside
from stolik.storage.driver import Question, Reader, Statement
from stolik.storage.serving import is_served_by_another
from stolik.storage.writeahead import is_log_damaged, log_of

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
}
MIGRATIONS = Path(__file__).parent / "migrations"
_KEPT_KB = 512
#: How often it is tried to empty the log while others read.
_WIPES = 10
_BUSY_MS = 15_000
#: How long a start waits for a PostgreSQL that is starting too.
_PATIENCE_S = 30.0
#: Up to this size a file is read through at the start: a second or so.
_CHECKED_BYTES = 64 << 20
#: Reads texts as UTF-8 with a sign in place of what is none, as no other machine would have written it.
_LENIENT = partial(str, encoding="utf-8", errors="replace")
_log = logging.getLogger(__name__)


class DatabaseTrouble(Complaint):
    """The database cannot be opened or brought up to date; the message says why."""


class DamagedDatabase(DatabaseTrouble):
    """Something that was stored cannot be read any more."""

    def __init__(self, file: Path) -> None:
        super().__init__(
            "{file} is damaged: something that was stored cannot be read any more. Bring the database back"
            " from a backup, or go on without what is lost: stolik serve --accept-damage",
            file=str(file),
        )


class Database:
    """Connections for reading and for writing; every write is a transaction of its own."""

    def __init__(self, engine: AsyncEngine, in_threads: Engine, file: Path | None) -> None:
        self._engine = engine
        # a question alone needs no transaction, and no messages that begin and end one
        self._reader = engine if file is not None else engine.execution_options(isolation_level="AUTOCOMMIT")
        #: For whoever writes from a thread of its own.
        self.in_threads = in_threads
        #: Answers what is asked often.
        self.reader = Reader(in_threads)
        #: What is stored and cannot be read.
        self.aside = Aside()
        self.file = file
        # SQLite has one writer at a time: waiting here is fair and cheap, waiting in the file is neither.
        self._writer = asyncio.Lock() if file is not None else None

    @property
    def is_sqlite(self) -> bool:
        return self.file is not None

    def insert(self, table: Table) -> Any:
        """An insertion that can say what happens when the row is there already."""
        return (sqlite if self.is_sqlite else postgresql).insert(table)

    def question(self, selection: Select[Any]) -> Question:
        """What is asked often: compiled once, and without the cost of a connection each time."""
        return Question(self.reader, Statement(self.in_threads, selection))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with."""
        async with self._reader.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: all of it is stored when this ends, or nothing."""
        if self._writer is None:
            async with self._engine.begin() as connection:
                yield connection
            return
        async with self._writer, self._engine.connect() as connection:
            await connection.execution_options(stolik_writes=True)
            async with connection.begin():
                yield connection

    async def wipe_log(self) -> None:
        """Empty SQLite's log, in which what was deleted still stands; while others read it may stay."""
        for _ in range(_WIPES):
            if self.file is None or await asyncio.to_thread(_is_emptied, self.file):
                return
            await asyncio.sleep(0.1)

    async def close(self) -> None:
        """Let all connections go."""
        await asyncio.to_thread(self.reader.close)
        await self._engine.dispose()
        self.in_threads.dispose()


def kind_of_database(url: str) -> tuple[URL, str]:
    """The parts of an address, and the driver for it; `DatabaseTrouble` if there is none."""
    try:
        address = make_url(url)
        driver = _DRIVERS[address.drivername]
        if driver.startswith("sqlite") and address.database in (None, "", ":memory:"):
            raise ValueError
        return address, driver
    except (ArgumentError, KeyError, ValueError):
        raise DatabaseTrouble(
            "{name} is no kind of database that is known: use sqlite:///FILE or postgresql://SERVER/NAME.",
            name=url.partition(":")[0],
        ) from None


async def open_database(url: str, *, durable: bool = True, accept_damage: bool = False) -> Database:
    """The database at an address, brought up to date; `sqlite:///path/to/file` or `postgresql://...`.

    Without `durable`, SQLite does not wait for the disk: only for measuring. A file that is damaged is not
    opened, unless that is accepted.
    """
    address, driver = kind_of_database(url)
    file = Path(address.database or "") if driver.startswith("sqlite") else None
    is_to_check = False
    try:
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            _make_private(file)
            # what another process writes just now cannot be judged from here, and it did so itself
            is_to_check = not await asyncio.to_thread(is_served_by_another, file)
            if is_to_check:
                await asyncio.to_thread(_check_log, file, accept_damage)
        # what goes into a statement that fails would stand in the log: names, what was said, hashes
        ways: dict[str, Any] = {"hide_parameters": True}
        if file is None:
            ways |= {"pool_size": 10, "pool_pre_ping": True}
        engine = create_async_engine(address.set(drivername=driver), **ways)
        in_threads = create_engine(address.set(drivername=driver.replace("+aiosqlite", "")), **ways)
    except ModuleNotFoundError as missing:
        raise PackageMissing("PostgreSQL", missing) from missing
    except OSError as error:
        raise cannot_open(error) from error
    if file is not None:
        _prepare_sqlite(engine.sync_engine, durable)
        _prepare_sqlite(in_threads, durable)
    database = Database(engine, in_threads, file)
    try:
        if is_to_check and not accept_damage:
            await _check_pages(database)
        if accept_damage:
            await database.wipe_log()  # what cannot be read must not stand behind what will be written
        await _bring_up_to_date(database)
    except BaseException:
        await database.close()
        raise
    return database


def _make_private(file: Path) -> None:
    """Make an empty file for its owner alone; SQLite gives the files beside it the same mode."""
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _check_log(file: Path, accept_damage: bool) -> None:
    """Refuse to lose silently what was acknowledged; if that is accepted, keep the log aside."""
    if not is_log_damaged(file):
        return
    log = log_of(file)
    if not accept_damage:
        raise DamagedDatabase(log if log.exists() else file)
    _log.warning("%s is damaged; going on without what cannot be read", log)
    if log.exists():
        aside = log.with_name(f"{log.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
        _make_private(aside)
        shutil.copyfile(log, aside)


async def _check_pages(database: Database) -> None:
    """Look whether the pages of a file hang together, as far as that does not take long."""
    if database.file is None or database.file.stat().st_size > _CHECKED_BYTES:
        return
    try:
        async with database.reading() as connection:
            found = (await connection.exec_driver_sql("PRAGMA quick_check(1)")).scalars().all()
    except DBAPIError as error:
        raise cannot_open(error) from error
    if found != ["ok"]:
        raise DamagedDatabase(database.file)


def _is_emptied(file: Path) -> bool:
    """Whether the log could be emptied; whoever writes meanwhile is not held up for long."""
    with closing(sqlite3.connect(file, timeout=0.1)) as connection, suppress(sqlite3.Error):
        return bool(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0)
    return False


def _prepare_sqlite(engine: Engine, durable: bool) -> None:
    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin below, not inside the driver
        # one damaged name must not keep the driver from giving out all the other rows
        getattr(connection, "driver_connection", connection).text_factory = _LENIENT
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute(f"PRAGMA synchronous = {'FULL' if durable else 'OFF'}")
        cursor.execute("PRAGMA foreign_keys = ON")
        # how SQLite was built decides it otherwise: what somebody has deleted shall not stay in the file
        cursor.execute("PRAGMA secure_delete = ON")
        cursor.execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
        # of every connection; the system keeps the rest of the file at hand
        cursor.execute(f"PRAGMA cache_size = -{_KEPT_KB}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("stolik_writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


async def _bring_up_to_date(database: Database) -> None:
    """Apply what is missing, in one transaction, with a copy of a file that holds something already."""
    known = ScriptDirectory.from_config(_migrations())
    revision = await _revision_of(database)
    if revision == known.get_current_head():
        return
    if revision is not None and revision not in {each.revision for each in known.walk_revisions()}:
        raise DatabaseTrouble(
            "The database was written by a newer Stolik. Update this one, or use another file."
        )
    if database.file is not None and revision is not None:
        await asyncio.to_thread(_back_up, database.file, revision)
    try:
        async with database.writing() as connection:
            await connection.run_sync(_upgrade)
    except DBAPIError as error:
        raise cannot_open(error) from error


async def _revision_of(database: Database) -> str | None:
    """How far the database is; None if nothing is in it yet."""
    end = time.monotonic() + _PATIENCE_S
    while True:
        try:
            async with database.reading() as connection:
                return await connection.run_sync(_revision)
        except DBAPIError as error:
            if database.is_sqlite or time.monotonic() > end:
                raise cannot_open(error) from error
            await asyncio.sleep(0.5)


def cannot_open(error: BaseException) -> DatabaseTrouble:
    """What a start says of a database that does not work, in the words of whoever knows why."""
    why = getattr(error, "orig", None) or error.__cause__ or error
    return DatabaseTrouble("The database cannot be opened: {why}", why=str(why))


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _upgrade(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        # two machines that start together: one migrates, the other waits and finds it done
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7319)")
    config = _migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _back_up(file: Path, revision: str) -> None:
    copy = file.with_name(f"{file.name}.before-{revision}")
    unfinished = copy.with_name(f"{copy.name}.part")
    try:
        unfinished.unlink(missing_ok=True)
        _make_private(unfinished)
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(unfinished)) as target:
            source.backup(target)
        shutil.move(unfinished, copy)
    except (OSError, sqlite3.Error) as error:
        raise DatabaseTrouble(
            "The database needs a change, and no copy of it could be made before: {why}", why=str(error)
        ) from error
