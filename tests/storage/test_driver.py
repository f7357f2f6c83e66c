"""A connection that breaks: another one is taken, and where that breaks too its own error is told."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Sequence
from typing import Any

import psycopg
import pytest

from stolik.storage.database import Database, open_database
from stolik.storage.driver import DriverThread
from tests.services import Postgres

pytestmark = pytest.mark.anyio

_END_IT = "SELECT pg_terminate_backend(pg_backend_pid())"


@pytest.fixture
async def database(postgres: Postgres) -> AsyncIterator[Database]:
    opened = await open_database(postgres.database(f"stolik_{secrets.token_hex(6)}"))
    yield opened
    await opened.close()


class _Breaking:
    """Answers with its questions; before some of the times it is asked it ends its own connection."""

    def __init__(self, *breaks_at: int) -> None:
        self._breaks_at = breaks_at
        self.n_asked = 0

    def __call__(self, cursor: Any, questions: Sequence[str]) -> Sequence[str]:
        self.n_asked += 1
        if self.n_asked in self._breaks_at:
            cursor.execute(_END_IT)
        cursor.execute("SELECT 1")
        return questions


async def test_broken_connection_is_followed_by_another_one(database: Database) -> None:
    answers = _Breaking(2)
    thread = DriverThread("breaking", database.in_threads, answers, lambda error: error)
    assert [await thread.ask(each) for each in ("first", "second")] == ["first", "second"]
    assert answers.n_asked == 3
    thread.close()


@pytest.mark.parametrize("breaks_at", [(1,), (2, 3)])
async def test_connection_that_breaks_at_once_tells_what_the_driver_says(
    database: Database, breaks_at: tuple[int, ...]
) -> None:
    thread = DriverThread("breaking", database.in_threads, _Breaking(*breaks_at), lambda error: error)
    for _ in breaks_at[1:]:
        await thread.ask("what is kept")
    with pytest.raises(psycopg.errors.AdminShutdown):
        await thread.ask("what breaks")
    assert await thread.ask("after it") == "after it"
    thread.close()
