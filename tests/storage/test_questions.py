"""What is asked often goes through one thread: the same rows as ever, whatever else is asked together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import bindparam, column, select, table
from sqlalchemy.exc import SQLAlchemyError

from stolik.storage.database import Database, open_database
from stolik.storage.entry import Entry, Marks
from stolik.storage.players import PlayerStore
from stolik.storage.schema import players
from stolik.storage.tables import TableRow, TableStore

pytestmark = pytest.mark.anyio


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    opened = await open_database(database_url)
    yield opened
    await opened.close()


def _row(table_id: str, *, is_open: bool) -> TableRow:
    return TableRow(table_id, "pl", b"{}", f"CODE{table_id}", "waiting", is_open, 0, int(table_id))


async def _opened(store: TableStore, row: TableRow) -> None:
    entry = Entry(row.id, 0, row.changed_ms, None, None, None, b"[]")
    await store.create(row, entry, Marks(1, "waiting"))


async def test_yes_and_no_are_told_as_such(database: Database) -> None:
    store = TableStore(database)
    for number, is_open in enumerate((True, False), 1):
        await _opened(store, _row(str(number), is_open=is_open))
    found = [await store.find(str(number)) for number in (1, 2)]
    assert [each and each.open for each in found] == [True, False]
    assert type(found[0] and found[0].open) is bool
    await store.close()


async def test_newest_come_first_and_no_more_than_wanted(database: Database) -> None:
    store = TableStore(database)
    for number in range(1, 6):
        await _opened(store, _row(str(number), is_open=number != 4))
    assert [row.id for row in await store.open_tables(3)] == ["5", "3", "2"]
    await store.close()


async def test_different_questions_asked_together_get_their_own_answers(database: Database) -> None:
    store, people = TableStore(database), PlayerStore(database)
    for number in (1, 2):
        await _opened(store, _row(str(number), is_open=True))
        await people.add_guest(f"p{number}", f"Name {number}", "pl", 0)
    first, somebody, entries, nobody, by_code, another = await asyncio.gather(
        store.find("1"),
        people.find("p2"),
        store.entries("2"),
        people.find("p3"),
        store.find_code("CODE2"),
        people.find("p1"),
    )
    assert (first and first.id, by_code and by_code.id) == ("1", "2")
    assert (somebody and somebody.name, another and another.name, nobody) == ("Name 2", "Name 1", None)
    assert [entry.table_id for entry in entries] == ["2"]
    await store.close()


async def test_question_that_fails_tells_so_and_the_next_one_is_answered(database: Database) -> None:
    wrong = database.question(select(column("x")).select_from(table("nowhere")))
    with pytest.raises(SQLAlchemyError, match="cannot be read"):
        await wrong()
    right = database.question(select(players.c.name).where(players.c.id == bindparam("player_id")))
    assert await right(player_id="nobody") == []
