"""How often something may be tried: counted in the database, for all machines and over restarts.

Rows go when their time is up, and every address may make only so many, so the table stays small. What was
tried is stored as a digest: nobody can read from it who wanted to log in.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Delete, case, delete, select, update

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

    async def count(self, limits: Sequence[Limit], now_ms: int) -> int | None:
        """Count an attempt; how many ms to wait if it is one too many, or None if it may be made.

        It is counted before it is made: many at once are not more than the same one after the other.
        """
        wait: int | None = None
        async with self._database.writing() as connection:
            await connection.execute(_expired(now_ms))
            # in one order on all machines, so that two of them never wait for each other
            for digest, most in sorted((_digest(limit), limit.most) for limit in limits):
                row = self._database.insert(attempts).values(
                    digest=digest, n_tried=1, until_ms=now_ms + _WINDOW_MS
                )
                is_over = attempts.c.until_ms <= now_ms
                again = row.on_conflict_do_update(
                    index_elements=["digest"],
                    set_={
                        "n_tried": case((is_over, 1), else_=attempts.c.n_tried + 1),
                        "until_ms": case((is_over, row.excluded.until_ms), else_=attempts.c.until_ms),
                    },
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


def _expired(now_ms: int) -> Delete:
    """Rows whose time is up; one that another machine has in hand can stay for now."""
    old = select(attempts.c.digest).where(attempts.c.until_ms <= now_ms).with_for_update(skip_locked=True)
    return delete(attempts).where(attempts.c.digest.in_(old))


def _digest(limit: Limit) -> str:
    return hashlib.sha256(limit.what.encode()).hexdigest()
