"""Keeps the edition of a word list that a live game began with, whatever becomes of the list meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from stolik.core import registry
from stolik.core.log import Envelope
from stolik.core.message import Complaint
from stolik.storage.entry import Entry
from stolik.table.host import Host
from stolik.table.record import OVER, WAITING, Record

_TABLE = "table "
_log = logging.getLogger(__name__)


class LexiconHolds:
    """Holds a list when a game with it goes on here, and lets go of it at the end."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._words = host.games.words
        self._tables: set[str] = set()
        # one thread: what is let go of was held before
        self._thread = ThreadPoolExecutor(1, "held words")

    def changed(self, record: Record, entry: Entry, envelopes: Sequence[Envelope[Any]]) -> None:
        is_over = record.status == OVER
        if record.status == WAITING or (record.id in self._tables and not is_over):
            return
        name = registry.lexicon(record.game.name, record.options)
        if name is None:
            return
        if is_over:
            self._tables.discard(record.id)
            self._do(self._words.release, name, _TABLE + record.id)
        else:
            self._tables.add(record.id)
            self._do(self._words.hold, name, _TABLE + record.id)

    def _do(self, work: Callable[[str, str], object], name: str, game: str) -> None:
        self._thread.submit(_tried, work, name, game)

    async def tidy(self) -> None:
        """Let go of lists whose games ended while nobody here looked."""
        for name, game in await asyncio.to_thread(lambda: list(self._words.holds())):
            row = await self._host.store.find(game.removeprefix(_TABLE)) if game.startswith(_TABLE) else None
            if row is not None and row.status == OVER:
                self._do(self._words.release, name, game)

    async def close(self) -> None:
        """Wait for what was begun."""
        await asyncio.to_thread(self._thread.shutdown)


def _tried(work: Callable[[str, str], object], name: str, game: str) -> None:
    try:
        work(name, game)
    except (Complaint, OSError) as error:
        _log.warning("a word list could not be held or let go of: %s", type(error).__name__)
