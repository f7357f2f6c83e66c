"""Damage done to one column of a database after another, each in a copy of a sound row."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Column, LargeBinary, String, Table, UniqueConstraint

from stolik.storage.schema import metadata, players, ratings, tables
from tests.web.servers import database_of

Row = Mapping[str, Any]
#: Stands for a text that is no UTF-8, which Python cannot say.
NO_TEXT = object()
#: What is copied together with a table, and no row of its own.
_OF_TABLES = [each for each in metadata.sorted_tables if "table_id" in each.c and "id" not in each.c]


def damage_every_column(folder: Path, text: object, content: object) -> int:
    """Damage each text and each content in the database of a server that is down; how many columns it has.

    What is there stays as it is: each time `text` or `content` stands in one column of a copy.
    """
    file = database_of(folder).removeprefix("sqlite:///")
    with closing(sqlite3.connect(file)) as connection, connection:
        copies = _Copies(connection)
        columns = [each for table in metadata.sorted_tables for each in table.columns if _is_damaged(each)]
        for column in columns:
            copies.damage(column, content if isinstance(column.type, LargeBinary) else text)
    return len(columns)


def _is_damaged(column: Column[Any]) -> bool:
    return isinstance(column.type, String | LargeBinary)


class _Copies:
    """Copies of what is stored in the beginning."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        connection.row_factory = sqlite3.Row
        self._sound = {
            table.name: [dict(row) for row in connection.execute(f"SELECT * FROM {table.name}")]
            for table in metadata.sorted_tables
        }

    def damage(self, column: Column[Any], told: object) -> None:
        """Let a column of a copy say something else."""
        table = column.table
        assert isinstance(table, Table)
        sound = self._sound[table.name]
        assert sound or not table.foreign_keys, f"nobody has anything in {table.name}"
        if table is tables or table in _OF_TABLES:
            for each in self._sound["tables"]:
                self._copy_table(each, column, told)
        elif sound:
            row = _another(table, sound[0])
            self._store(table, row, column, told)
            if table is players:  # who stands on a leaderboard
                for rating in self._sound["ratings"]:
                    if rating["player_id"] == sound[0]["id"]:
                        self._store(ratings, rating | {"player_id": row["id"]})

    def _copy_table(self, row: Row, column: Column[Any], told: object) -> None:
        """A table with all that hangs on it; it is older, as of some lists only the latest are shown."""
        name = secrets.token_hex(8)
        changed_ms = row["changed_ms"] - 1
        self._store(tables, {**row, "id": name, "code": None, "changed_ms": changed_ms}, column, told)
        for table in _OF_TABLES:
            for each in self._sound[table.name]:
                if each["table_id"] == row["id"]:
                    self._store(table, each | {"table_id": name}, column, told)

    def _store(self, table: Table, row: Row, column: Column[Any] | None = None, told: object = None) -> None:
        """Store a row unless it must differ from another one and does not."""
        if column is not None and table is column.table:
            row = {**row, column.name: told}
        places = ", ".join("CAST(X'C3FF' AS TEXT)" if value is NO_TEXT else "?" for value in row.values())
        values = tuple(value for value in row.values() if value is not NO_TEXT)
        insertion = f"INSERT OR IGNORE INTO {table.name} ({', '.join(row)}) VALUES ({places})"
        self._connection.execute(insertion, values)


def _another(table: Table, row: Row) -> dict[str, Any]:
    """A row that may stand beside this one."""
    alone = {column.name for column in table.primary_key if not column.foreign_keys}
    rules = [list(each.columns) for each in table.constraints if isinstance(each, UniqueConstraint)]
    rules += [list(each.columns) for each in table.indexes if each.unique]
    alone |= {column.name for columns in rules for column in columns if not column.foreign_keys}
    return {**row, **{name: _new(table.c[name]) for name in alone}}


def _new(column: Column[Any]) -> object:
    if isinstance(column.type, LargeBinary):
        return secrets.token_bytes(8)
    # a number is given by the database
    return secrets.token_hex(8) if isinstance(column.type, String) else None
