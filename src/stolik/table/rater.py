"""Rates games that have ended: once each, whichever machine saw the end, and later if that machine died."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from stolik.core.log import Aborted, DrawAgreed, Envelope, Revealed
from stolik.storage.entry import Entry
from stolik.storage.ratings import RatingStore
from stolik.table.host import Host
from stolik.table.ratings import ladder_of, pool_of, rated_after
from stolik.table.record import OVER, Record, read_settings

#: How far back a start looks for games that ended and were not rated.
_LOOK_BACK_MS = 7 * 24 * 3600 * 1000
_AGAIN_AFTER_S = 3.0
_log = logging.getLogger(__name__)


class Rater:
    """Listens for the ends of rated games."""

    def __init__(self, host: Host, store: RatingStore) -> None:
        self._host = host
        self._store = store
        self._rating: set[asyncio.Task[None]] = set()
        self._closing = asyncio.Event()

    def changed(self, record: Record, entry: Entry, envelopes: Sequence[Envelope[Any]]) -> None:
        ends = any(isinstance(one.event, Revealed) for one in envelopes)
        if ends and record.settings.rated:
            task = asyncio.create_task(self._try(record))
            self._rating.add(task)
            task.add_done_callback(self._rating.discard)

    async def _try(self, record: Record) -> None:
        """Rate a game as soon as the database takes it; what is left at the end is for the next start."""
        while True:
            is_last = self._closing.is_set()
            try:
                await self.rate(record)
                return
            except (SQLAlchemyError, OSError) as error:
                _log.warning("a game could not be rated yet: %s", type(error).__name__)
            except Exception as error:  # a rating before it that cannot be read
                self._host.aside.put("rating", record.id, error)
                return
            if is_last:
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(_AGAIN_AFTER_S):
                    await self._closing.wait()

    async def rate(self, record: Record) -> bool:
        """Change the ratings by a game that has ended; False if it does not count or was rated before."""
        places = places_of(record)
        people = [holder.player for holder in record.holders if holder and holder.player and not holder.bot]
        if places is None or len(set(people)) != record.settings.n_seats:
            return False
        pool, now_ms = pool_of(record.settings.preset, len(people)), self._host.now_ms()
        return await self._store.apply(
            record.id,
            pool,
            people,
            ladder_of(pool).start,
            lambda kept: rated_after(kept, places, now_ms),
            now_ms,
        )

    async def repair(self) -> None:
        """Rate what ended without being rated, because a machine died at that moment."""
        last = await self._host.store.last_beat()
        since = min(self._host.now_ms(), last or 0) - _LOOK_BACK_MS
        for table_id, settings in await self._store.unrated(since):
            with self._host.aside.each("table", table_id):
                if read_settings(settings).rated:
                    await self.rate((await self._host.live(table_id)).record)

    async def close(self) -> None:
        """Wait for what was begun."""
        self._closing.set()
        while self._rating:
            await asyncio.wait(self._rating)


def places_of(record: Record) -> list[int] | None:
    """The place of each seat, equal ones the same; None for a game without a result."""
    if record.status != OVER or not record.settings.rated or isinstance(record.ended_by, Aborted):
        return None
    if isinstance(record.ended_by, DrawAgreed):
        return [1] * record.settings.n_seats
    if record.outcome is None:
        return None
    place = {seat: n for n, seats in enumerate(record.outcome.ranking, 1) for seat in seats}
    return [place[seat] for seat in range(record.settings.n_seats)]
