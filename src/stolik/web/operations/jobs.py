"""Other machines that work: heavy work as jobs on the same PostgreSQL, for whichever worker is free.

A job is a question of one of the kinds of `heavy`. One that is lost costs time and nothing else: a move, for
one, is due again after a while.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec
from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import ProcrastinateException
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from stolik.storage.database import Database
from stolik.table.record import Record
from stolik.web.operations.heavy import KINDS, Work, heavy_move, kind_of

if TYPE_CHECKING:
    from stolik.web.site import Site

_QUEUE = "heavy"
_ASK_EVERY_S = 5.0
#: How long a queue may take to accept a job before the work is done here.
_PATIENCE_S = 3.0
_ALIVE = """SELECT EXISTS (
    SELECT 1 FROM procrastinate_workers WHERE last_heartbeat > now() - interval '30 seconds'
)"""
_log = logging.getLogger(__name__)


class Workers:
    """Sends heavy work away while there are workers."""

    def __init__(self, database: Database, app: App) -> None:
        self._database = database
        self._app = app
        self._asked, self._any = 0.0, False

    async def take_move(self, record: Record, seat: int) -> bool:
        """Whether a worker will make this move."""
        move = heavy_move(record, seat)
        return move is not None and await self.take(move)

    async def take(self, question: msgspec.Struct) -> bool:
        """Whether a worker will do this; else it is to be done here."""
        if not await self._are_there():
            return False
        job = self._app.configure_task(kind_of(question).name, queue=_QUEUE)
        try:
            async with asyncio.timeout(_PATIENCE_S):
                await job.defer_async(**msgspec.to_builtins(question))
        except (ProcrastinateException, TimeoutError, OSError) as error:
            _log.warning("work cannot be sent away and is done here: %s", type(error).__name__)
            self._any = False
            return False
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


async def work(site: Site, app: App, n_at_once: int) -> None:
    """Do what servers have sent away, until cancelled."""
    site.bots.elsewhere = site.reviews.elsewhere = None
    for kind in KINDS:
        app.task(name=kind.name, queue=_QUEUE)(_task(site, kind))
    await app.run_worker_async(queues=[_QUEUE], concurrency=n_at_once)


def _task(site: Site, kind: Work) -> Callable[..., Awaitable[None]]:
    async def do(**question: Any) -> None:
        await kind.do(site, msgspec.convert(question, kind.question))

    return do


def _conninfo(url: str) -> str:
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
