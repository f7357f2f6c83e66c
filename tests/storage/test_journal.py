"""Appending to the journal: many tables in one transaction, and one that cannot be stored harms no other."""

from __future__ import annotations

import asyncio

import pytest

from stolik.storage.database import open_database
from stolik.storage.driver import _Asked
from stolik.storage.entry import Entry, Marks, NotStored
from stolik.storage.journal import _AT_ONCE, Append, Journal

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
