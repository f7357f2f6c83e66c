"""Whether a machine can do its work: the database answers, and takes what is to be stored."""

from __future__ import annotations

import asyncio
import logging
import time

from sqlalchemy.exc import SQLAlchemyError

from stolik.core.message import Complaint
from stolik.table.deadlines import Deadlines

#: For how long an answer counts: whoever asks more often costs nothing more.
_KNOWN_FOR_S = 1.0
_log = logging.getLogger(__name__)


class Health:
    """Finds out by storing that the machine is alive, which it does every two seconds anyway."""

    def __init__(self, deadlines: Deadlines) -> None:
        self._deadlines = deadlines
        self._asking = asyncio.Lock()
        self._can_store, self._asked_at = True, -_KNOWN_FOR_S

    async def can_store(self) -> bool:
        """Whether something was stored within the last seconds, or is now."""
        async with self._asking:
            if time.monotonic() - self._asked_at >= _KNOWN_FOR_S:
                could, self._can_store = self._can_store, await self._stores()
                self._asked_at = time.monotonic()
                if could != self._can_store:
                    _log.warning("things can be stored again" if could is False else "nothing can be stored")
        return self._can_store

    async def _stores(self) -> bool:
        try:
            await self._deadlines.heartbeat()
        except (SQLAlchemyError, OSError, Complaint):
            return False
        return True
