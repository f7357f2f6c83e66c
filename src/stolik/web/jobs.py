"""Other machines that think: heavy bot moves as jobs on the same PostgreSQL, for whichever worker is free.

A job says only which seat of which table is to move; the worker reads the table, thinks and acts as any
machine would. A job that is lost costs time and nothing else: the move is due again after a while.
"""

from __future__ import annotations

import time

from procrastinate import App, PsycopgConnector
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from stolik.bots import thinks_long
from stolik.storage.database import Database
from stolik.table.record import Record

QUEUE = "moves"
_ASK_EVERY_S = 5.0
_ALIVE = """SELECT EXISTS (
    SELECT 1 FROM procrastinate_workers WHERE last_heartbeat > now() - interval '30 seconds'
)"""


class Workers:
    """Sends heavy moves away while there are workers."""

    def __init__(self, database: Database, app: App) -> None:
        self._database = database
        self._app = app
        self._asked, self._any = 0.0, False

    async def take(self, record: Record, seat: int) -> bool:
        """Whether a worker will make this move."""
        holder = record.holders[seat]
        if holder is None or holder.bot is None or not thinks_long(record.game.name, holder.bot):
            return False
        if not await self._are_there():
            return False
        job = self._app.configure_task("move", queue=QUEUE)
        await job.defer_async(table=record.id, seat=seat, turn=record.opened[seat])
        return True

    async def _are_there(self) -> bool:
        now = time.monotonic()
        if now - self._asked > _ASK_EVERY_S:
            self._asked = now
            try:
                async with self._database.reading() as connection:
                    self._any = bool((await connection.exec_driver_sql(_ALIVE)).scalar())
            except SQLAlchemyError:
                self._any = False
        return self._any


async def open_jobs(database: Database, url: str) -> App:
    """The queue on this PostgreSQL, made where it is missing."""
    app = App(connector=PsycopgConnector(conninfo=_conninfo(url)))
    await app.open_async()
    async with database.writing() as connection:
        await connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7320)")
        there = await connection.exec_driver_sql("SELECT to_regclass('procrastinate_jobs')")
        if there.scalar() is None:
            await app.schema_manager.apply_schema_async()
    return app


def _conninfo(url: str) -> str:
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
