"""Bringing a database up to date: with a copy before, and all or nothing."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from stolik.storage import database

pytestmark = pytest.mark.anyio

_NEXT = """
from alembic import op
revision, down_revision, branch_labels, depends_on = "next", "{head}", None, None


def upgrade():
    op.execute("ALTER TABLE players ADD COLUMN hat TEXT")
    {more}
"""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def newer_program(folder: Path, monkeypatch: pytest.MonkeyPatch, more: str = "pass") -> str:
    """From now on the program knows one migration more; the newest one it knew before."""
    config = Config()
    config.set_main_option("script_location", str(database.MIGRATIONS))
    head = ScriptDirectory.from_config(config).get_current_head()
    shutil.copytree(database.MIGRATIONS, folder / "migrations", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "migrations/versions/next.py").write_text(_NEXT.format(head=head, more=more))
    monkeypatch.setattr(database, "MIGRATIONS", folder / "migrations")
    return str(head)


async def older_database(file: Path) -> None:
    """A database of the program as it is, with something in it."""
    await (await database.open_database(f"sqlite:///{file}")).close()
    with sqlite3.connect(file) as connection:
        connection.execute("INSERT INTO nodes VALUES ('kept', 1)")
    connection.close()


def read(file: Path, question: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(file)
    try:
        return connection.execute(question).fetchall()
    finally:
        connection.close()


async def test_copy_is_made_before_a_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "stolik.db"
    await older_database(file)
    head = newer_program(tmp_path, monkeypatch)
    await (await database.open_database(f"sqlite:///{file}")).close()
    copy = tmp_path / f"stolik.db.before-{head}"
    assert copy.stat().st_mode & 0o077 == 0
    assert read(copy, "SELECT id FROM nodes") == read(file, "SELECT id FROM nodes") == [("kept",)]
    assert "hat" in {row[1] for row in read(file, "PRAGMA table_info(players)")}
    assert "hat" not in {row[1] for row in read(copy, "PRAGMA table_info(players)")}


async def test_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "stolik.db"
    await older_database(file)
    head = newer_program(tmp_path, monkeypatch, 'op.execute("ALTER TABLE nobody ADD COLUMN hat TEXT")')
    with pytest.raises(Exception, match="nobody"):
        await database.open_database(f"sqlite:///{file}")
    assert "hat" not in {row[1] for row in read(file, "PRAGMA table_info(players)")}
    assert read(file, "SELECT version_num FROM alembic_version") == [(head,)]


async def test_fresh_database_needs_no_copy(tmp_path: Path) -> None:
    await (await database.open_database(f"sqlite:///{tmp_path}/stolik.db")).close()
    assert not list(tmp_path.glob("*.before-*"))
