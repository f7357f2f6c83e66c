"""What is done once for every game that has ended, whichever machine saw the end."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, ClassVar

from sqlalchemy.exc import SQLAlchemyError

from stolik.core.log import Envelope, Revealed
from stolik.storage.entry import Entry
from stolik.table.host import Host
from stolik.table.record import Record

#: How far back a start looks for games that ended and of which nothing came.
_LOOK_BACK_MS = 7 * 24 * 3600 * 1000
_RETRY_AFTER_S = 3.0
_log = logging.getLogger(__name__)


class Afterwards(ABC):
    """Listens for the ends of games, and looks for those that a machine left behind that died."""

    #: What is put aside where it cannot be done.
    kind: ClassVar[str]

    def __init__(self, host: Host) -> None:
        self._host = host
        self._under_way: set[asyncio.Task[None]] = set()
        self._closing = asyncio.Event()

    @abstractmethod
    def concerns(self, record: Record) -> bool:
        """Whether something comes of this game."""

    @abstractmethod
    async def settle(self, record: Record) -> bool:
        """Do what is to be done; False if there is nothing, or it was done before."""

    @abstractmethod
    async def undone(self, since_ms: int) -> list[str]:
        """Tables that ended since then and for which it may have to be done."""

    def changed(self, record: Record, entry: Entry, envelopes: Sequence[Envelope[Any]]) -> None:
        if any(isinstance(one.event, Revealed) for one in envelopes) and self.concerns(record):
            task = asyncio.create_task(self._try(record))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def _try(self, record: Record) -> None:
        """Do it as soon as the database takes it; what is left at the end is for the next start."""
        while True:
            is_last = self._closing.is_set()
            try:
                await self.settle(record)
                return
            except (SQLAlchemyError, OSError) as error:
                _log.warning("a game that is over is not settled yet: %s", type(error).__name__)
            except Exception as error:  # a row before it that cannot be read
                self._host.aside.put(self.kind, record.id, error)
                return
            if is_last:
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(_RETRY_AFTER_S):
                    await self._closing.wait()

    async def repair(self) -> None:
        """Do what was not done, because a machine died at that moment."""
        last = await self._host.store.last_heartbeat()
        since = min(self._host.now_ms(), last or 0) - _LOOK_BACK_MS
        for table_id in await self.undone(since):
            with self._host.aside.each("table", table_id):
                record = (await self._host.live(table_id)).record
                if self.concerns(record):
                    await self.settle(record)

    async def close(self) -> None:
        """Wait for what was begun."""
        self._closing.set()
        while self._under_way:
            await asyncio.wait(self._under_way)
