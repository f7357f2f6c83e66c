"""How often something may be tried: counted in the database, for all machines and over restarts.

Rows go when their time is up, and every address may make only so many, so the table stays small. What was
tried is stored as a digest: nobody can read from it who wanted to log in.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import case, delete, update
from sqlalchemy.dialects import postgresql, sqlite

from stolik.storage.database import Database
from stolik.storage.schema import attempts

_WINDOW_MS = 15 * 60 * 1000


class Limit(NamedTuple):
    """Something that may be tried `most` times in a quarter of an hour."""

    what: str
    most: int


class AttemptStore:
    """Counts attempts."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._dialect = sqlite if database.is_sqlite else postgresql

    async def count(self, limits: Sequence[Limit], now_ms: int) -> int | None:
        """Count an attempt; how many ms to wait if it is one too many, or None if it may be made.

        It is counted before it is made: many at once are not more than the same one after the other.
        """
        wait: int | None = None
        async with self._database.writing() as connection:
            await connection.execute(delete(attempts).where(attempts.c.until_ms <= now_ms))
            # in one order on all machines, so that two of them never wait for each other
            for digest, most in sorted((_digest(limit), limit.most) for limit in limits):
                row = self._dialect.insert(attempts).values(
                    digest=digest, n_tried=1, until_ms=now_ms + _WINDOW_MS
                )
                again = row.on_conflict_do_update(
                    index_elements=["digest"], set_={"n_tried": attempts.c.n_tried + 1}
                ).returning(attempts.c.n_tried, attempts.c.until_ms)
                n_tried, until_ms = (await connection.execute(again)).one()
                if n_tried > most:
                    wait = max(wait or 0, until_ms - now_ms)
        return wait

    async def forgive(self, limits: Sequence[Limit]) -> None:
        """The attempt was right after all, so it does not count."""
        one_less = case((attempts.c.n_tried > 0, attempts.c.n_tried - 1), else_=0)
        async with self._database.writing() as connection:
            for digest in sorted(map(_digest, limits)):
                await connection.execute(
                    update(attempts).where(attempts.c.digest == digest).values(n_tried=one_less)
                )


def _digest(limit: Limit) -> str:
    return hashlib.sha256(limit.what.encode()).hexdigest()
