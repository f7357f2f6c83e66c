"""What a database keeps stays with whoever runs it."""

from __future__ import annotations

import traceback

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from stolik.storage.database import open_database

pytestmark = pytest.mark.anyio

_WRONG = text("SELECT :word FROM nowhere")
_VALUES = {"word": "QUIXOTRY"}


async def test_error_of_a_statement_has_nothing_of_what_went_into_it(database_url: str) -> None:
    database = await open_database(database_url)
    told = []
    try:
        with pytest.raises(SQLAlchemyError) as failed:
            async with database.writing() as connection:
                await connection.execute(_WRONG, _VALUES)
        told += traceback.format_exception(failed.value)
        with database.in_threads.connect() as threads, pytest.raises(SQLAlchemyError) as failed:
            threads.execute(_WRONG, _VALUES)
        told += traceback.format_exception(failed.value)
    finally:
        await database.close()
    assert "nowhere" in "".join(told)
    assert _VALUES["word"] not in "".join(told)
