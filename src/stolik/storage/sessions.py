"""Sessions that were ended one by one: a cookie counts no more after logging out, whoever has a copy of it.

What is kept of a session is a digest, until its cookie would be too old anyway.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import delete, select

from stolik.storage.database import Database
from stolik.storage.schema import ended_sessions, subscriptions


class SessionStore:
    """Ends sessions, and knows which were ended."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def end(self, digest: str, until_ms: int | None, now_ms: int) -> None:
        """Let a session count no more until its cookie is too old, or ever; its browser gets no alerts."""
        old = select(ended_sessions.c.digest).where(ended_sessions.c.until_ms <= now_ms)
        old = old.with_for_update(skip_locked=True)
        ended = self._database.insert(ended_sessions).on_conflict_do_nothing(index_elements=["digest"])
        async with self._database.writing() as connection:
            await connection.execute(delete(ended_sessions).where(ended_sessions.c.digest.in_(old)))
            await connection.execute(ended, {"digest": digest, "until_ms": until_ms})
            await connection.execute(delete(subscriptions).where(subscriptions.c.session == digest))

    async def ended(self, digests: Iterable[str]) -> set[str]:
        """Those of some sessions that were ended."""
        wanted = select(ended_sessions.c.digest).where(ended_sessions.c.digest.in_(list(digests)))
        async with self._database.reading() as connection:
            return set((await connection.execute(wanted)).scalars())
