"""Appending to the journal: many tables in one transaction, and one that cannot be stored harms no other."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any

import pytest

from stolik.storage.database import open_database
from stolik.storage.driver import _Asked
from stolik.storage.entry import Entry, Marks, NotStored
from stolik.storage.journal import _AT_ONCE, Append, Journal, _AppendingAtOnce
from stolik.storage.tables import TableStore
from tests.services import Postgres

pytestmark = pytest.mark.anyio


def _table(table_id: str) -> dict[str, object]:
    named = {"id": table_id, "preset": "pl", "settings": b"{}", "code": None, "status": "waiting"}
    return named | {"open": False, "next_seq": 1, "created_ms": 0, "changed_ms": 0, "due_ms": None} | _FREE


_FREE = {"claimed_ms": 0}
_MARKS = Marks(1, "waiting")


def _first(table_id: str, request: str | None = None) -> Entry:
    return Entry(table_id, 0, 7, None, request, None, b"[]")


async def test_what_cannot_be_stored_takes_nothing_else_with_it(database_url: str) -> None:
    database = await open_database(database_url)
    journal = Journal(database)
    assert await journal.append(_first("one"), _MARKS, _table("one"))
    loop = asyncio.get_running_loop()
    together = [
        _Asked(Append(_first("one"), _MARKS, _table("one")), loop.create_future()),
        _Asked(Append(_first("nowhere"), _MARKS), loop.create_future()),
        _Asked(Append(_first("new"), _MARKS, _table("new")), loop.create_future()),
    ]
    await asyncio.to_thread(journal._writer._settle, together)
    *impossible, new = (each.answer for each in together)
    assert await new
    for each in impossible:
        with pytest.raises(NotStored):
            await each
    assert [await journal.entries(name) for name in ("one", "nowhere", "new")] == [
        [_first("one")],
        [],
        [_first("new")],
    ]
    journal.close()
    await database.close()


async def test_second_with_a_number_is_told_so_unless_it_is_the_same(database_url: str) -> None:
    database = await open_database(database_url)
    journal = Journal(database)
    assert await journal.append(_first("one", "mine"), _MARKS, _table("one"))
    assert await journal.append(_first("one", "mine"), _MARKS), "told again after a broken connection"
    assert not await journal.append(_first("one", "theirs"), _MARKS)
    journal.close()
    await database.close()


async def test_many_are_answered_by_one_question_each_from_where_it_asked(database_url: str) -> None:
    database = await open_database(database_url)
    journal = Journal(database)
    names = [f"table {number}" for number in range(_AT_ONCE + 3)]
    for name in names:
        await journal.append(_first(name), _MARKS, _table(name))
        await journal.append(_first(name)._replace(seq=1), _MARKS)
    questions = [(name, seq) for seq in (1, 0, 2) for name in names]
    answers = await asyncio.gather(*(journal.entries(*each) for each in questions))
    for (name, first), found in zip(questions, answers, strict=True):
        assert [(entry.table_id, entry.seq) for entry in found] == [(name, seq) for seq in range(first, 2)]
    journal.close()
    await database.close()


async def test_two_machines_at_the_same_tables_have_one_winner_each(database_url: str) -> None:
    databases = [await open_database(database_url) for _ in range(2)]
    machines = [Journal(database) for database in databases]
    names = [f"table {number}" for number in range(12)]
    for name in names:
        await machines[0].append(_first(name), _MARKS, _table(name))
    for seq in range(1, 20):
        asked = [
            machine.append(_first(name, f"{seq} of {owner}")._replace(seq=seq), Marks(seq + 1, f"by {owner}"))
            for owner, machine in enumerate(machines)
            for name in (names if owner else reversed(names))
        ]
        told = await asyncio.gather(*asked)
        first, second = told[: len(names)], told[len(names) :]
        assert first[::-1] == [not won for won in second]
    rows = [await TableStore(databases[0]).find(name) for name in names]
    for name, row in zip(names, rows, strict=True):
        entries = await machines[1].entries(name)
        assert [entry.seq for entry in entries] == list(range(20))
        assert row is not None
        assert row.status == f"by {str(entries[-1].request)[-1]}", "the table stands as its winner left it"
    for machine, database in zip(machines, databases, strict=True):
        machine.close()
        await database.close()


class _BreaksAfterwards(_AppendingAtOnce):
    """Ends its own connection the first time, when everything is stored and nobody knows it yet."""

    has_broken = False

    def __call__(self, cursor: Any, batch: Sequence[Append]) -> list[bool]:
        stored = super().__call__(cursor, batch)
        if not self.has_broken:
            self.has_broken = True
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return stored


async def test_what_was_stored_when_the_connection_broke_is_found_and_told(postgres: Postgres) -> None:
    database = await open_database(postgres.database(f"stolik_{secrets.token_hex(6)}"))
    journal = Journal(database)
    await journal.append(_first("one"), _MARKS, _table("one"))
    mine = _first("one", "mine")._replace(seq=1)
    breaking = _BreaksAfterwards(database)
    journal._writer._answers = breaking
    assert await journal.append(mine, _MARKS)
    assert breaking.has_broken
    assert await journal.entries("one", 1) == [mine]
    journal.close()
    await database.close()


async def test_text_that_is_too_long_is_refused_and_not_cut_off(postgres: Postgres) -> None:
    database = await open_database(postgres.database(f"stolik_{secrets.token_hex(6)}"))
    journal = Journal(database)
    await journal.append(_first("one"), _MARKS, _table("one"))
    with pytest.raises(NotStored):
        await journal.append(_first("one", "x" * 65)._replace(seq=1), _MARKS)
    assert await journal.entries("one", 1) == []
    journal.close()
    await database.close()
